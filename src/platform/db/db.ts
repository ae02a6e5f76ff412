import type { Kysely } from 'kysely';

/**
 * A handle to read with: what it answers may be a moment old (`reads/reads.ts`). A store's function takes it where no
 * money and no write depends on the answer; a function that writes takes a `Handle`, which this is not, and a writing
 * statement that is sent through it all the same is refused.
 */
export interface ReadHandle {
  readonly q: Kysely<object>;
  /**
   * The identity of the database behind the handle, one object for the `Db` and its transactions: caches of rows are
   * keyed by it.
   */
  readonly scope: object;
}

/**
 * A handle to run statements on: the database itself or an open transaction. A `store.ts` declares the rows of its own
 * tables and narrows the handle with `handle.q.withTables<TripTables>()`; there is no global table list.
 */
export interface Handle extends ReadHandle {
  readonly takesWrites: true;
}

/** An open transaction. Never call a supplier, a processor or another host while one is open. */
export interface Tx extends Handle {
  readonly isTransaction: true;
  /** Runs once the transaction has committed (never after a rollback): waking workers, dropping caches. */
  afterCommit(work: () => void): void;
}

/** The database: embedded (in-process PGlite) or a PostgreSQL server. Same migrations, same SQL. */
export interface Db extends Handle {
  readonly kind: 'embedded' | 'server';
  /**
   * READ COMMITTED transaction; commits when `work` resolves, rolls back when it throws. Serialization failures and
   * deadlocks are retried at most 3 times, and writes that a standby refused. Throws `DatabaseUnavailable`, as every
   * statement does.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Statements one by one on a connection of their own, which is closed afterwards: outside any transaction and without
   * time-outs, for what PostgreSQL runs in no transaction. On a server only.
   */
  outsideTransaction<T>(work: (h: Handle) => Promise<T>): Promise<T>;
  /** A cheap round trip, for readiness. `read_only`: it answers and takes no writes (a standby). */
  ping(): Promise<'ready' | 'read_only'>;
  close(): Promise<void>;
}
