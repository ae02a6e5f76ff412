import type { App, Caller } from '../../context.ts';
import { monthOf, type TripKind } from '../../demand/model/fare-market.ts';
import { addMonths } from '../../demand/model/partition-months.ts';
import { type PriceHistoryQuery, readMeasuredFares, readSeenFares } from '../../demand/read/read-price-history.ts';
import { applyAnonymityThreshold } from '../../demand/read/apply-anonymity-threshold.ts';
import type { FieldProblem } from '../../platform/errors.ts';
import { type IsoDate, todayIn } from '../../travel/dates.ts';
import type { CabinClass } from '../../travel/flight.ts';
import { FICTIONAL_COUNTRY } from '../../travel/places.ts';
import { OBSERVATIONS_MIN } from '../model/advice.ts';
import { type FareCoverage, findCoverage } from '../model/coverage.ts';
import type { PlaceType } from '../model/flight-search.ts';
import {
  dailyStart,
  DEPARTURE_MONTHS_AHEAD,
  DEPARTURE_MONTHS_BACK,
  type FareHistory,
  historyStart,
  measureHistory,
} from '../model/prices/price-history.ts';
import { publishedHistory } from './published-history.ts';
import { airportCodes, type FoundPlace, resolveAll, throwProblems } from '../search/read-journey.ts';
import { assertCurrency } from '../../platform/refusals/assert-currency.ts';

/** The route and filters of a price history, as the request names them. */
export interface PriceHistoryInput {
  readonly origin: string;
  readonly originType: PlaceType | undefined;
  readonly destination: string;
  readonly destinationType: PlaceType | undefined;
  /** `YYYY-MM`. */
  readonly departureMonth: string | undefined;
  readonly tripKind: TripKind;
  readonly cabinClass: CabinClass;
  readonly currency: string;
}

/** What a history was made from: fares observed here, fares the suppliers publish, or both. */
type HistoryBasis = 'observed' | 'synthetic' | 'mixed';

/** What a route has cost. */
export interface PriceHistory {
  readonly input: PriceHistoryInput;
  readonly origin: FoundPlace;
  readonly destination: FoundPlace;
  readonly period: { readonly from: IsoDate; readonly to: IsoDate };
  /** The first day with a point of its own; earlier points stand for weeks. */
  readonly dailyFrom: IsoDate;
  readonly basis: HistoryBasis;
  /** How many of the fares shown were observed here. */
  readonly sampleSize: number;
  /** What it does not know; undefined where suppliers publish what was not observed, or enough was observed. */
  readonly coverage: FareCoverage | undefined;
  /** Minor units of USD, for one adult. Its counts include published fares. */
  readonly measured: FareHistory;
}

/**
 * Finds what a route has cost for one adult over the last 13 months, as observed by this installation. With fewer than
 * 20 observed fares, the sandbox adds fares that its suppliers publish for the same days, as `jinko_advice` does.
 * Production has no published ones, and shows only complete weeks and only prices shared by five callers (decision 28).
 * Throws 422 with every field that is wrong. Dates follow the clock of the caller's organization.
 */
export async function findPriceHistory(
  app: App,
  caller: Pick<Caller, 'now'>,
  input: PriceHistoryInput,
): Promise<PriceHistory> {
  const today = todayIn('UTC', caller.now);
  const { origin, destination } = readRoute(app, input, today);
  const { to, dailyFrom } = applyAnonymityThreshold(app, { to: today, dailyFrom: dailyStart(today) });
  const period = { from: historyStart(today), to };
  const historyQuery: PriceHistoryQuery = {
    originCity: origin.cityCode,
    destinationCity: destination.cityCode,
    originAirports: airportCodes([origin]),
    destinationAirports: airportCodes([destination]),
    cabinClass: input.cabinClass,
    tripKind: input.tripKind,
    departureMonth: input.departureMonth && `${input.departureMonth}-01`,
    ...period,
    dailyFrom,
  };
  const observed = await readMeasuredFares(app, historyQuery);
  const sampleSize = observed.all?.count ?? 0;
  const shared = { input, origin, destination, period, dailyFrom, sampleSize };
  const published = sampleSize >= OBSERVATIONS_MIN ? [] : await publishedHistory(app, caller.now, historyQuery);
  if (published.length === 0)
    return { ...shared, basis: 'observed', measured: observed, coverage: coverageOfHistory(app, sampleSize) };
  const seen = sampleSize === 0 ? [] : await readSeenFares(app, historyQuery, OBSERVATIONS_MIN);
  return {
    ...shared,
    basis: seen.length === 0 ? 'synthetic' : 'mixed',
    measured: measureHistory([...published, ...seen], today),
    coverage: coverageOfHistory(app, sampleSize),
  };
}

/** A history of fewer than 20 fares says how many it lacks, where a supplier publishes none. */
function coverageOfHistory(app: App, sampleSize: number): FareCoverage | undefined {
  const missing = Math.max(0, OBSERVATIONS_MIN - sampleSize);
  return missing === 0
    ? undefined
    : findCoverage(app.flightSuppliers, 'publishedHistory', { observed: sampleSize, missing });
}

function readRoute(
  app: App,
  input: PriceHistoryInput,
  today: IsoDate,
): { readonly origin: FoundPlace; readonly destination: FoundPlace } {
  assertCurrency(app.rates, input.currency);
  const problems: FieldProblem[] = [];
  const [origin] = resolveAll(app, [input.origin], input.originType, 'origin', problems);
  const [destination] = resolveAll(app, [input.destination], input.destinationType, 'destination', problems);
  for (const [path, place] of [
    ['origin', origin],
    ['destination', destination],
  ] as const) {
    if (place?.airports[0].country === FICTIONAL_COUNTRY)
      problems.push({ path, problem: 'is a fictional place of the sandbox: it has no price history' });
  }
  if (origin !== undefined && origin.cityCode === destination?.cityCode)
    problems.push({ path: 'destination', problem: `Origin and destination are the same city (${origin.cityCode}).` });
  checkMonth(input.departureMonth, today, problems);
  throwProblems(problems);
  if (origin === undefined || destination === undefined) throw new Error('A place that is not there is a problem.');
  return { origin, destination };
}

function checkMonth(departureMonth: string | undefined, today: IsoDate, problems: FieldProblem[]): void {
  if (departureMonth === undefined) return;
  const thisMonth = monthOf(today);
  const [first, last] = [
    addMonths(thisMonth, -DEPARTURE_MONTHS_BACK).slice(0, 7),
    addMonths(thisMonth, DEPARTURE_MONTHS_AHEAD).slice(0, 7),
  ];
  if (departureMonth < first)
    problems.push({
      path: 'departure_month',
      problem: `must be ${first} or later: there is no price history of earlier months`,
    });
  if (departureMonth > last)
    problems.push({
      path: 'departure_month',
      problem: `must be ${last} or earlier: no flights are sold for later months`,
    });
}
