/** SQLSTATE of a write that a server refuses because it takes none: `read_only_sql_transaction`. */
export const READ_ONLY = '25006';
/**
 * SQLSTATEs of a server that cannot serve now, or no longer: a standby takes no writes (25006), it was stopped (57P01,
 * 57P02), it starts or stops (57P03), it has no room for another connection (53300).
 */
const UNAVAILABLE_STATES: ReadonlySet<string> = new Set([READ_ONLY, '57P01', '57P02', '57P03', '53300']);
/** SQLSTATE of what has none of its own. */
const INTERNAL = 'XX000';
/** Class 08 of SQLSTATE: the connection failed. */
const CONNECTION_STATE = /^08[0-9A-Z]{3}$/;
/** What the operating system says of sockets and names: ECONNREFUSED, ETIMEDOUT, ENOTFOUND. */
const NETWORK_CODE = /^E(?!RR_)[A-Z_]+$/;
/** How pg says what has no code. */
const CONNECTION_MESSAGES =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client (was closed|has encountered a connection error))/;
/** How the coordinator of a distributed database says, without a state of its own, that it has lost a node. */
const LOST_NODE_MESSAGES =
  /^(failure on connection marked as essential|could not commit transaction for shard|server closed the connection unexpectedly|no connection to the server)/;
/** How the pool says that none of its connections became free in time. */
const POOL_IS_FULL = 'timeout exceeded when trying to connect';

/** The SQLSTATE of a failure of the database. */
export function sqlStateOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/**
 * The database cannot be reached, or takes no writes now: another attempt may succeed in a moment. What was asked has
 * been refused, or its outcome is unknown where the connection was lost on the way.
 */
export class DatabaseUnavailable extends Error {
  /** SQLSTATE, or what the operating system says; undefined where pg has only words. */
  readonly code: string | undefined;

  constructor(cause: Error) {
    super(`The database cannot be used: ${cause.message || sqlStateOf(cause)}`, { cause });
    this.name = 'DatabaseUnavailable';
    this.code = sqlStateOf(cause);
  }
}

/** What a failure of pg means: `DatabaseUnavailable` where another attempt may succeed, else the failure itself. */
export function asDatabaseFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) return error;
  const code = sqlStateOf(error) ?? '';
  const isUnavailable =
    UNAVAILABLE_STATES.has(code) ||
    CONNECTION_STATE.test(code) ||
    NETWORK_CODE.test(code) ||
    CONNECTION_MESSAGES.test(error.message) ||
    (code === INTERNAL && LOST_NODE_MESSAGES.test(error.message));
  return isUnavailable ? new DatabaseUnavailable(error) : error;
}

/** A write that reached a server which takes none: nothing of it was done. */
export function isReadOnly(error: unknown): boolean {
  return sqlStateOf(error) === READ_ONLY;
}

/** All connections are in use by statements of this process: its server is not to blame. */
export function isPoolFull(error: unknown): boolean {
  return error instanceof Error && error.message === POOL_IS_FULL;
}
