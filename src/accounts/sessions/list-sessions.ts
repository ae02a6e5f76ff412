import { hash } from 'node:crypto';
import Bowser from 'bowser';
import type { SessionView } from '../../../web/accounts/view.ts';
import type { App } from '../../context.ts';
import { recordAudit } from '../../identity/record-audit.ts';
import { isSessionLive } from '../model/session.ts';
import type { SignInRequest } from './open-session.ts';
import { deleteOtherSessions, deleteSession, listSessionsOf, type WebSession } from './session-store.ts';

/** More than anybody has; the rest ends with "all others". */
const SESSIONS_MAX = 100;
const ID_LENGTH = 24;

/** Every session of the person behind one, the one that was seen last first. */
export async function listSessions(app: Pick<App, 'db' | 'clock'>, own: WebSession): Promise<readonly SessionView[]> {
  return (await liveSessions(app, own)).map((session) => ({
    id: idOf(session),
    device: deviceOf(session.userAgent),
    remoteAddress: session.remoteAddress,
    startedAt: session.createdAt,
    seenAt: session.lastSeenAt,
    isCurrent: session.sessionHash === own.sessionHash,
  }));
}

/** Ends another session of the person behind `own`, in every process at once; false when there is none of that id. */
export async function endSession(
  app: Pick<App, 'db' | 'clock'>,
  own: WebSession,
  { id, request }: { readonly id: string; readonly request: SignInRequest },
): Promise<boolean> {
  const ended = (await liveSessions(app, own)).find((session) => idOf(session) === id);
  if (ended === undefined || ended.sessionHash === own.sessionHash) return false;
  return await app.db.transaction(async (tx) => {
    if (!(await deleteSession(tx, ended))) return false;
    await recordEnd(tx, app, { own, count: 1, request });
    return true;
  });
}

/** Ends every session of the person but `own`. */
export async function endOtherSessions(
  app: Pick<App, 'db' | 'clock'>,
  own: WebSession,
  request: SignInRequest,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const count = await deleteOtherSessions(tx, own, own.sessionHash);
    if (count > 0) await recordEnd(tx, app, { own, count, request });
  });
}

async function recordEnd(
  tx: Parameters<typeof recordAudit>[0],
  { clock }: Pick<App, 'clock'>,
  { own, count, request }: { readonly own: WebSession; readonly count: number; readonly request: SignInRequest },
): Promise<void> {
  const { organizationId, userId } = own;
  await recordAudit(tx, clock, {
    organizationId,
    actor: { kind: 'user', id: userId },
    action: 'user.session_ended',
    target: userId,
    detail: { count },
    request,
  });
}

async function liveSessions(app: Pick<App, 'db' | 'clock'>, own: WebSession): Promise<readonly WebSession[]> {
  const now = app.clock.now();
  return (await listSessionsOf(app.db, own, SESSIONS_MAX)).filter((session) => isSessionLive(session, now));
}

/** Names a session on a page; nobody gets from it to what is stored, or to the cookie. */
function idOf({ sessionHash }: WebSession): string {
  return hash('sha256', `session ${sessionHash}`, 'hex').slice(0, ID_LENGTH);
}

/** “Firefox 128 on Windows”, as far as the browser has named itself. */
function deviceOf(userAgent: string | undefined): string | undefined {
  if (userAgent === undefined || userAgent === '') return undefined;
  const { browser, os } = Bowser.parse(userAgent);
  const name = browser.name === undefined || browser.name === '' ? undefined : browser.name;
  const version = browser.version?.split('.')[0] ?? '';
  const parts = [name === undefined ? undefined : `${name} ${version}`.trim(), os.name].filter(
    (part) => part !== undefined && part !== '',
  );
  return parts.length === 0 ? undefined : parts.join(' · ');
}
