import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Benchmark, quantile, ratePerSecond } from '../harness.ts';
import { searchBody } from '../journey.ts';
import { freshDatabase, type Service, startProduct } from '../service.ts';

const delayMax = 10;
const memoryMax = 1.3;
const samples = 150;
const secondsMax = 60;
const betweenMs = 30;
const settleMs = 10_000;
/** Ordinary searches before the first measurement: about five thousand, all different. */
const ordinarySeconds = 15;
const inFlight = 8;
const daysShown = 300;
const CITIES = [
  'PAR',
  'NYC',
  'LON',
  'LAX',
  'FRA',
  'SIN',
  'ATL',
  'DXB',
  'BKK',
  'MAD',
  'MEX',
  'AMS',
  'CHI',
  'SYD',
  'TYO',
];
const bytesPerKib = 1_024;

interface Seen {
  readonly account: readonly number[];
  readonly calendar: readonly number[];
  readonly timeouts: number;
  readonly failed: number;
}

/**
 * Budget 18: while one key does its worst, a neighbour waits at most ten times as long as in an idle process, and
 * memory hardly grows. Idle is a process that has served ordinary searches and rests: its bounded caches fill in a
 * minute of anybody's use (budget 10 holds what they may take), and an attack must not add to that. What it takes
 * against a process nobody has used is printed beside it.
 */
export const oneKeyBenchmark: Benchmark = {
  number: 18,
  name: 'One key does its worst (60 of the largest searches, 60 of the largest discoveries, 40 unread hotel answers): p99 of a neighbour against idle, 504s, memory against idle',
  async measure() {
    const database = await freshDatabase();
    const dataDir = mkdtempSync(join(tmpdir(), 'bly-bench-'));
    const product = await startProduct(database.url, 18_418, { BLY_DATA_DIR: dataDir });
    try {
      const key = makeKey(dataDir);
      await ask(product, samples);
      const freshKib = residentKib(product);
      await searchOrdinarily(product);
      await wait(settleMs);
      const idle = await ask(product, samples);
      const idleKib = residentKib(product);
      const attacker = spawn(process.execPath, ['bench/fairness/one-key-attacker.ts'], {
        env: { ...process.env, ATTACKED_URL: product.url, ATTACKER_KEY: key },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let told = '';
      attacker.stdout.on('data', (chunk) => {
        told += String(chunk);
      });
      await wait(settleMs);
      const attacked = await ask(product, samples);
      const attackedKib = residentKib(product);
      const gone = new Promise((resolve) => attacker.once('exit', resolve));
      attacker.kill('SIGTERM');
      await gone;
      const delays = [ratio(attacked.account, idle.account), ratio(attacked.calendar, idle.calendar)];
      const memory = attackedKib / idleKib;
      return {
        number: 18,
        name: this.name,
        target: `≤ ${delayMax} ×, none, ≤ ${memoryMax} ×`,
        result: `account ${delays[0]?.toFixed(1)} ×, calendar ${delays[1]?.toFixed(1)} ×, ${attacked.timeouts} 504s, memory ${memory.toFixed(2)} ×`,
        isMet:
          delays.every((delay) => delay <= delayMax) &&
          attacked.timeouts === 0 &&
          attacked.failed === 0 &&
          memory <= memoryMax,
        detail: [
          `idle: account ${describe(idle.account)}, calendar ${describe(idle.calendar)}, ${mib(idleKib)} MiB; never searched ${mib(freshKib)} MiB, against which the attack makes ${(attackedKib / freshKib).toFixed(2)} ×`,
          `attacked: account ${describe(attacked.account)}, calendar ${describe(attacked.calendar)}, ${mib(attackedKib)} MiB, ${attacked.failed} failed`,
          `the attacker was told: ${told.trim()}`,
        ],
      };
    } finally {
      await product.stop();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};

function makeKey(dataDir: string): string {
  const made = execFileSync(process.execPath, ['bin/bly.js', 'admin', 'create-key', '--name', 'Attacker'], {
    env: { ...process.env, BLY_DATA_DIR: dataDir },
    encoding: 'utf8',
  });
  return /bly_s\w{32,}/.exec(made)?.[0] ?? '';
}

/** Return trips between large cities, never one twice. */
async function searchOrdinarily(product: Service): Promise<void> {
  let searched = 0;
  await ratePerSecond(
    async () => {
      searched += 1;
      const origin = CITIES[searched % CITIES.length] ?? 'PAR';
      const destination =
        CITIES[(searched + 1 + (Math.floor(searched / CITIES.length) % (CITIES.length - 1))) % CITIES.length] ?? 'NYC';
      const body = searchBody(15 + (Math.floor(searched / 210) % daysShown), { origin, destination });
      const answer = await product.call('POST', '/v1/flight_search', body);
      if (answer.status !== 200) throw new Error(answer.text.slice(0, 300));
    },
    { seconds: ordinarySeconds, inFlight },
  );
}

/** What a neighbour waits, in milliseconds, asking one thing after the other. */
async function ask(product: Service, count: number): Promise<Seen> {
  const [account, calendar]: [number[], number[]] = [[], []];
  let [timeouts, failed] = [0, 0];
  const end = performance.now() + secondsMax * 1_000;
  const time = async (into: number[], call: () => Promise<{ readonly status: number }>) => {
    const start = performance.now();
    const { status } = await call();
    into.push(performance.now() - start);
    if (status === 504) timeouts += 1;
    else if (status !== 200) failed += 1;
  };
  for (let index = 0; index < count && performance.now() < end; index += 1) {
    await time(account, () => product.call('GET', '/v1/account'));
    asked += 1;
    const start = new Date(Date.now() + (10 + (asked % 250)) * 86_400_000).toISOString().slice(0, 10);
    const departures = { departure_date: start, adults: 1 + (Math.floor(asked / 250) % 9) };
    await time(calendar, () =>
      product.call('POST', '/v1/flight_calendar', { origins: ['PAR'], destinations: ['LIS'], ...departures }),
    );
    await wait(betweenMs);
  }
  return { account, calendar, timeouts, failed };
}
let asked = 0;

function residentKib({ process: { pid } }: Service): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN);
}

function mib(kib: number): string {
  return (kib / bytesPerKib).toFixed(0);
}

function ratio(attacked: readonly number[], idle: readonly number[]): number {
  return quantile(attacked, 0.99) / quantile(idle, 0.99);
}

function describe(values: readonly number[]): string {
  return `p50 ${quantile(values, 0.5).toFixed(1)} p99 ${quantile(values, 0.99).toFixed(1)} ms of ${values.length}`;
}
