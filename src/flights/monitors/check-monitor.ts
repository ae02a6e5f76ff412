import type { App, Caller } from '../../context.ts';
import { Refusal } from '../../platform/errors.ts';
import { asId } from '../../platform/ids.ts';
import type { JobOutcome, JobRun } from '../../platform/jobs/job.ts';
import {
  ENDED_MONITOR_RETENTION_SECONDS,
  isMonitorLive,
  nextCheckAt,
  type PriceCheck,
  type PriceMonitor,
  recordCheck,
} from '../model/prices/price-monitor.ts';
import { publishTriggered, toCheck } from './monitor-price.ts';
import {
  deleteMonitorRow,
  findMonitor,
  findMonitorForUpdate,
  type MonitorKey,
  updateCheckedMonitor,
} from './monitor-store.ts';
import { readPrice, readPriceSearch } from './price-monitoring.ts';

/**
 * Checks a monitor's price when that is due, and returns when to check again. Running it twice has the effect of
 * running it once: it searches outside any transaction, and writes only when no other run has written since. The event
 * of a triggered monitor is written in the same transaction.
 */
export async function checkMonitor(app: App, monitorId: string, run: JobRun): Promise<JobOutcome> {
  const key: MonitorKey = { organizationId: run.organizationId, monitorId };
  const monitor = await findMonitor(app.db, key);
  if (monitor === undefined) return undefined;
  if (!isMonitorLive(monitor, run.now)) return await deleteAfterRetention(app, key, monitor, run.now);
  // A job that is retried after a crash, or runs twice, may start before the check is due.
  if (run.now < nextCheckAt(monitor)) return runAgainAt(nextCheckAt(monitor), run.now);
  const check = await checkPrice(app, monitor, run);
  run.signal.throwIfAborted();
  const next = await app.db.transaction(async (tx) => {
    const current = await findMonitorForUpdate(tx, key);
    if (current === undefined || current.checkNumber !== monitor.checkNumber) return current;
    const { monitor: checked, isTriggered } = recordCheck(current, check);
    await updateCheckedMonitor(tx, run.organizationId, checked);
    if (isTriggered) await publishTriggered(tx, app, run.organizationId, checked);
    return checked;
  });
  return next && runAgainAt(nextCheckAt(next), run.now);
}

/** A placeholder: a monitor searches for its organization, without an API key. */
const NO_KEY = asId('apiKey', 'key_price_monitor');

async function checkPrice(app: App, monitor: PriceMonitor, run: JobRun): Promise<PriceCheck> {
  const caller: Caller = {
    organizationId: run.organizationId,
    environment: app.config.environment,
    principal: { kind: 'api_key', keyId: NO_KEY },
    credentialId: NO_KEY,
    scopes: ['search'],
    isUnlimited: true,
    now: run.now,
    endUserId: undefined,
  };
  try {
    const sold = await app.forSale(run.organizationId);
    const search = readPriceSearch(sold, caller, monitor.priceQuery);
    return toCheck(await readPrice(sold, caller, search, { signal: run.signal, purpose: 'monitor' }), run.now);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // The search is refused, for example because no supplier is configured any more or a place has left the world. The
    // monitor records a stale check and continues.
    app.log.warn({ err: error, monitor_id: monitor.monitorId }, 'A price monitor could not ask.');
    return { status: 'stale', at: run.now, price: undefined };
  }
}

/** Deletes an ended monitor once it has been readable for 30 days. */
async function deleteAfterRetention(app: App, key: MonitorKey, monitor: PriceMonitor, now: Date): Promise<JobOutcome> {
  const deletedAt = new Date(monitor.endsAt.getTime() + ENDED_MONITOR_RETENTION_SECONDS * 1_000);
  if (now < deletedAt) return runAgainAt(deletedAt, now);
  await app.db.transaction((tx) => deleteMonitorRow(tx, key));
  return undefined;
}

function runAgainAt(at: Date, now: Date): JobOutcome {
  return { runAgainInSeconds: Math.max(1, Math.ceil((at.getTime() - now.getTime()) / 1_000)) };
}
