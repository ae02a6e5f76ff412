import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import type { FlightSupplier } from '../../../src/suppliers/ports/flights.ts';
import { SupplierFailure } from '../../../src/suppliers/ports/supplier.ts';
import type { FlightOffer, FlightQuery } from '../../../src/travel/flight.ts';
import { openStream, type ReceivedEvent } from '../../support/service/event-stream.ts';
import { aPublisher, aSupplier, fewOffers } from '../../support/products/flights.ts';
import { startService, type TestService } from '../../support/service/service.ts';

let service: TestService;
const departure = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
const flat = { origin: 'PAR', destination: 'NYC', departure_date: departure, limit: 100, supplier_timeout_ms: 600 };
const filters = { locations: { origins: ['PAR'], destinations: ['NYC'] }, dates: { departure_dates: [departure] } };

afterEach(async () => {
  await service.close();
});

async function withSuppliers(...flightSuppliers: readonly FlightSupplier[]) {
  service = await startService({ flightSuppliers });
}
/** A supplier that answers when it is told to. */
function held(id: string, offersOf: (query: FlightQuery) => readonly FlightOffer[] = fewOffers) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const supplier = aSupplier({
    id,
    search: async (query) => {
      await promise;
      return offersOf(query);
    },
  });
  return { supplier, answer: () => resolve() };
}
const silent = (id = 'silent') => aSupplier({ id, search: () => new Promise(() => undefined) });
const failing = (kind: SupplierFailure['kind'], id: string = kind) =>
  aSupplier({
    id,
    search: () => Promise.reject(new SupplierFailure(kind, 'As told.', { retryAfterSeconds: 7 })),
    publishedOffers: async (query) => fewOffers(query),
  });
/** The same flights, so much dearer or cheaper for each fare. */
const shifted = (cents: number) => (query: FlightQuery) =>
  fewOffers(query).map((offer) => ({ ...offer, fares: offer.fares.map((fare) => shiftFare(fare, cents)) }));
function shiftFare(fare: FlightOffer['fares'][number], cents: number) {
  const move = (amount: { readonly value: number; readonly currency: string }) => ({
    ...amount,
    value: amount.value + cents,
  });
  return {
    ...fare,
    total: move(fare.total),
    passengerPrices: fare.passengerPrices.map((price) => ({ ...price, baseFare: move(price.baseFare) })),
  };
}

interface Shown {
  readonly offer_id: string;
  readonly provider: string;
  readonly fares: readonly {
    readonly brand_name: string;
    readonly total_price: object;
    readonly trip_item_token: string;
  }[];
}
/**
 * What a client that follows the rules holds at the end: the last telling of each offer that `done` lists, in its
 * order.
 */
function heldBy(events: readonly ReceivedEvent[]): readonly object[] {
  const told = new Map<string, Shown>();
  for (const { event, data } of events)
    if (event === 'offers') for (const offer of data.live_offers) told.set(offer.offer_id, offer);
  const done = events.find(({ event }) => event === 'done');
  return done?.data.offer_ids.map((id: string) => summary(told.get(id)));
}
const summary = (offer: Shown | undefined) =>
  offer && [offer.offer_id, offer.provider, offer.fares.map((fare) => [fare.brand_name, fare.total_price])];
const plainAnswer = async () => (await service.call('POST', '/v1/flight_search', flat)).body;

describe('a streamed search', () => {
  test('tells each supplier as it answers, the late one at the deadline, then the totals of the plain answer', async () => {
    const slow = held('slow', shifted(1_000));
    await withSuppliers(slow.supplier, aSupplier({ id: 'fast' }), failing('unavailable'), silent());
    const stream = await openStream(service, '/v1/flight_search', flat);
    const first = [await stream.next(), await stream.next()];
    slow.answer();
    const events = [...first, ...(await stream.rest())].filter((event) => event !== undefined);
    expect(events.map(({ id, event, data }) => [id, event, data.provider, data.status, data.offer_count])).toEqual([
      ['1', 'offers', 'fast', 'ok', 8],
      ['2', 'offers', 'unavailable', 'unavailable', 0],
      ['3', 'offers', 'slow', 'ok', 8],
      ['4', 'offers', 'silent', 'timeout', 0],
      ['5', 'done', undefined, undefined, undefined],
    ]);
    expect(events[0]?.data.live_offers[0].offer_token).toMatch(/^oft_/);
    expect(stream.asides).toEqual(['retry: 3000']);
    const { live_offers, supplier_statuses, facets, total, left_out, ...plain } = await plainAnswer();
    const done = events.at(-1)?.data;
    expect(done).toMatchObject({
      total,
      left_out,
      live_shop_status: 'partial',
      facets,
      offer_ids: live_offers.map((offer: Shown) => offer.offer_id),
      pagination: plain.pagination,
    });
    expect(Object.keys(done).toSorted()).toEqual(
      [
        ...Object.keys(plain),
        'facets',
        'total',
        'left_out',
        'supplier_statuses',
        'offer_ids',
        'superseded_offer_ids',
      ].toSorted(),
    );
    expect(
      done.supplier_statuses.map(({ provider, status }: { provider: string; status: string }) => [provider, status]),
    ).toEqual([
      ['slow', 'ok'],
      ['fast', 'ok'],
      ['unavailable', 'unavailable'],
      ['silent', 'timeout'],
    ]);
    expect(heldBy(events)).toEqual(live_offers.map(summary));
  });

  test('what turns up cheaper later is told, and done says what it supersedes', async () => {
    const cheap = held('cheap', shifted(-1_000));
    await withSuppliers(aSupplier({ id: 'dear' }), cheap.supplier);
    const stream = await openStream(service, '/v1/flight_search', flat);
    const first = await stream.next();
    cheap.answer();
    const events = [first, ...(await stream.rest())].filter((event) => event !== undefined);
    const done = events.at(-1)?.data;
    expect(first?.data.live_offers).toHaveLength(8);
    expect([done.total, done.left_out.duplicate_fares, done.offer_ids.length]).toEqual([8, 16, 8]);
    expect(done.superseded_offer_ids.toSorted()).toEqual(
      first?.data.live_offers.map((offer: Shown) => offer.offer_id).toSorted(),
    );
    expect(heldBy(events)).toEqual((await plainAnswer()).live_offers.map(summary));
  });

  test('an offer that loses one of its fares to another supplier is told again', async () => {
    const lightOnly = held('light', (query) =>
      shifted(-1_000)(query).map((offer) => ({ ...offer, fares: offer.fares.slice(0, 1) })),
    );
    await withSuppliers(aSupplier({ id: 'both' }), lightOnly.supplier);
    const stream = await openStream(service, '/v1/flight_search', flat);
    const first = await stream.next();
    lightOnly.answer();
    const events = [first, ...(await stream.rest())].filter((event) => event !== undefined);
    expect(
      events[1]?.data.live_offers
        .filter((offer: Shown) => offer.provider === 'both')
        .map((offer: Shown) => offer.fares.map((fare) => fare.brand_name)),
    ).toEqual(new Array(8).fill(['Flex']));
    expect(heldBy(events)).toEqual((await plainAnswer()).live_offers.map(summary));
  });

  test('a page in the middle is told like any other', async () => {
    const slow = held('slow', shifted(-3_000));
    await withSuppliers(aSupplier({ id: 'fast' }), slow.supplier);
    const page = { ...flat, limit: 3, offset: 3, sort: 'recommendation' };
    const stream = await openStream(service, '/v1/flight_search', page);
    const first = await stream.next();
    slow.answer();
    const events = [first, ...(await stream.rest())].filter((event) => event !== undefined);
    const plain = (await service.call('POST', '/v1/flight_search', page)).body;
    expect(first?.data.live_offers).toHaveLength(3);
    expect(heldBy(events)).toEqual(plain.live_offers.map(summary));
    const { next_page_token } = events.at(-1)?.data.pagination ?? {};
    expect(
      (await service.call('POST', '/v1/flight_search', { ...page, page_token: next_page_token })).body.live_offers,
    ).toHaveLength(2);
  });

  test('of a client that leaves, every supplier still asked is told to stop', async () => {
    const signals: AbortSignal[] = [];
    const waiting = aSupplier({ id: 'waiting', search: (_, { signal }) => new Promise(() => signals.push(signal)) });
    await withSuppliers(aSupplier(), waiting);
    const stream = await openStream(service, '/v1/flight_search', { ...flat, supplier_timeout_ms: 30_000 });
    await stream.next();
    stream.leave();
    while (!signals.every((signal) => signal.aborted)) await turn();
    expect(signals).toHaveLength(1);
  });

  test('tokens told in a stream are as good as those of a plain answer', async () => {
    await withSuppliers(aSupplier());
    const [first] = await (await openStream(service, '/v1/flight_search', flat)).rest();
    const events = await (
      await openStream(service, '/v1/flight_search', { offer_token: first?.data.live_offers[1].offer_token })
    ).rest();
    expect(events.map(({ event }) => event)).toEqual(['offers', 'done']);
    expect(events[0]?.data.live_offers.map((offer: Shown) => offer.offer_id)).toEqual([
      first?.data.live_offers[1].offer_id,
    ]);
    expect(events[1]?.data).toMatchObject({
      total: 1,
      offer_ids: [first?.data.live_offers[1].offer_id],
      superseded_offer_ids: [],
    });
  });
});

describe('when nobody answers', () => {
  test('/v1 ends with the error of the plain answer, which costs nothing', async () => {
    await withSuppliers(failing('rate_limited'), silent());
    const { key } = await service.makeKey();
    const stream = await openStream(service, '/v1/flight_search', flat, { 'x-api-key': key });
    const events = await stream.rest();
    expect([stream.status, events.map(({ event, data }) => [event, data.status])]).toEqual([
      200,
      [
        ['offers', 'rate_limited'],
        ['offers', 'timeout'],
        ['error', undefined],
      ],
    ]);
    expect(events.at(-1)?.data).toEqual({
      error: {
        code: 'UPSTREAM_UNAVAILABLE',
        message: expect.any(String),
        doc_url: expect.stringContaining('#UPSTREAM_UNAVAILABLE'),
      },
      http_status: 503,
      retry_after_seconds: 7,
    });
    expect((await service.call('GET', '/v1/usage', undefined, { 'x-api-key': key })).body.keys[0].used).toBe(0);
  });

  test('/api/v1 is done with cached itineraries and says so', async () => {
    await withSuppliers(failing('unavailable'), failing('rate_limited'));
    const events = await (
      await openStream(service, '/api/v1/flights/search', { filters, allow_live_shop: true })
    ).rest();
    expect(events.map(({ event }) => event)).toEqual(['offers', 'offers', 'done']);
    expect(events[2]?.data).toMatchObject({ live_shop_status: 'failed', offer_ids: [], total: 8 });
    expect(events[2]?.data.itineraries.length).toBeGreaterThan(0);
  });

  test('without live shopping there is only done', async () => {
    await withSuppliers(aPublisher());
    const events = await (await openStream(service, '/api/v1/flights/search', { filters })).rest();
    expect(events.map(({ event, data }) => [event, data.live_shop_status, data.total])).toEqual([
      ['done', 'not_eligible', 8],
    ]);
  });
});
