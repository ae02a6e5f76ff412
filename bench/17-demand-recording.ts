import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, percent, type Benchmark } from './harness.ts';
import { searchBody } from './journey.ts';
import { BENCH_KEY, freshDatabase, startProcess, WORLD_DIR, type Service } from './service.ts';

const shareMax = 0.02;
const inFlight = 8;
const rounds = 20;
/** Before anything is counted: the code is compiled, what starts builds is built. */
const roundsBefore = 4;
/** Answers of near 60 KB, as in budgets 5 and 6. */
const limit = 4;
const ROUTES = [
  ['CDG', 'JFK'],
  ['LHR', 'LAX'],
  ['FRA', 'SIN'],
  ['ATL', 'LHR'],
  ['DXB', 'BKK'],
  ['MAD', 'MEX'],
  ['AMS', 'ORD'],
  ['SYD', 'MEL'],
] as const;
const port = 18_117;
const switchPort = 18_118;

/** A method of searching. */
interface Kind {
  /** Searches of a round: a second or more, as what is told within one is written together. */
  readonly searches: number;
  /** Days ahead of the n-th search of a round. */
  daysAhead(round: number, turn: number): number;
  /** Whether all answers of a round are made before it is measured. */
  readonly isWarmed: boolean;
}
const KINDS = {
  // New answers for each round: none lapses in the middle of one.
  cached: { searches: 6_000, daysAhead: (round) => 15 + round, isWarmed: true },
  // None is asked again before its answer is forgotten.
  uncached: {
    searches: 400,
    daysAhead: (round, turn) => 15 + ((round * 50 + Math.floor(turn / ROUTES.length)) % 300),
    isWarmed: false,
  },
} as const satisfies Record<string, Kind>;

/**
 * Budget 17: what recording demand signals costs a flight search, all of it: one service that records in one round and
 * in the other not (it reads none from answers then, either), turn about. Two processes, one for each, differ by more
 * than what is measured. Counted is the processor time of all threads of the process; what PostgreSQL takes to write
 * the events is told beside it, because it may run on another machine. What is held at the end of a round is written in
 * it. No jobs run: a sandbox counts its events anew every few seconds (`demand.roll_up`, for at most a 20th of its
 * time), and would do so in some rounds and not in others.
 */
export const demandRecordingBenchmark = recordingBenchmark({
  number: 17,
  name: 'recording demand signals, processor time of a flight search: against none recorded, cached and uncached, 8 in flight',
  recorder: 'demand',
});

/** Budget 26: what the log of requests costs a flight search, measured in the same way. */
export const requestLogBenchmark = recordingBenchmark({
  number: 26,
  name: 'recording requests, processor time of a flight search: against none recorded, cached and uncached, 8 in flight',
  recorder: 'requests',
});

/** Measures what one recorder costs. */
function recordingBenchmark({
  number,
  name,
  recorder,
}: Pick<Benchmark, 'number' | 'name'> & { readonly recorder: 'demand' | 'requests' }): Benchmark {
  const measure: Benchmark['measure'] = async () => {
    const database = await freshDatabase();
    const dataDir = mkdtempSync(join(tmpdir(), 'bly-bench-'));
    const service = await startProcess(['bench/anchors/recording-service.ts'], port, {
      DATABASE_URL: database.url,
      BLY_DATA_DIR: dataDir,
      BLY_WORLD_DIR: WORLD_DIR,
      BLY_BOOTSTRAP_API_KEY: BENCH_KEY,
      BENCH_SWITCH_PORT: String(switchPort),
      BENCH_RECORDER: recorder,
      BLY_SECRET_KEYS: randomBytes(32).toString('base64'),
      BLY_LOG_LEVEL: 'warn',
      BLY_VALIDATE_RESPONSES: '0',
      BLY_ROLE: 'api',
      NODE_ENV: 'production',
    });
    try {
      const measured = { service, database: new URL(database.url).pathname.slice(1) };
      const cached = await compare(measured, KINDS.cached);
      const uncached = await compare(measured, KINDS.uncached);
      const worst = cached.share > uncached.share ? cached : uncached;
      return {
        number,
        name,
        target: `≤ ${percent(shareMax)}`,
        result: `${percent(worst.share)} ± ${percent(worst.error)}`,
        isMet: worst.share <= shareMax,
        detail: [
          `cached: ${percent(cached.share)} (${cached.detail})`,
          `uncached: ${percent(uncached.share)} (${uncached.detail})`,
        ],
      };
    } finally {
      await service.stop();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  };
  return { number, name, measure };
}

/** A process, and the name of its database. */
interface Measured {
  readonly service: Service;
  readonly database: string;
}

interface Compared {
  /**
   * Of a search without: 0.01 is a hundredth more processor time. The middle of the rounds: each writes what it tells.
   */
  readonly share: number;
  /** Standard error of their mean. */
  readonly error: number;
  readonly detail: string;
}

/** Rounds with and without; whichever was second is first the next time. */
async function compare(measured: Measured, kind: Kind): Promise<Compared> {
  const took: Record<'on' | 'off', Round[]> = { on: [], off: [] };
  for (let pair = 0; pair < roundsBefore + rounds; pair += 1) {
    for (const [place, name] of (pair % 2 === 0 ? (['on', 'off'] as const) : (['off', 'on'] as const)).entries()) {
      const one = await search(measured, kind, { round: 2 * pair + place, recording: name });
      if (pair >= roundsBefore) took[name].push(one);
    }
  }
  const shares = took.on.map(({ cpu }, round) => cpu / (took.off[round]?.cpu ?? Number.NaN) - 1);
  const error = Math.sqrt(mean(shares.map((share) => (share - mean(shares)) ** 2)) / (rounds - 1));
  const told = (name: 'on' | 'off', part: keyof Round): string =>
    median(took[name].map((one) => one[part])).toFixed(part === 'rate' ? 0 : 1);
  return {
    error,
    share: median(shares),
    detail:
      `middle of ${rounds} rounds; mean ${percent(mean(shares))}, its standard error ${percent(error)}; ${told('on', 'cpu')} against ${told('off', 'cpu')} µs, in PostgreSQL ` +
      `${told('on', 'database')} against ${told('off', 'database')} µs; ${told('on', 'rate')} against ${told('off', 'rate')} searches/s`,
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

interface Round {
  /** Microseconds of processor time a search. */
  readonly cpu: number;
  /** Processor time of the server processes of its database. */
  readonly database: number;
  /** Searches a second. */
  readonly rate: number;
}

async function search(
  { service, database }: Measured,
  kind: Kind,
  { round, recording }: { readonly round: number; readonly recording: 'on' | 'off' },
): Promise<Round> {
  const ask = async (turn: number) => {
    const [origin, destination] = ROUTES[turn % ROUTES.length] ?? ROUTES[0];
    const answer = await service.call('POST', '/v1/flight_search', {
      ...searchBody(kind.daysAhead(round, turn), { origin, destination }),
      limit,
    });
    if (answer.status !== 200) throw new Error(answer.text.slice(0, 300));
  };
  if (kind.isWarmed) for (const turn of ROUTES.keys()) await ask(turn);
  await record(recording);
  const pid = service.process.pid ?? 0;
  const before = { cpu: processorUs(pid), database: databaseUs(database), at: performance.now() };
  let next = 0;
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (next < kind.searches) {
        next += 1;
        await ask(next - 1);
      }
    }),
  );
  await record('off');
  return {
    cpu: (processorUs(pid) - before.cpu) / kind.searches,
    database: Math.max(0, databaseUs(database) - before.database) / kind.searches,
    rate: kind.searches / ((performance.now() - before.at) / 1_000),
  };
}

/** Switches recording on or off; what was told before is written then. */
async function record(recording: 'on' | 'off'): Promise<void> {
  const { ok } = await fetch(`http://127.0.0.1:${switchPort}/${recording}`);
  if (!ok) throw new Error(`Recording could not be switched ${recording}.`);
}

/** Of all threads of a process, in microseconds since each was started. */
function processorUs(pid: number): number {
  return readdirSync(`/proc/${pid}/task`).reduce(
    (sum, thread) => sum + Number(readProc(`${pid}/task/${thread}/schedstat`).split(' ')[0]) / 1_000,
    0,
  );
}

/** Of the server processes of a database: none where the server runs elsewhere. */
function databaseUs(database: string): number {
  const pids = readdirSync('/proc').filter(
    (name) =>
      /^\d+$/.test(name) &&
      readProc(`${name}/cmdline`).startsWith('postgres:') &&
      readProc(`${name}/cmdline`).includes(database),
  );
  return pids.reduce((sum, pid) => sum + Number(readProc(`${pid}/schedstat`).split(' ')[0]) / 1_000, 0);
}

/** Empty where the process, or the thread, has just ended. */
function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return '';
  }
}
