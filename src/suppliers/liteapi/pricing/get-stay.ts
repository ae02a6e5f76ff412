import type { Stay, StayRate } from '../../../travel/stay.ts';
import type { SupplierContext } from '../../ports/supplier.ts';
import { accountForSale, type LiteapiAdapter } from '../adapter.ts';
import { firstRoomFor } from '../search/rates-query.ts';
import { unpackRates } from '../search/unpack-rates.ts';
import {
  areAllRooms,
  findHeldOffer,
  findOfferAgain,
  type FoundOffer,
  type HeldRooms,
  readHeldRooms,
} from './held-offer.ts';

/**
 * The rooms of keys, as the search found them; by one call where its answer is not stored any more. One room alone of
 * several is answered, so that the caller can say which rooms it is sold with; any other part of an offer is not for
 * sale. The rates have the keys that were asked about.
 */
export async function getStay(
  adapter: LiteapiAdapter,
  rateKeys: readonly string[],
  context: SupplierContext,
): Promise<Stay | undefined> {
  const held = readHeldRooms(rateKeys);
  if (held === undefined || (rateKeys.length > 1 && !areAllRooms(held))) return undefined;
  const account = await accountForSale(adapter, context);
  const { key } = held;
  const found =
    (await findHeldOffer(adapter, account, context, key)) ??
    (await findOfferAgain(adapter, account, context, { key, mustAsk: false }));
  return found && toStay(found, held, rateKeys);
}

/** The stay of an offer with a rate for each key; undefined where a key names no room of it. */
export function toStay(found: FoundOffer, { key, keys }: HeldRooms, rateKeys: readonly string[]): Stay | undefined {
  const { ratesQuery, hotelId } = key;
  const rates = [...unpackRates(found.offer, { ratesQuery, hotelId, resultSet: found.resultSet })];
  const picked = keys.flatMap(({ room }, index): readonly StayRate[] => {
    // Rooms for equal parties have one key: each of its uses takes the next of them.
    const at = rates.findIndex((rate) => firstRoomFor(rate.party, ratesQuery.rooms) === room);
    const [rate] = at < 0 ? [] : rates.splice(at, 1);
    return rate === undefined ? [] : [{ ...rate, rateKey: rateKeys[index] ?? rate.rateKey }];
  });
  const [first, ...others] = picked;
  if (first === undefined || picked.length < keys.length) return undefined;
  const { checkIn, checkOut } = ratesQuery;
  return { hotel: found.hotel.hotel, checkIn, checkOut, rates: [first, ...others], requirements: REQUIREMENTS };
}

/**
 * LiteAPI hands names on to property systems all over the world and says nothing of their letters: Latin ones are read
 * everywhere. Nor does it name a length, so that none is asked for.
 */
const REQUIREMENTS = { needsLatinNames: true } as const;
