import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { claimFreePort } from './free-port.ts';

/** A PostgreSQL server for tests and benchmarks: one that runs already, or one started in a temporary folder. */
export interface TestServer {
  /** Connection string with the right to create databases. */
  readonly url: string;
  stop(): void;
}

const DEFAULT_URL = 'postgres://postgres@127.0.0.1:5432/postgres';
const DEBIAN_VERSIONS = '/usr/lib/postgresql';
const startAttemptsMax = 100;
const NOT_DURABLE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'] as const;

/**
 * Uses BLY_TEST_DATABASE_URL, else a server on the standard port, else starts one from installed binaries: one that
 * waits for the disk at each commit, unless `isDurable` is false. What was committed then outlives every process of
 * ours that is killed, but not the machine. Throws, with what to install, when there is none.
 */
export async function ensurePostgres({ isDurable = true } = {}): Promise<TestServer> {
  for (const url of [process.env['BLY_TEST_DATABASE_URL'], DEFAULT_URL]) {
    if (url !== undefined && (await answers(url))) return { url, stop: () => undefined };
  }
  const binaries = findPostgresBinaries();
  if (binaries === undefined)
    throw new Error(
      'No PostgreSQL server answers and none is installed: apt-get install postgresql, or set BLY_TEST_DATABASE_URL.',
    );
  return startServer(binaries, isDurable ? [] : NOT_DURABLE);
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The folder of the newest installed initdb, postgres and pg_basebackup; undefined where there is none. */
export function findPostgresBinaries(): string | undefined {
  const versions = existsSync(DEBIAN_VERSIONS)
    ? readdirSync(DEBIAN_VERSIONS).sort((a, b) => Number(b) - Number(a))
    : [];
  return versions
    .map((version) => join(DEBIAN_VERSIONS, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')));
}

/** initdb refuses to run as root: then everything runs as the `postgres` user Debian's package made. */
export function asServerUser(command: string, args: readonly string[]): readonly [string, readonly string[]] {
  return process.getuid?.() === 0 ? ['runuser', ['-u', 'postgres', '--', command, ...args]] : [command, args];
}

async function startServer(binaries: string, settings: readonly string[]): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'bly-postgres-'));
  const data = join(folder, 'data');
  if (process.getuid?.() === 0) execFileSync('chown', ['postgres', folder]);
  const [initdb, initdbArgs] = asServerUser(join(binaries, 'initdb'), [
    '-D',
    data,
    '-U',
    'postgres',
    '--auth=trust',
    '-E',
    'UTF8',
  ]);
  execFileSync(initdb, [...initdbArgs], { stdio: 'ignore', cwd: folder });
  const port = await claimFreePort();
  const [server, serverArgs] = asServerUser(join(binaries, 'postgres'), [
    '-D',
    data,
    '-p',
    String(port),
    '-k',
    folder,
    '-c',
    'listen_addresses=127.0.0.1',
    ...settings.flatMap((setting) => ['-c', setting]),
  ]);
  const child = spawn(server, [...serverArgs], { stdio: 'ignore', cwd: folder });
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  for (let attempt = 0; attempt < startAttemptsMax; attempt += 1) {
    if (await answers(url))
      return {
        url,
        stop: () => {
          child.kill('SIGINT');
          rmSync(folder, { recursive: true, force: true });
        },
      };
    await wait(100);
  }
  throw new Error('The PostgreSQL server did not start.');
}
