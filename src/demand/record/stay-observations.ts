import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { type BatchWriter, createBatchWriter } from '../../platform/scheduling/batch-writer.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Sealer } from '../../platform/security/crypto.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Metrics } from '../../platform/observability/metrics.ts';
import { createCallerKeys } from './caller-key.ts';
import { type HeldStay, type ObservedStays, stayNewsKey, toStayObservation } from '../model/observed-stay.ts';
import { pseudonymizeOrganizations } from '../read/pseudonymize-organizations.ts';
import { insertStayObservations } from './stay-store.ts';

/**
 * A repeated search with unchanged prices is no news within this time: one that is repeated must not drown its city's
 * sample.
 */
const REPEATED_WITHIN_MS = 10 * 60_000;
const SEARCHES_REMEMBERED_MAX = 10_000;

/**
 * What hotel nights have been seen to cost, by this installation. Recording is memory; the table is written behind it.
 */
export interface StayObservations {
  /** Takes what a search saw. Never throws and never waits. */
  record(search: ObservedStays): void;
  /** Writes what is held, now. */
  settle(): Promise<void>;
  /**
   * Writes what is held, for at most 2 s: what is not written by then is counted as dropped. Nothing is taken any more.
   */
  stop(): Promise<void>;
}

/** What the recorder is made of. */
export interface StayObservationsParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly sealer: Sealer;
}

/** Builds the recorder of a process. */
export function createStayObservations({ db, clock, log, metrics, sealer }: StayObservationsParts): StayObservations {
  const keys = createCallerKeys(sealer);
  const recent = new LRUCache<string, true>({ max: SEARCHES_REMEMBERED_MAX, ttl: REPEATED_WITHIN_MS });
  const rows: BatchWriter<HeldStay> = createBatchWriter({
    log,
    name: 'Stay observations',
    written: metrics.counter(
      'bly_stay_observations_written_total',
      'Observations of hotel prices written to the database.',
    ),
    dropped: metrics.counter(
      'bly_stay_observations_dropped_total',
      'Observations of hotel prices lost: too many were held, or they could not be written.',
    ),
    write: (batch) =>
      pseudonymizeOrganizations({ db, keys, log, now: clock.now() }, batch, (tx, callerOf) =>
        insertStayObservations(
          tx,
          batch.map(({ organizationId, ...row }) => ({
            ...row,
            caller: callerOf({ organizationId, observedAt: row.observedAt }),
          })),
        ),
      ),
  });
  return {
    record(search) {
      const row = toStayObservation(search, clock.now());
      const key = row && stayNewsKey(row);
      if (row === undefined || key === undefined || recent.has(key)) return;
      recent.set(key, true);
      rows.add([row]);
    },
    settle: () => rows.settle(),
    stop: () => rows.stop(),
  };
}
