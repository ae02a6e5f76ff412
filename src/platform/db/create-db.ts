import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Logger } from 'pino';
import type { Db, Handle, Tx } from './db.ts';
import { isStalePlan, openTransaction, PoolDriver, sqlStateOf } from './driver.ts';
import type { OpenTransaction } from './driver.ts';
import type { OpenedPool } from './embedded-database.ts';
import { pingDatabase } from './migration-store.ts';

/** Runs of one transaction after its first, when it lost against another. */
const RETRIES_MAX = 3;
const RETRY_WAIT_MS = 20;
/** Longest wait at a close for statements under way on a server. */
const CLOSE_WAIT_MS = 1_000;
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';

/** Makes the handle everyone uses out of an opened pool. */
export function createDb(kind: Db['kind'], opened: OpenedPool, log: Logger): Db {
  const driver = new PoolDriver(opened.pool);
  const q = new Kysely<object>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  const scope = {};
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    // Not `q.destroy()`: before its first statement Kysely has no driver to destroy.
    const ended = opened.pool.end();
    // A server that no longer answers holds its connections for as long as their statements may wait; nothing is lost with them.
    await (kind === 'server' ? Promise.race([ended, wait(CLOSE_WAIT_MS, undefined, { ref: false })]) : ended);
    await opened.close();
  };
  return {
    kind,
    q,
    scope,
    transaction: (work) => runTransaction({ q, scope }, work, log),
    ping: () => pingDatabase({ q, scope }),
    close() {
      closing ??= close();
      return closing;
    },
  };
}

async function runTransaction<T>(h: Handle, work: (tx: Tx) => Promise<T>, log: Logger): Promise<T> {
  for (let retries = 0; ; retries += 1) {
    const hooks: (() => void)[] = [];
    try {
      const result = await runOnce(h, work, hooks);
      runHooks(hooks, log);
      return result;
    } catch (error) {
      if (retries >= RETRIES_MAX || !isWorthRetrying(error)) throw error;
      log.debug({ retries, code: sqlStateOf(error) }, 'a transaction lost against another and runs again');
      await wait(RETRY_WAIT_MS * Math.random() * 2 ** retries);
    }
  }
}

/** The transaction is marked on the chain of calls, so that a statement that goes past it is an error (see driver.ts). */
async function runOnce<T>(h: Handle, work: (tx: Tx) => Promise<T>, hooks: (() => void)[]): Promise<T> {
  const outer = openTransaction.getStore();
  if (outer?.isOpen) throw new Error('This call already has a transaction open: pass its tx on instead of opening another.');
  const open: OpenTransaction = { isOpen: true, hasConnection: false };
  try {
    return await openTransaction.run(open, () =>
      h.q.transaction().execute((trx) => work({ q: trx, scope: h.scope, isTransaction: true, afterCommit: (hook) => void hooks.push(hook) })));
  } finally {
    open.isOpen = false;
  }
}

function runHooks(hooks: readonly (() => void)[], log: Logger): void {
  for (const hook of hooks) {
    try {
      hook();
    } catch (error) {
      // The transaction is committed: its caller must not be told otherwise.
      log.error({ err: error }, 'work after a commit failed');
    }
  }
}

function isWorthRetrying(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === SERIALIZATION_FAILURE || state === DEADLOCK || isStalePlan(error);
}
