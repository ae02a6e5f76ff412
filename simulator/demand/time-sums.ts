import { AUDIENCE_COUNT } from './audiences.ts';
import { type DemandDays, type DestinationWeeks, type MarketWeeks, WEEKS_OF_BLOCK } from './demand-days.ts';
import { type DemandField, NOISE_COUNT } from './demand-field.ts';

/** What 1 of weight comes to over a period. */
export interface TimeSums {
  /** By stratum, then group. */
  readonly abroad: Float64Array;
  readonly home: Float64Array;
  /** By noise. */
  readonly noise: Float64Array;
}

/** Where in `TimeSums` a group lives in a stratum, in order: only there it travels at home. */
export type HomePairs = Uint16Array;

/** Which groups have cities in which strata. */
export function findHomePairs(field: DemandField): HomePairs {
  return Uint16Array.from(new Set(field.cells.map(({ stratum, group }) => stratum * field.groupCount + group))).sort();
}

/** Sums in the form they are cached in: `home` by home pair only, which are few. */
export type PackedSums = TimeSums;

/** Scratch arrays to sum up days in, reused: a page of periods has four broken blocks for each audience. */
export interface Workplace {
  readonly markets: MarketWeeks;
  readonly destinations: DestinationWeeks;
  readonly abroad: Float64Array;
}

/** Scratch arrays for the days of one block at most. */
export function createWorkplace({ strata, groupCount }: DemandField): Workplace {
  const weeksOf = (rows: number) => ({
    abroad: new Float64Array(WEEKS_OF_BLOCK * rows),
    home: new Float64Array(WEEKS_OF_BLOCK * rows),
  });
  return {
    markets: weeksOf(groupCount),
    destinations: weeksOf(strata.length),
    abroad: new Float64Array(strata.length * groupCount),
  };
}

/**
 * Sums up one audience's days. `abroad` of the result is the workplace's array: the caller adds or copies it before it
 * sums up anything else.
 */
export function sumDays(
  days: DemandDays,
  { field, homePairs }: { readonly field: DemandField; readonly homePairs: HomePairs },
  audience: number,
  { markets: ofMarkets, destinations, abroad }: Workplace,
): PackedSums {
  const { groupCount, strata } = field;
  const { weeks } = days;
  abroad.fill(0);
  days.destinationWeeks(audience, destinations);
  const { abroad: there, home: thereAtHome } = destinations;
  days.marketWeeks(audience, ofMarkets);
  const { abroad: markets, home: marketsAtHome } = ofMarkets;
  for (let stratum = 0; stratum < strata.length; stratum += 1) {
    for (let week = 0; week < weeks; week += 1) {
      const value = there[stratum * weeks + week] ?? 0;
      const [row, market] = [stratum * groupCount, week * groupCount];
      for (let group = 0; group < groupCount; group += 1)
        abroad[row + group] = (abroad[row + group] ?? 0) + value * (markets[market + group] ?? 0);
    }
  }
  const home = new Float64Array(homePairs.length);
  for (let pair = 0; pair < home.length; pair += 1) {
    const at = homePairs[pair] ?? 0;
    const [row, group] = [Math.floor(at / groupCount) * weeks, at % groupCount];
    let sum = 0;
    for (let week = 0; week < weeks; week += 1)
      sum += (thereAtHome[row + week] ?? 0) * (marketsAtHome[week * groupCount + group] ?? 0);
    home[pair] = sum;
  }
  const noise = new Float64Array(NOISE_COUNT);
  for (let n = 0; n < NOISE_COUNT; n += 1) noise[n] = sumOf(days.noise(audience, n));
  return { abroad, home, noise };
}

/** A copy that the next use of the workplace does not overwrite. */
export function copySums(sums: PackedSums): PackedSums {
  return { ...sums, abroad: sums.abroad.slice() };
}

/** Adds packed sums to others. */
export function addSums(into: TimeSums, { abroad, home, noise }: PackedSums, homePairs: HomePairs): void {
  addScaled(into.abroad, abroad, 1);
  addScaled(into.noise, noise, 1);
  for (let pair = 0; pair < homePairs.length; pair += 1) {
    const at = homePairs[pair] ?? 0;
    into.home[at] = (into.home[at] ?? 0) + (home[pair] ?? 0);
  }
}

/** Sums of no days. */
export function emptySums({ strata, groupCount }: DemandField): TimeSums {
  const cells = strata.length * groupCount;
  return { abroad: new Float64Array(cells), home: new Float64Array(cells), noise: new Float64Array(NOISE_COUNT) };
}

/** Sets sums to 0 and returns them. */
export function clearSums(sums: TimeSums): TimeSums {
  for (const table of [sums.abroad, sums.home, sums.noise]) table.fill(0);
  return sums;
}

/** The weights of a filter, gathered by what their days have in common. */
export interface GatheredWeights {
  /** By audience: stratum and group, abroad and at home, and noises. */
  readonly byAudience: readonly TimeSums[];
}

/** Empty weights. */
export function emptyWeights(field: DemandField): GatheredWeights {
  return { byAudience: Array.from({ length: AUDIENCE_COUNT }, () => emptySums(field)) };
}

/** The volume of weights over the days that were summed. */
export function volumeOf(weights: TimeSums, sums: TimeSums): number {
  return dot(weights.abroad, sums.abroad) + dot(weights.home, sums.home) + dot(weights.noise, sums.noise);
}

/**
 * Sets weights to 0, to be gathered again: allocating them for every row of a page would be most of the garbage.
 */
export function clearWeights({ byAudience }: GatheredWeights): void {
  byAudience.forEach(clearSums);
}

/** Weights of one audience, times a factor, without those that are 0: of one place nearly all are. */
export interface DailyQuery {
  readonly audience: number;
  /**
   * Country groups, abroad and then at home; the strata each goes to end before its `ends`, and begin where the group
   * before ended.
   */
  readonly groups: readonly number[];
  readonly ends: readonly number[];
  /** How many of the groups are abroad. */
  readonly abroad: number;
  readonly strata: readonly number[];
  readonly weights: readonly number[];
  /** By noise. */
  readonly noise: readonly number[];
}

/** Gathers the weights of each day's volume, once for all blocks of a row. */
export function toDailyQuery(
  weights: TimeSums,
  { field, audience, factor }: { readonly field: DemandField; readonly audience: number; readonly factor: number },
): DailyQuery {
  const { groupCount } = field;
  const query: { readonly [part in 'groups' | 'ends' | 'strata' | 'weights']: number[] } = {
    groups: [],
    ends: [],
    strata: [],
    weights: [],
  };
  const addGroups = (table: Float64Array): number => {
    for (let group = 0; group < groupCount; group += 1) {
      const before = query.strata.length;
      for (let at = group; at < table.length; at += groupCount) {
        const weight = table[at] ?? 0;
        if (weight === 0) continue;
        query.strata.push((at - group) / groupCount);
        query.weights.push(weight * factor);
      }
      if (query.strata.length === before) continue;
      query.groups.push(group);
      query.ends.push(query.strata.length);
    }
    return query.groups.length;
  };
  const abroad = addGroups(weights.abroad);
  addGroups(weights.home);
  return { audience, abroad, ...query, noise: Array.from(weights.noise, (weight) => weight * factor) };
}

/** Adds the volumes of a query to days, the first of which is day `start` of the rows. */
export function addDaily(
  into: Float64Array,
  days: DemandDays,
  start: number,
  { audience, groups, ends, abroad, strata, weights, noise }: DailyQuery,
): void {
  const { weeks, weekOf } = days;
  const drawn = new Float64Array(weeks);
  for (let place = 0; place < groups.length; place += 1) {
    const isHome = place >= abroad;
    const there = days.destinations(audience, isHome);
    drawn.fill(0);
    for (let to = ends[place - 1] ?? 0; to < (ends[place] ?? 0); to += 1) {
      const [first, weight] = [(strata[to] ?? 0) * weeks, weights[to] ?? 0];
      for (let week = 0; week < weeks; week += 1)
        drawn[week] = (drawn[week] ?? 0) + weight * (there[first + week] ?? 0);
    }
    const row = days.market(audience, groups[place] ?? 0, isHome);
    for (let i = 0; i < into.length; i += 1)
      into[i] = (into[i] ?? 0) + (row[start + i] ?? 0) * (drawn[weekOf[start + i] ?? 0] ?? 0);
  }
  for (const [n, weight] of noise.entries()) {
    const row = days.noise(audience, n);
    for (let i = 0; i < into.length; i += 1) into[i] = (into[i] ?? 0) + weight * (row[start + i] ?? 0);
  }
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i += 1) sum += values[i] ?? 0;
  return sum;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

function addScaled(into: Float64Array, row: Float64Array, factor: number): void {
  for (let i = 0; i < into.length; i += 1) into[i] = (into[i] ?? 0) + factor * (row[i] ?? 0);
}
