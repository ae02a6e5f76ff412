import { sql } from 'kysely';
import type { Handle } from '../../platform/db/db.ts';

type FailureTables = { sign_in_count: { address_hash: string; scope: string; failures: number; counted_until: Date } };
const db = (h: Handle) => h.q.withTables<FailureTables>();

/** What is counted together: an address, and where it is tried from. */
export interface FailureScope {
  readonly addressHash: string;
  readonly scope: string;
}

/** How many failures a scope has, and until when they count. */
export interface FailureCount {
  readonly failures: number;
  readonly countedUntil: Date;
}

/**
 * Adds one, in one statement: of many who try at once each gets a number of their own. The one that makes it `max`
 * starts the wait; beyond it nothing changes until that is over.
 */
export async function addFailure(
  h: Handle,
  { addressHash, scope }: FailureScope,
  count: { readonly now: Date; readonly until: Date; readonly max: number },
): Promise<FailureCount> {
  const { now, until, max } = count;
  const row = await db(h)
    .insertInto('sign_in_count')
    .values({ address_hash: addressHash, scope, failures: 1, counted_until: until })
    .onConflict((conflict) =>
      conflict.columns(['address_hash', 'scope']).doUpdateSet({
        failures: sql<number>`case when sign_in_count.counted_until <= ${now} then 1
          else least(sign_in_count.failures + 1, ${max + 1}::integer) end`,
        counted_until: sql<Date>`case when sign_in_count.counted_until <= ${now} or sign_in_count.failures + 1 = ${max}::integer
          then ${until}::timestamptz else sign_in_count.counted_until end`,
      }),
    )
    .returning(['failures', 'counted_until'])
    .executeTakeFirstOrThrow();
  return { failures: row.failures, countedUntil: row.counted_until };
}

/** Forgets the failures of an address: of some scopes, or of all but the second factor's, which no mail renews. */
export async function clearFailures(h: Handle, addressHash: string, scopes?: readonly string[]): Promise<void> {
  const all = db(h).deleteFrom('sign_in_count').where('address_hash', '=', addressHash);
  await (scopes === undefined ? all.where('scope', '<>', 'second_factor') : all.where('scope', 'in', scopes)).execute();
}

/** Deletes counts that have come to their end. */
export async function deleteEndedFailures(h: Handle, now: Date): Promise<void> {
  await db(h).deleteFrom('sign_in_count').where('counted_until', '<=', now).execute();
}
