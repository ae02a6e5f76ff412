import type { HotelSupplier } from '../../../src/suppliers/ports/hotels.ts';
import type { HotelOffer, Stay, StayHotel, StayRate } from '../../../src/travel/stay.ts';

const PREFIX = 'beds-';
/** Some thirty metres, as pins of two suppliers differ. */
const PIN_DEGREES = 0.0003;

/**
 * A supplier that sells what another does under ids, names and pins of its own, each room `off` minor units cheaper. It
 * does not state stars.
 */
export function renamedHotels(real: HotelSupplier, off: number): HotelSupplier {
  const original = (keys: readonly string[]) => keys.map((key) => key.slice(PREFIX.length));
  const renameStay = ({ hotel, checkIn, checkOut, rates: [first, ...others] }: Stay): Stay => ({
    hotel: rename(hotel),
    checkIn,
    checkOut,
    rates: [renameRate(first), ...others.map(renameRate)],
  });
  const renameRate = (rate: StayRate): StayRate => ({
    ...rate,
    rateKey: `${PREFIX}${rate.rateKey}`,
    nights: undefined,
    total: { ...rate.total, value: rate.total.value - off },
  });
  const renameOffer = ({ hotel, ratesOfRooms }: HotelOffer): HotelOffer => ({
    hotel: rename(hotel),
    ratesOfRooms: ratesOfRooms.map((rates) => rates.map(renameRate)),
  });
  return {
    ...real,
    id: 'beds',
    name: 'Beds',
    async search({ place, ...query }, context) {
      const hotelIds = place.kind === 'hotels' ? original(place.hotelIds.filter((id) => id.startsWith(PREFIX))) : [];
      const asked = place.kind === 'hotels' ? { kind: place.kind, hotelIds } : place;
      const { hotels, omitted } = await real.search({ ...query, place: asked }, context);
      return { hotels: hotels.map(renameOffer), omitted };
    },
    async hotel(hotelId, context) {
      const [id = ''] = hotelId.startsWith(PREFIX) ? original([hotelId]) : [];
      const content = await real.hotel(id, context);
      return content && { ...content, hotel: rename(content.hotel) };
    },
    async getStay(rateKeys, context) {
      const stay = await real.getStay(original(rateKeys), context);
      return stay && renameStay(stay);
    },
    async price(rateKeys, context) {
      const outcome = await real.price(original(rateKeys), context);
      return outcome.kind === 'priced' ? { kind: 'priced', stay: renameStay(outcome.stay) } : outcome;
    },
    async book(request, context) {
      const total = { ...request.total, value: request.total.value + off * request.rateKeys.length };
      return await real.book({ ...request, total, rateKeys: original(request.rateKeys) }, context);
    },
  };
}

function rename(hotel: StayHotel): StayHotel {
  return {
    ...hotel,
    hotelId: `${PREFIX}${hotel.hotelId}`,
    name: `${hotel.name.toUpperCase()} ${hotel.cityName}`,
    latitude: hotel.latitude + PIN_DEGREES,
    starRating: undefined,
  };
}
