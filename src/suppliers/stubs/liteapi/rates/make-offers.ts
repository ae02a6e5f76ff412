import { hashText, mix } from '../../../../reference/hash.ts';
import type { StubHotel } from '../content/stub-hotels.ts';
import type { BoardCode, Occupancy, OfferContent, Plan } from './offer-ids.ts';
import { fits, priceRooms, type PriceBasis, type RoomPrice } from './room-prices.ts';

/** An offer with what its rooms cost: one price for all of them. */
export interface PricedOffer {
  readonly hotel: StubHotel;
  readonly content: OfferContent;
  readonly rooms: readonly RoomPrice[];
}

/** What is asked of every hotel of a search. */
export interface StayRequest {
  readonly checkin: string;
  readonly checkout: string;
  readonly currency: string;
  readonly nationality: string;
  readonly occupancies: readonly Occupancy[];
  readonly margin: number;
  readonly now: Date;
}

/** All offers of a hotel for a stay, cheapest first; none where a party does not fit or all is sold out. */
export function makeOffers(basis: PriceBasis, hotel: StubHotel, stay: StayRequest): readonly PricedOffer[] {
  const choices = hotel.rooms.flatMap((anchor) => roomsAround(hotel, anchor.id, stay.occupancies) ?? []);
  const unique = [...new Map(choices.map((ids) => [ids.join(), ids])).values()];
  const offers = unique.flatMap((roomIds, index) =>
    boardsOf(hotel).flatMap((board) =>
      plansOf(hotel, board, index).flatMap((plan) => priceOffer(basis, hotel, { stay, roomIds, board, plan }) ?? []),
    ),
  );
  return offers.sort((a, b) => a.content.total - b.content.total);
}

interface Choice {
  readonly stay: StayRequest;
  readonly roomIds: readonly number[];
  readonly board: BoardCode;
  readonly plan: Plan;
}

function priceOffer(basis: PriceBasis, hotel: StubHotel, choice: Choice): PricedOffer | undefined {
  const { stay, roomIds, board, plan } = choice;
  const unpriced: OfferContent = {
    hotelId: hotel.id,
    checkin: stay.checkin,
    checkout: stay.checkout,
    currency: stay.currency,
    nationality: stay.nationality,
    occupancies: stay.occupancies.map(({ adults, children }) => ({ adults, children: [...children] })),
    roomIds: [...roomIds],
    board,
    plan,
    margin: stay.margin,
    total: 0,
    issuedAt: stay.now.getTime(),
  };
  const rooms = priceRooms(basis, hotel, unpriced);
  if (rooms === undefined) return undefined;
  return { hotel, rooms, content: { ...unpriced, total: rooms.reduce((sum, { total }) => sum + total, 0) } };
}

/** A room for each party: the anchor where the party fits into it, else the smallest that holds it. */
function roomsAround(
  { rooms }: StubHotel,
  anchorId: number,
  occupancies: readonly Occupancy[],
): readonly number[][] | undefined {
  const anchor = rooms.find(({ id }) => id === anchorId);
  const ids = occupancies.map((occupancy) => {
    if (anchor !== undefined && fits(anchor, occupancy)) return anchor.id;
    return rooms.filter((room) => fits(room, occupancy)).sort((a, b) => a.factor - b.factor)[0]?.id;
  });
  return ids.every((id) => id !== undefined) ? [ids] : undefined;
}

const hashOf = ({ number }: StubHotel, salt: string): number => mix(hashText(salt), number) >>> 0;

function boardsOf(hotel: StubHotel): readonly BoardCode[] {
  const hash = hashOf(hotel, 'boards');
  return [
    'RO',
    ...(hash % 10 < 7 ? [hash % 4 === 0 ? ('BI' as const) : ('BB' as const)] : []),
    ...(hotel.stars >= 4 && hash % 3 === 0 ? (['HB'] as const) : []),
    ...(hotel.stars >= 4 && hash % 11 === 0 ? (['FB', 'AI'] as const) : []),
  ];
}

/** Packages are sold of the plainest room alone. */
function plansOf(hotel: StubHotel, board: BoardCode, roomIndex: number): readonly Plan[] {
  const hash = hashOf(hotel, 'plans');
  return [
    'fixed',
    'flexible',
    ...(hash % 4 === 1 && board !== 'AI' ? (['property'] as const) : []),
    ...(hash % 5 === 2 && board === 'RO' && roomIndex === 0 ? (['package'] as const) : []),
  ];
}
