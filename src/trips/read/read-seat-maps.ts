import type { App, Caller } from '../../context.ts';
import type { TripId } from '../../platform/ids.ts';
import type { SeatMap } from '../../travel/flight.ts';
import { querySeatMaps } from './query-seat-maps.ts';
import type { FlightItem } from '../model/trip.ts';
import { readTrip } from './read-trip.ts';

/** Suppliers have this long to show the seats of a trip, all asked at once. */
const seatMapsTimeoutMs = 10_000;

/** A trip's flights, each with the seats of its segments as they are now. */
export interface TripSeatMaps {
  readonly tripId: TripId;
  readonly items: readonly { readonly item: FlightItem; readonly maps: readonly SeatMap[] }[];
}

/**
 * Reads the seats a trip's flights can have. A read like any other: it applies the lapse. Throws trip_not_found and
 * SupplierFailure.
 */
export async function readSeatMaps(app: App, caller: Caller, tripId: TripId): Promise<TripSeatMaps> {
  const trip = await readTrip(app, caller, tripId);
  const { organizationId, now } = caller;
  const call = { organizationId, now, purpose: 'page', timeoutMs: seatMapsTimeoutMs } as const;
  const flights = trip.items.filter((item) => item.kind === 'flight');
  const items = await Promise.all(flights.map(async (item) => ({ item, maps: await querySeatMaps(app, item, call) })));
  return { tripId, items };
}
