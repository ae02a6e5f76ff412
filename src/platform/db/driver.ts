import { AsyncLocalStorage } from 'node:async_hooks';
import { CompiledQuery } from 'kysely';
import type { DatabaseConnection, Driver, QueryCompiler, QueryResult, TransactionSettings } from 'kysely';
import type pg from 'pg';
import { asDatabaseFailure, DatabaseUnavailable, isPoolFull, isReadOnly, sqlStateOf } from './database-failure.ts';
import type { ServerChoice } from './server/server-choice.ts';
import { createStatementNames } from './statement-names.ts';
import type { StatementNames } from './statement-names.ts';

/** The transaction this chain of calls has open. */
export interface OpenTransaction {
  isOpen: boolean;
  /** True once the transaction has its own connection: the next one asked for is a mistake. */
  hasConnection: boolean;
}
/**
 * Follows calls, so that a statement beside an open transaction is found at once instead of hanging (see
 * `acquireConnection`).
 */
export const openTransaction = new AsyncLocalStorage<OpenTransaction>();

/**
 * Lifts the time-out of statements for the rest of the transaction that sends it: the server's, and the one on this
 * side.
 */
export const LIFT_STATEMENT_TIMEOUT = 'set local statement_timeout = 0';
/** Longest statement of a transaction that has lifted its time-out: a migration may rebuild a large table. */
const LIFTED_TIMEOUT_MS = 24 * 3_600_000;

const WRITING_COMMANDS: readonly (string | undefined)[] = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'];

/** A pool, and how it is used. */
export interface PoolSettings {
  readonly pool: pg.Pool;
  /** The servers that its clients are made for, one after the other; undefined where there is one. */
  readonly servers?: ServerChoice;
  /** False: no statement is prepared by name (a pooler lends a connection for a transaction only). */
  readonly arePrepared?: boolean;
  /** What begins a transaction. */
  readonly begin?: string;
}

const NO_NAMES: StatementNames = { nameOf: () => undefined, renew: () => undefined };

/**
 * Kysely's driver for both databases: a pool of pg clients (of one, on the embedded database). Kysely's own PGlite
 * dialect works, but reads and writes values by other rules than pg and takes four times as long for a statement
 * (docs/decisions/0005).
 */
export class PoolDriver implements Driver {
  readonly #pool: pg.Pool;
  readonly #servers: ServerChoice | undefined;
  readonly #begin: string;
  readonly #connections = new WeakMap<pg.PoolClient, PoolConnection>();
  /** Connections older than this one may be of a server that takes no writes any more. */
  #generation = 0;

  constructor({ pool, servers, arePrepared = true, begin = 'begin' }: PoolSettings) {
    this.#pool = pool;
    this.#servers = servers;
    this.#begin = begin;
    const names: StatementNames = arePrepared ? createStatementNames() : NO_NAMES;
    pool.on('connect', (client) => {
      const generation = this.#generation;
      const connection = new PoolConnection(client, names, {
        isOld: () => generation < this.#generation,
        onReadOnly: () => this.#retire(generation),
      });
      this.#connections.set(client, connection);
      // For as long as the client lives: the pool listens only while nobody holds it, and an `error` nobody hears ends
      // the process.
      client.on('error', () => connection.markBroken());
    });
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PoolConnection> {
    const open = openTransaction.getStore();
    if (open?.isOpen) {
      // On the embedded database this would wait for itself for ever, on a full pool of a server too: the same error on
      // both.
      if (open.hasConnection)
        throw new Error(
          'A statement was sent to the database while this call has a transaction open. Send it through tx.',
        );
      open.hasConnection = true;
    }
    for (;;) {
      const client = await this.#connect();
      const connection = this.#connections.get(client);
      if (connection === undefined) throw new Error('The pool had connected before its driver was made.');
      if (!connection.isOld) return connection;
      connection.release();
    }
  }

  /**
   * The server that the newest connections lead to takes no writes: none of those made so far is used again. Each may
   * lead to it, and would go on answering with what it knew when it last received changes.
   */
  retireConnections(): void {
    this.#retire(this.#generation);
  }

  #retire(generation: number): void {
    // What an older one meets was known when the newer were made.
    if (generation === this.#generation) this.#generation += 1;
  }

  /** A connection to the server that takes writes, where several are named: each is tried once. */
  async #connect(): Promise<pg.PoolClient> {
    for (let tries = 1; ; tries += 1) {
      const server = this.#servers?.current;
      try {
        return await this.#pool.connect();
      } catch (error) {
        if (server === undefined || isPoolFull(error) || tries >= (this.#servers?.count ?? 1))
          throw asDatabaseFailure(error);
        this.#servers?.leave(server);
      }
    }
  }

  async beginTransaction(connection: PoolConnection, settings: TransactionSettings): Promise<void> {
    if (settings.isolationLevel !== undefined) throw new Error('Every transaction is READ COMMITTED.');
    connection.begin(this.#begin);
  }

  async commitTransaction(connection: PoolConnection): Promise<void> {
    const command = await connection.end('commit');
    // PostgreSQL answers COMMIT of a transaction in which a statement failed with ROLLBACK, without an error.
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back: one of its statements had failed.');
  }

  async rollbackTransaction(connection: PoolConnection): Promise<void> {
    await connection.end('rollback');
  }

  async savepoint(connection: PoolConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`savepoint "${name}"`));
  }

  async rollbackToSavepoint(
    connection: PoolConnection,
    name: string,
    _compile: QueryCompiler['compileQuery'],
  ): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`rollback to savepoint "${name}"`));
  }

  async releaseSavepoint(connection: PoolConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`release savepoint "${name}"`));
  }

  async releaseConnection(connection: PoolConnection): Promise<void> {
    connection.release();
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }
}

/** What pg takes; its types do not know that one statement may have a time-out of its own. */
interface Statement extends pg.QueryConfig<unknown[]> {
  readonly query_timeout?: number;
}

/** What a connection knows of the others of its pool. */
interface Standing {
  /** Newer ones were made because its server took no writes. */
  isOld(): boolean;
  /** Its server takes no writes. */
  onReadOnly(): void;
}

/** One client of the pool while somebody holds it. */
export class PoolConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #names: StatementNames;
  readonly #standing: Standing;
  #isInTransaction = false;
  #isBroken = false;
  #isUnhurried = false;
  #begun: Promise<unknown> | undefined;
  readonly #hasSession: boolean;

  constructor(client: pg.PoolClient, names: StatementNames, standing: Standing) {
    this.#hasSession = names !== NO_NAMES;
    this.#client = client;
    this.#names = names;
    this.#standing = standing;
  }

  /** The pool must give it to nobody any more. */
  get isOld(): boolean {
    return this.#standing.isOld();
  }

  /** Sends BEGIN without waiting: it travels with the first statement (the client is in pipeline mode). */
  begin(text: string): void {
    this.#isInTransaction = true;
    this.#begun = this.#client.query(text);
    // Its failure is a lost connection, which the first statement reports as well; `end` awaits it for the rest.
    this.#begun.catch(() => undefined);
  }

  /** Sends COMMIT or ROLLBACK and answers what PostgreSQL made of it. */
  async end(text: 'commit' | 'rollback'): Promise<string> {
    this.#isInTransaction = false;
    this.#isUnhurried = false;
    try {
      await this.#begun;
      return (await this.#client.query(text)).command;
    } catch (error) {
      // Nobody may get a connection whose transaction has an unknown end.
      this.#isBroken = true;
      throw asDatabaseFailure(error);
    } finally {
      this.#begun = undefined;
    }
  }

  /**
   * Statements of its holder may take as long as they need. The session is not used again: it is closed on release.
   * Behind a pooler in transaction mode the server's own time-out is set in transactions alone, and nothing is to lift.
   */
  async liftTimeouts(): Promise<void> {
    this.#isBroken = true;
    this.#isUnhurried = true;
    if (this.#hasSession) await this.executeQuery(CompiledQuery.raw('set statement_timeout = 0'));
  }

  /** Its socket is lost: the holder's next statement fails, and the pool gives the connection to nobody else. */
  markBroken(): void {
    this.#isBroken = true;
  }

  release(): void {
    this.#client.release(this.#isBroken || this.isOld);
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const isInTransaction = this.#isInTransaction;
    try {
      return await this.#run<R>(query);
    } catch (error) {
      if (!isStalePlan(error)) throw error;
      this.#names.renew();
      // A failed statement has ended its transaction: `transaction()` runs it again from the start.
      if (isInTransaction) throw error;
      return await this.#run<R>(query);
    }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Results are never streamed: every query has a bound.');
  }

  async #run<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const name = this.#names.nameOf(query.sql);
    const values = [...query.parameters];
    const named = name === undefined ? {} : { name };
    const result = await this.#send({
      text: query.sql,
      values,
      ...named,
      ...(this.#isUnhurried ? { query_timeout: LIFTED_TIMEOUT_MS } : {}),
    });
    if (query.sql === LIFT_STATEMENT_TIMEOUT) this.#isUnhurried = this.#isInTransaction;
    // Several statements in one text (a migration) answer with a list.
    if (Array.isArray(result)) return { rows: [] };
    const { rows } = result;
    // The engine keeps pg's own result until it next collects its whole heap, long after anybody could ask for it: not
    // with all that was read.
    result.rows = [];
    if (!WRITING_COMMANDS.includes(result.command)) return { rows };
    return { rows, numAffectedRows: BigInt(result.rowCount ?? 0) };
  }

  async #send(statement: Statement): Promise<pg.QueryResult> {
    try {
      return await this.#client.query(statement);
    } catch (error) {
      const failure = asDatabaseFailure(error);
      // Nobody else may meet the same server; and the answer to a statement that was given up may still come, and would
      // be taken for that of the next.
      if (failure instanceof DatabaseUnavailable) this.#isBroken = true;
      if (isReadOnly(failure)) this.#standing.onReadOnly();
      throw failure;
    }
  }
}

/**
 * True when a cached plan no longer fits the schema (a migration by another process): its statement must be prepared
 * anew.
 */
export function isStalePlan(error: unknown): boolean {
  return sqlStateOf(error) === '0A000' && error instanceof Error && error.message.includes('cached plan');
}
