import type { BaselineFilter } from '../../ports-demand.ts';
import { AUDIENCE_COUNT, AUDIENCE_TRAITS } from './audiences.ts';
import { createDemandDays, type DemandDays } from './demand-days.ts';
import { NOISE_COUNT } from './demand-field.ts';
import { audiencesOf, type DemandModel, gatherWeights, homeByCell, marketCities } from './demand-model.ts';
import { addDaily, sumDays, type TimeSums, volumeOf } from './time-sums.ts';

/** Days of one kind of sign. */
export interface Stretch {
  readonly kind: BaselineFilter['kind'];
  /** Epoch day. */
  readonly from: number;
  readonly length: number;
}

/** Volumes of a model, city by city in the model's own order. */
export interface DemandVolumes {
  byDestination(filter: BaselineFilter, stretch: Stretch): Float64Array;
  byMarket(filter: BaselineFilter, stretch: Stretch): Float64Array;
  byAudience(filter: BaselineFilter, stretch: Stretch): Float64Array;
  daily(filter: BaselineFilter, stretch: Stretch): Float64Array;
}

/** Sums of stretches kept: some hundred kilobytes each. Their days, of which each is megabytes, are kept for the last one only. */
const STRETCHES_KEPT = 6;

interface Summed {
  readonly days: () => DemandDays;
  readonly sums: (audience: number) => TimeSums;
}

/** Reads volumes off a model. */
export function createDemandVolumes(model: DemandModel): DemandVolumes {
  const summedOf = rememberStretches(model);
  const drawnBy = rememberMarkets(model);
  const scaleOf = (kind: BaselineFilter['kind'], audience: number): number => (model.scale[audience] ?? 0) * (AUDIENCE_TRAITS[audience]?.ratio[kind] ?? 0);
  return {
    byDestination: (filter, stretch) => fillDestinations(model, drawnBy, filter, (audience) => ({ sums: summedOf(stretch).sums(audience), scale: scaleOf(stretch.kind, audience) })),
    byMarket: (filter, stretch) => fillMarkets(model, filter, (audience) => ({ sums: summedOf(stretch).sums(audience), scale: scaleOf(stretch.kind, audience) })),
    byAudience: (filter, stretch) => {
      const weights = gatherWeights(model, filter);
      const volumes = new Float64Array(AUDIENCE_COUNT);
      for (const audience of audiencesOf(filter)) {
        const own = weights.byAudience[audience];
        if (own) volumes[audience] = scaleOf(stretch.kind, audience) * volumeOf(own, summedOf(stretch).sums(audience));
      }
      return volumes;
    },
    daily: (filter, stretch) => {
      const weights = gatherWeights(model, filter);
      const volumes = new Float64Array(stretch.length);
      const days = summedOf(stretch).days();
      for (const audience of audiencesOf(filter)) {
        const own = weights.byAudience[audience];
        if (own) addDaily(volumes, { days, field: model.field, weights: own, audience, factor: scaleOf(stretch.kind, audience) });
      }
      return volumes;
    },
  };
}

function rememberStretches(model: DemandModel): (stretch: Stretch) => Summed {
  const kept = new Map<string, Summed>();
  let last: { readonly key: string; readonly days: DemandDays } | undefined;
  return (stretch) => {
    const key = `${stretch.kind} ${stretch.from} ${stretch.length}`;
    const known = kept.get(key);
    if (known) return known;
    const days = (): DemandDays => {
      if (last?.key !== key) last = { key, days: createDemandDays(model, stretch) };
      return last.days;
    };
    const sums: (TimeSums | undefined)[] = [];
    const summed: Summed = {
      days,
      sums: (audience) => {
        const own = sums[audience] ?? sumDays(days(), model.field, model.homePairs, audience);
        sums[audience] = own;
        return own;
      },
    };
    const [oldest] = kept.keys();
    if (kept.size >= STRETCHES_KEPT && oldest !== undefined) kept.delete(oldest);
    kept.set(key, summed);
    return summed;
  };
}

type SumsOf = (audience: number) => { readonly sums: TimeSums; readonly scale: number };

/** What a market draws out of every cell, by cell and audience. */
interface Drawn {
  readonly country: string;
  readonly group: number;
  readonly weights: Float64Array;
}

/** Markets asked about one after the other are often the same: some tens of kilobytes each. */
const MARKETS_KEPT = 12;

function rememberMarkets(model: DemandModel): (market: string) => Drawn {
  const kept = new Map<string, Drawn>();
  return (market) => {
    const known = kept.get(market);
    if (known) return known;
    const cities = marketCities(model, market) ?? [];
    const { country = '', group = 0 } = model.field.cells[model.field.cityCell[cities[0] ?? -1] ?? -1] ?? {};
    const drawn = { country, group, weights: model.gravity.drawn(homeByCell(model, cities)) };
    const [oldest] = kept.keys();
    if (kept.size >= MARKETS_KEPT && oldest !== undefined) kept.delete(oldest);
    kept.set(market, drawn);
    return drawn;
  };
}

function fillDestinations(model: DemandModel, drawnBy: (market: string) => Drawn, filter: BaselineFilter, sumsOf: SumsOf): Float64Array {
  const { field } = model;
  const volumes = new Float64Array(field.codes.length);
  const only = filter.destination === undefined ? undefined : field.cityByCode.get(filter.destination);
  if (filter.destination !== undefined && only === undefined) return volumes;
  const drawn = filter.market === undefined ? undefined : drawnBy(filter.market);
  for (const audience of audiencesOf(filter)) {
    const { sums, scale } = sumsOf(audience);
    const visit = (cell: number, cities: readonly number[]): void => {
      const { smooth, weight } = drawn ? inboundFrom(model, { cell, audience, drawn, sums }) : inboundAll(model, { cell, audience, sums });
      for (const city of cities) {
        let noise = 0;
        for (let n = 0; n < NOISE_COUNT; n += 1) noise += (field.noise[city * NOISE_COUNT + n] ?? 0) * (sums.noise[n] ?? 0);
        volumes[city] = (volumes[city] ?? 0) + scale * (field.attraction[city * AUDIENCE_COUNT + audience] ?? 0) * (smooth + weight * noise);
      }
    };
    if (only === undefined) for (const [cell, { cities }] of field.cells.entries()) visit(cell, cities);
    else visit(field.cityCell[only] ?? 0, [only]);
  }
  return volumes;
}

interface Inbound {
  readonly cell: number;
  readonly audience: number;
  readonly sums: TimeSums;
}

/** Volume and weight into a cell from everywhere, for 1 of attraction. */
function inboundAll({ field, gravity }: DemandModel, { cell, audience, sums }: Inbound) {
  const { stratum = 0, group = 0 } = field.cells[cell] ?? {};
  const row = (cell * AUDIENCE_COUNT + audience) * gravity.inboundWidth;
  const atHome = gravity.inbound[row + field.groupCount] ?? 0;
  let weight = atHome;
  let smooth = atHome * (sums.home[stratum * field.groupCount + group] ?? 0);
  for (let from = 0; from < field.groupCount; from += 1) {
    const own = gravity.inbound[row + from] ?? 0;
    weight += own;
    smooth += own * (sums.abroad[stratum * field.groupCount + from] ?? 0);
  }
  return { smooth, weight };
}

/** The same from a market, whose cities all lie in one country. */
function inboundFrom({ field }: DemandModel, { cell, audience, sums, drawn }: Inbound & { readonly drawn: Drawn }) {
  const { stratum = 0, country = '' } = field.cells[cell] ?? {};
  const weight = drawn.weights[cell * AUDIENCE_COUNT + audience] ?? 0;
  return { weight, smooth: weight * ((drawn.country === country ? sums.home : sums.abroad)[stratum * field.groupCount + drawn.group] ?? 0) };
}

function fillMarkets(model: DemandModel, filter: BaselineFilter, sumsOf: SumsOf): Float64Array {
  const { field } = model;
  const volumes = new Float64Array(field.codes.length);
  const to = filter.destination === undefined ? undefined : field.cityByCode.get(filter.destination);
  if (filter.destination !== undefined && to === undefined) return volumes;
  const cities = marketCities(model, filter.market) ?? field.codes.map((_, city) => city);
  const perCell = new Float64Array(field.cells.length);
  for (const audience of audiencesOf(filter)) {
    const { sums, scale } = sumsOf(audience);
    perCell.fill(Number.NaN);
    for (const city of cities) {
      const cell = field.cityCell[city] ?? 0;
      if (Number.isNaN(perCell[cell])) perCell[cell] = to === undefined ? outboundAll(model, { cell, audience, sums }) : outboundTo(model, { cell, audience, sums, to });
      volumes[city] = (volumes[city] ?? 0) + scale * (field.home[city * AUDIENCE_COUNT + audience] ?? 0) * (perCell[cell] ?? 0);
    }
  }
  return volumes;
}

/** Volume out of a cell to everywhere, for 1 of home. */
function outboundAll({ field, gravity }: DemandModel, { cell, audience, sums }: Inbound): number {
  const group = field.cells[cell]?.group ?? 0;
  const strata = field.strata.length;
  const row = (cell * AUDIENCE_COUNT + audience) * gravity.outboundWidth;
  let volume = 0;
  for (let stratum = 0; stratum < strata; stratum += 1) {
    const at = stratum * field.groupCount + group;
    volume += (gravity.outbound[row + stratum] ?? 0) * (sums.abroad[at] ?? 0) + (gravity.outbound[row + strata + stratum] ?? 0) * (sums.home[at] ?? 0);
  }
  for (let n = 0; n < NOISE_COUNT; n += 1) volume += (gravity.outbound[row + 2 * strata + n] ?? 0) * (sums.noise[n] ?? 0);
  return volume;
}

/** The same to one city. */
function outboundTo({ field, gravity }: DemandModel, { cell, audience, sums, to }: Inbound & { readonly to: number }): number {
  const there = field.cells[field.cityCell[to] ?? 0];
  const here = field.cells[cell];
  if (!there || !here) return 0;
  let noise = 0;
  for (let n = 0; n < NOISE_COUNT; n += 1) noise += (field.noise[to * NOISE_COUNT + n] ?? 0) * (sums.noise[n] ?? 0);
  const smooth = (here.country === there.country ? sums.home : sums.abroad)[there.stratum * field.groupCount + here.group] ?? 0;
  return gravity.weight(field.cityCell[to] ?? 0, cell, audience) * (field.attraction[to * AUDIENCE_COUNT + audience] ?? 0) * (smooth + noise);
}
