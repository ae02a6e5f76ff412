import { LRUCache } from 'lru-cache';

const READS = /^\s*(select|with|\()/i;
/** `insert into`, `delete from`, `update … set`, `merge into`, `for update`: a row is changed or locked. */
const WRITES =
  /\b(insert\s+into|delete\s+from|update\s+\S+(\s+(as\s+)?\w+)?\s+set|merge\s+into|for\s+(no\s+key\s+)?update)\b/i;
const TEXTS_KNOWN_MAX = 1_000;

/** A statement that writes was sent through a handle for reads. */
export class WriteThroughReadHandle extends Error {
  constructor(text: string) {
    super(`A statement that may write was sent through a handle for reads: ${text.trim().slice(0, 80)}`);
    this.name = 'WriteThroughReadHandle';
  }
}

/**
 * Throws `WriteThroughReadHandle` for whatever is not plainly a read. Texts that were found to be reads are remembered.
 */
export function createReadCheck(): (text: string) => void {
  const reads = new LRUCache<string, true>({ max: TEXTS_KNOWN_MAX });
  return (text) => {
    if (reads.has(text)) return;
    if (!READS.test(text) || WRITES.test(text)) throw new WriteThroughReadHandle(text);
    reads.set(text, true);
  };
}
