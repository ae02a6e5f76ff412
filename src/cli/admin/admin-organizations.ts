import type { Command } from 'commander';
import {
  AdminCreditsAnswer,
  AdminLimitsAnswer,
  AdminOrganizationsAnswer,
  addCreditsForAdmin,
  listOrganizationsForAdmin,
  setLimitsForAdmin,
} from '../../metering/administer-organizations.ts';
import { type AdminPlace, askOrDo, readConfig } from './admin-process.ts';
import { CommandFailure } from '../command-failure.ts';

/** Adds the commands about organizations to the administrator's: which there are, their credit, their limits. */
export function addOrganizationCommands(admin: Command): void {
  admin
    .command('list-organizations')
    .description('list organizations with their credit, newest first')
    .option('--name <part>', 'only those whose name holds this')
    .action(list);
  admin
    .command('add-credits')
    .description("add to an organization's credit; it counts from the next call")
    .requiredOption('--organization <id>', 'whose credit')
    .requiredOption('--amount <credits>', 'how many; a negative number takes them away')
    .action(addCredits);
  admin
    .command('set-limits')
    .description("take an organization's quota, rate and credit away, or give them back")
    .requiredOption('--organization <id>', 'whose limits')
    .option('--unlimited', 'no quota, no rate, no credit')
    .option('--limited', 'as every organization')
    .action(setLimits);
}

type AdminWork = (place: AdminPlace, request: unknown) => Promise<unknown>;

const ask = (command: string, request: unknown, work: AdminWork) =>
  askOrDo(readConfig(), { command, request, work: (place) => work(place, request) });

async function list({ name }: { readonly name?: string }): Promise<void> {
  const { organizations, isMore } = AdminOrganizationsAnswer.parse(
    await ask('list_organizations', { name }, listOrganizationsForAdmin),
  );
  for (const { organizationId, name: called, createdAt, isUnlimited, balance } of organizations) {
    console.log(
      `${createdAt.slice(0, 10)}  ${organizationId}  ${isUnlimited ? 'without limits' : `${balance} credits`}  ${called}`,
    );
  }
  console.log(isMore ? 'There are more: --name finds them.' : `${organizations.length} of them.`);
}

async function addCredits({
  organization,
  amount,
}: {
  readonly organization: string;
  readonly amount: string;
}): Promise<void> {
  // Number('') is 0 and refused as that; what is no number is refused as no whole number.
  const request = { organizationId: organization, amount: Number(amount) };
  const { name, balance } = AdminCreditsAnswer.parse(await ask('add_credits', request, addCreditsForAdmin));
  console.log(`${name} has ${balance} credits now.`);
}

async function setLimits({
  organization,
  unlimited = false,
  limited = false,
}: {
  readonly organization: string;
  readonly unlimited?: boolean;
  readonly limited?: boolean;
}): Promise<void> {
  if (unlimited === limited) throw new CommandFailure('Say one of --unlimited and --limited.');
  const { name, isUnlimited } = AdminLimitsAnswer.parse(
    await ask('set_limits', { organizationId: organization, isUnlimited: unlimited }, setLimitsForAdmin),
  );
  console.log(
    `${name} ${isUnlimited ? 'has no limits now' : 'has limits now'}; every process believes it within seconds.`,
  );
}
