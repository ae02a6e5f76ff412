import { hashText, mix, unitOf } from '../../../../reference/hash.ts';
import { decimalPlaces } from '../../../../travel/money.ts';
import { addDays, daysBetween, isoDateToEpochDay } from '../../../../travel/dates.ts';
import type { ExchangeRates } from '../../../ports/exchange-rates.ts';
import type { StubRoom } from '../content/hotel-rooms.ts';
import type { StubHotel } from '../content/stub-hotels.ts';
import type { BoardCode, Occupancy, OfferContent, Plan } from './offer-ids.ts';

/** What prices follow from, besides the hotel and the stay. */
export interface PriceBasis {
  readonly seed: string;
  readonly rates: ExchangeRates;
}

/** What one room of an offer costs, in minor units of the offer's currency. */
export interface RoomPrice {
  readonly room: StubRoom;
  readonly occupancy: Occupancy;
  readonly total: number;
  /** Ours, within the total. */
  readonly commission: number;
  /** What the first night costs. */
  readonly firstNight: number;
}

const SEASONS = [0.8, 0.82, 0.92, 1.02, 1.12, 1.2, 1.25, 1.22, 1.15, 1.02, 0.85, 0.98] as const;
const PLAN_FACTORS: Readonly<Record<Plan, number>> = { flexible: 1.12, fixed: 1, property: 1.08, package: 0.9 };
/** What meals cost an adult a day, in US dollars; a child pays half of it. */
const BOARD_USD: Readonly<Record<BoardCode, number>> = { RO: 0, BB: 14, BI: 14, HB: 38, FB: 55, AI: 80 };
const childShare = 0.5;
const furtherAdultShare = 0.18;
const childUsdByAge = [
  [2, 0],
  [12, 0.12],
  [18, 0.2],
] as const;
const soldOutShare = 0.06;
const weekend = [5, 6];

/** The price of each room of an offer as it is now; undefined where a room does not exist or a night is sold out. */
export function priceRooms(basis: PriceBasis, hotel: StubHotel, offer: OfferContent): readonly RoomPrice[] | undefined {
  const prices = offer.occupancies.map((occupancy, index) => {
    const room = hotel.rooms.find(({ id }) => id === offer.roomIds[index]);
    return room === undefined ? undefined : priceRoom(basis, hotel, room, { ...offer, occupancy });
  });
  return prices.every((price) => price !== undefined) ? prices : undefined;
}

type RoomStay = Pick<OfferContent, 'checkin' | 'checkout' | 'currency' | 'board' | 'plan' | 'margin'> & {
  readonly occupancy: Occupancy;
};

function priceRoom(basis: PriceBasis, hotel: StubHotel, room: StubRoom, stay: RoomStay): RoomPrice | undefined {
  const nights = Array.from({ length: daysBetween(stay.checkin, stay.checkout) }, (_, night) =>
    priceNight(basis, hotel, room, addDays(stay.checkin, night), stay),
  );
  const [first] = nights;
  if (first === undefined || nights.some((night) => night === undefined)) return undefined;
  const net = nights.reduce<number>((sum, night) => sum + (night ?? 0), 0);
  const margin = stay.plan === 'property' ? 0 : stay.margin / 100;
  const toMinor = (usd: number): number =>
    Math.round(usd * basis.rates.rate('USD', stay.currency) * 10 ** decimalPlaces(stay.currency));
  const total = toMinor(net * (1 + margin));
  return {
    room,
    occupancy: stay.occupancy,
    total,
    commission: total - toMinor(net),
    firstNight: Math.min(total, toMinor(first * (1 + margin))),
  };
}

/** In US dollars, without markup; undefined where the room is sold out that night. */
function priceNight(
  { seed }: PriceBasis,
  hotel: StubHotel,
  room: StubRoom,
  date: string,
  { occupancy, board, plan }: RoomStay,
): number | undefined {
  const day = isoDateToEpochDay(date);
  const hash = mix(mix(hashText(`${seed} liteapi`), hotel.number), day);
  if (unitOf(mix(hash, room.id)) < soldOutShare) return undefined;
  const season = SEASONS[Number(date.slice(5, 7)) - 1] ?? 1;
  const isWeekend = weekend.includes(new Date(`${date}T00:00:00Z`).getUTCDay());
  const base = hotel.usd * season * (isWeekend ? 1.12 : 1) * (0.88 + 0.24 * unitOf(hash)) * room.factor;
  const { adults, children } = occupancy;
  const childrenShare = children.reduce(
    (sum, age) => sum + (childUsdByAge.find(([under]) => age < under)?.[1] ?? 0),
    0,
  );
  const guests = (adults === 1 ? 0.92 : 1 + furtherAdultShare * (adults - 2)) + childrenShare;
  const meals = BOARD_USD[board] * (adults + childShare * children.filter((age) => age >= 2).length);
  return (base * guests + meals) * PLAN_FACTORS[plan];
}

/** Whether the guests of a room fit into it. */
export function fits(room: StubRoom, { adults, children }: Occupancy): boolean {
  return (
    adults <= room.maxAdults &&
    children.length <= room.maxChildren &&
    adults + children.length <= Math.max(room.maxOccupancy, room.maxAdults)
  );
}
