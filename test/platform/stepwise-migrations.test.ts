import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openMonthOf } from '../../src/platform/db/archive/monthly-archive.ts';
import { createDb } from '../../src/platform/db/create-db.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { migrate, type Migration, MigrationRefused, readMigrations } from '../../src/platform/db/migrate.ts';
import { openServer } from '../../src/platform/db/server/server-database.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';

/** What a server alone can show: the embedded database has one connection, and runs the steps in one transaction. */
function onServer(name: string, work: () => Promise<void>): void {
  if (process.env['BLY_TEST_DATABASE_URL'] !== undefined) test(name, work);
}

const log = pino({ level: 'silent' });
let db: TestDatabase;
beforeEach(async () => {
  db = await openTestDatabase();
  await sql
    .raw('create table big (a int, b int); insert into big select n, n % 7 from generate_series(1, 2500) n')
    .execute(db.q);
});
afterEach(() => db.close());

function migration(name: string, text: string): Migration {
  return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
}
const withAll = (...added: readonly Migration[]) => [...readMigrations(), ...added];

const STEPS = migration(
  '9998_steps',
  `-- Step by step.
create index concurrently big_b on big (b);
-- In batches.
update big set a = -a where ctid = any(array(select ctid from big where a > 0 limit 1000));
alter table big drop constraint if exists big_small, add constraint big_small check (a < 0) not valid;
alter table big validate constraint big_small;
`,
);

async function readValue<T>(at: Db, text: string): Promise<T | undefined> {
  return (await sql<{ value: T }>`${sql.raw(text)}`.execute(at.q)).rows[0]?.value;
}
const isValid = (at: Db) =>
  readValue<boolean>(at, `select indisvalid as value from pg_index where indexrelid = to_regclass('big_b')`);

test('the steps are run, each until nothing is left, and recorded once', async () => {
  expect(await migrate(db, withAll(STEPS))).toEqual(['9998_steps']);
  expect(await isValid(db)).toBe(true);
  expect(await readValue(db, 'select count(*)::int as value from big where a < 0')).toBe(2500);
  expect(await readValue(db, `select convalidated as value from pg_constraint where conname = 'big_small'`)).toBe(true);
  expect(await migrate(db, withAll(STEPS))).toEqual([]);
});

test('what a crash has left is done again or left alone: the second start ends where the first would have', async () => {
  const failing = { ...STEPS, text: `${STEPS.text}select 1 / 0;\n` };
  await expect(migrate(db, withAll(failing))).rejects.toThrow(/division by zero/);
  expect(await migrate(db, withAll(STEPS))).toEqual(['9998_steps']);
  expect(await readValue(db, 'select count(*)::int as value from big where a < 0')).toBe(2500);
});

test('a text that replaces an applied one is accepted; any other change is refused', async () => {
  await migrate(db, withAll(STEPS));
  const said = migration(
    '9998_steps',
    `-- Step by step.\n-- Replaces ${STEPS.checksum}\ndrop index concurrently if exists never;\n`,
  );
  expect(await migrate(db, withAll(said))).toEqual([]);
  const silent = migration('9998_steps', '-- Step by step.\ndrop index concurrently if exists never;\n');
  await expect(migrate(db, withAll(silent))).rejects.toThrow(MigrationRefused);
});

test('processes that start together run the steps once', async () => {
  const applied = await Promise.all([1, 2, 3].map(() => migrate(db, withAll(STEPS))));
  expect(applied.flat()).toEqual(['9998_steps']);
});

onServer('an index that a crash left invalid is dropped and created again', async () => {
  const unique = migration('9998_steps', '-- Step by step.\ncreate unique index concurrently big_b on big (b);\n');
  await expect(migrate(db, withAll(unique))).rejects.toThrow(/could not create unique index/);
  expect(await isValid(db)).toBe(false);
  expect(await migrate(db, withAll(STEPS))).toEqual(['9998_steps']);
  expect(await isValid(db)).toBe(true);
});

describe('an index of a table that is partitioned', () => {
  const BY_MONTH = migration(
    '9998_steps',
    '-- Step by step.\ncreate index concurrently monthly_tags on monthly using gin (tags jsonb_path_ops);\n',
  );
  const listIndexes = async () => {
    const { rows } = await sql<{ month: string; name: string; whole: boolean }>`
      select part.relname as month, child.relname as name, indisvalid as whole from pg_inherits
      join pg_index on indexrelid = inhrelid join pg_class child on child.oid = indexrelid
      join pg_class part on part.oid = indrelid
      where inhparent = to_regclass('monthly_tags') order by 1`.execute(db.q);
    return rows;
  };
  const isWhole = () =>
    readValue<boolean>(db, `select indisvalid as value from pg_index where indexrelid = to_regclass('monthly_tags')`);
  beforeEach(async () => {
    await sql
      .raw(
        `create table monthly (closed_month date not null, tags jsonb not null) partition by list (closed_month);
        create table monthly_2020_01 partition of monthly for values in ('2020-01-01');
        create table monthly_2020_02 partition of monthly for values in ('2020-02-01');
        insert into monthly select '2020-01-01', '[{"number":"1"}]' from generate_series(1, 100)`,
      )
      .execute(db.q);
  });

  test('is made for each of its months, and for those that come', async () => {
    expect(await migrate(db, withAll(BY_MONTH))).toEqual(['9998_steps']);
    expect(await isWhole()).toBe(true);
    expect(await listIndexes()).toMatchObject([
      { month: 'monthly_2020_01', whole: true },
      { month: 'monthly_2020_02', whole: true },
    ]);
    await openMonthOf(db, 'monthly', '2020-03-01');
    expect(await listIndexes()).toHaveLength(3);
  });

  onServer('is gone on with after a crash, and what was whole stays', async () => {
    await sql
      .raw(
        `create index monthly_tags on only monthly using gin (tags jsonb_path_ops);
        create index monthly_2020_01_tags on monthly_2020_01 using gin (tags jsonb_path_ops);
        create index monthly_2020_02_tags on monthly_2020_02 using gin (tags jsonb_path_ops);
        alter index monthly_tags attach partition monthly_2020_01_tags;
        update pg_index set indisvalid = false where indexrelid = 'monthly_2020_02_tags'::regclass`,
      )
      .execute(db.q);
    expect(await isWhole()).toBe(false);
    await openMonthOf(db, 'monthly', '2020-03-01');
    expect(await migrate(db, withAll(BY_MONTH))).toEqual(['9998_steps']);
    expect(await isWhole()).toBe(true);
    expect(await listIndexes()).toEqual([
      { month: 'monthly_2020_01', name: 'monthly_2020_01_tags', whole: true },
      { month: 'monthly_2020_02', name: 'monthly_2020_02_tags', whole: true },
      { month: 'monthly_2020_03', name: expect.any(String), whole: true },
    ]);
  });

  onServer('is made while rows of its months are written', async () => {
    const holding = await openHeldTransaction(db, `insert into monthly_2020_01 values ('2020-01-01', '[]')`);
    const running = migrate(db, withAll(BY_MONTH));
    await expect
      .poll(() =>
        readValue(
          db,
          `select count(*)::int as value from pg_stat_activity where datname = current_database()
            and query like 'create index concurrently monthly_2020_01_tags%'`,
        ),
      )
      .toBe(1);
    await sql`insert into monthly values ('2020-01-01', '[]'), ('2020-02-01', '[]')`.execute(db.q);
    await holding.end();
    expect(await running).toEqual(['9998_steps']);
    expect(await isWhole()).toBe(true);
  });
});

onServer('rows are written while an index is created, and a definition waits for nobody for long', async () => {
  const writer = await openHeldTransaction(db);
  const running = migrate(db, withAll(STEPS));
  await expect
    .poll(() =>
      readValue(
        db,
        `select count(*)::int as value from pg_stat_activity
    where datname = current_database() and query like 'create index concurrently%'`,
      ),
    )
    .toBe(1);
  await sql`insert into big values (1, 1)`.execute(db.q);
  await writer.end();
  expect(await running).toEqual(['9998_steps']);
  expect(await readValue(db, 'select count(*)::int as value from big where a < 0')).toBe(2502);
});

onServer('processes that start together on a new database apply each migration once', async () => {
  const url = new URL(db.databaseUrl ?? '');
  const name = `${url.pathname.slice(1)}_new`;
  await sql`create database ${sql.id(name)}`.execute(db.q);
  url.pathname = name;
  const processes = [1, 2, 3].map(() => createDb('server', openServer({ url: url.toString(), poolMax: 2 }, log), log));
  try {
    const [first, ...others] = processes;
    const begun = first && migrate(first);
    // The others meet a database with tables, and take it for one in use.
    await expect.poll(() => countTables(processes.at(-1))).toBeGreaterThan(3);
    const applied = await Promise.all([begun, ...others.map((one) => migrate(one))]);
    expect(applied.flat().toSorted()).toEqual(readMigrations().map((one) => one.name));
  } finally {
    await Promise.all(processes.map((one) => one.close()));
    await sql`drop database ${sql.id(name)} with (force)`.execute(db.q);
  }
});

async function countTables(at: Db | undefined): Promise<number | undefined> {
  return at && (await readValue(at, `select count(*)::int as value from pg_tables where schemaname = 'public'`));
}

/** A transaction that has written to a table and goes on. */
async function openHeldTransaction(
  at: Db,
  writes = 'insert into big values (1, 1)',
): Promise<{ end(): Promise<void> }> {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const done = at.transaction(async (tx) => {
    await sql.raw(writes).execute(tx.q);
    begun.resolve();
    await end.promise;
  });
  await begun.promise;
  return {
    async end() {
      end.resolve();
      await done;
    },
  };
}
