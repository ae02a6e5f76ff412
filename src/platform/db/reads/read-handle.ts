import { DefaultQueryExecutor, Kysely, PostgresAdapter, PostgresQueryCompiler } from 'kysely';
import type { CompiledQuery, Dialect, QueryResult } from 'kysely';
import type { ReadHandle } from '../db.ts';
import { createReadCheck } from './read-only-text.ts';

/** Runs one statement somewhere, and whole. */
export type RunStatement = <R>(statement: CompiledQuery) => Promise<QueryResult<R>>;

/** A handle whose statements, reads alone, are run by `run`. `database` is what it reads of. */
export function createReadHandle(run: RunStatement, database: Pick<ReadHandle, 'scope'>): ReadHandle {
  const check = createReadCheck();
  const connection = {
    async executeQuery<R>(statement: CompiledQuery): Promise<QueryResult<R>> {
      check(statement.sql);
      return await run<R>(statement);
    },
    streamQuery(): never {
      throw new Error('Results are never streamed: every query has a bound.');
    },
  };
  const executor = new DefaultQueryExecutor(new PostgresQueryCompiler(), new PostgresAdapter(), {
    provideConnection: (use) => use(connection),
  });
  return {
    q: new Kysely<object>({ config: { dialect: NO_DIALECT }, dialect: NO_DIALECT, driver: NO_DRIVER, executor }),
    scope: database.scope,
  };
}

/** Statements are run by the handle's own executor: there is nothing to connect. */
const NO_DRIVER = {
  init: async () => undefined,
  destroy: async () => undefined,
  acquireConnection: refuse,
  releaseConnection: refuse,
  beginTransaction: refuse,
  commitTransaction: refuse,
  rollbackTransaction: refuse,
};
const NO_DIALECT: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => NO_DRIVER,
  createIntrospector: refuse,
  createQueryCompiler: () => new PostgresQueryCompiler(),
};

function refuse(): never {
  throw new Error('A handle for reads opens no transaction.');
}
