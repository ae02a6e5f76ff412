import type { App, Caller } from '../../context.ts';
import { type FieldProblem, refuseFields } from '../../platform/errors.ts';
import { addDays, daysBetween, isIsoDate, todayIn } from '../../travel/dates.ts';
import type { Locale } from '../../travel/locale.ts';
import { type Money, moneyFromMajor } from '../../travel/money.ts';
import type { RoomParty, StayFilter } from '../../travel/stay.ts';
import { EMPTY_QUERY, type ParsedQuery, parseQuery } from '../model/query-text.ts';
import type { StaySearch } from '../model/stay-search.ts';
import { type OccupancyInput, readOccupancy } from './read-occupancy.ts';
import { type DestinationInput, resolveDestination } from './resolve-destination.ts';
import { assertCurrency } from '../../platform/refusals/assert-currency.ts';

const DEFAULT_CURRENCY = 'USD';
/** A stay's longest (contract, section 5). */
const NIGHTS_MAX = 30;
const DAYS_AHEAD_MAX = 500;
/** How many hotels a supplier is asked for: the "whole result" that `total` counts. */
const HOTELS_MAX = 2_000;

/** The filters as the request names them. */
interface FilterInput {
  readonly chainIds: readonly number[] | undefined;
  readonly facilityIds: readonly number[] | undefined;
  readonly hotelTypeIds: readonly number[] | undefined;
  readonly starRatings: readonly number[] | undefined;
  readonly ratingMin: number | undefined;
  readonly reviewsMin: number | undefined;
  /** Major units of the request's currency. */
  readonly budgetPerNight: number | undefined;
}
/** A search as either surface words it. */
export interface SearchInput {
  readonly destination: DestinationInput;
  readonly checkIn: string;
  readonly checkOut: string;
  readonly occupancy: OccupancyInput;
  readonly filters: FilterInput;
  readonly currency: string | undefined;
  readonly guestNationality: string | undefined;
  readonly locale: Locale;
  readonly limit: number;
  readonly offset: number;
  readonly supplierTimeoutMs: number;
}

/** Checks everything a schema cannot see and answers the search, or throws 422 with every field that is wrong. */
export async function readSearch(
  app: App,
  caller: Caller,
  input: SearchInput,
  signal: AbortSignal,
): Promise<StaySearch> {
  assertCurrency(app.rates, input.currency);
  const problems: FieldProblem[] = [];
  const { query: text } = input.destination;
  const parsed = text === undefined ? EMPTY_QUERY : parseQuery(text);
  const rooms = readOccupancy(input.occupancy, problems);
  checkDates(input, problems);
  // What is wrong with the rest is known without asking anybody.
  const mayAsk = problems.length === 0;
  const terms = { parsed, locale: input.locale, timeoutMs: input.supplierTimeoutMs, signal, mayAsk };
  const destination =
    !mayAsk && input.destination.hotelIds !== undefined
      ? undefined
      : await resolveDestination(app, caller, input.destination, terms, problems);
  if (destination !== undefined)
    checkDays(
      input,
      destination.zones.map((zone) => todayIn(zone, caller.now)),
      problems,
    );
  const [first, ...others] = problems;
  if (first !== undefined) throw refuseFields([first, ...others]);
  if (destination === undefined || rooms === undefined) throw refuseFields([{ path: '', problem: 'is not valid' }]);
  const currency = input.currency ?? DEFAULT_CURRENCY;
  return {
    query: {
      place: destination.place,
      checkIn: input.checkIn,
      checkOut: input.checkOut,
      rooms: toRooms(rooms),
      guestNationality: input.guestNationality,
      only: toStayFilter(input.filters, parsed),
      hotelsMax: HOTELS_MAX,
    },
    destination,
    nights: daysBetween(input.checkIn, input.checkOut),
    preferences: parsed,
    currency,
    budgetPerNight: toBudget(input.filters, currency),
    filtersApplied: listApplied(input.filters, parsed),
    limit: input.limit,
    offset: input.offset,
    supplierTimeoutMs: input.supplierTimeoutMs,
  };
}

/** The nights of a stay, as far as they can be judged without knowing where. */
export function checkDates(
  { checkIn, checkOut }: Pick<SearchInput, 'checkIn' | 'checkOut'>,
  problems: FieldProblem[],
): void {
  const isReal = { checkin: isIsoDate(checkIn), checkout: isIsoDate(checkOut) };
  for (const path of ['checkin', 'checkout'] as const)
    if (!isReal[path]) problems.push({ path, problem: 'No such day on the calendar.' });
  if (!isReal.checkin || !isReal.checkout) return;
  const nights = daysBetween(checkIn, checkOut);
  if (nights < 1) problems.push({ path: 'checkout', problem: 'Must be after checkin.' });
  if (nights > NIGHTS_MAX) problems.push({ path: 'checkout', problem: `A stay is at most ${NIGHTS_MAX} nights long.` });
}

/**
 * Arrival is today or later at the property (the latest of the place's calendars decides for the request), and not too
 * far ahead.
 */
export function checkDays(
  { checkIn }: Pick<SearchInput, 'checkIn'>,
  todays: readonly string[],
  problems: FieldProblem[],
): void {
  if (!isIsoDate(checkIn)) return;
  const earliest = todays.reduce((least, day) => (day < least ? day : least), '9999-12-31');
  if (checkIn < earliest) problems.push({ path: 'checkin', problem: `Is in the past there: today is ${earliest}.` });
  if (checkIn > addDays(earliest, DAYS_AHEAD_MAX))
    problems.push({ path: 'checkin', problem: `At most ${DAYS_AHEAD_MAX} days ahead.` });
}

function toRooms([first, ...others]: readonly RoomParty[]): readonly [RoomParty, ...RoomParty[]] {
  if (first === undefined) throw new Error('A search without rooms was let through.');
  return [first, ...others];
}

/** Stars in the text are a filter like `star_rating`, which counts instead where it is sent (decision 12). */
function toStayFilter(filters: FilterInput, parsed: ParsedQuery): StayFilter {
  return {
    chainIds: filters.chainIds ?? [],
    facilityIds: filters.facilityIds ?? [],
    hotelTypeIds: filters.hotelTypeIds ?? [],
    starRatings: filters.starRatings ?? parsed.starRatings,
    ratingMin: filters.ratingMin,
    reviewsMin: filters.reviewsMin,
  };
}

function toBudget({ budgetPerNight }: FilterInput, currency: string): Money | undefined {
  return budgetPerNight === undefined ? undefined : moneyFromMajor(budgetPerNight, currency);
}

/** The names of the filters that hide something, as `filters_applied` lists them. */
function listApplied(filters: FilterInput, parsed: ParsedQuery): readonly string[] {
  const given: readonly (readonly [string, boolean])[] = [
    ['chain_ids', isGiven(filters.chainIds)],
    ['facility_ids', isGiven(filters.facilityIds)],
    ['hotel_type_ids', isGiven(filters.hotelTypeIds)],
    ['star_rating', isGiven(filters.starRatings ?? parsed.starRatings)],
    ['min_rating', filters.ratingMin !== undefined],
    ['min_reviews', filters.reviewsMin !== undefined],
    ['max_budget_per_night', filters.budgetPerNight !== undefined],
  ];
  return given.filter(([, isHere]) => isHere).map(([name]) => name);
}

function isGiven(list: readonly number[] | undefined): boolean {
  return list !== undefined && list.length > 0;
}
