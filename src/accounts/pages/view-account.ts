import type { EventView, MemberView, OrganizationProblem } from '../../../web/accounts/view.ts';
import type { App } from '../../context.ts';
import { listMembers } from '../../identity/members/change-members.ts';
import type { AuditEvent } from '../../identity/model/audit.ts';
import type { User } from '../../identity/model/user.ts';
import { readAuditLog } from '../../identity/read-audit-log.ts';
import { listKeys } from '../../identity/read-organization.ts';
import { readAccount } from '../../metering/read-usage.ts';
import { countRecoveryCodes } from '../second-factor/second-factor-store.ts';
import { listSessions } from '../sessions/list-sessions.ts';
import type { ReadForm } from './read-form.ts';
import type { MemberVisit } from './with-member.ts';

/** Entries of the audit log that the page shows; the whole of it is `GET /v1/audit_log`. */
const eventsShown = 25;

/** The organization and its balance. */
export async function viewOverview(
  app: App,
  { acting: { caller } }: MemberVisit,
  { typed, problems, problem }: ReadForm & { readonly problem?: OrganizationProblem },
): Promise<MemberView> {
  const { organization, balance } = await readAccount(app, caller);
  return {
    kind: 'overview',
    organizationId: organization.organizationId,
    organizationName: organization.name,
    environment: organization.environment,
    balance: organization.isUnlimited ? undefined : balance,
    mayFound: app.config.signUp === 'open',
    problem,
    typed,
    problems,
  };
}

/** What the security page shows, but for what is wrong. */
export async function viewSecurity(
  app: App,
  visit: MemberVisit,
): Promise<Omit<Extract<MemberView, { readonly kind: 'security' }>, 'problems' | 'problem'>> {
  const { user, session, requiresFactor } = visit;
  const [events, sessions, recoveryCodesLeft] = await Promise.all([
    viewEvents(app, visit),
    listSessions(app, session),
    user.secondFactorAt === undefined ? 0 : countRecoveryCodes(app.db, user.userId),
  ]);
  const factor = { since: user.secondFactorAt, recoveryCodesLeft, isRequired: requiresFactor };
  return { kind: 'security', events, sessions, factor };
}

/** What was done lately in the organization, with names where there are any. */
async function viewEvents(app: App, { acting: { caller } }: MemberVisit): Promise<readonly EventView[]> {
  const [{ events }, people, keys] = await Promise.all([
    readAuditLog(app, caller, { action: undefined, limit: eventsShown, pageToken: undefined }),
    listMembers(app, caller),
    listKeys(app, caller.organizationId),
  ]);
  const names = new Map<string, string>([
    ...people.map((person) => [person.userId, nameOf(person)] as const),
    ...keys.map((key) => [key.keyId, key.name] as const),
  ]);
  return events.map((event) => viewEvent(event, names));
}

/** What a person is called on pages. */
export function nameOf({ name, email, userId }: User): string {
  return name ?? email ?? userId;
}

/** Of an act that nobody has shown to be theirs (a failed sign-in), whose account it was. */
function viewEvent(
  { at, action, actor, target, remoteAddress }: AuditEvent,
  names: ReadonlyMap<string, string>,
): EventView {
  const id = actor.id ?? (action.startsWith('user.') ? target : undefined);
  return {
    at,
    action,
    actorKind: actor.kind,
    actor: id === undefined ? undefined : (names.get(id) ?? id),
    remoteAddress,
  };
}
