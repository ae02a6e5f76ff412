import type { App, Caller } from '../context.ts';
import type { SupplierContext } from '../suppliers/ports.ts';
import { daysBetween, todayIn } from '../travel/dates.ts';
import type { FlightQuery } from '../travel/flight.ts';
import { convertMoney, type Money } from '../travel/money.ts';
import { passengerTotal } from '../travel/passengers.ts';
import { partyKey } from './fare-cache.ts';
import { flightCaches } from './flight-caches.ts';
import { type FareQuantiles, measureFares, OBSERVATIONS_MIN } from './model/advice.ts';
import { lowestPrice, type ShownOffer } from './model/flight-search.ts';
import { withDeadline } from './shop-suppliers.ts';

/** Fares remembered of a market; older ones make room. */
const OBSERVATIONS_KEPT = 400;
/** Fares one search adds at most, spread over its whole range of prices. */
const OBSERVATIONS_PER_SEARCH = 20;
const OBSERVED_CURRENCY = 'USD';
/** Offers whose filed fares are asked for; each answers for several weeks. */
const SAMPLED_OFFERS = 5;
/** Advice does not hold an answer up longer. */
const PUBLISHED_TIMEOUT_MS = 500;
/** A signal that never fires: the sample is kept even when this client goes away. */
const NEVER = new AbortController().signal;
/** Upper ends of the lead times that are told apart, in days. */
const LEAD_DAYS = [3, 7, 14, 30, 60, 120] as const;

/** Who asks, what was asked, and what was found for it, in the currency shown. */
export interface AdviceRequest {
  readonly query: FlightQuery;
  readonly shown: readonly ShownOffer[];
  readonly currency: string;
}

/**
 * What this route, season and lead time has cost for such a party: fares seen by this installation, or, while fewer than 20
 * were, the suppliers' published ones. The lowest fare at hand is part of the sample, so that nothing undercuts `min_fare`.
 */
export async function measureMarket(app: App, caller: Caller, request: AdviceRequest): Promise<FareQuantiles | undefined> {
  const { query, shown, currency } = request;
  if (shown.length === 0) return undefined;
  const travelers = passengerTotal(query.passengers);
  const observed = flightCaches(app).observed.get(marketKey(app, caller, query))?.fares ?? [];
  const sample = observed.length >= OBSERVATIONS_MIN ? observed : await publishedSample(app, caller, query, shown);
  const here = shown.map(lowestPrice);
  if (sample.length === 0) return measureFares(here);
  const rate = app.rates.rate(OBSERVED_CURRENCY, currency);
  const party = sample.map((fare) => convertMoney({ value: fare * travelers, currency: OBSERVED_CURRENCY }, currency, rate).value);
  return measureFares([...party, Math.min(...here)]);
}

/** Adds a search's fares to what is known of the market. Called once the answer is on its way. */
export function observeFares(app: App, caller: Caller, query: FlightQuery, shown: readonly ShownOffer[]): void {
  if (shown.length === 0) return;
  const { observed } = flightCaches(app);
  const key = marketKey(app, caller, query);
  const seen = spread(shown, OBSERVATIONS_PER_SEARCH).map(({ fares: [lowest] }) => perTraveler(app, lowest.fare.total, query));
  observed.set(key, { fares: [...(observed.get(key)?.fares ?? []), ...seen].slice(-OBSERVATIONS_KEPT) });
}

async function publishedSample(app: App, caller: Caller, query: FlightQuery, shown: readonly ShownOffer[]): Promise<readonly number[]> {
  const { published } = flightCaches(app);
  const key = `${marketKey(app, caller, query)}|${query.slices.map((slice) => slice.date).join()}|${partyKey(query)}`;
  const known = published.get(key);
  if (known !== undefined) return known;
  const answers = await withDeadline(PUBLISHED_TIMEOUT_MS, NEVER, (signal) => {
    const context: SupplierContext = { organizationId: caller.organizationId, now: caller.now, signal, log: app.log };
    return app.flightSuppliers.map(async (supplier) => {
      const offerKeys = shown.filter(({ supplierId }) => supplierId === supplier.id).map(({ offer }) => offer.offerKey);
      return (await supplier.publishedFares?.(spread(offerKeys, SAMPLED_OFFERS), context)) ?? [];
    });
  });
  const sample: number[] = [];
  for (const answer of answers) {
    // Advice is a courtesy: without this supplier's fares it is measured against the others' or this result's own.
    if (answer.status === 'rejected') app.log.warn({ err: answer.reason }, 'Published fares could not be read.');
    else sample.push(...answer.value.map((total) => perTraveler(app, total, query)));
  }
  if (answers.every((answer) => answer.status === 'fulfilled')) published.set(key, sample);
  return sample;
}

/** At most so many elements, from all over the list. */
function spread<T>(list: readonly T[], count: number): readonly T[] {
  const step = Math.max(1, list.length / count);
  return Array.from({ length: Math.min(list.length, count) }, (_, index) => list[Math.floor(index * step)]).filter(
    (element) => element !== undefined,
  );
}

function perTraveler(app: App, total: Money, query: FlightQuery): number {
  const inUsd = convertMoney(total, OBSERVED_CURRENCY, app.rates.rate(total.currency, OBSERVED_CURRENCY));
  return Math.round(inUsd.value / passengerTotal(query.passengers));
}

/** Route, month of travel, lead time, cabin, one way or return. Holds nothing of an organization. */
function marketKey(app: App, caller: Caller, query: FlightQuery): string {
  const out = query.slices[0];
  if (out === undefined) return '';
  const zone = app.places.airport(out.origins[0] ?? '')?.zone ?? 'UTC';
  const days = daysBetween(todayIn(zone, caller.now), out.date);
  const lead = LEAD_DAYS.find((bound) => days <= bound) ?? 'far';
  return `${out.origins.join()}>${out.destinations.join()}|${out.date.slice(0, 7)}|${lead}|${query.cabinClass}|${query.slices.length}`;
}
