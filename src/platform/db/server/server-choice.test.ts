import { expect, test } from 'vitest';
import { createServerChoice, serverUrlsOf } from './server-choice.ts';

test.each([
  ['postgres://localhost/bly', ['postgres://localhost/bly']],
  [
    'postgresql://u:p%40ss@a:1,b/bly?sslmode=require',
    ['postgresql://u:p%40ss@a:1/bly?sslmode=require', 'postgresql://u:p%40ss@b/bly?sslmode=require'],
  ],
  ['postgres://[::1]:5432,[::2]:5433/bly', ['postgres://[::1]:5432/bly', 'postgres://[::2]:5433/bly']],
  ['postgres://a,b,c', ['postgres://a', 'postgres://b', 'postgres://c']],
  ['postgres:///bly?host=/run/postgresql', ['postgres:///bly?host=/run/postgresql']],
])('%s names these servers', (databaseUrl, urls) => {
  expect(serverUrlsOf(databaseUrl)).toEqual(urls);
});

test('a server that is left is followed by the next, in a circle; one left long ago moves nothing', () => {
  const choice = createServerChoice(['one', 'two']);
  expect([choice.count, choice.current]).toEqual([2, 'one']);
  choice.leave('one');
  choice.leave('one');
  expect(choice.current).toBe('two');
  choice.leave('two');
  expect(choice.current).toBe('one');
});
