import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished, pipeline } from 'node:stream/promises';
import { ensurePostgres } from './postgres.ts';

/**
 * `npm run test:deep`: all of `npm test` that stores anything on a PostgreSQL server, then the long matrices of
 * test/deep on the embedded database and on the server side by side: there they mostly wait for leases.
 * BLY_TEST_REPORTS, when set, is a folder that receives one JSON report for each run.
 */
interface Run {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const server = await ensurePostgres();
const onServer = { BLY_TEST_DATABASE_URL: server.url };
/**
 * What has been proven a moment ago and is the same on every database: pure rules, which lie beside the code, and the
 * built-in world. One kill per step on a server is a part of the matrix that follows.
 */
const SAME_ANYWHERE = [
  'src/**',
  'simulator/**',
  'web/**',
  'test/world-data/**',
  'test/suppliers/world/**',
  'test/process/guard*',
  'test/faults/kill-every-step*',
];
const suite: Run = {
  name: 'suite-postgres',
  args: ['run', ...SAME_ANYWHERE.flatMap((glob) => ['--exclude', glob])],
  env: { ...onServer, BLY_TEST_EVERY_LANGUAGE: '1' },
};
const deepEmbedded: Run = { name: 'deep-embedded', args: ['run', '-c', 'vitest.deep.config.ts'], env: {} };
const deepPostgres: Run = { name: 'deep-postgres', args: ['run', '-c', 'vitest.deep.config.ts'], env: onServer };

const folder = mkdtempSync(join(tmpdir(), 'bly-deep-'));
try {
  const results = [await runShown(suite)];
  const told = join(folder, 'deep-postgres.log');
  const background = runVitest(deepPostgres, told);
  results.push(await runShown(deepEmbedded), await background);
  console.log(`\n— ${deepPostgres.name}`);
  await pipeline(createReadStream(told), process.stdout, { end: false });
  process.exitCode = results.every((code) => code === 0) ? 0 : 1;
} finally {
  server.stop();
  rmSync(folder, { recursive: true, force: true });
}

function runShown(run: Run): Promise<number> {
  console.log(`\n— ${run.name}`);
  return runVitest(run, undefined);
}

/** Runs Vitest to its end; answers its exit code. With `logFile` its output goes there. */
async function runVitest(run: Run, logFile: string | undefined): Promise<number> {
  const reports = process.env['BLY_TEST_REPORTS'];
  const reporters =
    reports === undefined
      ? []
      : ['--reporter=default', '--reporter=json', `--outputFile.json=${reports}/${run.name}.json`];
  const { BLY_TEST_DATABASE_URL: _own, ...env } = process.env;
  const child = spawn('vitest', [...run.args, ...reporters], {
    stdio: ['ignore', logFile === undefined ? 'inherit' : 'pipe', logFile === undefined ? 'inherit' : 'pipe'],
    env: { ...env, ...run.env },
  });
  const exited = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
  if (logFile === undefined) return exited;
  const log = createWriteStream(logFile);
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  const code = await exited;
  log.end();
  await finished(log);
  return code;
}
