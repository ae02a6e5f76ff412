import type { Command } from 'commander';
import { createLogger } from '../../platform/observability/log.ts';
import {
  type AdminSaleContext,
  AdminSuppliersAnswer,
  listSuppliersForAdmin,
  switchSaleForAdmin,
} from '../../supplier-accounts/sale/administer-sale.ts';
import { createSaleSwitches } from '../../supplier-accounts/sale/sale-switches.ts';
import { CommandFailure } from '../command-failure.ts';
import { askOrDo, readConfig } from './admin-process.ts';

interface SwitchOptions {
  readonly on?: boolean;
  readonly off?: boolean;
  readonly reason?: string;
  readonly organization?: string;
}

/** Adds the commands that switch suppliers off and on for sale. */
export function addSaleCommands(admin: Command): void {
  admin
    .command('switch-supplier')
    .description('switch a supplier off or on for sale, for every organization or for one; what was booked is serviced')
    .argument('<supplier>', 'as `provider` names it in answers; admin list-suppliers shows them')
    .option('--off', 'nothing of it is searched, quoted or paid, within a second everywhere')
    .option('--on', 'it is sold again')
    .option('--reason <text>', 'why it is switched off; staff of organizations read it')
    .option('--organization <id>', 'for this one alone')
    .action(switchSupplier);
  admin
    .command('list-suppliers')
    .description('list the suppliers of this installation and which are switched off for sale')
    .option('--organization <id>', 'with what this one has switched off for itself')
    .action(list);
}

async function switchSupplier(supplier: string, { on, off, reason, organization }: SwitchOptions): Promise<void> {
  if ((on === true) === (off === true)) throw new CommandFailure('Say one of --on and --off.');
  const request = { supplier, isForSale: on === true, reason, organizationId: organization };
  show(await ask('switch_supplier', request, switchSaleForAdmin));
}

async function list({ organization }: { readonly organization?: string }): Promise<void> {
  show(await ask('list_suppliers', { organizationId: organization }, listSuppliersForAdmin));
}

function show(answer: unknown): void {
  for (const { supplier, off } of AdminSuppliersAnswer.parse(answer).suppliers) {
    console.log(`${supplier}  ${off.length === 0 ? 'for sale' : 'switched off'}`);
    for (const { by, reason, since } of off)
      console.log(`  by the ${by === 'installation' ? 'operator' : 'organization'} since ${since}: ${reason}`);
  }
}

function ask(
  command: string,
  request: unknown,
  work: (app: AdminSaleContext, args: unknown) => Promise<unknown>,
): Promise<unknown> {
  return askOrDo(readConfig(), {
    command,
    request,
    work: (place) => {
      const log = createLogger({ ...place.config, logLevel: 'silent' });
      return work({ ...place, log, saleSwitches: createSaleSwitches({ db: place.db, log }) }, request);
    },
  });
}
