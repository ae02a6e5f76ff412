import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Benchmark, interleave, median, percent, ratePerSecond } from './harness.ts';
import { searchBody } from './journey.ts';
import { freshDatabase, type Service, startProcess, startProduct } from './service.ts';

const target = 0.6;
const inFlight = 8;
const seconds = 5;
/** Brings the mean answer near the 60 KB the budgets speak of, as in budget 5. */
const limit = 4;
const ROUTES = [
  { origin: 'CDG', destination: 'JFK' },
  { origin: 'LHR', destination: 'LAX' },
  { origin: 'FRA', destination: 'SIN' },
  { origin: 'ATL', destination: 'LHR' },
] as const;

/** Budget 6: a search repeated within the life of its answer, against node:http sending the same prebuilt bytes. */
export const cachedSearchBenchmark: Benchmark = {
  number: 6,
  name: 'POST /v1/flight_search repeated within its cache life, 8 in flight, against node:http sending the same prebuilt bytes',
  async measure() {
    const folder = mkdtempSync(join(tmpdir(), 'bly-bench-'));
    const database = await freshDatabase();
    const product = await startProduct(database.url, 18_113);
    try {
      const bodies = ROUTES.map((route) => ({ ...searchBody(60, route), limit }));
      const answers = await Promise.all(bodies.map((body) => search(product, body)));
      writeFileSync(join(folder, 'answers.json'), JSON.stringify(answers));
      const bare = await startProcess(['bench/anchors/stringify.ts'], 18_114, {
        BENCH_ANSWERS: join(folder, 'answers.json'),
      });
      let turn = 0;
      const next = () => {
        turn += 1;
        return bodies[turn % bodies.length] ?? {};
      };
      const rounds = await interleave([
        {
          name: 'bly',
          round: () => ratePerSecond(async () => void (await search(product, next())), { seconds, inFlight }),
        },
        {
          name: 'bare',
          round: () =>
            ratePerSecond(async () => void (await bare.call('POST', '/prebuilt', next())), { seconds, inFlight }),
        },
      ]);
      await bare.stop();
      const [bly, anchor] = [median(rounds.get('bly') ?? []), median(rounds.get('bare') ?? [])];
      return {
        number: 6,
        name: this.name,
        target: `≥ ${percent(target)}`,
        result: percent(bly / anchor),
        isMet: bly / anchor >= target,
        detail: [
          `searches/s: ${bly.toFixed(0)}`,
          `bare answers/s: ${anchor.toFixed(0)}`,
          `mean answer ${(answers.join('').length / answers.length / 1024).toFixed(0)} KiB`,
        ],
      };
    } finally {
      await product.stop();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function search(product: Service, body: unknown): Promise<string> {
  const answer = await product.call('POST', '/v1/flight_search', body);
  if (answer.status !== 200) throw new Error(answer.text.slice(0, 300));
  return answer.text;
}
