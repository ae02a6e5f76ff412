import { expect, test } from 'vitest';
import { isStepwise, plainSql, readSteps, replacedChecksums } from './migration-steps.ts';

const TEXT = `-- Step by step: what it is for.
-- Replaces 0000000000000000000000000000000000000000000000000000000000000000

-- A comment; with a semicolon;
create unique index concurrently one on big (a)
  where a > 0;
drop index concurrently if exists two;

-- In batches.
update big set a = 1 where ctid = any(array(select ctid from big where a is null limit 1000));
alter table big validate constraint three;
`;

test('statements are read one by one, without their comments, and each says how it is run', () => {
  expect(isStepwise(TEXT)).toBe(true);
  expect(readSteps(TEXT)).toEqual([
    {
      sql: 'create unique index concurrently one on big (a)\n  where a > 0',
      createsIndex: { name: 'one', table: 'big' },
      isConcurrent: true,
      isBatch: false,
    },
    { sql: 'drop index concurrently if exists two', createsIndex: undefined, isConcurrent: true, isBatch: false },
    {
      sql: 'update big set a = 1 where ctid = any(array(select ctid from big where a is null limit 1000))',
      createsIndex: undefined,
      isConcurrent: false,
      isBatch: true,
    },
    { sql: 'alter table big validate constraint three', createsIndex: undefined, isConcurrent: false, isBatch: false },
  ]);
});

test('inside a transaction an index is created and dropped plainly', () => {
  expect(readSteps(TEXT).map(plainSql).slice(0, 2)).toEqual([
    'create unique index one on big (a)\n  where a > 0',
    'drop index if exists two',
  ]);
});

test('a text names the checksums of those it replaces; any other migration is one transaction', () => {
  expect(replacedChecksums(TEXT)).toEqual(['0'.repeat(64)]);
  expect(isStepwise('-- Not step by step.\ncreate table a (b int);')).toBe(false);
});
