import { LRUCache } from 'lru-cache';
import type { App } from '../../context.ts';
import { yieldIfBusy } from '../../platform/scheduling/fair-scheduler.ts';
import type { BaselineShape, DemandBaseline } from '../../suppliers/ports/demand.ts';
import { addDays, type IsoDate } from '../../travel/dates.ts';
import { codeTable } from '../record/code-table.ts';
import { findFirstCountedDay } from '../record/first-day-store.ts';
import {
  AUDIENCES,
  type DayRange,
  type DemandCell,
  type DemandFilter,
  type DemandKind,
  LEAD_BOUNDS,
  medianOfBins,
  STAY_BOUNDS,
} from '../model/demand-event.ts';
import { countWholeMonths } from '../model/counts/sum-monthly-counts.ts';
import {
  type ObservedPeriods,
  type ObservedVolumes,
  type RankedBy,
  readObservedDays,
  readObservedPeriods,
} from './read-observed.ts';
import { demandToday } from './read-question.ts';
import { getProgress } from '../rollup/rollup-store.ts';

/** What an answer was counted from: the baseline alone, what was counted here alone, or both. */
export type Basis = 'synthetic' | 'observed' | 'mixed';

/**
 * What is demanded of each destination, market or audience over some days: what was counted, over the baseline where
 * there is one.
 */
export interface RankedDemand {
  readonly by: RankedBy;
  readonly filter: DemandFilter;
  readonly days: DayRange;
  /** Those a row may be of, none twice. Two compared periods have the same. */
  readonly codes: readonly string[];
  /** By the place of their codes, not rounded; the unknown market is in the total alone. */
  readonly volumes: Float64Array;
  /** Of everything asked for. */
  readonly total: number;
  /** Events counted here. */
  readonly sampleSize: number;
  readonly basis: Basis;
  /** As it was counted; how it spreads is that of the first period that was asked for. */
  readonly observed: Pick<ObservedPeriods, 'total' | 'cellsOf'>;
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

/**
 * The demand of each destination, market or audience. One query and two or three milliseconds of memory, however long
 * the period.
 */
export async function readRankedDemand(
  app: App,
  by: RankedBy,
  filter: DemandFilter,
  days: DayRange,
): Promise<RankedDemand> {
  const observed = await readObservedPeriods(app, by, filter, [days]);
  return overBaseline(app, { by, filter, days, observed, ...placeCodes(app, by, observed.codes) }, observed.periods[0]);
}

/** Two periods, like with like. */
export interface ComparedDemand {
  /** Only this one can be described. */
  readonly demand: RankedDemand;
  readonly before: RankedDemand;
  /**
   * True when what could be shown only for a month as a whole is left out of both: they do not hold as many whole
   * months.
   */
  readonly isByDays: boolean;
}

/** Counts of two periods; their months are read once. */
export async function readComparedDemand(
  app: App,
  by: RankedBy,
  filter: DemandFilter,
  days: DayRange,
  compared: DayRange,
): Promise<ComparedDemand> {
  const isByDays = app.config.environment === 'production' && countWholeMonths(days) !== countWholeMonths(compared);
  const observed = await readObservedPeriods(app, by, filter, [
    { ...days, byDays: isByDays },
    { ...compared, byDays: isByDays },
  ]);
  const requested = { by, filter, observed, ...placeCodes(app, by, observed.codes) };
  await yieldIfBusy();
  const demand = overBaseline(app, { ...requested, days }, observed.periods[0]);
  await yieldIfBusy();
  return { demand, before: overBaseline(app, { ...requested, days: compared }, observed.periods[1]), isByDays };
}

/**
 * The last day that is over and counted to its end: in the sandbox yesterday, in production the last that was closed.
 */
export async function findCompleteThrough(app: App): Promise<IsoDate> {
  const yesterday = addDays(demandToday(app), -1);
  if (app.config.environment !== 'production') return yesterday;
  const { countedThrough } = await getProgress(app.reads.recent);
  return countedThrough < yesterday ? countedThrough : yesterday;
}

/**
 * What some rows of a ranking are like beside their volumes, in their order. Asked for the rows that are shown only,
 * and yields between some of them.
 */
export async function readDetails(
  app: App,
  demand: RankedDemand,
  codes: readonly string[],
): Promise<readonly DemandDetail[]> {
  const cells = demand.observed.cellsOf(new Set(codes));
  const details: DemandDetail[] = [];
  for (const code of codes) {
    if (details.length % ROWS_PER_YIELD === 0) await yieldIfBusy();
    details.push(describe(cells.get(code), readShape(app, narrow(demand.filter, demand.by, code), demand.days)));
  }
  return details;
}

/** A row is described in a fraction of a millisecond. */
const ROWS_PER_YIELD = 8;

function describe(cell: DemandCell | undefined, ground: BaselineShape | undefined): DemandDetail {
  const fares = [cell?.lowestFare, ground?.lowestFare].filter((fare) => fare !== undefined);
  // Bins counted here are those of whole months: they weigh as much as was counted in the days asked for.
  const weight = cell === undefined ? 0 : Math.min(1, cell.volume / Math.max(1, sum(cell.leadBins)));
  return {
    medianLeadDays: medianOfBins(
      addBins(LEAD_BOUNDS.length, { bins: cell?.leadBins, weight }, { bins: ground?.leadBins, weight: 1 }),
      LEAD_BOUNDS,
    ),
    medianStayDays: medianOfBins(
      addBins(STAY_BOUNDS.length, { bins: cell?.stayBins, weight }, { bins: ground?.stayBins, weight: 1 }),
      STAY_BOUNDS,
    ),
    lowestFare: fares.length === 0 ? undefined : Math.min(...fares),
  };
}

/** The codes of a question, and the places of those that were counted. */
function placeCodes(
  app: App,
  by: RankedBy,
  counted: readonly string[],
): { readonly codes: readonly string[]; readonly places: Int32Array } {
  const { codes, placeOf } = codeTable(app, by);
  const others: string[] = [];
  const places = Int32Array.from(counted, (code) => placeOf.get(code) ?? codes.length + others.push(code) - 1);
  return { codes: others.length === 0 ? codes : [...codes, ...others], places };
}

type Asked = Pick<RankedDemand, 'by' | 'filter' | 'days' | 'observed' | 'codes'> & { readonly places: Int32Array };

function overBaseline(app: App, { places, ...requested }: Asked, counted: ObservedVolumes | undefined): RankedDemand {
  const { volumes, ground } = readBaseline(app, requested);
  for (let index = 0; index < places.length; index += 1) {
    const place = places[index] ?? 0;
    volumes[place] = (volumes[place] ?? 0) + (counted?.volumes[index] ?? 0);
  }
  const sampleSize = counted?.total ?? 0;
  return { ...requested, volumes, total: ground + sampleSize, sampleSize, basis: basisOf(app, ground, sampleSize) };
}

/**
 * How the baseline's part of a question spreads, by `LEAD_BOUNDS` and `STAY_BOUNDS`, and its lowest fare; undefined
 * without a baseline.
 */
export function readShape(
  { demandBaseline: baseline }: Pick<App, 'demandBaseline'>,
  filter: DemandFilter,
  { from, to }: DayRange,
): BaselineShape | undefined {
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
export async function readDailyDemand(
  app: App,
  filters: readonly DemandFilter[],
  days: DayRange,
): Promise<readonly DailyDemand[]> {
  const counted = await readObservedDays(app, filters, days);
  return filters.map((filter, index) => {
    const observed = counted[index] ?? new Float64Array();
    const ground = app.demandBaseline?.daily(filter, days.from, days.to);
    const sampleSize = sum(observed);
    const values = ground === undefined ? observed : ground.map((value, day) => value + (observed[day] ?? 0));
    return { values, sampleSize, basis: basisOf(app, ground === undefined ? 0 : sum(ground), sampleSize) };
  });
}

/**
 * The first day anything is known of: the baseline's first, else the first that was counted; undefined while nothing
 * was.
 */
export async function findKnownSince(app: App, kind: DemandKind): Promise<IsoDate | undefined> {
  return app.demandBaseline?.since ?? (await findFirstCountedDay(app.reads.recent, kind));
}

/** Without anything to show the basis is what it would have been shown from. */
export function basisOf(app: App, ground: number, counted: number): Basis {
  if (app.demandBaseline === undefined) return 'observed';
  if (counted === 0) return 'synthetic';
  return ground === 0 ? 'observed' : 'mixed';
}

/** The baseline's volumes by the place of their codes; a city without a country is in the total alone. */
function readBaseline(
  app: App,
  { by, filter, days, codes }: Pick<Asked, 'by' | 'filter' | 'days' | 'codes'>,
): { readonly volumes: Float64Array; readonly ground: number } {
  const own = readVolumes(app, by, filter, days);
  const { ofBaseline } = codeTable(app, by);
  const isOwn = ofBaseline === undefined && own.length === codes.length;
  const volumes = isOwn ? own : new Float64Array(codes.length);
  let ground = 0;
  for (let index = 0; index < own.length; index += 1) {
    const volume = own[index] ?? 0;
    ground += volume;
    const place = ofBaseline === undefined ? index : (ofBaseline[index] ?? -1);
    if (!isOwn && place >= 0) volumes[place] = (volumes[place] ?? 0) + volume;
  }
  return { volumes, ground };
}

function readVolumes(
  { demandBaseline: baseline }: App,
  by: RankedBy,
  filter: DemandFilter,
  { from, to }: DayRange,
): Float64Array {
  if (baseline === undefined) return new Float64Array();
  if (by === 'destination') return baseline.byDestination(filter, from, to);
  return by === 'audience' ? baseline.byAudience(filter, from, to) : baseline.byMarket(filter, from, to);
}

/** The filter of one row. */
function narrow(filter: DemandFilter, by: RankedBy, code: string): DemandFilter {
  if (by === 'destination') return { ...filter, destination: code };
  if (by === 'audience') return { ...filter, audience: AUDIENCES.find((audience) => audience === code) };
  return { ...filter, market: code };
}

function addBins(
  length: number,
  ...parts: readonly { readonly bins: ArrayLike<number> | undefined; readonly weight: number }[]
): Float64Array {
  return Float64Array.from({ length }, (_, bin) =>
    parts.reduce((total, { bins, weight }) => total + weight * (bins?.[bin] ?? 0), 0),
  );
}

function sum(values: ArrayLike<number>): number {
  let total = 0;
  for (let index = 0; index < values.length; index += 1) total += values[index] ?? 0;
  return total;
}
