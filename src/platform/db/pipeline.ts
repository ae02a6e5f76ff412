import { sqlStateOf } from './database-failure.ts';

/** SQLSTATE of a statement after one that failed, in the same transaction. */
const IN_FAILED_TRANSACTION = '25P02';

/**
 * Waits for statements of one transaction that are sent in one write (see driver.ts), and returns their results. They
 * reach the database in the order of the list, so locks are taken in that order; none may need another's result. When
 * some fail, all have ended before one failure is thrown, so none is sent after the transaction's end. The failure
 * thrown is the cause, never that of a statement which PostgreSQL refused because an earlier one had failed.
 *
 * @example
 * const [started, listed] = await pipeline([startAttempt(tx, payment), listSession(tx, session)]);
 */
export async function pipeline<T extends readonly unknown[]>(
  statements: { readonly [K in keyof T]: Promise<T[K]> },
): Promise<T> {
  const ends = await Promise.allSettled(statements);
  const failures = ends.filter((end) => end.status === 'rejected').map(({ reason }) => reason);
  if (failures.length > 0)
    throw failures.find((failure) => sqlStateOf(failure) !== IN_FAILED_TRANSACTION) ?? failures[0];
  return Promise.all(statements);
}
