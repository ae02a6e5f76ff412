import { isoDateToEpochDay } from '../../../travel/dates.ts';
import type { MissingFare } from '../day-coverage.ts';
import type { DatePair } from '../flight-search.ts';

/**
 * Chooses the date pairs that are worth a live search: between each two cities the one farthest from all that is known
 * there or chosen already, so that a few samples say most about a window. Where nothing is known the middle comes
 * first. Distance is counted in days, of departure and of stay. `dates` is everything asked for; what is not missing is
 * known.
 *
 * Of 1 to 9 March, nothing known, three samples are the 5th, the 1st and the 9th.
 */
export function pickSamples(
  missing: readonly MissingFare[],
  dates: readonly DatePair[],
  count: number,
): readonly MissingFare[] {
  const routes = [...Map.groupBy(missing, routeKeyOf).values()].map((own) => new RouteSamples(own, dates));
  const chosen: MissingFare[] = [];
  while (chosen.length < count) {
    const next = routes.reduce<RouteSamples | undefined>(
      (best, route) => (route.usefulness > (best?.usefulness ?? 0) ? route : best),
      undefined,
    );
    if (next === undefined) break;
    chosen.push(next.take());
  }
  return chosen;
}

/** The missing date pairs between two cities, and how far each is from what is known. */
class RouteSamples {
  readonly #left: { readonly fare: MissingFare; readonly at: Point; distance: number }[];
  #isEmpty: boolean;

  constructor(own: readonly MissingFare[], dates: readonly DatePair[]) {
    const missing = new Set(own.map(({ dates: pair }) => textOf(pair)));
    const known = dates.filter((pair) => !missing.has(textOf(pair))).map(pointOf);
    this.#isEmpty = known.length === 0;
    this.#left = own.map((fare) => {
      const at = pointOf(fare.dates);
      return { fare, at, distance: Math.min(...known.map((other) => distanceOf(at, other))) };
    });
  }

  /** Days to the nearest known fare of the date pair that is taken next; 0 when none is left. */
  get usefulness(): number {
    return this.#left.reduce((most, { distance }) => Math.max(most, distance), 0);
  }

  take(): MissingFare {
    const farthest = this.#left.findIndex(({ distance }) => distance === this.usefulness);
    const index = this.#isEmpty ? Math.floor((this.#left.length - 1) / 2) : farthest;
    const [taken] = this.#left.splice(index, 1);
    if (taken === undefined) throw new Error('A date pair is taken only where one is left.');
    this.#isEmpty = false;
    for (const other of this.#left) other.distance = Math.min(other.distance, distanceOf(other.at, taken.at));
    return taken.fare;
  }
}

interface Point {
  readonly departure: number;
  readonly stay: number;
}

/** One way is another ticket than there and back on one day, which stays 0 days. */
const ONE_WAY = -1;

function pointOf({ departure, return: back }: DatePair): Point {
  const day = isoDateToEpochDay(departure);
  return { departure: day, stay: back === undefined ? ONE_WAY : isoDateToEpochDay(back) - day };
}

function distanceOf(one: Point, other: Point): number {
  return Math.abs(one.departure - other.departure) + Math.abs(one.stay - other.stay);
}

function routeKeyOf({ origin, destination }: MissingFare): string {
  return `${origin.cityCode}:${origin.airports.join()}>${destination.cityCode}:${destination.airports.join()}`;
}

function textOf({ departure, return: back }: DatePair): string {
  return `${departure}/${back ?? ''}`;
}
