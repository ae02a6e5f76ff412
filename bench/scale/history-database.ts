import { createHash } from 'node:crypto';
import pg from 'pg';
import { asId, type OrganizationId } from '../../src/platform/ids.ts';
import { freshDatabase, startProduct } from '../service.ts';
import { fillOne } from './fill-history.ts';

/**
 * Name of a database with a year of history: filled where it does not exist, copied for each run, never changed. To
 * fill a million trips takes ten minutes, to copy them one; a benchmark can then wait for a quiet machine without them.
 */
const keptHistory = process.env['BLY_BENCH_HISTORY'];
/** What the product has sealed in a copied database must be readable to its next start. */
export const HISTORY_SECRETS = {
  BLY_SECRET_KEYS: createHash('sha256').update('a year of history').digest('base64'),
} as const;

/** A throw-away database with a year of history, and whose most of it is. */
export interface HistoryDatabase {
  readonly url: string;
  readonly organizationId: OrganizationId;
  drop(): Promise<void>;
}

/** Fills one, or copies the kept one, which has the size it was first filled with. A service may be started on it. */
export async function historyDatabase(port: number, size: Parameters<typeof fillOne>[2]): Promise<HistoryDatabase> {
  const database = await freshDatabase();
  try {
    if (keptHistory === undefined) {
      const organizationId = await fill(database.url, port, size);
      return { ...database, organizationId };
    }
    const kept = new URL(database.url);
    kept.pathname = `/${keptHistory}`;
    const name = new URL(database.url).pathname.slice(1);
    if (!(await exists(database.server.url, keptHistory))) {
      await query(database.server.url, `create database ${pg.escapeIdentifier(keptHistory)}`);
      await fill(kept.toString(), port, size);
    }
    await query(database.server.url, `drop database ${name} with (force)`);
    await query(database.server.url, `create database ${name} template ${pg.escapeIdentifier(keptHistory)}`);
    return { ...database, organizationId: await ownerOf(database.url) };
  } catch (error) {
    await database.drop();
    throw error;
  }
}

async function fill(url: string, port: number, size: Parameters<typeof fillOne>[2]): Promise<OrganizationId> {
  const service = await startProduct(url, port, HISTORY_SECRETS);
  try {
    return await fillOne(service, url, size);
  } finally {
    await service.stop();
  }
}

/** The organization that was there before its bookings were copied to others. */
async function ownerOf(url: string): Promise<OrganizationId> {
  const rows = await query(
    url,
    "select organization_id from booking where organization_id not like 'org_bench_%' limit 1",
  );
  return asId('organization', String(rows[0]?.['organization_id']));
}

const exists = async (url: string, name: string) =>
  (await query(url, 'select 1 from pg_database where datname = $1', [name])).length > 0;

async function query(url: string, statement: string, values: readonly string[] = []) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement, [...values])).rows;
  } finally {
    await client.end();
  }
}
