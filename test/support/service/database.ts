import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type pg from 'pg';
import pino from 'pino';
import { createDb } from '../../../src/platform/db/create-db.ts';
import type { Db } from '../../../src/platform/db/db.ts';
import { connectEmbedded, type OpenedPool, openEmbedded } from '../../../src/platform/db/embedded-database.ts';
import { distribute } from '../../../src/platform/db/distribution/distribute.ts';
import { readLayout } from '../../../src/platform/db/distribution/layout.ts';
import { migrate, readMigrations } from '../../../src/platform/db/migrate.ts';
import { openServer } from '../../../src/platform/db/server/server-database.ts';
import { closeToAll, joinNodes, nodesOf, onEach, onServer, urlOf } from '../servers/cluster.ts';
import { giveBack, takeInMemory } from './reset-database.ts';
import { closedAtTheEnd } from './leak-check.ts';

/** A migrated throw-away database. */
export interface TestDatabase extends Db {
  /** What DATABASE_URL would have to be for another process to use the same one; undefined on the embedded database. */
  readonly databaseUrl: string | undefined;
}

const log = pino({ level: 'silent' });
const CACHE_DIR = fileURLToPath(new URL('../../../node_modules/.cache/bly/', import.meta.url));
const POOL_MAX = 10;
const DROP_TRIES_MAX = 20;
const OBJECT_IN_USE = '55006';
/** Throw-away databases that a killed test run left behind are removed by a later run after so long. */
const LEFT_BEHIND_AFTER_MS = 2 * 3_600_000;

/**
 * Opens a migrated throw-away database: in memory, or with `dataDir` in that folder (to be opened again, or by another
 * process), or a fresh one on the server that BLY_TEST_DATABASE_URL names (there `dataDir` names a database that
 * outlives `close`).
 */
export async function openTestDatabase(options: { readonly dataDir?: string } = {}): Promise<TestDatabase> {
  const serverUrl = process.env['BLY_TEST_DATABASE_URL'];
  const db =
    serverUrl !== undefined
      ? await openServerTest(serverUrl, options.dataDir)
      : await (options.dataDir === undefined ? openInMemory() : openEmbeddedTest(options.dataDir));
  return { ...db, close: closedAtTheEnd(() => db.close()) };
}

/** Puts a migrated embedded database into an empty data directory, so that a process started on it is up at once. */
export async function prepareTestDataDir(dataDir: string): Promise<void> {
  if (process.env['BLY_TEST_DATABASE_URL'] === undefined) await (await openEmbeddedTest(dataDir)).close();
}

async function openInMemory(): Promise<TestDatabase> {
  const database = await takeInMemory(embeddedTemplate);
  const db = createDb('embedded', { pool: connectEmbedded(database), close: () => giveBack(database) }, log);
  return { ...db, databaseUrl: undefined };
}

async function openEmbeddedTest(dataDir: string): Promise<TestDatabase> {
  const isThere = existsSync(join(dataDir, 'db', 'PG_VERSION'));
  const opened = await openEmbedded({ dataDir, ...(isThere ? {} : { template: await embeddedTemplate() }) });
  const db = createDb('embedded', opened, log);
  if (isThere) await migrate(db);
  return { ...db, databaseUrl: undefined };
}

let template: Promise<Blob> | undefined;

/** A dump of a migrated database, made once per set of migrations and kept in a file for every later run. */
function embeddedTemplate(): Promise<Blob> {
  template ??= readOrMakeTemplate();
  return template;
}

async function readOrMakeTemplate(): Promise<Blob> {
  const { version } = JSON.parse(
    await readFile(
      fileURLToPath(new URL('../../../node_modules/@electric-sql/pglite/package.json', import.meta.url)),
      'utf8',
    ),
  );
  const path = join(CACHE_DIR, `small-${schemaHash()}-${version}.tar`);
  if (existsSync(path)) return new Blob([await readFile(path)]);
  const bytes = await makeTemplate();
  await mkdir(CACHE_DIR, { recursive: true });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, bytes);
  await rename(draft, path);
  return new Blob([bytes]);
}

async function makeTemplate(): Promise<Buffer> {
  const opened = await openEmbedded({ dataDir: undefined });
  const db = createDb('embedded', opened, log);
  await migrate(db);
  await dropOtherDatabases(db);
  const dump = await opened.dump();
  await db.close();
  return Buffer.from(await dump.arrayBuffer());
}

/**
 * Two thirds of a fresh cluster are databases to copy others from. Nobody does; unpacking them takes longer than all
 * else of an opening.
 */
async function dropOtherDatabases(db: Db): Promise<void> {
  const { rows } = await sql<{
    name: string;
  }>`select datname as name from pg_database where datname <> current_database()`.execute(db.q);
  for (const { name } of rows) {
    await sql`update pg_database set datistemplate = false where datname = ${name}`.execute(db.q);
    await sql`drop database ${sql.id(name)}`.execute(db.q);
  }
}

async function openServerTest(serverUrl: string, dataDir: string | undefined): Promise<TestDatabase> {
  const name = dataDir === undefined ? throwAwayName() : `bly_d_${hash(dataDir)}`;
  const databaseUrl = await createOnServer(serverUrl, name);
  const db = createDb('server', openServer({ url: databaseUrl, poolMax: POOL_MAX }, log), log);
  return {
    ...db,
    databaseUrl,
    async close() {
      await db.close();
      if (dataDir === undefined) await dropOnServer(serverUrl, name);
    },
  };
}

function throwAwayName(): string {
  return `bly_t_${Date.now()}_${randomBytes(4).toString('hex')}`;
}

/** A migrated database of this name, unless there is one; returns its address. */
async function createOnServer(serverUrl: string, name: string): Promise<string> {
  const templateName = await serverTemplate(serverUrl);
  const isThere = await onServer(serverUrl, (client) => hasDatabase(client, name));
  if (!isThere) {
    const nodes = await nodesOf(serverUrl);
    await onEach(nodes, `create database ${name} template ${templateName}`);
    // Processes of ours are killed, the server never: what is committed need not be on the disk.
    await onEach(nodes, `alter database ${name} set synchronous_commit = off`);
  }
  return urlOf(serverUrl, name);
}

async function hasDatabase(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
  return rowCount !== 0;
}

async function dropOnServer(serverUrl: string, name: string): Promise<void> {
  for (const node of await nodesOf(serverUrl)) await onServer(node, (client) => dropPatiently(client, name));
}

/** On a cluster a process of Citus's own may connect again between the end of its session and the drop. */
async function dropPatiently(client: pg.Client, name: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query(`drop database if exists ${name} with (force)`);
      return;
    } catch (error) {
      if (tries === DROP_TRIES_MAX || !(error instanceof Error && 'code' in error && error.code === OBJECT_IN_USE))
        throw error;
    }
  }
}

/** A connection that can be lost, as it is when its process is killed. */
export interface CutDatabase extends TestDatabase {
  /** From now on every statement fails and open transactions roll back. */
  cut(): void;
}

/** A migrated throw-away database to which Apps connect one after the other. */
export interface LastingDatabase {
  readonly databaseUrl: string | undefined;
  /** Once the connection before has ended. */
  connect(): Promise<CutDatabase>;
  /** Drops it, once nobody is connected any more. */
  remove(): Promise<void>;
}

/** In memory, or on the server that BLY_TEST_DATABASE_URL names. */
export async function openLastingDatabase(): Promise<LastingDatabase> {
  const serverUrl = process.env['BLY_TEST_DATABASE_URL'];
  if (serverUrl === undefined) {
    const database = await takeInMemory(embeddedTemplate);
    return {
      databaseUrl: undefined,
      async connect() {
        return connectCut(undefined, { pool: connectEmbedded(database), close: async () => undefined });
      },
      remove: () => giveBack(database),
    };
  }
  const name = throwAwayName();
  const url = await createOnServer(serverUrl, name);
  return {
    databaseUrl: url,
    connect: async () => connectCut(url, openServer({ url, poolMax: POOL_MAX }, log)),
    remove: () => dropOnServer(serverUrl, name),
  };
}

function connectCut(databaseUrl: string | undefined, opened: OpenedPool): CutDatabase {
  let isCut = false;
  opened.pool.on('connect', (client) => {
    const send: unknown = Reflect.get(client, 'query');
    if (typeof send !== 'function') throw new Error('pg has changed');
    Reflect.set(client, 'query', function query(this: unknown, ...given: unknown[]): unknown {
      // The server rolls back by itself what a lost connection has left open.
      if (isCut && given[0] !== 'rollback') return Promise.reject(new Error('The connection is lost.'));
      return Reflect.apply(send, this, given);
    });
  });
  return {
    ...createDb(databaseUrl === undefined ? 'embedded' : 'server', opened, log),
    databaseUrl,
    cut() {
      isCut = true;
    },
  };
}

const serverTemplates = new Map<string, Promise<string>>();

function serverTemplate(serverUrl: string): Promise<string> {
  const known = serverTemplates.get(serverUrl) ?? makeServerTemplate(serverUrl);
  serverTemplates.set(serverUrl, known);
  return known;
}

async function makeServerTemplate(serverUrl: string): Promise<string> {
  const nodes = await nodesOf(serverUrl);
  const name = `bly_template_${nodes.length > 1 ? hash(`${schemaHash()} ${JSON.stringify(readLayout())}`) : schemaHash()}`;
  await onServer(serverUrl, async (client) => {
    await client.query('select pg_advisory_lock(7220190)');
    for (const node of nodes) await onServer(node, dropLeftBehind);
    if (await hasDatabase(client, name)) return;
    const draft = `${name}_draft`;
    await onEach(nodes, `drop database if exists ${draft} with (force)`);
    await onEach(nodes, `create database ${draft}`);
    await joinNodes(nodes, draft);
    const db = createDb('server', openServer({ url: urlOf(serverUrl, draft), poolMax: 1 }, log), log);
    await migrate(db);
    if (nodes.length > 1) await distribute(db);
    await db.close();
    if (nodes.length > 1) await closeToAll(nodes, draft);
    // The coordinator last: it says that the template is whole.
    for (const node of nodes.toReversed())
      await onServer(node, (each) => each.query(`alter database ${draft} rename to ${name}`));
  });
  return name;
}

async function dropLeftBehind(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    `select datname from pg_database as d
    where datname ~ '^bly_[td]_' and (pg_stat_file('base/' || oid || '/PG_VERSION', true)).modification < now() - $1 * interval '1 second'
      and not exists (select 1 from pg_stat_activity as a where a.datname = d.datname)`,
    [LEFT_BEHIND_AFTER_MS / 1_000],
  );
  for (const { datname } of rows) await client.query(`drop database if exists ${datname}`);
}

function schemaHash(): string {
  return hash(
    readMigrations()
      .map(({ name, checksum }) => `${name} ${checksum}`)
      .join('\n'),
  );
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
