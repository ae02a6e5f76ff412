import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DuffelStub, startDuffelStub } from '../../../src/suppliers/stubs/duffel/start-duffel-stub.ts';
import { departureDate } from '../../support/faults/trip-journeys.ts';
import { openStream, type ReceivedEvent } from '../../support/service/event-stream.ts';
import { startService, type TestService } from '../../support/service/service.ts';

/** A streamed search of a supplier that answers in batches. */
let stub: DuffelStub;
let service: TestService;
beforeAll(async () => {
  stub = await startDuffelStub();
  const duffel = { token: stub.token, isLive: false, baseUrl: stub.url, webhookSecret: undefined };
  service = await startService({ config: { suppliers: { enabled: ['duffel'], duffel } } });
});
afterAll(async () => {
  await service.close();
  await stub.close();
});
beforeEach(() => stub.control.forgetCalls());

const search = { origin: 'LHR', destination: 'JFK', currency: 'GBP', limit: 100 };
const offersOf = (events: readonly ReceivedEvent[]) => events.filter(({ event }) => event === 'offers');
const idsOf = (events: readonly ReceivedEvent[]): readonly string[] =>
  offersOf(events).flatMap(({ data }) => data.live_offers.map(({ offer_id }: { offer_id: string }) => offer_id));

test('offers are sent batch by batch; at the end the stream holds what the plain answer does', async () => {
  const body = { ...search, departure_date: departureDate() };
  const events = await (await openStream(service, '/v1/flight_search', body)).rest();
  const offers = offersOf(events);
  expect(offers.length).toBeGreaterThan(2);
  expect(new Set(offers.map(({ data }) => data.provider))).toEqual(new Set(['duffel']));
  expect(offers.map(({ data }) => data.more_offers_follow)).toEqual([...offers.slice(1).map(() => true), undefined]);
  expect(offers.at(-1)?.data.status).toBe('ok');
  const done = events.at(-1)?.data;
  const superseded: readonly string[] = done.superseded_offer_ids;
  const held = new Set(idsOf(events).filter((id) => !superseded.includes(id)));
  expect(held).toEqual(new Set(done.offer_ids));
  const reads = stub.control.calls()['search_read'] ?? 0;
  const plain = await service.call('POST', '/v1/flight_search', body);
  expect(plain.body.live_offers.map(({ offer_id }: { offer_id: string }) => offer_id)).toEqual(done.offer_ids);
  expect(stub.control.calls()).toEqual({ search: 1, search_read: reads });
});

test('a batch that never comes is cut off at the deadline: what came before it stands, and the supplier is partial', async () => {
  stub.control.addFault({ operation: 'search_read', fault: { kind: 'hang' }, skip: 2, times: 1 });
  const body = { ...search, departure_date: departureDate(), adults: 2, supplier_timeout_ms: 4_000 };
  const events = await (await openStream(service, '/v1/flight_search', body)).rest();
  const last = offersOf(events).at(-1)?.data;
  expect(last).toMatchObject({ provider: 'duffel', status: 'partial' });
  expect(last.more_offers_follow).toBeUndefined();
  expect(last.offer_count).toBeGreaterThan(0);
  const done = events.at(-1);
  expect(done?.event).toBe('done');
  expect(done?.data).toMatchObject({
    live_shop_status: 'partial',
    supplier_statuses: [{ provider: 'duffel', status: 'partial' }],
  });
  expect(new Set(idsOf(events))).toEqual(new Set(done?.data.offer_ids));
  expect(done?.data.offer_ids.length).toBeGreaterThan(0);
});

test('a failure in the middle leaves what came before it', async () => {
  const fault = { kind: 'error', status: 500, code: 'internal_server_error' } as const;
  stub.control.addFault({ operation: 'search_read', fault, skip: 1, times: 1 });
  const body = { ...search, departure_date: departureDate(), adults: 3 };
  const events = await (await openStream(service, '/v1/flight_search', body)).rest();
  expect(offersOf(events).at(-1)?.data).toMatchObject({ provider: 'duffel', status: 'partial' });
  expect(events.at(-1)).toMatchObject({ event: 'done', data: { live_shop_status: 'partial' } });
});
