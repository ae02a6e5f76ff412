import type { App, Caller } from '../../context.ts';
import type { TripId } from '../../platform/ids.ts';
import type { SeatMap } from '../../travel/flight.ts';
import { querySeatMaps } from './query-seat-maps.ts';
import type { FlightItem, Trip } from '../model/trip.ts';
import { PAID_FOR } from '../model/trip-states.ts';
import { readTrip } from './read-trip.ts';

/** Suppliers have this long to show the seats of a trip, all asked at once. */
const seatMapsTimeoutMs = 10_000;

/** A trip's flights, each with the seats of its segments as they are now. */
export interface TripSeatMaps {
  readonly tripId: TripId;
  readonly items: readonly { readonly item: FlightItem; readonly maps: readonly SeatMap[] }[];
}

/**
 * Reads the seats a trip's flights can have. A read like any other: it applies the lapse. A supplier that is switched
 * off for sale is asked for trips that are paid, and has no seats for others. Throws trip_not_found and
 * SupplierFailure.
 */
export async function readSeatMaps(app: App, caller: Caller, tripId: TripId): Promise<TripSeatMaps> {
  const trip = await readTrip(app, caller, tripId);
  const { organizationId, now } = caller;
  const call = { organizationId, now, purpose: 'page', timeoutMs: seatMapsTimeoutMs } as const;
  const flights = trip.items.filter((item) => item.kind === 'flight');
  const off = await listSuppliersOff(app, trip);
  const items = await Promise.all(
    flights.map(async (item) => ({
      item,
      maps: off.has(item.supplierId) ? [] : await querySeatMaps(app, item, call),
    })),
  );
  return { tripId, items };
}

/** Suppliers that are not asked for a trip: of one that is paid for, none. */
async function listSuppliersOff(app: App, trip: Trip): Promise<ReadonlySet<string>> {
  if (PAID_FOR.includes(trip.status)) return new Set();
  return new Set((await app.saleSwitches.offFor(trip.organizationId)).map(({ supplier }) => supplier));
}
