import type { App } from '../../context.ts';
import type { SearchReply } from '../../suppliers/calls/search-suppliers.ts';
import type { HotelSupplier } from '../../suppliers/ports/hotels.ts';
import type { HotelOffer, StayHotel } from '../../travel/stay.ts';
import { findHotels } from './store-hotels.ts';

type Reply = SearchReply<HotelSupplier, HotelOffer>;

/**
 * What suppliers answered, each hotel with the facts that are stored of it and that the answer leaves out. What neither
 * states stays undefined.
 */
export async function withContent(app: App, replies: readonly Reply[]): Promise<readonly Reply[]> {
  return await Promise.all(
    replies.map(async (reply) => (reply.supplier.content === undefined ? reply : await withStored(app, reply))),
  );
}

async function withStored(app: App, reply: Reply): Promise<Reply> {
  const ids = reply.found.flatMap(({ offers }) => offers.map(({ hotel }) => hotel.hotelId));
  const stored = new Map((await findHotels(app.db, reply.supplier.id, ids)).map((hotel) => [hotel.hotelId, hotel]));
  if (stored.size === 0) return reply;
  const found = reply.found.map(({ offers, omitted }) => ({
    omitted,
    offers: offers.map((offer) => ({ ...offer, hotel: joinFacts(offer.hotel, stored.get(offer.hotel.hotelId)) })),
  }));
  return { ...reply, found };
}

function joinFacts(answered: StayHotel, stored: StayHotel | undefined): StayHotel {
  if (stored === undefined) return answered;
  const stated = Object.entries(answered).filter(([, fact]) => fact !== undefined && fact !== 'none' && fact !== '');
  return { ...answered, ...stored, ...Object.fromEntries(stated) };
}
