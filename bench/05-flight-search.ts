import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { interleave, median, percent, ratePerSecond, type Benchmark } from './harness.ts';
import { searchBody } from './journey.ts';
import { freshDatabase, startProcess, startProduct } from './service.ts';

const target = 0.3;
const inFlight = 8;
const seconds = 5;
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
      const captured = await product.call('POST', '/v1/flight_search', { ...searchBody(60), limit: 20 });
      if (captured.status !== 200) throw new Error(captured.text.slice(0, 300));
      writeFileSync(join(folder, 'answer.json'), captured.text);
      const bare = await startProcess(['bench/anchors/stringify.ts'], 18_104, { BENCH_ANSWER: join(folder, 'answer.json') });
      let turn = 0;
      let bytes = 0;
      let answers = 0;
      const rounds = await interleave([
        { name: 'bly', round: () => ratePerSecond(async () => {
          turn += 1;
          const [origin, destination] = PAIRS[turn % PAIRS.length] ?? PAIRS[0];
          const answer = await product.call('POST', '/v1/flight_search', { ...searchBody(15 + (Math.floor(turn / PAIRS.length) % 300), { origin, destination }), limit: 20 });
          if (answer.status !== 200) throw new Error(answer.text.slice(0, 300));
          bytes += answer.text.length;
          answers += 1;
        }, { seconds, inFlight }) },
        { name: 'bare', round: () => ratePerSecond(async () => { await bare.call('POST', '/', searchBody()); }, { seconds, inFlight }) },
      ]);
      await bare.stop();
      const [bly, anchor] = [median(rounds.get('bly') ?? []), median(rounds.get('bare') ?? [])];
      return {
        number: 5, name: this.name, target: `≥ ${percent(target)}`, result: percent(bly / anchor), isMet: bly / anchor >= target,
        detail: [`searches/s: ${bly.toFixed(0)}`, `bare answers/s: ${anchor.toFixed(0)}`, `mean answer ${(bytes / answers / 1024).toFixed(0)} KiB, anchor's ${(captured.text.length / 1024).toFixed(0)} KiB`],
      };
    } finally {
      await product.stop();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
