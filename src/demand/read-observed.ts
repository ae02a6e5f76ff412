import type { App } from '../context.ts';
import { ANY, AUDIENCES, type DayRange, type DemandCell, type DemandFilter } from './model/demand-event.ts';
import type { CellSum } from './model/packed-cells.ts';
import { addSums, askDays, askDestinations, askMarkets, askTotal, cityOfMarket, countryOfMarket, regroup, spanMonths, sumByName, sumDays, sumTotal, toCell } from './model/sum-cells.ts';
import { listSlices } from './slice-store.ts';

/** What the rows of a ranking are: destinations and market cities by city code, market countries by ISO code, audiences by name. */
export type RankedBy = 'destination' | 'market_city' | 'market_country' | 'audience';

/** What was counted of each, and of all together. */
export interface ObservedRanking {
  /** Only what was counted at all. */
  readonly cells: ReadonlyMap<string, DemandCell>;
  /** Also what belongs to no row: markets unknown, or too small to be told apart. */
  readonly total: DemandCell;
}

/**
 * What this installation has counted of each destination, market or audience over the days, by roll-up. In production only
 * what at least five callers share is in it (decision 28). Lead times, stays and fares are those of the calendar months the days
 * touch; what could be shown only for a month as a whole counts where all of the month is asked for. One statement.
 */
export async function readObservedRanking(app: App, by: RankedBy, filter: DemandFilter, days: DayRange): Promise<ObservedRanking> {
  if (by === 'audience') return rankAudiences(app, filter, days);
  const span = spanMonths(days);
  const question = by === 'destination' ? askDestinations(filter) : askMarkets(filter);
  const sums = sumByName(await listSlices(app.db, [question], span), question, days, span);
  const total = toCell(addSums([...sums.values()]));
  if (by === 'destination') return { cells: presentSums(sums), total };
  return { cells: presentSums(regroup(sums, by === 'market_city' ? cityOfMarket : countryOfMarket)), total };
}

/** One question for each audience, and one for all of them, which also holds what is not told apart. */
async function rankAudiences(app: App, filter: DemandFilter, days: DayRange): Promise<ObservedRanking> {
  const span = spanMonths(days);
  const audiences = filter.audience === undefined ? AUDIENCES : [filter.audience];
  const questions = [filter.audience, ...audiences].map((audience) => askTotal({ ...filter, audience }));
  const rows = await listSlices(app.db, questions, span);
  const sums = questions.map((question, number) => sumTotal(rows.filter((row) => row.number === number), question, days, span));
  const named = audiences.flatMap((audience, index): [string, CellSum][] => {
    const sum = sums[index + 1];
    return sum === undefined ? [] : [[audience, sum]];
  });
  return { cells: presentSums(new Map(named)), total: toCell(addSums(sums.slice(0, 1))) };
}

/**
 * What was counted on each day, both ends included; one array per filter, in their order. What could be shown only for a month
 * as a whole is on no day. One statement.
 */
export async function readObservedDays(app: App, filters: readonly DemandFilter[], days: DayRange): Promise<readonly Float64Array[]> {
  const questions = filters.map(askDays);
  const rows = await listSlices(app.db, questions, spanMonths(days));
  return questions.map((question, number) => sumDays(rows.filter((row) => row.number === number), question, days));
}

function presentSums(sums: ReadonlyMap<string, CellSum>): ReadonlyMap<string, DemandCell> {
  return new Map([...sums].flatMap(([name, sum]) => (sum.volume === 0 || name === ANY ? [] : [[name, toCell(sum)]])));
}
