import { greatCircleKm } from '../../src/travel/geography/distance.ts';
import type { Place } from './bundle.ts';
import type { Link } from './networks.ts';

const DOMESTIC_PULL = 12;
const INTERNATIONAL_PULL = 5;
const DISTANCE_DECAY = 0.7;
/** Traffic gathers on trunks between great cities: a pair counts for more the larger its smaller end. */
const TRUNK_EXPONENT = 0.5;
const TRUNK_PASSENGERS = 2;
const LOAD_FACTOR = 0.8;
const BALANCING_ROUNDS = 16;
const CORRECTION_MAX = 6;

/** Weekly seats one way that two airports would fill if neither had other business: mass times mass over distance. */
export function attraction(a: Place, b: Place): number {
  const km = greatCircleKm(a.latitude, a.longitude, b.latitude, b.longitude);
  const pull = a.country === b.country ? DOMESTIC_PULL : INTERNATIONAL_PULL;
  const trunk = (Math.min(a.passengers, b.passengers) / TRUNK_PASSENGERS) ** TRUNK_EXPONENT;
  return a.passengers * b.passengers * trunk * pull * (1500 / Math.max(km, 400)) ** DISTANCE_DECAY;
}

/** The unordered pair of airports of a link. */
export function pairOf(link: Link): string {
  return [link.from.iata, link.to.iata].sort().join(' ');
}

/**
 * Weekly one-way seats of each pair flown. Each airport gets a factor, found by balancing, that makes the seats of all
 * of its pairs add up to the passengers it has in demand.csv: so a busy island with four routes has thick ones, and a
 * hub with two hundred spreads its traffic over them.
 */
export function balanceMarkets(links: readonly Link[]): ReadonlyMap<string, number> {
  const pairs = new Map(
    links.map((link) => [pairOf(link), { a: link.from, b: link.to, pull: attraction(link.from, link.to) }]),
  );
  const factors = new Map<Place, number>();
  const factor = (place: Place): number => factors.get(place) ?? 1;
  for (let round = 0; round < BALANCING_ROUNDS; round += 1) {
    const totals = new Map<Place, number>();
    for (const { a, b, pull } of pairs.values()) {
      const seats = pull * factor(a) * factor(b);
      totals.set(a, (totals.get(a) ?? 0) + seats);
      totals.set(b, (totals.get(b) ?? 0) + seats);
    }
    for (const [place, total] of totals) {
      const corrected = factor(place) * Math.sqrt(weeklySeats(place) / total);
      factors.set(place, Math.min(CORRECTION_MAX, Math.max(1 / CORRECTION_MAX / 4, corrected)));
    }
  }
  return new Map([...pairs].map(([key, { a, b, pull }]) => [key, pull * factor(a) * factor(b)]));
}

/** Seats that leave an airport in a week: half of its passengers depart. */
function weeklySeats(place: Place): number {
  return (place.passengers * 1_000_000) / 2 / 52 / LOAD_FACTOR;
}
