import type { App } from '../context.ts';
import { type FieldProblem, refuse, refuseFields } from '../platform/errors.ts';
import { resolvePlace, type ResolvedPlace } from '../places/resolve-place.ts';
import { daysBetween, type IsoDate, isIsoDate, todayIn } from '../travel/dates.ts';
import type { FlightQuerySlice } from '../travel/flight.ts';
import { countByType, type PassengerCounts, passengerTotal, seatTotal, TYPE_OF_KIND } from '../travel/passengers.ts';
import { type DateChoice, DAYS_AHEAD_MAX, listDates, namesReturn, pairDates } from './model/date-pairs.ts';
import type { DatePair, PlaceType, TripType } from './model/flight-search.ts';

const DEFAULT_CURRENCY = 'USD';
const SEATS_MAX = 9;

/** Who travels where and when, as any surface words it; `paths` names the surface's own fields in problems. */
export interface JourneyInput {
  readonly origins: readonly string[];
  readonly originType: PlaceType | undefined;
  readonly destinations: readonly string[];
  readonly destinationType: PlaceType | undefined;
  readonly tripType: TripType | undefined;
  readonly dates: DateChoice;
  readonly passengers: PassengerCounts;
  /** Ages of everyone who is not an adult, in the order chd, inf_lap, inf_seat, youth, student. */
  readonly ages: readonly number[] | undefined;
  readonly paths: JourneyPaths;
}
/** Where each part of a journey stands in the request. */
export interface JourneyPaths {
  readonly origins: string;
  readonly destinations: string;
  readonly tripType: string;
  readonly departures: string;
  readonly returns: string;
  readonly passengers: string;
  readonly ages: string;
  readonly infants: string;
}

/** Refuses a currency no price can be given in. */
export function assertCurrency(app: App, currency: string | undefined): void {
  if (currency === undefined || app.rates.supports(currency)) return;
  throw refuse('currency_unsupported', {
    message: 'currency: no price can be given in it. See supported.',
    keys: { supported: app.rates.supported() },
  });
}

/** The airports of the two ends of a journey. */
export type Ends = Pick<FlightQuerySlice, 'origins' | 'destinations'>;

/** The currency everything between these airports is sold in where a supplier names one, else US dollars. */
export function defaultCurrency(app: App, ends: Ends): string {
  const home = app.flightSuppliers.map((supplier) => supplier.homeCurrency?.(ends)).find((currency) => currency !== undefined);
  return home !== undefined && app.rates.supports(home) ? home : DEFAULT_CURRENCY;
}

/** A code that was understood. */
export type FoundPlace = Extract<ResolvedPlace, { kind: 'found' }>;

/** The places of a list of codes; an unknown one is a problem at `path`, whose `[]` becomes its place in the list. */
export function resolveAll(
  app: App,
  codes: readonly string[],
  type: PlaceType | undefined,
  path: string,
  problems: FieldProblem[],
): readonly FoundPlace[] {
  return codes.flatMap((code, index) => {
    const place = resolvePlace(app.places, code, type);
    if (place.kind === 'found') return [place];
    problems.push({ path: path.replace('[]', `[${index}]`), problem: place.problem });
    return [];
  });
}

/** Every airport of these places, once. */
export function airportCodes(places: readonly FoundPlace[]): readonly string[] {
  return [...new Set(places.flatMap((place) => place.airports.map((airport) => airport.iata)))];
}

/** A problem where an airport stands on both ends. */
export function checkApart(
  input: JourneyInput,
  origins: readonly FoundPlace[],
  destinations: readonly FoundPlace[],
  problems: FieldProblem[],
): void {
  const from = new Set(airportCodes(origins));
  const shared = airportCodes(destinations).find((code) => from.has(code));
  if (shared === undefined) return;
  problems.push({ path: input.paths.destinations.replace('[]', ''), problem: `Origin and destination are the same place (${shared}).` });
}

/** What dates are judged by. */
export interface DateSetting {
  readonly tripType: TripType;
  /** "Today or later" is judged here. */
  readonly originZone: string;
  readonly now: Date;
  /** How many combinations of departure and return one request may name. */
  readonly pairsMax: number;
}

/** The pairs of departure and return that the dates make, all of them on sale; else what is wrong with them. */
export function readDatePairs(
  input: JourneyInput,
  { tripType, originZone, now, pairsMax }: DateSetting,
  problems: FieldProblem[],
): readonly DatePair[] {
  const { dates, paths } = input;
  const before = problems.length;
  if (dates.departureDates.length === 0 && dates.departureRanges.length === 0)
    problems.push({ path: paths.departures, problem: 'is required: name a day of departure.' });
  if (tripType === 'roundtrip' && !namesReturn(dates))
    problems.push({ path: paths.returns, problem: 'A round trip needs a day to come back.' });
  if (tripType === 'oneway' && namesReturn(dates))
    problems.push({ path: paths.returns, problem: 'A one-way trip has no way back. Leave it out, or send trip_type roundtrip.' });
  if (namedDates(dates).some((date) => !isIsoDate(date))) problems.push({ path: paths.departures, problem: 'Not a calendar date.' });
  if (problems.length > before) return [];
  const today = todayIn(originZone, now);
  checkDates(listDates(dates.departureDates, dates.departureRanges), paths.departures, today, problems);
  checkDates(listDates(dates.returnDates, dates.returnRanges), paths.returns, today, problems);
  if (problems.length > before) return [];
  const pairs = pairDates(dates, tripType, pairsMax);
  if (pairs.length > pairsMax)
    problems.push({ path: paths.departures, problem: `These dates make more than ${pairsMax} combinations. Name fewer.` });
  else if (pairs.length === 0) problems.push({ path: paths.returns, problem: 'The return is before the departure.' });
  else if (pairs.some((pair) => pair.return !== undefined && pair.return < pair.departure))
    problems.push({ path: paths.returns, problem: 'The return is before the departure.' });
  else if (pairs.some((pair) => daysBetween(today, pair.return ?? today) > DAYS_AHEAD_MAX))
    problems.push({ path: paths.returns, problem: tooFar() });
  return pairs;
}

function namedDates(dates: DateChoice): readonly IsoDate[] {
  return [
    ...dates.departureDates,
    ...dates.returnDates,
    ...[...dates.departureRanges, ...dates.returnRanges].flatMap((range) => [range.start, range.end]),
  ];
}

function checkDates(dates: readonly IsoDate[], path: string, today: IsoDate, problems: FieldProblem[]): void {
  const [first, last] = [dates[0], dates.at(-1)];
  if (first !== undefined && first < today) problems.push({ path, problem: `In the past: it is ${today} at the origin.` });
  if (last !== undefined && daysBetween(today, last) > DAYS_AHEAD_MAX) problems.push({ path, problem: tooFar() });
}

function tooFar(): string {
  return `Flights are sold at most ${DAYS_AHEAD_MAX} days ahead.`;
}

/** At most nine seats, someone grown up, a lap for every lap infant, and ages that fit their kinds. */
export function checkPassengers({ passengers, ages, paths }: JourneyInput, problems: FieldProblem[]): void {
  if (seatTotal(passengers) > SEATS_MAX)
    problems.push({ path: paths.passengers, problem: `At most ${SEATS_MAX} travelers with a seat can be booked together.` });
  const { ADULT } = countByType(passengers);
  if (ADULT === 0) problems.push({ path: paths.passengers, problem: 'At least one adult must travel.' });
  if (passengers.inf_lap > ADULT) problems.push({ path: paths.infants, problem: 'More lap infants than adults.' });
  if (ages !== undefined) checkAges(passengers, ages, paths.ages, problems);
}

const AGE_KINDS = ['chd', 'inf_lap', 'inf_seat', 'youth', 'student'] as const;
const AGES_OF_KIND = { chd: [2, 11], inf_lap: [0, 1], inf_seat: [0, 1], youth: [12, 25], student: [12, 120] } as const;

function checkAges(passengers: PassengerCounts, ages: readonly number[], path: string, problems: FieldProblem[]): void {
  const expected = passengerTotal(passengers) - passengers.adt;
  if (ages.length !== expected) {
    problems.push({
      path,
      problem: `List one age for each of the ${expected} travelers who are not adults, in the order ${AGE_KINDS.join(', ')}.`,
    });
    return;
  }
  const kinds = AGE_KINDS.flatMap((kind) => new Array<(typeof AGE_KINDS)[number]>(passengers[kind]).fill(kind));
  kinds.forEach((kind, index) => {
    const [youngest, oldest] = AGES_OF_KIND[kind];
    const age = ages[index] ?? 0;
    if (age < youngest || age > oldest)
      problems.push({
        path: `${path}[${index}]`,
        problem: `${kind} (${TYPE_OF_KIND[kind].toLowerCase()}) is ${youngest} to ${oldest} years old.`,
      });
  });
}

/** Refuses the request when anything is wrong with it: 422 with every problem. */
export function throwProblems(problems: readonly FieldProblem[]): void {
  const [first, ...others] = problems;
  if (first !== undefined) throw refuseFields([first, ...others]);
}
