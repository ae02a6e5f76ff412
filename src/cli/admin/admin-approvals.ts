import type { Command } from 'commander';
import { AdminApprovalsAnswer, AdminDecisionAnswer } from '../../mandates/decide-for-admin.ts';
import { CommandFailure } from '../command-failure.ts';
import { askOrDo, readConfig } from './admin-process.ts';

interface DecideOptions {
  readonly approve?: boolean;
  readonly decline?: boolean;
  readonly reason: string;
}

/** Adds the commands of an administrator who decides what agents may buy, where no owner can on the account's page. */
export function addApprovalCommands(admin: Command): void {
  admin
    .command('list-approvals')
    .description('list mandates and purchases of an organization that wait for a decision')
    .argument('<organization>', 'whose')
    .action(list);
  admin
    .command('decide-approval')
    .description(
      'grant or decline a mandate, approve or decline a purchase, in place of an owner; stands in the audit log',
    )
    .argument('<organization>', 'the organization it belongs to')
    .argument('<id>', 'mdt_… or prp_…, as list-approvals names it')
    .requiredOption('--reason <text>', 'why; the agent reads it where it is declined')
    .option('--approve', 'yes')
    .option('--decline', 'no')
    .action(decide);
}

async function list(organizationId: string): Promise<void> {
  const waiting = AdminApprovalsAnswer.parse(await ask('list_approvals', { organizationId }));
  for (const { id, since, agent, what, note } of waiting) {
    console.log(
      [`${since}  ${id}  asked for by ${JSON.stringify(agent)}`, ...what.map((line) => `  ${line}`)].join('\n'),
    );
    if (note !== '') console.log(`  in their words: ${JSON.stringify(note)}`);
  }
  console.log(waiting.length === 0 ? 'Nobody waits for an approval.' : `${waiting.length} waiting.`);
}

async function decide(organizationId: string, id: string, { approve, decline, reason }: DecideOptions): Promise<void> {
  if ((approve === true) === (decline === true)) throw new CommandFailure('Say one of --approve and --decline.');
  const request = { organizationId, id, decision: approve ? 'approve' : 'decline', reason };
  const { status } = AdminDecisionAnswer.parse(await ask('decide_approval', request));
  console.log(`${id} is ${status}.`);
}

function ask(command: string, request: unknown): Promise<unknown> {
  return askOrDo(readConfig(), {
    command,
    request,
    // Its events and mails have to go out.
    work: () => Promise.reject(new CommandFailure('No process of this installation runs here that could do it.')),
  });
}
