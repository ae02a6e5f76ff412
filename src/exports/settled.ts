import { setTimeout as wait } from 'node:timers/promises';
import type { Handle } from '../platform/db/db.ts';
import { listWriters, readSequence, type SequencedTable } from './store.ts';

const LOOK_AGAIN_MS = 100;
/** Longest wait for transactions that write: what they hold back is exported next time. */
const LOOKS_MAX = 50;

/**
 * The number up to which every row of a table that will ever be there can be read; undefined while a transaction that
 * may have taken such a number goes on for longer than some seconds.
 *
 * A transaction takes its numbers when it inserts, and its rows appear when it commits: 7 may be there before 6.
 * Reading up to the highest number that is there would skip 6 for ever. So the sequence is read first, then who holds
 * the lock that an insert takes on its table before it takes a number, and holds until it ends. Once they have ended,
 * each number up to the one that was read is there or will never be. Nobody waits for us: no lock is taken.
 */
export async function findSettledSequence(
  h: Handle,
  table: SequencedTable,
  signal: AbortSignal,
): Promise<number | undefined> {
  const sequence = await readSequence(h, table);
  let writers = await listWriters(h, table);
  for (let looks = 1; writers.length > 0; looks += 1) {
    if (looks >= LOOKS_MAX || signal.aborted) return undefined;
    await wait(LOOK_AGAIN_MS);
    const still = new Set(await listWriters(h, table));
    writers = writers.filter((writer) => still.has(writer));
  }
  return sequence;
}
