import type { Caller } from '../context.ts';
import type { Clock } from '../platform/clock.ts';
import type { Handle } from '../platform/db/db.ts';
import type { Principal, ProgramGrant } from '../platform/http/caller.ts';
import { newId } from '../platform/ids.ts';
import { insertAuditEvent } from './audit-store.ts';
import type { AuditEvent } from './model/audit.ts';

/** Where a request came from. */
export interface AuditOrigin {
  readonly requestId: string;
  readonly remoteAddress: string;
}

/** Who acts. A user's program says so: it is named in the entry's detail. */
export type Actor = AuditEvent['actor'] & { readonly program?: ProgramGrant | undefined };

/** An act to be put on record. */
export interface NewAuditEvent extends Pick<AuditEvent, 'organizationId' | 'action'> {
  readonly actor: Actor;
  readonly target?: string | undefined;
  readonly detail?: AuditEvent['detail'];
  /** Where the request came from, for acts that came by one. */
  readonly request?: AuditOrigin | undefined;
}

/** A caller of the API who does something that is put on record, and the request they do it by. */
export interface Acting {
  readonly caller: Caller;
  readonly request: AuditOrigin;
}

/** What the process does by itself: the first key, the bootstrap key. */
export const SYSTEM: AuditEvent['actor'] = { kind: 'system', id: undefined };
/** the operator, on its command line. */
export const ADMIN: AuditEvent['actor'] = { kind: 'admin', id: undefined };

/** Puts an act on record, in the transaction that makes it true. */
export async function recordAudit(h: Handle, clock: Clock, event: NewAuditEvent): Promise<void> {
  const {
    organizationId,
    actor: { kind, id, program },
    action,
    target,
    detail = {},
    request,
  } = event;
  await insertAuditEvent(h, {
    organizationId,
    auditId: newId('auditEvent'),
    at: clock.now(),
    actor: { kind, id },
    action,
    target,
    detail: program === undefined ? detail : { ...detail, program: program.clientName, grant: program.hash },
    requestId: request?.requestId,
    remoteAddress: request?.remoteAddress,
  });
}

/** Records what a caller of the API does in their own organization. */
export async function recordAct(
  h: Handle,
  clock: Clock,
  { caller, request }: Acting,
  act: Pick<NewAuditEvent, 'action' | 'target' | 'detail'>,
): Promise<void> {
  await recordAudit(h, clock, { ...act, organizationId: caller.organizationId, actor: actorOf(caller), request });
}

/** The actor of an act that a caller of the API does, with the program they do it by. */
export function actorOf({ principal }: Pick<Caller, 'principal'>): Actor {
  return {
    kind: principal.kind,
    id: idOf(principal),
    ...(principal.kind === 'user' && principal.grant !== undefined ? { program: principal.grant } : {}),
  };
}

function idOf(principal: Principal): string {
  return principal.kind === 'user' ? principal.userId : principal.keyId;
}
