import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';

/** One row of a CSV table, by column name; a column the table lacks reads as the empty text. */
export interface TableRow {
  get(column: string): string;
  /** The number in a column; throws, naming the table and the line, when it is not one. */
  number(column: string): number;
  /** Where the row stands, for messages: `airports.csv line 12`. */
  readonly where: string;
}

/** Reads a small table of a world bundle. A missing file is an empty table unless it is required. */
export function readTable(dir: string, file: string, required: readonly string[]): readonly TableRow[] {
  const path = join(dir, file);
  if (required.length === 0 && !existsSync(path)) return [];
  const rows: string[][] = parse(readFileSync(path, 'utf8'), { relaxColumnCount: true, skipEmptyLines: true });
  const columns = indexColumns(file, rows[0] ?? [], required);
  return rows.slice(1).map((cells, index) => toRow(cells, columns, `${file} line ${index + 2}`));
}

/**
 * Visits a large table without quoted cells (routes.csv, 75,000 rows) at string-splitting speed: three times faster than
 * a full CSV parser. A quote in it is refused, because splitting would misread it.
 */
export function visitPlainTable(
  dir: string,
  file: string,
  required: readonly string[],
  visit: (cells: readonly string[], columns: ReadonlyMap<string, number>, line: number) => void,
): void {
  const text = readFileSync(join(dir, file), 'utf8');
  if (text.includes('"')) throw new Error(`World data: ${file} must not contain quoted cells`);
  const lines = text.split('\n');
  const columns = indexColumns(file, (lines[0] ?? '').trimEnd().split(','), required);
  for (let i = 1; i < lines.length; i += 1) {
    const line = lines[i] ?? '';
    if (line !== '') visit(line.trimEnd().split(','), columns, i + 1);
  }
}

function indexColumns(file: string, header: readonly string[], required: readonly string[]): ReadonlyMap<string, number> {
  const columns = new Map(header.map((name, index) => [name.trim(), index]));
  for (const name of required) if (!columns.has(name)) throw new Error(`World data: ${file} has no column ${name}`);
  return columns;
}

function toRow(cells: readonly string[], columns: ReadonlyMap<string, number>, where: string): TableRow {
  const get = (column: string): string => cells[columns.get(column) ?? -1] ?? '';
  return {
    where,
    get,
    number(column) {
      const value = Number(get(column));
      if (get(column) === '' || !Number.isFinite(value)) throw new Error(`World data: ${where}: ${column} is not a number`);
      return value;
    },
  };
}
