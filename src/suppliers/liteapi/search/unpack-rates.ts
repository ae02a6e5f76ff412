import { money } from '../../../travel/money.ts';
import type { HotelOffer, RoomParty, StayRate, StayTax } from '../../../travel/stay.ts';
import { toSchedule } from '../mapping/map-terms.ts';
import type { StoredOffer, StoredRate, StoredTax } from '../mapping/map-offer.ts';
import type { RatedHotel } from './map-rates.ts';
import { keyOfOffer, type RateKey, toRateKey } from './rate-key.ts';
import { firstRoomFor } from './rates-query.ts';

/** Which search the offers of a hotel are from. */
type Found = Pick<RateKey, 'ratesQuery' | 'resultSet'>;

/**
 * A hotel with its rates. Rooms for equal parties share one list: each of its rates is one for any of them, and where
 * their prices differ by a minor unit, the higher.
 */
export function unpackHotel({ id, hotel, offers }: RatedHotel, found: Found): HotelOffer {
  const { rooms: parties } = found.ratesQuery;
  const firsts = parties.map((party) => firstRoomFor(party, parties));
  const lists = new Map(
    [...new Set(firsts)].map((first) => {
      const group = firsts.flatMap((other, index) => (other === first ? [index] : []));
      return [first, offers.map((offer) => unpackOfGroup(offer, group, { ...found, hotelId: id }))];
    }),
  );
  return { hotel, ratesOfRooms: firsts.map((first) => lists.get(first) ?? []) };
}

/** The rates of all rooms of an offer, in the order of the parties. */
export function unpackRates(
  offer: StoredOffer,
  found: Pick<RateKey, 'hotelId' | 'ratesQuery' | 'resultSet'> & { readonly prebookId?: string },
): readonly StayRate[] {
  const { rooms: parties } = found.ratesQuery;
  return offer.rooms.flatMap((rate, index) => {
    const party = parties[index];
    if (party === undefined) return [];
    const room = firstRoomFor(party, parties);
    const rateKey = toRateKey({ ...keyOfOffer(offer, found), room, prebookId: found.prebookId });
    return [unpackRate(offer, rate, party, rateKey)];
  });
}

function unpackOfGroup(
  offer: StoredOffer,
  group: readonly number[],
  found: Pick<RateKey, 'hotelId' | 'ratesQuery' | 'resultSet'>,
): StayRate {
  const rates = unpackRates(offer, found);
  const ofGroup = group.flatMap((index) => rates[index] ?? []);
  const [first, ...others] = ofGroup;
  if (first === undefined) throw new Error('An offer has a rate for every room.');
  return others.reduce((dearest, rate) => (rate.total.value > dearest.total.value ? rate : dearest), first);
}

function unpackRate(offer: StoredOffer, rate: StoredRate, party: RoomParty, rateKey: string): StayRate {
  const { currency, handle, rooms } = offer;
  const { terms } = rate;
  return {
    rateKey,
    room: {
      roomId: rate.roomId,
      name: rate.name,
      description: undefined,
      maxOccupancy: rate.maxOccupancy,
      maxAdults: undefined,
      maxChildren: undefined,
      sizeSquareMetres: undefined,
      beds: undefined,
      amenities: undefined,
    },
    party,
    boardType: rate.board,
    ...(rate.boardName === undefined ? {} : { boardName: rate.boardName }),
    planName: undefined,
    paymentType: 'pay_now',
    total: money(rate.total, currency),
    nights: undefined,
    taxes: rate.taxes.map(unpackTax),
    isRefundable: terms.isRefundable ?? undefined,
    cancellation: toSchedule(terms, currency),
    roomsLeft: undefined,
    ...(rooms.length > 1 ? { togetherKey: handle, togetherRooms: rooms.length } : {}),
  };
}

function unpackTax({ description, amount, isIncluded }: StoredTax): StayTax {
  return { description, amount, isIncluded };
}
