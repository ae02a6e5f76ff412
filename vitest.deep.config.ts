import { defineConfig } from 'vitest/config';

/** `npm run test:deep`: the long matrices of test/deep, and the whole of `npm test` again on a PostgreSQL server. */
export default defineConfig({
  test: {
    include: ['test/deep/**/*.test.ts'],
    environment: 'node',
    pool: 'forks',
    setupFiles: ['test/support/service/each-file.ts'],
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 120_000,
    env: { NODE_ENV: 'test', BLY_LOG_LEVEL: 'silent' },
  },
});
