import type { Handle } from '../db.ts';
import { hasCitus, readPlaces } from './citus-store.ts';

/** What each database answered: found by its identity, which a transaction's handle shares. */
const answers = new WeakMap<object, Promise<boolean>>();

/** True where tables of organizations lie on several nodes. A process asks its database once. */
export async function isDistributed(h: Handle): Promise<boolean> {
  const known = answers.get(h.scope);
  if (known !== undefined) return await known;
  const answer = readAnswer(h);
  answers.set(h.scope, answer);
  // It was away: the next caller asks again.
  answer.catch(() => answers.delete(h.scope));
  return await answer;
}

async function readAnswer(h: Handle): Promise<boolean> {
  return (await hasCitus(h)) && (await readPlaces(h)).size > 0;
}
