import { type InParts, runParts } from '../../platform/scheduling/in-parts.ts';
import { lowestPrice, type DisplayOffer, type Sort } from './flight-search.ts';

/**
 * Weights of the recommendation score. Price rules; time under way and stops decide between fares that are close; a
 * departure in the night and a fare that cannot be changed cost a little.
 */
const SCORE_WEIGHTS = { price: 50, duration: 30, stops: 12, departure: 5, flexibility: 3 } as const;
const STOPS_WORST = 3;
const NIGHT_ENDS_HOUR = 6;
const NIGHT_BEGINS_HOUR = 22;

/** The best values of a result: what each offer is measured against. */
export interface ScoreBase {
  readonly price: number;
  readonly durationMinutes: number;
}

/** The lowest price and the shortest time in a result. */
export function scoreBase(offers: readonly DisplayOffer[]): ScoreBase {
  return {
    price: offers.reduce((best, shown) => Math.min(best, lowestPrice(shown)), Number.POSITIVE_INFINITY),
    durationMinutes: offers.reduce((best, shown) => Math.min(best, shown.durationMinutes), Number.POSITIVE_INFINITY),
  };
}

/**
 * 0–100, higher is better: 50 × cheapest price / price + 30 × shortest time / time + 12 × (1 − stops / 3)
 * + 5 when it leaves between 06:00 and 22:00 + 3 when the cheapest fare can be changed.
 */
export function scoreOffer(shown: DisplayOffer, base: ScoreBase): number {
  const price = lowestPrice(shown);
  const hour = Number(shown.offer.slices[0]?.segments[0]?.depart.timeLocal.slice(11, 13) ?? 0);
  const isByDay = hour >= NIGHT_ENDS_HOUR && hour < NIGHT_BEGINS_HOUR;
  const score =
    SCORE_WEIGHTS.price * share(base.price, price) +
    SCORE_WEIGHTS.duration * share(base.durationMinutes, shown.durationMinutes) +
    SCORE_WEIGHTS.stops * Math.max(0, 1 - shown.stops / STOPS_WORST) +
    (isByDay ? SCORE_WEIGHTS.departure : 0) +
    (shown.fares[0].fare.isChangeable ? SCORE_WEIGHTS.flexibility : 0);
  return Math.round(score * 10) / 10;
}

function share(best: number, value: number): number {
  return value <= 0 ? 1 : best / value;
}

/**
 * `lowest`: by price, then time under way, then departure. `recommendation`: by score, then the same. Answers a new
 * list.
 */
export function sortOffers(offers: readonly DisplayOffer[], sort: Sort): readonly DisplayOffer[] {
  return runParts(sortInParts(offers, sort));
}

/** Offers scored in one part. */
const SCORED_PER_PART = 200;

/** `sortOffers` in parts. */
export function* sortInParts(offers: readonly DisplayOffer[], sort: Sort): InParts<readonly DisplayOffer[]> {
  if (sort === 'lowest') return [...offers].sort(byPrice);
  const base = scoreBase(offers);
  const scored: { readonly shown: DisplayOffer; readonly score: number }[] = [];
  for (const shown of offers) {
    scored.push({ shown, score: scoreOffer(shown, base) });
    if (scored.length % SCORED_PER_PART === 0) yield;
  }
  return scored.sort((a, b) => b.score - a.score || byPrice(a.shown, b.shown)).map(({ shown }) => shown);
}

function byPrice(a: DisplayOffer, b: DisplayOffer): number {
  return (
    lowestPrice(a) - lowestPrice(b) ||
    a.durationMinutes - b.durationMinutes ||
    departureMs(a) - departureMs(b) ||
    (a.offer.offerKey < b.offer.offerKey ? -1 : a.offer.offerKey > b.offer.offerKey ? 1 : 0)
  );
}

function departureMs(shown: DisplayOffer): number {
  return shown.offer.slices[0]?.segments[0]?.depart.instant.getTime() ?? 0;
}
