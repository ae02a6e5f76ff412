import type { App, Caller } from '../../context.ts';
import {
  coverCityPair,
  type DayCoverage,
  journeyKeyOf,
  knownBy,
  type MissingFare,
  NOTHING_COVERED,
} from '../model/day-coverage.ts';
import type { CityAirports, DatedFare, Discovery } from '../model/discovery.ts';
import { type DatePair, lowestPrice, type DisplayOffer } from '../model/flight-search.ts';
import { type DiscoveryCall, findCheapestOffers } from './find-cheapest-offers.ts';
import type { CachedOffers } from './discovery-caches.ts';

/** What is known of the date pairs of an answer. */
export interface Knowledge {
  /** By the index of the date pair; empty where every supplier publishes its fares. */
  readonly coverage: readonly DayCoverage[];
  /** Date pairs between two cities of which no fare is known. */
  readonly missing: readonly MissingFare[];
}

/** The cheapest fare of each date pair that has flights, sorted by date. */
export interface Calendar extends Knowledge {
  readonly days: readonly DatedFare[];
  /** False when a repeat should query the suppliers again: one of them did not answer. */
  readonly isComplete: boolean;
  readonly seenAt: Date;
}

/**
 * Finds the cheapest journey of each date pair: the one a flight search for the pair puts first. Each pair of cities is
 * searched by itself, so that a return trip goes home from the city it flew to.
 */
export async function searchCalendar(app: App, caller: Caller, call: DiscoveryCall): Promise<Calendar> {
  const { discovery } = call;
  const cheapest = new Map<number, DisplayOffer>();
  const known = new KnowledgeOfDates(discovery.dates, call.sampled);
  let isComplete = true;
  let seenAt = caller.now;
  for (const [origin, destination] of cityPairs(discovery)) {
    const seen = await findCheapestOffers(app, caller, call, {
      origin,
      destination,
      dates: discovery.dates,
      perPair: 1,
    });
    isComplete &&= seen.isComplete;
    if (seen.seenAt < seenAt) seenAt = seen.seenAt;
    known.add([origin, destination], seen);
    for (const shown of seen.shown) {
      const best = cheapest.get(shown.queryIndex);
      if (best === undefined || lowestPrice(shown) < lowestPrice(best)) cheapest.set(shown.queryIndex, shown);
    }
  }
  const days = discovery.dates.flatMap((dates, index) => {
    const shown = cheapest.get(index);
    return shown === undefined ? [] : [{ dates, shown }];
  });
  return { days, isComplete, seenAt, ...known.read() };
}

/** Counts what is known of each date pair over all pairs of cities. */
export class KnowledgeOfDates {
  readonly #dates: readonly DatePair[];
  readonly #sampled: ReadonlySet<string> | undefined;
  readonly #coverage: DayCoverage[] = [];
  readonly #missing: MissingFare[] = [];

  /** `sampled`: see `DiscoveryCall`. */
  constructor(dates: readonly DatePair[], sampled: ReadonlySet<string> | undefined) {
    this.#dates = dates;
    this.#sampled = sampled;
  }

  /** Adds what two cities' offers say. Nothing where every supplier publishes its fares. */
  add(
    [origin, destination]: readonly [CityAirports, CityAirports],
    seen: Pick<CachedOffers, 'shown' | 'observedPairs'>,
  ): void {
    const withFare = new Set(seen.shown.map(({ queryIndex }) => queryIndex));
    for (const [index, observedPair] of seen.observedPairs.entries()) {
      const dates = this.#dates[index];
      if (dates === undefined) continue;
      const journey = { origin, destination, dates };
      const isSampled = this.#sampled?.has(journeyKeyOf(journey)) ?? false;
      const by = knownBy(observedPair, withFare.has(index), isSampled);
      if (by === 'missing') this.#missing.push(journey);
      this.#coverage[index] = coverCityPair(this.#coverage[index] ?? NOTHING_COVERED, by, observedPair?.seenAt);
    }
  }

  read(): Knowledge {
    return { coverage: this.#coverage, missing: this.#missing };
  }
}

/** Every origin city with every destination city. */
export function cityPairs({ origins, destinations }: Discovery): readonly (readonly [CityAirports, CityAirports])[] {
  return origins.flatMap((origin) => (destinations ?? []).map((destination) => [origin, destination] as const));
}
