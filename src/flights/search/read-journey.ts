import type { App } from '../../context.ts';
import { type FieldProblem, refuseFields } from '../../platform/errors.ts';
import { resolvePlace, type ResolvedPlace } from '../../places/resolve-place.ts';
import type { FlightQuerySlice } from '../../travel/flight.ts';
import { countByType, type PassengerCounts, passengerTotal, seatTotal, TYPE_OF_KIND } from '../../travel/passengers.ts';
import type { DateChoice } from '../model/date-pairs.ts';
import type { PlaceType, TripType } from '../model/flight-search.ts';
import type { DatePaths } from '../discovery/read-dates.ts';

const DEFAULT_CURRENCY = 'USD';
const SEATS_MAX = 9;

/**
 * Who travels where and when, normalised from either surface. `paths` holds the field names of the surface, for
 * problems.
 */
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
/** The field of the request that each part of a journey comes from. */
export interface JourneyPaths extends DatePaths {
  readonly origins: string;
  readonly destinations: string;
  readonly tripType: string;
  readonly passengers: string;
  readonly ages: string;
  readonly infants: string;
}

/** The airports of the two ends of a journey. */
export type Ends = Pick<FlightQuerySlice, 'origins' | 'destinations'>;

/** Returns the currency that a supplier sells this route in (its `homeCurrency`), else US dollars. */
export function defaultCurrency(app: App, ends: Ends): string {
  const home = app.flightSuppliers
    .map((supplier) => supplier.homeCurrency?.(ends))
    .find((currency) => currency !== undefined);
  return home !== undefined && app.rates.supports(home) ? home : DEFAULT_CURRENCY;
}

/** A place code that could be resolved. */
export type FoundPlace = Extract<ResolvedPlace, { kind: 'found' }>;

/** Resolves place codes. An unknown code adds a problem at `path`, in which its index replaces `[]`. */
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

/** The codes of all airports of these places, without duplicates. */
export function airportCodes(places: readonly FoundPlace[]): readonly string[] {
  return [...new Set(places.flatMap((place) => place.airports.map((airport) => airport.iata)))];
}

/** Adds a problem when an airport is both an origin and a destination. */
export function checkApart(
  input: JourneyInput,
  origins: readonly FoundPlace[],
  destinations: readonly FoundPlace[],
  problems: FieldProblem[],
): void {
  const from = new Set(airportCodes(origins));
  const shared = airportCodes(destinations).find((code) => from.has(code));
  if (shared === undefined) return;
  problems.push({
    path: input.paths.destinations.replace('[]', ''),
    problem: `Origin and destination are the same place (${shared}).`,
  });
}

/**
 * Checks a party: at most nine seats, at least one adult, an adult for every lap infant, and ages that fit the kinds.
 */
export function checkPassengers({ passengers, ages, paths }: JourneyInput, problems: FieldProblem[]): void {
  if (seatTotal(passengers) > SEATS_MAX)
    problems.push({
      path: paths.passengers,
      problem: `At most ${SEATS_MAX} travelers with a seat can be booked together.`,
    });
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
