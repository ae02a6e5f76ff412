import { type RawBuilder, sql } from 'kysely';
import type { WrittenCte } from '../cte.ts';
import type { Db, Handle, Tx } from '../db.ts';
import { isDistributed, isKnownDistributed } from './is-distributed.ts';
import { pipeline } from '../pipeline.ts';
import { runInTransaction } from '../run-in-transaction.ts';

/**
 * Runs parts as one statement and answers the row of one of them, `answer`; undefined when it has none, and then the
 * parts that depend on it have done nothing. Parts left undefined have nothing to do.
 *
 * On a distributed database the parts that may stand by themselves follow one by one, in the same transaction: an
 * `insert … select` inside a statement would go through the coordinator, which commits on every node in two phases,
 * while inserts of values go to the organization's node and its transaction ends there with one commit.
 */
export async function runCtes<Row>(
  h: Db | Tx,
  answer: WrittenCte<string, Row>,
  parts: readonly (WrittenCte | undefined)[],
): Promise<Row | undefined> {
  const all = parts.filter((part) => part !== undefined);
  // Without a turn of the event loop where the answer is known: statements are sent in the order of a pipeline.
  const isSpread = isKnownDistributed(h) ?? (await isDistributed(h));
  return isSpread ? await runApart(h, answer, all) : await runTogether(h, answer, all);
}

async function runTogether<Row>(
  h: Handle,
  answer: WrittenCte<string, Row>,
  parts: readonly WrittenCte[],
): Promise<Row | undefined> {
  const named = parts.map((part) => sql`${part.ref} as ${part.sql}`);
  const { rows } = await sql<Row>`with ${sql.join(named)} select * from ${answer.ref}`.execute(h.q);
  return rows[0];
}

async function runApart<Row>(
  h: Db | Tx,
  answer: WrittenCte<string, Row>,
  parts: readonly WrittenCte[],
): Promise<Row | undefined> {
  const rest = parts.filter((part) => part.apart === undefined);
  const inserts = parts.flatMap((part): readonly RawBuilder<unknown>[] =>
    part.apart === undefined ? [] : [part.apart],
  );
  if (inserts.length === 0) return await runTogether(h, answer, rest);
  return await runInTransaction(h, async (tx) => {
    const row = await runTogether(tx, answer, rest);
    if (row !== undefined) await pipeline(inserts.map((insert) => insert.execute(tx.q)));
    return row;
  });
}
