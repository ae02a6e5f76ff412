import type { BaselineFilter } from '../../src/suppliers/ports/demand.ts';
import type { Atlas } from '../../src/reference/atlas.ts';
import type { Network } from '../schedule/network.ts';
import { AUDIENCE_COUNT, AUDIENCE_TRAITS, BASELINE_AUDIENCES } from './audiences.ts';
import { type DemandField, gatherDemandField, NOISE_COUNT } from './demand-field.ts';
import { type DemandTables, readDemandTables } from './demand-tables.ts';
import { createDemandYears, type DemandYears } from './demand-years.ts';
import { type Gravity, weighPairs } from './gravity.ts';
import {
  clearWeights,
  emptyWeights,
  findHomePairs,
  type GatheredWeights,
  type HomePairs,
  type TimeSums,
} from './time-sums.ts';

/** What a world's demand is made from. */
export interface DemandFacts {
  readonly dir: string;
  readonly atlas: Atlas;
  readonly network: Network;
  /** The world's seed. */
  readonly seed: number;
}

/** The cities and their weights: all that does not depend on the day. */
export interface DemandModel {
  readonly field: DemandField;
  readonly tables: DemandTables;
  readonly gravity: Gravity;
  readonly seed: number;
  readonly years: DemandYears;
  readonly homePairs: HomePairs;
  /** By audience: searches of an average day of 2019 for 1 of weight. */
  readonly scale: readonly number[];
  /** The weights of everything, and the cities by theirs, greatest first. */
  readonly whole: GatheredWeights;
  readonly destinations: readonly number[];
  readonly markets: readonly number[];
  /**
   * The cities of each cell by what draws people there, and by its own people. These are in one order for all
   * audiences: a cell is of one class.
   */
  readonly greatestFirst: {
    readonly attraction: readonly (readonly number[])[];
    readonly home: readonly (readonly number[])[];
  };
}

/** Searches of the whole world on an average day of 2019: what a sandbox shows, not what anybody counted. */
const SEARCHES_A_DAY = 420_000;

/** Cells gathered between two yields: a millisecond. */
const CELLS_PER_STEP = 64;

/**
 * Builds the model: some tens of milliseconds, a hundred for thousands of cities. Yields every millisecond or so, so
 * that other requests can run.
 */
export function* buildDemandModel({ dir, atlas, network, seed }: DemandFacts): Generator<void, DemandModel> {
  const tables = yield* readDemandTables(dir);
  yield;
  const field = yield* gatherDemandField(atlas, network, tables, seed);
  yield;
  const gravity = yield* weighPairs(field, tables);
  const whole = emptyWeights(field);
  for (let cell = 0; cell < field.cells.length; cell += 1) {
    if (cell % CELLS_PER_STEP === 0) yield;
    for (const [a, weights] of whole.byAudience.entries()) {
      gatherInbound({ field, gravity }, weights, {
        cell,
        audience: a,
        attraction: gravity.cellAttraction[cell * AUDIENCE_COUNT + a] ?? 0,
        noise: cellNoise(field, cell, a),
      });
    }
  }
  yield;
  const scale = whole.byAudience.map(
    (weights, a) =>
      ((AUDIENCE_TRAITS[a]?.share ?? 0) * SEARCHES_A_DAY) / (total(weights.abroad) + total(weights.home) || 1),
  );
  const sizeAs = (weightOf: (cell: number, audience: number) => number, own: Float32Array): readonly number[] => {
    const sizes = Float64Array.from(field.codes, (_, city) =>
      scale.reduce(
        (sum, factor, a) =>
          sum + factor * (own[city * AUDIENCE_COUNT + a] ?? 0) * weightOf(field.cityCell[city] ?? 0, a),
        0,
      ),
    );
    return field.codes.map((_, city) => city).sort((a, b) => (sizes[b] ?? 0) - (sizes[a] ?? 0) || a - b);
  };
  const cellsBy = (own: Float32Array): readonly (readonly number[])[] =>
    field.cells.map(({ cities }) =>
      [...cities].sort((a, b) => (own[b * AUDIENCE_COUNT] ?? 0) - (own[a * AUDIENCE_COUNT] ?? 0) || a - b),
    );
  const greatestFirst = { attraction: cellsBy(field.attraction), home: cellsBy(field.home) };
  yield;
  const destinations = sizeAs(
    (cell, a) => rowTotal(gravity.inbound, (cell * AUDIENCE_COUNT + a) * gravity.inboundWidth, gravity.inboundWidth),
    field.attraction,
  );
  yield;
  const markets = sizeAs(
    (cell, a) =>
      rowTotal(
        gravity.outbound,
        (cell * AUDIENCE_COUNT + a) * gravity.outboundWidth,
        gravity.outboundWidth - NOISE_COUNT,
      ),
    field.home,
  );
  return {
    field,
    tables,
    gravity,
    seed,
    scale,
    whole,
    greatestFirst,
    destinations,
    markets,
    years: createDemandYears(tables, seed),
    homePairs: findHomePairs(field),
  };
}

/** Cities of a country or a city code; undefined for no market, an empty array for one that is not known. */
export function marketCities({ field }: DemandModel, market: string | undefined): readonly number[] | undefined {
  if (market === undefined) return undefined;
  if (market.length === 2)
    return (field.cellsByCountry.get(market) ?? []).flatMap((cell) => field.cells[cell]?.cities ?? []);
  const city = field.cityByCode.get(market);
  return city === undefined ? [] : [city];
}

/** The home of market cities by cell, of each audience. */
export function homeByCell({ field }: DemandModel, cities: readonly number[]): ReadonlyMap<number, Float64Array> {
  const homes = new Map<number, Float64Array>();
  for (const city of cities) {
    const cell = field.cityCell[city] ?? 0;
    const home = homes.get(cell) ?? new Float64Array(AUDIENCE_COUNT);
    homes.set(cell, home);
    for (let a = 0; a < AUDIENCE_COUNT; a += 1) home[a] = (home[a] ?? 0) + (field.home[city * AUDIENCE_COUNT + a] ?? 0);
  }
  return homes;
}

/** Index of the audiences asked for. */
export function audiencesOf(filter: BaselineFilter): readonly number[] {
  const all = BASELINE_AUDIENCES.map((_, index) => index);
  return filter.audience === undefined ? all : all.filter((index) => BASELINE_AUDIENCES[index] === filter.audience);
}

/**
 * The weights of a filter, by audience, in `gathered`, which is cleared first, or those of everything; audiences that
 * are not asked for stay 0.
 */
export function gatherWeights(model: DemandModel, filter: BaselineFilter, gathered: GatheredWeights): GatheredWeights {
  const cities = marketCities(model, filter.market);
  if (filter.destination === undefined && cities === undefined) return model.whole;
  clearWeights(gathered);
  const destination = filter.destination === undefined ? undefined : model.field.cityByCode.get(filter.destination);
  if (filter.destination !== undefined && destination === undefined) return gathered;
  const homes = cities && homeByCell(model, cities);
  for (const audience of audiencesOf(filter)) {
    const weights = gathered.byAudience[audience];
    if (!weights) continue;
    if (destination !== undefined) gatherDestination(model, weights, { destination, homes, audience });
    else
      for (const [cell, home] of homes ?? [])
        gatherOutbound(model, weights, { cell, audience, home: home[audience] ?? 0 });
  }
  return gathered;
}

interface Destined {
  readonly destination: number;
  readonly homes: ReadonlyMap<number, Float64Array> | undefined;
  readonly audience: number;
}

function gatherDestination(model: DemandModel, weights: TimeSums, { destination, homes, audience }: Destined): void {
  const { field, gravity } = model;
  const cell = field.cityCell[destination] ?? 0;
  const attraction = field.attraction[destination * AUDIENCE_COUNT + audience] ?? 0;
  const noise = Array.from(
    { length: NOISE_COUNT },
    (_, n) => attraction * (field.noise[destination * NOISE_COUNT + n] ?? 0),
  );
  if (homes === undefined) {
    gatherInbound(model, weights, { cell, audience, attraction, noise });
    return;
  }
  for (const [from, home] of homes) {
    const weight = gravity.weight(cell, from, audience) * (home[audience] ?? 0);
    const isHome = field.cells[cell]?.country === field.cells[from]?.country;
    const table = isHome ? weights.home : weights.abroad;
    const at = (field.cells[cell]?.stratum ?? 0) * field.groupCount + (field.cells[from]?.group ?? 0);
    table[at] = (table[at] ?? 0) + weight * attraction;
    noise.forEach((value, n) => {
      weights.noise[n] = (weights.noise[n] ?? 0) + weight * value;
    });
  }
}

type Inbound = {
  readonly cell: number;
  readonly audience: number;
  readonly attraction: number;
  readonly noise: readonly number[];
};

function gatherInbound(
  { field, gravity }: Pick<DemandModel, 'field' | 'gravity'>,
  weights: TimeSums,
  { cell, audience, attraction, noise }: Inbound,
): void {
  const { stratum = 0, group = 0 } = field.cells[cell] ?? {};
  const row = (cell * AUDIENCE_COUNT + audience) * gravity.inboundWidth;
  let all = 0;
  for (let from = 0; from <= field.groupCount; from += 1) {
    const weight = gravity.inbound[row + from] ?? 0;
    const isHome = from === field.groupCount;
    const table = isHome ? weights.home : weights.abroad;
    const at = stratum * field.groupCount + (isHome ? group : from);
    table[at] = (table[at] ?? 0) + weight * attraction;
    all += weight;
  }
  noise.forEach((value, n) => {
    weights.noise[n] = (weights.noise[n] ?? 0) + all * value;
  });
}

function gatherOutbound(
  { field, gravity }: DemandModel,
  weights: TimeSums,
  { cell, audience, home }: { readonly cell: number; readonly audience: number; readonly home: number },
): void {
  const group = field.cells[cell]?.group ?? 0;
  const row = (cell * AUDIENCE_COUNT + audience) * gravity.outboundWidth;
  const strata = field.strata.length;
  for (let stratum = 0; stratum < strata; stratum += 1) {
    const at = stratum * field.groupCount + group;
    weights.abroad[at] = (weights.abroad[at] ?? 0) + home * (gravity.outbound[row + stratum] ?? 0);
    weights.home[at] = (weights.home[at] ?? 0) + home * (gravity.outbound[row + strata + stratum] ?? 0);
  }
  for (let n = 0; n < NOISE_COUNT; n += 1)
    weights.noise[n] = (weights.noise[n] ?? 0) + home * (gravity.outbound[row + 2 * strata + n] ?? 0);
}

function cellNoise(field: DemandField, cell: number, audience: number): readonly number[] {
  return Array.from({ length: NOISE_COUNT }, (_, n) =>
    (field.cells[cell]?.cities ?? []).reduce(
      (sum, city) =>
        sum + (field.attraction[city * AUDIENCE_COUNT + audience] ?? 0) * (field.noise[city * NOISE_COUNT + n] ?? 0),
      0,
    ),
  );
}

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function rowTotal(values: Float32Array, start: number, length: number): number {
  let sum = 0;
  for (let i = start; i < start + length; i += 1) sum += values[i] ?? 0;
  return sum;
}
