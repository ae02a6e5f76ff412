import { LRUCache } from 'lru-cache';
import type { App } from '../context.ts';
import type { BaselineShape, DemandBaseline } from '../suppliers/ports-demand.ts';
import type { IsoDate } from '../travel/dates.ts';
import { findFirstCountedDay } from './first-day-store.ts';
import { ANY, AUDIENCES, type DayRange, type DemandFilter, type DemandKind, LEAD_BOUNDS, medianOfBins, STAY_BOUNDS, UNKNOWN_MARKET } from './model/demand-event.ts';
import { type ObservedRanking, type RankedBy, readObservedDays, readObservedRanking } from './read-observed.ts';

/** What an answer was counted from: the baseline alone, what was counted here alone, or both. */
export type Basis = 'synthetic' | 'observed' | 'mixed';

/** What is demanded of each destination, market or audience over some days: what was counted, over the baseline where there is one. */
export interface RankedDemand {
  readonly by: RankedBy;
  readonly filter: DemandFilter;
  readonly days: DayRange;
  /** Not rounded; the unknown market is in the total alone. */
  readonly volumes: ReadonlyMap<string, number>;
  /** Of everything asked for. */
  readonly total: number;
  /** Events counted here. */
  readonly sampleSize: number;
  readonly basis: Basis;
  readonly observed: ObservedRanking;
}

/** How one row travels and what it pays. */
export interface DemandDetail {
  readonly medianLeadDays: number | undefined;
  readonly medianStayDays: number | undefined;
  /** Minor units of USD. */
  readonly lowestFare: number | undefined;
}

/** Demand day by day, both ends included. */
export interface DailyDemand {
  /** Not rounded. */
  readonly values: Float64Array;
  readonly sampleSize: number;
  readonly basis: Basis;
}

/** The demand of each destination, market or audience. One query and two or three milliseconds of memory, however long the period. */
export async function readRankedDemand(app: App, by: RankedBy, filter: DemandFilter, days: DayRange): Promise<RankedDemand> {
  const observed = await readObservedRanking(app, by, filter, days);
  const { volumes, ground } = readBaseline(app, by, filter, days);
  for (const [code, cell] of observed.cells) {
    if (code !== UNKNOWN_MARKET && code !== ANY) volumes.set(code, (volumes.get(code) ?? 0) + cell.volume);
  }
  const sampleSize = observed.total.volume;
  return { by, filter, days, volumes, total: ground + sampleSize, sampleSize, basis: basisOf(app, ground, sampleSize), observed };
}

/** What one row of a ranking is like beside its volume. Asked for the rows that are shown only. */
export function readDetail(app: App, demand: RankedDemand, code: string): DemandDetail {
  const cell = demand.observed.cells.get(code);
  const filter = narrow(demand.filter, demand.by, code);
  const ground = readShape(app, filter, demand.days);
  const fares = [cell?.lowestFare, ground?.lowestFare].filter((fare) => fare !== undefined);
  return {
    medianLeadDays: medianOfBins(addBins(LEAD_BOUNDS.length, cell?.leadBins, ground?.leadBins), LEAD_BOUNDS),
    medianStayDays: medianOfBins(addBins(STAY_BOUNDS.length, cell?.stayBins, ground?.stayBins), STAY_BOUNDS),
    lowestFare: fares.length === 0 ? undefined : Math.min(...fares),
  };
}

/** How the baseline's part of a question spreads, by `LEAD_BOUNDS` and `STAY_BOUNDS`, and its lowest fare; undefined without a baseline. */
export function readShape({ demandBaseline: baseline }: Pick<App, 'demandBaseline'>, filter: DemandFilter, { from, to }: DayRange): BaselineShape | undefined {
  if (baseline === undefined) return undefined;
  const shapes = shapesOf.get(baseline) ?? new LRUCache<string, BaselineShape>({ max: SHAPES_KNOWN_MAX });
  shapesOf.set(baseline, shapes);
  const key = [filter.kind, filter.destination, filter.market, filter.audience, from, to].join('|');
  const known = shapes.get(key) ?? baseline.shape(filter, from, to, { lead: LEAD_BOUNDS, stay: STAY_BOUNDS });
  shapes.set(key, known);
  return known;
}

/** A baseline never changes, and its shapes are what costs most in an answer: about a millisecond each, 300 bytes. */
const shapesOf = new WeakMap<DemandBaseline, LRUCache<string, BaselineShape>>();
const SHAPES_KNOWN_MAX = 5_000;

/** The demand of each day, one for each filter, in their order. */
export async function readDailyDemand(app: App, filters: readonly DemandFilter[], days: DayRange): Promise<readonly DailyDemand[]> {
  const counted = await readObservedDays(app, filters, days);
  return filters.map((filter, index) => {
    const observed = counted[index] ?? new Float64Array();
    const ground = app.demandBaseline?.daily(filter, days.from, days.to);
    const sampleSize = sum(observed);
    const values = ground === undefined ? observed : ground.map((value, day) => value + (observed[day] ?? 0));
    return { values, sampleSize, basis: basisOf(app, ground === undefined ? 0 : sum(ground), sampleSize) };
  });
}

/** The first day anything is known of: the baseline's first, else the first that was counted; undefined while nothing was. */
export async function findKnownSince(app: App, kind: DemandKind): Promise<IsoDate | undefined> {
  return app.demandBaseline?.since ?? (await findFirstCountedDay(app.db, kind));
}

/** Without anything to show the basis is what it would have been shown from. */
export function basisOf(app: App, ground: number, counted: number): Basis {
  if (app.demandBaseline === undefined) return 'observed';
  if (counted === 0) return 'synthetic';
  return ground === 0 ? 'observed' : 'mixed';
}

/** The baseline's volumes; a city without a country is in the total alone. */
function readBaseline(app: App, by: RankedBy, filter: DemandFilter, days: DayRange): { readonly volumes: Map<string, number>; readonly ground: number } {
  const volumes = new Map<string, number>();
  let ground = 0;
  const names = namesOf(app, by);
  readVolumes(app, by, filter, days).forEach((volume, index) => {
    ground += volume;
    const code = names[index];
    if (code !== undefined && volume > 0) volumes.set(code, (volumes.get(code) ?? 0) + volume);
  });
  return { volumes, ground };
}

function readVolumes({ demandBaseline: baseline }: App, by: RankedBy, filter: DemandFilter, { from, to }: DayRange): Float64Array {
  if (baseline === undefined) return new Float64Array();
  if (by === 'destination') return baseline.byDestination(filter, from, to);
  return by === 'audience' ? baseline.byAudience(filter, from, to) : baseline.byMarket(filter, from, to);
}

function namesOf({ demandBaseline: baseline, places }: App, by: RankedBy): readonly (string | undefined)[] {
  if (by === 'audience') return AUDIENCES;
  if (by === 'destination') return baseline?.destinations ?? [];
  const cities = baseline?.markets ?? [];
  return by === 'market_city' ? cities : cities.map((city) => places.city(city)?.country);
}

/** The filter of one row. */
function narrow(filter: DemandFilter, by: RankedBy, code: string): DemandFilter {
  if (by === 'destination') return { ...filter, destination: code };
  if (by === 'audience') return { ...filter, audience: AUDIENCES.find((audience) => audience === code) };
  return { ...filter, market: code };
}

function addBins(length: number, ...parts: readonly (ArrayLike<number> | undefined)[]): Float64Array {
  return Float64Array.from({ length }, (_, bin) => parts.reduce((total, part) => total + (part?.[bin] ?? 0), 0));
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}
