import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimFreePort } from '../../scripts/free-port.ts';
import { type Benchmark, interleave, median, ratePerSecond } from '../harness.ts';
import { searchBody } from '../journey.ts';
import { freshDatabase, type Service, startProduct } from '../service.ts';

const overOneMin = 1.7;
const inFlight = 32;
const seconds = 8;
/** Offers shown, as budget 5 has it. */
const limit = 3;
const DESTINATIONS = ['JFK', 'LAX', 'SIN', 'LHR', 'BKK', 'MEX', 'ORD', 'NRT', 'FCO', 'IST', 'DEL', 'LIS'] as const;
const ORIGINS = ['CDG', 'FRA', 'MAD', 'AMS', 'MUC'] as const;
const daysDifferent = 300;
const daysAheadMin = 15;

/**
 * Budget 24: uncached searches of one start with two processes (`BLY_PROCESSES=2`) against one with one, on PostgreSQL
 * and Redis. On a machine of two cores the caller, the databases and the worker have their share of both.
 */
export const allCoresBenchmark: Benchmark = {
  number: 24,
  name: `POST /v1/flight_search, uncached, ${inFlight} in flight: two processes on one port against one`,
  async measure() {
    const database = await freshDatabase();
    const redis = await startRedis();
    const one = await startProduct(database.url, 18_224, { REDIS_URL: redis.url });
    const two = await startProduct(database.url, 18_225, { REDIS_URL: redis.url, BLY_PROCESSES: '2' });
    try {
      let turn = 0;
      const search = (service: Service) => async () => {
        turn += 1;
        await searchOnce(service, turn);
      };
      const rounds = await interleave([
        { name: 'one', round: () => ratePerSecond(search(one), { seconds, inFlight }) },
        { name: 'two', round: () => ratePerSecond(search(two), { seconds, inFlight }) },
      ]);
      const [single, double] = [median(rounds.get('one') ?? []), median(rounds.get('two') ?? [])];
      return {
        number: 24,
        name: this.name,
        target: `≥ ${overOneMin} ×`,
        result: `${(double / single).toFixed(2)} ×`,
        isMet: double / single >= overOneMin,
        detail: [`${single.toFixed(0)} searches/s in one process, ${double.toFixed(0)} in two`],
      };
    } finally {
      await Promise.all([one.stop(), two.stop()]);
      await redis.stop();
      await database.drop();
    }
  },
};

/** Each of another pair and day, so that none is answered from a cache. */
async function searchOnce(service: Service, turn: number): Promise<void> {
  const origin = ORIGINS[turn % ORIGINS.length];
  const destination = DESTINATIONS[turn % DESTINATIONS.length];
  const pairs = ORIGINS.length * DESTINATIONS.length;
  const daysAhead = daysAheadMin + (Math.floor(turn / pairs) % daysDifferent);
  const answer = await service.call('POST', '/v1/flight_search', {
    ...searchBody(daysAhead, { origin: origin ?? ORIGINS[0], destination: destination ?? DESTINATIONS[0] }),
    limit,
  });
  if (answer.status !== 200) throw new Error(answer.text.slice(0, 300));
}

/** A Redis of the benchmark's own, which keeps nothing on disk. */
async function startRedis(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const port = await claimFreePort();
  const directory = mkdtempSync(join(tmpdir(), 'bly-bench-redis-'));
  const child = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', directory],
    { stdio: 'ignore' },
  );
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
