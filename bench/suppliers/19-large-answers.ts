import pino from 'pino';
import { systemClock } from '../../src/platform/clock.ts';
import { newId } from '../../src/platform/ids.ts';
import { createOutbound } from '../../src/platform/outbound/outbound.ts';
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
import type { Service } from '../service.ts';
import {
  describeTimes,
  type Fixture,
  listen,
  measureDelay,
  measureOthers,
  parseAndWrite,
  processorMs,
  serve,
} from './answering-server.ts';

const processorMsMax = 40;
const overAnchorMax = 1.25;
const delayMsMax = 250;
const othersMsMax = 250;
const offers = 229;
const largeMb = 20;
const largeSearches = 8;
const port = 18_419;
const log = pino({ level: 'silent' });
const dayMs = 86_400_000;

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
    const others = await measureOthers({
      port,
      answer: large,
      searches: largeSearches,
      search: searchLarge,
      variables: (url) => ({
        BLY_SUPPLIERS: 'duffel',
        BLY_DUFFEL_TOKEN: 'duffel_test_bench0123456789',
        BLY_DUFFEL_URL: url,
      }),
    });
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
        `GET /v1/account beside ${largeSearches} such searches: ${describeTimes(others.beside)}; beside none: ${describeTimes(others.idle)}`,
      ],
    };
  },
};

/** Each search is of another day, so that none is answered from what is stored. */
async function searchLarge(product: Service, index: number): Promise<void> {
  const body = { origin: 'LHR', destination: 'JFK', departure_date: departure(index), supplier_timeout_ms: 30_000 };
  const { status, text } = await product.call('POST', '/v1/flight_search', body);
  if (status !== 200 || JSON.parse(text).live_offers.length === 0) throw new Error(text.slice(0, 300));
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
