import type { Handle } from '../db.ts';
import { hasCitus, readPlaces } from './citus-store.ts';

/** What a database answered, once it has. */
interface Answer {
  readonly pending: Promise<boolean>;
  known: boolean | undefined;
}

/** What each database answered: found by its identity, which a transaction's handle shares. */
const answers = new WeakMap<object, Answer>();

/** True where tables of organizations lie on several nodes. A process asks its database once. */
export async function isDistributed(h: Handle): Promise<boolean> {
  const before = answers.get(h.scope);
  if (before !== undefined) return await before.pending;
  const answer: Answer = { pending: readAnswer(h), known: undefined };
  answers.set(h.scope, answer);
  try {
    answer.known = await answer.pending;
    return answer.known;
  } catch (error) {
    // It was away: the next caller asks again.
    answers.delete(h.scope);
    throw error;
  }
}

/** What this process's database answered; undefined before it has. */
export function isKnownDistributed(h: Handle): boolean | undefined {
  return answers.get(h.scope)?.known;
}

async function readAnswer(h: Handle): Promise<boolean> {
  return (await hasCitus(h)) && (await readPlaces(h)).size > 0;
}
