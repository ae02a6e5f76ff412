import type { SupplierAccount } from '../../common/account.ts';
import type { SupplierContext } from '../../ports/supplier.ts';
import type { LiteapiAdapter } from '../adapter.ts';
import type { StoredOffer } from '../mapping/map-offer.ts';
import { isWorse } from '../mapping/terms-code.ts';
import { findRates, findStoredRates } from '../search/find-rates.ts';
import type { RatedHotel, RatedHotels } from '../search/map-rates.ts';
import { type RateKey, readRateKey } from '../search/rate-key.ts';
import { firstRoomFor, nameOfSearch } from '../search/rates-query.ts';

/** The rooms that keys name: all of them are of one offer. */
export interface HeldRooms {
  /** Of any of the keys: what they share. */
  readonly key: RateKey;
  /** How many keys there are for each first room of equal parties. */
  readonly keys: readonly RateKey[];
}

/** An offer as it is for sale. */
export interface FoundOffer {
  readonly hotel: RatedHotel;
  readonly offer: StoredOffer;
  readonly resultSet: string;
}

/** Reads keys; undefined where one is none of ours, or where they are not of one offer. */
export function readHeldRooms(rateKeys: readonly string[]): HeldRooms | undefined {
  const keys = rateKeys.map(readRateKey);
  const [key] = keys;
  if (key === undefined) return undefined;
  const shared = sayShared(key);
  const ours = keys.filter((other) => other !== undefined && sayShared(other) === shared);
  return ours.length === keys.length ? { key, keys: ours.filter((other) => other !== undefined) } : undefined;
}

/** Whether keys are for all rooms of their offer: LiteAPI sells no part of one. */
export function areAllRooms({ key, keys }: HeldRooms): boolean {
  const { rooms } = key.ratesQuery;
  const wanted = rooms.map((party) => firstRoomFor(party, rooms));
  return (
    wanted.toSorted().join() ===
    keys
      .map(({ room }) => room)
      .toSorted()
      .join()
  );
}

/** The offer of keys as it was found. Costs no call; undefined where the answer it was in is not stored any more. */
export async function findHeldOffer(
  adapter: LiteapiAdapter,
  account: SupplierAccount,
  context: SupplierContext,
  key: RateKey,
): Promise<FoundOffer | undefined> {
  const stored = await findStoredRates(adapter, account, context, key.resultSet);
  return stored && pickOffer(stored, key, key.resultSet, ({ handle }) => handle === key.handle);
}

/**
 * The hotel is asked for afresh, and the cheapest offer is taken that is the same: the same rooms with the same meals,
 * and terms that are not worse. Undefined where there is none.
 */
export async function findOfferAgain(
  adapter: LiteapiAdapter,
  account: SupplierAccount,
  context: SupplierContext,
  { key, mustAsk }: { readonly key: RateKey; readonly mustAsk: boolean },
): Promise<FoundOffer | undefined> {
  const place = { hotelIds: [key.hotelId] };
  const rates = await findRates(adapter, account, context, { place, ratesQuery: key.ratesQuery, mustAsk });
  const now = adapter.clock.now();
  return pickOffer(
    rates,
    key,
    nameOfSearch(place, key.ratesQuery),
    ({ product, terms }) => product === key.product && !isWorse(key.terms, terms, now),
  );
}

function pickOffer(
  { hotels }: RatedHotels,
  { hotelId }: RateKey,
  resultSet: string,
  isWanted: (offer: StoredOffer) => boolean,
): FoundOffer | undefined {
  const hotel = hotels.find(({ id }) => id === hotelId);
  const offer = hotel?.offers.find(isWanted);
  return hotel && offer && { hotel, offer, resultSet };
}

function sayShared({ room, ...shared }: RateKey): string {
  return JSON.stringify(shared);
}
