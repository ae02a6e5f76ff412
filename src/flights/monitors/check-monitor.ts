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
 * Looks at a monitor's price when that is due, and says when to look again. Running it twice is running it once: the
 * price is asked for outside any transaction and written only if no other run has written since, together with the
 * event of a crossing.
 */
export async function checkMonitor(app: App, monitorId: string, run: JobRun): Promise<JobOutcome> {
  const key: MonitorKey = { organizationId: run.organizationId, monitorId };
  const monitor = await findMonitor(app.db, key);
  if (monitor === undefined) return undefined;
  if (!isMonitorLive(monitor, run.now)) return await deleteAfterRetention(app, key, monitor, run.now);
  // Handed back after a crash, or run twice, it may come before its time.
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

/** No key at all: a monitor looks for its organization. */
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
    return toCheck(await readPrice(app, caller, readPriceSearch(app, caller, monitor.priceQuery), run.signal), run.now);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // No supplier is configured any more, or a place has left the world: the monitor says so and goes on asking.
    app.log.warn({ err: error, monitor_id: monitor.monitorId }, 'A price monitor could not ask.');
    return { status: 'stale', at: run.now, price: undefined };
  }
}

/** An ended monitor can be read for a while, then goes. */
async function deleteAfterRetention(app: App, key: MonitorKey, monitor: PriceMonitor, now: Date): Promise<JobOutcome> {
  const deletedAt = new Date(monitor.endsAt.getTime() + ENDED_MONITOR_RETENTION_SECONDS * 1_000);
  if (now < deletedAt) return runAgainAt(deletedAt, now);
  await app.db.transaction((tx) => deleteMonitorRow(tx, key));
  return undefined;
}

function runAgainAt(at: Date, now: Date): JobOutcome {
  return { runAgainInSeconds: Math.max(1, Math.ceil((at.getTime() - now.getTime()) / 1_000)) };
}
