import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMigrations } from '../../src/platform/db/migrate.ts';
import { type CliFixture, openCliFixture } from '../support/process/cli.ts';
import { runNode } from '../support/process/process.ts';
import { QUICK_NODE_ARGS, QUICK_NODE_ENV } from '../support/process/small-world.ts';
import { openTestDatabase } from '../support/service/database.ts';
import { testSecretKey } from '../support/service/secret-key.ts';
import { startService, type TestService } from '../support/service/service.ts';

/** Nobody connects to it: what is meant for it is refused before. */
const RESTORED = { DATABASE_URL: 'postgres://bly:hush@127.0.0.1:1/restored', BLY_SECRET_KEYS: testSecretKey(7) };

/** A command makes the embedded database of its folder; `DATABASE_URL` may name anything. */
function onServer(name: string, work: () => Promise<void>): void {
  if (process.env['BLY_TEST_DATABASE_URL'] !== undefined) test(name, work);
}

let service: TestService;
let cli: CliFixture;
beforeAll(async () => {
  service = await startService();
  cli = openCliFixture({});
});
afterAll(async () => {
  await cli.remove();
  await service.close();
});

const reconcile = (env: Readonly<Record<string, string>>) =>
  runNode([...QUICK_NODE_ARGS, 'scripts/reconcile.ts'], {
    ...QUICK_NODE_ENV,
    PATH: process.env['PATH'] ?? '',
    BLY_LOG_LEVEL: 'info',
    ...env,
  }).finished;

test('beside a running process a command that names another database does nothing and says which each of them names', async () => {
  const running = { BLY_DATA_DIR: service.dataDir, ...RESTORED };
  const made = await cli.run(['admin', 'create-key', '--name', 'mine'], {
    env: { ...running, BLY_ENVIRONMENT: 'production', BLY_PUBLIC_URL: 'https://api.example.com' },
  });
  expect([made.code, made.output]).toEqual([1, '']);
  expect(made.errors).toMatch(
    /^Nothing was done: this command is meant for the production database 127\.0\.0\.1:1\/restored, and the running process works on the sandbox database \S+\. Set BLY_ENVIRONMENT/,
  );
  const proven = await reconcile(running);
  expect([proven.code, proven.output]).toEqual([1, '']);
  expect(proven.errors).toContain('is meant for the sandbox database 127.0.0.1:1/restored');
  expect(proven.errors).not.toMatch(/hush|\n {4}at /);
});

test('a proof names the database that was proven, beside the result', async () => {
  const { code, output, errors } = await reconcile({ BLY_DATA_DIR: service.dataDir });
  expect([code, output]).toEqual([
    0,
    'Money = bookings: 0 bookings, 0 payments, 0 paid trips, nothing stands against it.\n',
  ]);
  expect(errors).toMatch(/^Checked: the sandbox database \S+\.\n$/);
});

test('where there is no database nothing is proven and none is made', async () => {
  const dataDir = join(cli.home, 'not', 'there');
  const { code, output, errors } = await reconcile({ BLY_DATA_DIR: dataDir });
  expect([code, output, errors]).toEqual([
    2,
    '',
    `Nothing was proven. There is no database at ${dataDir}/db: set BLY_DATA_DIR, or DATABASE_URL for a server's.\n`,
  ]);
  expect(existsSync(dataDir)).toBe(false);
});

onServer(
  'a command makes no tables in a database that has none, and brings one of an earlier version not up to date',
  async () => {
    const db = await openTestDatabase();
    const env = { DATABASE_URL: db.databaseUrl ?? '', BLY_SECRET_KEYS: testSecretKey(7) };
    const listed = () => cli.run(['admin', 'list-organizations'], { env });
    const last = readMigrations().at(-1)?.name ?? '';
    await sql`insert into installation (environment) values ('sandbox')`.execute(db.q);
    expect(await listed()).toMatchObject({ code: 0, errors: '' });
    await sql`delete from schema_migration where name = ${last}`.execute(db.q);
    const older = await listed();
    expect([older.code, older.output]).toEqual([1, '']);
    expect(older.errors).toMatch(/^The database \S+ is not up to date .* run `npm run migrate`/);
    const { rows } = await sql`select from schema_migration where name = ${last}`.execute(db.q);
    expect(rows).toEqual([]);
    await sql.raw('drop schema public cascade; create schema public').execute(db.q);
    const none = await listed();
    expect([none.code, none.output]).toEqual([1, '']);
    expect(none.errors).toMatch(/^The database \S+ has no tables of Bly\. .*`npm run migrate`/);
    const proven = await reconcile({ ...env, BLY_DATA_DIR: join(cli.home, 'unused') });
    expect([proven.code, proven.output]).toEqual([2, '']);
    expect(proven.errors).toMatch(/^Nothing was proven\. The database \S+ has no tables of Bly\./);
    const tables = await sql`select from pg_tables where schemaname = 'public'`.execute(db.q);
    expect(tables.rows).toEqual([]);
    await db.close();
  },
);

test('an export goes to an absolute folder or to what BLY_EXPORT_TO names: an address after --to makes no folder', async () => {
  for (const to of ['s3://events/bly', 'export']) {
    const { code, output, errors } = await cli.run(['admin', 'export', '--to', to], {
      env: { BLY_DATA_DIR: service.dataDir },
    });
    expect([code, output]).toEqual([2, '']);
    expect(errors).toContain(`--to takes an absolute folder like /srv/bly/export, not ${to}.`);
    expect(existsSync(join(process.cwd(), to.split('/')[0] ?? ''))).toBe(false);
  }
});
