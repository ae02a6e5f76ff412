import type { Logger } from 'pino';
import pg from 'pg';
import { BatchedSocket } from './batched-socket.ts';
import { columnTypes } from '../values/column-types.ts';
import { READ_ONLY } from '../database-failure.ts';
import type { OpenedPool } from '../embedded-database.ts';
import { createServerChoice, type ServerChoice, serverUrlsOf } from './server-choice.ts';

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
/** One server of several that is silent must not use up what a request may wait for all of them. */
const CONNECT_ONE_OF_MANY_TIMEOUT_MS = 3_000;
/** A connection on which nothing happens is probed after so long; the system's default would be two hours. */
const KEEP_ALIVE_AFTER_MS = 30_000;

/** Where a PostgreSQL server is, and how its connections are used. */
export interface ServerSettings {
  /** One server, or several of which one takes writes (`serverUrlsOf`). */
  readonly url: string;
  readonly poolMax: number;
  /**
   * False behind a pooler that lends a server's connection for one transaction only: no statement is prepared by name,
   * and what a session would remember is said at the beginning of each transaction. Default true.
   */
  readonly arePrepared?: boolean;
  /** True for servers that are only read from: each of them may be a standby. Default false. */
  readonly isReplica?: boolean;
}

/** Opens a pool of connections to a PostgreSQL server. Nothing is connected before the first statement. */
export function openServer(settings: ServerSettings, log: Logger): OpenedPool {
  const { url, poolMax, arePrepared = true, isReplica = false } = settings;
  const servers = createServerChoice(serverUrlsOf(url));
  const hasAlternative = isReplica || servers.count > 1;
  const pool = new pg.Pool({
    Client: clientOf(servers),
    max: poolMax,
    types: columnTypes,
    pipeline: true,
    application_name: 'bly',
    stream: () => new BatchedSocket(),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    connectionTimeoutMillis: hasAlternative ? CONNECT_ONE_OF_MANY_TIMEOUT_MS : CONNECT_TIMEOUT_MS,
    onConnect: (client) => prepareSession(client, { arePrepared, mustTakeWrites: servers.count > 1 && !isReplica }),
  });
  pool.on('connect', (client) =>
    client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost')),
  );
  // The pool repeats here what an idle client has just reported; without a listener it would end the process.
  pool.on('error', () => undefined);
  return {
    pool,
    ...(servers.count > 1 ? { servers } : {}),
    arePrepared,
    begin: arePrepared ? 'begin' : `begin; ${timeouts('set local')}`,
    close: async () => undefined,
  };
}

/** Clients of the server that is current when they are made. */
function clientOf(servers: ServerChoice): typeof pg.Client {
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: servers.current });
    }
  };
}

/**
 * The time-outs are set in the session itself: as parameters of its start they would be refused by PgBouncer
 * (`unsupported startup parameter: statement_timeout`).
 */
async function prepareSession(
  client: pg.ClientBase,
  { arePrepared, mustTakeWrites }: { readonly arePrepared: boolean; readonly mustTakeWrites: boolean },
): Promise<void> {
  if (arePrepared) await client.query(timeouts('set'));
  if (!mustTakeWrites) return;
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
  if (rows[0]?.transaction_read_only === 'on') throw new ServerTakesNoWrites();
}

function timeouts(command: 'set' | 'set local'): string {
  return `${command} statement_timeout = ${STATEMENT_TIMEOUT_MS}; ${command} idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_TIMEOUT_MS}`;
}

/** A standby: the server that takes writes is another of those named. */
class ServerTakesNoWrites extends Error {
  readonly code = READ_ONLY;

  constructor() {
    super('The server takes no writes: it is a standby.');
    this.name = 'ServerTakesNoWrites';
  }
}
