import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/db/db.ts';
import type { Point } from '../../travel/geography/distance.ts';
import type { HotelContent, StayFilter, StayHotel, StayRoom, StoredHotels } from '../../travel/stay.ts';
import { boxAround } from './box-around.ts';
import { readStoredContent, readStoredHotel, readStoredRoom } from './stored-hotel.ts';
import type { CityContent, CityKey } from './store-city.ts';

/** A hotel with the terms it is found by, each once, parted by spaces. */
export interface TermedHotel {
  readonly hotel: StayHotel;
  readonly terms: string;
}

interface FactsRow {
  readonly facts: unknown;
}

/** A hotel's own page says more than the list: where it was read, its facts stand over those of the list. */
const FACTS = sql`facts || coalesce(detail -> 'hotel', '{}'::jsonb)`;

/**
 * Stores hotels of a page. What was read of a hotel by itself goes where the list says something new of it, or
 * was a list of changes; of a hotel that no list has held so far (round 0) the list says nothing new.
 */
export async function upsertHotels(tx: Tx, city: CityContent, hotels: readonly TermedHotel[]): Promise<void> {
  if (hotels.length === 0) return;
  const rows = hotels.map(({ hotel, terms }) => ({
    hotel_id: hotel.hotelId,
    facts: hotel,
    terms,
    latitude: hotel.latitude,
    longitude: hotel.longitude,
    review_count: hotel.reviewCount,
  }));
  const isUnchanged =
    city.changedSince === undefined
      ? sql`(hotel_content.round = 0 or hotel_content.facts = excluded.facts)`
      : sql`false`;
  await sql`
    insert into hotel_content
      (supplier, hotel_id, country, city, round, facts, terms, latitude, longitude, review_count)
    select ${city.supplier}, one.hotel_id, ${city.country}, ${city.city}, ${city.round}::int, one.facts,
      array_to_tsvector(string_to_array(one.terms, ' ')), one.latitude, one.longitude, one.review_count
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one(
      hotel_id text, facts jsonb, terms text, latitude float8, longitude float8, review_count int)
    on conflict (supplier, hotel_id) do update set
      country = excluded.country, city = excluded.city, round = excluded.round, facts = excluded.facts,
      terms = excluded.terms, latitude = excluded.latitude, longitude = excluded.longitude,
      review_count = excluded.review_count,
      detail = case when ${isUnchanged} then hotel_content.detail end,
      detail_at = case when ${isUnchanged} then hotel_content.detail_at end`.execute(tx.q);
}

export async function deleteHotels(tx: Tx, supplier: string, hotelIds: readonly string[]): Promise<void> {
  if (hotelIds.length === 0) return;
  await sql`delete from hotel_content where supplier = ${supplier} and hotel_id = any(${[...hotelIds]}::text[])`.execute(
    tx.q,
  );
}

/** Deletes the hotels of a city that its whole list did not hold. */
export async function deleteUnlisted(tx: Tx, { supplier, country, city, round }: CityContent): Promise<void> {
  await sql`
    delete from hotel_content
    where supplier = ${supplier} and country = ${country} and city = ${city} and round <> ${round}`.execute(tx.q);
}

/** The stored hotels of these ids, in no order. */
export async function findHotels(
  h: Handle,
  supplier: string,
  hotelIds: readonly string[],
): Promise<readonly StayHotel[]> {
  if (hotelIds.length === 0) return [];
  const { rows } = await sql<FactsRow>`
    select ${FACTS} as facts from hotel_content
    where supplier = ${supplier} and hotel_id = any(${[...hotelIds]}::text[])`.execute(h.q);
  return toHotels(rows);
}

/** What was read of one hotel by itself, and when; undefined where nobody has. */
export async function findDetail(
  h: Handle,
  supplier: string,
  hotelId: string,
): Promise<{ readonly content: HotelContent; readonly readAt: Date } | undefined> {
  const { rows } = await sql<{ detail: unknown; detail_at: Date | null }>`
    select detail, detail_at from hotel_content where supplier = ${supplier} and hotel_id = ${hotelId}`.execute(h.q);
  const [row] = rows;
  const content = readStoredContent(row?.detail);
  return content && row?.detail_at ? { content, readAt: row.detail_at } : undefined;
}

/** Kinds of rooms that are looked for: by their ids, or their names. */
interface RoomsWanted {
  readonly hotelId: string;
  readonly roomIds: readonly string[];
  readonly names: readonly string[];
}

/** What was read of these rooms, by hotel. Of a hotel that nobody has read by itself nothing is known. */
export async function findRooms(
  h: Handle,
  supplier: string,
  wanted: readonly RoomsWanted[],
): Promise<ReadonlyMap<string, readonly StayRoom[]>> {
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<{ hotel_id: string; rooms: readonly unknown[] }>`
    select content.hotel_id, jsonb_agg(room) as rooms
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted("hotelId" text, "roomIds" jsonb, names jsonb)
    join hotel_content content on content.supplier = ${supplier} and content.hotel_id = wanted."hotelId"
    cross join jsonb_array_elements(content.detail -> 'rooms') as room
    where content.detail is not null
      and (wanted."roomIds" ? (room ->> 'roomId') or wanted.names ? (room ->> 'name'))
    group by content.hotel_id`.execute(h.q);
  return new Map(rows.map(({ hotel_id, rooms }) => [hotel_id, rooms.flatMap((room) => readStoredRoom(room) ?? [])]));
}

/** Stores what was read of one hotel by itself, whether or not the list of its city was read. */
export async function upsertDetail(
  h: Handle,
  { supplier, country, city }: CityKey,
  { content, terms, readAt }: { readonly content: HotelContent; readonly terms: string; readonly readAt: Date },
): Promise<void> {
  const { hotel } = content;
  await sql`
    insert into hotel_content
      (supplier, hotel_id, country, city, round, facts, detail, detail_at, terms, latitude, longitude, review_count)
    values (${supplier}, ${hotel.hotelId}, ${country}, ${city}, 0, ${JSON.stringify(hotel)}::jsonb,
      ${JSON.stringify(content)}::jsonb, ${readAt}, array_to_tsvector(string_to_array(${terms}, ' ')),
      ${hotel.latitude}, ${hotel.longitude}, ${hotel.reviewCount ?? null})
    on conflict (supplier, hotel_id) do update set detail = excluded.detail, detail_at = excluded.detail_at`.execute(
    h.q,
  );
}

/** Drops a hotel that its supplier no longer has. */
export async function deleteHotel(h: Handle, supplier: string, hotelId: string): Promise<void> {
  await sql`delete from hotel_content where supplier = ${supplier} and hotel_id = ${hotelId}`.execute(h.q);
}

/** What stored hotels are looked for by: terms whose beginnings all stand in a hotel's name or town. */
export interface TermQuery {
  readonly suppliers: readonly string[];
  /** Letters and digits alone. */
  readonly beginnings: readonly string[];
  readonly limit: number;
}

/** Stored hotels by the beginnings of terms, those with most reviews first. */
export async function findHotelsByTerms(
  h: Handle,
  { suppliers, beginnings, limit }: TermQuery,
): Promise<readonly StayHotel[]> {
  const terms = beginnings.map((word) => `'${word}':*`).join(' & ');
  const { rows } = await sql<FactsRow>`
    select ${FACTS} as facts from hotel_content
    where supplier = any(${[...suppliers]}::text[]) and terms @@ ${terms}::tsquery
    order by review_count desc nulls last, hotel_id limit ${limit}`.execute(h.q);
  return toHotels(rows);
}

/** Where stored hotels are counted and chosen: a city, a country, or a circle. */
export type ContentArea =
  | { readonly kind: 'city'; readonly country: string; readonly city: string }
  | { readonly kind: 'country'; readonly country: string }
  | { readonly kind: 'circle'; readonly centre: Point; readonly radiusKm: number };

/**
 * How many hotels of a supplier are stored of an area, how many of them pass a filter, and of these the ones with most
 * reviews. A fact that is not stored passes no filter for it, as in `passesFilter`.
 */
export async function chooseHotels(
  h: Handle,
  { supplier, area, only, limit }: { supplier: string; area: ContentArea; only: StayFilter; limit: number },
): Promise<StoredHotels> {
  const { rows } = await sql<{ count: number; passing: number; hotel_ids: readonly string[] | null }>`
    with placed as (
      select hotel_id, review_count, ${whereFilter(only)} as passes
      from (select *, case when detail is null then facts else ${FACTS} end as known from hotel_content
        where supplier = ${supplier} and ${whereArea(area)}) stored
    )
    select count(*)::int as count, (count(*) filter (where passes))::int as passing,
      (select array_agg(hotel_id) from (select hotel_id from placed where passes
        order by review_count desc nulls last, hotel_id limit ${limit}) best) as hotel_ids
    from placed`.execute(h.q);
  const [row] = rows;
  return { count: row?.count ?? 0, passing: row?.passing ?? 0, hotelIds: row?.hotel_ids ?? [] };
}

function whereArea(area: ContentArea) {
  switch (area.kind) {
    case 'city':
      return sql`country = ${area.country} and city = ${area.city}`;
    case 'country':
      return sql`country = ${area.country}`;
    case 'circle': {
      const { southWest, northEast } = boxAround(area.centre, area.radiusKm);
      const { latitude, longitude } = area.centre;
      return sql`latitude between ${southWest.latitude} and ${northEast.latitude}
        and longitude between ${southWest.longitude} and ${northEast.longitude}
        and 12742.0176 * asin(least(1, sqrt(sin(radians(latitude - ${latitude}::float8) / 2) ^ 2
          + cos(radians(${latitude}::float8)) * cos(radians(latitude))
          * sin(radians(longitude - ${longitude}::float8) / 2) ^ 2))) <= ${area.radiusKm}::float8`;
    }
    default:
      return area satisfies never;
  }
}

function whereFilter({ chainIds, facilityIds, hotelTypeIds, starRatings, ratingMin, reviewsMin }: StayFilter) {
  const isOneOf = (fact: string, wanted: readonly number[]) =>
    wanted.length === 0
      ? sql`true`
      : sql`coalesce((known ->> ${sql.lit(fact)})::float8 = any(${[...wanted]}::float8[]), false)`;
  const isAtLeast = (fact: string, least: number | undefined) =>
    least === undefined ? sql`true` : sql`coalesce((known ->> ${sql.lit(fact)})::float8 >= ${least}::float8, false)`;
  return sql`(${isOneOf('chainId', chainIds)} and ${isOneOf('hotelTypeId', hotelTypeIds)}
    and ${isOneOf('starRating', starRatings)} and ${isAtLeast('rating', ratingMin)}
    and ${isAtLeast('reviewCount', reviewsMin)}
    and ${facilityIds.length === 0 ? sql`true` : sql`coalesce(known -> 'facilityIds' @> ${JSON.stringify(facilityIds)}::jsonb, false)`})`;
}

const PLACES_MAX = 500;

/** Where stored hotels of a supplier lie between two corners. */
export async function listPlacesBetween(
  h: Handle,
  supplier: string,
  { southWest, northEast }: { readonly southWest: Point; readonly northEast: Point },
): Promise<readonly Point[]> {
  const { rows } = await sql<Point>`
    select latitude, longitude from hotel_content where supplier = ${supplier}
      and latitude between ${southWest.latitude} and ${northEast.latitude}
      and longitude between ${southWest.longitude} and ${northEast.longitude} limit ${PLACES_MAX}`.execute(h.q);
  return rows;
}

function toHotels(rows: readonly FactsRow[]): readonly StayHotel[] {
  return rows.flatMap(({ facts }) => readStoredHotel(facts) ?? []);
}
