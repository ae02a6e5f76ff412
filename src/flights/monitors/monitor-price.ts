import type { App, Caller } from '../../context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import type { IdempotentRun } from '../../platform/http/route.ts';
import { newId, type OrganizationId } from '../../platform/ids.ts';
import type { JobDeclaration } from '../../platform/jobs/job.ts';
import { addDays, instantOfLocal } from '../../travel/dates.ts';
import { moneyFromMajor } from '../../travel/money.ts';
import { publishEvent } from '../../webhooks/publish-event.ts';
import { type FlightSearch, lowestPrice } from '../model/flight-search.ts';
import {
  LIVE_MONITORS_MAX,
  nextCheckAt,
  type PriceCheck,
  type PriceMonitor,
  type PriceQuery,
  recordCheck,
} from '../model/prices/price-monitor.ts';
import {
  countLiveMonitorsForInsert,
  deleteMonitorRow,
  findMonitor,
  insertMonitor,
  listMonitorRows,
} from './monitor-store.ts';
import { type PriceReading, type PriceReport, reportPrice } from './price-monitoring.ts';

/** The payload of the checking job. */
interface CheckPayload {
  readonly monitor_id: string;
}
/** The job that looks again; an argument, because it uses this folder's operations itself. */
export type CheckJob = JobDeclaration<CheckPayload>;

/** A question, and whether the price is to be watched from now on. */
export interface MonitorRequest {
  readonly priceQuery: PriceQuery;
  readonly watch: { readonly hasWebhook: boolean; readonly below: number | undefined } | undefined;
  readonly idempotency: IdempotentRun | undefined;
  readonly signal: AbortSignal;
}

/**
 * Answers what a journey costs and, with `watch`, keeps looking until it departs. The look itself is the monitor's
 * first check.
 */
export async function monitorPrice(
  app: App,
  caller: Caller,
  request: MonitorRequest,
  checkJob: CheckJob,
): Promise<{ readonly report: PriceReport; readonly monitorId: string | undefined }> {
  const { priceQuery, watch, idempotency, signal } = request;
  const earlierId = idempotency?.earlierResult?.['monitor_id'];
  const report = await reportPrice(app, caller, { priceQuery, below: watch?.below }, signal);
  if (watch === undefined || earlierId !== undefined) return { report, monitorId: earlierId };
  const { monitor, isTriggered } = recordCheck(
    newMonitor(app, caller, request, report.search),
    toCheck(report, caller.now),
  );
  await app.db.transaction(async (tx) => {
    const { organizationId, now } = caller;
    if ((await countLiveMonitorsForInsert(tx, organizationId, now)) >= LIVE_MONITORS_MAX) {
      throw refuse('state_conflict', {
        message: `An organization watches at most ${LIVE_MONITORS_MAX} prices at a time. Delete a monitor first.`,
      });
    }
    await insertMonitor(tx, organizationId, monitor);
    await idempotency?.recordResult(tx, { monitor_id: monitor.monitorId });
    if (isTriggered) await publishTriggered(tx, app, organizationId, monitor);
    await app.jobs.enqueue(tx, checkJob, {
      organizationId,
      payload: { monitor_id: monitor.monitorId },
      key: monitor.monitorId,
      dueAt: nextCheckAt(monitor),
    });
  });
  return { report, monitorId: monitor.monitorId };
}

/** A reading as the check a monitor made at an instant: a fare out of the cache is older than the look at it. */
export function toCheck({ status, cheapest }: PriceReading, at: Date): PriceCheck {
  return { status, at, price: cheapest === undefined ? undefined : lowestPrice(cheapest) };
}

/**
 * Publishes the crossing in the transaction that records it: what is committed is sent once, what is rolled back never
 * happened.
 */
export async function publishTriggered(
  tx: Tx,
  app: App,
  organizationId: OrganizationId,
  monitor: PriceMonitor,
): Promise<void> {
  if (!monitor.hasWebhook) return;
  const occurredAt = monitor.triggeredAt.at(-1) ?? monitor.createdAt;
  await publishEvent(
    tx,
    { organizationId, type: 'price_monitor.triggered', monitorId: monitor.monitorId, status: 'triggered', occurredAt },
    app,
  );
}

/** What an id of no monitor is answered with. */
export const UNKNOWN_MONITOR = 'No price monitor has this id.';

/** One monitor of the caller's organization; another's is the same 404 as none. */
export async function getMonitor(app: App, caller: Caller, monitorId: string): Promise<PriceMonitor> {
  const monitor = await findMonitor(app.db, { organizationId: caller.organizationId, monitorId });
  if (monitor === undefined) throw refuse('resource_not_found', { message: UNKNOWN_MONITOR });
  return monitor;
}

/** One page of the organization's monitors, newest first. */
export async function listMonitors(
  app: App,
  caller: Caller,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly monitors: readonly PriceMonitor[]; readonly hasMore: boolean }> {
  const found = await listMonitorRows(app.db, {
    organizationId: caller.organizationId,
    limit: page.limit + 1,
    offset: page.offset,
  });
  return { monitors: found.slice(0, page.limit), hasMore: found.length > page.limit };
}

/** Stops watching. A check under way finds no monitor to write to. */
export async function deleteMonitor(app: App, caller: Caller, monitorId: string, checkJob: CheckJob): Promise<void> {
  const { organizationId } = caller;
  const isDeleted = await app.db.transaction(async (tx) => {
    await app.jobs.cancel(tx, checkJob, { organizationId, key: monitorId });
    return await deleteMonitorRow(tx, { organizationId, monitorId });
  });
  if (!isDeleted) throw refuse('resource_not_found', { message: UNKNOWN_MONITOR });
}

function newMonitor(
  app: App,
  caller: Caller,
  { priceQuery, watch }: MonitorRequest,
  search: FlightSearch,
): PriceMonitor {
  const below = watch?.below ?? priceQuery.priceMax;
  const zone = app.places.airport(search.queries[0]?.slices[0]?.origins[0] ?? '')?.zone ?? 'UTC';
  return {
    monitorId: newId('monitor'),
    priceQuery: { ...priceQuery, currency: search.currency },
    currency: search.currency,
    below: below === undefined ? undefined : moneyFromMajor(below, search.currency).value,
    hasWebhook: watch?.hasWebhook ?? false,
    createdAt: caller.now,
    endsAt: instantOfLocal(`${addDays(priceQuery.departureDate, 1)}T00:00:00`, zone),
    checkNumber: 0,
    checkedAt: undefined,
    checkStatus: undefined,
    price: undefined,
    pricedAt: undefined,
    isBelow: false,
    triggeredAt: [],
  };
}
