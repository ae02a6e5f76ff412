import type { Db, Tx } from './db.ts';

/**
 * Does work in the transaction that is open already, else in one of its own: what is put on record is then as true as
 * its record.
 */
export async function runInTransaction<T>(db: Db | Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  return 'isTransaction' in db ? await work(db) : await db.transaction(work);
}
