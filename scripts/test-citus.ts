import { spawnSync } from 'node:child_process';
import { BOTH_DATABASES } from '../test/support/both-databases.ts';
import { isCitusInstalled, startCitus } from '../test/support/servers/citus-servers.ts';

/**
 * `npm run test:citus [files]`: test/citus and the tests of test/support/both-databases.ts, or those named, on a
 * distributed database: a coordinator and two workers of its own. Says so and runs nothing where Citus is not
 * installed.
 */
const [, , ...named] = process.argv;

if (isCitusInstalled()) {
  const cluster = await startCitus();
  try {
    const files = named.length > 0 ? named : ['test/citus/', ...BOTH_DATABASES.flatMap((proof) => proof.files)];
    const { status } = spawnSync('vitest', ['run', ...files], {
      stdio: 'inherit',
      env: { ...process.env, BLY_TEST_DATABASE_URL: cluster.url, BLY_TEST_CITUS: '1' },
    });
    process.exitCode = status ?? 1;
  } finally {
    await cluster.stop();
  }
} else {
  console.log(
    'NOT RUN: Citus is not installed for the PostgreSQL of this machine (docs/guides/production.md, section 3).',
  );
}
