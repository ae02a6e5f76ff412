import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { claimFreePort } from '../../../scripts/free-port.ts';
import { openTestDatabase, prepareTestDataDir } from '../service/database.ts';
import { createSmallWorld, QUICK_NODE_ARGS, QUICK_NODE_ENV, warmCompileCache } from './small-world.ts';
import { testSecretKey } from '../service/secret-key.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A command of ours that has ended. */
export interface Finished {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}
/** A command of ours that is running. */
export interface Running {
  readonly child: ChildProcess;
  readonly finished: Promise<Finished>;
  /** Resolves with the whole output once it matches. */
  outputMatching(pattern: RegExp): Promise<string>;
}

/** An installation on disk: its data directory, and the environment its processes are started with. */
export interface Installation {
  readonly dataDir: string;
  readonly port: number;
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
  run(args: readonly string[], env?: Readonly<Record<string, string>>): Running;
  remove(): Promise<void>;
}

/** A migrated, empty installation with a free port. */
export async function makeInstallation(): Promise<Installation> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bly-'));
  await Promise.all([prepareTestDataDir(dataDir), warmCompileCache(QUICK_NODE_ARGS)]);
  const database = process.env['BLY_TEST_DATABASE_URL'] === undefined ? undefined : await openTestDatabase();
  const port = await claimFreePort();
  const databaseEnv: Record<string, string> =
    database?.databaseUrl === undefined
      ? {}
      : { DATABASE_URL: database.databaseUrl, BLY_SECRET_KEYS: testSecretKey(7) };
  const env = {
    ...QUICK_NODE_ENV,
    PATH: process.env['PATH'] ?? '',
    BLY_DATA_DIR: dataDir,
    BLY_PORT: String(port),
    BLY_WORLD_DIR: createSmallWorld(join(dataDir, 'small-world')),
    BLY_LOG_LEVEL: 'info',
    ...databaseEnv,
  };
  return {
    dataDir,
    port,
    url: `http://127.0.0.1:${port}`,
    env,
    run: (args, more = {}) => runNode([...QUICK_NODE_ARGS, ...args], { ...env, ...more }),
    async remove() {
      await database?.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Runs Node on a file of this project. */
export function runNode(args: readonly string[], env: Readonly<Record<string, string>>): Running {
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const seen = { output: '', errors: '' };
  const waiting = new Set<() => void>();
  const { promise: finished, resolve } = Promise.withResolvers<Finished>();
  child.stdout?.on('data', (chunk) => {
    seen.output += String(chunk);
    for (const check of waiting) check();
  });
  child.stderr?.on('data', (chunk) => {
    seen.errors += String(chunk);
  });
  child.on('close', (code) => resolve({ code, ...seen }));
  return {
    child,
    finished,
    async outputMatching(pattern) {
      const { promise, resolve: found } = Promise.withResolvers<void>();
      const check = () => {
        if (pattern.test(seen.output)) found();
      };
      waiting.add(check);
      check();
      const ended = finished.then(() => {
        if (!pattern.test(seen.output))
          throw new Error(`the process ended without ${pattern}: ${seen.output}${seen.errors}`);
      });
      await Promise.race([promise, ended]);
      waiting.delete(check);
      return seen.output;
    },
  };
}
