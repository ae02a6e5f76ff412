import { daysBetween, type IsoDate } from '../../travel/dates.ts';
import type { SliceAxis } from './build-slices.ts';
import { ANY, type DayRange, type DemandCell, type DemandFilter, type DemandKind, LEAD_BOUNDS, UNKNOWN_MARKET } from './demand-event.ts';
import { addCells, addHead, BIN_COUNT, type CellSum, emptyCellSum, lowerFare, readDaily } from './packed-cells.ts';
import { addMonths } from './partition-months.ts';

/** One question of slices, over months, and which parts of them answer it. */
export interface SliceQuestion {
  readonly axis: SliceAxis;
  readonly kind: DemandKind;
  readonly place: string;
  readonly audience: string;
  readonly cells: 'all' | 'head' | 'none';
  /** `edges`: of the months that are not asked for as a whole. */
  readonly daily: 'all' | 'edges' | 'none';
  readonly totals: 'all' | 'edges' | 'none';
  /** Names that count; undefined: all of them, so that what is kept of all together answers. */
  readonly wants: ((name: string) => boolean) | undefined;
}

/** What was asked for of a slice. */
export interface SliceRow {
  /** Of the question, by its place. */
  readonly number: number;
  readonly month: IsoDate;
  readonly cells: Uint8Array | undefined;
  readonly daily: Uint8Array | undefined;
  readonly dayTotals: readonly number[] | undefined;
}

/** A period by months. */
export interface MonthSpan {
  /** The first months and the last, by their first days. */
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** Those not wholly in the period: at most two. */
  readonly edges: readonly IsoDate[];
}

/** The months some days touch. */
export function spanMonths({ from, to }: DayRange): MonthSpan {
  const [first, last] = [monthOf(from), monthOf(to)];
  const edges = [...new Set([first, last])].filter((month) => from > month || to < lastDayOf(month));
  return { from: first, to: last, edges };
}

/** Which slices rank destinations: those of one market, and one destination of them if it is named. */
export function askDestinations(filter: DemandFilter): SliceQuestion {
  const { destination } = filter;
  return {
    axis: 'destination', kind: filter.kind, place: filter.market ?? ANY, audience: filter.audience ?? ANY, cells: 'all', daily: 'edges', totals: 'none',
    wants: destination === undefined ? undefined : (name) => name === destination,
  };
}

/** Which slices rank markets: those of one destination, and one country's or city's of them if it is named. */
export function askMarkets(filter: DemandFilter): SliceQuestion {
  return {
    axis: 'market', kind: filter.kind, place: filter.destination ?? ANY, audience: filter.audience ?? ANY, cells: 'all', daily: 'edges', totals: 'none',
    wants: marketTest(filter.market),
  };
}

/** Which slices tell what all together is: nothing by name unless both a destination and a market are given. */
export function askTotal(filter: DemandFilter): SliceQuestion {
  if (filter.destination !== undefined && filter.market !== undefined) return askMarkets(filter);
  const question = filter.destination === undefined ? askDestinations(filter) : askMarkets(filter);
  return { ...question, cells: 'head', daily: 'none', totals: 'edges', wants: undefined };
}

/** Which slices tell what each day was. */
export function askDays(filter: DemandFilter): SliceQuestion {
  const question = askTotal(filter);
  return question.wants === undefined ? { ...question, cells: 'none', totals: 'all' } : { ...question, cells: 'none', daily: 'all' };
}

/** Sums the rows of a question by name. Months at the edge give their days in the period, and their bins as a whole. */
export function sumByName(rows: readonly SliceRow[], { wants }: SliceQuestion, days: DayRange, { edges }: MonthSpan): ReadonlyMap<string, CellSum> {
  const sums = new Map<string, CellSum>();
  const sumOf = (name: string): CellSum | undefined => {
    const known = sums.get(name);
    if (known !== undefined || (wants !== undefined && !wants(name))) return known;
    const sum = emptyCellSum();
    sums.set(name, sum);
    return sum;
  };
  for (const { month, cells, daily } of rows) {
    const isWhole = !edges.includes(month);
    if (cells !== undefined) addCells(cells, sumOf, isWhole);
    if (isWhole || daily === undefined) continue;
    const [first, last] = daysOfMonth(month, days);
    readDaily(daily, wants, (name, day, volume) => {
      const sum = day < first || day > last ? undefined : sumOf(name);
      if (sum !== undefined) sum.volume += volume;
    });
  }
  return sums;
}

/** Sums the rows of a question asked by `askTotal`. */
export function sumTotal(rows: readonly SliceRow[], question: SliceQuestion, days: DayRange, span: MonthSpan): CellSum {
  if (question.cells !== 'head') return addSums([...sumByName(rows, question, days, span).values()]);
  const sum = emptyCellSum();
  for (const { month, cells, dayTotals } of rows) {
    const isWhole = !span.edges.includes(month);
    if (cells !== undefined) addHead(cells, sum, isWhole);
    if (isWhole || dayTotals === undefined) continue;
    const [first, last] = daysOfMonth(month, days);
    for (let day = first; day <= last; day += 1) sum.volume += dayTotals[day] ?? 0;
  }
  return sum;
}

/** The volume of each day of a question asked by `askDays`. What belongs to a month as a whole is on no day. */
export function sumDays(rows: readonly SliceRow[], { wants }: SliceQuestion, days: DayRange): Float64Array {
  const volumes = new Float64Array(daysBetween(days.from, days.to) + 1);
  for (const { month, daily, dayTotals } of rows) {
    const start = daysBetween(days.from, month) - 1;
    const add = (day: number, volume: number) => {
      const index = start + day;
      if (index >= 0 && index < volumes.length) volumes[index] = (volumes[index] ?? 0) + volume;
    };
    if (dayTotals !== undefined) for (let day = 1; day < dayTotals.length; day += 1) add(day, dayTotals[day] ?? 0);
    if (daily !== undefined) readDaily(daily, wants, (_name, day, volume) => add(day, volume));
  }
  return volumes;
}

/** Puts sums together under other names; what `keyOf` gives none is in the total only. */
export function regroup(sums: ReadonlyMap<string, CellSum>, keyOf: (name: string) => string | undefined): ReadonlyMap<string, CellSum> {
  const groups = new Map<string, CellSum[]>();
  for (const [name, sum] of sums) {
    const key = keyOf(name);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [sum]);
    else group.push(sum);
  }
  return new Map([...groups].map(([key, group]) => [key, addSums(group)]));
}

/** All of them together. */
export function addSums(sums: readonly CellSum[]): CellSum {
  const [only] = sums;
  if (only !== undefined && sums.length === 1) return only;
  const all = emptyCellSum();
  for (const sum of sums) {
    all.volume += sum.volume;
    for (let bin = 0; bin < BIN_COUNT; bin += 1) all.bins[bin] = (all.bins[bin] ?? 0) + (sum.bins[bin] ?? 0);
    all.lowestFare = lowerFare(all.lowestFare, sum.lowestFare);
  }
  return all;
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
    volume: sum.volume, leadBins: sum.bins.slice(0, LEAD_BOUNDS.length), stayBins: sum.bins.slice(LEAD_BOUNDS.length),
    lowestFare: sum.lowestFare === 0 ? undefined : sum.lowestFare,
  };
}

/** A country's market holds its cities and what is known by country only; a city's only what is known to be its own. */
function marketTest(market: string | undefined): SliceQuestion['wants'] {
  if (market === undefined) return undefined;
  // Asked of every market of every month: without making a string each time.
  return market.length === 2 ? (name) => name.startsWith(market) : (name) => name.endsWith(market);
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
