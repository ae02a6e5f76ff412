import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadWorld, type World } from '../simulator/world.ts';
import { addDays } from '../src/travel/dates.ts';
import { NO_PASSENGERS } from '../src/travel/passengers.ts';
import { createOneToAll } from './anchors/one-to-all.ts';
import { createSequence, loadEngine, worldSeed } from './engine.ts';
import { type Benchmark, interleave, median, percent, ratePerSecond } from './harness.ts';
import { freshDatabase, type Service, startProcess, startProduct, WORLD_DIR } from './service.ts';

const engineTarget = 6;
const endpointTarget = 0.25;
const windowDays = 30;
const inFlight = 8;
const seconds = 5;
const now = new Date('2027-02-01T00:00:00Z');
/**
 * Origins of a round of the engine: airports drawn from the busiest five hundred, never asked about before in this
 * process.
 */
const originsPerRound = 30;
const rankMax = 500;
const scansPerOrigin = windowDays;
const MS_PER_DAY = 86_400_000;
/**
 * Origins of the endpoint's round, known to the process: what differs from request to request is the limit of the
 * price.
 */
const CITIES = ['PAR', 'LON', 'NYC', 'TYO', 'SIN', 'MAD', 'IST', 'SAO', 'SYD', 'CHI', 'OSL', 'DEL'] as const;

/** Budget 7: find_destination anywhere over 30 days, in the engine and at the endpoint. */
export const findDestinationBenchmark: Benchmark = {
  number: 7,
  name: 'find_destination anywhere, 30-day window: engine against a bare one-to-all per day, endpoint against node:http + JSON.stringify, 8 in flight',
  async measure() {
    const engine = await measureEngine();
    const endpoint = await measureEndpoint();
    const ratio = engine.ours / engine.bare;
    const share = endpoint.ours / endpoint.bare;
    return {
      number: 7,
      name: this.name,
      target: `engine ≤ ${engineTarget} ×, endpoint ≥ ${percent(endpointTarget)}`,
      result: `engine ${ratio.toFixed(1)} ×, endpoint ${percent(share)}`,
      isMet: ratio <= engineTarget && share >= endpointTarget,
      detail: [
        `engine: ${engine.ours.toFixed(2)} ms a day scanned (an origin's first, of ${originsPerRound} origins never seen before), bare ${engine.bare.toFixed(3)} ms over ${engine.flights} flights`,
        `the same window of a known origin: ${engine.again.toFixed(2)} ms in all; another day's prices for it: ${engine.tomorrow.toFixed(2)} ms a day scanned`,
        `endpoint: ${endpoint.ours.toFixed(0)} answers/s of known origins (none twice the same), bare ${endpoint.bare.toFixed(0)}/s, mean answer ${(endpoint.bytes / 1_024).toFixed(0)} KiB`,
        `first answer of an unknown origin, alone: ${endpoint.firstMs.toFixed(0)} ms; the same again: ${endpoint.repeatMs.toFixed(1)} ms`,
      ],
    };
  },
};

async function measureEngine() {
  const facts = loadEngine();
  const world = loadWorld(WORLD_DIR, { seed: worldSeed });
  const bare = createOneToAll(facts, now.getTime() / MS_PER_DAY);
  const next = createSequence(7);
  const airports = facts.atlas.airports.filter((airport) => airport.rank <= rankMax);
  const unseen = airports
    .map((airport) => ({ airport, place: next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ airport }) => airport);
  let taken = 0;
  let last = unseen.slice(0, 0);
  const rounds = await interleave([
    {
      name: 'engine',
      round: async () => {
        last = unseen.slice(taken, taken + originsPerRound);
        taken += originsPerRound;
        return await timeReach(
          world,
          last.map(({ iata }) => iata),
          now,
        );
      },
    },
    {
      name: 'bare',
      round: async () => {
        const start = performance.now();
        for (const { index } of last) for (let day = 0; day < scansPerOrigin; day += 1) bare.scan(index);
        return (performance.now() - start) / last.length;
      },
    },
  ]);
  const known = last.map(({ iata }) => iata);
  const again = await timeReach(world, known, now);
  const tomorrow = await timeReach(world, known, new Date(now.getTime() + MS_PER_DAY));
  const [ours, anchor] = [
    median(rounds.get('engine') ?? []) / windowDays,
    median(rounds.get('bare') ?? []) / scansPerOrigin,
  ];
  return { ours, bare: anchor, flights: bare.flights, again, tomorrow: tomorrow / windowDays };
}

/** Milliseconds for each origin's window. */
async function timeReach(world: World, origins: readonly string[], at: Date): Promise<number> {
  const dates = Array.from({ length: windowDays }, (_, day) => ({
    departure: addDays('2027-02-03', day),
    return: undefined,
  }));
  const signal = new AbortController().signal;
  const start = performance.now();
  for (const origin of origins) {
    const query = {
      origins: [origin],
      destinations: undefined,
      dates,
      passengers: { ...NO_PASSENGERS, adt: 1 },
      cabinClass: 'economy',
      connectionsMax: 2,
    } as const;
    await world.reach(query, { now: at, signal });
  }
  return (performance.now() - start) / origins.length;
}

async function measureEndpoint() {
  const folder = mkdtempSync(join(tmpdir(), 'bly-bench-'));
  const database = await freshDatabase();
  const product = await startProduct(database.url, 18_123);
  try {
    const captured = await Promise.all(CITIES.map((origin) => ask(product, origin, 100_000)));
    writeFileSync(join(folder, 'answers.json'), JSON.stringify(captured));
    const bare = await startProcess(['bench/anchors/stringify.ts'], 18_124, {
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
              const text = await ask(product, CITIES[turn % CITIES.length] ?? 'PAR', 100_000 + turn);
              bytes += text.length;
            },
            { seconds, inFlight },
          ),
      },
      {
        name: 'bare',
        round: () =>
          ratePerSecond(async () => void (await bare.call('POST', '/', { origins: ['PAR'] })), { seconds, inFlight }),
      },
    ]);
    await bare.stop();
    const [firstMs, repeatMs] = [
      await timeOf(() => ask(product, 'ROM', 100_000)),
      await timeOf(() => ask(product, 'ROM', 100_000)),
    ];
    return {
      ours: median(rounds.get('bly') ?? []),
      bare: median(rounds.get('bare') ?? []),
      bytes: bytes / turn,
      firstMs,
      repeatMs,
    };
  } finally {
    await product.stop();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function ask(product: Service, origin: string, maxTotal: number): Promise<string> {
  const answer = await product.call('POST', '/v1/find_destination', { origins: [origin], max_total: maxTotal });
  if (answer.status !== 200) throw new Error(answer.text.slice(0, 300));
  return answer.text;
}
