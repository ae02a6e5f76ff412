import type { CompiledQuery, QueryResult } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import type { Metrics } from '../../observability/metrics.ts';
import type { SharedState } from '../../shared-state/shared-state.ts';
import { createDb } from '../create-db.ts';
import { DatabaseUnavailable, sqlStateOf } from '../database-failure.ts';
import type { Db, ReadHandle } from '../db.ts';
import { openServer } from '../server/server-database.ts';
import { createReadHandle } from './read-handle.ts';
import { createOwnWrites } from './own-writes.ts';
import { type ReplicaWatch, watchReplica } from './replica-watch.ts';

/**
 * Where reads go that may be a moment old: lists, demand, usage, reconcile. Never money, and nothing that a write
 * decides on: those read from `app.db`. Without a replica all of it is the database itself.
 */
export interface Reads {
  /** For rows of no organization in particular, and of all of them. At most the bound old. */
  readonly recent: ReadHandle;
  /** For rows of one organization: the same, and never older than its own last write. */
  ofOrganization(organizationId: string): Promise<ReadHandle>;
  /**
   * The organization has written, or something was written for it: for as long as the bound its reads go to the
   * primary. Awaited before the write is answered, so that its caller, at whichever process, reads what it wrote. Where
   * other processes cannot be informed (Redis is away), this waits until the replica has the write, at most the bound.
   */
  noteWrite(organizationId: string): Promise<void>;
  close(): Promise<void>;
}

/** What reads are made of. */
export interface ReadParts {
  readonly config: Pick<Config, 'databaseReadUrl' | 'databaseReadLagMaxMs' | 'databasePoolMax' | 'isDatabasePrepared'>;
  readonly db: Db;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly shared: SharedState;
}

/** SQLSTATE of a read that a standby gave up, because it would have held up the replay of its primary's changes. */
const RECOVERY_CONFLICT = '40001';

/** Reads from the database, or from its replica where one is configured. */
export function createReads(parts: ReadParts): Reads {
  const { config, db } = parts;
  const primary = createReadHandle(<R>(statement: CompiledQuery) => db.q.executeQuery<R>(statement), db);
  const { databaseReadUrl: url, databaseReadLagMaxMs: lagMaxMs } = config;
  if (url === undefined)
    return {
      recent: primary,
      ofOrganization: async () => primary,
      noteWrite: async () => undefined,
      close: async () => undefined,
    };
  const replica = openReplica(url, parts);
  const watch = watchReplica({ ...parts, primary: db, replica, lagMaxMs });
  const recent = createReadHandle(readFromEither({ ...parts, replica, watch }), db);
  const writes = createOwnWrites(parts.shared, lagMaxMs);
  return {
    recent,
    ofOrganization: async (organizationId) => ((await writes.mayHaveWritten(organizationId)) ? primary : recent),
    async noteWrite(organizationId) {
      const writtenAtMs = performance.now();
      if (await writes.note(organizationId)) return;
      // Other processes do not know that they must not read it from the replica: they may once it is there.
      await watch.reached(writtenAtMs);
    },
    close() {
      watch.stop();
      return replica.close();
    },
  };
}

function openReplica(url: string, { config, log }: ReadParts): Db {
  const { databasePoolMax: poolMax, isDatabasePrepared: arePrepared } = config;
  return createDb('server', openServer({ url, poolMax, arePrepared, isReplica: true }, log), log);
}

/** At the replica while it is fresh; at the primary while it is not, and again where it failed. */
function readFromEither({
  db,
  replica,
  watch,
  metrics,
}: ReadParts & { readonly replica: Db; readonly watch: ReplicaWatch }) {
  const counter = metrics.counter(
    'bly_database_reads_total',
    'Reads that may be a moment old, by the server that answered; primary: the replica was away, too far behind, or failed.',
    ['server'],
  );
  const atPrimary = <R>(statement: CompiledQuery): Promise<QueryResult<R>> => {
    counter.inc({ server: 'primary' });
    return db.q.executeQuery<R>(statement);
  };
  return async <R>(statement: CompiledQuery): Promise<QueryResult<R>> => {
    if (!watch.isFresh()) return await atPrimary(statement);
    try {
      const result = await replica.q.executeQuery<R>(statement);
      counter.inc({ server: 'replica' });
      return result;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) watch.leave(error);
      else if (sqlStateOf(error) !== RECOVERY_CONFLICT) throw error;
      return await atPrimary(statement);
    }
  };
}
