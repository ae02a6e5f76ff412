import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { longestFirst } from './test/support/service/longest-first.ts';

/** The files that take longest, longest first. */
const LONGEST: readonly string[] = [
  'deep/trip-model',
  'deep/kill-matrix',
  'deep/stay-matrix',
  'deep/kill-twice',
  'deep/duffel-kills',
  'deep/liteapi-kills',
  'deep/stripe-kills',
  'deep/servicing-kills',
];

/** The long matrices of test/deep, on either database: see scripts/test-deep.ts. */
export default defineConfig({
  test: {
    include: ['test/deep/**/*.test.ts'],
    environment: 'node',
    pool: 'forks',
    setupFiles: ['test/support/service/each-file.ts'],
    // Each file begins in a process of its own and waits for servers and clocks: one more than there are cores.
    maxWorkers: availableParallelism() + 1,
    // As in vitest.config.ts: Node imports and strips types itself.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { sequencer: longestFirst(LONGEST) },
    testTimeout: 300_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    env: { NODE_ENV: 'test', BLY_LOG_LEVEL: 'silent' },
  },
});
