import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Runs of one text before it is given a name. */
const RUNS_BEFORE_NAME = 3;
/** Texts that are counted at once; SQL with a list of changing length falls out of here before it is ever named. */
const COUNTED_TEXTS_MAX = 1_000;
/**
 * Names ever given by one process. Each is a prepared statement in every connection of the pool until it closes, so
 * this bounds the memory of the server (about 10–50 kB a statement and connection).
 */
const NAMES_MAX = 400;

/** Gives hot statements the name under which PostgreSQL keeps them parsed. */
export interface StatementNames {
  /** The name to run this text under, or undefined to run it unnamed. */
  nameOf(text: string): string | undefined;
  /** Gives up every name: a change of the schema made the cached plans unusable. */
  renew(): void;
}

/** Counts texts and names those that come again. */
export function createStatementNames(): StatementNames {
  const names = new Map<string, string>();
  const runs = new LRUCache<string, number>({ max: COUNTED_TEXTS_MAX });
  let generation = 0;
  let namesGiven = 0;
  return {
    nameOf(text) {
      const known = names.get(text);
      if (known !== undefined) return known;
      // Only a text of one statement can be prepared.
      if (namesGiven >= NAMES_MAX || text.includes(';')) return undefined;
      const count = (runs.get(text) ?? 0) + 1;
      runs.set(text, count);
      if (count <= RUNS_BEFORE_NAME) return undefined;
      const name = `s${generation}_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
      names.set(text, name);
      runs.delete(text);
      namesGiven += 1;
      return name;
    },
    renew() {
      names.clear();
      generation += 1;
    },
  };
}
