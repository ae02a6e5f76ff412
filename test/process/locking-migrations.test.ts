import { expect, test } from 'vitest';
import { findLockingMigrations } from '../../scripts/tidy/migrations.ts';

const problemsOf = (text: string) => findLockingMigrations([{ path: 'migrations/0999_added.sql', text }]);

test.each([
  ['create index later on booking (created_at);', 'create it concurrently'],
  ['create unique index later on trip\n  (trip_id);', 'create it concurrently'],
  ['alter table booking_item alter column total type numeric;', 'rewrites the table'],
  ['alter table payment alter column trip_id set not null;', 'set not null'],
  ['alter table booking add constraint one check (total_paid > 0);', 'not valid, then validate it'],
  ['alter table booking add constraint one foreign key (trip_id) references trip (trip_id);', 'not valid'],
  ['alter table booking add constraint one unique (trip_id);', 'using index'],
  ['alter table booking add column extra bigint check (extra > 0);', 'add the column alone'],
  ['update payment set trip_id = purpose_id;', 'in batches'],
  ['delete from mail_message;', 'in batches'],
  ['lock table booking;', 'locks the table'],
  ['create index concurrently later on booking (created_at);', 'run step by step'],
])('it is refused: %s', (text, why) => {
  expect(problemsOf(text)).toEqual([expect.stringContaining(why)]);
});

test.each([
  ['create table new_one (a int);\ncreate index new_one_a on new_one (a);\nupdate new_one set a = 1;'],
  ['alter table booking add column extra bigint not null default 0;'],
  ['alter table webhook_endpoint add constraint short check (length(url) < 2049);'],
  [
    '-- Step by step.\ncreate index concurrently later on booking (created_at);\ndrop index concurrently if exists older;',
  ],
  [
    `-- Step by step.
alter table booking drop constraint if exists one, add constraint one check (extra is not null) not valid;
alter table booking validate constraint one;
alter table booking alter column extra set not null;`,
  ],
  [
    '-- Step by step.\n-- In batches.\nupdate booking set extra = 1 where ctid = any(array(select ctid from booking where extra is null limit 500));',
  ],
])('it is allowed: %s', (text) => {
  expect(problemsOf(text)).toEqual([]);
});

test.each([
  ['alter table booking add column extra bigint;'],
  ['alter table booking add constraint one check (true) not valid;'],
  ['-- In batches.\nupdate booking set extra = 1 where extra is null;'],
  ['alter table booking alter column extra set not null;'],
])('a step that cannot be run again, or locks, is refused: %s', (step) => {
  expect(problemsOf(`-- Step by step.\n${step}`)).toHaveLength(1);
});

test('migrations of before installations had rows are left as they are', () => {
  expect(findLockingMigrations([{ path: 'migrations/0017_servicing.sql', text: 'update payment set a = 1;' }])).toEqual(
    [],
  );
});
