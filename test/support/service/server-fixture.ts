import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { claimFreePort } from '../../../scripts/free-port.ts';
import type { FaultPoint } from '../../../src/platform/fault-points.ts';
import { openTestDatabase, prepareTestDataDir, type TestDatabase } from './database.ts';
import { closedAtTheEnd } from './leak-check.ts';
import { createSmallWorld, QUICK_NODE_ARGS, QUICK_NODE_ENV, warmCompileCache } from '../process/small-world.ts';
import { testSecretKey } from './secret-key.ts';
import { type Answer, BOOTSTRAP_KEY } from './service.ts';

const READY_TIMEOUT_MS = 120_000;
const POLL_MS = 25;
const root = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** A server on a database that outlives it: a process, or an App in this one. */
export interface Server {
  call(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Resolves once the server is gone: `SIGKILL` where it was killed, else `null`. */
  readonly ended: Promise<'SIGKILL' | null>;
  kill(): Promise<void>;
}

/** An installation whose servers run one after the other. */
export interface ServerFixture {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  start(): Promise<Server>;
  /** The database itself, while no server has it open. */
  openDatabase(): Promise<TestDatabase>;
}

/** An installation whose servers are processes of their own. */
export interface ProcessFixture extends ServerFixture {
  /** The process that runs, or starts next, kills itself at this point; undefined disarms. */
  arm(point: FaultPoint | undefined): void;
  /** Runs a script of ours with the same variables; returns its exit code and output. */
  run(script: string): Promise<{ readonly code: number | null; readonly output: string }>;
}

/**
 * A fresh data directory (and, with BLY_TEST_DATABASE_URL, a fresh database on the server). `variables`: more
 * environment variables for its processes.
 */
export async function makeProcessFixture(variables: Readonly<Record<string, string>> = {}): Promise<ProcessFixture> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bly-killed-'));
  await Promise.all([prepareTestDataDir(dataDir), warmCompileCache(QUICK_NODE_ARGS)]);
  const database = await openTestDatabase({ dataDir });
  await database.close();
  const faultFile = join(dataDir, 'fault-point');
  writeFileSync(faultFile, '');
  const env: Readonly<Record<string, string>> = {
    PATH: process.env['PATH'] ?? '',
    ...QUICK_NODE_ENV,
    FAULT_FILE: faultFile,
    BLY_WORLD_DIR: createSmallWorld(join(dataDir, 'small-world')),
    ...serverVariables({ dataDir, port: await claimFreePort(), databaseUrl: database.databaseUrl }),
    ...variables,
  };
  return {
    dataDir,
    env,
    start: () => startProcess(env, serverUrl(env)),
    arm: (point) => writeFileSync(faultFile, point ?? ''),
    openDatabase: () => openTestDatabase({ dataDir }),
    run: (script) => runScript(script, env),
  };
}

/** What a server needs to know of its installation, as environment variables. */
export function serverVariables(installation: {
  readonly dataDir: string;
  readonly port: number;
  readonly databaseUrl: string | undefined;
}): Readonly<Record<string, string>> {
  const { dataDir, port, databaseUrl } = installation;
  return {
    BLY_DATA_DIR: dataDir,
    BLY_PORT: String(port),
    BLY_BOOTSTRAP_API_KEY: BOOTSTRAP_KEY,
    BLY_LOG_LEVEL: 'silent',
    BLY_SECRET_KEYS: testSecretKey(7),
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  };
}

/** The address of the servers of an installation. */
export function serverUrl(env: Readonly<Record<string, string>>): string {
  return `http://127.0.0.1:${env['BLY_PORT']}`;
}

async function startProcess(env: Readonly<Record<string, string>>, url: string): Promise<Server> {
  const child = spawn(process.execPath, [...QUICK_NODE_ARGS, root('test/support/service/armed-server.ts')], {
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
    // Killed before it was ready: its test sees that it has ended.
    if (child.signalCode !== null) return true;
    return fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
  }, READY_TIMEOUT_MS);
}

/** Calls with the bootstrap key. */
export async function callServer(url: string, method: string, body: unknown): Promise<Answer> {
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

/** Polls until `isSo` resolves to true: a server works on its own meanwhile. Throws after `timeoutMs`. */
export async function until(isSo: () => Promise<boolean>, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('It did not happen in time.');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
