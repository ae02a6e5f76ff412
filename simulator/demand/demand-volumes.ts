import type { BaselineFilter } from '../../src/suppliers/ports/demand.ts';
import { AUDIENCE_COUNT, AUDIENCE_TRAITS } from './audiences.ts';
import { type BlockPart, createDemandDays, type DemandDays, once, partsOfBlocks, type Stretch } from './demand-days.ts';
import { type DemandField, NOISE_COUNT } from './demand-field.ts';
import { audiencesOf, type DemandModel, gatherWeights, homeByCell, marketCities } from './demand-model.ts';
import {
  addDaily,
  addSums,
  askDaily,
  clearSums,
  createWorkplace,
  emptySums,
  emptyWeights,
  type GatheredWeights,
  keepSums,
  type CachedSums,
  sumDays,
  type TimeSums,
  volumeOf,
  type Workplace,
} from './time-sums.ts';

/**
 * Volumes of a model, city by city in the model's own order. Those by destination and market lie where the next are
 * written.
 */
export interface DemandVolumes {
  byDestination(filter: BaselineFilter, span: Stretch): Float64Array;
  byMarket(filter: BaselineFilter, span: Stretch): Float64Array;
  byAudience(filter: BaselineFilter, span: Stretch): Float64Array;
  daily(filter: BaselineFilter, span: Stretch): Float64Array;
  /** Searches, trips or bookings for 1 of weight. */
  scale(kind: BaselineFilter['kind'], audience: number): number;
  market(code: string): KnownMarket;
  /** Into every cell from a market, or from everywhere; of a market to be used before that of another is asked for. */
  inflow(market: string | undefined, span: Stretch, audience: number): Inflow;
  /** Into one city, for 1 of weight and home. */
  worth(destination: number, span: Stretch, audience: number): Worth;
}

/** What comes into cells for 1 of attraction, by cell. */
interface Inflow {
  readonly smooth: Float64Array;
  readonly weight: Float64Array;
  /** What 1 of weight and of each noise adds, and the most that all noises can. */
  readonly noise: Float64Array;
  readonly noiseMax: number;
}

/** What one destination draws, read off the sums of its span: to be used before others are asked for. */
export interface Worth {
  /** Its attraction, to scale, and what its noises come to. */
  readonly own: number;
  readonly noise: number;
  /** Where its stratum begins in the sums. */
  readonly row: number;
  readonly sums: TimeSums;
}

/** Out of a group, for 1 of weight. */
export function worthFor({ own, noise, row, sums }: Worth, group: number, isHome: boolean): number {
  return own * (((isHome ? sums.home : sums.abroad)[row + group] ?? 0) + noise);
}

/** Spans whose sums are cached: some hundred kilobytes each. */
const STRETCHES_KEPT = 6;

interface Summed {
  /** By audience. */
  readonly tables: SummedTables[];
  readonly sums: (audience: number) => TimeSums;
  /** Into cells from everywhere. */
  readonly into: (audience: number) => Inflow;
  /** Out of cells to everywhere, for 1 of home. */
  readonly outOf: (audience: number) => Float64Array;
}

/** Reads volumes off a model. */
export function createDemandVolumes(model: DemandModel): DemandVolumes {
  const blocks = rememberBlocks(model);
  const summedOf = cacheSpans(model, blocks);
  const marketOf = rememberMarkets(model);
  const scaleOf = (kind: BaselineFilter['kind'], audience: number): number =>
    (model.scale[audience] ?? 0) * (AUDIENCE_TRAITS[audience]?.ratio[kind] ?? 0);
  const fromMarkets = once(() => Array.from({ length: AUDIENCE_COUNT }, () => emptyCells(model)));
  const inflow: DemandVolumes['inflow'] = (market, span, audience) => {
    const summed = summedOf(span);
    if (market === undefined) return summed.into(audience);
    return inflowFrom(
      model,
      marketOf(market),
      { audience, sums: summed.sums(audience) },
      fromMarkets()[audience] ?? emptyCells(model),
    );
  };
  const worth: DemandVolumes['worth'] = (destination, span, audience) =>
    worthOf(model, destination, {
      audience,
      sums: summedOf(span).sums(audience),
      scale: scaleOf(span.kind, audience),
    });
  const gathered = once(() => emptyWeights(model.field));
  const cities = once(() => new Float64Array(model.field.codes.length));
  const facts = { model, blocks, gathered, cities, marketOf, summedOf, scaleOf, inflow, worth };
  return {
    inflow,
    worth,
    scale: scaleOf,
    market: marketOf,
    byDestination: (filter, span) => fillDestinations(facts, filter, span),
    byMarket: (filter, span) => fillMarkets(facts, filter, span),
    byAudience: (filter, span) =>
      Float64Array.from({ length: AUDIENCE_COUNT }, (_, audience) =>
        audiencesOf(filter).includes(audience) ? audienceVolume(facts, filter, span, audience) : 0,
      ),
    daily: (filter, span) => fillDays(facts, filter, span),
  };
}

/** What whole blocks of weeks come to, which is equal in every span they lie in. */
interface Blocks {
  days(part: BlockPart): DemandDays;
  sums(part: BlockPart, audience: number): CachedSums;
  workplace(): Workplace;
}

/**
 * Sums at 13 KB each: two years, and the year before them, of all kinds and audiences. Days at up to 170 KB: ten years
 * of one kind, of all audiences.
 */
const BLOCKS_KEPT = { sums: 200, days: 42 } as const;

function rememberBlocks(model: DemandModel): Blocks {
  const days = new Map<string, DemandDays>();
  const sums = new Map<string, CachedSums>();
  const workplace = once(() => createWorkplace(model.field));
  return {
    workplace,
    days: ({ block }) =>
      recall(days, BLOCKS_KEPT.days, `${block.kind} ${block.number}`, () => createDemandDays(model, block)),
    sums: ({ block }, audience) =>
      recall(sums, BLOCKS_KEPT.sums, `${block.kind} ${block.number} ${audience}`, () =>
        keepSums(sumDays(createDemandDays(model, block), model, audience, workplace())),
      ),
  };
}

/** The cached value, else one made now; the one unused longest is evicted for it. */
function recall<T>(cached: Map<string, T>, cachedMax: number, key: string, make: () => T): T {
  const known = cached.get(key);
  if (known !== undefined) cached.delete(key);
  else makeRoom(cached, cachedMax);
  const value = known ?? make();
  cached.set(key, value);
  return value;
}

/** What gave way, where something had to. */
function makeRoom<T>(cached: Map<string, T>, cachedMax: number): T | undefined {
  const [oldest] = cached.keys();
  if (cached.size < cachedMax || oldest === undefined) return undefined;
  const gone = cached.get(oldest);
  cached.delete(oldest);
  return gone;
}

function cacheSpans(model: DemandModel, blocks: Blocks): (span: Stretch) => Summed {
  const cached = new Map<string, Summed>();
  let last: { readonly span: Stretch; readonly summed: Summed } | undefined;
  return (span) => {
    // Called hundreds of times for one page, of one span.
    if (last?.span.from === span.from && last.span.length === span.length && last.span.kind === span.kind)
      return last.summed;
    const key = `${span.kind} ${span.from} ${span.length}`;
    const gone = cached.has(key) ? undefined : makeRoom(cached, STRETCHES_KEPT);
    const summed = recall(cached, STRETCHES_KEPT, key, () => summedBy(model, blocks, span, gone?.tables ?? []));
    last = { span, summed };
    return summed;
  };
}

/** The arrays of one audience's sums. */
interface SummedTables {
  readonly sums: TimeSums;
  readonly into: Pick<Inflow, 'smooth' | 'weight'>;
}

/**
 * An evicted entry leaves its tables to its successor: nobody holds on to them, and new ones for every span are
 * most of what has to be collected.
 */
function summedBy(model: DemandModel, blocks: Blocks, span: Stretch, tables: SummedTables[]): Summed {
  const parts = partsOfBlocks(span).map((part) => ({
    part,
    days: part.length === part.block.length ? undefined : createDemandDays(model, part),
  }));
  const sums: (TimeSums | undefined)[] = [];
  const into: (Inflow | undefined)[] = [];
  const outOf: (Float64Array | undefined)[] = [];
  const tablesOf = (audience: number): SummedTables =>
    (tables[audience] ??= { sums: emptySums(model.field), into: emptyCells(model) });
  const summed: Summed = {
    tables,
    sums: (audience) =>
      (sums[audience] ??= parts.reduce(
        (sum, { part, days }) => {
          addSums(
            sum,
            days === undefined ? blocks.sums(part, audience) : sumDays(days, model, audience, blocks.workplace()),
            model.homePairs,
          );
          return sum;
        },
        clearSums(tablesOf(audience).sums),
      )),
    into: (audience) =>
      (into[audience] ??= inflowFromAll(model, { audience, sums: summed.sums(audience) }, tablesOf(audience).into)),
    outOf: (audience) => (outOf[audience] ??= outboundAll(model, { audience, sums: summed.sums(audience) })),
  };
  return summed;
}

/** The cities of a market and what they draw. */
interface KnownMarket {
  readonly isCountry: boolean;
  readonly cities: readonly number[];
  readonly country: string;
  readonly group: number;
  /** Home by cell, then audience. */
  readonly homes: ReadonlyMap<number, Float64Array>;
  /** What it draws out of every cell, by cell and audience. */
  readonly drawn: () => Float64Array;
}

/**
 * Countries are many cells and asked about in pages; a city is one, drawn again in some microseconds. Some tens of
 * kilobytes each.
 */
const MARKETS_KEPT = { country: 110, city: 12 } as const;

function rememberMarkets(model: DemandModel): (market: string) => KnownMarket {
  const cached = { country: new Map<string, KnownMarket>(), city: new Map<string, KnownMarket>() };
  return (market) => {
    const sort = market.length === 2 ? 'country' : 'city';
    const known = cached[sort].get(market);
    if (known) return known;
    const cities = marketCities(model, market) ?? [];
    const { country = '', group = 0 } = model.field.cells[model.field.cityCell[cities[0] ?? -1] ?? -1] ?? {};
    const homes = homeByCell(model, cities);
    const found = {
      isCountry: sort === 'country',
      cities,
      country,
      group,
      homes,
      drawn: once(() => model.gravity.drawn(homes)),
    };
    const [oldest] = cached[sort].keys();
    if (cached[sort].size >= MARKETS_KEPT[sort] && oldest !== undefined) cached[sort].delete(oldest);
    cached[sort].set(market, found);
    return found;
  };
}

interface Facts extends Pick<DemandVolumes, 'inflow' | 'worth'> {
  readonly model: DemandModel;
  readonly blocks: Blocks;
  /** Where the weights of a line are gathered, line after line. */
  readonly gathered: () => GatheredWeights;
  /** Where volumes of cities are written, question after question. */
  readonly cities: () => Float64Array;
  readonly marketOf: (market: string) => KnownMarket;
  readonly summedOf: (span: Stretch) => Summed;
  readonly scaleOf: DemandVolumes['scale'];
}

function fillDays({ model, blocks, gathered, scaleOf }: Facts, filter: BaselineFilter, span: Stretch): Float64Array {
  const { byAudience } = gatherWeights(model, filter, gathered());
  const queries = audiencesOf(filter).flatMap((audience) => {
    const weights = byAudience[audience];
    return weights === undefined
      ? []
      : [askDaily(weights, { field: model.field, audience, factor: scaleOf(span.kind, audience) })];
  });
  const volumes = new Float64Array(span.length);
  for (const part of partsOfBlocks(span)) {
    const days = blocks.days(part);
    const own = volumes.subarray(part.from - span.from, part.from - span.from + part.length);
    for (const query of queries) addDaily(own, days, part.from - part.block.from, query);
  }
  return volumes;
}

/** -1 for a destination that is not known. */
function destinationOf({ field }: DemandModel, { destination }: BaselineFilter): number | undefined {
  return destination === undefined ? undefined : (field.cityByCode.get(destination) ?? -1);
}

function fillDestinations(facts: Facts, filter: BaselineFilter, span: Stretch): Float64Array {
  const { field } = facts.model;
  const volumes = facts.cities().fill(0);
  const only = destinationOf(facts.model, filter);
  if (only === -1) return volumes;
  for (const audience of audiencesOf(filter)) {
    const flow = facts.inflow(filter.market, span, audience);
    const scale = facts.scaleOf(span.kind, audience);
    const [first, end] = only === undefined ? [0, volumes.length] : [only, only + 1];
    for (let city = first; city < end; city += 1)
      volumes[city] = (volumes[city] ?? 0) + scale * inflowTo(field, city, audience, flow);
  }
  return volumes;
}

function inflowTo(field: DemandField, city: number, audience: number, { smooth, weight, noise }: Inflow): number {
  const cell = field.cityCell[city] ?? 0;
  return (
    (field.attraction[city * AUDIENCE_COUNT + audience] ?? 0) *
    ((smooth[cell] ?? 0) + (weight[cell] ?? 0) * noiseAt(field, city, noise))
  );
}

function noiseAt(field: DemandField, city: number, noises: Float64Array): number {
  let noise = 0;
  for (let n = 0; n < NOISE_COUNT; n += 1) noise += (field.noise[city * NOISE_COUNT + n] ?? 0) * (noises[n] ?? 0);
  return noise;
}

interface AudienceSums {
  readonly audience: number;
  readonly sums: TimeSums;
}

function emptyCells({ field }: DemandModel): SummedTables['into'] {
  return { smooth: new Float64Array(field.cells.length), weight: new Float64Array(field.cells.length) };
}

/** An inflow of which every cell is still to be written. */
function inflowIn(tables: SummedTables['into'], { noise }: TimeSums): Inflow {
  return { ...tables, noise, noiseMax: noise.reduce((sum, value) => sum + Math.abs(value), 0) };
}

function inflowFromAll(model: DemandModel, { audience, sums }: AudienceSums, tables: SummedTables['into']): Inflow {
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

/** Inflow from a market, whose cities all lie in one country. */
function inflowFrom(
  model: DemandModel,
  market: KnownMarket,
  { audience, sums }: AudienceSums,
  tables: SummedTables['into'],
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

function fillMarkets(
  { model, marketOf, summedOf, scaleOf, worth, cities: room }: Facts,
  filter: BaselineFilter,
  span: Stretch,
): Float64Array {
  const { field } = model;
  const volumes = room().fill(0);
  const to = destinationOf(model, filter);
  if (to === -1) return volumes;
  const cities = filter.market === undefined ? undefined : marketOf(filter.market).cities;
  for (const audience of audiencesOf(filter)) {
    const perCell =
      to === undefined ? summedOf(span).outOf(audience) : outboundTo(model, to, audience, worth(to, span, audience));
    const scale = to === undefined ? scaleOf(span.kind, audience) : 1;
    for (let i = 0; i < (cities ?? volumes).length; i += 1) {
      const city = cities === undefined ? i : (cities[i] ?? 0);
      volumes[city] =
        (volumes[city] ?? 0) +
        scale * (field.home[city * AUDIENCE_COUNT + audience] ?? 0) * (perCell[field.cityCell[city] ?? 0] ?? 0);
    }
  }
  return volumes;
}

function audienceVolume(facts: Facts, filter: BaselineFilter, span: Stretch, audience: number): number {
  const { model, marketOf, summedOf, scaleOf } = facts;
  const { field, gravity } = model;
  const to = destinationOf(model, filter);
  const { sums, outOf } = summedOf(span);
  const scale = scaleOf(span.kind, audience);
  if (to === -1) return 0;
  if (filter.market === undefined) {
    if (to !== undefined) return scale * inflowTo(field, to, audience, facts.inflow(undefined, span, audience));
    return scale * volumeOf(model.whole.byAudience[audience] ?? sums(audience), sums(audience));
  }
  let volume = 0;
  const worth = to === undefined ? undefined : facts.worth(to, span, audience);
  const there = field.cityCell[to ?? 0] ?? 0;
  for (const [cell, home] of marketOf(filter.market).homes) {
    const each = worth
      ? gravity.weight(there, cell, audience) * worthFrom(field, worth, there, cell)
      : scale * (outOf(audience)[cell] ?? 0);
    volume += (home[audience] ?? 0) * each;
  }
  return volume;
}

function worthFrom({ cells }: DemandField, worth: Worth, there: number, here: number): number {
  return worthFor(worth, cells[here]?.group ?? 0, cells[here]?.country === cells[there]?.country);
}

/** Volume out of every cell to everywhere, for 1 of home. */
function outboundAll(
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

/** Outbound volumes to one city. */
function outboundTo({ field, gravity }: DemandModel, to: number, audience: number, worth: Worth): Float64Array {
  const there = field.cityCell[to] ?? 0;
  const volumes = new Float64Array(field.cells.length);
  for (let cell = 0; cell < volumes.length; cell += 1)
    volumes[cell] = gravity.weight(there, cell, audience) * worthFrom(field, worth, there, cell);
  return volumes;
}

function worthOf(
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
