import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import type { PoolSettings } from './driver.ts';
import { embeddedDatabaseIn, makeDataDir } from '../data-dir.ts';
import { columnTypes } from './values/column-types.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { EmbeddedSocket } from './embedded-socket.ts';

/** Requests that wait for the one connection longer than this fail: something holds a transaction open. */
const CONNECTION_WAIT_MS = 30_000;

/**
 * The pages of this database are in the system's cache anyway; 128 MB more inside the process would only be held twice.
 */
const SETTINGS: readonly string[] = ['shared_buffers=16MB', 'wal_buffers=1MB'];

/** A pool of connections and how to end what lies under it. */
export interface OpenedPool extends PoolSettings {
  close(): Promise<void>;
}

/** The embedded database, opened. */
export interface OpenedEmbedded extends OpenedPool {
  /** A copy of everything, fit to be a `template`. */
  dump(): Promise<Blob>;
}

/** Where the embedded database lives. */
export interface EmbeddedPlace {
  /** Undefined: in memory, for tests. */
  readonly dataDir: string | undefined;
  /**
   * A prepared copy to begin with when the place is empty; without it a new database is initialised, which takes about
   * 3 s.
   */
  readonly template?: Blob;
}

/**
 * Opens PGlite as a pool of exactly one connection: it is one PostgreSQL backend, so transactions wait for each other.
 * Writes reach the operating system at commit (they survive `kill -9`) but are not flushed to the disk (a power cut may
 * lose them).
 */
export async function openEmbedded(place: EmbeddedPlace): Promise<OpenedEmbedded> {
  const unlock = place.dataDir === undefined ? undefined : await takeDataDir(place.dataDir);
  try {
    const database = await createEmbedded(place);
    const pool = connectEmbedded(database);
    return {
      pool,
      dump: () => database.dumpDataDir('none'),
      async close() {
        await database.close();
        await unlock?.();
      },
    };
  } catch (error) {
    await unlock?.();
    throw error;
  }
}

/** The database itself, that nobody is connected to yet. */
export async function createEmbedded({ dataDir, template }: EmbeddedPlace): Promise<PGlite> {
  return await PGlite.create({
    startParams: [...PGlite.defaultStartParams, ...SETTINGS.flatMap((option) => ['-c', option])],
    ...(dataDir === undefined ? {} : { dataDir: embeddedDatabaseIn(dataDir) }),
    ...(template === undefined ? {} : { loadDataDir: template }),
  });
}

/** The pool of its one connection. Another may follow once this one has ended. */
export function connectEmbedded(database: PGlite): pg.Pool {
  return new pg.Pool({
    max: 1,
    min: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: CONNECTION_WAIT_MS,
    pipeline: true,
    user: 'postgres',
    database: 'postgres',
    types: columnTypes,
    stream: () => new EmbeddedSocket(database),
  });
}

async function takeDataDir(dataDir: string): Promise<() => Promise<void>> {
  makeDataDir(dataDir);
  return await lockDataDir(dataDir);
}
