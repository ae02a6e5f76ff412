import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { claimFreePort } from '../../../scripts/free-port.ts';
import { FAULT_POINTS, type FaultPoint } from '../../../src/platform/fault-points.ts';
import { openTestDatabase, prepareTestDataDir, type TestDatabase } from './database.ts';
import { closedAtTheEnd } from './leak-check.ts';
import { createSmallWorld, QUICK_NODE_ARGS, QUICK_NODE_ENV, warmCompileCache } from './small-world.ts';
import { testSecretKey } from './secret-key.ts';
import { type Answer, BOOTSTRAP_KEY } from './service.ts';

const READY_TIMEOUT_MS = 120_000;
const POLL_MS = 25;
const root = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** A real server process on a database that outlives it. */
export interface ServerProcess {
  call(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Resolves once the process is gone, with the signal that ended it. */
  readonly ended: Promise<NodeJS.Signals | null>;
  kill(): Promise<void>;
}

/** The n-th time a fault point is passed on one trip's way. */
export interface Boundary {
  readonly point: FaultPoint;
  readonly pass: number;
}

/** Where processes of one test live, one after the other. */
export interface ServerFixture {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  start(): Promise<ServerProcess>;
  /** Arms a fault point, or the n-th passing of one, for the process that runs (or starts next); undefined disarms. */
  arm(point: FaultPoint | Boundary | undefined): void;
  /** From now on each point passed is written down; the answer tells what has been, and disarms. */
  trace(): () => readonly Boundary[];
  /**
   * As if the 14 s were over that jobs of a process killed just now are still leased to it. On the embedded database
   * there is nothing to wait for; on a server it is waited for in earnest in test/platform/killed-process and
   * test/deep/random-kills.
   */
  endJobLeases(): Promise<void>;
  /** The database itself, while no process has it open. */
  openDatabase(): Promise<TestDatabase>;
  /** Runs a script of ours with the same settings; answers its exit code and output. */
  run(script: string): Promise<{ readonly code: number | null; readonly output: string }>;
}

/**
 * A fresh data directory (and, with BLY_TEST_DATABASE_URL, a fresh database on the server). `settings`: more variables
 * for its processes.
 */
export async function makeServerPlace(settings: Readonly<Record<string, string>> = {}): Promise<ServerFixture> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bly-fault-'));
  const faultFile = join(dataDir, 'fault-point');
  writeFileSync(faultFile, '');
  await Promise.all([prepareTestDataDir(dataDir), warmCompileCache(QUICK_NODE_ARGS)]);
  const database = await openTestDatabase({ dataDir });
  await database.close();
  const port = await claimFreePort();
  const env: Readonly<Record<string, string>> = {
    PATH: process.env['PATH'] ?? '',
    BLY_DATA_DIR: dataDir,
    BLY_PORT: String(port),
    BLY_BOOTSTRAP_API_KEY: BOOTSTRAP_KEY,
    BLY_LOG_LEVEL: 'silent',
    ...QUICK_NODE_ENV,
    BLY_WORLD_DIR: createSmallWorld(join(dataDir, 'village')),
    BLY_FAULT_FILE: faultFile,
    BLY_SECRET_KEYS: testSecretKey(7),
    ...(database.databaseUrl === undefined ? {} : { DATABASE_URL: database.databaseUrl }),
    ...settings,
  };
  return {
    dataDir,
    env,
    start: () => startProcess(env, `http://127.0.0.1:${port}`),
    arm: (point) =>
      writeFileSync(faultFile, typeof point === 'object' ? `${point.point}#${point.pass}` : (point ?? '')),
    trace() {
      writeFileSync(`${faultFile}.trace`, '');
      writeFileSync(faultFile, 'trace');
      return () => {
        writeFileSync(faultFile, '');
        return toBoundaries(
          readFileSync(`${faultFile}.trace`, 'utf8')
            .split('\n')
            .filter((line) => line !== ''),
        );
      };
    },
    async endJobLeases() {
      if (database.databaseUrl === undefined) return;
      const db = await openTestDatabase({ dataDir });
      await sql`update job set leased_until = now() - interval '1 second' where state = 'running'`.execute(db.q);
      await db.close();
    },
    openDatabase: () => openTestDatabase({ dataDir }),
    run: (script) => runScript(script, env),
  };
}

function toBoundaries(passed: readonly string[]): readonly Boundary[] {
  return passed.flatMap((text, index) => {
    const point = FAULT_POINTS.find((known) => known === text);
    return point ? [{ point, pass: passed.slice(0, index + 1).filter((other) => other === text).length }] : [];
  });
}

async function startProcess(env: Readonly<Record<string, string>>, url: string): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...QUICK_NODE_ARGS, root('src/main.ts')], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit').then(([, signal]: unknown[]) => (signal === 'SIGKILL' ? 'SIGKILL' : null));
  const kill = closedAtTheEnd(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  void ended.then(kill);
  await waitUntilReady(url, child);
  return { call: (method, path, body) => callServer(`${url}${path}`, method, body), ended, kill };
}

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    // Killed before it was ready: whoever armed it will see that it has ended.
    if (child.signalCode !== null) return true;
    return fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
  }, READY_TIMEOUT_MS);
}

async function callServer(url: string, method: string, body: unknown): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers: { 'x-api-key': BOOTSTRAP_KEY, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: text === '' ? undefined : JSON.parse(text) };
}

async function runScript(
  script: string,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, [...QUICK_NODE_ARGS, root(script)], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => chunks.push(chunk.toString('utf8')));
  const [code] = await once(child, 'close');
  return { code: typeof code === 'number' ? code : null, output: chunks.join('') };
}

/** Looks again and again until it is so: another process is at work, whose clock cannot be moved from here. */
export async function until(isSo: () => Promise<boolean>, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('It did not happen in time.');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
