import { sql } from 'kysely';
import type { Handle, Tx } from '../platform/db/db.ts';
import type { IsoDate } from '../travel/dates.ts';
import type { Slice } from './model/build-slices.ts';
import { HEAD_BYTES_MAX } from './model/packed-cells.ts';
import type { SliceQuestion, SliceRow } from './model/sum-cells.ts';

/** Slices written with one statement; bytes travel as twice as many digits. */
const SLICES_A_BATCH = 200;
const BATCH_BYTES_MAX = 2_000_000;

/** Gathers slices of a month and writes them in batches. */
export interface SliceWriter {
  write(slices: readonly Slice[]): Promise<void>;
  /** Writes what is held; answers how many slices there were. */
  end(): Promise<number>;
}

/** Deletes the slices of a month and writes new ones in their place, in the caller's transaction. */
export async function replaceSlices(tx: Tx, month: IsoDate): Promise<SliceWriter> {
  await sql`delete from demand_slice where month = ${month}::date`.execute(tx.q);
  let held: Slice[] = [];
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
        heldBytes += slice.cells.length + slice.daily.length;
        if (held.length >= SLICES_A_BATCH || heldBytes >= BATCH_BYTES_MAX) await flush();
      }
    },
    async end() {
      await flush();
      return written;
    },
  };
}

async function insertSlices(tx: Tx, month: IsoDate, slices: readonly Slice[]): Promise<void> {
  const texts = (text: (slice: Slice) => string) => slices.map(text);
  await sql`
    insert into demand_slice (axis, kind, place, audience, month, cells, daily, day_totals)
    select axis, kind, place, audience, ${month}::date, cells, daily, day_totals::integer[]
    from unnest(${texts(({ axis }) => axis)}::text[], ${texts(({ kind }) => kind)}::text[], ${texts(({ place }) => place)}::text[],
      ${texts(({ audience }) => audience)}::text[], ${slices.map(({ cells }) => Buffer.from(cells))}::bytea[],
      ${slices.map(({ daily }) => Buffer.from(daily))}::bytea[], ${texts(({ dayTotals }) => `{${dayTotals.join(',')}}`)}::text[])
      as slice(axis, kind, place, audience, cells, daily, day_totals)`.execute(tx.q);
}

/**
 * The slices that answer some questions over the months from `from` to `to`, each by its first day: all of them in one statement,
 * and of each no more than is needed. `edges` are the months that are not asked for as a whole.
 */
export async function listSlices(h: Handle, questions: readonly SliceQuestion[], months: { readonly from: IsoDate; readonly to: IsoDate; readonly edges: readonly IsoDate[] }): Promise<readonly SliceRow[]> {
  const asked = questions.map(({ axis, kind, place, audience, cells, daily, totals }, number) => ({ number, axis, kind, place, audience, cells, daily, totals }));
  const { rows } = await sql<{ number: number; month: string; cells: Buffer | null; daily: Buffer | null; day_totals: number[] | null }>`
    select asked.number, slice.month,
      case asked.cells when 'all' then slice.cells when 'head' then substring(slice.cells from 1 for ${HEAD_BYTES_MAX}::integer) end as cells,
      case when asked.daily = 'all' or asked.daily = 'edges' and slice.month = any(${[...months.edges]}::date[]) then slice.daily end as daily,
      case when asked.totals = 'all' or asked.totals = 'edges' and slice.month = any(${[...months.edges]}::date[]) then slice.day_totals end as day_totals
    from json_to_recordset(${JSON.stringify(asked)}::json) as asked(number integer, axis text, kind text, place text, audience text, cells text, daily text, totals text)
    join demand_slice as slice on slice.kind = asked.kind and slice.axis = asked.axis and slice.place = asked.place and slice.audience = asked.audience
      and slice.month >= ${months.from}::date and slice.month <= ${months.to}::date`.execute(h.q);
  return rows.map((row) => ({ number: row.number, month: row.month, cells: row.cells ?? undefined, daily: row.daily ?? undefined, dayTotals: row.day_totals ?? undefined }));
}

/** The text of every slice of a month put through a hash, to see whether counting again has changed it. */
export async function digestSlices(h: Handle, month: IsoDate): Promise<string> {
  const { rows } = await sql<{ digest: string | null }>`
    select md5(string_agg(md5(concat_ws(' ', kind, axis, place, audience, md5(cells), md5(daily), day_totals::text)), ''
      order by kind, axis, place, audience)) as digest
    from demand_slice where month = ${month}::date`.execute(h.q);
  return rows[0]?.digest ?? '';
}
