import type { App } from '../context.ts';
import type { Handle, Tx } from '../platform/db/db.ts';
import { isDistributed } from '../platform/db/distribution/is-distributed.ts';
import type { OrganizationId } from '../platform/ids.ts';
import { describeFlight } from '../offers/describe/describe-flight.ts';
import { endsAt } from '../trips/model/items/product.ts';
import type { TripItem } from '../trips/model/trip.ts';
import { itemOf, withItem } from './fulfil/book-item.ts';
import type { Booking } from './model/booking.ts';
import { atNewTimes, type ItemScheduleChange } from './model/schedule-change.ts';
import { saveServicedBooking } from './store-serviced.ts';
import {
  beginScheduleAcceptance,
  findFlightOfReference,
  type ItemKey,
  openScheduleChange,
  reopenScheduleChange,
  settleScheduleChange,
} from './store-schedule.ts';
import {
  type DueFlight,
  type DueFlights,
  listOrganizationsWithDueFlights,
  markScheduleChecked,
  reckonFlightsAnew,
  takeDueFlights,
  type TakenFlights,
} from './store-schedule-due.ts';

/** A change as it was found, before it has a number. */
export type FoundScheduleChange = Omit<ItemScheduleChange, 'number' | 'status' | 'acceptingUntil' | 'settledAt'>;

/**
 * Keeps a change of an item of the locked booking, and answers its number; the one that was open is superseded.
 * Undefined when it is known already.
 */
export async function recordScheduleChange(
  tx: Tx,
  booking: Booking,
  key: ItemKey,
  found: FoundScheduleChange,
): Promise<number | undefined> {
  const number = (itemOf(booking, key).scheduleChange?.number ?? 0) + 1;
  return (await openScheduleChange(tx, key, { ...found, number })) ? number : undefined;
}

/** The supplier flies an item of the locked booking as it was sold again: there is nothing left to take or to leave. */
export async function withdrawScheduleChange(tx: Tx, key: ItemKey, now: Date): Promise<void> {
  await settleScheduleChange(tx, key, 'superseded', now);
}

/** The airline is about to be asked to take the travelers' yes; false where the change is not open any more. */
export function beginAcceptance(
  tx: Tx,
  key: ItemKey,
  acceptance: { readonly number: number; readonly until: Date },
): Promise<boolean> {
  return beginScheduleAcceptance(tx, key, acceptance);
}

/** The airline has proven not to have taken it: the travelers decide anew. */
export function reopenChange(tx: Tx, key: ItemKey, number: number): Promise<boolean> {
  return reopenScheduleChange(tx, key, number);
}

/**
 * The travelers take the open change of an item, in the caller's transaction: the item is flown at its new times, and
 * the booking ends with the last of what stands. Undefined when the booking has moved on since it was read, or nothing
 * is open: then the caller's transaction must not be committed.
 */
export async function rescheduleItem(
  tx: Tx,
  app: Pick<App, 'places'>,
  booking: Booking,
  { key, now }: { readonly key: ItemKey; readonly now: Date },
): Promise<Booking | undefined> {
  const item = itemOf(booking, key);
  const status = item.scheduleChange?.status;
  if (item.scheduleChange === undefined || (status !== 'open' && status !== 'accepting')) return undefined;
  if (!(await settleScheduleChange(tx, key, 'accepted', now))) return undefined;
  const moved = withItem(booking, {
    ...item,
    tripItem: describedAnew(app, atNewTimes(item.tripItem, item.scheduleChange)),
    scheduleChange: { ...item.scheduleChange, status: 'accepted', settledAt: now },
  });
  const ends = moved.items
    .filter(({ status }) => status === 'confirmed')
    .map(({ tripItem }) => endsAt(tripItem).getTime());
  const after: Booking = { ...moved, lastArrivalAt: new Date(Math.max(...ends)) };
  return (await saveServicedBooking(tx, booking, after, [])) ? { ...after, version: booking.version + 1 } : undefined;
}

/** A flight on another day says so in its own line, too. */
function describedAnew({ places }: Pick<App, 'places'>, item: TripItem): TripItem {
  return item.kind === 'flight' ? { ...item, description: describeFlight(item.offer, item.fare, places) } : item;
}

/**
 * Takes flights whose suppliers are to be asked whether they were moved: no other process takes them meanwhile. On a
 * distributed database those of each organization by themselves, on its node.
 */
export async function takeFlightsToCheck(
  app: Pick<App, 'db' | 'clock'>,
  which: Omit<DueFlights, 'realNow'>,
): Promise<TakenFlights> {
  const realNow = app.clock.now();
  if (which.organizationId !== undefined || !(await isDistributed(app.db)))
    return await app.db.transaction((tx) => takeDueFlights(tx, { ...which, realNow }));
  const organizations = await listOrganizationsWithDueFlights(app.db, { realNow, limit: which.limit });
  return await takeOfEach(app, { ...which, realNow }, organizations);
}

async function takeOfEach(
  app: Pick<App, 'db'>,
  which: DueFlights,
  organizations: readonly OrganizationId[],
): Promise<TakenFlights> {
  const flights: DueFlight[] = [];
  let hasMore = organizations.length === which.limit;
  for (const organizationId of organizations) {
    const limit = Math.min(which.limit - flights.length, which.perOrganizationMax);
    if (limit === 0) return { flights, hasMore: true };
    const taken = await app.db.transaction((tx) => takeDueFlights(tx, { ...which, organizationId, limit }));
    flights.push(...taken.flights);
    hasMore ||= taken.hasMore;
  }
  return { flights, hasMore };
}

/** When an organization's flights are due is reckoned anew: its clock has moved. True where it has any. */
export async function reckonChecksAnew(
  tx: Tx,
  app: Pick<App, 'clock'>,
  organizationId: OrganizationId,
): Promise<boolean> {
  return (await reckonFlightsAnew(tx, organizationId, app.clock.now())) > 0;
}

/** Records when a supplier was asked (on the organization's clock), and when it is due again (in real time). */
export function recordScheduleCheck(
  h: Handle,
  key: ItemKey,
  check: { readonly now: Date; readonly dueAt: Date | undefined },
): Promise<void> {
  return markScheduleChecked(h, key, check);
}

/** The flight that stands under our reference at its supplier; undefined where there is none. */
export function findFlightByReference(
  app: Pick<App, 'db'>,
  { organizationId, reference }: { readonly organizationId: OrganizationId; readonly reference: string },
): Promise<ItemKey | undefined> {
  return findFlightOfReference(app.db, organizationId, reference);
}
