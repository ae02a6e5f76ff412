import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { sql } from 'kysely';
import type { Db } from '../db.ts';
import type { Metrics } from '../../observability/metrics.ts';

/** How old what a replica answers is at most. */
export interface ReplicaWatch {
  /** Whether everything that was committed before the bound is there. */
  isFresh(): boolean;
  /** It has failed a statement: it is not asked again before it has proved itself. */
  leave(error: unknown): void;
  /**
   * Waits until the replica has everything that was committed before an instant (of `performance.now()`); for the bound
   * at most, after which no process reads from it, and not at all where it is not in use.
   */
  reached(atMs: number): Promise<void>;
  stop(): void;
}

/** What is watched, and against which bound. */
export interface Watched {
  readonly primary: Db;
  readonly replica: Db;
  readonly lagMaxMs: number;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Looks within the bound. */
const LOOKS = 4;
/** Positions whose arrival at the replica is still waited for. */
const POSITIONS_MAX = 64;

/** A position of the primary's log, and when it was requested: everything committed before then lies in front of it. */
interface Position {
  readonly lsn: string;
  readonly requestedAtMs: number;
}

/**
 * Measures by positions in the log, not by clocks: the primary is asked how far its log reaches, the replica which of
 * these positions it has replayed. Whatever was committed before the newest of them was asked for can be read there.
 * That needs no row to be written, no clock of another machine, and holds while nothing is written at all (the time
 * since `pg_last_xact_replay_timestamp()` would grow then). A replica of another database is refused.
 */
export function watchReplica({ primary, replica, lagMaxMs, log, metrics }: Watched): ReplicaWatch {
  let freshAtMs = Number.NEGATIVE_INFINITY;
  let wasFresh: boolean | undefined;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const positions: Position[] = [];
  let looked = Promise.withResolvers<void>();
  const ageMs = () => performance.now() - freshAtMs;
  const judge = (err?: unknown) => {
    const isFresh = ageMs() <= lagMaxMs;
    if (isFresh !== wasFresh) say(log, isFresh, { wasFresh, ageMs: ageMs(), lagMaxMs, err });
    wasFresh = isFresh;
  };
  const look = async () => {
    let failure: unknown;
    try {
      freshAtMs = Math.max(freshAtMs, await measure({ primary, replica, positions }));
    } catch (error) {
      failure = error;
    }
    looked.resolve();
    looked = Promise.withResolvers();
    if (isStopped) return;
    judge(failure);
    timer = setTimeout(look, lagMaxMs / LOOKS).unref();
  };
  reportAge(metrics, ageMs);
  void look();
  return {
    isFresh: () => ageMs() <= lagMaxMs,
    leave(error) {
      freshAtMs = Number.NEGATIVE_INFINITY;
      positions.length = 0;
      judge(error);
    },
    async reached(atMs) {
      const leftMs = () => atMs + lagMaxMs - performance.now();
      // Another process may see the replica as fresh where this one does not: only time says that nobody reads an
      // older state.
      while (!isStopped && freshAtMs < atMs && leftMs() > 0)
        await Promise.race([looked.promise, wait(leftMs(), undefined, { ref: false })]);
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** When the newest position was asked for that the replica has replayed. Positions up to it are forgotten. */
async function measure({
  primary,
  replica,
  positions,
}: Pick<Watched, 'primary' | 'replica'> & { readonly positions: Position[] }): Promise<number> {
  const requestedAtMs = performance.now();
  const at = await readPosition(primary);
  positions.push({ lsn: at.lsn, requestedAtMs });
  if (positions.length > POSITIONS_MAX) positions.shift();
  const waited = [...positions];
  const found = await readReplayed(
    replica,
    waited.map(({ lsn }) => lsn),
  );
  if (found.system !== at.system) throw new Error('DATABASE_READ_URL is no replica of the server in DATABASE_URL.');
  if (!found.is_standby) throw new Error('The server in DATABASE_READ_URL is no standby (any more).');
  const seen = waited[found.replayed - 1];
  if (seen === undefined) return Number.NEGATIVE_INFINITY;
  positions.splice(0, positions.indexOf(seen));
  return seen.requestedAtMs;
}

async function readPosition(primary: Db): Promise<{ readonly lsn: string; readonly system: string }> {
  const { rows } = await sql<{ lsn: string; system: string }>`
    select pg_current_wal_lsn()::text as lsn, (select system_identifier::text from pg_control_system()) as system`.execute(
    primary.q,
  );
  const [at] = rows;
  if (at === undefined) throw new Error('The server did not say how far its log reaches.');
  return at;
}

async function readReplayed(replica: Db, lsns: readonly string[]) {
  const { rows } = await sql<{ replayed: number; is_standby: boolean; system: string }>`
    select (select coalesce(max(place), 0) from unnest(${lsns}::text[]) with ordinality as asked (lsn, place)
        where asked.lsn::pg_lsn <= pg_last_wal_replay_lsn()) as replayed,
      pg_is_in_recovery() as is_standby,
      (select system_identifier::text from pg_control_system()) as system`.execute(replica.q);
  return rows[0] ?? { replayed: 0, is_standby: false, system: '' };
}

function say(
  log: Logger,
  isFresh: boolean,
  { wasFresh, ageMs, lagMaxMs, err }: { wasFresh: boolean | undefined; ageMs: number; lagMaxMs: number; err: unknown },
): void {
  if (isFresh) log.info({ lagMaxMs }, 'reads that may be a moment old go to the replica');
  else if (wasFresh !== undefined || err !== undefined)
    log.warn(
      {
        lagMaxMs,
        ...(Number.isFinite(ageMs) ? { behindMs: Math.round(ageMs) } : {}),
        ...(err === undefined ? {} : { err }),
      },
      'the replica is away or too far behind: all reads go to the primary',
    );
}

function reportAge(metrics: Metrics, ageMs: () => number): void {
  const age = metrics.gauge(
    'bly_database_replica_age_seconds',
    'How old what the read replica answers is at most; +Inf while nothing is known of it.',
    [],
    async () => age.set(ageMs() / 1_000),
    'max',
  );
}
