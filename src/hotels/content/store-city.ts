import { type Generated, type Selectable, sql } from 'kysely';
import type { Handle, Tx } from '../../platform/db/db.ts';
import { asId, type OrganizationId } from '../../platform/ids.ts';
import type { StayTown } from '../../suppliers/ports/hotels.ts';
import { contentLifecycle, type ContentStatus, UNREAD } from '../model/content-states.ts';

/** Names a city of a supplier. `city`: its name as it is compared. */
export interface CityKey {
  readonly supplier: string;
  readonly country: string;
  readonly city: string;
}

/** What is known of the content of a city. */
export interface CityContent extends CityKey {
  /** As searches of the supplier name it. */
  readonly name: string;
  readonly status: ContentStatus;
  readonly organizationId: OrganizationId;
  readonly round: number;
  readonly roundStartedAt: Date | undefined;
  readonly changedSince: Date | undefined;
  readonly nextOffset: number;
  /** Of the round: how many hotels the supplier says there are, how many were read, how many of them left out. */
  readonly listed: number | undefined;
  readonly read: number;
  readonly leftOut: number;
  readonly filledAt: Date | undefined;
  readonly listedWholeAt: Date | undefined;
  /** Hotels stored when the last round ended. */
  readonly hotels: number;
  readonly failure: string | undefined;
  readonly updatedAt: Date;
}

interface CityRow {
  supplier: string;
  country: string;
  city: string;
  name: string;
  status: ContentStatus;
  requested_by: string;
  round: Generated<number>;
  round_started_at: Date | null;
  changed_since: Date | null;
  next_offset: Generated<number>;
  listed: number | null;
  read: Generated<number>;
  left_out: Generated<number>;
  filled_at: Date | null;
  listed_whole_at: Date | null;
  hotels: Generated<number>;
  latitude: number | null;
  longitude: number | null;
  failure: string | null;
  used_at: Date;
  updated_at: Date;
}

const db = (h: Handle) => h.q.withTables<{ hotel_content_city: CityRow }>();

export async function findCity(h: Handle, key: CityKey): Promise<CityContent | undefined> {
  const row = await whereCity(db(h).selectFrom('hotel_content_city').selectAll(), key).executeTakeFirst();
  return row && toCity(row);
}

/** Locks a city that was used, and notes that it was; undefined for one that nobody has asked for so far. */
export async function touchCity(tx: Tx, key: CityKey, now: Date): Promise<CityContent | undefined> {
  const row = await whereCity(db(tx).updateTable('hotel_content_city'), key)
    .set({ used_at: now })
    .returningAll()
    .executeTakeFirst();
  return row && toCity(row);
}

/** Cities that an organization has asked for and that are not read to their end. */
export async function countAskedCities(h: Handle, organizationId: OrganizationId): Promise<number> {
  const { count } = await db(h)
    .selectFrom('hotel_content_city')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('requested_by', '=', organizationId)
    .where('status', 'in', UNREAD)
    .executeTakeFirstOrThrow();
  return count;
}

/** A city that is to be read for the first time; undefined where another transaction has asked for it meanwhile. */
export async function insertCity(
  tx: Tx,
  { name, organizationId, ...key }: Pick<CityContent, 'name' | 'organizationId'> & CityKey,
  now: Date,
): Promise<CityContent | undefined> {
  const { supplier, country, city } = key;
  const row = await db(tx)
    .insertInto('hotel_content_city')
    .values({
      ...{ supplier, country, city, name },
      requested_by: organizationId,
      status: 'waiting',
      used_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return row && toCity(row);
}

/** A city that is to be read again, for an organization. */
export async function askForCityAgain(
  tx: Tx,
  key: CityKey,
  organizationId: OrganizationId,
  now: Date,
): Promise<CityContent | undefined> {
  const row = await whereCity(db(tx).updateTable('hotel_content_city'), key)
    .set({ status: 'waiting', requested_by: organizationId, failure: null, updated_at: now })
    .where('status', 'in', ['waiting', ...contentLifecycle.allowedFrom('waiting')])
    .returningAll()
    .executeTakeFirst();
  return row && toCity(row);
}

/** Begins a round. Undefined where the city is not waiting for one. */
export async function startRound(
  h: Handle,
  key: CityKey,
  { now, changedSince }: { readonly now: Date; readonly changedSince: Date | undefined },
): Promise<CityContent | undefined> {
  const row = await whereCity(db(h).updateTable('hotel_content_city'), key)
    .set(({ eb }) => ({
      status: 'filling',
      round: eb('round', '+', 1),
      round_started_at: now,
      changed_since: changedSince ?? null,
      next_offset: 0,
      listed: null,
      read: 0,
      left_out: 0,
      updated_at: now,
    }))
    .where('status', 'in', contentLifecycle.allowedFrom('filling'))
    .returningAll()
    .executeTakeFirst();
  return row && toCity(row);
}

/** What one page brought. */
export interface PageResult {
  readonly nextOffset: number;
  readonly listed: number | undefined;
  readonly read: number;
  readonly leftOut: number;
}

/** Records a page; false where another run has recorded it, or begun another round. */
export async function recordPage(tx: Tx, city: CityContent, page: PageResult, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await whereRound(tx, city)
    .set({
      next_offset: page.nextOffset,
      listed: page.listed ?? null,
      read: city.read + page.read,
      left_out: city.leftOut + page.leftOut,
      failure: null,
      updated_at: now,
    })
    .where('next_offset', '=', city.nextOffset)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends a round: the content is as of its beginning. The centre is the middle of its hotels. */
export async function endRound(tx: Tx, city: CityContent, now: Date): Promise<void> {
  const { supplier, country } = city;
  const counted = await sql<{ hotels: number; latitude: number | null; longitude: number | null }>`
    select count(*)::int as hotels,
      percentile_cont(0.5) within group (order by latitude) as latitude,
      percentile_cont(0.5) within group (order by longitude) as longitude
    from hotel_content where supplier = ${supplier} and country = ${country} and city = ${city.city}`.execute(tx.q);
  const [{ hotels, latitude, longitude } = { hotels: 0, latitude: null, longitude: null }] = counted.rows;
  await whereRound(tx, city)
    .set({
      ...{ status: 'filled', hotels, latitude, longitude, failure: null, updated_at: now },
      filled_at: city.roundStartedAt ?? now,
      ...(city.changedSince === undefined ? { listed_whole_at: city.roundStartedAt ?? now } : {}),
    })
    .execute();
}

/** Notes why a page could not be read; `isGivenUp`: the round ends with it. */
export async function recordFailure(
  h: Handle,
  key: CityKey,
  {
    failure,
    isGivenUp,
    now,
  }: { readonly failure: string | undefined; readonly isGivenUp: boolean; readonly now: Date },
): Promise<void> {
  await whereCity(db(h).updateTable('hotel_content_city'), key)
    .set({ ...(failure === undefined ? {} : { failure }), updated_at: now, ...(isGivenUp ? { status: 'failed' } : {}) })
    .where('status', 'in', contentLifecycle.allowedFrom('failed'))
    .execute();
}

/** Towns with stored hotels, those with most first. */
export async function listTowns(
  h: Handle,
  limit: number,
): Promise<readonly (StayTown & { readonly supplier: string; readonly hotels: number })[]> {
  const rows = await db(h)
    .selectFrom('hotel_content_city')
    .select(['supplier', 'name', 'country', 'latitude', 'longitude', 'hotels'])
    .where('hotels', '>', 0)
    .orderBy('hotels', 'desc')
    .orderBy('name')
    .limit(limit)
    .execute();
  return rows.flatMap(({ latitude, longitude, ...town }) =>
    latitude === null || longitude === null ? [] : [{ ...town, latitude, longitude }],
  );
}

/** Deletes cities that no search has used since, with their hotels; returns how many there were. */
export async function deleteUnusedCities(tx: Tx, before: Date, limit: number): Promise<number> {
  const unused = await sql<CityKey>`
    delete from hotel_content_city where (supplier, country, city) in (
      select supplier, country, city from hotel_content_city where used_at < ${before} limit ${limit}
    ) returning supplier, country, city`.execute(tx.q);
  for (const { supplier, country, city } of unused.rows)
    await sql`delete from hotel_content where supplier = ${supplier} and country = ${country} and city = ${city}`.execute(
      tx.q,
    );
  return unused.rows.length;
}

function whereRound(tx: Tx, { round, ...key }: CityContent) {
  return whereCity(db(tx).updateTable('hotel_content_city'), key)
    .where('round', '=', round)
    .where('status', '=', 'filling');
}

interface CityQuery<Q> {
  where(column: 'supplier' | 'country' | 'city', operator: '=', value: string): Q;
}

function whereCity<Q extends CityQuery<Q>>(query: Q, { supplier, country, city }: CityKey): Q {
  return query.where('supplier', '=', supplier).where('country', '=', country).where('city', '=', city);
}

function toCity(row: Selectable<CityRow>): CityContent {
  return {
    supplier: row.supplier,
    country: row.country,
    city: row.city,
    name: row.name,
    status: row.status,
    organizationId: asId('organization', row.requested_by),
    round: row.round,
    roundStartedAt: row.round_started_at ?? undefined,
    changedSince: row.changed_since ?? undefined,
    nextOffset: row.next_offset,
    listed: row.listed ?? undefined,
    read: row.read,
    leftOut: row.left_out,
    filledAt: row.filled_at ?? undefined,
    listedWholeAt: row.listed_whole_at ?? undefined,
    hotels: row.hotels,
    failure: row.failure ?? undefined,
    updatedAt: row.updated_at,
  };
}
