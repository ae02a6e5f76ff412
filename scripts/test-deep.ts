import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished, pipeline } from 'node:stream/promises';
import { BOTH_DATABASES, DEEP_ON_BOTH, LONG_MATRICES } from '../test/support/both-databases.ts';
import { PGBOUNCER } from '../test/support/servers/pgbouncer.ts';
import { ensurePostgres, findPostgresBinaries } from './postgres.ts';
import { listUncalledStoreFunctions } from './uncalled-stores.ts';

/**
 * `npm run test:deep`: on a PostgreSQL server all tests whose outcome may depend on the database
 * (test/support/both-databases.ts), then the long matrices of test/deep there, and beside them on the embedded database
 * those that prove it. It fails when a function of a store was not called on the server. BLY_TEST_REPORTS, when set, is
 * a folder that receives one JSON report for each run.
 */
interface Run {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const server = await ensurePostgres({ isDurable: false });
const onServer = { BLY_TEST_DATABASE_URL: server.url };
const folder = mkdtempSync(join(tmpdir(), 'bly-deep-'));
const measured = { ...onServer, BLY_TEST_MEASURES: folder };
/** Here every cell of every long matrix runs: test/support/service/cells-of.ts. */
const WHOLE = { BLY_TEST_MATRICES: '1' };
const suite: Run = {
  name: 'suite-postgres',
  args: ['run', ...BOTH_DATABASES.flatMap(({ files }) => files), ...LONG_MATRICES],
  env: { ...measured, ...WHOLE },
};
/** Tests that start servers of their own: once is enough, and only where there is something to start. */
const OWN_SERVERS = 'test/deep/servers/**';
const missing = [
  ...(findPostgresBinaries() === undefined ? [{ what: 'PostgreSQL', files: OWN_SERVERS }] : []),
  ...(existsSync(PGBOUNCER) ? [] : [{ what: 'PgBouncer', files: 'test/deep/servers/pooler.test.ts' }]),
];
for (const { what, files } of missing) console.log(`NOT RUN: ${files}, because ${what} is not installed here.`);
const DEEP = ['run', '-c', 'vitest.deep.config.ts'];
const deepEmbedded: Run = { name: 'deep-embedded', args: [...DEEP, ...DEEP_ON_BOTH], env: {} };
const deepPostgres: Run = {
  name: 'deep-postgres',
  args: [...DEEP, ...missing.flatMap(({ files }) => ['--exclude', files])],
  env: measured,
};

try {
  const results = [await runShown(suite)];
  const log = join(folder, 'deep-postgres.log');
  const background = runVitest(deepPostgres, log);
  results.push(await runShown(deepEmbedded), await background);
  console.log(`\n— ${deepPostgres.name}`);
  await pipeline(createReadStream(log), process.stdout, { end: false });
  const uncalled = listUncalledStoreFunctions(folder);
  if (uncalled.length > 0) console.log(`\nNot called on PostgreSQL:\n${uncalled.join('\n')}`);
  process.exitCode = results.every((code) => code === 0) && uncalled.length === 0 ? 0 : 1;
} finally {
  server.stop();
  rmSync(folder, { recursive: true, force: true });
}

function runShown(run: Run): Promise<number> {
  console.log(`\n— ${run.name}`);
  return runVitest(run, undefined);
}

/** Runs Vitest to its end; returns its exit code. With `logFile` its output goes there. */
async function runVitest(run: Run, logFile: string | undefined): Promise<number> {
  const reports = process.env['BLY_TEST_REPORTS'];
  const reporters =
    reports === undefined
      ? []
      : ['--reporter=default', '--reporter=json', `--outputFile.json=${reports}/${run.name}.json`];
  const { BLY_TEST_DATABASE_URL: _own, BLY_TEST_DEEP_FOLLOWS: _left, ...env } = process.env;
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
