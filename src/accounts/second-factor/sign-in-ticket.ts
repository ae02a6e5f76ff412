import * as z from 'zod';
import type { App } from '../../context.ts';
import type { User } from '../../identity/model/user.ts';
import { findLiveUser } from '../../identity/read-user.ts';
import type { PageContext } from '../../platform/http/route.ts';
import { asId } from '../../platform/ids.ts';
import { browserMarkOf } from '../pages/form-token.ts';
import { findDeviceVersion, findPasswordHash } from '../passwords/password-store.ts';

/** Between the password and the code. */
const ticketMs = 10 * 60_000;
const CONTEXT = 'sign-in ticket';
const Ticket = z.object({
  organization_id: z.string(),
  user_id: z.string(),
  /** Of the password: another one, or a sign-out everywhere, ends the ticket. */
  version: z.string(),
  browser: z.string(),
  until: z.number(),
});

/** Somebody whose password was right, and whose code is still missing. */
export interface HalfSignedIn {
  readonly user: User;
  readonly passwordHash: string;
}

/**
 * Says, sealed, that this browser has shown a person's password: it opens nothing, and only lets a code be typed.
 * Undefined when the password has become another one since it was checked.
 */
export async function issueTicket(
  context: PageContext,
  { user, passwordHash }: HalfSignedIn,
): Promise<string | undefined> {
  const { app } = context;
  const version = await findDeviceVersion(app.db, user, passwordHash);
  if (version === undefined) return undefined;
  const ticket: z.infer<typeof Ticket> = {
    organization_id: user.organizationId,
    user_id: user.userId,
    version,
    browser: browserMarkOf(context) ?? '',
    until: app.clock.now().getTime() + ticketMs,
  };
  return app.sealer.seal('cookie', JSON.stringify(ticket), CONTEXT);
}

/** Whose ticket it is; undefined for one that was altered, is over, or was made in another browser. */
export async function readTicket(context: PageContext, text: string): Promise<HalfSignedIn | undefined> {
  const { app } = context;
  const plain = app.sealer.open('cookie', text, CONTEXT);
  if (plain === undefined) return undefined;
  const ticket = Ticket.parse(JSON.parse(plain.toString('utf8')));
  if (ticket.browser !== browserMarkOf(context) || app.clock.now().getTime() >= ticket.until) return undefined;
  const userId = asId('user', ticket.user_id);
  return await findHolder(
    app,
    { userId, organizationId: asId('organization', ticket.organization_id) },
    ticket.version,
  );
}

async function findHolder(
  app: App,
  { organizationId, userId }: Pick<User, 'organizationId' | 'userId'>,
  version: string,
): Promise<HalfSignedIn | undefined> {
  const user = await findLiveUser(app, organizationId, userId);
  const passwordHash = await findPasswordHash(app.db, { userId });
  if (user === undefined || passwordHash === undefined) return undefined;
  return (await findDeviceVersion(app.db, { userId }, passwordHash)) === version ? { user, passwordHash } : undefined;
}
