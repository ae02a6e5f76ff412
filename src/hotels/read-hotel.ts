import type { App, Caller } from '../context.ts';
import { assertAnswered, querySuppliers } from '../suppliers/calls/query-suppliers.ts';
import { type FieldProblem, refuse, refuseFields } from '../platform/errors.ts';
import type { HotelSupplier } from '../suppliers/ports/hotels.ts';
import { LAST_ZONE, todayIn } from '../travel/dates.ts';
import { withHotelZone } from '../travel/geography/local-zone.ts';
import type { HotelContent, RoomParty, StayRate } from '../travel/stay.ts';
import { readContent } from './content/read-content.ts';
import { assertCurrency, checkDates, checkDays } from './search/read-search.ts';

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
  /** Undefined where the query names no nights. */
  readonly rates: readonly StayRate[] | undefined;
}

/**
 * All that is known of a hotel. Throws 404 where no supplier has it, the suppliers' failure where they could not say.
 */
export async function readHotel(app: App, caller: Caller, hotelQuery: HotelQuery): Promise<HotelAnswer> {
  assertCurrency(app, hotelQuery.currency);
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
  if (nights === undefined) return { supplierId, content, rates: undefined };
  const problems: FieldProblem[] = [];
  checkDays({ checkIn: nights.checkIn }, [todayIn(content.hotel.zone ?? LAST_ZONE, caller.now)], problems);
  throwProblems(problems);
  return { supplierId, content, rates: await fetchRates(app, caller, found.supplier, { ...hotelQuery, ...nights }) };
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

async function fetchRates(
  app: App,
  caller: Caller,
  supplier: HotelSupplier,
  hotelQuery: HotelQuery & Nights,
): Promise<readonly StayRate[]> {
  const { hotelId, checkIn, checkOut, party, signal } = hotelQuery;
  const query = {
    place: { kind: 'hotels', hotelIds: [hotelId] },
    checkIn,
    checkOut,
    rooms: [party],
    guestNationality: undefined,
    only: EVERYTHING,
    hotelsMax: 1,
  } as const;
  const replies = await querySuppliers(app, caller, [supplier], {
    purpose: 'page',
    timeoutMs: TIMEOUT_MS,
    currency: hotelQuery.currency,
    signal,
    ask: (one, context) => one.search(query, context),
  });
  assertAnswered(replies);
  return replies.flatMap(({ answer }) => answer?.hotels.flatMap(({ ratesOfRooms }) => ratesOfRooms[0] ?? []) ?? []);
}
