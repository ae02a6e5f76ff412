import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import pino from 'pino';
import { systemClock } from '../../src/platform/clock.ts';
import { newId } from '../../src/platform/ids.ts';
import { createOutbound, type Outbound } from '../../src/platform/outbound/outbound.ts';
import { loadReference } from '../../src/reference/load-reference.ts';
import type { SupplierAccount } from '../../src/suppliers/common/account.ts';
import { createResultSets } from '../../src/suppliers/common/result-sets.ts';
import { createDuffelClient } from '../../src/suppliers/duffel/client.ts';
import { createDuffelReading } from '../../src/suppliers/duffel/flights.ts';
import { createSearchMapper } from '../../src/suppliers/duffel/search/search-mapper.ts';
import { startDuffelStub } from '../../src/suppliers/stubs/duffel/start-duffel-stub.ts';
import type { FlightQuery } from '../../src/travel/flight.ts';
import { NO_PASSENGERS } from '../../src/travel/passengers.ts';
import { type Benchmark, interleave, median, quantile } from '../harness.ts';
import { freshDatabase, type Service, startProduct } from '../service.ts';

const processorMsMax = 40;
const overAnchorMax = 1.25;
const delayMsMax = 250;
const othersMsMax = 250;
const offers = 229;
const largeMb = 20;
const searchesPerRound = 20;
const largeSearches = 8;
const port = 18_419;
const log = pino({ level: 'silent' });
const dayMs = 86_400_000;

/** The reading half of the adapter in front of a server that answers every search with these bytes at once. */
interface Fixture {
  readonly url: string;
  readonly outbound: Outbound;
  search(): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Budget 19: an answer of Duffel with 229 offers, mapped and written as JSON, against parsing and writing it as it
 * came; how long other work of the process waits while an answer of 20 MB is read, where nothing is stored; and what
 * other callers of a whole service wait meanwhile.
 */
export const largeAnswersBenchmark: Benchmark = {
  number: 19,
  name: 'Duffel searches: 229 offers mapped, against parse + stringify of the same bytes; and 20 MB beside other work',
  async measure() {
    const small = await captureAnswer(offers);
    const fixture = await openFixture(small);
    const spent = await interleave([
      { name: 'bly', round: () => processorMs(async () => JSON.stringify(await fixture.search())) },
      { name: 'anchor', round: () => processorMs(async () => await parseAndWrite(fixture)) },
    ]);
    await fixture.close();
    const [bly, anchor] = [median(spent.get('bly') ?? []), median(spent.get('anchor') ?? [])];
    const large = enlarge(small, largeMb * 1_000_000);
    const largeFixture = await openFixture(large);
    const delay = await measureDelay(largeFixture);
    await largeFixture.close();
    const others = await measureOthers(large);
    const othersMs = quantile(others.beside, 0.99);
    return {
      number: 19,
      name: this.name,
      target: `≤ ${processorMsMax} ms of processor, ≤ ${overAnchorMax} × the anchor, p99 of the event loop ≤ ${delayMsMax} ms, of other requests ≤ ${othersMsMax} ms`,
      result: `${bly.toFixed(1)} ms, ${(bly / anchor).toFixed(2)} × the anchor; p99 ${delay.p99.toFixed(0)} ms, of other requests ${othersMs.toFixed(0)} ms`,
      isMet:
        bly <= processorMsMax && bly / anchor <= overAnchorMax && delay.p99 <= delayMsMax && othersMs <= othersMsMax,
      detail: [
        `${(small.length / 1e6).toFixed(2)} MB: bly ${bly.toFixed(1)} ms, parse + stringify ${anchor.toFixed(1)} ms of processor`,
        `${(large.length / 1e6).toFixed(1)} MB: longest stretch ${delay.longest.toFixed(0)} ms, searched in ${delay.elapsed.toFixed(0)} ms`,
        `GET /v1/account beside ${largeSearches} such searches: ${describe(others.beside)}; beside none: ${describe(others.idle)}`,
      ],
    };
  },
};

/** Processor milliseconds of one search, all threads counted. */
async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let index = 0; index < searchesPerRound; index += 1) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / searchesPerRound;
}

async function parseAndWrite({ outbound, url }: Fixture): Promise<string> {
  const request = { method: 'POST', url, body: '{}', timeoutMs: 30_000, responseBytesMax: 50_000_000 } as const;
  const answer = await outbound.toTrusted(request);
  return answer.kind === 'answered' ? JSON.stringify(JSON.parse(answer.body)) : '';
}

async function measureDelay({ search }: Fixture): Promise<{ p99: number; longest: number; elapsed: number }> {
  await search();
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  histogram.enable();
  const startedAt = performance.now();
  await search();
  const elapsed = performance.now() - startedAt;
  histogram.disable();
  return { p99: histogram.percentile(99) / 1e6, longest: histogram.max / 1e6, elapsed };
}

/** Milliseconds that small requests took, one after the other, beside nothing and beside searches of a large answer. */
interface Others {
  readonly idle: readonly number[];
  readonly beside: readonly number[];
}

/** The whole product in a process of its own, in front of a server that answers every search with these bytes. */
async function measureOthers(answer: Buffer): Promise<Others> {
  const server = serve(answer);
  const database = await freshDatabase();
  const product = await startProduct(database.url, port, {
    BLY_SUPPLIERS: 'duffel',
    BLY_DUFFEL_TOKEN: 'duffel_test_bench0123456789',
    BLY_DUFFEL_URL: await listen(server),
  });
  try {
    await searchLarge(product, 0);
    const idle = await askWhile(product, askIdle(product));
    const beside = await askWhile(product, searchAll(product));
    return { idle, beside };
  } finally {
    await product.stop();
    await database.drop();
    server.close();
  }
}

async function searchAll(product: Service): Promise<void> {
  for (let index = 1; index <= largeSearches; index += 1) await searchLarge(product, index);
}

/** Each search is of another day, so that none is answered from what is stored. */
async function searchLarge(product: Service, index: number): Promise<void> {
  const body = { origin: 'LHR', destination: 'JFK', departure_date: departure(index), supplier_timeout_ms: 30_000 };
  const { status, text } = await product.call('POST', '/v1/flight_search', body);
  if (status !== 200 || JSON.parse(text).live_offers.length === 0) throw new Error(text.slice(0, 300));
}

async function askIdle(product: Service): Promise<void> {
  for (let index = 0; index < idleRequests; index += 1) await product.call('GET', '/v1/account');
}
const idleRequests = 300;

/** What requests took that were made one after the other until `other` had ended. */
async function askWhile(product: Service, other: Promise<void>): Promise<readonly number[]> {
  const taken: number[] = [];
  let isOver = false;
  const end = other.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const start = performance.now();
    const { status } = await product.call('GET', '/v1/account');
    if (status !== 200) throw new Error(`/v1/account answered ${status}`);
    taken.push(performance.now() - start);
  }
  await end;
  return taken;
}

function describe(values: readonly number[]): string {
  const ms = (fraction: number) => quantile(values, fraction).toFixed(1);
  return `p50 ${ms(0.5)}, p99 ${ms(0.99)}, longest ${ms(1)} ms of ${values.length}`;
}

/** What the stub answers to a search with so many offers. */
async function captureAnswer(count: number): Promise<Buffer> {
  const stub = await startDuffelStub();
  stub.control.set({ offers: count });
  const response = await fetch(`${stub.url}/air/offer_requests?return_offers=true`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stub.token}`, 'duffel-version': 'v2', 'content-type': 'application/json' },
    body: JSON.stringify({
      data: {
        slices: [{ origin: 'LHR', destination: 'JFK', departure_date: departure() }],
        passengers: [{ type: 'adult' }],
      },
    }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  await stub.close();
  return bytes;
}

/** An answer with copies of all offers, each copy under an id of its own, of at least so many bytes. */
function enlarge(answer: Buffer, bytesMin: number): Buffer {
  const body = JSON.parse(answer.toString('utf8'));
  const copies = Math.ceil(bytesMin / answer.length);
  const all = Array.from({ length: copies }, (_, copy) =>
    body.data.offers.map((offer: { readonly id: string }) => ({ ...offer, id: `${offer.id}${copy}` })),
  );
  return Buffer.from(JSON.stringify({ data: { ...body.data, offers: all.flat() } }));
}

async function openFixture(answer: Buffer): Promise<Fixture> {
  const server = serve(answer);
  const url = await listen(server);
  const outbound = createOutbound({ allowLocal: true, log, clock: systemClock });
  const { places, rates } = loadReference('data/world');
  const account = accountAt(url);
  const reading = createDuffelReading({
    client: createDuffelClient({ outbound, calls: { call: (_account, _context, { send }) => send() } }),
    accounts: { findForSale: async () => account, get: async () => account },
    resultSets: createResultSets({
      cache: { store: async () => undefined, find: async () => undefined },
      clock: systemClock,
    }),
    mapper: createSearchMapper(places),
    places,
    supports: (currency) => rates.supports(currency),
    countUnreadable: () => undefined,
  });
  return {
    url,
    outbound,
    search: () => reading.search(QUERY, aContext()),
    async close() {
      await outbound.close();
      server.close();
    },
  };
}

function serve(answer: Buffer): Server {
  return createServer((_request, response) => {
    response.writeHead(201, { 'content-type': 'application/json', 'content-length': answer.length }).end(answer);
  });
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function departure(daysLater = 0): string {
  return new Date(Date.now() + (60 + daysLater) * dayMs).toISOString().slice(0, 10);
}

function accountAt(baseUrl: string): SupplierAccount {
  return {
    accountId: 'installation',
    supplier: 'duffel',
    organizationId: undefined,
    token: 'duffel_test_bench0123456789',
    webhookSecret: undefined,
    baseUrl,
    isLive: false,
    searchesPerDayMax: undefined,
  };
}

function aContext() {
  const deadlineMs = 30_000;
  const signal = AbortSignal.timeout(deadlineMs);
  return {
    organizationId: newId('organization'),
    now: new Date(),
    signal,
    deadlineMs,
    purpose: 'search',
    log,
  } as const;
}

const QUERY: FlightQuery = {
  slices: [{ origins: ['LHR'], destinations: ['JFK'], date: departure() }],
  passengers: { ...NO_PASSENGERS, adt: 1 },
  cabinClass: 'economy',
  connectionsMax: 2,
  offersMax: 150,
};
