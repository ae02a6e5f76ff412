import type { App } from '../../context.ts';
import type { Trip } from '../model/trip.ts';
import type { TripStatus } from '../model/trip-states.ts';
import { clocksOf, showTrip, type TripActor } from './read-trip.ts';
import { listTripRows } from '../store.ts';

/** Which trips to list, and where to begin. */
export interface TripListing {
  readonly status: TripStatus | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** One page of the organization's trips, newest first. */
export interface TripPage {
  readonly trips: readonly Trip[];
  readonly hasMore: boolean;
}

/** Lists trips as a read shows each of them: listing is a read, so lapsed trips become `expired` here too. */
export async function listTrips(app: App, actor: TripActor, listing: TripListing): Promise<TripPage> {
  const { status, limit, offset } = listing;
  const filter = { organizationId: actor.organizationId, status, limit: limit + 1, offset };
  const found = await listTripRows(app.db, filter, clocksOf(app, actor));
  const trips: Trip[] = [];
  for (const trip of found.slice(0, limit)) trips.push(await showTrip(app, actor, trip));
  return { trips, hasMore: found.length > limit };
}
