import type { App } from '../context.ts';
import type { Tx } from '../platform/db/db.ts';
import type { OrganizationId } from '../platform/ids.ts';
import { lockOrganization } from './lock-organization.ts';
import type { User } from './model/user.ts';
import type { AuditOrigin } from './record-audit.ts';
import { recordAudit } from './record-audit.ts';
import { findFirstOrganization, findOldestKey, setOrganizationName } from './store.ts';
import { listUsers } from './user-store.ts';

type ClaimContext = Pick<App, 'config' | 'db' | 'gate'>;

/** Thrown inside the transaction of a sign-up whose organization somebody else has claimed in the meantime. */
export class ClaimGone extends Error {}

/**
 * Whether the sandbox has a first organization that nobody owns: the one of the key that was handed out at the first
 * start. Never in production.
 */
export async function isClaimOpen(app: Pick<App, 'config' | 'db'>): Promise<boolean> {
  if (app.config.environment !== 'sandbox') return false;
  const first = await findFirstOrganization(app.db);
  return first !== undefined && (await isClaimable(app.db, first.organizationId));
}

/**
 * The organization that a key lets its holder own: the first key of the sandbox's first organization, as long as nobody
 * belongs to it. Anyone on the network may sign up, but only who has the terminal, or the file, in which that key
 * was shown can name it. Other keys of the organization are for other people. Wrong keys count as unknown keys of
 * their network (`guard-unknown-keys`). Throws `rate_exceeded` for too many of them.
 */
export async function findClaimedOrganization(
  app: ClaimContext,
  keyText: string,
  remoteAddress: string,
): Promise<OrganizationId | undefined> {
  if (app.config.environment !== 'sandbox') return undefined;
  const credential = { kind: 'text', text: keyText } as const;
  const identity = await app.gate.authenticate(credential, 'api', { ip: remoteAddress });
  if (identity?.principal.kind !== 'api_key') return undefined;
  const first = await findFirstOrganization(app.db);
  if (first?.organizationId !== identity.organizationId) return undefined;
  const oldest = await findOldestKey(app.db, first.organizationId);
  if (oldest?.keyId !== identity.principal.keyId) return undefined;
  return (await isClaimable(app.db, first.organizationId)) ? first.organizationId : undefined;
}

/** Holds the organization until its new owner is written; of two who claim it at once the second throws `ClaimGone`. */
export async function holdClaim(tx: Tx, organizationId: OrganizationId): Promise<void> {
  await lockOrganization(tx, organizationId);
  if (!(await isClaimable(tx, organizationId))) throw new ClaimGone();
}

/** Puts the claim on record and gives the organization the name its owner has typed. */
export async function recordClaim(
  tx: Tx,
  app: Pick<App, 'clock'>,
  { user, name, request }: { readonly user: User; readonly name: string; readonly request: AuditOrigin },
): Promise<void> {
  const { organizationId, userId } = user;
  await setOrganizationName(tx, organizationId, name);
  await recordAudit(tx, app.clock, {
    organizationId,
    actor: { kind: 'user', id: userId },
    action: 'organization.claimed',
    target: organizationId,
    detail: { name },
    request,
  });
}

/** Nobody belongs to it, and the key that was made first, by the process itself, still holds. */
async function isClaimable(h: App['db'] | Tx, organizationId: OrganizationId): Promise<boolean> {
  const oldest = await findOldestKey(h, organizationId);
  if (oldest === undefined || !oldest.isLive || oldest.createdBy !== undefined) return false;
  return (await listUsers(h, organizationId, 1)).length === 0;
}
