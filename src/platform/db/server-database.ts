import type { Logger } from 'pino';
import pg from 'pg';
import { columnTypes } from './column-types.ts';
import type { OpenedPool } from './embedded-database.ts';

/** Longest statement, waiting for locks included. */
const STATEMENT_TIMEOUT_MS = 15_000;
/** A transaction that does nothing for so long belongs to a process that hangs. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;
const IDLE_CONNECTION_MS = 60_000;
const CONNECT_TIMEOUT_MS = 10_000;

/** Opens a pool of connections to a PostgreSQL server. Nothing is connected before the first statement. */
export function openServer(settings: { readonly url: string; readonly poolMax: number }, log: Logger): OpenedPool {
  const pool = new pg.Pool({
    connectionString: settings.url, max: settings.poolMax, types: columnTypes, pipeline: true, application_name: 'bly', keepAlive: true,
    statement_timeout: STATEMENT_TIMEOUT_MS, idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_MS, connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // An idle connection that breaks (a restart of the server) is replaced at the next use; without a listener it would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));
  return { pool, close: async () => undefined };
}
