import { daysBetween, type IsoDate } from '../../../travel/dates.ts';
import type { SliceAxis } from './build-slices.ts';
import {
  ANY,
  type CountedDays,
  type DayRange,
  type DemandCell,
  type DemandFilter,
  type DemandKind,
  LEAD_BOUNDS,
  UNKNOWN_MARKET,
} from '../demand-event.ts';
import {
  addHead,
  addShape,
  type CellSum,
  createNameTable,
  emptyCellSum,
  readDays,
  readIndex,
  type ReadIndex,
  sumDaysBetween,
} from './monthly-counts-codec.ts';
import type { PackedText } from './packed-text.ts';
import { addMonths } from '../partition-months.ts';

/**
 * One question of slices, over months. `names`: all names by volume, and their shapes; `total`: all together; `days`:
 * each day of all together; `name`: one of them, with its shape and the days of months that are not asked for as a
 * whole; `name_days`: each of its days.
 */
export interface SliceQuery {
  readonly part: 'names' | 'total' | 'days' | 'name' | 'name_days';
  readonly axis: SliceAxis;
  readonly kind: DemandKind;
  readonly place: string;
  readonly audience: string;
  /** The one of `name` and `name_days`. */
  readonly name?: string;
}

/** What was asked for of a slice: of all its names, or of the one that was asked for. */
export interface SliceRow {
  /** Of the question, by its place. */
  readonly number: number;
  readonly month: IsoDate;
  readonly head: Uint8Array | undefined;
  /** Read once: `readIndex` takes it over. */
  readonly index: Uint8Array | undefined;
  readonly shapes: PackedText | undefined;
  readonly daily: PackedText | undefined;
  readonly dayTotals: readonly number[] | undefined;
  /** Of the one name. */
  readonly volume: number | undefined;
}

/** A period by months. */
export interface MonthSpan {
  /** The first months and the last, by their first days. */
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** Those counted by their days: not wholly in the period (at most two), or all of them. */
  readonly edges: readonly IsoDate[];
}

/** How many whole calendar months lie in some days. */
export function countWholeMonths(days: DayRange): number {
  const span = spanMonths(days);
  return monthsOf(span).length - span.edges.length;
}

/** The months some days touch. */
export function spanMonths({ from, to, byDays = false }: CountedDays): MonthSpan {
  const [first, last] = [monthOf(from), monthOf(to)];
  if (byDays) return { from: first, to: last, edges: monthsOf({ from: first, to: last }) };
  const edges = [...new Set([first, last])].filter((month) => from > month || to < lastDayOf(month));
  return { from: first, to: last, edges };
}

/**
 * What slices are read for some periods: volumes of all, days of months that are not wholly in one of them, shapes of
 * the first only.
 */
export interface MonthsRequest {
  readonly months: readonly IsoDate[];
  readonly edges: readonly IsoDate[];
  readonly shapes: readonly IsoDate[];
}

/** The months to read for some periods, none twice. */
export function sumMonths(periods: readonly CountedDays[]): MonthsRequest {
  const spans = periods.map(spanMonths);
  const shapes = spans.slice(0, 1).flatMap(monthsOf);
  return {
    months: [...new Set(spans.flatMap(monthsOf))],
    edges: [...new Set(spans.flatMap(({ edges }) => edges))],
    shapes,
  };
}

/** Which slices rank destinations: those of one market. */
export function askDestinations(filter: DemandFilter): SliceQuery {
  return {
    part: 'names',
    axis: 'destination',
    kind: filter.kind,
    place: filter.market ?? ANY,
    audience: filter.audience ?? ANY,
  };
}

/** Which slices rank markets: those of one destination. */
export function sumMarkets(filter: DemandFilter): SliceQuery {
  return {
    part: 'names',
    axis: 'market',
    kind: filter.kind,
    place: filter.destination ?? ANY,
    audience: filter.audience ?? ANY,
  };
}

/** Which slices hold the totals: nothing by name unless both a destination and a market are given. */
export function askTotal(filter: DemandFilter): SliceQuery {
  if (filter.destination === undefined) return { ...askDestinations(filter), part: 'total' };
  return filter.market === undefined
    ? { ...sumMarkets(filter), part: 'total' }
    : { ...askDestinations(filter), part: 'name', name: filter.destination };
}

/** Which slices hold the counts by day. */
export function askDays(filter: DemandFilter): SliceQuery {
  const query = askTotal(filter);
  return { ...query, part: query.part === 'name' ? 'name_days' : 'days' };
}

/**
 * Volumes of every name of a question asked for by `names`, period by period, and what their shapes can be looked up
 * with.
 */
export interface NameSums {
  readonly names: readonly string[];
  /** By period, then by name. */
  readonly volumes: readonly (readonly number[])[];
  readonly months: readonly { readonly row: SliceRow; readonly index: ReadIndex }[];
}

/**
 * Sums the volumes of every name over some periods; each month is read once. Months at the edge give their days in the
 * period.
 */
export function sumNames(rows: readonly SliceRow[], periods: readonly CountedDays[]): NameSums {
  const table = createNameTable();
  // The month with most names first: the others then have few that are new, and theirs in the same order.
  const months = rows
    .flatMap((row) => (row.index === undefined ? [] : [{ row, bytes: row.index }]))
    .sort((one, other) => other.bytes.length - one.bytes.length)
    .map(({ row, bytes }) => ({ row, index: readIndex(bytes, table) }));
  const volumes = periods.map((days) => {
    const sums = new Array<number>(table.names.length).fill(0);
    const span = spanMonths(days);
    for (const { row, index } of months) {
      if (row.month < span.from || row.month > span.to) continue;
      if (!span.edges.includes(row.month)) addVolumes(index, sums);
      else if (row.daily !== undefined) addVolumesOfDays(index, row.daily.read(), daysOfMonth(row.month, days), sums);
    }
    return sums;
  });
  return { names: table.names, volumes, months };
}

function addVolumes({ places, numbers }: ReadIndex, sums: number[]): void {
  for (let name = 0; name < places.length; name += 1) {
    const place = places[name] ?? 0;
    sums[place] = (sums[place] ?? 0) + (numbers[(name + 1) * 3] ?? 0);
  }
}

function addVolumesOfDays(
  { places, numbers }: ReadIndex,
  daily: Uint8Array,
  [first, last]: readonly [number, number],
  sums: number[],
): void {
  for (let name = 0; name < places.length; name += 1) {
    const place = places[name] ?? 0;
    sums[place] =
      (sums[place] ?? 0) + sumDaysBetween(daily, numbers[name * 3 + 2] ?? 0, numbers[name * 3 + 5] ?? 0, first, last);
  }
}

/**
 * Bins and fares of the names that `keyOf` gives a key, by that key; volumes are 0. Of the calendar months the first
 * period touches.
 */
export function sumShapes(
  { names, months }: NameSums,
  keyOf: (name: string) => string | undefined,
): ReadonlyMap<string, CellSum> {
  const sums = new Map<string, CellSum>();
  const sumOf = names.map((name) => {
    const key = keyOf(name);
    if (key === undefined) return undefined;
    const sum = sums.get(key) ?? emptyCellSum();
    sums.set(key, sum);
    return sum;
  });
  const isMany = NAMES_UNPACKED_ALONE_MAX * sumOf.filter((sum) => sum !== undefined).length > names.length;
  for (const {
    row: { shapes },
    index: { places, numbers },
  } of months) {
    if (shapes === undefined) continue;
    const all = isMany ? shapes.read() : undefined;
    for (let name = 0; name < places.length; name += 1) {
      const sum = sumOf[places[name] ?? 0];
      if (sum === undefined) continue;
      const from = numbers[name * 3 + 1] ?? 0;
      addShape(all ?? shapes.read(from, numbers[name * 3 + 4]), all === undefined ? 0 : from, sum);
    }
  }
  return sums;
}

/** The shapes of one name in so many are unpacked one by one, of more all at once. */
const NAMES_UNPACKED_ALONE_MAX = 12;

/** Bins and fares of everything, out of the heads of the months a period touches; the volume is 0. */
export function sumHeads(rows: readonly SliceRow[], days: DayRange): CellSum {
  const span = spanMonths(days);
  const sum = emptyCellSum();
  for (const { month, head } of rows)
    if (head !== undefined && month >= span.from && month <= span.to) addHead(head, sum, false);
  return sum;
}

/** Sums the rows of a question asked by `askTotal` over one of the periods. */
export function sumTotal(rows: readonly SliceRow[], days: CountedDays): CellSum {
  const span = spanMonths(days);
  const sum = emptyCellSum();
  for (const { month, head, dayTotals, volume, shapes, daily } of rows) {
    if (month < span.from || month > span.to) continue;
    const isWhole = !span.edges.includes(month);
    if (head !== undefined) addHead(head, sum, isWhole);
    const shape = shapes?.read();
    if (shape !== undefined && shape.length > 0) addShape(shape, 0, sum);
    if (isWhole) sum.volume += volume ?? 0;
    else {
      const [first, last] = daysOfMonth(month, days);
      const ofDays = daily?.read();
      if (ofDays !== undefined) sum.volume += sumDaysBetween(ofDays, 0, ofDays.length, first, last);
      if (dayTotals !== undefined) for (let day = first; day <= last; day += 1) sum.volume += dayTotals[day] ?? 0;
    }
  }
  return sum;
}

/** The volume of each day of a question asked by `askDays`. What belongs to a month as a whole is on no day. */
export function sumDays(rows: readonly SliceRow[], days: DayRange): Float64Array {
  const volumes = new Float64Array(daysBetween(days.from, days.to) + 1);
  for (const { month, daily, dayTotals } of rows) {
    const start = daysBetween(days.from, month) - 1;
    const add = (day: number, volume: number) => {
      const index = start + day;
      if (index >= 0 && index < volumes.length) volumes[index] = (volumes[index] ?? 0) + volume;
    };
    if (dayTotals !== undefined) for (let day = 1; day < dayTotals.length; day += 1) add(day, dayTotals[day] ?? 0);
    const ofDays = daily?.read();
    if (ofDays !== undefined) readDays(ofDays, 0, ofDays.length, add);
  }
  return volumes;
}

/** The city of a market's name in a slice; undefined where it is not known by city. */
export function cityOfMarket(name: string): string | undefined {
  const city = name.slice(name.indexOf('/') + 1);
  return name.includes('/') && city !== UNKNOWN_MARKET ? city : undefined;
}

/** The country of a market's name in a slice; undefined where it is not known. */
export function countryOfMarket(name: string): string | undefined {
  return name === ANY || name.startsWith(UNKNOWN_MARKET) ? undefined : name.slice(0, 2);
}

/** The cell of a sum. */
export function toCell(sum: CellSum): DemandCell {
  return {
    volume: sum.volume,
    leadBins: sum.bins.slice(0, LEAD_BOUNDS.length),
    stayBins: sum.bins.slice(LEAD_BOUNDS.length),
    lowestFare: sum.lowestFare === 0 ? undefined : sum.lowestFare,
  };
}

/**
 * Whether a market's name in a slice counts for a filter: a country holds its cities and what is known by country only,
 * a city only what is known to be its own.
 */
export function isOfMarket(name: string, market: string | undefined): boolean {
  if (market === undefined) return true;
  return market.length === 2 ? name.startsWith(market) : name.endsWith(market);
}

function monthsOf({ from, to }: Pick<MonthSpan, 'from' | 'to'>): readonly IsoDate[] {
  const months: IsoDate[] = [];
  for (let month = from; month <= to; month = addMonths(month, 1)) months.push(month);
  return months;
}

/** The first and last day of a month that lie in a period. */
function daysOfMonth(month: IsoDate, { from, to }: DayRange): readonly [number, number] {
  return [from > month ? Number(from.slice(8)) : 1, to < lastDayOf(month) ? Number(to.slice(8)) : 31];
}

function monthOf(day: IsoDate): IsoDate {
  return `${day.slice(0, 7)}-01`;
}

function lastDayOf(month: IsoDate): IsoDate {
  return new Date(Date.parse(addMonths(month, 1)) - 86_400_000).toISOString().slice(0, 10);
}
