import { createHash, randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { openMonthOf } from '../../src/platform/db/archive/monthly-archive.ts';
import { createDb } from '../../src/platform/db/create-db.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { distribute, DistributionRefused, refuseUnplaced } from '../../src/platform/db/distribution/distribute.ts';
import { type Layout, readLayout } from '../../src/platform/db/distribution/layout.ts';
import { migrate, type Migration, readMigrations } from '../../src/platform/db/migrate.ts';
import { openServer } from '../../src/platform/db/server/server-database.ts';
import { joinNodes, nodesOf, onEach, onServer, urlOf } from '../support/servers/cluster.ts';
import { until } from '../support/servers/postgres-servers.ts';

const log = pino({ level: 'silent' });
const layout = readLayout();

const coordinator = process.env['BLY_TEST_DATABASE_URL'] ?? '';
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A migrated database on all nodes; `joined`: they know each other. */
async function openMigrated(how: 'joined' | 'alone' | 'without citus' = 'joined') {
  const nodes = await nodesOf(coordinator);
  const name = `bly_t_${randomBytes(6).toString('hex')}`;
  await onEach(nodes, `create database ${name}`);
  closing.push(() => onEach(nodes, `drop database ${name} with (force)`));
  const url = urlOf(coordinator, name);
  if (how === 'joined') await joinNodes(nodes, name);
  if (how === 'alone') await onServer(url, (client) => client.query('create extension citus'));
  const db = createDb('server', openServer({ url, poolMax: 2 }, log), log);
  closing.push(() => db.close());
  await migrate(db);
  const ask = (statement: string) => onServer(url, async (client) => (await client.query(statement)).rows);
  return { db, ask, places: async () => await readPlaces(ask) };
}

async function readPlaces(ask: (statement: string) => Promise<readonly Record<string, unknown>[]>) {
  const rows = await ask('select table_name::text as table, citus_table_type as place from citus_tables');
  return Object.fromEntries(rows.map(({ table, place }) => [String(table), place]));
}

const expected = Object.fromEntries(
  layout.tables.flatMap(({ table, place }) => (place === 'local' ? [] : [[table, place]])),
);
const refusal = (db: Db, of: Layout = layout) =>
  distribute(db, of).then(
    () => expect.unreachable('it was distributed'),
    (error: unknown) => (error instanceof DistributionRefused ? error.message : Promise.reject(error)),
  );

test('an index of the archive is made month by month on all nodes, and those that come have it', async () => {
  const { db, ask } = await openMigrated();
  await distribute(db, layout);
  for (const month of ['2020-01-01', '2020-02-01']) await openMonthOf(db, 'booking_item_archive', month);
  const text =
    '-- Step by step.\ncreate index concurrently booking_item_archive_by_supplier on booking_item_archive (organization_id, supplier_id);\n';
  const added: Migration = { name: '9998_steps', text, checksum: createHash('sha256').update(text).digest('hex') };
  expect(await migrate(db, [...readMigrations(), added])).toEqual(['9998_steps']);
  await openMonthOf(db, 'booking_item_archive', '2020-03-01');
  const whole = `select indisvalid from pg_index where indexrelid = 'booking_item_archive_by_supplier'::regclass`;
  expect(await ask(whole)).toEqual([{ indisvalid: true }]);
  for (const month of ['2020_01', '2020_02', '2020_03']) {
    const ofShards = `select distinct success, result from run_command_on_shards('booking_item_archive_${month}',
      $$ select count(*) from pg_index where indrelid = '%s'::regclass and indisvalid and pg_get_indexdef(indexrelid) like '%%(organization_id, supplier_id)' $$)`;
    expect([month, await ask(ofShards)]).toEqual([month, [{ success: true, result: '1' }]]);
  }
});

test('every table is placed as the layout says; a second time there is nothing to do', async () => {
  const { db, places } = await openMigrated();
  expect((await distribute(db)).length).toBe(Object.keys(expected).length);
  expect(await places()).toEqual(expected);
  expect(await distribute(db)).toEqual([]);
  expect(await places()).toEqual(expected);
});

test('a server without Citus, and one that knows no workers, are refused in words', async () => {
  expect(await refusal((await openMigrated('without citus')).db)).toMatch(/^Citus is not installed in this database/);
  const { db, places } = await openMigrated('alone');
  expect(await refusal(db)).toMatch(/^No node holds shards/);
  expect(await places()).toEqual({});
});

test('rows that are there move with their tables', async () => {
  const { db, ask } = await openMigrated();
  await ask(`insert into organization (organization_id, name, environment, is_unlimited, created_at)
    values ('org_a', 'A', 'sandbox', false, now()), ('org_b', 'B', 'sandbox', false, now())`);
  await ask(
    `insert into mail_language (organization_id, trip_id, language) values ('org_a', 'trip_1', 'fr'), ('org_b', 'trip_2', 'de')`,
  );
  await distribute(db);
  expect(await ask('select organization_id, language from mail_language order by 1')).toEqual([
    { organization_id: 'org_a', language: 'fr' },
    { organization_id: 'org_b', language: 'de' },
  ]);
  expect(await ask('select organization_id from organization order by 1')).toHaveLength(2);
});

test('killed half-way it has placed nothing, and the next run places everything', async () => {
  const { db, ask, places } = await openMigrated();
  const last = layout.tables.findLast(({ place }) => place === 'distributed')?.table ?? '';
  const nodes = await nodesOf(coordinator);
  const { database } = (await ask('select current_database() as database'))[0] ?? {};
  await onServer(urlOf(nodes[0] ?? '', String(database)), async (holder) => {
    await holder.query('begin');
    await holder.query(`lock table ${last} in share mode`);
    const attempt = distribute(db).then(
      () => 'placed',
      () => 'cut',
    );
    const waiting = `select pid from pg_stat_activity
      where wait_event_type = 'Lock' and application_name = 'bly' and datname = current_database()`;
    await until(async () => (await ask(waiting)).length > 0);
    await ask(`select pg_terminate_backend(pid) from (${waiting}) as waiting`);
    expect(await attempt).toBe('cut');
    await holder.query('rollback');
  });
  expect(await places()).toEqual({});
  expect((await distribute(db)).length).toBe(Object.keys(expected).length);
  expect(await places()).toEqual(expected);
});

test('a table that cannot lie where the layout says undoes all of it, and is named', async () => {
  const { db, places } = await openMigrated();
  const wrong: Layout = { ...layout, tables: [...layout.tables, { table: 'installation', place: 'distributed' }] };
  expect(await refusal(db, wrong)).toMatch(/^The table installation cannot be distributed: /);
  expect(await places()).toEqual({});
});

test('a table that lies elsewhere than the layout says is refused, and stays', async () => {
  const { db, ask, places } = await openMigrated();
  await ask(`select create_reference_table('mail_language')`);
  expect(await refusal(db)).toBe('The table mail_language is reference, and the layout says distributed.');
  expect(await places()).toEqual({ mail_language: 'reference' });
});

test('a table of organizations that the layout does not name is refused; a table of nobody is not', async () => {
  const { db, ask } = await openMigrated();
  await refuseUnplaced(db);
  await ask('create table remark (id text primary key)');
  await refuseUnplaced(db);
  await ask('create table note (organization_id text, id text, primary key (organization_id, id))');
  await expect(refuseUnplaced(db)).rejects.toThrow(
    'migrations/citus/tables.txt does not say where note lies. Add a line for it, or move a table of your own to a schema of its own.',
  );
});

test('a table that a later version brings is placed by the next run, and nothing else is moved', async () => {
  const { db, ask, places } = await openMigrated();
  const tables = layout.tables.filter(({ table }) => table !== 'mail_language');
  await distribute(db, { ...layout, tables });
  expect(await places()).not.toHaveProperty('mail_language');
  // As a version before left it: its shards could not be moved.
  await ask('alter table supplier_answer set unlogged');
  expect(await distribute(db)).toEqual(['mail_language']);
  expect(await places()).toEqual(expected);
  expect(await ask(`select relpersistence from pg_class where relname = 'supplier_answer'`)).toEqual([
    { relpersistence: 'p' },
  ]);
});
