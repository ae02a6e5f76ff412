import { hashPassword } from '../../src/accounts/passwords/hash-password.ts';
import { upsertPassword } from '../../src/accounts/passwords/password-store.ts';
import { asId, type OrganizationId } from '../../src/platform/ids.ts';
import type { UserRole } from '../../src/platform/security/roles.ts';
import { PASSWORD, signIn, type Visitor } from './accounts.ts';
import type { TestService } from './service/service.ts';
import { makeUser } from './users.ts';

/** The organization of the service's own key. */
export async function organizationOf(service: TestService): Promise<OrganizationId> {
  const { body } = await service.call('GET', '/v1/account');
  return asId('organization', body.organization.organization_id);
}

/** Somebody of an organization, signed in with a browser of their own; their address names their role. */
export async function aStaffMember(
  service: TestService,
  role: UserRole,
  organizationId: OrganizationId,
): Promise<Visitor> {
  const email = `${role}-${organizationId}@example.com`.toLowerCase();
  const user = await makeUser(service, { email, name: `Person ${role}`, organizationId, role });
  await upsertPassword(service.app.db, user, await hashPassword(service.app.db, PASSWORD), new Date());
  const { visitor, answer } = await signIn(service, email);
  if (answer.status !== 303) throw new Error(`${role} was not let in: ${answer.status}`);
  return visitor;
}
