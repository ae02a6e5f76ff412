import { setTimeout as wait } from 'node:timers/promises';
import { type Benchmark, ratePerSecond } from './harness.ts';
import { searchBody } from './journey.ts';
import { freshDatabase, residentMib, type Service, startProduct, startProduction, WORLD_DIR } from './service.ts';

const idleMibMax = 350;
const growthMax = 1.5;
const productionMibGoal = 180;
const productionMibMax = 200;
const inFlight = 32;
/** BENCH_MINUTES shortens the load while working on something else; the budget speaks of ten. */
const minutes = Number(process.env['BENCH_MINUTES'] ?? 10);
const settleMs = 5_000;
/** Measured before and after V8 gives up the young generation of the start: nearly two minutes. */
const restMs = 150_000;
const sampleMs = 5_000;
const CODES = [
  'CDG',
  'JFK',
  'LHR',
  'LAX',
  'FRA',
  'SIN',
  'ATL',
  'DXB',
  'BKK',
  'MAD',
  'MEX',
  'AMS',
  'ORD',
  'SYD',
  'HND',
  'IST',
  'YYZ',
  'DEL',
  'SFO',
  'GRU',
];

/**
 * Budget 10: resident memory idle with the real bundle, and after ten minutes of searches with 32 in flight; and of an
 * idle production process, which loads no simulator.
 */
export const memoryBenchmark: Benchmark = {
  number: 10,
  name: `Resident memory with the real bundle: idle, and after ${minutes} minutes at ${inFlight} in flight`,
  async measure() {
    const production = await measureProduction();
    const database = await freshDatabase();
    const product = await startProduct(database.url, 18_115);
    try {
      await search(product, 0);
      await wait(settleMs);
      const idle = residentMib(product);
      let turn = 0;
      let highest = idle;
      const sampler = setInterval(() => {
        highest = Math.max(highest, residentMib(product));
      }, sampleMs);
      const rate = await ratePerSecond(
        () => {
          turn += 1;
          return search(product, turn);
        },
        { seconds: minutes * 60, inFlight },
      );
      clearInterval(sampler);
      const after = residentMib(product);
      return {
        number: 10,
        name: this.name,
        target: `idle ≤ ${idleMibMax} MiB, then ≤ ${growthMax} ×; production ≤ ${productionMibGoal} MiB, at most ${productionMibMax}`,
        result:
          `idle ${idle.toFixed(0)} MiB, then ${(after / idle).toFixed(2)} ×; ` +
          `production ${production.rested.toFixed(0)} MiB, ${production.started.toFixed(0)} right after its start`,
        isMet: idle <= idleMibMax && after / idle <= growthMax && production.started <= productionMibGoal,
        detail: [
          `world: ${WORLD_DIR}`,
          `${rate.toFixed(0)} different searches/s`,
          `after ${after.toFixed(0)} MiB, highest ${highest.toFixed(0)} MiB`,
        ],
      };
    } finally {
      await product.stop();
      await database.drop();
    }
  },
};

/** Pairs and days in an order that hardly ever repeats. */
async function search(product: Service, turn: number): Promise<void> {
  const origin = CODES[turn % CODES.length] ?? 'CDG';
  const destination =
    CODES[(turn + 1 + (Math.floor(turn / CODES.length) % (CODES.length - 1))) % CODES.length] ?? 'JFK';
  const answer = await product.call(
    'POST',
    '/v1/flight_search',
    searchBody(15 + (Math.floor(turn / 380) % 300), { origin, destination }),
  );
  if (answer.status !== 200) throw new Error(answer.text.slice(0, 300));
}

/** Resident memory of a production process that nobody calls, in MiB: right after its start, and when it has rested. */
async function measureProduction(): Promise<{ readonly started: number; readonly rested: number }> {
  const database = await freshDatabase();
  try {
    const production = await startProduction(database.url, 18_116);
    await wait(settleMs);
    const started = residentMib(production);
    await wait(restMs);
    const rested = residentMib(production);
    await production.stop();
    return { started, rested };
  } finally {
    await database.drop();
  }
}
