import type { App } from '../../context.ts';
import { listPaymentsOfTrips } from '../../payments/list-payments.ts';
import { NEVER_PAID } from '../../payments/model/payment-states.ts';
import type { OrganizationId, TripId } from '../../platform/ids.ts';
import { NEVER_SOLD, type TripStatus } from '../model/trip-states.ts';
import { loadTrips, showTrip } from '../read/read-trip.ts';
import { deleteIdleTrips, findOrganizationAfter, listIdleTrips } from '../store-purge.ts';

/** A trip that was never sold is forgotten, with its travelers, once nobody has touched it for so long. */
const unsoldRetentionDays = 30;
const batchMax = 200;
/** One run deletes at most so many; the rest waits for the next. */
const tripsMax = 200_000;

/**
 * Deletes trips that were never sold and that nobody has touched for 30 days, one organization after the other. Judged
 * in real time, which no organization's clock is behind: a sandbox that has moved its clock keeps its trips longer,
 * never shorter. A trip whose payment may still hold money stays.
 */
export async function purgeUnsoldTrips(app: App, signal: AbortSignal): Promise<number> {
  const before = new Date(app.clock.now().getTime() - unsoldRetentionDays * 86_400_000);
  let purged = 0;
  for (let owner = ''; ; ) {
    const organizationId = await findOrganizationAfter(app.db, owner);
    if (organizationId === undefined) return purged;
    for (const status of NEVER_SOLD) {
      purged += await purgeOfStatus(app, { organizationId, status, before }, signal);
      if (signal.aborted || purged >= tripsMax) return purged;
    }
    owner = organizationId;
  }
}

interface Purge {
  readonly organizationId: OrganizationId;
  readonly status: TripStatus;
  readonly before: Date;
}

async function purgeOfStatus(app: App, purge: Purge, signal: AbortSignal): Promise<number> {
  let purged = 0;
  let after: Parameters<typeof listIdleTrips>[1]['after'];
  while (!signal.aborted && purged < tripsMax) {
    const idle = await listIdleTrips(app.db, { ...purge, after }, batchMax);
    const tripIds = idle.map(({ tripId }) => tripId);
    // A lapse that nobody has read is made final first: it voids the payment of the quote.
    if (purge.status === 'quoted') await lapseAll(app, purge.organizationId, tripIds);
    const unpaid = await withoutOpenPayments(app, purge.organizationId, tripIds);
    const status = purge.status === 'quoted' ? 'expired' : purge.status;
    if (unpaid.length > 0) purged += await deleteIdleTrips(app.db, { ...purge, status }, unpaid);
    after = idle.at(-1);
    if (idle.length < batchMax) return purged;
  }
  return purged;
}

async function lapseAll(app: App, organizationId: OrganizationId, tripIds: readonly TripId[]): Promise<void> {
  const actor = { organizationId, now: await app.organizationNow(organizationId) };
  for (const trip of (await loadTrips(app.db, organizationId, tripIds)).values()) await showTrip(app, actor, trip);
}

async function withoutOpenPayments(
  app: App,
  organizationId: OrganizationId,
  tripIds: readonly TripId[],
): Promise<readonly TripId[]> {
  const payments = await listPaymentsOfTrips(app.db, organizationId, tripIds);
  const open = new Set(
    payments.filter(({ status }) => !NEVER_PAID.includes(status)).map(({ tripId }) => String(tripId)),
  );
  return tripIds.filter((tripId) => !open.has(tripId));
}
