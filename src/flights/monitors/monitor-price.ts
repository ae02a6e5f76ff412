import type { App, Caller } from '../../context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import type { PageKey } from '../../platform/http/input/page-key.ts';
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
/**
 * The job that checks a monitor. It is passed as an argument because its declaration imports this folder's operations.
 */
export type CheckJob = JobDeclaration<CheckPayload>;

/** A price query and, with `watch`, the request to monitor it from now on. */
export interface MonitorRequest {
  readonly priceQuery: PriceQuery;
  readonly watch: { readonly hasWebhook: boolean; readonly below: number | undefined } | undefined;
  readonly idempotency: IdempotentRun | undefined;
  readonly signal: AbortSignal;
}

/**
 * Answers what a journey costs and, with `watch`, creates a monitor that checks the price until departure. This search
 * counts as the monitor's first check.
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

/**
 * Turns a reading into a check at `at`. The time is that of the search, even when the fare came from the cache and is
 * older.
 */
export function toCheck({ status, cheapest }: PriceReading, at: Date): PriceCheck {
  return { status, at, price: cheapest === undefined ? undefined : lowestPrice(cheapest) };
}

/**
 * Publishes the event of a triggered monitor in the transaction that records it: a commit sends it once, a rollback
 * never.
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

/** The message for an unknown monitor id. */
export const UNKNOWN_MONITOR = 'No price monitor has this id.';

/**
 * Returns a monitor of the caller's organization. Throws 404 for an unknown id and for a monitor of another
 * organization.
 */
export async function getMonitor(app: App, caller: Caller, monitorId: string): Promise<PriceMonitor> {
  const monitor = await findMonitor(app.db, { organizationId: caller.organizationId, monitorId });
  if (monitor === undefined) throw refuse('resource_not_found', { message: UNKNOWN_MONITOR });
  return monitor;
}

/** One page of the organization's monitors, newest first. */
export async function listMonitors(
  app: App,
  caller: Caller,
  page: { readonly limit: number; readonly after: string | undefined; readonly offset: number },
): Promise<{ readonly monitors: readonly PriceMonitor[]; readonly last: PageKey | undefined }> {
  const { organizationId } = caller;
  const found = await listMonitorRows(await app.reads.ofOrganization(organizationId), {
    ...page,
    organizationId,
    limit: page.limit + 1,
  });
  const monitors = found.slice(0, page.limit);
  const last = found.length > page.limit ? monitors.at(-1) : undefined;
  return { monitors, last: last && { at: last.createdAt, id: last.monitorId } };
}

/** Deletes a monitor. A check that is running finds no row to write to. */
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
