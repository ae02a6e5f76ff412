import * as z from 'zod';
import type { App } from '../context.ts';
import { createUser } from '../identity/create-user.ts';
import { isPlainlySpelt } from '../identity/model/user.ts';
import { ADMIN } from '../identity/record-audit.ts';
import { readAdminArguments } from '../platform/admin/admin-arguments.ts';
import { isMailbox } from '../platform/mail/mailer.ts';
import { asId } from '../platform/ids.ts';
import { USER_ROLES } from '../platform/security/roles.ts';
import { issueEmailLink } from './links/issue-email-link.ts';

const nameLengthMax = 100;

/** What `bly admin create-user` sends, to the running process or to itself. */
const AdminUserRequest = z.object({
  email: z
    .string()
    .trim()
    .refine((email) => isMailbox(email) && isPlainlySpelt(email), 'must be an email address'),
  name: z.string().trim().min(1, 'must not be empty').max(nameLengthMax).optional(),
  /** An organization's id; omitted: one of their own is made. */
  organizationId: z.string().optional(),
  role: z.enum(USER_ROLES, `must be one of ${USER_ROLES.join(', ')}`).default('owner'),
});
export const AdminUserAnswer = z.object({ userId: z.string(), organizationId: z.string(), link: z.string() });

/**
 * Makes a user on behalf of the operator, and a link to their first password that works once, for a
 * day. Throws with a sentence for that person.
 */
export async function makeUserForAdmin(
  app: Pick<App, 'config' | 'db' | 'clock'>,
  args: unknown,
): Promise<z.infer<typeof AdminUserAnswer>> {
  if (app.config.oidc !== undefined)
    throw new Error(
      "BLY_OIDC_ISSUER is set: users and their passwords are that issuer's, and become users here with their first token",
    );
  const { email, name, organizationId, role } = readAdminArguments(AdminUserRequest, args);
  const made = { link: '' };
  const user = await createUser(app, {
    email,
    isEmailVerified: false,
    name,
    actor: ADMIN,
    ...(organizationId === undefined
      ? {}
      : { membership: { organizationId: asId('organization', organizationId), role } }),
    async alongside(tx, { organizationId: owner, userId }) {
      made.link = await issueEmailLink({ ...app, db: tx }, { organizationId: owner, userId }, 'welcome');
    },
  });
  if (user === undefined) throw new Error(describeKnown(app, email, organizationId));
  return { userId: user.userId, organizationId: user.organizationId, link: made.link };
}

/** What to do for somebody who signs in here already: nobody but they accept another organization. */
function describeKnown({ config }: Pick<App, 'config'>, email: string, organizationId: string | undefined): string {
  const known = `${email} has an account already, and nothing was changed.`;
  const password = `${config.publicUrl}/forgot-password sets another password.`;
  if (organizationId === undefined)
    return `${known} They found another organization on ${config.publicUrl}/account/organizations; ${password}`;
  return `${known} To have them join ${organizationId}, an owner of it invites them on ${config.publicUrl}/console/members, and they accept with the sign-in they have; ${password}`;
}
