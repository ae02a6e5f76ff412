import { sql } from 'kysely';
import type { Handle } from '../platform/db/db.ts';

type FailureTables = { sign_in_failure: { address_hash: string; failures: number; counted_until: Date } };
const db = (h: Handle) => h.q.withTables<FailureTables>();

/** What an address has to its name. */
export interface FailureCount {
  readonly failures: number;
  readonly countedUntil: Date;
}

/**
 * Adds one, in one statement: of many who try at once each gets a number of their own. The one that makes it `max` starts the
 * wait; beyond it nothing changes until that is over.
 */
export async function addFailure(h: Handle, addressHash: string, count: { readonly now: Date; readonly until: Date; readonly max: number }): Promise<FailureCount> {
  const { now, until, max } = count;
  const row = await db(h).insertInto('sign_in_failure').values({ address_hash: addressHash, failures: 1, counted_until: until })
    .onConflict((conflict) => conflict.column('address_hash').doUpdateSet({
      failures: sql<number>`case when sign_in_failure.counted_until <= ${now} then 1 else least(sign_in_failure.failures + 1, ${max + 1}::integer) end`,
      counted_until: sql<Date>`case when sign_in_failure.counted_until <= ${now} or sign_in_failure.failures + 1 = ${max}::integer then ${until}::timestamptz else sign_in_failure.counted_until end`,
    })).returning(['failures', 'counted_until']).executeTakeFirstOrThrow();
  return { failures: row.failures, countedUntil: row.counted_until };
}

/** Forgets what an address has to its name. */
export async function clearFailures(h: Handle, addressHash: string): Promise<void> {
  await db(h).deleteFrom('sign_in_failure').where('address_hash', '=', addressHash).execute();
}

/** Deletes counts that have come to their end. */
export async function deleteEndedFailures(h: Handle, now: Date): Promise<void> {
  await db(h).deleteFrom('sign_in_failure').where('counted_until', '<=', now).execute();
}
