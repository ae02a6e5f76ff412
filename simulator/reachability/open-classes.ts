import { SEATS } from '../cabins/availability-codes.ts';
import type { FanFacts } from './build-index.ts';
import { BOOKING_CLASSES } from '../cabins/cabins.ts';
import type { CodesOfDay, DayCodes } from '../cabins/service-day-mask.ts';
import { type Fan, type FanSide, WAY_LEGS } from './reachable-fares.ts';
import { dayFactor, type PriceQuestion, SALES_HORIZON_DAYS } from '../fares/slice-prices.ts';

/** A fan, and for whom its ways are priced. */
export interface FanQuestion {
  readonly fan: Fan;
  readonly side: FanSide;
  /** The airports of the fan's own city. */
  readonly airports: readonly number[];
  readonly question: PriceQuestion;
  readonly dayCodes: DayCodes;
}

/** Prices the ways of a fan on one day, with the booking classes that are open on it. */
export interface FanDay {
  /** What season and weekday do to the fares of an airport. */
  factor(far: number): number;
  /**
   * Price of a way against its reference fare, before `factor`; Infinity where it does not fly, has no seats, or costs
   * `most` or more.
   */
  multiple(way: number, most: number): number;
  /** No way is cheaper than this against its reference fare. */
  readonly leastMultiple: number;
}

/** A flight that is met across the date line may leave this many local days before the first one. */
const LAG_LEAST = 2;

/** Takes a day in hand. The seats of a way are what the flight with the fewest of them has in the cabin asked for. */
export function openFanDay(facts: FanFacts, asked: FanQuestion, day: number): FanDay {
  const { fan, side, airports, question, dayCodes } = asked;
  const multiples = Float64Array.from([0, 0, ...BOOKING_CLASSES[question.cabin].map((rung) => rung.multiple)]);
  const isOnSale = day >= question.moment.today && day - question.moment.today <= SALES_HORIZON_DAYS;
  const weekday = isOnSale ? 1 << ((day + 3) % 7) : 0;
  const near: CodesOfDay[] = [];
  return {
    factor: createDayFactors(facts, side, airports[0] ?? 0, day),
    leastMultiple: multiples[SEATS.firstClass] ?? 1,
    multiple(way, most) {
      if (((fan.weekdays[way] ?? 0) & weekday) === 0) return Number.POSITIVE_INFINITY;
      let code: number = SEATS.lowerCabin;
      for (let leg = way * WAY_LEGS; leg < (way + 1) * WAY_LEGS; leg += 1) {
        const line = fan.lines[leg] ?? -1;
        if (line < 0) break;
        const lag = fan.lags[leg] ?? 0;
        let codes = near[lag + LAG_LEAST];
        if (codes === undefined) {
          codes = dayCodes.ofDay(question, day + lag);
          near[lag + LAG_LEAST] = codes;
        }
        const own = dayCodes.code(codes, question, line, day + lag);
        if (own === SEATS.none || (multiples[own] ?? 1) >= most) return Number.POSITIVE_INFINITY;
        if (own > code) code = own;
      }
      return code < SEATS.firstClass ? Number.POSITIVE_INFINITY : (multiples[code] ?? 1);
    },
  };
}

/** Season and weekday of a day, worked out once for each belt of seasons: nothing else of an airport counts. */
function createDayFactors(
  { columns: { belt: belts }, market }: FanFacts,
  side: FanSide,
  own: number,
  day: number,
): (far: number) => number {
  const byBelt = new Float64Array(3);
  return (far) => {
    const belt = belts[far] ?? 0;
    const known = byBelt[belt] ?? 0;
    if (known > 0) return known;
    const factor = dayFactor(side === 'out' ? market(own, far) : market(far, own), day);
    byBelt[belt] = factor;
    return factor;
  };
}
