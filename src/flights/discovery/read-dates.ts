import type { FieldProblem } from '../../platform/errors.ts';
import { addDays, daysBetween, type IsoDate, isIsoDate, todayIn } from '../../travel/dates.ts';
import { cutRanges, type DateChoice, DAYS_AHEAD_MAX, namesReturn, pairDates } from '../model/date-pairs.ts';
import type { DatePair, TripType } from '../model/flight-search.ts';

/** A field of a request that names dates or the length of a stay. */
export interface DateField {
  readonly path: string;
  readonly names: 'departure' | 'return' | 'stay';
  /** All dates of a list, the two ends of a range, or none for the length of a stay. */
  readonly dates: readonly IsoDate[];
  /** How many days the field stands for. */
  readonly dayCount: number;
  readonly isRange?: boolean;
}

/** The fields of a request that name dates. */
export interface DatePaths {
  /** The fields that a problem names when the request has no day at all. */
  readonly departures: string;
  readonly returns: string;
  /** Every field that may name dates; undefined when the surface has only the two fields above. */
  readonly dates?: readonly DateField[];
}

/** What dates are checked against. */
export interface DateContext {
  readonly tripType: TripType;
  /** Time zone of the origin, where "today or later" is checked. */
  readonly originZone: string;
  readonly now: Date;
  /** The most combinations of departure and return that one request may name. */
  readonly pairsMax: number;
  /**
   * Whether days of a range that are past or beyond the selling horizon are left out, and pairs whose stay ends beyond
   * it. Otherwise they are refused.
   */
  readonly isRangeCut?: boolean;
}

/**
 * Returns the pairs of departure and return that the dates make, all of them on sale. Otherwise adds what is wrong to
 * `problems`, under the field names that were sent.
 */
export function readDatePairs(
  { dates, paths }: { readonly dates: DateChoice; readonly paths: DatePaths },
  { tripType, originZone, now, pairsMax, isRangeCut = false }: DateContext,
  problems: FieldProblem[],
): readonly DatePair[] {
  const before = problems.length;
  const fields = paths.dates ?? fieldsOf(dates, paths);
  const returnFields = fields.filter(({ names }) => names !== 'departure');
  const returns = returnFields[0]?.path ?? paths.returns;
  if (dates.departureDates.length === 0 && dates.departureRanges.length === 0)
    problems.push({ path: paths.departures, problem: 'is required: name a day of departure.' });
  if (tripType === 'roundtrip' && !namesReturn(dates))
    problems.push({ path: paths.returns, problem: 'A round trip needs a day to come back.' });
  if (tripType === 'oneway') {
    for (const { path } of returnFields)
      problems.push({ path, problem: 'A one-way trip has no way back. Leave it out, or send trip_type roundtrip.' });
  }
  for (const { path, dates: named } of fields)
    if (named.some((date) => !isIsoDate(date))) problems.push({ path, problem: 'Not a calendar date.' });
  if (problems.length > before) return [];
  const today = todayIn(originZone, now);
  for (const field of fields) checkDates(field, { today, isRangeCut }, problems);
  if (problems.length > before) return [];
  const horizon = addDays(today, DAYS_AHEAD_MAX);
  const all = pairDates(isRangeCut ? cutRanges(dates, [today, horizon]) : dates, tripType, pairsMax);
  const pairs = isRangeCut ? all.filter((pair) => (pair.return ?? pair.departure) <= horizon) : all;
  if (pairs.length === 0 && all.length > 0) problems.push({ path: returns, problem: tooFar() });
  if (problems.length > before) return [];
  if (pairs.length > pairsMax)
    problems.push({
      path: widest(fields)?.path ?? paths.departures,
      problem: `These dates make more than ${pairsMax} combinations. Name fewer.`,
    });
  else if (
    pairs.length === 0 &&
    fields.some(({ names }) => names === 'stay') &&
    fields.some(({ names }) => names === 'return')
  )
    problems.push({
      path: returns,
      problem: 'No return is that many days after a departure. Name other days, or leave the stay out.',
    });
  else if (pairs.length === 0 || pairs.some((pair) => pair.return !== undefined && pair.return < pair.departure))
    problems.push({ path: returns, problem: 'The return is before the departure.' });
  else if (pairs.some((pair) => daysBetween(today, pair.return ?? today) > DAYS_AHEAD_MAX))
    problems.push({ path: returns, problem: tooFar() });
  return pairs;
}

/** The fields of a surface that has one for departures and one for returns. */
function fieldsOf(
  { departureDates, returnDates }: DateChoice,
  { departures, returns }: DatePaths,
): readonly DateField[] {
  const all: readonly DateField[] = [
    { path: departures, names: 'departure', dates: departureDates, dayCount: departureDates.length },
    { path: returns, names: 'return', dates: returnDates, dayCount: returnDates.length },
  ];
  return all.filter(({ dayCount }) => dayCount > 0);
}

/** The field that contributes the most days. */
function widest(fields: readonly DateField[]): DateField | undefined {
  return fields.reduce<DateField | undefined>(
    (most, field) => (most === undefined || field.dayCount > most.dayCount ? field : most),
    undefined,
  );
}

function checkDates(
  { path, dates, isRange }: DateField,
  { today, isRangeCut }: { readonly today: IsoDate; readonly isRangeCut: boolean },
  problems: FieldProblem[],
): void {
  const [first, latest] = [dates.toSorted()[0], dates.toSorted().at(-1)];
  const isCut = isRange === true && isRangeCut;
  const [earliest, last] = isCut ? [latest, first] : [first, latest];
  if (earliest !== undefined && earliest < today)
    problems.push({ path, problem: `In the past: it is ${today} at the origin.` });
  if (last !== undefined && daysBetween(today, last) > DAYS_AHEAD_MAX) problems.push({ path, problem: tooFar() });
}

function tooFar(): string {
  return `Flights are sold at most ${DAYS_AHEAD_MAX} days ahead.`;
}
