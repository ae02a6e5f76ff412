import { sql } from 'kysely';
import { refusedRefundsOf } from '../payments/list-payments.ts';
import type { Handle } from '../platform/db/db.ts';
import { decimalPlaces } from '../travel/money.ts';
import type { ExportRow } from './model/columns.ts';

/** Tables whose rows are numbered in the order in which they were inserted. */
export type SequencedTable = 'ledger_transfer' | 'webhook_event';

/** Behind `after`, up to `through`. */
export interface KeyRange {
  readonly after: string;
  readonly through: string;
}

/** A file that was written, or is about to be. */
export interface ExportFile extends KeyRange {
  readonly sink: string;
  readonly stream: string;
  readonly number: number;
  readonly name: string;
  readonly isWritten: boolean;
}

/** The newest file of a stream at a sink. */
export async function findNewestFile(
  h: Handle,
  { sink, stream }: Pick<ExportFile, 'sink' | 'stream'>,
): Promise<ExportFile | undefined> {
  const { rows } = await sql<{
    number: number;
    after_key: string;
    through_key: string;
    name: string;
    written_at: Date | null;
  }>`select number, after_key, through_key, name, written_at from export_file
    where sink = ${sink} and stream = ${stream} order by number desc limit 1`.execute(h.q);
  const [row] = rows;
  return (
    row && {
      sink,
      stream,
      number: row.number,
      after: row.after_key,
      through: row.through_key,
      name: row.name,
      isWritten: row.written_at !== null,
    }
  );
}

/** Commits to a file; false where another process has committed to one of this number. */
export async function insertFile(h: Handle, file: ExportFile, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into export_file (sink, stream, number, after_key, through_key, name, created_at)
    values (${file.sink}, ${file.stream}, ${file.number}, ${file.after}, ${file.through}, ${file.name}, ${at})
    on conflict do nothing`.execute(h.q);
  return (numAffectedRows ?? 0n) > 0n;
}

/** The file is there. */
export async function markWritten(
  h: Handle,
  { sink, stream, number }: ExportFile,
  { at, rows }: { readonly at: Date; readonly rows: number },
): Promise<void> {
  await sql`
    update export_file set written_at = ${at}, rows = ${rows}
    where sink = ${sink} and stream = ${stream} and number = ${number}`.execute(h.q);
}

/** The newest number that was taken; 0 before the first. */
export async function readSequence(h: Handle, table: SequencedTable): Promise<number> {
  const name = table === 'webhook_event' ? 'webhook_event_sequence' : await ownedSequence(h, table);
  const { rows } = await sql<{ newest: number }>`
    select case when is_called then last_value else 0 end as newest from ${sql.table(name)}`.execute(h.q);
  return rows[0]?.newest ?? 0;
}

async function ownedSequence(h: Handle, table: SequencedTable): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where oid = pg_get_serial_sequence(${table}, 'sequence')::regclass`.execute(
    h.q,
  );
  const name = rows[0]?.name;
  if (name === undefined) throw new Error(`${table} has no sequence.`);
  return name;
}

/** Transactions that have inserted into a table, or are about to: whatever holds a lock that lets them. */
export async function listWriters(h: Handle, table: SequencedTable): Promise<readonly string[]> {
  const { rows } = await sql<{ writer: string }>`
    select distinct virtualtransaction as writer from pg_locks
    where locktype = 'relation' and relation = ${table}::regclass and granted
      and database = (select oid from pg_database where datname = current_database())
      and mode not in ('AccessShareLock', 'RowShareLock', 'ShareUpdateExclusiveLock', 'ShareLock')`.execute(h.q);
  return rows.map(({ writer }) => writer);
}

/**
 * The number of the last row of a file that begins behind one and ends at the latest with another; undefined: no row.
 */
export async function findLastOfFile(
  h: Handle,
  table: SequencedTable,
  { after, settled, rowsMax }: { readonly after: number; readonly settled: number; readonly rowsMax: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ last: number | null }>`
    select max(sequence) as last from (
      select sequence from ${sql.table(table)} where sequence > ${after} and sequence <= ${settled}
      order by sequence limit ${rowsMax}) as found`.execute(h.q);
  return rows[0]?.last ?? undefined;
}

/** Transfers of the ledger, of all organizations, in the order of their numbers. */
export async function listTransfers(h: Handle, { after, through }: KeyRange): Promise<readonly ExportRow[]> {
  const { rows } = await sql<MoneyRow>`
    select sequence, organization_id, trip_id, step, reference, line, entry_id, at, debit, credit, amount, currency
    from ledger_transfer where sequence > ${after}::bigint and sequence <= ${through}::bigint order by sequence`.execute(
    h.q,
  );
  return rows.map(withDecimalPlaces);
}

/** Events of bookings, each with the money of its booking as it is now. Samples are left out. */
export async function listBookingEvents(h: Handle, { after, through }: KeyRange): Promise<readonly ExportRow[]> {
  const { rows } = await sql<MoneyRow>`
    select event.sequence, event.organization_id, event.event_id, event.type, event.occurred_at, event.booking_ref,
      booking.trip_id, booking.status, booking.currency, booking.total_quoted, booking.total_paid,
      booking.total_collected, booking.total_refunded - ${refusedRefundsOf(sql`booking.organization_id`)} as total_refunded,
      booking.last_arrival_at, booking.created_at as booked_at
    from webhook_event as event
    join booking on booking.organization_id = event.organization_id and booking.booking_ref = event.booking_ref
    where event.sequence > ${after}::bigint and event.sequence <= ${through}::bigint and not event.is_test
    order by event.sequence`.execute(h.q);
  return rows.map(withDecimalPlaces);
}

type MoneyRow = ExportRow & { readonly currency: string };

/** Amounts are whole minor units: how many of them make one unit is the currency's. */
function withDecimalPlaces(row: MoneyRow): ExportRow {
  return { ...row, decimal_places: decimalPlaces(row.currency) };
}

/** The last day on which no demand is counted any more. */
export async function findClosedThrough(h: Handle): Promise<string> {
  const { rows } = await sql<{ closed: string }>`select closed_through as closed from demand_progress`.execute(h.q);
  return rows[0]?.closed ?? '';
}

/** The first day behind one of which there is demand, up to another. */
export async function findDemandDay(h: Handle, after: string, through: string): Promise<string | undefined> {
  const { rows } = await sql<{ day: string | null }>`
    select min(day) as day from demand_event where day > ${after}::date and day <= ${through}::date`.execute(h.q);
  return rows[0]?.day ?? undefined;
}

/** Destinations of a day behind one of them, in their order, with how many rows each has. */
export async function listDestinations(
  h: Handle,
  day: string,
  after: string,
): Promise<readonly { readonly destination: string; readonly rows: number }[]> {
  const { rows } = await sql<{ destination: string; rows: number }>`
    select destination, count(*) as rows from demand_event
    where day = ${day}::date and destination > ${after} collate "C"
    group by destination order by destination collate "C"`.execute(h.q);
  return rows;
}

/** Demand of a day for destinations behind one, up to another; equal signals are counted together. */
export async function listDemand(h: Handle, day: string, { after, through }: KeyRange): Promise<readonly ExportRow[]> {
  const { rows } = await sql<ExportRow>`
    select day, kind, product, destination, market_country, market_city, audience, lead_days, stay_days, cabin, price_usd,
      sum(count)::bigint as count
    from demand_event
    where day = ${day}::date and destination > ${after} collate "C" and destination <= ${through} collate "C"
    group by day, kind, product, destination, market_country, market_city, audience, lead_days, stay_days, cabin, price_usd
    order by destination collate "C", kind, product, market_city, audience, lead_days, stay_days, cabin, price_usd`.execute(
    h.q,
  );
  return rows;
}
