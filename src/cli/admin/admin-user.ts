import type { Command } from 'commander';
import { AdminFactorAnswer } from '../../accounts/second-factor/change-second-factor.ts';
import { AdminUserAnswer, makeUserForAdmin } from '../../accounts/create-user-for-admin.ts';
import { CommandFailure } from '../command-failure.ts';
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

/** Adds `admin reset-second-factor`: for a person who has lost both their program and their recovery codes. */
export function addResetSecondFactorCommand(admin: Command): void {
  admin
    .command('reset-second-factor')
    .description('let somebody sign in with the password alone again; make sure first that it is they who ask')
    .requiredOption('--email <address>', 'what they sign in with')
    .action(resetSecondFactor);
}

async function resetSecondFactor({ email }: { readonly email: string }): Promise<void> {
  const request = { email };
  const answer = await askOrDo(readConfig(), {
    command: 'reset_second_factor',
    request,
    // The mail has to go out.
    work: () => Promise.reject(new CommandFailure('No process of this installation runs here that could do it.')),
  });
  const { userId } = AdminFactorAnswer.parse(answer);
  console.log(`${userId} signs in with the password alone; every session of theirs has ended, and a mail says so.`);
}
