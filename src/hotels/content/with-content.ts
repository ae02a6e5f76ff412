import type { App } from '../../context.ts';
import type { SearchReply } from '../../suppliers/calls/search-suppliers.ts';
import type { HotelSupplier } from '../../suppliers/ports/hotels.ts';
import type { HotelOffer, StayRate, StayRoom } from '../../travel/stay.ts';
import { joinFacts, withRoomFacts } from './join-facts.ts';
import { findHotels, findRooms } from './store-hotels.ts';

type Reply = SearchReply<HotelSupplier, HotelOffer>;

/**
 * What suppliers answered, each hotel and room with the facts that are stored of it and that the answer leaves out.
 * What neither states stays undefined.
 */
export async function withContent(app: App, replies: readonly Reply[]): Promise<readonly Reply[]> {
  return await Promise.all(
    replies.map(async (reply) => (reply.supplier.content === undefined ? reply : await withStored(app, reply))),
  );
}

async function withStored(app: App, reply: Reply): Promise<Reply> {
  const offers = reply.found.flatMap((found) => found.offers);
  const ids = offers.map(({ hotel }) => hotel.hotelId);
  const stored = new Map((await findHotels(app.db, reply.supplier.id, ids)).map((hotel) => [hotel.hotelId, hotel]));
  if (stored.size === 0) return reply;
  const rooms = await findRooms(app.db, reply.supplier.id, offers.map(toRoomsWanted));
  const found = reply.found.map(({ offers: answered, omitted }) => ({
    omitted,
    offers: answered.map((offer) => ({
      ...offer,
      hotel: joinFacts(offer.hotel, stored.get(offer.hotel.hotelId)),
      ratesOfRooms: withRooms(offer.ratesOfRooms, rooms.get(offer.hotel.hotelId)),
    })),
  }));
  return { ...reply, found };
}

function toRoomsWanted({ hotel, ratesOfRooms }: HotelOffer) {
  const rooms = ratesOfRooms.flatMap((rates) => rates.map(({ room }) => room));
  return {
    hotelId: hotel.hotelId,
    roomIds: [...new Set(rooms.map(({ roomId }) => roomId))],
    names: [...new Set(rooms.map(({ name }) => name))],
  };
}

/** Equal parties go on sharing one list. */
function withRooms(
  lists: HotelOffer['ratesOfRooms'],
  rooms: readonly StayRoom[] | undefined,
): HotelOffer['ratesOfRooms'] {
  if (rooms === undefined) return lists;
  const made = new Map<readonly StayRate[], readonly StayRate[]>();
  return lists.map((list) => {
    const known = made.get(list) ?? list.map((rate) => withRoomFacts(rate, rooms));
    made.set(list, known);
    return known;
  });
}
