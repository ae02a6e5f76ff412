import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { interleave, median, percent, ratePerSecond, type Benchmark } from './harness.ts';
import { searchBody } from './journey.ts';
import { freshDatabase, startProcess, startProduct, type Service } from './service.ts';

const target = 0.3;
const inFlight = 8;
const seconds = 5;
/** Offers shown: brings the mean answer to 59 KiB, the 60 KB the budget speaks of. */
const limit = 3;
/** Makes it 78 KiB: what was measured up to 2026-11-23, and stands beside since. */
const limitBefore = 4;
/** Pairs that differ in every request of a round, so that no answer comes from a cache. */
const PAIRS = [
  ['CDG', 'JFK'],
  ['LHR', 'LAX'],
  ['FRA', 'SIN'],
  ['ATL', 'LHR'],
  ['DXB', 'BKK'],
  ['MAD', 'MEX'],
  ['AMS', 'ORD'],
  ['SYD', 'MEL'],
  ['HND', 'CTS'],
  ['ORD', 'DFW'],
  ['FCO', 'CDG'],
  ['IST', 'LHR'],
  ['YYZ', 'YVR'],
  ['DEL', 'BOM'],
  ['SFO', 'NRT'],
  ['MUC', 'LIS'],
] as const;

/**
 * Budget 5: uncached searches of about 60 KB against node:http + JSON.stringify of the same bytes, 8 in flight, one
 * process.
 */
export const flightSearchBenchmark: Benchmark = {
  number: 5,
  name: 'POST /v1/flight_search, uncached, 8 in flight, against node:http + JSON.stringify of the same bytes',
  async measure() {
    const database = await freshDatabase();
    const product = await startProduct(database.url, 18_103);
    try {
      const figure = await measureAt(product, limit);
      const before = await measureAt(product, limitBefore);
      return {
        number: 5,
        name: this.name,
        target: `≥ ${percent(target)}`,
        result: percent(figure.ratio),
        isMet: figure.ratio >= target,
        detail: [describe(figure), `with ${limitBefore} offers: ${percent(before.ratio)}, ${describe(before)}`],
      };
    } finally {
      await product.stop();
      await database.drop();
    }
  },
};

interface Measured {
  readonly ratio: number;
  readonly searches: number;
  readonly bare: number;
  readonly kib: number;
  readonly bareKib: number;
}

function describe({ searches, bare, kib, bareKib }: Measured): string {
  return `${searches.toFixed(0)} searches/s of ${kib.toFixed(0)} KiB, ${bare.toFixed(0)} bare answers/s of ${bareKib.toFixed(0)} KiB`;
}

async function measureAt(product: Service, shown: number): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'bly-bench-'));
  try {
    const captured = await captureAnswers(product, shown);
    writeFileSync(join(folder, 'answers.json'), JSON.stringify(captured));
    const bare = await startProcess(['bench/anchors/stringify.ts'], 18_104, {
      BENCH_ANSWERS: join(folder, 'answers.json'),
    });
    let turn = 0;
    let bytes = 0;
    const rounds = await interleave([
      {
        name: 'bly',
        round: () =>
          ratePerSecond(
            async () => {
              turn += 1;
              const { text } = await search(
                product,
                turn % PAIRS.length,
                15 + (Math.floor(turn / PAIRS.length) % 300),
                shown,
              );
              bytes += text.length;
            },
            { seconds, inFlight },
          ),
      },
      {
        name: 'bare',
        round: () =>
          ratePerSecond(
            async () => {
              await bare.call('POST', '/', searchBody());
            },
            { seconds, inFlight },
          ),
      },
    ]);
    await bare.stop();
    const [searches, anchor] = [median(rounds.get('bly') ?? []), median(rounds.get('bare') ?? [])];
    return {
      ratio: searches / anchor,
      searches,
      bare: anchor,
      kib: bytes / turn / 1024,
      bareKib: captured.join('').length / captured.length / 1024,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function search(
  product: Service,
  pair: number,
  daysAhead: number,
  limit: number,
): Promise<{ readonly text: string }> {
  const [origin, destination] = PAIRS[pair] ?? PAIRS[0];
  const answer = await product.call('POST', '/v1/flight_search', {
    ...searchBody(daysAhead, { origin, destination }),
    limit,
  });
  if (answer.status !== 200) throw new Error(answer.text.slice(0, 300));
  return answer;
}

/** One answer of every pair: what the anchor sends in turn. */
async function captureAnswers(product: Service, limit: number): Promise<string[]> {
  const texts: string[] = [];
  for (let pair = 0; pair < PAIRS.length; pair += 1) texts.push((await search(product, pair, 331, limit)).text);
  return texts;
}
