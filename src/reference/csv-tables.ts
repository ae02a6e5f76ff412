import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { parse } from 'csv-parse/sync';

/** A large table is read in pieces of so many bytes. */
const PIECE_BYTES = 65_536;

/** One row of a CSV table, by column name; a column the table lacks reads as the empty text. */
export interface TableRow {
  get(column: string): string;
  /** The number in a column; throws, naming the table and the line, when it is not one. */
  number(column: string): number;
  /** The values of a column that holds several, separated by spaces; none when it is empty. */
  list(column: string): readonly string[];
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
 * Visits a large table without quoted cells (routes.csv, 75,000 rows) at string-splitting speed: three times faster
 * than a full CSV parser. A quote in it is refused, because splitting would misread it.
 */
export function visitPlainTable(
  dir: string,
  file: string,
  required: readonly string[],
  visit: (cells: readonly string[], columns: ReadonlyMap<string, number>, line: number) => void,
): void {
  let columns: ReadonlyMap<string, number> | undefined;
  let line = 0;
  for (const lines of linesInPieces(join(dir, file))) {
    for (const text of lines) {
      line += 1;
      if (text.includes('"')) throw new Error(`World data: ${file} must not contain quoted cells`);
      if (columns === undefined) columns = indexColumns(file, text.trimEnd().split(','), required);
      else if (text !== '') visit(text.trimEnd().split(','), columns, line);
    }
  }
}

/**
 * The lines of a file, as many at a time as a piece of it holds: of a large one neither the whole text nor all its
 * lines are ever in memory.
 */
function* linesInPieces(path: string): Generator<readonly string[]> {
  const file = openSync(path, 'r');
  try {
    const piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
    const decoder = new StringDecoder('utf8');
    let rest = '';
    for (let length = readSync(file, piece); length > 0; length = readSync(file, piece)) {
      const lines = (rest + decoder.write(piece.subarray(0, length))).split('\n');
      rest = lines.pop() ?? '';
      yield lines;
    }
    yield [rest + decoder.end()];
  } finally {
    closeSync(file);
  }
}

function indexColumns(
  file: string,
  header: readonly string[],
  required: readonly string[],
): ReadonlyMap<string, number> {
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
      if (get(column) === '' || !Number.isFinite(value))
        throw new Error(`World data: ${where}: ${column} is not a number`);
      return value;
    },
    list: (column) =>
      get(column)
        .split(' ')
        .filter((value) => value !== ''),
  };
}
