import { type RawBuilder, sql } from 'kysely';

/** A jsonb parameter: it travels as text, which the embedded database and a server both read. */
export function toJsonb<T>(value: unknown): RawBuilder<T> {
  return sql<T>`${JSON.stringify(value)}::jsonb`;
}
