import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { loadWorld, type World } from '../../simulator/world.ts';
import { builtInWorld } from '../support/products/world.ts';

/** A row of a CSV file by column name. */
export type Row = Readonly<Record<string, string>>;

/** The folder of the built-in bundle. */
export const OURS = join(import.meta.dirname, '..', '..', 'data', 'world');
/** Facts to check ours against. Never part of this repository; where it is absent the tests use the literals below. */
export const REFERENCE = join(import.meta.dirname, '..', '..', '..', 'shared', 'data');

/** That of the reference folder, as long as somebody looks at it: it is large, and a worker has other files to run. */
let reference: WeakRef<World> | undefined;

/** The world of either bundle. */
export function worldOf(dir: string): World {
  if (dir === OURS) return builtInWorld();
  const world = reference?.deref() ?? loadWorld(dir, { seed: 'bly' });
  reference = new WeakRef(world);
  return world;
}

/** A table of the built-in bundle. */
export function readOurs(file: string): readonly Row[] {
  return readTable(join(OURS, file));
}

/** The same table of the reference folder, or the literals a test brings for where there is none. */
export function readReference(file: string, literals: readonly Row[]): readonly Row[] {
  const path = join(REFERENCE, file);
  return existsSync(path) ? readTable(path) : literals;
}

/** Rows by a key column. */
export function indexBy(rows: readonly Row[], column: string): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [cell(row, column), row]));
}

/** A cell that must be there. */
export function cell(row: Row, column: string): string {
  const value = row[column];
  if (value === undefined) throw new Error(`no column ${column} in ${JSON.stringify(row)}`);
  return value;
}

/** Words of a cell. */
export function words(row: Row, column: string): readonly string[] {
  return cell(row, column)
    .split(' ')
    .filter((word) => word !== '');
}

/** A table by its path. */
export function readTable(path: string): readonly Row[] {
  return parse(readFileSync(path, 'utf8'), { columns: true, skip_empty_lines: true });
}
