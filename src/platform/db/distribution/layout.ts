import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where a table lies: a copy on each node, by organization, or on the coordinator alone. */
export type TablePlace = 'reference' | 'distributed' | 'local';

/** One line of the layout. */
export interface PlacedTable {
  readonly table: string;
  readonly place: TablePlace;
}

/** What a distributed database needs, as it lies in `migrations/citus/`. */
export interface Layout {
  /** In the order in which they are placed. */
  readonly tables: readonly PlacedTable[];
  /** Statements that run once, before the first table is placed. */
  readonly prepare: string;
}

const FOLDER = new URL('../../../../migrations/citus/', import.meta.url);
const LINE = /^(reference|distributed|local) +(\w+)$/;

/** The layout of this program's tables. */
export function readLayout(): Layout {
  return { tables: parseLayout(read('tables.txt')), prepare: read('prepare.sql') };
}

/** Throws for a line that is none of a layout. */
function parseLayout(text: string): readonly PlacedTable[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, place, table] = LINE.exec(line) ?? [];
      if (table === undefined || !isPlace(place)) throw new Error(`Not a line of a layout: ${line}`);
      return { table, place };
    });
}

function isPlace(text: string | undefined): text is TablePlace {
  return text === 'reference' || text === 'distributed' || text === 'local';
}

function read(file: string): string {
  return readFileSync(fileURLToPath(new URL(file, FOLDER)), 'utf8');
}
