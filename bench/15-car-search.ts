import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { interleave, median, percent, ratePerSecond, type Benchmark } from './harness.ts';
import { freshDatabase, startProcess, startProduct, type Service } from './service.ts';

/** The budget of hotel search: nothing else is asked of cars, and they should not be slower. */
const target = 0.3;
const inFlight = 8;
const seconds = 5;
const CITIES = ['LIS', 'LAX', 'LON', 'PAR', 'MAD', 'NYC', 'SYD', 'TYO'] as const;
/** Days ahead the rounds go through, so that no answer comes from a cache. */
const daysMax = 300;

/**
 * Budget 15: uncached car searches, a page of 20, against node:http + JSON.stringify of the same bytes, 8 in flight,
 * one process.
 */
export const carSearchBenchmark: Benchmark = {
  number: 15,
  name: 'POST /v1/car_search, uncached, 8 in flight, against node:http + JSON.stringify of the same bytes',
  async measure() {
    const folder = mkdtempSync(join(tmpdir(), 'bly-bench-'));
    const database = await freshDatabase();
    const product = await startProduct(database.url, 18_115);
    try {
      const captured: string[] = [];
      for (const [index] of CITIES.entries()) captured.push((await search(product, index, daysMax + 1)).text);
      writeFileSync(join(folder, 'answers.json'), JSON.stringify(captured));
      const bare = await startProcess(['bench/anchors/stringify.ts'], 18_116, {
        BENCH_ANSWERS: join(folder, 'answers.json'),
      });
      let turn = 0;
      let bytes = 0;
      let answers = 0;
      const rounds = await interleave([
        {
          name: 'bly',
          round: () =>
            ratePerSecond(
              async () => {
                turn += 1;
                const answer = await search(
                  product,
                  turn % CITIES.length,
                  1 + (Math.floor(turn / CITIES.length) % daysMax),
                );
                bytes += answer.text.length;
                answers += 1;
              },
              { seconds, inFlight },
            ),
        },
        {
          name: 'bare',
          round: () =>
            ratePerSecond(
              async () => {
                await bare.call('POST', '/', body(0, 1));
              },
              { seconds, inFlight },
            ),
        },
      ]);
      await bare.stop();
      const [bly, anchor] = [median(rounds.get('bly') ?? []), median(rounds.get('bare') ?? [])];
      return {
        number: 15,
        name: this.name,
        target: `≥ ${percent(target)}`,
        result: percent(bly / anchor),
        isMet: bly / anchor >= target,
        detail: [
          `searches/s: ${bly.toFixed(0)}`,
          `bare answers/s: ${anchor.toFixed(0)}`,
          `mean answer ${(bytes / answers / 1024).toFixed(0)} KiB, anchor's ${(captured.join('').length / captured.length / 1024).toFixed(0)} KiB`,
        ],
      };
    } finally {
      await product.stop();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function body(city: number, daysAhead: number): Record<string, unknown> {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  // The driver's age goes through 30 to 59: three dimensions before a question comes again.
  return {
    pick_up: { location: CITIES[city % CITIES.length], date_time: `${day(daysAhead)}T10:00:00` },
    drop_off: { date_time: `${day(daysAhead + 5)}T10:00:00` },
    driver_age: 30 + (daysAhead % 30),
    currency: 'EUR',
  };
}

async function search(product: Service, city: number, daysAhead: number): Promise<{ readonly text: string }> {
  const answer = await product.call('POST', '/v1/car_search', body(city, daysAhead));
  if (answer.status !== 200) throw new Error(answer.text.slice(0, 300));
  return answer;
}
