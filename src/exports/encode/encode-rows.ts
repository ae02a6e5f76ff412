import type { ColumnSource } from 'hyparquet-writer';
import type { ExportFormat } from '../../platform/config-export.ts';
import { yieldIfBusy } from '../../platform/scheduling/fair-scheduler.ts';
import type { Columns, ColumnType, ExportRow } from '../model/columns.ts';

/** Rows that are encoded without a pause: a few milliseconds. Of Parquet they are a row group. */
const ROWS_PER_PAUSE = 1_000;

/** The rows as the bytes of one file. */
export async function encodeRows(
  format: ExportFormat,
  columns: Columns,
  rows: readonly ExportRow[],
): Promise<Uint8Array> {
  return format === 'ndjson' ? await toNdjson(columns, rows) : await toParquet(columns, rows);
}

async function toNdjson(columns: Columns, rows: readonly ExportRow[]): Promise<Uint8Array> {
  const names = Object.keys(columns);
  const parts: Buffer[] = [];
  for (const part of partsOf(rows)) {
    await yieldIfBusy();
    const lines = part.map((row) => JSON.stringify(Object.fromEntries(names.map((name) => [name, row[name] ?? null]))));
    parts.push(Buffer.from(`${lines.join('\n')}\n`));
  }
  return Buffer.concat(parts);
}

const PARQUET_TYPES = {
  text: 'STRING',
  day: 'STRING',
  integer: 'INT64',
  instant: 'TIMESTAMP',
} as const satisfies Record<ColumnType, ColumnSource['type']>;

async function toParquet(columns: Columns, rows: readonly ExportRow[]): Promise<Uint8Array> {
  // Loaded at the first file: most installations export nothing.
  const { ByteWriter, ParquetWriter, schemaFromColumnData } = await import('hyparquet-writer');
  const writer = new ByteWriter();
  const schema = schemaFromColumnData({ columnData: columnDataOf(columns, []) });
  const parquet = new ParquetWriter({ writer, schema, createdBy: 'bly' });
  for (const part of partsOf(rows)) {
    await yieldIfBusy();
    await parquet.write({ columnData: columnDataOf(columns, part), rowGroupSize: ROWS_PER_PAUSE });
  }
  await parquet.finish();
  return writer.getBytes();
}

function columnDataOf(columns: Columns, rows: readonly ExportRow[]): ColumnSource[] {
  return Object.entries(columns).map(([name, type]) => ({
    name,
    type: PARQUET_TYPES[type],
    nullable: true,
    data: rows.map((row) => {
      const value = row[name] ?? null;
      return type === 'integer' && typeof value === 'number' ? BigInt(value) : value;
    }),
  }));
}

function* partsOf(rows: readonly ExportRow[]): Generator<readonly ExportRow[]> {
  for (let from = 0; from < rows.length; from += ROWS_PER_PAUSE) yield rows.slice(from, from + ROWS_PER_PAUSE);
}
