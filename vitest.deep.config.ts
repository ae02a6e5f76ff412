import { defineConfig } from 'vitest/config';

/** The long matrices of test/deep, on either database: see scripts/test-deep.ts. */
export default defineConfig({
  test: {
    include: ['test/deep/**/*.test.ts'],
    environment: 'node',
    pool: 'forks',
    setupFiles: ['test/support/service/each-file.ts'],
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    env: { NODE_ENV: 'test', BLY_LOG_LEVEL: 'silent' },
  },
});
