import { AUDIENCE_COUNT } from './audiences.ts';
import { type DemandField, NOISE_COUNT } from './demand-field.ts';
import type { DemandModel } from './demand-model.ts';
import type { OriginMarket } from './origin-markets.ts';
import type { TimeSums } from './time-sums.ts';

/** The sums of a period's days for one audience. */
export interface AudienceSums {
  readonly audience: number;
  readonly sums: TimeSums;
}

/** The arrays of an inflow, by cell. */
export interface InflowTables {
  /** Volume for 1 of attraction, without noises. */
  readonly smooth: Float64Array;
  /** What 1 of each noise adds for 1 of attraction. */
  readonly weight: Float64Array;
}

/** Volumes into cells over a period, for 1 of attraction. */
export interface Inflow extends InflowTables {
  /** The noises of the period, and the most that all of them can come to. */
  readonly noise: Float64Array;
  readonly noiseMax: number;
}

/** What one destination draws over a period; valid until the sums of another period take over its arrays. */
export interface Worth {
  /** Its attraction, scaled to volumes, and the sum of its noises. */
  readonly own: number;
  readonly noise: number;
  /** Where its stratum begins in the sums. */
  readonly row: number;
  readonly sums: TimeSums;
}

/**
 * Volume from a country group into a destination, for 1 of gravity weight and home.
 *
 * Example: the volume from Munich (MUC, group of Germany) to Palma (PMI) is the gravity weight of their two cells,
 * times the home of Munich, times `worthFor(worth of PMI, group of Germany, false)`: the attraction of PMI × (the
 * season of Spanish beaches × the school year and growth of Germany, summed over the days, + the noise of PMI). In the
 * sandbox that is about 4,700 searches in July 2026 and 900 in January. From Madrid (MAD) `isHome` is true, and the
 * season is taken without the shocks of the region.
 */
export function worthFor({ own, noise, row, sums }: Worth, group: number, isHome: boolean): number {
  return own * (((isHome ? sums.home : sums.abroad)[row + group] ?? 0) + noise);
}

/** The worth of a city as a destination; `scale` is the volume for 1 of weight. */
export function worthOf(
  { field }: DemandModel,
  to: number,
  { audience, sums, scale }: AudienceSums & { readonly scale: number },
): Worth {
  const row = (field.cells[field.cityCell[to] ?? 0]?.stratum ?? 0) * field.groupCount;
  return {
    own: scale * (field.attraction[to * AUDIENCE_COUNT + audience] ?? 0),
    noise: noiseAt(field, to, sums.noise),
    row,
    sums,
  };
}

/** Volume into a city for one audience, before it is scaled. */
export function inflowTo(
  field: DemandField,
  city: number,
  audience: number,
  { smooth, weight, noise }: Inflow,
): number {
  const cell = field.cityCell[city] ?? 0;
  return (
    (field.attraction[city * AUDIENCE_COUNT + audience] ?? 0) *
    ((smooth[cell] ?? 0) + (weight[cell] ?? 0) * noiseAt(field, city, noise))
  );
}

/** What the noises of a period come to in a city. */
function noiseAt(field: DemandField, city: number, noises: Float64Array): number {
  let noise = 0;
  for (let n = 0; n < NOISE_COUNT; n += 1) noise += (field.noise[city * NOISE_COUNT + n] ?? 0) * (noises[n] ?? 0);
  return noise;
}

/** Arrays for an inflow. */
export function emptyCells({ field }: DemandModel): InflowTables {
  return { smooth: new Float64Array(field.cells.length), weight: new Float64Array(field.cells.length) };
}

/** An inflow whose cells the caller writes. */
function inflowIn(tables: InflowTables, { noise }: TimeSums): Inflow {
  return { ...tables, noise, noiseMax: noise.reduce((sum, value) => sum + Math.abs(value), 0) };
}

/** Inflow from everywhere, written into `tables`. */
export function inflowFromAll(model: DemandModel, { audience, sums }: AudienceSums, tables: InflowTables): Inflow {
  const {
    field: { cells, groupCount },
    gravity,
  } = model;
  const flow = inflowIn(tables, sums);
  cells.forEach(({ stratum, group }, cell) => {
    const row = (cell * AUDIENCE_COUNT + audience) * gravity.inboundWidth;
    const atHome = gravity.inbound[row + groupCount] ?? 0;
    let weight = atHome;
    let smooth = atHome * (sums.home[stratum * groupCount + group] ?? 0);
    for (let from = 0; from < groupCount; from += 1) {
      const own = gravity.inbound[row + from] ?? 0;
      weight += own;
      smooth += own * (sums.abroad[stratum * groupCount + from] ?? 0);
    }
    flow.smooth[cell] = smooth;
    flow.weight[cell] = weight;
  });
  return flow;
}

/** Inflow from a market, whose cities all lie in one country, written into `tables`. */
export function inflowFrom(
  model: DemandModel,
  market: OriginMarket,
  { audience, sums }: AudienceSums,
  tables: InflowTables,
): Inflow {
  const { cells, groupCount } = model.field;
  const flow = inflowIn(tables, sums);
  const drawn = market.drawn();
  cells.forEach(({ stratum, country }, cell) => {
    const weight = drawn[cell * AUDIENCE_COUNT + audience] ?? 0;
    flow.weight[cell] = weight;
    flow.smooth[cell] =
      weight * ((market.country === country ? sums.home : sums.abroad)[stratum * groupCount + market.group] ?? 0);
  });
  return flow;
}

/** Volume out of every cell to everywhere, for 1 of home. */
export function outboundAll(
  { field: { cells, strata, groupCount }, gravity }: DemandModel,
  { audience, sums }: AudienceSums,
): Float64Array {
  return Float64Array.from(cells, ({ group }, cell) => {
    const row = (cell * AUDIENCE_COUNT + audience) * gravity.outboundWidth;
    let volume = 0;
    for (let stratum = 0; stratum < strata.length; stratum += 1) {
      const at = stratum * groupCount + group;
      volume +=
        (gravity.outbound[row + stratum] ?? 0) * (sums.abroad[at] ?? 0) +
        (gravity.outbound[row + strata.length + stratum] ?? 0) * (sums.home[at] ?? 0);
    }
    for (let n = 0; n < NOISE_COUNT; n += 1)
      volume += (gravity.outbound[row + 2 * strata.length + n] ?? 0) * (sums.noise[n] ?? 0);
    return volume;
  });
}

/** Volume out of every cell to one city, for 1 of home. */
export function outboundTo({ field, gravity }: DemandModel, to: number, audience: number, worth: Worth): Float64Array {
  const there = field.cityCell[to] ?? 0;
  const volumes = new Float64Array(field.cells.length);
  for (let cell = 0; cell < volumes.length; cell += 1)
    volumes[cell] = gravity.weight(there, cell, audience) * worthFrom(field, worth, there, cell);
  return volumes;
}

/** `worthFor` between two cells: `there` is that of the destination. */
export function worthFrom({ cells }: DemandField, worth: Worth, there: number, here: number): number {
  return worthFor(worth, cells[here]?.group ?? 0, cells[here]?.country === cells[there]?.country);
}
