import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { listLeftToServer } from './test/support/both-databases.ts';
import { longestFirst } from './test/support/service/longest-first.ts';
import { replacedForks } from './test/support/service/worker-pool.ts';

/** One more than there are cores: files wait for processes, browsers and timers for a third of their time. */
const WORKERS = availableParallelism() + 1;

/** The files that take longest, longest first. */
const LONGEST: readonly string[] = [
  'process/start-and-stop',
  'faults/webhook-killed',
  'faults/mail-killed',
  'faults/ucp-killed',
  'routes/dearest-requests',
  'process/start-refusals',
  'process/cli',
  'faults/invoice-killed',
  'browser/refunds',
  'browser/console',
  'process/deploy-files',
  'faults/kill-every-step',
  'browser/checkout',
  'routes/discovery/discovery',
  'routes/identity/guesses',
  'process/ucp-cli',
  'journeys/guides',
  'browser/accounts',
  'process/supplier-accounts',
  'browser/docs',
  'routes/hostile-input',
  'browser/explore',
  'journeys/bookings/invoices',
  'faults/warming-killed',
  'process/demo',
  'browser/manage',
  'browser/explore-failures',
  'browser/docs-try',
  'journeys/bookings/fulfilment-faults',
  'src/suppliers/stubs/liteapi/rates/rates',
  'suppliers/common/sealed-cache',
  'faults/metering-killed',
  'browser/checkout-mixed',
  'platform/killed-process',
  'model/trip-model',
  'browser/checkout-results',
  'routes/search/flight-filters',
  'suppliers/duffel/cancellation-matrix',
  'browser/cards',
  'journeys/bookings/late-confirmation',
  'journeys/checkout/signed-quotes',
  'journeys/bookings/mail',
  'journeys/suppliers/duffel-airline-changes',
  'browser/checkout-seller',
];

/**
 * `npm test`: pure rules, journeys, pages and one kill per step, everything once on the embedded database. With
 * BLY_TEST_DEEP_FOLLOWS, as in `.ci/run`, what `npm run test:deep` runs on a server is left to it, but for the dialect.
 */
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'simulator/**/*.test.ts', 'web/**/*.test.ts', 'test/**/*.test.ts'],
    // Pictures to be looked at are taken only where BLY_TEST_SHOTS names a folder for them.
    exclude: [
      'test/deep/**',
      'node_modules/**',
      // What only a coordinator and its workers can show: `npm run test:citus`.
      ...(process.env['BLY_TEST_CITUS'] === undefined ? ['test/citus/**'] : []),
      ...(process.env['BLY_TEST_DEEP_FOLLOWS'] === undefined ? [] : listLeftToServer()),
      ...(process.env['BLY_TEST_SHOTS'] === undefined ? ['test/browser/shots.test.ts'] : []),
    ],
    environment: 'node',
    // A file finds what those before it in the same worker have loaded, and nothing else of them: see
    // test/support/service/each-file.ts.
    pool: replacedForks,
    isolate: false,
    setupFiles: ['test/support/service/each-file.ts'],
    maxWorkers: WORKERS,
    // Node imports and strips types itself, as it does for `npm start`: nothing is transformed, and no import is looked
    // up at every use.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { sequencer: longestFirst(LONGEST) },
    // Generous: tests that start processes share two cores with everything else.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    env: { NODE_ENV: 'test', BLY_LOG_LEVEL: 'silent' },
  },
});
