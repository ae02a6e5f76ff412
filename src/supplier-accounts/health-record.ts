import type { Logger } from 'pino';
import { createRefreshingCache } from '../platform/cache/refreshing-cache.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import type { AccountHealth, AccountName, AccountReport } from '../suppliers/common/account-health.ts';
import { type HealthRecord, judgeRecord, recordReport } from './model/condition.ts';
import { findHealth, type RecordName, writeHealth } from './store-health.ts';

/** What other processes recorded is seen after this long. */
const cacheLifeMs = 5_000;
const cacheRefreshMs = 2_000;
const cachedMax = 10_000;
const detailLengthMax = 200;

interface Parts {
  readonly clock: Clock;
  readonly db: Db;
  readonly log: Logger;
}

/** The record of how accounts do, and the end of what is still being written. */
export interface HealthRecorder extends AccountHealth {
  /** Resolves when every report made so far is written. */
  flush(): Promise<void>;
}

/**
 * Records how accounts do in the database, which all processes share and which survives them. Reports of one account
 * are written one after another, so that the last one made is the last one written.
 */
export function createAccountHealth({ clock, db, log }: Parts): HealthRecorder {
  const records = createRefreshingCache<{ readonly record: HealthRecord | undefined }>({
    read: async (key) => ({ record: await findHealth(db, nameOf(key)) }),
    ttlMs: cacheLifeMs,
    refreshedMs: cacheRefreshMs,
    entriesMax: cachedMax,
    onRefreshFailed: (err) => log.warn({ err }, 'How a supplier account does could not be read again.'),
  });
  /** The latest report of each account that is not written yet; undefined while an earlier one is being written. */
  const waiting = new Map<string, AccountReport | undefined>();
  const running = new Map<string, Promise<void>>();

  async function write(key: string): Promise<void> {
    for (let report = waiting.get(key); report !== undefined; report = waiting.get(key)) {
      waiting.set(key, undefined);
      try {
        const { record: known } = await records.get(key);
        const record = recordReport(known, report, clock.now());
        if (record === undefined) continue;
        await writeHealth(db, nameOf(key), record);
        records.forget(key);
      } catch (err) {
        log.warn({ err }, 'How a supplier account does could not be recorded.');
      }
    }
    waiting.delete(key);
    running.delete(key);
  }

  return {
    report(account, reported) {
      const key = keyOf(account);
      // A call that failed is on record, even where a good one ends before it was written.
      const report = shorten(reported, waiting.get(key)?.failure);
      const isRunning = waiting.has(key);
      waiting.set(key, report);
      if (!isRunning) running.set(key, write(key));
    },
    async read(account) {
      const key = keyOf(account);
      try {
        await running.get(key);
        return judgeRecord((await records.get(key)).record, clock.now());
      } catch (err) {
        log.warn({ err }, 'How a supplier account does could not be read.');
        return judgeRecord(undefined, clock.now());
      }
    },
    async flush() {
      await Promise.all(running.values());
    },
  };
}

function shorten({ status, detail, failure }: AccountReport, before: AccountReport['failure']): AccountReport {
  const last = failure ?? before;
  return {
    status,
    ...(detail !== undefined && { detail: detail.slice(0, detailLengthMax) }),
    ...(last !== undefined && { failure: { ...last, detail: last.detail.slice(0, detailLengthMax) } }),
  };
}

/** Neither a supplier's name nor an account's id holds one. */
const SEPARATOR = ' ';

function keyOf({ supplier, accountId }: AccountName): string {
  return `${supplier}${SEPARATOR}${accountId}`;
}

function nameOf(key: string): RecordName {
  const [supplier = '', accountId = ''] = key.split(SEPARATOR);
  return { supplier, accountId };
}
