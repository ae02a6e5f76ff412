import type { App, Caller } from '../context.ts';
import { type FieldProblem, refuseFields } from '../platform/errors.ts';
import { resolvePlace } from '../places/resolve-place.ts';
import { moneyFromMajor } from '../travel/money.ts';
import type { RentalPlace, Transmission } from '../travel/rental.ts';
import { readWantedClass } from './model/acriss.ts';
import type { CarFilters, CarSearch } from './model/car-search.ts';
import type { Point } from '../travel/geography/distance.ts';
import { certainZone } from '../travel/geography/zone-map.ts';
import { nearestAirport } from './model/nearest-airport.ts';
import { isLocalDateTime } from '../travel/dates.ts';
import { checkRentalTimes } from './model/rental-times.ts';
import { assertCurrency } from '../platform/refusals/assert-currency.ts';

/** How many offers a supplier is asked for: the "whole result" that totals and facets count. */
const OFFERS_MAX = 1_500;
/** The age assumed where none was sent: neither young-driver nor senior fees. */
const AGE_ASSUMED = 30;

/** One end of the rental as it was asked for. */
export interface EndInput {
  readonly location: string | undefined;
  readonly locationType: 'city' | 'airport' | undefined;
  readonly latitude: number | undefined;
  readonly longitude: number | undefined;
  /** `YYYY-MM-DDTHH:MM:SS` in form; whether it exists is judged here. */
  readonly at: string;
}
/** A car search as it was asked for. */
export interface CarSearchInput {
  readonly pickUp: EndInput;
  readonly dropOff: EndInput;
  readonly driverAge: number | undefined;
  readonly residenceCountry: string | undefined;
  readonly transmission: Transmission | undefined;
  readonly categories: readonly string[];
  /** Major units of the currency. */
  readonly totalMax: number | undefined;
  readonly isUnlimitedMileageOnly: boolean;
  readonly isFreeCancellationOnly: boolean;
  readonly currency: string;
  readonly limit: number;
  readonly offset: number;
  readonly supplierTimeoutMs: number;
}

/** Checks everything a schema cannot see and answers the search, or throws 422 with every field that is wrong. */
export function readSearch(app: App, caller: Caller, input: CarSearchInput): CarSearch {
  assertCurrency(app.rates, input.currency);
  const problems: FieldProblem[] = [];
  const pickUp = readPlace(app, input.pickUp, 'pick_up', problems);
  const dropOff = namesNoPlace(input.dropOff) ? pickUp : readPlace(app, input.dropOff, 'drop_off', problems);
  checkTimes(caller, input, { pickUp, dropOff }, problems);
  const filtering = readFilters(input, readCategories(input.categories, problems));
  const [first, ...others] = problems;
  if (first !== undefined || pickUp === undefined || dropOff === undefined)
    throw refuseFields([first ?? { path: 'pick_up', problem: 'is required' }, ...others]);
  return {
    query: {
      pickUp: { place: pickUp.place, at: input.pickUp.at },
      dropOff: { place: dropOff.place, at: input.dropOff.at },
      driverAge: input.driverAge ?? AGE_ASSUMED,
      residenceCountry: input.residenceCountry,
      offersMax: OFFERS_MAX,
      ...(filtering.filters.only === undefined ? {} : { only: filtering.filters.only }),
    },
    isAgeAssumed: input.driverAge === undefined,
    ...filtering,
    currency: input.currency,
    limit: input.limit,
    offset: input.offset,
    supplierTimeoutMs: input.supplierTimeoutMs,
  };
}

type EndName = 'pick_up' | 'drop_off';
/** A place that was understood, and the zone its times are meant in. */
interface FoundEnd {
  readonly place: RentalPlace;
  readonly zone: string;
}

function namesNoPlace({ location, latitude, longitude }: EndInput): boolean {
  return location === undefined && latitude === undefined && longitude === undefined;
}

function readPlace(app: App, end: EndInput, name: EndName, problems: FieldProblem[]): FoundEnd | undefined {
  const { location, latitude, longitude } = end;
  const isPointNamed = latitude !== undefined || longitude !== undefined;
  if (location !== undefined && isPointNamed) {
    problems.push({ path: name, problem: 'Name a location or a point (latitude and longitude), not both.' });
    return undefined;
  }
  if (location !== undefined) return readCode(app, location, end.locationType, { name, problems });
  if (latitude !== undefined && longitude !== undefined) return readPoint(app, { latitude, longitude });
  const missing = !isPointNamed ? 'location' : latitude === undefined ? 'latitude' : 'longitude';
  const problem = isPointNamed
    ? 'A point needs latitude and longitude.'
    : 'is required, unless latitude and longitude are sent';
  problems.push({ path: `${name}.${missing}`, problem });
  return undefined;
}

function readCode(
  app: App,
  code: string,
  type: EndInput['locationType'],
  { name, problems }: { readonly name: EndName; readonly problems: FieldProblem[] },
): FoundEnd | undefined {
  const resolved = resolvePlace(app.places, code, type);
  if (resolved.kind === 'unknown') {
    problems.push({ path: `${name}.location`, problem: resolved.problem });
    return undefined;
  }
  const isCity = type !== 'airport' && resolvePlace(app.places, code, 'city').kind === 'found';
  const place: RentalPlace = isCity ? { kind: 'city', cityCode: code } : { kind: 'airport', airport: code };
  return { place, zone: resolved.airports[0].zone };
}

/** Near the border of two zones, where the map leaves a doubt, the zone is that of the nearest airport. */
function readPoint(app: App, point: Point): FoundEnd {
  const zone = certainZone(point) ?? nearestAirport(app.places.airports(), point)?.zone ?? 'UTC';
  return { place: { kind: 'around', ...point }, zone };
}

function checkTimes(
  caller: Caller,
  { pickUp, dropOff }: CarSearchInput,
  found: { readonly pickUp: FoundEnd | undefined; readonly dropOff: FoundEnd | undefined },
  problems: FieldProblem[],
): void {
  const ends = [
    ['pick_up', pickUp.at],
    ['drop_off', dropOff.at],
  ] as const;
  const unreal = ends.filter(([, at]) => !isLocalDateTime(at));
  for (const [name] of unreal)
    problems.push({ path: `${name}.date_time`, problem: 'Not a date and time of the calendar.' });
  if (unreal.length > 0 || found.pickUp === undefined || found.dropOff === undefined) return;
  const times = checkRentalTimes(
    { at: pickUp.at, zone: found.pickUp.zone },
    { at: dropOff.at, zone: found.dropOff.zone },
    caller.now,
  );
  for (const { end, problem } of times) problems.push({ path: `${end}.date_time`, problem });
}

function readCategories(categories: readonly string[], problems: FieldProblem[]): readonly string[] {
  return categories.flatMap((text, index) => {
    const wanted = readWantedClass(text);
    if (wanted !== undefined) return wanted;
    problems.push({
      path: `categories[${index}]`,
      problem: 'Neither a category, a body type, a first ACRISS letter nor an ACRISS code.',
    });
    return [];
  });
}

function readFilters(
  input: CarSearchInput,
  acrissPatterns: readonly string[],
): Pick<CarSearch, 'filters' | 'filtersApplied'> {
  const { transmission, totalMax, isUnlimitedMileageOnly, isFreeCancellationOnly, currency } = input;
  const filters: CarFilters = {
    only: transmission === undefined && acrissPatterns.length === 0 ? undefined : { transmission, acrissPatterns },
    totalMax: totalMax === undefined ? undefined : moneyFromMajor(totalMax, currency),
    isUnlimitedMileageOnly,
    isFreeCancellationOnly,
  };
  const given = [
    ['transmission', transmission !== undefined],
    ['categories', acrissPatterns.length > 0],
    ['max_total_price', totalMax !== undefined],
    ['unlimited_mileage_only', isUnlimitedMileageOnly],
    ['free_cancellation_only', isFreeCancellationOnly],
  ] as const;
  return { filters, filtersApplied: given.filter(([, isGiven]) => isGiven).map(([name]) => name) };
}
