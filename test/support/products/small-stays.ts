import { addDays, daysBetween, instantOfLocal, isIsoDate } from '../../../src/travel/dates.ts';
import { money, sumMoney, timesMoney } from '../../../src/travel/money.ts';
import type { RoomParty, StayQuery } from '../../../src/travel/stay.ts';
import {
  type RoomUse,
  type SoldRooms,
  soldRoomsKey,
  type StayContext,
  type StayWorld,
} from '../../../simulator/stays/stay-world.ts';
import type { StatedHotel, StatedRate, StatedRoom, StatedStay } from '../../../simulator/stays/stated-stay.ts';

/** Rooms of the one kind every house has. */
export const SMALL_ROOMS = 3;

/**
 * One street of hotels in euros, small enough to be known by heart: a night costs EUR 100 on an even UTC day of asking,
 * EUR 101 on an odd one.
 */
export const smallStays: StayWorld = {
  search(query, stockContext) {
    const ids = query.place.kind === 'hotels' ? query.place.hotelIds : HOTEL_IDS;
    const hotels = ids
      .map(findHotel)
      .filter((hotel) => hotel !== undefined)
      .flatMap((hotel) => {
        const ratesOfRooms = query.rooms.map((party) =>
          plansOf(hotel.hotelId).flatMap(
            (plan) =>
              rateOf({ hotel, plan, party, checkIn: query.checkIn, checkOut: query.checkOut }, stockContext) ?? [],
          ),
        );
        return ratesOfRooms.every((rates) => (rates[0]?.roomsLeft ?? 0) >= query.rooms.length)
          ? [{ hotel, ratesOfRooms }]
          : [];
      });
    return { hotels: hotels.slice(0, query.hotelsMax), omitted: Math.max(0, hotels.length - query.hotelsMax) };
  },
  content: (hotelId) => {
    const hotel = findHotel(hotelId);
    return (
      hotel && {
        hotel,
        description: 'A house.',
        chainName: undefined,
        hotelTypeName: 'Hotel',
        facilities: [],
        policies: [],
        reviewBreakdown: [],
        rooms: [ROOM],
        pictures: { drawn: 1 },
      }
    );
  },
  suggest: (text, limit) =>
    HOTEL_IDS.flatMap((id) => findHotel(id) ?? [])
      .filter(({ name }) => name.toLowerCase().startsWith(text.toLowerCase()))
      .slice(0, limit),
  findTown: () => undefined,
  stay(rateKeys, stockContext) {
    const read = readKeys(rateKeys);
    const rates = read?.flatMap((key) => rateOf(key, stockContext) ?? []);
    const [first, ...others] = rates ?? [];
    if (!read?.[0] || !first || others.length + 1 !== rateKeys.length || first.roomsLeft < rateKeys.length)
      return undefined;
    return {
      hotel: read[0].hotel,
      checkIn: read[0].checkIn,
      checkOut: read[0].checkOut,
      rates: [first, ...others],
    } satisfies StatedStay;
  },
  roomUses: (rateKeys) => {
    const [first] = readKeys(rateKeys) ?? [];
    return (
      first &&
      nightsOf(first).map(
        (night): RoomUse => ({
          hotelId: first.hotel.hotelId,
          roomId: ROOM.roomId,
          night,
          rooms: rateKeys.length,
          key: soldRoomsKey(first.hotel.hotelId, ROOM.roomId, night),
        }),
      )
    );
  },
};

/** A search of one hotel for three nights in January 2027. */
export function smallStayQuery(
  hotelId: string,
  rooms: StayQuery['rooms'] = [{ adults: 2, childrenAges: [] }],
): StayQuery {
  const only = {
    chainIds: [],
    facilityIds: [],
    hotelTypeIds: [],
    starRatings: [],
    ratingMin: undefined,
    reviewsMin: undefined,
  };
  return {
    place: { kind: 'hotels', hotelIds: [hotelId] },
    checkIn: '2027-01-14',
    checkOut: '2027-01-17',
    rooms,
    guestNationality: undefined,
    only,
    hotelsMax: 10,
  };
}

type Plan = 'flexible' | 'fixed' | 'at_property';
const SCENARIOS = [
  'price_up',
  'price_down',
  'sold_out',
  'refused',
  'slow',
  'unknown',
  'non_refundable',
  'pay_at_property',
  'expired',
];
const HOTEL_IDS = ['bhsmall-1', 'bhsmall-2', ...SCENARIOS.map((name) => `bhnemo-${name}`)];
const PLANS: readonly Plan[] = ['flexible', 'fixed', 'at_property'];
const ROOM: StatedRoom = {
  roomId: 'double',
  name: 'Double',
  description: 'A room.',
  maxOccupancy: 4,
  maxAdults: 4,
  maxChildren: 2,
  sizeSquareMetres: 20,
  beds: '1 double bed',
  amenities: [],
};
const ZONE = 'Europe/Lisbon';
const CITY_TAX = money(400, 'EUR');

interface Key {
  readonly hotel: StatedHotel;
  readonly plan: Plan;
  readonly party: RoomParty;
  readonly checkIn: string;
  readonly checkOut: string;
}

function plansOf(hotelId: string): readonly Plan[] {
  if (hotelId === 'bhnemo-non_refundable') return ['fixed'];
  return hotelId === 'bhnemo-pay_at_property' ? ['at_property'] : PLANS;
}

function findHotel(hotelId: string): StatedHotel | undefined {
  if (!HOTEL_IDS.includes(hotelId)) return undefined;
  return {
    hotelId,
    name: hotelId,
    address: '1 Street',
    cityCode: 'LIS',
    cityName: 'Lisbon',
    country: 'PT',
    latitude: 38.7,
    longitude: -9.1,
    zone: ZONE,
    starRating: 3,
    rating: 8,
    reviewCount: 10,
    hotelTypeId: 1,
    chainId: undefined,
    facilityIds: [],
    checkInFrom: '15:00',
    checkOutUntil: '11:00',
  };
}

const nightsOf = ({ checkIn, checkOut }: Pick<Key, 'checkIn' | 'checkOut'>) =>
  Array.from({ length: Math.max(0, daysBetween(checkIn, checkOut)) }, (_, index) => addDays(checkIn, index));

function roomsLeft(key: Key, sold: SoldRooms): number {
  return Math.min(
    ...nightsOf(key).map((night) => SMALL_ROOMS - (sold.get(soldRoomsKey(key.hotel.hotelId, ROOM.roomId, night)) ?? 0)),
  );
}

function rateOf(key: Key, { now, sold }: StayContext): StatedRate | undefined {
  const nightPrice = money(10_000 + (now.getUTCDate() % 2) * 100, 'EUR');
  const nights = nightsOf(key).map((date) => ({ date, amount: nightPrice }));
  const vat = { description: 'VAT', amount: timesMoney(money(601, 'EUR'), nights.length), isIncluded: true };
  const cityTax = { description: 'City tax', amount: timesMoney(CITY_TAX, nights.length), isIncluded: false };
  const total = sumMoney([...nights.map(({ amount }) => amount), vat.amount], 'EUR');
  const left = roomsLeft(key, sold);
  if (left < 1) return undefined;
  const fromArrival = (days: number) => instantOfLocal(`${addDays(key.checkIn, days)}T18:00:00`, ZONE);
  const late = [
    { from: fromArrival(-2), penalty: nightPrice, basis: 'nights' },
    { from: fromArrival(0), penalty: total, basis: 'percent' },
  ] as const;
  return {
    rateKey: [key.hotel.hotelId, key.plan, key.checkIn, key.checkOut, key.party.adults, ...key.party.childrenAges].join(
      '~',
    ),
    room: ROOM,
    party: key.party,
    boardType: 'RO',
    planName: key.plan,
    paymentType: key.plan === 'at_property' ? 'pay_at_property' : 'pay_now',
    total,
    nights,
    taxes: [vat, cityTax],
    isRefundable: key.plan !== 'fixed',
    cancellation: key.plan === 'fixed' ? [{ from: now, penalty: total, basis: 'percent' }] : late,
    roomsLeft: left,
  };
}

function readKeys(rateKeys: readonly string[]): readonly Key[] | undefined {
  const keys = rateKeys.flatMap((rateKey) => {
    const [hotelId = '', planName, checkIn = '', checkOut = '', adults, ...ages] = rateKey.split('~');
    const hotel = findHotel(hotelId);
    const plan = PLANS.find((name) => name === planName);
    return hotel && plan && isIsoDate(checkIn) && isIsoDate(checkOut)
      ? [{ hotel, plan, checkIn, checkOut, party: { adults: Number(adults), childrenAges: ages.map(Number) } }]
      : [];
  });
  const isOneStay =
    new Set(keys.map(({ hotel, checkIn, checkOut }) => `${hotel.hotelId} ${checkIn} ${checkOut}`)).size === 1;
  return isOneStay && keys.length === rateKeys.length ? keys : undefined;
}
