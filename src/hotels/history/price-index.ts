import type { App, Caller } from '../../context.ts';
import { monthOf } from '../../demand/model/fare-market.ts';
import { addMonths } from '../../demand/model/partition-months.ts';
import { quantileOf } from '../../demand/model/counts/quantile.ts';
import { readSeenNights, type SeenNights } from '../../demand/read/read-stay-prices.ts';
import { type FieldProblem, refuseFields } from '../../platform/errors.ts';
import { type IsoDate, todayIn } from '../../travel/dates.ts';
import { type City, FICTIONAL_COUNTRY } from '../../travel/places.ts';
import {
  INDEX_MONTHS_AHEAD,
  INDEX_MONTHS_BACK,
  INDEX_MONTHS_DEFAULT,
  indexMonths,
  type MonthNights,
  type PriceIndex,
  SEARCHES_MIN,
} from '../model/price-index.ts';
import { readPublishedNights } from './published-nights.ts';
import { assertCurrency } from '../../platform/refusals/assert-currency.ts';

const MONTHS_IN_YEAR = 12;

/** A city and months of check-in, in the words of the request; months are `YYYY-MM`. */
export interface PriceIndexInput {
  /** A city's code, or an airport's that stands for its city. */
  readonly city: string;
  /** One month. */
  readonly month: string | undefined;
  /** The first of several. */
  readonly fromMonth: string | undefined;
  readonly months: number | undefined;
  readonly currency: string;
}

/** What a usual night has cost in a city, month by month. */
export interface CityPriceIndex extends PriceIndex {
  readonly city: City;
  /** First days of the first and the last month asked for. */
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/**
 * How the price of a usual night goes up and down over months of check-in: what hotel searches of the city have seen. A
 * month of which fewer than 20 searches are known is filled up with the nights the sandbox's suppliers publish;
 * production has none, and shows only weeks that are over, of what five callers share (decision 28). Throws 422 with
 * every field that is wrong. The clock is the caller's organization's.
 */
export async function findPriceIndex(
  app: App,
  caller: Pick<Caller, 'now'>,
  input: PriceIndexInput,
): Promise<CityPriceIndex> {
  const today = todayIn('UTC', caller.now);
  const thisMonth = monthOf(today);
  const { city, from, to } = readQuery(app, input, thisMonth);
  const yearBefore = addMonths(from, -MONTHS_IN_YEAR);
  const seen = await readSeenNights(
    app,
    { cityCode: city.code, fromMonth: yearBefore, toMonth: to, seenTo: today },
    SEARCHES_MIN,
  );
  const isFilled = monthsOf(yearBefore, to).some(
    (month) => (seen.find((one) => one.month === month)?.count ?? 0) < SEARCHES_MIN,
  );
  const published = isFilled
    ? await readPublishedNights(app, caller.now, city.code, thisMonth)
    : new Map<IsoDate, readonly number[]>();
  const known = new Set([...published.keys(), ...seen.map(({ month }) => month)]);
  const months = [...known].map((month) =>
    measureMonth(
      month,
      seen.find((one) => one.month === month),
      published.get(month) ?? [],
    ),
  );
  return { city, from, to, ...indexMonths(months, from, to) };
}

function monthsOf(from: IsoDate, to: IsoDate): readonly IsoDate[] {
  const months: IsoDate[] = [];
  for (let month = from; month <= to; month = addMonths(month, 1)) months.push(month);
  return months;
}

/** Enough searches stand alone; fewer are put together with published nights. */
function measureMonth(month: IsoDate, seen: SeenNights | undefined, published: readonly number[]): MonthNights {
  const count = seen?.count ?? 0;
  if (seen !== undefined && (count >= SEARCHES_MIN || published.length === 0)) {
    const { percentile25, percentile50, percentile75 } = seen;
    return { month, percentile25, percentile50, percentile75, count, seen: count };
  }
  const sorted = new Float64Array([...(seen?.newest ?? []), ...published]).sort();
  return {
    month,
    percentile25: quantileOf(sorted, 0.25),
    percentile50: quantileOf(sorted, 0.5),
    percentile75: quantileOf(sorted, 0.75),
    count: sorted.length,
    seen: count,
  };
}

function readQuery(
  app: App,
  input: PriceIndexInput,
  thisMonth: IsoDate,
): { readonly city: City; readonly from: IsoDate; readonly to: IsoDate } {
  assertCurrency(app.rates, input.currency);
  const problems: FieldProblem[] = [];
  const city = readCity(app, input.city, problems);
  const { from, to } = readMonths(input, thisMonth, problems);
  const [first, ...others] = problems;
  if (first !== undefined) throw refuseFields([first, ...others]);
  if (city === undefined) throw new Error('A city that is not there is a problem.');
  return { city, from, to };
}

/** A code that is both, like BER, means the city. */
function readCity(app: App, code: string, problems: FieldProblem[]): City | undefined {
  const city = app.places.city(code) ?? app.places.city(app.places.airport(code)?.cityCode ?? '');
  if (city === undefined)
    problems.push({
      path: 'city',
      problem: `No city or airport has the code ${code}. Look it up with GET /v1/places.`,
    });
  else if (city.country === FICTIONAL_COUNTRY)
    problems.push({ path: 'city', problem: 'is a fictional place of the sandbox: it has no hotels' });
  return city;
}

function readMonths(
  { month, fromMonth, months }: PriceIndexInput,
  thisMonth: IsoDate,
  problems: FieldProblem[],
): { readonly from: IsoDate; readonly to: IsoDate } {
  const [earliest, latest] = [addMonths(thisMonth, -INDEX_MONTHS_BACK), addMonths(thisMonth, INDEX_MONTHS_AHEAD)];
  if (month !== undefined) {
    for (const [path, value] of [
      ['from_month', fromMonth],
      ['months', months],
    ] as const)
      if (value !== undefined)
        problems.push({ path, problem: 'month asks for one month. Send either it or from_month and months.' });
  }
  const named = month ?? fromMonth;
  const from = named === undefined ? thisMonth : `${named}-01`;
  const path = month === undefined ? 'from_month' : 'month';
  if (from < earliest || from > latest) {
    problems.push({ path, problem: `must be from ${earliest.slice(0, 7)} to ${latest.slice(0, 7)}` });
    return { from, to: from };
  }
  if (month !== undefined) return { from, to: from };
  const wanted = addMonths(from, (months ?? INDEX_MONTHS_DEFAULT) - 1);
  if (months !== undefined && wanted > latest)
    problems.push({ path: 'months', problem: `reaches beyond ${latest.slice(0, 7)}, the last month there is` });
  return { from, to: wanted > latest ? latest : wanted };
}
