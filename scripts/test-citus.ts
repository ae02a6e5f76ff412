import { spawnSync } from 'node:child_process';
import { BOTH_DATABASES } from '../test/support/both-databases.ts';
import { isCitusInstalled, startCitus } from '../test/support/servers/citus-servers.ts';

/** Whole folders: every journey, every job, every crash, beside what may differ from database to database. */
const FOLDERS: readonly string[] = [
  'test/citus/',
  'test/journeys/',
  'test/faults/',
  'test/model/',
  'test/platform/',
  'test/stores/',
];

/** What does not apply there; the test itself leaves it out. */
const LEFT_OUT: readonly (readonly [test: string, why: string])[] = [
  [
    'journeys/servicing/airline-changes: a change stored as times alone',
    'replays migration 0050, which is older than distributed databases and is refused by them',
  ],
];

/**
 * `npm run test:citus [-- files]`: all journeys, jobs and faults, and the tests of test/support/both-databases.ts, or
 * those named, on a distributed database: a coordinator and two workers of its own. Says so and runs nothing where
 * Citus is not installed.
 */
const [, , ...named] = process.argv;

if (isCitusInstalled()) {
  const cluster = await startCitus();
  try {
    const { status } = spawnSync('vitest', ['run', ...(named.length > 0 ? named : listAll())], {
      stdio: 'inherit',
      env: { ...process.env, BLY_TEST_DATABASE_URL: cluster.url, BLY_TEST_CITUS: '1' },
    });
    process.exitCode = status ?? 1;
  } finally {
    await cluster.stop();
  }
  for (const [test, why] of LEFT_OUT) console.log(`Left out: ${test} (${why}).`);
} else {
  console.log(
    'NOT RUN: Citus is not installed for the PostgreSQL of this machine (docs/guides/production.md, section 3).',
  );
}

function listAll(): readonly string[] {
  const beside = BOTH_DATABASES.flatMap(({ files }) => files);
  return [...FOLDERS, ...beside.filter((file) => !FOLDERS.some((folder) => file.startsWith(folder)))];
}
