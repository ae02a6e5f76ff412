import { spawnSync } from 'node:child_process';
import { ensurePostgres } from './postgres.ts';

/**
 * `npm run test:deep`: what of `npm test` can tell one database from another on a PostgreSQL server, then the long matrices of
 * test/deep on the embedded database and on the server. BLY_TEST_REPORTS, when set, is a folder that receives one JSON report for each run.
 */
const server = await ensurePostgres();
/**
 * Pages and the world's facts come out the same on every database. One kill per step is part of the matrix that follows: on a
 * server each kill waits 14 s for its leases, twice over would be ten minutes of waiting.
 */
const SAME_ON_BOTH = ['test/browser/**', 'test/world-data/**', 'web/**', 'test/faults/kill-every-step.test.ts'].flatMap((glob) => ['--exclude', glob]);
const onServer = { BLY_TEST_DATABASE_URL: server.url };
const runs = [
  { name: 'suite-postgres', args: ['run', ...SAME_ON_BOTH], env: onServer },
  { name: 'deep-embedded', args: ['run', '-c', 'vitest.deep.config.ts'], env: {} },
  { name: 'deep-postgres', args: ['run', '-c', 'vitest.deep.config.ts'], env: onServer },
] as const;

let failures = 0;
try {
  for (const run of runs) {
    console.log(`\n— ${run.name}`);
    failures += runVitest(run) === 0 ? 0 : 1;
  }
} finally {
  server.stop();
}
process.exitCode = failures === 0 ? 0 : 1;

function runVitest(run: (typeof runs)[number]): number {
  const reports = process.env['BLY_TEST_REPORTS'];
  const reporters = reports === undefined ? [] : ['--reporter=default', '--reporter=json', `--outputFile.json=${reports}/${run.name}.json`];
  const { BLY_TEST_DATABASE_URL: _own, ...env } = process.env;
  return spawnSync('vitest', [...run.args, ...reporters], { stdio: 'inherit', env: { ...env, ...run.env } }).status ?? 1;
}
