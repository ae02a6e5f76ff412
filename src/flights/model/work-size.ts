import { addDays, isIsoDate, todayIn } from '../../travel/dates.ts';
import { cutRanges, type DateChoice, DAYS_AHEAD_MAX, namesReturn, pairDates } from './date-pairs.ts';
import type { TripType } from './flight-search.ts';

/** How large one request of an operation may be, and how much of it the base price covers. */
interface SizeBound {
  readonly unit: string;
  readonly max: number;
  readonly included: number;
}

/** A flight search prices every journey between all places on all dates: a few milliseconds each. */
export const SEARCH_SIZE = {
  unit: 'origins × destinations × date pairs',
  max: 310,
  included: 31,
} as const satisfies SizeBound;
/** A calendar prices the cheapest journeys of each pair of cities and each date pair: one or two milliseconds each. */
export const CALENDAR_SIZE = {
  unit: 'origins × destinations × date pairs',
  max: 1_000,
  included: 100,
} as const satisfies SizeBound;
/**
 * A destination search estimates all cities at once for each origin and date pair, and prices every city up to the end
 * of the page: a few tenths of a millisecond each.
 */
export const DESTINATION_SIZE = {
  unit: 'origins × date pairs + 4 × offset (counted up to 2000)',
  max: 10_000,
  included: 1_000,
} as const satisfies SizeBound;
const PER_OFFSET = 4;
/** More than the number of cities that can be reached, so that a larger offset costs no more. */
const OFFSET_COUNTED_MAX = 2_000;

/** What a size is counted from. Only its form has been checked. */
export interface Sized {
  readonly origins: readonly string[];
  readonly destinations: readonly string[];
  readonly tripType: TripType | undefined;
  readonly dates: DateChoice;
  readonly paths: {
    readonly origins: string;
    readonly destinations: string;
    readonly departures: string;
    readonly dates?: readonly { readonly path: string; readonly dayCount: number }[];
  };
}
/** A size, its factors as text, and the field that contributes most. */
export interface CountedSize {
  readonly size: number;
  readonly factors: string;
  readonly path: string;
}

/**
 * Counts a request between all its origins and destinations. Date pairs are counted up to one beyond the bound. Two
 * origins, three destinations and 31 date pairs have a size of 186.
 */
export function countSearch(sized: Sized, bound: SizeBound, now: Date): CountedSize {
  return count(
    sized,
    [placeFactor(sized.origins, sized.paths.origins), placeFactor(sized.destinations, sized.paths.destinations)],
    { bound, now },
  );
}

/** Counts a request from all its origins to any destination. */
export function countDestinations(
  sized: Sized & { readonly offset: number },
  bound: SizeBound,
  now: Date,
): CountedSize {
  const counted = count(sized, [placeFactor(sized.origins, sized.paths.origins)], { bound, now });
  const offset = Math.min(sized.offset, OFFSET_COUNTED_MAX);
  return offset === 0
    ? counted
    : {
        ...counted,
        size: counted.size + PER_OFFSET * offset,
        factors: `${counted.factors} + ${PER_OFFSET} × ${offset}`,
      };
}

interface Factor {
  readonly count: number;
  readonly path: string;
}

function placeFactor(places: readonly string[], path: string): Factor {
  return { count: new Set(places).size, path: path.replace('[]', '') };
}

function count(
  sized: Sized,
  places: readonly Factor[],
  { bound, now }: { readonly bound: SizeBound; readonly now: Date },
): CountedSize {
  const factors = [...places, { count: countPairs(sized, bound.max, now), path: pathOfDates(sized) }];
  const widest = factors.reduce((most, factor) => (factor.count >= most.count ? factor : most));
  return {
    size: factors.reduce((product, factor) => product * factor.count, 1),
    factors: factors.map(({ count }) => (count > bound.max ? `more than ${bound.max}` : String(count))).join(' × '),
    path: widest.path,
  };
}

/**
 * How many date pairs there are, at most `max + 1`. Zero when a date is malformed: the operation refuses that itself.
 */
function countPairs({ dates, tripType }: Sized, max: number, now: Date): number {
  const ranges = [...dates.departureRanges, ...dates.returnRanges].flatMap(({ start, end }) => [start, end]);
  if (![...dates.departureDates, ...dates.returnDates, ...ranges].every(isIsoDate)) return 0;
  const today = todayIn('UTC', now);
  const pairs = pairDates(
    cutRanges(dates, [addDays(today, -1), addDays(today, DAYS_AHEAD_MAX + 1)]),
    tripType ?? (namesReturn(dates) ? 'roundtrip' : 'oneway'),
    max,
  );
  return pairs.length;
}

function pathOfDates({ paths: { dates = [], departures } }: Sized): string {
  const [first, ...others] = dates;
  return first === undefined
    ? departures
    : others.reduce((most, field) => (field.dayCount > most.dayCount ? field : most), first).path;
}
