import { AUDIENCE_COUNT } from './audiences.ts';
import type { DemandDays } from './demand-days.ts';
import { type DemandField, NOISE_COUNT } from './demand-field.ts';

/** What 1 of weight comes to over a stretch of days. */
export interface TimeSums {
  /** By stratum, then group. */
  readonly abroad: Float64Array;
  readonly home: Float64Array;
  /** By noise. */
  readonly noise: Float64Array;
}

/** For each stratum the groups that live in it: only these travel there at home. */
export type HomePairs = readonly (readonly number[])[];

/** Which groups have cities in which strata. */
export function findHomePairs(field: DemandField): HomePairs {
  const groups = field.strata.map(() => new Set<number>());
  for (const { stratum, group } of field.cells) groups[stratum]?.add(group);
  return groups.map((found) => [...found]);
}

/** Sums up one audience's days. */
export function sumDays(days: DemandDays, field: DemandField, homePairs: HomePairs, audience: number): TimeSums {
  const { groupCount, strata } = field;
  const abroad = new Float64Array(strata.length * groupCount);
  const home = new Float64Array(strata.length * groupCount);
  const markets = Array.from({ length: groupCount }, (_, group) => days.marketWeeks(audience, group, false));
  strata.forEach((_, stratum) => {
    const there = days.destination(audience, stratum, false);
    dotRows(abroad.subarray(stratum * groupCount, (stratum + 1) * groupCount), there, markets);
    for (const group of homePairs[stratum] ?? []) home[stratum * groupCount + group] = dot(days.destination(audience, stratum, true), days.marketWeeks(audience, group, true));
  });
  const noise = Float64Array.from({ length: NOISE_COUNT }, (_, n) => days.noise(audience, n).reduce((sum, value) => sum + value, 0));
  return { abroad, home, noise };
}

/** The weights of what is asked for, gathered by what their days have in common. */
export interface GatheredWeights {
  /** By audience: stratum and group, abroad and at home, and noises. */
  readonly byAudience: readonly TimeSums[];
}

/** Empty weights. */
export function emptyWeights(field: DemandField): GatheredWeights {
  const cells = field.strata.length * field.groupCount;
  return { byAudience: Array.from({ length: AUDIENCE_COUNT }, () => ({ abroad: new Float64Array(cells), home: new Float64Array(cells), noise: new Float64Array(NOISE_COUNT) })) };
}

/** The volume of weights over the days that were summed. */
export function volumeOf(weights: TimeSums, sums: TimeSums): number {
  return dot(weights.abroad, sums.abroad) + dot(weights.home, sums.home) + dot(weights.noise, sums.noise);
}

/** Adds the volume of weights on each day to `into`, times a factor. */
export function addDaily(into: Float64Array, { days, field, weights, audience, factor }: { readonly days: DemandDays; readonly field: DemandField; readonly weights: TimeSums; readonly audience: number; readonly factor: number }): void {
  const { groupCount, strata } = field;
  const weeks = (days.weekOf[days.length - 1] ?? -1) + 1;
  const drawn = new Float64Array(weeks);
  for (const isHome of [false, true]) {
    const table = isHome ? weights.home : weights.abroad;
    for (let group = 0; group < groupCount; group += 1) {
      let isAny = false;
      drawn.fill(0);
      for (let stratum = 0; stratum < strata.length; stratum += 1) {
        const weight = table[stratum * groupCount + group] ?? 0;
        if (weight === 0) continue;
        isAny = true;
        addScaled(drawn, days.destination(audience, stratum, isHome), weight * factor);
      }
      if (isAny) addWeeks(into, days.market(audience, group, isHome), drawn, days.weekOf);
    }
  }
  for (const [n, weight] of weights.noise.entries()) addScaled(into, days.noise(audience, n), weight * factor);
}

/** The sums of one row times each of others, four at a time: reading the row is most of the work. */
function dotRows(into: Float64Array, row: Float64Array, others: readonly Float64Array[]): void {
  for (let at = 0; at < others.length; at += 4) {
    const [a = row, b = row, c = row, d = row] = [others[at], others[at + 1], others[at + 2], others[at + 3]];
    let [sumA, sumB, sumC, sumD] = [0, 0, 0, 0];
    for (let i = 0; i < row.length; i += 1) {
      const value = row[i] ?? 0;
      sumA += value * (a[i] ?? 0);
      sumB += value * (b[i] ?? 0);
      sumC += value * (c[i] ?? 0);
      sumD += value * (d[i] ?? 0);
    }
    into[at] = sumA;
    if (at + 1 < into.length) into[at + 1] = sumB;
    if (at + 2 < into.length) into[at + 2] = sumC;
    if (at + 3 < into.length) into[at + 3] = sumD;
  }
}

/** Adds a row of days times a row of weeks. */
function addWeeks(into: Float64Array, row: Float64Array, weeks: Float64Array, weekOf: Uint16Array): void {
  for (let i = 0; i < into.length; i += 1) into[i] = (into[i] ?? 0) + (row[i] ?? 0) * (weeks[weekOf[i] ?? 0] ?? 0);
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

function addScaled(into: Float64Array, row: Float64Array, factor: number): void {
  for (let i = 0; i < into.length; i += 1) into[i] = (into[i] ?? 0) + factor * (row[i] ?? 0);
}
