import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { DataDirInUse, lockDataDir } from '../../src/platform/db/data-dir-lock.ts';
import { migrate, MigrationRefused, readMigrations } from '../../src/platform/db/migrate.ts';
import { EnvironmentMismatch, openDatabase } from '../../src/platform/db/open-database.ts';
import { checkpointGrownLog, vacuumDeadRows } from '../../src/platform/db/maintenance.ts';
import { openTestDatabase, prepareTestDataDir } from '../support/service/database.ts';

const log = pino({ level: 'silent' });
const newDir = () => join(mkdtempSync(join(tmpdir(), 'bly-db-')), 'data');

/** The settings of a database that this test may open more than once. */
async function settingsOf(dataDir: string) {
  await prepareTestDataDir(dataDir);
  const db = await openTestDatabase({ dataDir });
  await db.close();
  return {
    environment: 'sandbox',
    dataDir,
    databaseUrl: db.databaseUrl,
    databasePoolMax: 5,
    isDatabasePrepared: true,
  } as const;
}

describe('migrations', () => {
  test('they are numbered without a gap and each is applied once', async () => {
    const migrations = readMigrations();
    expect(migrations.map(({ name }) => Number(name.slice(0, 4)))).toEqual(migrations.map((_, index) => index + 1));
    const db = await openTestDatabase();
    expect(await migrate(db)).toEqual([]);
    const { rows } = await sql<{ name: string }>`select name from schema_migration order by name`.execute(db.q);
    expect(rows.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name));
    await db.close();
  });

  test('a migration that was changed after it was applied is refused, and so is every later one', async () => {
    const db = await openTestDatabase();
    const [first, ...rest] = readMigrations();
    const changed = [
      { name: first?.name ?? '', text: 'select 1', checksum: 'other' },
      ...rest,
      { name: '9999_new', text: 'create table never (a int)', checksum: 'n' },
    ];
    await expect(migrate(db, changed)).rejects.toThrow(MigrationRefused);
    expect(
      (await sql<{ found: string | null }>`select to_regclass('never') as found`.execute(db.q)).rows[0]?.found,
    ).toBeNull();
    await db.close();
  });

  test('a database with a migration that this program does not know is fine where it has all others, and refused where it lacks one', async () => {
    const db = await openTestDatabase();
    await sql`insert into schema_migration (name, checksum) values ('9999_newer', 'n')`.execute(db.q);
    expect(await migrate(db)).toEqual([]);
    const last = readMigrations().at(-1)?.name ?? '';
    await sql`delete from schema_migration where name = ${last}`.execute(db.q);
    await expect(migrate(db)).rejects.toThrow(
      new MigrationRefused(
        `The database has the migration 9999_newer, which this version of Bly does not know, and has not ${last}: it belongs to another version. Use the version that made it, or another database.`,
      ),
    );
    await db.close();
  });

  test('a migration that fails leaves nothing behind', async () => {
    const db = await openTestDatabase();
    const broken = { name: '9999_broken', text: 'create table half (a int); select 1 / 0;', checksum: 'b' };
    await expect(migrate(db, [...readMigrations(), broken])).rejects.toThrow(/division by zero/);
    expect(
      (await sql<{ found: string | null }>`select to_regclass('half') as found`.execute(db.q)).rows[0]?.found,
    ).toBeNull();
    expect(await migrate(db, readMigrations())).toEqual([]);
    await db.close();
  });

  test('processes that start together apply each migration once', async () => {
    const db = await openTestDatabase();
    const added = [...readMigrations(), { name: '9998_added', text: 'create table added (a int)', checksum: 'a' }];
    const applied = await Promise.all([migrate(db, added), migrate(db, added), migrate(db, added)]);
    expect(applied.flat()).toEqual(['9998_added']);
    await db.close();
  });
});

describe('opening', () => {
  test('a database of one environment refuses the other', async () => {
    const settings = await settingsOf(newDir());
    await (await openDatabase(settings, log)).close();
    await (await openDatabase(settings, log)).close();
    await expect(openDatabase({ ...settings, environment: 'production' }, log)).rejects.toThrow(EnvironmentMismatch);
    await expect(openDatabase({ ...settings, environment: 'production' }, log)).rejects.toThrow(
      /belongs to the sandbox environment and BLY_ENVIRONMENT is production/,
    );
    await (await openDatabase(settings, log)).close();
  });
});

describe('maintenance', () => {
  test('a table with many dead rows is vacuumed, so that a busy queue does not grow for ever', async () => {
    const db = await openTestDatabase();
    await sql`create table busy (id int primary key, padding text)`.execute(db.q);
    for (let round = 0; round < 3; round += 1) {
      await sql`insert into busy select number, repeat('x', 100) from generate_series(1, 2000) as number`.execute(db.q);
      await sql`delete from busy`.execute(db.q);
    }
    const sizeOf = async () =>
      (await sql<{ size: number }>`select pg_relation_size('busy') as size`.execute(db.q)).rows[0]?.size;
    expect(await sizeOf()).toBeGreaterThan(100_000);
    expect(await vacuumDeadRows(db)).toContain('busy');
    // A process of the server's own that reads at that moment (Citus has one in each database) keeps rows for a while.
    const sizeAfterAnother = async () => {
      await vacuumDeadRows(db);
      return await sizeOf();
    };
    if ((await sizeOf()) !== 0) await expect.poll(sizeAfterAnother).toBe(0);
    await db.close();
  });
});

test('a log that has grown is cut by a checkpoint, one that has not is left alone', async () => {
  const db = await openTestDatabase();
  await sql`create table grown as select number, repeat('x', 500) as padding from generate_series(1, 4000) as number`.execute(
    db.q,
  );
  expect(await checkpointGrownLog(db, 1_000_000_000_000)).toBe(false);
  expect(await checkpointGrownLog(db, 1_000_000)).toBe(true);
  await db.close();
});

describe('data directory lock', () => {
  const embedded = (dataDir: string) =>
    ({
      environment: 'sandbox',
      dataDir,
      databaseUrl: undefined,
      databasePoolMax: 1,
      isDatabasePrepared: true,
    }) as const;

  test('the directory is private and a second opening is refused while the first lives', async () => {
    const dataDir = newDir();
    const unlock = await lockDataDir(await makeDir(dataDir));
    await expect(openDatabase(embedded(dataDir), log)).rejects.toThrow(DataDirInUse);
    await expect(lockDataDir(dataDir)).rejects.toThrow(new RegExp(`in use by process ${process.pid}`));
    await unlock();
    await (await lockDataDir(dataDir))();
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test('a lock of a killed process is taken over', async () => {
    const dataDir = await makeDir(newDir());
    const child = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `
      import { lockDataDir } from '${new URL('../../src/platform/db/data-dir-lock.ts', import.meta.url)}';
      await lockDataDir(${JSON.stringify(dataDir)}); console.log('locked'); setInterval(() => {}, 1000);`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await once(child.stdout, 'data');
    await expect(lockDataDir(dataDir)).rejects.toThrow(new RegExp(`in use by process ${child.pid}`));
    child.kill('SIGKILL');
    await once(child, 'exit');
    const unlock = await lockDataDir(dataDir);
    expect(JSON.parse(readFileSync(join(dataDir, 'db.lock'), 'utf8')).pid).toBe(process.pid);
    expect(statSync(join(dataDir, 'db.lock')).mode & 0o777).toBe(0o600);
    await unlock();
    expect(existsSync(join(dataDir, 'db.lock'))).toBe(false);
  });

  test('a lock whose process number now belongs to another process is taken over', async () => {
    const dataDir = await makeDir(newDir());
    writeFileSync(
      join(dataDir, 'db.lock'),
      JSON.stringify({ token: 't', pid: process.pid, started: 'long ago', host: hostname() }),
    );
    await (await lockDataDir(dataDir))();
  });

  test('of many that find a dead owner at once, exactly one gets the directory', async () => {
    const dataDir = await makeDir(newDir());
    writeFileSync(
      join(dataDir, 'db.lock'),
      JSON.stringify({ token: 't', pid: 2 ** 22 + 1, started: '1', host: hostname() }),
    );
    const attempts = await Promise.allSettled(Array.from({ length: 12 }, () => lockDataDir(dataDir)));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('a lock file that nobody can read stops the start and says what to do', async () => {
    const dataDir = await makeDir(newDir());
    writeFileSync(join(dataDir, 'db.lock'), 'garbage');
    await expect(lockDataDir(dataDir)).rejects.toThrow(/delete it/);
  });
});

async function makeDir(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  return dataDir;
}
