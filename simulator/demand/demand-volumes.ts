import type { BaselineFilter } from '../../src/suppliers/ports/demand.ts';
import { AUDIENCE_COUNT, AUDIENCE_TRAITS } from './audiences.ts';
import {
  emptyCells,
  type Inflow,
  inflowFrom,
  inflowTo,
  outboundTo,
  type Worth,
  worthFrom,
  worthOf,
} from './city-flows.ts';
import { once, partsOfBlocks, type Period } from './demand-days.ts';
import { audiencesOf, type DemandModel, gatherWeights } from './demand-model.ts';
import { createOriginMarkets, type OriginMarket } from './origin-markets.ts';
import { type Blocks, createBlocks, createPeriodSums, type PeriodSums } from './period-sums.ts';
import { addDaily, emptyWeights, type GatheredWeights, toDailyQuery, volumeOf } from './time-sums.ts';

/**
 * Volumes of a model over periods. `byDestination` and `byMarket` go city by city in the model's own order, and return
 * one shared array that their next call overwrites.
 */
export interface DemandVolumes {
  byDestination(filter: BaselineFilter, period: Period): Float64Array;
  byMarket(filter: BaselineFilter, period: Period): Float64Array;
  byAudience(filter: BaselineFilter, period: Period): Float64Array;
  daily(filter: BaselineFilter, period: Period): Float64Array;
  /** Searches, trips or bookings for 1 of weight. */
  scale(kind: BaselineFilter['kind'], audience: number): number;
  market(code: string): OriginMarket;
  /** Into every cell from a market, or from everywhere. That of a market is valid until the next call for a market. */
  inflow(market: string | undefined, period: Period, audience: number): Inflow;
  /** Into one city, for 1 of weight and home. */
  worth(destination: number, period: Period, audience: number): Worth;
}

/** Computes volumes of a model. */
export function createDemandVolumes(model: DemandModel): DemandVolumes {
  const blocks = createBlocks(model);
  const sumsOf = createPeriodSums(model, blocks);
  const marketOf = createOriginMarkets(model);
  const scaleOf = (kind: BaselineFilter['kind'], audience: number): number =>
    (model.scale[audience] ?? 0) * (AUDIENCE_TRAITS[audience]?.ratio[kind] ?? 0);
  const fromMarkets = once(() => Array.from({ length: AUDIENCE_COUNT }, () => emptyCells(model)));
  const inflow: DemandVolumes['inflow'] = (market, period, audience) => {
    const ofPeriod = sumsOf(period);
    if (market === undefined) return ofPeriod.into(audience);
    return inflowFrom(
      model,
      marketOf(market),
      { audience, sums: ofPeriod.sums(audience) },
      fromMarkets()[audience] ?? emptyCells(model),
    );
  };
  const worth: DemandVolumes['worth'] = (destination, period, audience) =>
    worthOf(model, destination, {
      audience,
      sums: sumsOf(period).sums(audience),
      scale: scaleOf(period.kind, audience),
    });
  const gathered = once(() => emptyWeights(model.field));
  const cities = once(() => new Float64Array(model.field.codes.length));
  const facts = { model, blocks, gathered, cities, marketOf, sumsOf, scaleOf, inflow, worth };
  return {
    inflow,
    worth,
    scale: scaleOf,
    market: marketOf,
    byDestination: (filter, period) => fillDestinations(facts, filter, period),
    byMarket: (filter, period) => fillMarkets(facts, filter, period),
    byAudience: (filter, period) =>
      Float64Array.from({ length: AUDIENCE_COUNT }, (_, audience) =>
        audiencesOf(filter).includes(audience) ? audienceVolume(facts, filter, period, audience) : 0,
      ),
    daily: (filter, period) => fillDays(facts, filter, period),
  };
}

/** What volumes are computed from. */
interface Facts extends Pick<DemandVolumes, 'inflow' | 'worth'> {
  readonly model: DemandModel;
  readonly blocks: Blocks;
  /** Scratch for the weights of one row at a time. */
  readonly gathered: () => GatheredWeights;
  /** Scratch for the volumes of cities: the array that queries return. */
  readonly cities: () => Float64Array;
  readonly marketOf: (market: string) => OriginMarket;
  readonly sumsOf: (period: Period) => PeriodSums;
  readonly scaleOf: DemandVolumes['scale'];
}

function fillDays({ model, blocks, gathered, scaleOf }: Facts, filter: BaselineFilter, period: Period): Float64Array {
  const { byAudience } = gatherWeights(model, filter, gathered());
  const queries = audiencesOf(filter).flatMap((audience) => {
    const weights = byAudience[audience];
    return weights === undefined
      ? []
      : [toDailyQuery(weights, { field: model.field, audience, factor: scaleOf(period.kind, audience) })];
  });
  const volumes = new Float64Array(period.length);
  for (const part of partsOfBlocks(period)) {
    const days = blocks.days(part);
    const own = volumes.subarray(part.from - period.from, part.from - period.from + part.length);
    for (const query of queries) addDaily(own, days, part.from - part.block.from, query);
  }
  return volumes;
}

/** The city of a filter: undefined for every city, -1 for a code that is not known. */
function destinationOf({ field }: DemandModel, { destination }: BaselineFilter): number | undefined {
  return destination === undefined ? undefined : (field.cityByCode.get(destination) ?? -1);
}

function fillDestinations(facts: Facts, filter: BaselineFilter, period: Period): Float64Array {
  const { field } = facts.model;
  const volumes = facts.cities().fill(0);
  const only = destinationOf(facts.model, filter);
  if (only === -1) return volumes;
  for (const audience of audiencesOf(filter)) {
    const flow = facts.inflow(filter.market, period, audience);
    const scale = facts.scaleOf(period.kind, audience);
    const [first, end] = only === undefined ? [0, volumes.length] : [only, only + 1];
    for (let city = first; city < end; city += 1)
      volumes[city] = (volumes[city] ?? 0) + scale * inflowTo(field, city, audience, flow);
  }
  return volumes;
}

function fillMarkets(
  { model, marketOf, sumsOf, scaleOf, worth, cities: room }: Facts,
  filter: BaselineFilter,
  period: Period,
): Float64Array {
  const { field } = model;
  const volumes = room().fill(0);
  const to = destinationOf(model, filter);
  if (to === -1) return volumes;
  const cities = filter.market === undefined ? undefined : marketOf(filter.market).cities;
  for (const audience of audiencesOf(filter)) {
    const perCell =
      to === undefined ? sumsOf(period).outOf(audience) : outboundTo(model, to, audience, worth(to, period, audience));
    const scale = to === undefined ? scaleOf(period.kind, audience) : 1;
    for (let i = 0; i < (cities ?? volumes).length; i += 1) {
      const city = cities === undefined ? i : (cities[i] ?? 0);
      volumes[city] =
        (volumes[city] ?? 0) +
        scale * (field.home[city * AUDIENCE_COUNT + audience] ?? 0) * (perCell[field.cityCell[city] ?? 0] ?? 0);
    }
  }
  return volumes;
}

function audienceVolume(facts: Facts, filter: BaselineFilter, period: Period, audience: number): number {
  const { model, marketOf, sumsOf, scaleOf } = facts;
  const { field, gravity } = model;
  const to = destinationOf(model, filter);
  const { sums, outOf } = sumsOf(period);
  const scale = scaleOf(period.kind, audience);
  if (to === -1) return 0;
  if (filter.market === undefined) {
    if (to !== undefined) return scale * inflowTo(field, to, audience, facts.inflow(undefined, period, audience));
    return scale * volumeOf(model.whole.byAudience[audience] ?? sums(audience), sums(audience));
  }
  let volume = 0;
  const worth = to === undefined ? undefined : facts.worth(to, period, audience);
  const there = field.cityCell[to ?? 0] ?? 0;
  for (const [cell, home] of marketOf(filter.market).homes) {
    const each = worth
      ? gravity.weight(there, cell, audience) * worthFrom(field, worth, there, cell)
      : scale * (outOf(audience)[cell] ?? 0);
    volume += (home[audience] ?? 0) * each;
  }
  return volume;
}
