import type { App } from '../../context.ts';
import {
  ANY,
  AUDIENCES,
  type CountedDays,
  type DayRange,
  type DemandCell,
  type DemandFilter,
} from '../model/demand-event.ts';
import { type CellSum, emptyCellSum } from '../model/counts/monthly-counts-codec.ts';
import {
  askDays,
  askDestinations,
  sumMarkets,
  sumMonths,
  askTotal,
  cityOfMarket,
  countryOfMarket,
  isOfMarket,
  sumDays,
  sumHeads,
  sumNames,
  sumShapes,
  sumTotal,
  toCell,
} from '../model/counts/sum-monthly-counts.ts';
import { listSlices } from '../rollup/slice-store.ts';

/**
 * What the rows of a ranking are: destinations and market cities by city code, market countries by ISO code, audiences
 * by name.
 */
export type RankedBy = 'destination' | 'market_city' | 'market_country' | 'audience';

/** What was counted of each, and of all together. */
export interface ObservedRanking {
  /** Only what was counted at all. */
  readonly cells: ReadonlyMap<string, DemandCell>;
  /** Also what belongs to no row: markets unknown, or too small to be distinguished. */
  readonly total: DemandCell;
}

/** How much was counted of each, and of all together, in one period. */
export interface ObservedVolumes {
  /** By the place of their codes. */
  readonly volumes: Float64Array;
  readonly total: number;
}

/** What was counted in some periods: volumes of all, and of the first period how it spreads. */
export interface ObservedPeriods {
  /** What was counted at all in one of them, and maybe others; none twice. */
  readonly codes: readonly string[];
  /** In the order of the periods. */
  readonly periods: readonly ObservedVolumes[];
  /** Of the first period. */
  readonly total: DemandCell;
  /** Of the first period, those of `codes` that were counted at all. Memory only: the others are never unpacked. */
  cellsOf(codes: ReadonlySet<string>): ReadonlyMap<string, DemandCell>;
}

/**
 * What this installation has counted of each destination, market or audience over some periods, by roll-up. In
 * production only what at least five callers share is in it (decision 28). Lead times, stays and fares are those of the
 * calendar months the days touch; what could be shown only for a month as a whole counts where all of the month is
 * asked for. One statement, which reads a month of two periods once.
 */
export async function readObservedPeriods(
  app: App,
  by: RankedBy,
  filter: DemandFilter,
  periods: readonly [CountedDays, ...CountedDays[]],
): Promise<ObservedPeriods> {
  if (by === 'audience') return readAudiences(app, filter, periods);
  const rows = await listSlices(
    app.reads.recent,
    [by === 'destination' ? askDestinations(filter) : sumMarkets(filter)],
    sumMonths(periods),
  );
  const sums = sumNames(rows, periods);
  const isWanted =
    by === 'destination'
      ? (name: string) => (filter.destination ?? name) === name
      : (name: string) => isOfMarket(name, filter.market);
  const keyOfName = KEYS[by];
  const { codes, places } = placeNames(sums.names, (name) => (isWanted(name) ? (keyOfName(name) ?? ANY) : undefined));
  const volumes = sums.volumes.map((ofNames) => sumPlaces(ofNames, places, codes.length));
  const [first] = volumes;
  const isAll = by === 'destination' ? filter.destination === undefined : filter.market === undefined;
  const spread = isAll
    ? sumHeads(rows, periods[0])
    : (sumShapes(sums, (name) => (isWanted(name) ? ANY : undefined)).get(ANY) ?? emptyCellSum());
  return {
    codes,
    periods: volumes,
    total: toCell({ ...spread, volume: first?.total ?? 0 }),
    cellsOf(wanted) {
      const shapes = sumShapes(sums, (name) => {
        const key = isWanted(name) ? keyOfName(name) : undefined;
        return key !== undefined && wanted.has(key) ? key : undefined;
      });
      return presentSums(
        new Map([...shapes].map(([key, sum]) => [key, { ...sum, volume: first?.volumes[codes.indexOf(key)] ?? 0 }])),
      );
    },
  };
}

/** As `readObservedPeriods`, of one period, with the cells of all. */
export async function readObservedRanking(
  app: App,
  by: RankedBy,
  filter: DemandFilter,
  days: DayRange,
): Promise<ObservedRanking> {
  const { codes, total, cellsOf } = await readObservedPeriods(app, by, filter, [days]);
  return { cells: cellsOf(new Set(codes)), total };
}

/** The code of a name in a slice; what has none is in the total only. */
const KEYS = {
  destination: (name: string) => (name === ANY ? undefined : name),
  market_city: cityOfMarket,
  market_country: countryOfMarket,
} as const satisfies Record<Exclude<RankedBy, 'audience'>, (name: string) => string | undefined>;

/**
 * The codes of names, and the place of each name among them: `NOWHERE` for what is in the total only, `UNWANTED` for
 * what is not even there.
 */
function placeNames(
  names: readonly string[],
  codeOf: (name: string) => string | undefined,
): { readonly codes: readonly string[]; readonly places: Int32Array } {
  const placeOf = new Map<string, number>();
  const places = Int32Array.from(names, (name) => {
    const code = codeOf(name);
    if (code === undefined) return UNWANTED;
    if (code === ANY) return NOWHERE;
    const place = placeOf.get(code) ?? placeOf.size;
    placeOf.set(code, place);
    return place;
  });
  return { codes: [...placeOf.keys()], places };
}

const NOWHERE = -1;
const UNWANTED = -2;

function sumPlaces(ofNames: readonly number[], places: Int32Array, count: number): ObservedVolumes {
  const volumes = new Float64Array(count);
  let total = 0;
  for (let name = 0; name < ofNames.length; name += 1) {
    const [volume, place] = [ofNames[name] ?? 0, places[name] ?? UNWANTED];
    if (place === UNWANTED) continue;
    total += volume;
    if (place !== NOWHERE) volumes[place] = (volumes[place] ?? 0) + volume;
  }
  return { volumes, total };
}

/** One question for each audience, and one for all of them, which also holds what is not distinguished. */
async function readAudiences(
  app: App,
  filter: DemandFilter,
  periods: readonly [CountedDays, ...CountedDays[]],
): Promise<ObservedPeriods> {
  const audiences = filter.audience === undefined ? AUDIENCES : [filter.audience];
  const queries = [filter.audience, ...audiences].map((audience) => askTotal({ ...filter, audience }));
  const rows = Map.groupBy(await listSlices(app.reads.recent, queries, sumMonths(periods)), ({ number }) => number);
  const sums = periods.map((days) => queries.map((_question, number) => sumTotal(rows.get(number) ?? [], days)));
  return {
    codes: audiences,
    periods: sums.map((all) => ({
      volumes: Float64Array.from(audiences, (_audience, index) => all[index + 1]?.volume ?? 0),
      total: all[0]?.volume ?? 0,
    })),
    total: toCell(sums[0]?.[0] ?? emptyCellSum()),
    cellsOf: (codes) =>
      presentSums(
        new Map(
          audiences.flatMap((audience, index): [string, CellSum][] => {
            const sum = sums[0]?.[index + 1];
            return sum === undefined || !codes.has(audience) ? [] : [[audience, sum]];
          }),
        ),
      ),
  };
}

/**
 * What was counted on each day, both ends included; one array per filter, in their order. What could be shown only for
 * a month as a whole is on no day. One statement.
 */
export async function readObservedDays(
  app: App,
  filters: readonly DemandFilter[],
  days: DayRange,
): Promise<readonly Float64Array[]> {
  const rows = Map.groupBy(
    await listSlices(app.reads.recent, filters.map(askDays), sumMonths([days])),
    ({ number }) => number,
  );
  return filters.map((_filter, number) => sumDays(rows.get(number) ?? [], days));
}

function presentSums(sums: ReadonlyMap<string, CellSum>): ReadonlyMap<string, DemandCell> {
  return new Map([...sums].flatMap(([name, sum]) => (sum.volume === 0 ? [] : [[name, toCell(sum)]])));
}
