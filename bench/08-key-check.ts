import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { interleave, median, percent, quantile, ratePerSecond, type Benchmark } from './harness.ts';
import { freshDatabase, startProcess } from './service.ts';

const target = 0.72;
const addedMsMax = 1;
const inFlight = 8;
const seconds = 4;
const latencySamples = 3_000;

/** Budget 8: what key check, scope, rate, quota and credit cost a small GET. */
export const keyCheckBenchmark: Benchmark = {
  number: 8,
  name: 'Key check + scope + quota + rate on a small GET, against the same route without them',
  async measure() {
    const database = await freshDatabase();
    const dataDir = mkdtempSync(join(tmpdir(), 'bly-bench-'));
    const service = await startProcess(
      ['bench/anchors/key-check.ts'],
      18_107,
      {
        DATABASE_URL: database.url,
        BLY_DATA_DIR: dataDir,
        BENCH_KEY_FILE: join(dataDir, 'key'),
        BLY_SECRET_KEYS: randomBytes(32).toString('base64'),
        BLY_LOG_LEVEL: 'warn',
        BLY_VALIDATE_RESPONSES: '0',
        NODE_ENV: 'production',
        BLY_WORLD_DIR: 'data/world',
      },
      () => rmSync(dataDir, { recursive: true, force: true }),
    );
    const key = readFileSync(join(dataDir, 'key'), 'utf8');
    const get = async (path: string): Promise<void> => {
      const answer = await service.pool.request({ method: 'GET', path, headers: { 'x-api-key': key } });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${text}`);
    };
    try {
      const rounds = await interleave([
        { name: 'keyed', round: () => ratePerSecond(() => get('/v1/keyed'), { seconds, inFlight }) },
        { name: 'open', round: () => ratePerSecond(() => get('/v1/open'), { seconds, inFlight }) },
      ]);
      const latencies = {
        keyed: await latenciesMs(() => get('/v1/keyed')),
        open: await latenciesMs(() => get('/v1/open')),
      };
      const addedMs = quantile(latencies.keyed, 0.99) - quantile(latencies.open, 0.99);
      const [keyed, open] = [median(rounds.get('keyed') ?? []), median(rounds.get('open') ?? [])];
      return {
        number: 8,
        name: this.name,
        target: `keeps ≥ ${percent(target)}, adds ≤ ${addedMsMax} ms p99`,
        result: `keeps ${percent(keyed / open)}, adds ${addedMs.toFixed(2)} ms p99`,
        isMet: keyed / open >= target && addedMs <= addedMsMax,
        detail: [
          `keyed ${keyed.toFixed(0)}/s, open ${open.toFixed(0)}/s; an ordinary key, counted against rate, quota and credit`,
        ],
      };
    } finally {
      await service.stop();
      await database.drop();
    }
  },
};

async function latenciesMs(call: () => Promise<void>): Promise<number[]> {
  const samples: number[] = [];
  for (let i = 0; i < latencySamples; i += 1) {
    const start = performance.now();
    await call();
    samples.push(performance.now() - start);
  }
  return samples;
}
