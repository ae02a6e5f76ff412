import pg from 'pg';
import * as z from 'zod';

const Sent = z.union([z.string(), z.looseObject({ text: z.string() }).transform(({ text }) => text)]);

/** Keeps the text of every statement that this process sends to a database from now on, each once. */
export function recordStatements(): ReadonlySet<string> {
  const texts = new Set<string>();
  const send: unknown = Reflect.get(pg.Client.prototype, 'query');
  if (typeof send !== 'function') throw new Error('pg has changed');
  Reflect.set(pg.Client.prototype, 'query', function recorded(this: unknown, ...given: unknown[]): unknown {
    const sent = Sent.safeParse(given[0]);
    if (sent.success) texts.add(sent.data);
    return Reflect.apply(send, this, given);
  });
  return texts;
}
