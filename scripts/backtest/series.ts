import { AUDIENCES, DEMAND_KINDS } from '../../src/demand/model/demand-event.ts';
import { bucketsOf, type Granularity, GRANULARITIES, sumBuckets } from '../../src/demand/model/forecast/series.ts';
import type { DemandBaseline } from '../../src/suppliers/ports/demand.ts';
import { addDays, epochDayToIsoDate, isoDateToEpochDay } from '../../src/travel/dates.ts';
import { createDraw, type Draw } from './draw.ts';

/** Counts to be forecast, and where they come from. */
export interface TestSeries {
  readonly source: 'baseline' | 'other';
  readonly granularity: Granularity;
  /** Day number of the first bucket. */
  readonly start: number;
  readonly values: Float64Array;
}

/** The days all series lie in: six years, the last of which is only forecast. */
const FIRST_DAY = '2021-01-01';
const DAYS = 2_191;
/** The baseline's most wanted, and these: both hemispheres, sea, mountains and business. */
const MOST_WANTED = 20;
const DESTINATIONS = [
  'LON',
  'PAR',
  'BCN',
  'PMI',
  'LIS',
  'ATH',
  'NYC',
  'MIA',
  'CUN',
  'TYO',
  'BKK',
  'SIN',
  'DXB',
  'SYD',
  'AKL',
  'RIO',
  'BUE',
  'CPT',
  'JNB',
  'DPS',
] as const;
const MARKETS = [undefined, 'DE', 'US', 'AU', 'BR', 'JP', 'LON', 'PAR'] as const;
/** Share of the baseline's volume that is counted: the larger, the less chance plays in. */
const SHARES = [0.01, 0.1, 0.5, 1] as const;

/**
 * Series of the baseline: its rates, Poisson counts. Each has other subjects, another granularity and another scale.
 */
export function baselineSeries(baseline: DemandBaseline, count: number, seed = 1): readonly TestSeries[] {
  const draw = createDraw(seed);
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(draw.uniform() * list.length)];
  const known = [
    ...baseline.destinations.slice(0, MOST_WANTED),
    ...DESTINATIONS.filter((code) => baseline.destinations.includes(code)),
  ];
  return Array.from({ length: count }, (_, index) => {
    const filter = {
      kind: pick(DEMAND_KINDS) ?? 'search',
      destination: pick(known),
      market: pick(MARKETS),
      audience: draw.happens(0.5) ? pick(AUDIENCES) : undefined,
    };
    const rates = baseline.daily(filter, FIRST_DAY, addDays(FIRST_DAY, DAYS - 1));
    const share = pick(SHARES) ?? 1;
    return inBuckets(
      Float64Array.from(rates, (rate) => draw.poisson(rate * share)),
      'baseline',
      GRANULARITIES[index % GRANULARITIES.length] ?? 'day',
    );
  });
}

/** Series of random structure that owe nothing to the baseline's form nor to the method's. */
export function otherSeries(count: number, seed = 2): readonly TestSeries[] {
  return Array.from({ length: count }, (_, index) =>
    inBuckets(
      randomDays(createDraw(seed * 1_000_003 + index)),
      'other',
      GRANULARITIES[index % GRANULARITIES.length] ?? 'day',
    ),
  );
}

function inBuckets(daily: Float64Array, source: TestSeries['source'], granularity: Granularity): TestSeries {
  const first = isoDateToEpochDay(FIRST_DAY);
  const to = epochDayToIsoDate(first + DAYS - 1);
  const buckets = bucketsOf({ from: FIRST_DAY, to }, granularity, to).filter(({ isPartial }) => !isPartial);
  return { source, granularity, start: buckets[0]?.start ?? first, values: sumBuckets(daily, first, buckets) };
}

/**
 * Counts of each day. What is in them is drawn: size, a trend that bends, level shifts, a wandering level, a swing of
 * the year by one to three waves, multiplied or added, weekdays, a feast that moves through the calendar, wild days,
 * overdispersion; or hardly any of it.
 */
function randomDays(draw: Draw): Float64Array {
  const size = Math.exp(draw.between(Math.log(0.3), Math.log(3_000)));
  const year = draw.happens(0.75) ? yearOf(draw) : () => 0;
  const week = draw.happens(0.8)
    ? Array.from({ length: 7 }, () => draw.between(-0.4, 0.4))
    : new Array<number>(7).fill(0);
  const growth = draw.happens(0.5) ? draw.between(-0.25, 0.35) : 0;
  const bend = draw.between(0.2, 0.9) * DAYS;
  const walk = draw.happens(0.4) ? draw.between(0.002, 0.015) : 0;
  const shifts = Array.from({ length: draw.happens(0.35) ? 1 + Math.floor(draw.between(0, 3)) : 0 }, () => ({
    at: draw.between(0.1, 1) * DAYS,
    by: draw.between(-0.7, 0.7),
  }));
  const feast = draw.happens(0.4) ? draw.between(0.2, 0.8) : 0;
  const wild = draw.happens(0.3) ? 0.004 : 0;
  const noise = draw.happens(0.6) ? draw.between(0.02, 0.3) : 0;
  const isAdded = draw.happens(0.3);
  let wandered = 0;
  return Float64Array.from({ length: DAYS }, (_, day) => {
    wandered += walk * draw.normal();
    const trend = (growth * (day < bend ? day : 2 * bend - day)) / 365;
    const shifted = shifts.reduce((sum, { at, by }) => sum + (day >= at ? by : 0), 0);
    // As Easter does, the feast comes on another day each year; a week either side.
    const away = Math.abs((day % 365) - 95 - 14 * Math.sin(Math.floor(day / 365) * 2.4));
    const season = year(day) + (week[day % 7] ?? 0) + feast * Math.exp(-((away / 5) ** 2));
    const level = Math.exp(trend + shifted + wandered + noise * draw.normal());
    const rate =
      size *
      (isAdded ? level + season * 0.8 : level * Math.exp(season)) *
      (draw.happens(wild) ? draw.between(2, 6) : 1);
    return draw.poisson(Math.max(0, rate));
  });
}

function yearOf(draw: Draw): (day: number) => number {
  const waves = Array.from({ length: 1 + Math.floor(draw.between(0, 3)) }, (_, wave) => ({
    turns: wave + 1,
    height: draw.between(0.05, 0.5) / (wave + 1),
    at: draw.between(0, 2 * Math.PI),
  }));
  return (day) =>
    waves.reduce((sum, { turns, height, at }) => sum + height * Math.sin((2 * Math.PI * turns * day) / 365.25 + at), 0);
}
