import { sql } from 'kysely';
import type { Handle, ReadHandle, Tx } from '../../platform/db/db.ts';
import type { IsoDate } from '../../travel/dates.ts';
import type { DemandSlice } from '../model/counts/build-slices.ts';
import { indexName, NAME_BYTES, NUMBERS_BYTES } from '../model/counts/monthly-counts-codec.ts';
import { type PackedText, packedText } from '../model/counts/packed-text.ts';
import type { MonthsRequest, SliceQuery, SliceRow } from '../model/counts/sum-monthly-counts.ts';

/** Slices written with one statement; their bytes travel as they are, in one piece. */
const SLICES_A_BATCH = 1_000;
const BATCH_BYTES_MAX = 2_000_000;
/** The parts of a slice that are bytes, in the order they are sent in. */
const PARTS = ['head', 'index', 'shapes', 'daily'] as const;

/** Gathers slices of a month and writes them in batches. */
export interface SliceWriter {
  write(slices: readonly DemandSlice[]): Promise<void>;
  /** Writes what is held; answers how many slices there were. */
  end(): Promise<number>;
}

/** Deletes the slices of a month and writes new ones in their place, in the caller's transaction. */
export async function replaceSlices(tx: Tx, month: IsoDate): Promise<SliceWriter> {
  await sql`delete from demand_slice where month = ${month}::date`.execute(tx.q);
  let held: DemandSlice[] = [];
  let heldBytes = 0;
  let written = 0;
  const flush = async () => {
    const batch = held;
    held = [];
    heldBytes = 0;
    written += batch.length;
    if (batch.length > 0) await insertSlices(tx, month, batch);
  };
  return {
    async write(slices) {
      for (const slice of slices) {
        held.push(slice);
        heldBytes += PARTS.reduce((bytes, part) => bytes + slice[part].length, 0);
        if (held.length >= SLICES_A_BATCH || heldBytes >= BATCH_BYTES_MAX) await flush();
      }
    },
    async end() {
      await flush();
      return written;
    },
  };
}

async function insertSlices(tx: Tx, month: IsoDate, slices: readonly DemandSlice[]): Promise<void> {
  const bytes = Buffer.concat(slices.flatMap((slice) => PARTS.map((part) => slice[part])));
  let sent = 0;
  const rows = slices.map(({ axis, kind, place, audience, dayTotals, ...parts }) => {
    // From 1 on, as `substring` counts.
    const from = sent + 1;
    const lengths = PARTS.map((part) => parts[part].length);
    for (const length of lengths) sent += length;
    return {
      axis,
      kind,
      place,
      audience,
      totals: `{${dayTotals.join(',')}}`,
      from,
      head: lengths[0],
      index: lengths[1],
      shapes: lengths[2],
      daily: lengths[3],
    };
  });
  await sql`
    insert into demand_slice (axis, kind, place, audience, month, head, index, shapes, daily, day_totals)
    select axis, kind, place, audience, ${month}::date, substring(sent.bytes from "from" for head), substring(sent.bytes from "from" + head for index),
      substring(sent.bytes from "from" + head + index for shapes), substring(sent.bytes from "from" + head + index + shapes for daily), totals::integer[]
    from json_to_recordset(${JSON.stringify(rows)}::json) as slice(axis text, kind text, place text, audience text, totals text, "from" integer,
      head integer, index integer, shapes integer, daily integer)
    cross join (select ${bytes}::bytea as bytes) as sent`.execute(tx.q);
}

/**
 * The slices that answer some questions, of each no more than is needed, in one statement: of one name its bytes only,
 * found by the index.
 */
export async function listSlices(
  h: ReadHandle,
  queries: readonly SliceQuery[],
  requested: MonthsRequest,
): Promise<readonly SliceRow[]> {
  const rows = queries.map(({ part, axis, kind, place, audience, name }, number) => ({
    number,
    part,
    axis,
    kind,
    place,
    audience,
    name: name === undefined ? undefined : indexName(name),
  }));
  const isEdge = sql`slice.month = any(${[...requested.edges]}::date[])`;
  const hasShapes = sql`slice.month = any(${[...requested.shapes]}::date[])`;
  const months = requested.months.toSorted();
  const [nameBytes, numbersBytes] = [sql.lit(NAME_BYTES), sql.lit(NUMBERS_BYTES)];
  // Two records of three numbers: that before the name, where its parts begin, and its own.
  const number = (slot: number) =>
    sql`('x' || substring(found.digits from ${sql.lit(slot * 8 + 1)} for 8))::bit(32)::bigint::integer`;
  const result = await sql<StoredRow>`
    select asked.number, slice.month,
      case when asked.part in ('names', 'total') and ${hasShapes} or asked.part = 'total' then encode(slice.head, 'base64') end as head,
      case when asked.part = 'names' then encode(slice.index, 'base64') end as index,
      case when not ${hasShapes} then null when asked.part = 'names' then encode(slice.shapes, 'base64')
        when asked.part = 'name' then encode(substring(slice.shapes from ${number(1)} + 1 for ${number(4)} - ${number(1)}), 'base64') end as shapes,
      case when asked.part = 'names' and ${isEdge} then encode(slice.daily, 'base64')
        when asked.part = 'name' and ${isEdge} or asked.part = 'name_days' then encode(substring(slice.daily from ${number(2)} + 1 for ${number(5)} - ${number(2)}), 'base64') end as daily,
      case when asked.part = 'days' or asked.part = 'total' and ${isEdge} then slice.day_totals::text end as day_totals,
      case when asked.part = 'name' then ('x' || substring(found.digits from 25 for 8))::bit(32)::bigint end as volume
    from json_to_recordset(${JSON.stringify(rows)}::json) as asked(number integer, part text, axis text, kind text, place text, audience text, name text)
    join demand_slice as slice on slice.kind = asked.kind and slice.axis = asked.axis and slice.place = asked.place and slice.audience = asked.audience
      -- One way down the index to the first month and on to the last, not one way to each: "is true" keeps the list out of the index.
      and slice.month >= ${months[0]}::date and slice.month <= ${months.at(-1)}::date and (slice.month = any(${months}::date[])) is true
    left join lateral (
      select encode(substring(slice.index from at.names * ${nameBytes} + (at.byte - 1) / ${nameBytes} * ${numbersBytes} + 1 for ${numbersBytes} * 2), 'hex') as digits
      from (
        select position(convert_to(asked.name, 'UTF8') in slice.index) as byte, (octet_length(slice.index) - ${numbersBytes}) / (${nameBytes} + ${numbersBytes}) as names offset 0
      ) as at where at.byte between 1 and at.names * ${nameBytes} and (at.byte - 1) % ${nameBytes} = 0 offset 0
    ) as found on asked.name is not null
    where asked.name is null or found.digits is not null`.execute(h.q);
  return result.rows.map((row) => ({
    number: row.number,
    month: row.month,
    head: bytesOf(row.head),
    index: bytesOf(row.index),
    shapes: textOf(row.shapes),
    daily: textOf(row.daily),
    dayTotals: row.day_totals === null ? undefined : row.day_totals.slice(1, -1).split(',').map(Number),
    volume: row.volume ?? undefined,
  }));
}

/** Bytes travel as base64: pg reads every column as text, and bytea's own, hexadecimal, is half as long again. */
function bytesOf(text: string | null): Buffer | undefined {
  return text === null ? undefined : Buffer.from(text, 'base64');
}

function textOf(text: string | null): PackedText | undefined {
  return text === null ? undefined : packedText(text);
}

interface StoredRow {
  readonly number: number;
  readonly month: IsoDate;
  readonly head: string | null;
  readonly index: string | null;
  readonly shapes: string | null;
  readonly daily: string | null;
  /** Text: pg reads arrays letter by letter. */
  readonly day_totals: string | null;
  readonly volume: number | null;
}

/** The text of every slice of a month put through a hash, to see whether counting again has changed it. */
export async function digestSlices(h: Handle, month: IsoDate): Promise<string> {
  const { rows } = await sql<{ digest: string | null }>`
    select md5(string_agg(md5(concat_ws(' ', kind, axis, place, audience, md5(head), md5(index), md5(shapes), md5(daily), day_totals::text)), ''
      order by kind, axis, place, audience)) as digest
    from demand_slice where month = ${month}::date`.execute(h.q);
  return rows[0]?.digest ?? '';
}
