import { type RawBuilder, sql } from 'kysely';
import { refusedRefunds } from '../payments/list-payments.ts';
import type { Handle } from '../platform/db/db.ts';
import { asBookingRef, asId, type OrganizationId, type TripId } from '../platform/ids.ts';
import { type Money, money } from '../travel/money.ts';
import { toItem } from '../trips/read/trip-document.ts';
import type { TripItem } from '../trips/model/trip.ts';
import { itemsAnywhere } from './archive/item-columns.ts';
import type { Booking, BookingItem } from './model/booking.ts';
import type { StoredBookingStatus } from './model/booking-states.ts';
import type { BookingItemRow } from './store-rows.ts';
import { newestScheduleChange, toScheduleChange } from './store-schedule.ts';

type TripBookingTables = {
  booking: {
    organization_id: string;
    booking_ref: string;
    trip_id: string;
    status: StoredBookingStatus;
    currency: string;
    total_paid: number;
    total_collected: number;
    total_refunded: number;
    last_arrival_at: Date;
  };
};
type StoredItemRow = Pick<
  BookingItemRow,
  'organization_id' | 'booking_ref' | 'position' | 'status' | 'details' | 'replaced_by'
>;

/** What a trip shows of its booking. */
export type StoredTripBooking = Pick<
  Booking,
  | 'tripId'
  | 'bookingRef'
  | 'status'
  | 'lastArrivalAt'
  | 'totalPaid'
  | 'totalCollected'
  | 'totalRefunded'
  | 'totalRefundRefused'
> & {
  readonly items: readonly StoredTripBookingItem[];
};
/** What of one item. */
type StoredTripBookingItem = Pick<BookingItem, 'status' | 'replacedBy' | 'scheduleChange'> & {
  readonly tripItem: TripItem;
};

/** The bookings of trips, with one statement however many there are; a trip without one is left out. */
export async function listBookingsOfTrips(
  h: Handle,
  organizationId: OrganizationId,
  tripIds: readonly TripId[],
): Promise<readonly StoredTripBooking[]> {
  const hot = Map.groupBy(await listRows(h, organizationId, tripIds, sql<StoredItemRow>`booking_item`), tripIdOf);
  const elsewhere = [...hot.values()].flatMap(([row]) => (row !== undefined && row.details === null ? [row] : []));
  const archived =
    elsewhere.length === 0
      ? new Map<string, readonly ReadRow[]>()
      : Map.groupBy(
          await listRows(
            h,
            organizationId,
            elsewhere.map(tripIdOf),
            itemsAnywhere<StoredItemRow>(sql`${organizationId}::text`),
          ),
          tripIdOf,
        );
  return [...hot.entries()].flatMap(([tripId, rows]) => toTripBooking(archived.get(tripId) ?? rows));
}

const tripIdOf = (row: { readonly trip_id: string }) => row.trip_id;
type ReadRow = Awaited<ReturnType<typeof listRows>>[number];

async function listRows(
  h: Handle,
  organizationId: OrganizationId,
  tripIds: readonly string[],
  items: RawBuilder<StoredItemRow>,
) {
  return await h.q
    .withTables<TripBookingTables>()
    .selectFrom('booking')
    .leftJoin(items.as('item'), (join) =>
      join
        .onRef('item.organization_id', '=', 'booking.organization_id')
        .onRef('item.booking_ref', '=', 'booking.booking_ref'),
    )
    .select([
      'booking.trip_id',
      'booking.booking_ref',
      'booking.status as booking_status',
      'booking.currency',
      'booking.total_paid',
      'booking.total_collected',
      'booking.total_refunded',
      'booking.last_arrival_at',
      'item.status',
      'item.details',
      'item.replaced_by',
    ])
    .select([refusedRefunds(sql`${organizationId}::text`), newestScheduleChange(sql`${organizationId}::text`)])
    .where('booking.organization_id', '=', organizationId)
    .where(sql<boolean>`booking.trip_id = any(${tripIds}::text[])`)
    .orderBy('item.position')
    .execute();
}

function toTripBooking(rows: readonly ReadRow[]): readonly StoredTripBooking[] {
  const [row] = rows;
  if (row === undefined) return [];
  const amount = (value: number): Money => money(value, row.currency);
  return [
    {
      tripId: asId('trip', row.trip_id),
      bookingRef: asBookingRef(row.booking_ref),
      status: row.booking_status,
      lastArrivalAt: row.last_arrival_at,
      totalPaid: amount(row.total_paid),
      totalCollected: amount(row.total_collected),
      totalRefunded: amount(row.total_refunded),
      totalRefundRefused: amount(row.total_refund_refused),
      items: rows.flatMap(toTripItem),
    },
  ];
}

function toTripItem(row: ReadRow): readonly StoredTripBookingItem[] {
  if (row.status === null || row.details === null) return [];
  return [
    {
      status: row.status,
      tripItem: toItem(row.details),
      replacedBy: row.replaced_by === null ? undefined : asId('item', row.replaced_by),
      scheduleChange: row.schedule_change === null ? undefined : toScheduleChange(row.schedule_change),
    },
  ];
}
