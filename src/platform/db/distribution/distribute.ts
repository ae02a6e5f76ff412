import type { Db, Tx } from '../db.ts';
import { sqlStateOf } from '../database-failure.ts';
import { applyMigration, lockMigrations } from '../migration-store.ts';
import {
  addForeignKey,
  allowPlacing,
  countShardNodes,
  dropForeignKey,
  hasCitus,
  listForeignKeys,
  listTenantTables,
  listUnlogged,
  placeTable,
  readPlaces,
  setLogged,
} from './citus-store.ts';
import { type Layout, type PlacedTable, readLayout, type TablePlace } from './layout.ts';

/** The tables cannot be spread over nodes; the message says why, and what to do. */
export class DistributionRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DistributionRefused';
  }
}

/**
 * Spreads the tables over the nodes as the layout says, in one transaction, and answers which were placed now; none
 * when all are in their place. Rows that are there move with their table: nothing else may write meanwhile.
 */
export async function distribute(db: Db, layout: Layout = readLayout()): Promise<readonly string[]> {
  if (db.kind !== 'server') {
    throw new DistributionRefused('The embedded database is one process. Name the coordinator in DATABASE_URL.');
  }
  return await db.transaction(async (tx) => {
    await lockMigrations(tx);
    if (!(await hasCitus(tx))) {
      throw new DistributionRefused(
        'Citus is not installed in this database: run `create extension citus` in it on the coordinator and on each worker.',
      );
    }
    const places = await readPlaces(tx);
    refuseMisplaced(layout, places);
    await allowPlacing(tx);
    await logAll(tx, layout);
    const missing = layout.tables.filter(({ table, place }) => place !== 'local' && !places.has(table));
    if (missing.length === 0) return [];
    if ((await countShardNodes(tx)) === 0) {
      throw new DistributionRefused(
        'No node holds shards: name the workers to the coordinator with `select citus_add_node(host, port)`.',
      );
    }
    if (places.size === 0) await applyMigration(tx, layout.prepare);
    await placeAll(tx, layout, missing);
    return missing.map(({ table }) => table);
  });
}

function refuseMisplaced(layout: Layout, places: ReadonlyMap<string, TablePlace>): void {
  for (const { table, place } of layout.tables) {
    const found = places.get(table);
    if (found !== undefined && found !== place)
      throw new DistributionRefused(`The table ${table} is ${found}, and the layout says ${place}.`);
  }
}

/**
 * Refuses tables of organizations that the layout does not name: they would stay on the coordinator, and no statement
 * could join them with the others.
 */
export async function refuseUnplaced(db: Db, layout: Layout = readLayout()): Promise<void> {
  const placed = new Set(layout.tables.map(({ table }) => table));
  const unplaced = (await listTenantTables(db)).filter((table) => !placed.has(table));
  if (unplaced.length === 0) return;
  throw new DistributionRefused(
    `migrations/citus/tables.txt does not say where ${unplaced.join(', ')} lies. Add a line for it, or move a table of your own to a schema of its own.`,
  );
}

/** A shard is moved to another node while it is written, by logical replication, with all shards beside it. */
async function logAll(tx: Tx, { tables }: Layout): Promise<void> {
  const distributed = tables.filter(({ place }) => place === 'distributed').map(({ table }) => table);
  for (const table of await listUnlogged(tx, distributed)) await setLogged(tx, table);
}

/** A foreign key to a table that is not in its place yet would be refused: they are added again at the end. */
async function placeAll(tx: Tx, layout: Layout, missing: readonly PlacedTable[]): Promise<void> {
  const anchor = layout.tables.find(({ place }) => place === 'distributed')?.table;
  const keys = await listForeignKeys(
    tx,
    missing.map(({ table }) => table),
  );
  for (const key of keys) await dropForeignKey(tx, key);
  for (const one of missing) {
    try {
      await placeTable(tx, one, one.table === anchor ? undefined : anchor);
    } catch (error) {
      if (sqlStateOf(error) === undefined || !(error instanceof Error)) throw error;
      throw new DistributionRefused(`The table ${one.table} cannot be ${one.place}: ${error.message}`, {
        cause: error,
      });
    }
  }
  for (const key of keys) await addForeignKey(tx, key);
}
