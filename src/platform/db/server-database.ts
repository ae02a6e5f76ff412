import type { Logger } from 'pino';
import pg from 'pg';
import { BatchedSocket } from './batched-socket.ts';
import { columnTypes } from './column-types.ts';
import type { OpenedPool } from './embedded-database.ts';

/** Longest statement, waiting for locks included: the server ends it and says so. */
const STATEMENT_TIMEOUT_MS = 15_000;
/**
 * A server that has not answered by then is silent (a dead network path), not slow: by 5 s more than its own time-out,
 * so that one that lives answers first. The statement fails and its connection is thrown away (driver.ts).
 */
const ANSWER_TIMEOUT_MS = 20_000;
/** A transaction that does nothing for so long belongs to a process that hangs. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;
const IDLE_CONNECTION_MS = 60_000;
/** Longest wait for a connection: for a new one to be made, and for one of a full pool to become free. */
const CONNECT_TIMEOUT_MS = 10_000;
/** A connection on which nothing happens is probed after so long; the system's default would be two hours. */
const KEEP_ALIVE_AFTER_MS = 30_000;

/** Opens a pool of connections to a PostgreSQL server. Nothing is connected before the first statement. */
export function openServer(settings: { readonly url: string; readonly poolMax: number }, log: Logger): OpenedPool {
  const pool = new pg.Pool({
    connectionString: settings.url,
    max: settings.poolMax,
    types: columnTypes,
    pipeline: true,
    application_name: 'bly',
    stream: () => new BatchedSocket(),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  pool.on('connect', (client) =>
    client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost')),
  );
  // The pool repeats here what an idle client has just reported; without a listener it would end the process.
  pool.on('error', () => undefined);
  return { pool, close: async () => undefined };
}
