import { createUser } from '../../src/identity/create-user.ts';
import type { User } from '../../src/identity/model/user.ts';
import type { UserRole } from '../../src/platform/security/roles.ts';
import type { Scope } from '../../src/context.ts';
import type { UserCredentials, VerifiedUser } from '../../src/platform/http/gate.ts';
import { asId, type OrganizationId } from '../../src/platform/ids.ts';
import type { TestService } from './service/service.ts';

const prefix = 'test-token';
const ALL: readonly Scope[] = ['search', 'book', 'manage'];

/**
 * Takes the word of whoever presents `signInAs`'s token: for tests about what users may do, not about how they prove
 * who they are. Goes into `startService({ users })`.
 */
export const trustingUsers: UserCredentials = {
  async verifyToken(token) {
    return readTestToken(token);
  },
  async readSession() {
    return undefined;
  },
};

/**
 * The headers of a signed-in user's call, in a service that was started with `trustingUsers`; `program`: of a program
 * that acts for them.
 */
export function signInAs(
  user: Pick<User, 'organizationId' | 'userId'>,
  scopes: readonly Scope[] = ALL,
  program = '',
): { readonly authorization: string } {
  return { authorization: `Bearer ${[prefix, user.organizationId, user.userId, scopes.join('+'), program].join('.')}` };
}

/** A user of a service: of an organization of their own, or of the one given. */
export async function makeUser(
  service: Pick<TestService, 'app'>,
  request: {
    readonly email: string;
    readonly name?: string;
    readonly organizationId?: OrganizationId;
    readonly role?: UserRole;
  },
): Promise<User> {
  const { email, name, organizationId, role = 'member' } = request;
  const user = await createUser(service.app, {
    email,
    isEmailVerified: true,
    name,
    ...(organizationId === undefined ? {} : { membership: { organizationId, role } }),
  });
  if (user === undefined) throw new Error(`${email} has an account already`);
  return user;
}

function readTestToken(token: string): VerifiedUser | undefined {
  const [word, organizationId, userId, scopes, program = ''] = token.split('.');
  if (word !== prefix || organizationId === undefined || userId === undefined || scopes === undefined) return undefined;
  return {
    organizationId: asId('organization', organizationId),
    userId: asId('user', userId),
    scopes: ALL.filter((scope) => scopes.split('+').includes(scope)),
    ...(program === '' ? {} : { grant: { hash: `grant-of-${program}`, clientName: program } }),
  };
}
