import { sql } from 'kysely';
import type { Handle } from '../../platform/db/db.ts';
import type { WarmJourney } from '../model/sampling/warm-journeys.ts';

/** A list of journeys that is searched, and how far it is. Numbers count journeys. */
export interface Warming {
  readonly name: string;
  readonly createdAt: Date;
  readonly total: number;
  /** Index of the first journey that has not been looked at. */
  readonly next: number;
  /** Searches begun; those that are neither answered nor failed were under way when a process ended. */
  readonly begun: number;
  readonly answered: number;
  readonly failed: number;
  /** Known already, or departed. */
  readonly skipped: number;
  readonly searchesMax: number | undefined;
  readonly endedAt: Date | undefined;
}

interface WarmingRow {
  name: string;
  created_at: Date;
  journey_count: number;
  next_journey: number;
  begun: number;
  answered: number;
  failed: number;
  skipped: number;
  searches_max: number | null;
  ended_at: Date | null;
}

const COLUMNS = sql.raw(
  'name, created_at, journey_count, next_journey, begun, answered, failed, skipped, searches_max, ended_at',
);

/** A list to be stored. */
export interface NewWarming {
  readonly name: string;
  readonly createdAt: Date;
  readonly journeys: readonly WarmJourney[];
  readonly searchesMax: number | undefined;
}

/** Stores a list unless there is one of its name, and answers what there is. */
export async function insertWarming(
  h: Handle,
  { name, createdAt, journeys, searchesMax }: NewWarming,
): Promise<Warming> {
  const list = JSON.stringify(journeys.map(toStored));
  await sql`
    insert into fare_warming (name, created_at, journeys, journey_count, searches_max)
    values (${name}, ${createdAt}, ${list}::jsonb, ${journeys.length}, ${searchesMax ?? null})
    on conflict (name) do nothing`.execute(h.q);
  const warming = await findWarming(h, name);
  if (warming === undefined) throw new Error('A list of fares to be searched vanished as it was stored.');
  return warming;
}

/** A list by its name. */
export async function findWarming(h: Handle, name: string): Promise<Warming | undefined> {
  const { rows } = await sql<WarmingRow>`select ${COLUMNS} from fare_warming where name = ${name}`.execute(h.q);
  return rows[0] && toWarming(rows[0]);
}

/** Deletes a list that has ended, or with `isAny` one that has not: a step under way then finds nothing to write to. */
export async function deleteWarming(h: Handle, name: string, isAny: boolean): Promise<void> {
  await sql`delete from fare_warming where name = ${name} and (${isAny}::boolean or ended_at is not null)`.execute(h.q);
}

/** Ends a list with what is left of it. */
export async function endWarming(h: Handle, name: string, now: Date): Promise<void> {
  await sql`update fare_warming set ended_at = ${now} where name = ${name} and ended_at is null`.execute(h.q);
}

/** Deletes lists from before `before`. */
export async function deleteOldWarmings(h: Handle, before: Date): Promise<void> {
  await sql`delete from fare_warming where created_at < ${before}`.execute(h.q);
}

/** A step of one process: nobody else takes one until it is over, or has lost its lease. */
export interface StepLease {
  readonly name: string;
  readonly lease: string;
}

/**
 * Takes the next step of a list, unless another process is at it: the list and its next `count` journeys. `busyUntil`
 * is when the other's lease ends. Undefined where there is no such list, or it has ended.
 */
export async function takeStep(
  h: Handle,
  { name, lease }: StepLease,
  { now, leasedUntil, count }: { readonly now: Date; readonly leasedUntil: Date; readonly count: number },
): Promise<
  { readonly warming: Warming; readonly journeys: readonly WarmJourney[] } | { readonly busyUntil: Date } | undefined
> {
  const { rows } = await sql<WarmingRow & { taken: readonly StoredJourney[] }>`
    update fare_warming set lease = ${lease}, leased_until = ${leasedUntil}
    where name = ${name} and ended_at is null and (leased_until is null or leased_until <= ${now})
    returning ${COLUMNS}, jsonb_path_query_array(journeys, '$[$first to $last]',
      jsonb_build_object('first', next_journey, 'last', next_journey + ${count}::integer - 1)) as taken`.execute(h.q);
  const [row] = rows;
  if (row !== undefined) return { warming: toWarming(row), journeys: row.taken.map(toJourney) };
  const { rows: others } = await sql<{ leased_until: Date }>`
    select leased_until from fare_warming where name = ${name} and ended_at is null and leased_until is not null`.execute(
    h.q,
  );
  return others[0] && { busyUntil: others[0].leased_until };
}

/**
 * Records that searches begin, before they are made: `looked` journeys were looked at, `skipped` of them need none.
 * False where the lease was lost: nothing may be searched then.
 */
export async function beginSearches(
  h: Handle,
  { name, lease }: StepLease,
  { looked, skipped, begun }: { readonly looked: number; readonly skipped: number; readonly begun: number },
): Promise<boolean> {
  const updated = await sql`
    update fare_warming set next_journey = next_journey + ${looked}::integer, skipped = skipped + ${skipped}::integer, begun = begun + ${begun}::integer
    where name = ${name} and lease = ${lease}`.execute(h.q);
  return updated.numAffectedRows === 1n;
}

/** What the searches of a step have come to. */
export interface StepOutcome {
  readonly answered: number;
  readonly failed: number;
  /** Proven never sent: they are put at the end of the list. */
  readonly unsent: readonly WarmJourney[];
}

/** Records what the searches of a step have come to, and gives the lease back; ends the list where nothing is left. */
export async function finishStep(
  h: Handle,
  { name, lease }: StepLease,
  { answered, failed, unsent }: StepOutcome,
  now: Date,
): Promise<Warming | undefined> {
  const list = JSON.stringify(unsent.map(toStored));
  const { rows } = await sql<WarmingRow>`
    update fare_warming set answered = answered + ${answered}::integer, failed = failed + ${failed}::integer, begun = begun - ${unsent.length}::integer,
      journeys = case when ${unsent.length}::integer = 0 then journeys else journeys || ${list}::jsonb end, lease = null, leased_until = null,
      ended_at = case when next_journey >= jsonb_array_length(journeys) + ${unsent.length}::integer
        or begun - ${unsent.length}::integer >= searches_max then ${now}::timestamptz end
    where name = ${name} and lease = ${lease} returning ${COLUMNS}`.execute(h.q);
  return rows[0] && toWarming(rows[0]);
}

/** A journey as JSON holds it. */
type StoredJourney = readonly [origin: string, destination: string, departureDate: string, stayDays: number];
const ONE_WAY = -1;

function toStored({ origin, destination, departureDate, stayDays }: WarmJourney): StoredJourney {
  return [origin, destination, departureDate, stayDays ?? ONE_WAY];
}

function toJourney([origin, destination, departureDate, stayDays]: StoredJourney): WarmJourney {
  return { origin, destination, departureDate, stayDays: stayDays === ONE_WAY ? undefined : stayDays };
}

function toWarming(row: WarmingRow): Warming {
  return {
    name: row.name,
    createdAt: row.created_at,
    total: row.journey_count,
    next: row.next_journey,
    begun: row.begun,
    answered: row.answered,
    failed: row.failed,
    skipped: row.skipped,
    searchesMax: row.searches_max ?? undefined,
    endedAt: row.ended_at ?? undefined,
  };
}
