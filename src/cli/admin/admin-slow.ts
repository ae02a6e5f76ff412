import type { Command } from 'commander';
import { explainSlowStatements, SlowStatements } from '../../platform/db/slow-statements.ts';
import { CommandFailure } from '../command-failure.ts';
import { askOrDo, readConfig } from './admin-process.ts';

/** Adds `admin explain-slow`. */
export function addExplainSlowCommand(admin: Command): void {
  admin
    .command('explain-slow')
    .description('list the statements that take the database most time, with their plans')
    .option('--limit <count>', 'how many', '10')
    .option('--by <order>', 'total: all calls together; mean: one call', 'total')
    .option('--plan', 'show the whole plan of each')
    .action(explainSlow);
}

async function explainSlow({ limit, by, plan = false }: { limit: string; by: string; plan?: boolean }): Promise<void> {
  const request = { limit: Number(limit), by };
  const answer = SlowStatements.parse(
    await askOrDo(readConfig(), {
      command: 'explain_slow',
      request,
      work: (place) => explainSlowStatements(place, request),
    }),
  );
  if (answer.kind === 'unknown') throw new CommandFailure(answer.why);
  for (const statement of answer.statements) {
    const { calls, meanMs, totalSeconds, rowsPerCall, scans } = statement;
    console.log(
      `${totalSeconds.toFixed(1)} s in ${calls} calls, ${meanMs.toFixed(1)} ms each, ${rowsPerCall.toFixed(1)} rows\n  ${statement.text}`,
    );
    for (const { table, rows } of scans) console.log(`  reads all of ${table}: about ${Math.round(rows)} rows`);
    if (statement.plan.length === 0) console.log('  no plan without its values');
    else if (plan) for (const line of statement.plan) console.log(`    ${line}`);
  }
  if (answer.statements.length === 0) console.log('No statement was counted so far.');
}
