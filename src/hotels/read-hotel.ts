import type { App, Caller } from '../context.ts';
import { assertAnswered, querySuppliers } from '../suppliers/calls/query-suppliers.ts';
import { type FieldProblem, refuse, refuseFields } from '../platform/errors.ts';
import type { HotelSupplier } from '../suppliers/ports/hotels.ts';
import { LAST_ZONE, todayIn } from '../travel/dates.ts';
import { withHotelZone } from '../travel/geography/local-zone.ts';
import type { HotelContent, RoomParty, StayRate } from '../travel/stay.ts';
import { fetchOtherRates, type RatesQuery, type RatesTerms, type SourcedRates, validateOffer } from './card-rates.ts';
import { readContent } from './content/read-content.ts';
import { checkDates, checkDays } from './search/read-search.ts';
import { assertCurrency } from '../platform/refusals/assert-currency.ts';

const TIMEOUT_MS = 8_000;
/** What an id of no hotel is answered with. */
export const UNKNOWN_HOTEL = 'No hotel has this id.';

/** Which hotel, and for which nights its rooms are wanted. */
export interface HotelQuery {
  readonly hotelId: string;
  readonly checkIn: string | undefined;
  readonly checkOut: string | undefined;
  readonly party: RoomParty;
  readonly currency: string | undefined;
  /** Fires when the client has gone away. */
  readonly signal: AbortSignal;
}
/** A hotel, and with nights the rates its rooms can be had at. */
export interface HotelAnswer {
  readonly supplierId: string;
  readonly content: HotelContent;
  /** Those of the hotel's own supplier first; undefined where the query names no nights. */
  readonly sources: readonly SourcedRates[] | undefined;
}

/**
 * All that is known of a hotel, and what every supplier sells of it. Throws 404 where no supplier has it, and their
 * failure where suppliers could not say.
 */
export async function readHotel(app: App, caller: Caller, hotelQuery: HotelQuery): Promise<HotelAnswer> {
  assertCurrency(app.rates, hotelQuery.currency);
  const nights = readNights(hotelQuery);
  const { hotelId, signal } = hotelQuery;
  const replies = await querySuppliers(app, caller, app.hotelSuppliers, {
    purpose: 'page',
    timeoutMs: TIMEOUT_MS,
    signal,
    ask: (supplier, context) => readContent(app, supplier, hotelId, context),
  });
  const found = replies.find(({ answer }) => answer !== undefined);
  if (found?.answer === undefined) {
    const failed = replies.filter(({ status }) => status !== 'ok');
    if (failed.length > 0) assertAnswered(failed);
    throw refuse('resource_not_found', { message: UNKNOWN_HOTEL });
  }
  const content = { ...found.answer, hotel: withHotelZone(app.places, found.answer.hotel) };
  const supplierId = found.supplier.id;
  if (nights === undefined) return { supplierId, content, sources: undefined };
  const problems: FieldProblem[] = [];
  checkDays({ checkIn: nights.checkIn }, [todayIn(content.hotel.zone ?? LAST_ZONE, caller.now)], problems);
  throwProblems(problems);
  const ratesQuery = {
    ...{ checkIn: nights.checkIn, checkOut: nights.checkOut, rooms: [hotelQuery.party] as const },
    ...{ guestNationality: undefined, only: EVERYTHING },
  };
  const terms = { currency: hotelQuery.currency, timeoutMs: TIMEOUT_MS, signal };
  const suppliers = app.hotelSuppliers.filter(({ id }) => id !== supplierId);
  const [rates, others] = await Promise.all([
    fetchRates(app, caller, { supplier: found.supplier, hotelId }, ratesQuery, terms),
    fetchOtherRates(app, caller, { hotel: content.hotel, suppliers }, ratesQuery, terms),
  ]);
  return { supplierId, content, sources: [{ supplierId, hotelId: content.hotel.hotelId, rates }, ...others] };
}

interface Nights {
  readonly checkIn: string;
  readonly checkOut: string;
}

function readNights({ checkIn, checkOut }: HotelQuery): Nights | undefined {
  if (checkIn === undefined && checkOut === undefined) return undefined;
  const problems: FieldProblem[] = [];
  if (checkIn === undefined || checkOut === undefined)
    problems.push({ path: checkIn === undefined ? 'checkin' : 'checkout', problem: 'Send both dates, or neither.' });
  else checkDates({ checkIn, checkOut }, problems);
  throwProblems(problems);
  return checkIn === undefined || checkOut === undefined ? undefined : { checkIn, checkOut };
}

function throwProblems([first, ...others]: readonly FieldProblem[]): void {
  if (first !== undefined) throw refuseFields([first, ...others]);
}

const EVERYTHING = {
  chainIds: [],
  facilityIds: [],
  hotelTypeIds: [],
  starRatings: [],
  ratingMin: undefined,
  reviewsMin: undefined,
} as const;

/** The rates of the hotel's own supplier. Throws its failure. */
async function fetchRates(
  app: App,
  caller: Caller,
  { supplier, hotelId }: { readonly supplier: HotelSupplier; readonly hotelId: string },
  ratesQuery: RatesQuery,
  terms: RatesTerms,
): Promise<readonly StayRate[]> {
  const query = { ...ratesQuery, place: { kind: 'hotels', hotelIds: [hotelId] }, hotelsMax: 1 } as const;
  const replies = await querySuppliers(app, caller, [supplier], {
    ...terms,
    purpose: 'page',
    ask: (one, context) => one.search(query, context),
  });
  assertAnswered(replies);
  const offers = replies.flatMap(({ answer }) => answer?.hotels ?? []);
  return offers
    .flatMap((offer) => validateOffer(app, offer, query))
    .flatMap(({ ratesOfRooms }) => ratesOfRooms[0] ?? []);
}
