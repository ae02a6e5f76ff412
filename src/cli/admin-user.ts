import type { Command } from 'commander';
import { AdminUserAnswer, makeUserForAdmin } from '../accounts/create-user-for-admin.ts';
import { systemClock } from '../platform/clock.ts';
import { askRunningProcess, readConfig, withDatabase } from './admin-process.ts';
import { CommandFailure } from './command-failure.ts';

interface CreateUserOptions {
  readonly email: string;
  readonly name?: string;
  readonly organization?: string;
  readonly role?: string;
}

/** Adds `admin create-user` to the administrator's commands: the first owner of an installation that nobody may sign up at. */
export function addCreateUserCommand(admin: Command): void {
  admin
    .command('create-user')
    .description('make a user; prints a link to their first password, which works once')
    .requiredOption('--email <address>', 'what they sign in with')
    .option('--name <name>', 'what they are called')
    .option('--organization <id>', 'the organization they join (default: one of their own, which they own)')
    .option('--role <role>', 'owner or member, with --organization (default: owner)')
    .action(createUser);
}

async function createUser({ email, name, organization, role }: CreateUserOptions): Promise<void> {
  const request = { email, name, organizationId: organization, role };
  const config = readConfig();
  const answer = (await askRunningProcess(config, 'create_user', request)) ?? (await withDatabase(config, async (db) => {
    try {
      return await makeUserForAdmin({ config, clock: systemClock, db }, request);
    } catch (cause) {
      throw new CommandFailure(cause instanceof Error ? cause.message : 'the user could not be made', { cause });
    }
  }));
  const { userId, organizationId, link } = AdminUserAnswer.parse(answer);
  console.log(`User:          ${userId}\nOrganization:  ${organizationId}\nFirst password (works once, for 24 hours):\n${link}`);
}
