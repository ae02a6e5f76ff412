import { median, type Benchmark, type Figure } from './harness.ts';
import { searchBody } from './journey.ts';
import { freshDatabase, startProduct, startProduction, WORLD_DIR } from './service.ts';

const secondsMax = 4;
const productionSecondsMax = 1.5;
const rounds = 3;

/**
 * Budget 13: from spawning the process to its first correct search answer, on a migrated database and the real bundle;
 * and of production, which has no supplier to search, to its first `/readyz`.
 */
export const startBenchmark: Benchmark = {
  number: 13,
  name: 'Process start to first correct answer, cold',
  async measure(): Promise<Figure> {
    const sandbox = await timeStarts(startAndSearch);
    const production = await timeStarts(startInProduction);
    const [seconds, productionSeconds] = [median(sandbox), median(production)];
    return {
      number: 13,
      name: this.name,
      target: `sandbox ≤ ${secondsMax} s, production ≤ ${productionSecondsMax} s`,
      result: `sandbox ${seconds.toFixed(2)} s, production ${productionSeconds.toFixed(2)} s`,
      isMet: seconds <= secondsMax && productionSeconds <= productionSecondsMax,
      detail: [`world: ${WORLD_DIR}`, `sandbox: ${listSeconds(sandbox)}`, `production: ${listSeconds(production)}`],
    };
  },
};

/** Seconds of each start but the first, which also migrates its database and warms the caches of the disk. */
async function timeStarts(start: (databaseUrl: string) => Promise<number>): Promise<readonly number[]> {
  const database = await freshDatabase();
  try {
    await start(database.url);
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) times.push(await start(database.url));
    return times;
  } finally {
    await database.drop();
  }
}

async function startAndSearch(databaseUrl: string): Promise<number> {
  const start = performance.now();
  const product = await startProduct(databaseUrl, 18_105);
  const answer = await product.call('POST', '/v1/flight_search', searchBody());
  const offers: { live_offers: unknown[] } = JSON.parse(answer.text);
  if (answer.status !== 200 || offers.live_offers.length === 0)
    throw new Error(`No correct search: ${answer.text.slice(0, 200)}`);
  const seconds = (performance.now() - start) / 1_000;
  await product.stop();
  return seconds;
}

/** Starting waits for `/readyz`. */
async function startInProduction(databaseUrl: string): Promise<number> {
  const start = performance.now();
  const production = await startProduction(databaseUrl, 18_106);
  const seconds = (performance.now() - start) / 1_000;
  await production.stop();
  return seconds;
}

function listSeconds(times: readonly number[]): string {
  return `${times.map((time) => time.toFixed(2)).join(', ')} s`;
}
