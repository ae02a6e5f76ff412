import type { StayHotel } from '../../../travel/stay.ts';
import type { SupplierAccount } from '../../common/account.ts';
import type { CityContentPage, CityContentQuery } from '../../ports/hotels.ts';
import type { SupplierContext } from '../../ports/supplier.ts';
import { accountForSale, type LiteapiAdapter, scopeOf } from '../adapter.ts';
import { toHotelId } from '../mapping/map-hotel.ts';
import { isNothing, toFailure } from '../replies.ts';
import { type FeatureNames, mapListed } from './map-content.ts';
import { WireFacilities, WireListed, WireRemoved, WireTypes } from './wire-content.ts';

/** LiteAPI's own page; it names no greatest one. */
const PAGE_HOTELS = 200;
/** The names of facilities and kinds of houses change with years. */
const NAMES_LIFE_MS = 15 * 60_000;
const NAMES_FORMAT = 'liteapi feature names 1';

/** One page of the hotels of a city, or of those that have changed. Throws SupplierFailure. */
export async function listCity(
  adapter: LiteapiAdapter,
  query: CityContentQuery,
  context: SupplierContext,
): Promise<CityContentPage> {
  const account = await accountForSale(adapter, context);
  const names = await findFeatureNames(adapter, account, context);
  const { country, cityName, offset, changedSince } = query;
  const wanted = new URLSearchParams({
    countryCode: country,
    cityName,
    offset: String(offset),
    limit: String(PAGE_HOTELS),
    ...(changedSince === undefined ? {} : { lastUpdatedAt: changedSince.toISOString() }),
  });
  const reply = await adapter.client.request(account, context, {
    host: 'read',
    method: 'GET',
    path: `/data/hotels?${wanted}`,
    isContinued: offset > 0,
    read: (data, whole) => (Array.isArray(data) ? { entries: data as readonly unknown[], whole } : undefined),
  });
  if (isNothing(reply)) return { hotels: [], removedIds: [], leftOut: 0, nextOffset: undefined, total: 0 };
  if (reply.kind !== 'done') throw toFailure(reply);
  const { entries, whole } = reply.value;
  const total = readTotal(whole);
  const end = offset + entries.length;
  const isLast = entries.length === 0 || (total === undefined ? entries.length < PAGE_HOTELS : end >= total);
  return { ...readEntries(entries, names), nextOffset: isLast ? undefined : end, total };
}

/** Entries that cannot be read take no other with them. */
function readEntries(
  entries: readonly unknown[],
  names: FeatureNames,
): Pick<CityContentPage, 'hotels' | 'removedIds' | 'leftOut'> {
  const hotels: StayHotel[] = [];
  const removedIds: string[] = [];
  for (const entry of entries) {
    const removed = WireRemoved.safeParse(entry).data;
    if (removed !== undefined) {
      removedIds.push(toHotelId(removed.id));
      continue;
    }
    const listed = WireListed.safeParse(entry).data;
    const hotel = listed && mapListed(listed, names);
    if (hotel !== undefined) hotels.push(hotel);
  }
  return { hotels, removedIds, leftOut: entries.length - hotels.length - removedIds.length };
}

function readTotal(whole: unknown): number | undefined {
  if (typeof whole !== 'object' || whole === null || !('total' in whole)) return undefined;
  return Number.isSafeInteger(whole.total) ? Number(whole.total) : undefined;
}

/** What lists number: asked for once a quarter of an hour. */
async function findFeatureNames(
  adapter: LiteapiAdapter,
  account: SupplierAccount,
  context: SupplierContext,
): Promise<FeatureNames> {
  const { purpose, signal } = context;
  const terms = { maxAgeMs: NAMES_LIFE_MS, purpose, signal };
  const found = await adapter.resultSets.findOrAsk(scopeOf(account, context), [NAMES_FORMAT], terms, async (ended) => {
    const ask = async <T>(path: string, read: (data: unknown) => T | undefined): Promise<T> => {
      const request = { host: 'read', method: 'GET', path, read, signal: ended, isContinued: true } as const;
      const reply = await adapter.client.request(account, context, request);
      if (reply.kind !== 'done') throw toFailure(reply);
      return reply.value;
    };
    const facilities = await ask('/data/facilities', (data) => WireFacilities.safeParse(data).data);
    const types = await ask('/data/hotelTypes', (data) => WireTypes.safeParse(data).data);
    const value = {
      facilities: facilities.map(({ facility_id: id, facility }) => [id, facility] as const),
      types: types.map(({ id, name }) => [id, name] as const),
    };
    return { value, lifeMs: NAMES_LIFE_MS };
  });
  return { facilities: new Map(found.facilities), types: new Map(found.types) };
}
