import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { interleave, median, percent, ratePerSecond, type Benchmark } from './harness.ts';
import { searchBody } from './journey.ts';
import { freshDatabase, startProcess, startProduct, type Service } from './service.ts';

const target = 0.3;
const inFlight = 8;
const seconds = 5;
/** Brings the mean answer near the 60 KB the budget speaks of. */
const limit = 4;
/** Pairs that differ in every request of a round, so that no answer comes from a cache. */
const PAIRS = [
  ['CDG', 'JFK'], ['LHR', 'LAX'], ['FRA', 'SIN'], ['ATL', 'LHR'], ['DXB', 'BKK'], ['MAD', 'MEX'], ['AMS', 'ORD'], ['SYD', 'MEL'],
  ['HND', 'CTS'], ['ORD', 'DFW'], ['FCO', 'CDG'], ['IST', 'LHR'], ['YYZ', 'YVR'], ['DEL', 'BOM'], ['SFO', 'NRT'], ['MUC', 'LIS'],
] as const;

/** Budget 5: uncached searches of about 60 KB against node:http + JSON.stringify of the same bytes, 8 in flight, one process. */
export const flightSearchBenchmark: Benchmark = {
  number: 5,
  name: 'POST /v1/flight_search, uncached, 8 in flight, against node:http + JSON.stringify of the same bytes',
  async measure() {
    const folder = mkdtempSync(join(tmpdir(), 'bly-bench-'));
    const database = await freshDatabase();
    const product = await startProduct(database.url, 18_103);
    try {
      const captured = await captureAnswers(product);
      writeFileSync(join(folder, 'answers.json'), JSON.stringify(captured));
      const bare = await startProcess(['bench/anchors/stringify.ts'], 18_104, { BENCH_ANSWERS: join(folder, 'answers.json') });
      let turn = 0;
      let bytes = 0;
      let answers = 0;
      const rounds = await interleave([
        { name: 'bly', round: () => ratePerSecond(async () => {
          turn += 1;
          const answer = await search(product, turn % PAIRS.length, 15 + (Math.floor(turn / PAIRS.length) % 300));
          bytes += answer.text.length;
          answers += 1;
        }, { seconds, inFlight }) },
        { name: 'bare', round: () => ratePerSecond(async () => { await bare.call('POST', '/', searchBody()); }, { seconds, inFlight }) },
      ]);
      await bare.stop();
      const [bly, anchor] = [median(rounds.get('bly') ?? []), median(rounds.get('bare') ?? [])];
      return {
        number: 5, name: this.name, target: `≥ ${percent(target)}`, result: percent(bly / anchor), isMet: bly / anchor >= target,
        detail: [`searches/s: ${bly.toFixed(0)}`, `bare answers/s: ${anchor.toFixed(0)}`, `mean answer ${(bytes / answers / 1024).toFixed(0)} KiB, anchor's ${(captured.join('').length / captured.length / 1024).toFixed(0)} KiB`],
      };
    } finally {
      await product.stop();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function search(product: Service, pair: number, daysAhead: number): Promise<{ readonly text: string }> {
  const [origin, destination] = PAIRS[pair] ?? PAIRS[0];
  const answer = await product.call('POST', '/v1/flight_search', { ...searchBody(daysAhead, { origin, destination }), limit });
  if (answer.status !== 200) throw new Error(answer.text.slice(0, 300));
  return answer;
}

/** One answer of every pair: what the anchor sends in turn. */
async function captureAnswers(product: Service): Promise<string[]> {
  const texts: string[] = [];
  for (let pair = 0; pair < PAIRS.length; pair += 1) texts.push((await search(product, pair, 331)).text);
  return texts;
}
