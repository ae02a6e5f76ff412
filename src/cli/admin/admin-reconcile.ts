import type { Command } from 'commander';
import { proveInSteps } from '../../bookings/reconcile/prove-in-steps.ts';
import { describeReport } from '../../bookings/reconcile/reconcile.ts';
import { CommandFailure } from '../command-failure.ts';
import { askOrDo, readConfig } from './admin-process.ts';

/** Adds `admin reconcile`. */
export function addReconcileCommand(admin: Command): void {
  admin
    .command('reconcile')
    .description('prove that money and bookings agree, in parts; goes on where it was stopped')
    .option('--changed', 'only what has changed since the run before')
    .option('--restart', 'begin again')
    .action(prove);
}

async function prove({ changed = false, restart = false }: { changed?: boolean; restart?: boolean }): Promise<void> {
  const config = readConfig();
  const report = await proveInSteps(
    { kind: changed ? 'changed' : 'full', isAnew: restart },
    {
      step: (request) =>
        askOrDo(config, {
          command: 'reconcile_step',
          request,
          // Suppliers and the processor are asked by a process that has them.
          work: () =>
            Promise.reject(new CommandFailure('No process of this installation runs here: `npm run reconcile`.')),
        }),
      say: (line) => console.error(line),
    },
  );
  console.log(describeReport(report));
  if (report.problems.length > 0) process.exitCode = 1;
}
