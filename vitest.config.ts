import { defineConfig } from 'vitest/config';

/** `npm test`: pure rules, journeys, pages and one kill per step, everything once on the embedded database. */
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'web/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['test/deep/**', 'node_modules/**'],
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    // Generous: tests that start processes share two cores with everything else.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    env: { NODE_ENV: 'test', BLY_LOG_LEVEL: 'silent' },
  },
});
