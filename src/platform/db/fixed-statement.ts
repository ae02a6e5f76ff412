import { CompiledQuery } from 'kysely';
import type { Handle } from './db.ts';

/**
 * A statement whose text never changes, for the few that run several times in every order: it is not built anew each time. What is built from
 * what a caller asks for stays with the query builder.
 */
export function fixedStatement<Row>(text: string): (h: Handle, values: readonly unknown[]) => Promise<readonly Row[]> {
  return async (h, values) => (await h.q.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
}
