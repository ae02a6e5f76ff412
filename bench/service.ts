import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { Pool } from 'undici';
import { ensurePostgres, type TestServer } from '../scripts/postgres.ts';

/** The key every benchmark calls with: unlimited quota, rate and credit (contract, section 1). */
export const BENCH_KEY = `bly_s${'B'.repeat(32)}`;
/** The real bundle where it is present, else the project's own. */
export const WORLD_DIR = existsSync('../shared/data/routes.csv') ? '../shared/data' : 'data/world';

/** As `npm start` has it. */
const HEAP_OPTION = '--max-old-space-size=1024';
const startPollMs = 20;
const startAttemptsMax = 3_000;

/** A process under test, and a pooled client for it. */
export interface Service {
  readonly url: string;
  readonly pool: Pool;
  readonly process: ChildProcess;
  call(
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
  ): Promise<{ readonly status: number; readonly text: string }>;
  stop(): Promise<void>;
}

/** A fresh database on the PostgreSQL server, dropped by `drop`. */
export async function freshDatabase(): Promise<{
  readonly url: string;
  readonly server: TestServer;
  drop(): Promise<void>;
}> {
  const server = await ensurePostgres();
  const name = `bly_bench_${randomBytes(6).toString('hex')}`;
  await administer(server.url, `create database ${name}`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return {
    url: url.toString(),
    server,
    drop: async () => {
      await administer(server.url, `drop database ${name} with (force)`);
      server.stop();
    },
  };
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Starts the product as its own process on the PostgreSQL server and the real bundle, and waits until it is ready. */
export async function startProduct(
  databaseUrl: string,
  port: number,
  extra: Readonly<Record<string, string>> = {},
): Promise<Service> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bly-bench-'));
  return startProcess(
    [HEAP_OPTION, 'src/main.ts'],
    port,
    {
      DATABASE_URL: databaseUrl,
      BLY_DATA_DIR: dataDir,
      BLY_WORLD_DIR: WORLD_DIR,
      BLY_BOOTSTRAP_API_KEY: BENCH_KEY,
      BLY_SECRET_KEYS: randomBytes(32).toString('base64'),
      BLY_LOG_LEVEL: 'warn',
      BLY_VALIDATE_RESPONSES: '0',
      NODE_ENV: 'production',
      ...extra,
    },
    () => rmSync(dataDir, { recursive: true, force: true }),
  );
}

/**
 * Starts production as its own process on the PostgreSQL server, without suppliers, and waits until it is ready. Its
 * database must be one that no sandbox has opened.
 */
export async function startProduction(databaseUrl: string, port: number): Promise<Service> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bly-bench-'));
  return startProcess(
    ['src/main.ts'],
    port,
    {
      DATABASE_URL: databaseUrl,
      BLY_ENVIRONMENT: 'production',
      BLY_DATA_DIR: dataDir,
      BLY_WORLD_DIR: WORLD_DIR,
      BLY_SECRET_KEYS: randomBytes(32).toString('base64'),
      BLY_LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
    },
    () => rmSync(dataDir, { recursive: true, force: true }),
  );
}

/** Resident memory of a process, in MiB. */
export function residentMib(service: Service): number {
  const status = readFileSync(`/proc/${service.process.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}

/** Processor time a process has spent since its start, in milliseconds. */
export function processorMs(service: Service): number {
  const [, fields = ''] = readFileSync(`/proc/${service.process.pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return ((user ?? 0) + (system ?? 0)) * TICK_MS;
}
/** Linux counts in hundredths of a second. */
const TICK_MS = 10;

/** Starts any server script of ours on a port and waits for `/readyz`. */
export async function startProcess(
  args: readonly string[],
  port: number,
  env: Readonly<Record<string, string>>,
  cleanUp: () => void = () => undefined,
): Promise<Service> {
  const child = spawn(process.execPath, [...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, BLY_PORT: String(port), ...env },
  });
  const url = `http://127.0.0.1:${port}`;
  const pool = new Pool(url, { connections: 64, pipelining: 1 });
  const service: Service = {
    url,
    pool,
    process: child,
    call: async (method, path, body) => {
      const answer = await pool.request({
        method,
        path,
        headers: { 'x-api-key': BENCH_KEY, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: answer.statusCode, text: await answer.body.text() };
    },
    stop: async () => {
      await pool.close();
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
      cleanUp();
    },
  };
  for (let attempt = 0; attempt < startAttemptsMax; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} exited with ${child.exitCode}`);
    const ready = await service.call('GET', '/readyz').catch(() => undefined);
    if (ready?.status === 200) return service;
    await wait(startPollMs);
  }
  throw new Error(`${args.join(' ')} did not become ready`);
}
