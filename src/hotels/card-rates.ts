import type { App, Caller } from '../context.ts';
import { querySuppliers } from '../suppliers/calls/query-suppliers.ts';
import type { HotelSupplier } from '../suppliers/ports/hotels.ts';
import type { HotelOffer, StayHotel, StayQuery, StayRate } from '../travel/stay.ts';
import { comparableHotel, isSameHotel, SAME_PLACE_KM } from './model/same-hotel/same-hotel.ts';
import { validateHotel } from './model/validate-hotel.ts';

/** What one supplier sells of a hotel, under its own id of it. */
export interface SourcedRates {
  readonly supplierId: string;
  readonly hotelId: string;
  readonly rates: readonly StayRate[];
}

/** Nights and party, asked of one supplier or of several. */
export type RatesQuery = Omit<StayQuery, 'place' | 'hotelsMax'>;

/** How the suppliers are asked. */
export interface RatesTerms {
  readonly currency: string | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** More hotels than stand within 150 m of one. */
const NEIGHBOURS_MAX = 50;

/**
 * What other suppliers sell of a hotel: each is asked for its hotels at that place, and the one that certainly is the
 * same (`isSameHotel`, as in searches) for all of its rates. A supplier that fails is left out, for the hotel's own
 * supplier has answered.
 */
export async function fetchOtherRates(
  app: App,
  caller: Caller,
  { hotel, suppliers }: { readonly hotel: StayHotel; readonly suppliers: readonly HotelSupplier[] },
  ratesQuery: RatesQuery,
  terms: RatesTerms,
): Promise<readonly SourcedRates[]> {
  const { latitude, longitude } = hotel;
  const place = { kind: 'around', latitude, longitude, radiusKm: SAME_PLACE_KM } as const;
  const ask = async (supplier: HotelSupplier, query: StayQuery) => {
    const [reply] = await querySuppliers(app, caller, [supplier], {
      ...terms,
      purpose: 'page',
      ask: (one, context) => one.search(query, context),
    });
    return (reply?.answer?.hotels ?? []).flatMap((offer) => validateOffer(app, offer, query));
  };
  const wanted = comparableHotel(hotel);
  const found = suppliers.map(async (supplier): Promise<readonly SourcedRates[]> => {
    const near = await ask(supplier, { ...ratesQuery, place, hotelsMax: NEIGHBOURS_MAX });
    const twin = near.find((offer) => isSameHotel(wanted, comparableHotel(offer.hotel)));
    if (twin === undefined) return [];
    const { hotelId } = twin.hotel;
    const [whole] = await ask(supplier, {
      ...ratesQuery,
      place: { kind: 'hotels', hotelIds: [hotelId] },
      hotelsMax: 1,
    });
    return [{ supplierId: supplier.id, hotelId, rates: (whole ?? twin).ratesOfRooms[0] ?? [] }];
  });
  return (await Promise.all(found)).flat();
}

/** An offer as it passes the door, with the rates that are valid; none where nothing of it can be shown. */
export function validateOffer(
  { rates }: Pick<App, 'rates'>,
  offer: HotelOffer,
  query: Pick<StayQuery, 'rooms'>,
): readonly HotelOffer[] {
  const whole = { hotel: offer.hotel, ratesOfRooms: offer.ratesOfRooms };
  const { offer: valid } = validateHotel(whole, query, (currency) => rates.supports(currency));
  return valid === undefined ? [] : [valid];
}
