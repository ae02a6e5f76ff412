import { expect, test } from 'vitest';
import type { Handle } from '../db.ts';
import { createReads } from './reads.ts';
import { createReadCheck, WriteThroughReadHandle } from './read-only-text.ts';

const check = createReadCheck();

test.each([
  'select * from booking where status = $1',
  '\n  with found as (select 1) select * from found',
  '(select 1) union all (select 2)',
  'select updated_at, deleted from trip order by updated_at',
])('reads: %s', (text) => {
  expect(() => check(text)).not.toThrow();
  expect(() => check(text)).not.toThrow();
});

test.each([
  'insert into trip (trip_id) values ($1)',
  'update trip set status = $1',
  'with gone as (delete from trip returning *) select * from gone',
  'with changed as (update "trip" as t set status = $1 returning 1) select * from changed',
  'with made as (insert  into trip default values returning 1) select * from made',
  'select * from trip for update',
  'select * from trip for no key update skip locked',
  'truncate trip',
  'lock table trip',
])('refuses: %s', (text) => {
  expect(() => check(text)).toThrow(WriteThroughReadHandle);
});

test('a handle for reads is none for writes: that does not compile', () => {
  const write = (h: Handle) => h;
  // @ts-expect-error A ReadHandle takes no writes.
  const never = (parts: Parameters<typeof createReads>[0]) => write(createReads(parts).recent);
  expect(never).toBeTypeOf('function');
});
