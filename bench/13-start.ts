import { median, type Benchmark, type Figure } from './harness.ts';
import { searchBody } from './journey.ts';
import { freshDatabase, startProduct, WORLD_DIR } from './service.ts';

const secondsMax = 4;
const rounds = 3;

/**
 * Budget 13: from spawning the process to its first correct search answer, on a migrated database and the real bundle.
 */
export const startBenchmark: Benchmark = {
  number: 13,
  name: 'Process start to first correct search, cold',
  async measure(): Promise<Figure> {
    const database = await freshDatabase();
    const times: number[] = [];
    try {
      // The first start also migrates: it is the warm-up.
      for (let round = 0; round <= rounds; round += 1) {
        const start = performance.now();
        const product = await startProduct(database.url, 18_105);
        const answer = await product.call('POST', '/v1/flight_search', searchBody());
        const offers: { live_offers: unknown[] } = JSON.parse(answer.text);
        if (answer.status !== 200 || offers.live_offers.length === 0)
          throw new Error(`No correct search: ${answer.text.slice(0, 200)}`);
        if (round > 0) times.push((performance.now() - start) / 1_000);
        await product.stop();
      }
    } finally {
      await database.drop();
    }
    const seconds = median(times);
    return {
      number: 13,
      name: this.name,
      target: `≤ ${secondsMax} s`,
      result: `${seconds.toFixed(2)} s`,
      isMet: seconds <= secondsMax,
      detail: [`world: ${WORLD_DIR}`, `rounds: ${times.map((time) => time.toFixed(2)).join(', ')} s`],
    };
  },
};
