import type { App } from '../context.ts';
import type { Tx } from '../platform/db/db.ts';
import { newId, type OrganizationId } from '../platform/ids.ts';
import { createOrganization } from './create-organization.ts';
import type { AuditEvent } from './model/audit.ts';
import type { UserRole } from '../platform/security/roles.ts';
import { OWN_ISSUER, type User } from './model/user.ts';
import { type AuditOrigin, recordAudit } from './record-audit.ts';
import { findUserBySubject, insertUser } from './user-store.ts';

/** A user to be made. */
export interface NewUser {
  readonly email: string | undefined;
  readonly isEmailVerified: boolean;
  readonly name?: string | undefined;
  /** Of the organization that is made for them; omitted: their own name. */
  readonly organizationName?: string | undefined;
  /** Omitted: an organization of their own is made, which they own. */
  readonly membership?: { readonly organizationId: OrganizationId; readonly role: UserRole };
  /** Who makes them, for the record; omitted: they themselves. */
  readonly actor?: AuditEvent['actor'];
  /** The request they come by, for the record. */
  readonly request?: AuditOrigin | undefined;
  /** What must hold, or make room, before the user is written, in the same transaction; what it throws ends it. */
  readonly beforehand?: (tx: Tx) => Promise<void>;
  /** What else becomes true with the user, in the same transaction: a password, an accepted invitation. */
  readonly alongside?: (tx: Tx, user: User) => Promise<void>;
}

/** Whom an issuer vouches for. */
export interface Subject {
  readonly issuer: string;
  readonly subject: string;
}

type UsersContext = Pick<App, 'config' | 'db' | 'clock'>;

/** Makes a user of our own sign-in; undefined when the address is somebody's already. */
export function createUser(app: UsersContext, request: NewUser): Promise<User | undefined> {
  return insertNewUser(app, request, undefined);
}

/**
 * The user of an external issuer's subject; the first time they are seen they and their organization are made. Safe to
 * call at once.
 */
export async function provisionUser(app: UsersContext, subject: Subject, request: NewUser): Promise<User> {
  const known = await findUserBySubject(app.db, subject.issuer, subject.subject);
  const user =
    known ??
    (await insertNewUser(app, request, subject)) ??
    (await findUserBySubject(app.db, subject.issuer, subject.subject));
  if (user === undefined) throw new Error('a user could neither be made nor found');
  return user;
}

/** Thrown inside the transaction so that no organization remains for a user who exists already. */
class UserExists extends Error {}

async function insertNewUser(
  app: UsersContext,
  request: NewUser,
  subject: Subject | undefined,
): Promise<User | undefined> {
  const { email, isEmailVerified, name } = request;
  const userId = newId('user');
  const now = app.clock.now();
  try {
    return await app.db.transaction(async (tx) => {
      await request.beforehand?.(tx);
      const { organizationId, role } = request.membership ?? (await makeOwnOrganization(app, tx, request, userId));
      const user: User = {
        organizationId,
        userId,
        role,
        issuer: subject?.issuer ?? OWN_ISSUER,
        subject: subject?.subject ?? userId,
        email,
        emailVerifiedAt: email !== undefined && isEmailVerified ? now : undefined,
        name,
        createdAt: now,
      };
      if (!(await insertUser(tx, user))) throw new UserExists();
      await recordAudit(tx, app.clock, {
        organizationId,
        actor: actorOfNew(request, userId),
        action: 'member.joined',
        target: userId,
        detail: { role },
        request: request.request,
      });
      await request.alongside?.(tx, user);
      return user;
    });
  } catch (error) {
    if (error instanceof UserExists) return undefined;
    throw error;
  }
}

/** Names of organizations stand in mails and on pages. */
const organizationNameLengthMax = 100;

async function makeOwnOrganization(
  app: UsersContext,
  tx: Tx,
  wanted: NewUser,
  userId: string,
): Promise<{ readonly organizationId: OrganizationId; readonly role: UserRole }> {
  const { organizationName, name, email, request } = wanted;
  const organization = await createOrganization(
    { ...app, db: tx },
    {
      name: (organizationName ?? name ?? email ?? 'Organization').slice(0, organizationNameLengthMax),
      actor: actorOfNew(wanted, userId),
      request,
    },
  );
  return { organizationId: organization.organizationId, role: 'owner' };
}

function actorOfNew({ actor }: NewUser, userId: string): AuditEvent['actor'] {
  return actor ?? { kind: 'user', id: userId };
}
