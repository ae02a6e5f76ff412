import type { Command } from 'commander';
import { AdminUserAnswer, makeUserForAdmin } from '../../accounts/create-user-for-admin.ts';
import { askOrDo, readConfig } from './admin-process.ts';

interface CreateUserOptions {
  readonly email: string;
  readonly name?: string;
  readonly organization?: string;
  readonly role?: string;
}

/**
 * Adds `admin create-user` to the administrator's commands: the first owner of an installation that nobody may sign up
 * at.
 */
export function addCreateUserCommand(admin: Command): void {
  admin
    .command('create-user')
    .description('make a user; prints a link to their first password, which works once')
    .requiredOption('--email <address>', 'what they sign in with')
    .option('--name <name>', 'what they are called')
    .option('--organization <id>', 'the organization they join (default: one of their own, which they own)')
    .option('--role <role>', 'owner, admin, member, support or read_only, with --organization (default: owner)')
    .action(createUser);
}

async function createUser({ email, name, organization, role }: CreateUserOptions): Promise<void> {
  const request = { email, name, organizationId: organization, role };
  const answer = await askOrDo(readConfig(), {
    command: 'create_user',
    request,
    work: (place) => makeUserForAdmin(place, request),
  });
  const { userId, organizationId, link } = AdminUserAnswer.parse(answer);
  console.log(
    `User:          ${userId}\nOrganization:  ${organizationId}\nFirst password (works once, for 24 hours):\n${link}`,
  );
}
