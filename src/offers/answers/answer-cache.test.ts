import { expect, test } from 'vitest';
import { createAnswerCache, pricedQuery } from './answer-cache.ts';

const MIB = 1024 * 1024;
const madeAt = new Date('2026-03-01T08:00:00Z');
const answer = (text: string, size = text.length) => ({ bytes: Buffer.from(text.padEnd(size)), madeAt });
/** A cache that holds twelve answers of 2 MiB. */
const fill = (cache: ReturnType<typeof createAnswerCache>, queries: readonly string[]) => {
  for (const query of queries) cache.set(query, answer(query, 2 * MIB));
};
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `question ${index}`);

test('an answer comes back byte for byte, with its instant, however often it is asked for', () => {
  const cache = createAnswerCache();
  cache.set('a', answer('aaaa'));
  expect(String(cache.get('a')?.bytes)).toBe('aaaa');
  expect(cache.get('a')).toEqual({ bytes: Buffer.from('aaaa'), madeAt });
  expect(cache.get('b')).toBeUndefined();
});

test('the oldest answer makes room, and no answer shows the bytes of another', () => {
  const cache = createAnswerCache();
  const queries = numbered(14);
  fill(cache, queries);
  expect(queries.map((query) => cache.get(query)?.bytes.toString().trimEnd())).toEqual([
    undefined,
    undefined,
    ...queries.slice(2),
  ]);
});

test('bytes that were handed out stay as they are while others take their place', () => {
  const cache = createAnswerCache();
  cache.set('a', answer('aaaaa'));
  const handedOut = cache.get('a')?.bytes;
  fill(cache, numbered(13));
  expect(cache.get('a')).toBeUndefined();
  expect(String(handedOut)).toBe('aaaaa');
});

test('an answer that was asked for again outlives those that were not', () => {
  const cache = createAnswerCache();
  const [first = '', second = '', ...others] = numbered(13);
  fill(cache, [first, second]);
  cache.get(first);
  fill(cache, others);
  expect(cache.get(first)?.bytes.toString().trimEnd()).toBe(first);
  expect(cache.get(second)).toBeUndefined();
});

test('a new answer takes the place of the old one, asked for again or not; a deleted one is gone', () => {
  const cache = createAnswerCache();
  cache.set('a', answer('old'));
  cache.get('a');
  cache.set('a', answer('new'));
  expect(String(cache.get('a')?.bytes)).toBe('new');
  cache.delete('a');
  expect(cache.get('a')).toBeUndefined();
});

test('an answer over 2 MiB is not cached and moves nothing', () => {
  const cache = createAnswerCache();
  cache.set('a', answer('aaaa'));
  cache.set('b', answer('b', 2 * MIB + 1));
  expect(cache.get('b')).toBeUndefined();
  expect(String(cache.get('a')?.bytes)).toBe('aaaa');
});

test('a query names the version of the fees its answer shows, and is as it was where there never were any', () => {
  const body = { origin: 'PAR' };
  expect([0, 1, 12].map((version) => pricedQuery('flight_search', { version }, body))).toEqual([
    'flight_search|{"origin":"PAR"}',
    'flight_search|fees 1|{"origin":"PAR"}',
    'flight_search|fees 12|{"origin":"PAR"}',
  ]);
});
