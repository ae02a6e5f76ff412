/**
 * `npm run reconcile [-- --changed] [--restart]`: proves money = bookings for the whole database, or (`--changed`) for
 * what has changed since the run before. A running process of this data directory does it itself (the embedded database
 * belongs to one process); else the database is opened here. It goes in parts, says how far it is, and goes on where it
 * was stopped; `--restart` begins again. Exits 1 with a listing where something does not agree.
 */
import { parseArgs } from 'node:util';
import { createApp } from '../src/app.ts';
import { proveInSteps } from '../src/bookings/reconcile/prove-in-steps.ts';
import { describeReport } from '../src/bookings/reconcile/reconcile.ts';
import { type ReconcileProgress, type ReconcileStep, stepReconcile } from '../src/bookings/reconcile/run-reconcile.ts';
import { callAdmin } from '../src/platform/admin/admin-socket.ts';
import { type Config, loadConfig } from '../src/platform/config.ts';

const { values } = parseArgs({
  options: { changed: { type: 'boolean', default: false }, restart: { type: 'boolean', default: false } },
});
const config = loadConfig(process.env);
const first = { kind: values.changed ? 'changed' : 'full', isAnew: values.restart } as const;
const answer = await callAdmin(config.dataDir, 'reconcile_step', first);
const report =
  answer === undefined
    ? await proveHere(config)
    : await proveInSteps(first, { step: askProcess, say, begun: answer.result });
console.log(describeReport(report));
// Set, not called: what is printed is flushed first.
process.exitCode = report.problems.length === 0 ? 0 : 1;

async function askProcess(step: ReconcileStep): Promise<unknown> {
  const next = await callAdmin(config.dataDir, 'reconcile_step', step);
  if (next === undefined) throw new Error('The running process has ended. Begin again: it goes on where it stopped.');
  return next.result;
}

async function proveHere(settings: Config): Promise<ReconcileProgress['report']> {
  const app = await createApp({ ...settings, logLevel: 'silent' });
  try {
    return await proveInSteps(first, { step: (step) => stepReconcile(app, step), say });
  } finally {
    await app.outbound.close();
    await app.shared.close();
    await app.reads.close();
    await app.db.close();
  }
}

/** Progress goes beside the result, which a script may read. */
function say(line: string): void {
  console.error(line);
}
