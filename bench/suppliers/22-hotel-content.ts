import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { loadReference } from '../../src/reference/load-reference.ts';
import { listMoreCities } from '../../src/suppliers/stubs/liteapi/content/more-cities.ts';
import type { Benchmark } from '../harness.ts';
import { freshDatabase, residentMib, type Service, startProduct } from '../service.ts';

const cities = 50;
const growthMibMax = 60;
const port = 18_423;
const stubPort = 18_424;
const key = 'sand_bench0123456789';
const settleMs = 10_000;
const pollMs = 1_000;
const fillingMsMax = 300_000;
const hotelsPerCity = 400;
const dayMs = 86_400_000;

/** Resident memory of one process, in MiB: before its first hotel search, and after all of them. */
interface Growth {
  readonly before: number;
  readonly after: number;
  readonly stored: number;
  readonly fillingMs: number;
}

/**
 * Budget 22: resident memory that the stored hotels of 50 cities (17,650 hotels) take, on PostgreSQL and on the
 * embedded database, beyond what the same searches take in a process that stores none.
 */
export const hotelContentBenchmark: Benchmark = {
  number: 22,
  name: `Memory with the hotels of ${cities} cities of LiteAPI stored, beyond the same searches without`,
  async measure() {
    const stub = await startStub();
    try {
      const without = await measureOnServer('api');
      const server = await measureOnServer('all');
      const embedded = await measureGrowth('', 'all');
      const grown = ({ before, after }: Growth) => after - before;
      const ofContent = grown(server) - grown(without);
      const largest = Math.max(ofContent, grown(embedded) - grown(without));
      return {
        number: 22,
        name: this.name,
        target: `≤ ${growthMibMax} MiB`,
        result: `${ofContent.toFixed(0)} MiB; embedded database ${(grown(embedded) - grown(without)).toFixed(0)} MiB`,
        isMet: largest <= growthMibMax,
        detail: [
          `without storing: ${describe(without)}`,
          `PostgreSQL: ${describe(server)}`,
          `embedded database: ${describe(embedded)}`,
        ],
      };
    } finally {
      stub.kill('SIGTERM');
    }
  },
};

function describe({ before, after, stored, fillingMs }: Growth): string {
  return `${before.toFixed(0)} → ${after.toFixed(0)} MiB, ${stored} hotels stored in ${(fillingMs / 1_000).toFixed(0)} s`;
}

/** A stub in a process of its own, whose limits are not what is measured. */
async function startStub() {
  const args = ['src/cli/main.ts', 'supplier-stub', 'liteapi', '--port', String(stubPort), '--key', key];
  const stub = spawn(process.execPath, [...args, '--cities', String(cities)], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(stub.stdout, 'data');
  const response = await fetch(`http://127.0.0.1:${stubPort}/_stub/settings`, {
    method: 'PATCH',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ rate_limit: { limit: 100_000, seconds: 1 } }),
  });
  if (!response.ok) throw new Error(await response.text());
  return stub;
}

async function measureOnServer(role: 'api' | 'all'): Promise<Growth> {
  const database = await freshDatabase();
  try {
    return await measureGrowth(database.url, role);
  } finally {
    await database.drop();
  }
}

/** `api`: no process runs jobs, so that nothing is stored. An empty address is the embedded database. */
async function measureGrowth(databaseUrl: string, role: 'api' | 'all'): Promise<Growth> {
  const product = await startProduct(databaseUrl, port, {
    BLY_ROLE: role,
    // The directory that the stub takes its cities from.
    BLY_WORLD_DIR: 'data/world',
    BLY_SUPPLIERS: 'liteapi',
    BLY_SUPPLIER_CALLS_PER_MINUTE: '10000',
    BLY_LITEAPI_KEY: key,
    BLY_LITEAPI_URL: `http://127.0.0.1:${stubPort}/v3.0`,
  });
  try {
    await product.call('GET', '/v1/account');
    await wait(settleMs);
    const before = residentMib(product);
    const places = listMoreCities(loadReference('data/world').places, { cities });
    const startedAt = performance.now();
    const stored = role === 'api' ? await searchAll(product, places) : await fillAll(product, places);
    const fillingMs = performance.now() - startedAt;
    // Both kinds of process answer as many searches at the end.
    await searchAll(product, places);
    await wait(settleMs);
    return { before, after: residentMib(product), stored: role === 'api' ? 0 : stored, fillingMs };
  } finally {
    await product.stop();
  }
}

type City = ReturnType<typeof listMoreCities>[number];

/** Searches cities until all of their hotels are stored; an organization may have twenty waiting. */
async function fillAll(product: Service, places: readonly City[]): Promise<number> {
  const deadline = performance.now() + fillingMsMax;
  let open = [...places];
  let stored = 0;
  while (open.length > 0) {
    if (performance.now() > deadline) throw new Error(`${open.length} cities are not filled.`);
    const left: City[] = [];
    for (const city of open.slice(0, 20)) {
      const hotels = await searchCity(product, city);
      if (hotels === undefined) left.push(city);
      else stored += hotels;
    }
    open = [...open.slice(20), ...left];
    await wait(pollMs);
  }
  return stored;
}

async function searchAll(product: Service, places: readonly City[]): Promise<number> {
  for (const city of places) await searchCity(product, city);
  return 0;
}

/** How many hotels of a city are stored; undefined while they are not. */
async function searchCity(product: Service, { name, country }: City): Promise<number | undefined> {
  const day = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
  const body = { city_name: name, country_code: country, checkin: day(40), checkout: day(42), max_results: 20 };
  const { status, text } = await product.call('POST', '/v1/hotel_search', body);
  if (status === 429) return undefined;
  if (status !== 200) throw new Error(`${name}: ${text.slice(0, 300)}`);
  const content = JSON.parse(text).hotel_content?.find((one: { readonly city: string }) => one.city === name);
  if (content?.status === 'failed') throw new Error(`${name}: ${content.problem}`);
  return content?.status === 'filled' && content.hotels > hotelsPerCity / 2 ? content.hotels : undefined;
}
