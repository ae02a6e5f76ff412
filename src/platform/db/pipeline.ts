import { sqlStateOf } from './driver.ts';

/** SQLSTATE of a statement after one that failed, in the same transaction. */
const IN_FAILED_TRANSACTION = '25P02';

/**
 * Waits for statements of one transaction that were sent together, and answers what each answered. They reach the
 * database in the order they are listed, as one write (see driver.ts), so locks are taken in that order; none may need
 * what another answers. When some fail, all have ended by the time one is thrown: none is sent after the transaction's
 * end. That one is the cause, never a statement that PostgreSQL refused because another had failed before it.
 */
export async function together<T extends readonly unknown[]>(
  statements: { readonly [K in keyof T]: Promise<T[K]> },
): Promise<T> {
  const ends = await Promise.allSettled(statements);
  const failures = ends.filter((end) => end.status === 'rejected').map(({ reason }) => reason);
  if (failures.length > 0)
    throw failures.find((failure) => sqlStateOf(failure) !== IN_FAILED_TRANSACTION) ?? failures[0];
  return Promise.all(statements);
}
