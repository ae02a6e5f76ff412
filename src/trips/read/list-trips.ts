import type { App } from '../../context.ts';
import type { PageKey } from '../../platform/http/input/page-key.ts';
import type { Trip } from '../model/trip.ts';
import type { TripStatus } from '../model/trip-states.ts';
import { clocksOf, showTrips, type TripActor } from './read-trip.ts';
import { listTripRows } from '../store-list.ts';

/** Which trips to list, and where to begin. */
export interface TripListing {
  readonly status: TripStatus | undefined;
  readonly limit: number;
  /** The last trip of the page before. */
  readonly after: PageKey | undefined;
  readonly offset: number;
}

/** One page of the organization's trips, newest first. */
export interface TripPage {
  readonly trips: readonly Trip[];
  /** The last of them, where more follow. */
  readonly last: PageKey | undefined;
}

/** Lists trips as a read shows each of them: listing is a read, so lapsed trips become `expired` here too. */
export async function listTrips(app: App, actor: TripActor, listing: TripListing): Promise<TripPage> {
  const { limit } = listing;
  const filter = { ...listing, organizationId: actor.organizationId, limit: limit + 1 };
  const found = await listTripRows(await app.reads.ofOrganization(actor.organizationId), filter, clocksOf(app, actor));
  const trips = await showTrips(app, actor, found.slice(0, limit));
  const last = found.length > limit ? trips.at(-1) : undefined;
  return { trips, last: last && { at: last.createdAt, id: last.tripId } };
}
