import type { App, Caller } from '../../context.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import type { CallPurpose, SupplierFailure } from '../../suppliers/ports/supplier.ts';
import type { CabinClass, FlightQuery } from '../../travel/flight.ts';
import type { PassengerCounts } from '../../travel/passengers.ts';
import type { MissingFare } from '../model/day-coverage.ts';
import { OFFERS_MAX } from '../model/flight-search.ts';
import type { SourcedOffer } from '../model/merge-offers.ts';
import { recordObservedFares } from '../observed/record-observed-fares.ts';
import { unpublishedSuppliers } from '../observed/observed-route.ts';
import { searchFlightSuppliers, searchLive } from '../search/search-flight-suppliers.ts';

/** How many live searches run at once. */
export const SEARCHES_AT_ONCE = 6;
/** One search waits so long for its supplier. */
const SEARCH_TIMEOUT_MS = 8_000;

/** For whom fares are sampled, and until when. */
export interface MissingFaresRequest {
  readonly passengers: PassengerCounts;
  readonly ages: readonly number[] | undefined;
  readonly cabinClass: CabinClass;
  /** Whose the fares are; undefined: everybody's, because the installation asks by itself. */
  readonly asker: OrganizationId | undefined;
  readonly purpose: CallPurpose;
  /** No search is begun after so many milliseconds. */
  readonly budgetMs: number;
  readonly signal: AbortSignal | undefined;
}

/** How the live search for one date pair ended. */
export interface MissingFareResult {
  readonly fare: MissingFare;
  /**
   * `ok`: it is known now, even where nothing flies. `failed`: no answer came. `refused`: our own share of the supplier
   * is used up, and nothing further was asked.
   */
  readonly status: 'ok' | 'failed' | 'refused';
  readonly offers: readonly SourcedOffer[];
  /** Why it is not known; undefined where it is. */
  readonly failure?: SupplierFailure | undefined;
}

/**
 * Searches suppliers that publish no fares for these date pairs, a few at a time, and records what they answer. Yields
 * each as it comes. It ends early, with the others not asked, when our share of the supplier is used up, the time is
 * over, or the caller has gone.
 */
export async function* searchMissingFares(
  app: App,
  caller: Pick<Caller, 'organizationId' | 'now'>,
  fares: readonly MissingFare[],
  request: MissingFaresRequest,
): AsyncGenerator<MissingFareResult> {
  const endsAtMs = performance.now() + request.budgetMs;
  const waiting = [...fares];
  const running = new Map<MissingFare, Promise<MissingFareResult>>();
  let isRefused = false;
  for (;;) {
    while (running.size < SEARCHES_AT_ONCE && !isRefused && !request.signal?.aborted && performance.now() < endsAtMs) {
      const fare = waiting.shift();
      if (fare === undefined) break;
      running.set(fare, searchMissingFare(app, caller, fare, request));
    }
    if (running.size === 0) return;
    const ended = await Promise.race(running.values());
    running.delete(ended.fare);
    isRefused ||= ended.status === 'refused';
    yield ended;
  }
}

async function searchMissingFare(
  app: App,
  caller: Pick<Caller, 'organizationId' | 'now'>,
  fare: MissingFare,
  request: MissingFaresRequest,
): Promise<MissingFareResult> {
  const query = toQuery(fare, request);
  const found = await searchFlightSuppliers(app, caller, {
    queries: [query],
    timeoutMs: SEARCH_TIMEOUT_MS,
    signal: request.signal,
    method: searchLive,
    purpose: request.purpose,
    suppliers: unpublishedSuppliers(app),
  });
  const failures = found.statuses.flatMap(({ failure }) => (failure === undefined ? [] : [failure]));
  if (failures.length > 0) {
    const refused = failures.find(({ isOwnLimit }) => isOwnLimit);
    return { fare, status: refused === undefined ? 'failed' : 'refused', offers: [], failure: refused ?? failures[0] };
  }
  const answer = { query, offers: found.offers, omitted: found.omitted[0] ?? 0 };
  await recordObservedFares(app, caller, request.asker, answer);
  return { fare, status: 'ok', offers: found.offers };
}

function toQuery(
  { origin, destination, dates }: MissingFare,
  { passengers, ages, cabinClass }: MissingFaresRequest,
): FlightQuery {
  const [origins, destinations] = [origin.airports, destination.airports];
  return {
    slices: [
      { origins, destinations, date: dates.departure },
      ...(dates.return === undefined ? [] : [{ origins: destinations, destinations: origins, date: dates.return }]),
    ],
    passengers,
    ...(ages === undefined ? {} : { ages }),
    cabinClass,
    connectionsMax: 2,
    offersMax: OFFERS_MAX,
  };
}
