import * as z from 'zod';
import type { SupplierPlace } from '../../ports/hotels.ts';
import type { SupplierContext } from '../../ports/supplier.ts';
import { accountForSale, type LiteapiAdapter, scopeOf } from '../adapter.ts';
import { isNothing, toFailure } from '../replies.ts';

/** A text is asked for once in so long: LiteAPI takes a cent for each. */
const LIFE_MS = 15 * 60_000;
const FORMAT = 'liteapi places 1';
const PLACES_MAX = 10;
const TEXT_LENGTH_MAX = 120;
/** A place with hotels of its own; a country, a street or a house is none. */
const TOWN_TYPES: readonly string[] = [
  'locality',
  'sublocality',
  'postal_town',
  'neighborhood',
  'colloquial_area',
  'natural_feature',
  'archipelago',
  'island',
  'administrative_area_level_2',
  'administrative_area_level_3',
  'administrative_area_level_4',
];

const WirePlace = z.object({
  placeId: z.string().min(1),
  displayName: z.string().min(1),
  formattedAddress: z.string().nullish(),
  types: z.array(z.string()).nullish(),
});

/** Towns for a text, in LiteAPI's order. Throws SupplierFailure. */
export async function findPlaces(
  adapter: LiteapiAdapter,
  text: string,
  context: SupplierContext,
): Promise<readonly SupplierPlace[]> {
  const account = await accountForSale(adapter, context);
  const { purpose, signal } = context;
  const textQuery = text.slice(0, TEXT_LENGTH_MAX);
  const terms = { maxAgeMs: LIFE_MS, purpose, signal };
  return await adapter.resultSets.findOrAsk(scopeOf(account, context), [FORMAT, textQuery], terms, async (ended) => {
    const reply = await adapter.client.request(account, context, {
      host: 'read',
      method: 'GET',
      path: `/data/places?${new URLSearchParams({ textQuery, language: 'en' })}`,
      read: (data) => (Array.isArray(data) ? data.slice(0, PLACES_MAX).flatMap(readPlace) : undefined),
      signal: ended,
    });
    if (isNothing(reply)) return { value: [], lifeMs: LIFE_MS };
    if (reply.kind !== 'done') throw toFailure(reply);
    return { value: reply.value, lifeMs: LIFE_MS };
  });
}

/** An entry that cannot be read takes no other with it. */
function readPlace(entry: unknown): readonly SupplierPlace[] {
  const place = WirePlace.safeParse(entry).data;
  if (place === undefined || !(place.types ?? []).some((type) => TOWN_TYPES.includes(type))) return [];
  const { placeId, displayName: name, formattedAddress } = place;
  const country = formattedAddress?.split(',').at(-1)?.trim();
  return [{ placeId, name, countryName: country === name ? undefined : country || undefined }];
}
