import { setTimeout as wait } from 'node:timers/promises';
import { DefaultQueryExecutor, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Dialect } from 'kysely';
import type { Logger } from 'pino';
import type { Db, Handle, Tx } from './db.ts';
import { isReadOnly, sqlStateOf } from './database-failure.ts';
import { isStalePlan, openTransaction, PoolDriver } from './driver.ts';
import type { OpenTransaction, PoolConnection } from './driver.ts';
import type { OpenedPool } from './embedded-database.ts';
import { pingDatabase } from './migration-store.ts';

/** Runs of one transaction after its first, when it lost against another or met a server that takes no writes. */
const RETRIES_MAX = 3;
const RETRY_WAIT_MS = 20;
/** Longest wait at a close for statements under way on a server. */
const CLOSE_WAIT_MS = 1_000;
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';

/** Makes the handle everyone uses out of an opened pool. */
export function createDb(kind: Db['kind'], opened: OpenedPool, log: Logger): Db {
  const driver = new PoolDriver(opened);
  const dialect = dialectOf(driver);
  const q = new Kysely<object>({ dialect });
  const scope = {};
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    // Not `q.destroy()`: before its first statement Kysely has no driver to destroy.
    const ended = opened.pool.end();
    // A server that no longer answers holds its connections for as long as their statements may wait; nothing is lost
    // with them.
    await (kind === 'server' ? Promise.race([ended, wait(CLOSE_WAIT_MS, undefined, { ref: false })]) : ended);
    await opened.close();
  };
  return {
    kind,
    q,
    scope,
    takesWrites: true,
    transaction: (work) => runTransaction({ driver, dialect, scope }, work, log),
    async outsideTransaction(work) {
      if (kind !== 'server') throw new Error('The embedded database has one connection, which is never closed.');
      const connection = await driver.acquireConnection();
      try {
        await connection.liftTimeouts();
        return await work({ q: onConnection(driver, dialect, connection, { isOpen: true }), scope, takesWrites: true });
      } finally {
        await driver.releaseConnection(connection);
      }
    },
    async ping() {
      const answer = await pingDatabase({ q, scope, takesWrites: true });
      if (answer === 'read_only') driver.retireConnections();
      return answer;
    },
    close() {
      closing ??= close();
      return closing;
    },
  };
}

function dialectOf(driver: PoolDriver): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

/** What a transaction is made of. */
interface TransactionTools {
  readonly driver: PoolDriver;
  readonly dialect: Dialect;
  readonly scope: Handle['scope'];
}

async function runTransaction<T>(tools: TransactionTools, work: (tx: Tx) => Promise<T>, log: Logger): Promise<T> {
  for (let retries = 0; ; retries += 1) {
    const hooks: (() => void)[] = [];
    try {
      const result = await runOnce(tools, work, hooks);
      runHooks(hooks, log);
      return result;
    } catch (error) {
      if (retries >= RETRIES_MAX || !isWorthRetrying(error)) throw error;
      log.debug({ retries, code: sqlStateOf(error) }, 'a transaction was refused and runs again');
      await wait(RETRY_WAIT_MS * Math.random() * 2 ** retries);
    }
  }
}

/**
 * The transaction is marked on the chain of calls, so that a statement that goes past it is an error (see driver.ts).
 */
async function runOnce<T>(tools: TransactionTools, work: (tx: Tx) => Promise<T>, hooks: (() => void)[]): Promise<T> {
  const outer = openTransaction.getStore();
  if (outer?.isOpen)
    throw new Error('This call already has a transaction open: pass its tx on instead of opening another.');
  const open: OpenTransaction = { isOpen: true, hasConnection: false };
  try {
    return await openTransaction.run(open, () => runOnConnection(tools, open, work, hooks));
  } finally {
    open.isOpen = false;
  }
}

/**
 * Kysely's own transactions wait for each statement before they send the next; ours send at once what does not wait for
 * another (pipeline.ts).
 */
async function runOnConnection<T>(
  { driver, dialect, scope }: TransactionTools,
  open: OpenTransaction,
  work: (tx: Tx) => Promise<T>,
  hooks: (() => void)[],
): Promise<T> {
  const connection = await driver.acquireConnection();
  try {
    await driver.beginTransaction(connection, {});
    const result = await work({
      q: onConnection(driver, dialect, connection, open),
      scope,
      takesWrites: true,
      isTransaction: true,
      afterCommit: (hook) => void hooks.push(hook),
    });
    open.isOpen = false;
    await driver.commitTransaction(connection);
    return result;
  } catch (error) {
    open.isOpen = false;
    await driver.rollbackTransaction(connection);
    throw error;
  } finally {
    await driver.releaseConnection(connection);
  }
}

function onConnection(
  driver: PoolDriver,
  dialect: Dialect,
  connection: PoolConnection,
  open: Pick<OpenTransaction, 'isOpen'>,
): Kysely<object> {
  const executor = new DefaultQueryExecutor(new PostgresQueryCompiler(), new PostgresAdapter(), {
    async provideConnection(use) {
      // Past the end it would be a statement of nobody's transaction, on a connection that may be somebody else's by
      // now.
      if (!open.isOpen) throw new Error('This transaction has ended.');
      return use(connection);
    },
  });
  return new Kysely<object>({ config: { dialect }, dialect, driver, executor });
}

function runHooks(hooks: readonly (() => void)[], log: Logger): void {
  for (const hook of hooks) {
    try {
      hook();
    } catch (error) {
      // The transaction is committed: its caller must not hear otherwise.
      log.error({ err: error }, 'work after a commit failed');
    }
  }
}

function isWorthRetrying(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === SERIALIZATION_FAILURE || state === DEADLOCK || isReadOnly(error) || isStalePlan(error);
}
