import { basename, dirname } from 'node:path';
import { visitPlainTable } from '../../src/reference/csv-tables.ts';
import type { PlaceDirectory } from '../../src/travel/place-directory.ts';
import type { SeededRandom } from '../../src/suppliers/stubs/seeded-random.ts';
import { addDays, type IsoDate } from '../../src/travel/dates.ts';

/** Two cities and how many seats a week fly between them. */
export interface Route {
  readonly origin: string;
  readonly destination: string;
  readonly weight: number;
}

/** A search as somebody makes it. */
export interface Search {
  readonly origin: string;
  readonly destination: string;
  readonly departureDate: IsoDate;
  /** Undefined: one way. */
  readonly stayDays: number | undefined;
  readonly adults: number;
}

/** A route of a table without seats has this many. */
const SEATS_USUAL = 150;

/**
 * The routes of a table with the columns `origin`, `destination` (airports), `freq_week` and `seats_avg`, as pairs of
 * cities that the directory knows, those with the most seats first.
 */
export function readRoutes(path: string, places: PlaceDirectory): readonly Route[] {
  const seats = new Map<string, number>();
  const needed = ['origin', 'destination', 'freq_week', 'seats_avg'];
  visitPlainTable(dirname(path), basename(path), needed, (cells, columns) => {
    const cell = (name: string): string => cells[columns.get(name) ?? -1] ?? '';
    const [from, to] = [places.airport(cell('origin')), places.airport(cell('destination'))];
    if (from === undefined || to === undefined || from.cityCode === to.cityCode) return;
    const key = `${from.cityCode} ${to.cityCode}`;
    seats.set(key, (seats.get(key) ?? 0) + Number(cell('freq_week')) * (Number(cell('seats_avg')) || SEATS_USUAL));
  });
  return [...seats]
    .map(([key, weight]) => {
      const [origin = '', destination = ''] = key.split(' ');
      return { origin, destination, weight };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
}

/** Draws routes by their seats: of a hundred searches as many are for a route as it has of a hundred seats. */
export function createRouteDraw(routes: readonly Route[], random: SeededRandom): () => Route {
  const sums: number[] = [];
  for (const { weight } of routes) sums.push((sums.at(-1) ?? 0) + weight);
  const total = sums.at(-1) ?? 0;
  return () => {
    const wanted = random.unit() * total;
    const [first] = routes;
    if (first === undefined) throw new Error('There is no route to search for.');
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) > wanted) high = middle;
      else low = middle + 1;
    }
    return routes[low] ?? first;
  };
}

/** Days from the search to the departure, and the share of searches up to them. */
const LEADS = [
  { share: 0.25, from: 2, to: 14 },
  { share: 0.65, from: 15, to: 60 },
  { share: 0.9, from: 61, to: 150 },
  { share: 1, from: 151, to: 320 },
] as const;
/** Lengths of stay of the half that comes back, and the share of searches up to them: weekends and weeks stand out. */
const STAYS = [
  { share: 0.25, from: 2, to: 3 },
  { share: 0.5, from: 4, to: 6 },
  { share: 0.75, from: 7, to: 7 },
  { share: 0.93, from: 8, to: 14 },
  { share: 1, from: 15, to: 21 },
] as const;
const ROUND_TRIPS = 0.5;
const ONE_ADULT = 0.65;

/** One search of the mix on a day. */
export function drawSearch(drawRoute: () => Route, random: SeededRandom, today: IsoDate): Search {
  const { origin, destination } = drawRoute();
  return {
    origin,
    destination,
    departureDate: addDays(today, drawRange(LEADS, random)),
    stayDays: random.unit() < ROUND_TRIPS ? drawRange(STAYS, random) : undefined,
    adults: random.unit() < ONE_ADULT ? 1 : 2,
  };
}

function drawRange(
  ranges: readonly { readonly share: number; readonly from: number; readonly to: number }[],
  random: SeededRandom,
): number {
  const drawn = random.unit();
  const range = ranges.find(({ share }) => drawn < share) ?? ranges[0];
  return range === undefined ? 0 : random.whole(range.from, range.to);
}
