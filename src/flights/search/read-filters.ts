import type { App } from '../../context.ts';
import type { FieldProblem } from '../../platform/errors.ts';
import { resolvePlace } from '../../places/resolve-place.ts';
import type { CabinClass, FlightFilter, TimeWindow } from '../../travel/flight.ts';
import { moneyFromMajor } from '../../travel/money.ts';
import type { FlightFilters } from '../model/flight-search.ts';

/** `HH:MM`, local to the airport. */
interface TimeRangeInput {
  readonly earliest?: string | undefined;
  readonly latest?: string | undefined;
}
/** The filters as the request names them. */
export interface FilterInput {
  readonly cabinClass?: CabinClass | undefined;
  readonly stopsMax?: number | undefined;
  readonly isDirectOnly?: boolean | undefined;
  /** Major units of the request's currency. */
  readonly priceMax?: number | undefined;
  readonly includeCarriers?: readonly string[] | undefined;
  readonly excludeCarriers?: readonly string[] | undefined;
  readonly isRefundableOnly?: boolean | undefined;
  readonly isChangeableOnly?: boolean | undefined;
  readonly hasCheckedBagOnly?: boolean | undefined;
  readonly totalDurationMinutesMax?: number | undefined;
  readonly departureTimes?: TimeRangeInput | undefined;
  readonly arrivalTimes?: TimeRangeInput | undefined;
  readonly returnDepartureTimes?: TimeRangeInput | undefined;
  readonly returnArrivalTimes?: TimeRangeInput | undefined;
  readonly viaAirports?: readonly string[] | undefined;
  readonly excludeViaAirports?: readonly string[] | undefined;
  readonly connectionMinutesMin?: number | undefined;
  readonly connectionMinutesMax?: number | undefined;
}
interface FilterContext {
  readonly currency: string;
  readonly isRoundTrip: boolean;
  readonly paths: { readonly filters: string; readonly priceMax: string };
}

const DAY_LAST_MINUTE = 24 * 60 - 1;

/**
 * Returns the filters to apply and the names, as the request spells them, of those given. Adds what is wrong with them
 * to `problems`.
 */
export function readFilters(
  app: App,
  input: FilterInput,
  filterContext: FilterContext,
  problems: FieldProblem[],
): { readonly filters: FlightFilters; readonly filtersApplied: readonly string[] } {
  const prefix = filterContext.paths.filters;
  checkContradictions(input, filterContext, problems);
  const via = shared(input.viaAirports, input.excludeViaAirports);
  const viaAirports = resolveVia(app, input.viaAirports ?? [], `${prefix}via_airports`, problems);
  const excludeViaAirports = resolveVia(app, input.excludeViaAirports ?? [], `${prefix}exclude_via_airports`, problems);
  // Excluding one airport of a requested city (via LON, not LHR) leaves the others; excluding all of them leaves
  // nothing.
  const isNothingLeft = isGiven(viaAirports) && viaAirports.every((airport) => excludeViaAirports.includes(airport));
  if (via !== undefined || isNothingLeft)
    problems.push({
      path: `${prefix}exclude_via_airports`,
      problem: `${via ?? viaAirports.join(', ')} is both asked for and excluded.`,
    });
  return {
    filters: {
      stopsMax: input.isDirectOnly === true ? 0 : input.stopsMax,
      priceMax: input.priceMax === undefined ? undefined : moneyFromMajor(input.priceMax, filterContext.currency),
      cabinClass: input.cabinClass,
      includeCarriers: input.includeCarriers ?? [],
      excludeCarriers: input.excludeCarriers ?? [],
      isRefundableOnly: input.isRefundableOnly ?? false,
      isChangeableOnly: input.isChangeableOnly ?? false,
      hasCheckedBagOnly: input.hasCheckedBagOnly ?? false,
      totalDurationMinutesMax: input.totalDurationMinutesMax,
      departureWindow: toWindow(input.departureTimes),
      arrivalWindow: toWindow(input.arrivalTimes),
      returnDepartureWindow: toWindow(input.returnDepartureTimes),
      returnArrivalWindow: toWindow(input.returnArrivalTimes),
      viaAirports,
      excludeViaAirports,
      connectionMinutesMin: input.connectionMinutesMin,
      connectionMinutesMax: input.connectionMinutesMax,
    },
    filtersApplied: listApplied(input, filterContext.paths.priceMax),
  };
}

/**
 * The part of the filters that suppliers apply before they cut their answer to `offersMax`; undefined when no filter
 * concerns them. Without it, a filter for one carrier would be applied to the 150 cheapest offers, which may hold none
 * of it.
 */
export function toFlightFilter(filters: FlightFilters): FlightFilter | undefined {
  const { includeCarriers, excludeCarriers, viaAirports, excludeViaAirports, totalDurationMinutesMax } = filters;
  const { connectionMinutesMin, connectionMinutesMax } = filters;
  const times = [
    { departure: filters.departureWindow, arrival: filters.arrivalWindow },
    { departure: filters.returnDepartureWindow, arrival: filters.returnArrivalWindow },
  ];
  const lists = [includeCarriers, excludeCarriers, viaAirports, excludeViaAirports];
  const bounds = [
    totalDurationMinutesMax,
    connectionMinutesMin,
    connectionMinutesMax,
    ...times.flatMap((time) => [time.departure, time.arrival]),
  ];
  if (!lists.some(isGiven) && bounds.every((bound) => bound === undefined)) return undefined;
  return {
    includeCarriers,
    excludeCarriers,
    viaAirports,
    excludeViaAirports,
    totalDurationMinutesMax,
    connectionMinutesMin,
    connectionMinutesMax,
    times,
  };
}

/** The names of the filters that hide something, as `filters_applied` lists them. */
function listApplied(input: FilterInput, priceName: string): readonly string[] {
  const names: string[] = [];
  const add = (name: string, isHere: boolean): void => {
    if (isHere) names.push(name);
  };
  add('cabin_class', input.cabinClass !== undefined);
  add('max_stops', input.stopsMax !== undefined);
  add('direct_only', input.isDirectOnly === true);
  add(priceName.slice(priceName.lastIndexOf('.') + 1), input.priceMax !== undefined);
  add('include_carriers', isGiven(input.includeCarriers));
  add('exclude_carriers', isGiven(input.excludeCarriers));
  add('refundable_only', input.isRefundableOnly === true);
  add('changeable_only', input.isChangeableOnly === true);
  add('checked_bag_included', input.hasCheckedBagOnly === true);
  add('max_total_duration_minutes', input.totalDurationMinutesMax !== undefined);
  add('departure_time_range', isBounded(input.departureTimes));
  add('arrival_time_range', isBounded(input.arrivalTimes));
  add('return_departure_time_range', isBounded(input.returnDepartureTimes));
  add('return_arrival_time_range', isBounded(input.returnArrivalTimes));
  add('via_airports', isGiven(input.viaAirports));
  add('exclude_via_airports', isGiven(input.excludeViaAirports));
  add('connection_time_min_minutes', input.connectionMinutesMin !== undefined);
  add('connection_time_max_minutes', input.connectionMinutesMax !== undefined);
  return names;
}

function isGiven(list: readonly string[] | undefined): boolean {
  return list !== undefined && list.length > 0;
}

/** A range without ends hides nothing. */
function isBounded(range: TimeRangeInput | undefined): boolean {
  return range?.earliest !== undefined || range?.latest !== undefined;
}

function checkContradictions(
  input: FilterInput,
  { isRoundTrip, paths }: FilterContext,
  problems: FieldProblem[],
): void {
  const at = (name: string) => `${paths.filters}${name}`;
  const carrier = shared(input.includeCarriers, input.excludeCarriers);
  if (carrier !== undefined)
    problems.push({ path: at('exclude_carriers'), problem: `${carrier} is both included and excluded.` });
  const { connectionMinutesMin: min, connectionMinutesMax: max } = input;
  if (min !== undefined && max !== undefined && min > max)
    problems.push({ path: at('connection_time_max_minutes'), problem: 'Shorter than connection_time_min_minutes.' });
  if (input.isDirectOnly === true && input.stopsMax !== undefined && input.stopsMax > 0)
    problems.push({ path: at('max_stops'), problem: 'direct_only allows no stops. Leave one of the two out.' });
  const isDirect = input.isDirectOnly === true || input.stopsMax === 0;
  if (isDirect && isGiven(input.viaAirports))
    problems.push({ path: at('via_airports'), problem: 'A direct flight goes via nowhere.' });
  if (isRoundTrip) return;
  if (input.returnDepartureTimes !== undefined)
    problems.push({ path: at('return_departure_time_range'), problem: 'A one-way trip has no way back.' });
  if (input.returnArrivalTimes !== undefined)
    problems.push({ path: at('return_arrival_time_range'), problem: 'A one-way trip has no way back.' });
}

function shared(a: readonly string[] | undefined, b: readonly string[] | undefined): string | undefined {
  return a?.find((code) => b?.includes(code));
}

/** Resolves codes of connecting airports. A metropolitan code (LON) stands for all airports of the city. */
function resolveVia(app: App, codes: readonly string[], path: string, problems: FieldProblem[]): readonly string[] {
  return codes.flatMap((code, index) => {
    const place = resolvePlace(app.places, code, undefined);
    if (place.kind === 'found') return place.airports.map((airport) => airport.iata);
    problems.push({ path: `${path}[${index}]`, problem: place.problem });
    return [];
  });
}

function toWindow(range: TimeRangeInput | undefined): TimeWindow | undefined {
  if (!isBounded(range)) return undefined;
  return { earliest: toMinutes(range?.earliest) ?? 0, latest: toMinutes(range?.latest) ?? DAY_LAST_MINUTE };
}

function toMinutes(time: string | undefined): number | undefined {
  return time === undefined ? undefined : Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}
