import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { replacedForks } from './test/support/service/worker-pool.ts';

/**
 * The files that take longest, longest first: begun early, both workers end together. On a fresh clone Vitest knows
 * only sizes.
 */
const LONGEST: readonly string[] = [
  'faults/kill-every-step',
  'faults/servicing-killed',
  'process/start-and-stop',
  'browser/explore',
  'process/cli',
  'faults/mail-killed',
  'browser/checkout-mixed',
  'browser/checkout-results',
  'browser/checkout',
  'browser/docs-try',
  'accounts/sign-in',
  'faults/webhook-killed',
  'browser/mail',
  'browser/explore-failures',
  'bookings/mail',
  'browser/accounts',
  'browser/manage',
  'bookings/fulfilment-faults',
  'world/world-itineraries',
  'platform/killed-process',
  'search/flight-search-stream',
  'process/topology',
  'search/car-search-failures',
  'model/trip-model',
  'faults/metering-killed',
  'browser/docs',
  'browser/exchange-payment',
  'browser/oauth',
  'suppliers/stripe-payments',
  'servicing/car-exchange',
  'discovery/discovery',
  'servicing/flight-exchange',
  'journeys/client',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return place === -1 ? LONGEST.length : place;
    };
    return others.toSorted((a, b) => rank(a) - rank(b));
  }
}

/** `npm test`: pure rules, journeys, pages and one kill per step, everything once on the embedded database. */
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'simulator/**/*.test.ts', 'web/**/*.test.ts', 'test/**/*.test.ts'],
    // Pictures to be looked at are taken only where BLY_TEST_SHOTS names a folder for them.
    exclude: [
      'test/deep/**',
      'node_modules/**',
      ...(process.env['BLY_TEST_SHOTS'] === undefined ? ['test/browser/shots.test.ts'] : []),
    ],
    environment: 'node',
    // A file finds what those before it in the same worker have loaded, and nothing else of them: see
    // test/support/service/each-file.ts.
    pool: replacedForks,
    isolate: false,
    setupFiles: ['test/support/service/each-file.ts'],
    maxWorkers: 2,
    // Node imports and strips types itself, as it does for `npm start`: nothing is transformed, and no import is looked
    // up at every use.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { sequencer: LongestFirst },
    // Generous: tests that start processes share two cores with everything else.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    env: { NODE_ENV: 'test', BLY_LOG_LEVEL: 'silent' },
  },
});
