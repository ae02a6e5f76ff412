/**
 * `npm run reconcile`: proves money = bookings for the whole database. A running process of this data directory does it
 * itself (the embedded database belongs to one process); else the database is opened here. Exits 1 with a listing
 * otherwise.
 */
import * as z from 'zod';
import { createApp } from '../src/app.ts';
import { describeReport, type ReconcileReport, reconcile } from '../src/bookings/reconcile/reconcile.ts';
import { callAdmin } from '../src/platform/admin/admin-socket.ts';
import { type Config, loadConfig } from '../src/platform/config.ts';

const Problems = z.array(z.object({ organizationId: z.string(), subject: z.string(), problem: z.string() }));
const Report = z.object({
  bookings: z.number(),
  payments: z.number(),
  trips: z.number(),
  problems: Problems,
  unchecked: Problems,
  drifted: Problems,
});

const config = loadConfig(process.env);
const answer = await callAdmin(config.dataDir, 'reconcile', {});
const report = answer === undefined ? await reconcileHere(config) : Report.parse(answer.result);
console.log(describeReport(report));
// Set, not called: what is printed is flushed first.
process.exitCode = report.problems.length === 0 ? 0 : 1;

async function reconcileHere(settings: Config): Promise<ReconcileReport> {
  const app = await createApp({ ...settings, logLevel: 'silent' });
  try {
    return await reconcile(app);
  } finally {
    await app.outbound.close();
    await app.shared.close();
    await app.db.close();
  }
}
