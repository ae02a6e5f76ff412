import pino from 'pino';
import { systemClock } from '../../src/platform/clock.ts';
import { newId } from '../../src/platform/ids.ts';
import { createOutbound } from '../../src/platform/outbound/outbound.ts';
import { loadReference } from '../../src/reference/load-reference.ts';
import type { SupplierAccount } from '../../src/suppliers/common/account.ts';
import { createResultSets } from '../../src/suppliers/common/result-sets.ts';
import { createLiteapiClient } from '../../src/suppliers/liteapi/client.ts';
import { createRatesReader } from '../../src/suppliers/liteapi/search/rates-reader.ts';
import { searchStays } from '../../src/suppliers/liteapi/search/search.ts';
import { startLiteapiStub } from '../../src/suppliers/stubs/liteapi/start-liteapi-stub.ts';
import type { StayQuery } from '../../src/travel/stay.ts';
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

const ownMsMax = 15;
const delayMsMax = 250;
const othersMsMax = 250;
const hotels = 200;
const largeMb = 20;
const largeSearches = 8;
const port = 18_420;
const log = pino({ level: 'silent' });
const dayMs = 86_400_000;
const key = 'sand_bench0123456789';

/**
 * Budget 21: a list answer of LiteAPI, 200 hotels with one rate each, read, mapped and written as JSON, against parsing
 * and writing it as it came; how long other work of the process waits while an answer of 20 MB is read, where nothing
 * is stored; and what other callers of a whole service wait meanwhile.
 */
export const hotelAnswersBenchmark: Benchmark = {
  number: 21,
  name: 'LiteAPI searches: 200 hotels with a rate each, beyond parse + stringify; and 20 MB beside other work',
  async measure() {
    const list = await captureAnswer();
    const fixture = await openFixture(list);
    const spent = await interleave([
      { name: 'bly', round: () => processorMs(async () => JSON.stringify(await fixture.search())) },
      { name: 'anchor', round: () => processorMs(async () => await parseAndWrite(fixture)) },
    ]);
    await fixture.close();
    const [bly, anchor] = [median(spent.get('bly') ?? []), median(spent.get('anchor') ?? [])];
    const own = bly - anchor;
    const large = enlarge(list, Math.ceil((largeMb * 1_000_000) / list.length) * hotels);
    const largeFixture = await openFixture(large);
    const delay = await measureDelay(largeFixture);
    await largeFixture.close();
    const others = await measureOthers({
      port,
      answer: large,
      searches: largeSearches,
      search: searchLarge,
      variables: (url) => ({ BLY_SUPPLIERS: 'liteapi', BLY_LITEAPI_KEY: key, BLY_LITEAPI_URL: url }),
    });
    const othersMs = quantile(others.beside, 0.99);
    return {
      number: 21,
      name: this.name,
      target: `≤ ${ownMsMax} ms of own processor, p99 of the event loop ≤ ${delayMsMax} ms, of other requests ≤ ${othersMsMax} ms`,
      result: `${own.toFixed(1)} ms; p99 ${delay.p99.toFixed(0)} ms, of other requests ${othersMs.toFixed(0)} ms`,
      isMet: own <= ownMsMax && delay.p99 <= delayMsMax && othersMs <= othersMsMax,
      detail: [
        `${(list.length / 1e6).toFixed(2)} MB: bly ${bly.toFixed(1)} ms, parse + stringify ${anchor.toFixed(1)} ms of processor`,
        `${(large.length / 1e6).toFixed(1)} MB: longest stretch ${delay.longest.toFixed(0)} ms, searched in ${delay.elapsed.toFixed(0)} ms`,
        `GET /v1/account beside ${largeSearches} such searches: ${describeTimes(others.beside)}; beside none: ${describeTimes(others.idle)}`,
      ],
    };
  },
};

/** Each search is of other nights, so that none is answered from what is stored. */
async function searchLarge(product: Service, index: number): Promise<void> {
  const { status, text } = await product.call('POST', '/v1/hotel_search', {
    ...{ city_name: 'Lisbon', country_code: 'PT', occupancies: [{ adults: 2 }], currency: 'EUR' },
    ...{ checkin: day(index), checkout: day(index + 3), supplier_timeout_ms: 30_000 },
  });
  if (status !== 200 || JSON.parse(text).hotels.length === 0) throw new Error(text.slice(0, 300));
}

/** What the stub answers to a search of a city, as a list of so many hotels. */
async function captureAnswer(): Promise<Buffer> {
  const stub = await startLiteapiStub();
  const response = await fetch(`${stub.url}/hotels/rates`, {
    method: 'POST',
    headers: { 'x-api-key': stub.key, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ checkin: day(), checkout: day(3), currency: 'EUR', guestNationality: 'PT', occupancies: [{ adults: 2 }] },
      ...{ countryCode: 'PT', cityName: 'Lisbon', limit: hotels, maxRatesPerHotel: 1, roomMapping: true },
    }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  await stub.close();
  return enlarge(bytes, hotels);
}

/** An answer of exactly so many hotels: copies of those it has, each under an id of its own. */
function enlarge(answer: Buffer, count: number): Buffer {
  const body = JSON.parse(answer.toString('utf8'));
  const content = new Map(body.hotels.map((hotel: { readonly id: string }) => [hotel.id, hotel]));
  const known = body.data.filter(({ hotelId }: { readonly hotelId: string }) => content.has(hotelId));
  const copies = Array.from({ length: count }, (_, index) => {
    const rated = known[index % known.length];
    const id = `${rated.hotelId}c${index}`;
    return { rated: { ...rated, hotelId: id }, hotel: { ...(content.get(rated.hotelId) as object), id } };
  });
  const data = copies.map(({ rated }) => rated);
  return Buffer.from(JSON.stringify({ ...body, data, hotels: copies.map(({ hotel }) => hotel) }));
}

async function openFixture(answer: Buffer): Promise<Fixture> {
  const server = serve(answer);
  const url = await listen(server);
  const outbound = createOutbound({ allowLocal: true, log, clock: systemClock });
  const account = accountAt(url);
  const adapter = {
    client: createLiteapiClient({ outbound, calls: { call: (_account, _context, { send }) => send() } }),
    accounts: { findForSale: async () => account, get: async () => account },
    resultSets: createResultSets({
      cache: { store: async () => undefined, find: async () => undefined },
      clock: systemClock,
    }),
    places: loadReference('data/world').places,
    rates: createRatesReader(),
    clock: systemClock,
    countLeftOut: () => undefined,
  };
  return {
    url,
    outbound,
    search: () => searchStays(adapter, QUERY, aContext()),
    async close() {
      await outbound.close();
      server.close();
    },
  };
}

function accountAt(baseUrl: string): SupplierAccount {
  return {
    ...{ accountId: 'installation', supplier: 'liteapi', organizationId: undefined, token: key },
    ...{ webhookSecret: undefined, baseUrl, isLive: false, searchesPerDayMax: undefined },
  };
}

function aContext() {
  const deadlineMs = 30_000;
  return {
    ...{ organizationId: newId('organization'), now: new Date(), signal: AbortSignal.timeout(deadlineMs), deadlineMs },
    ...({ purpose: 'search', currency: 'EUR', log } as const),
  };
}

function day(daysLater = 0): string {
  return new Date(Date.now() + (60 + daysLater) * dayMs).toISOString().slice(0, 10);
}

const QUERY: StayQuery = {
  place: { kind: 'city', cityCode: 'LIS' },
  checkIn: day(),
  checkOut: day(3),
  rooms: [{ adults: 2, childrenAges: [] }],
  guestNationality: 'PT',
  only: {
    ...{ chainIds: [], facilityIds: [], hotelTypeIds: [], starRatings: [] },
    ...{ ratingMin: undefined, reviewsMin: undefined },
  },
  hotelsMax: 2_000,
};
