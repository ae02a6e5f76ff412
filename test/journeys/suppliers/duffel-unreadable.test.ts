import { createServer, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DuffelStub, startDuffelStub } from '../../../src/suppliers/stubs/duffel/start-duffel-stub.ts';
import { CONTACT, departureDate, NELLIE } from '../../support/faults/trip-journeys.ts';
import { type Answer, startService, type TestService } from '../../support/service/service.ts';
import type { Json } from '../../support/suppliers/duffel-calls.ts';

type Spoil = (path: string, data: Json) => void;

/** Duffel's stub behind a server that may change what its answers hold. */
async function spoiledBy(
  stub: DuffelStub,
  spoil: () => Spoil,
): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const { authorization = '', 'duffel-version': version = '', 'content-type': type } = request.headers;
    const answer = await fetch(`${stub.url}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { authorization, 'duffel-version': String(version), ...(type && { 'content-type': type }) },
      ...(body.length > 0 && { body }),
    });
    const read: Json = await answer.json();
    if (answer.ok) spoil()(request.url ?? '', read.data);
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(read));
  });
  const address = await new Promise<ReturnType<Server['address']>>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server.address()));
  });
  if (address === null || typeof address === 'string') throw new Error('it has a port');
  return { server, url: `http://127.0.0.1:${address.port}` };
}

let stub: DuffelStub;
let service: TestService;
let server: Server;
let spoil: Spoil = () => undefined;
beforeAll(async () => {
  stub = await startDuffelStub();
  stub.control.set({ documents_required: false });
  const front = await spoiledBy(stub, () => spoil);
  server = front.server;
  const duffel = { token: stub.token, isLive: false, baseUrl: front.url, webhookSecret: undefined };
  service = await startService({ config: { suppliers: { enabled: ['duffel'], duffel } } });
});
afterAll(async () => {
  await service.close();
  await stub.close();
  server.closeAllConnections();
  server.close();
});

const search = (destination: string): Promise<Answer> =>
  service.call('POST', '/v1/flight_search', {
    origin: 'LHR',
    destination,
    departure_date: departureDate(),
    limit: 100,
  });
/** Offers that were left out so far, by the part that could not be read. */
async function counted(): Promise<Readonly<Record<string, number>>> {
  const metric = await service.app.metrics.registry.getSingleMetric('bly_supplier_unreadable_offers_total')?.get();
  const values = metric?.values.filter(({ labels }) => labels['supplier'] === 'duffel') ?? [];
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels['part']), value]));
}
const unread = ({ total_amount: _, ...offer }: Json) => offer;

test('offers that cannot be read are left out of a search and counted by their part; the others are sold', async () => {
  const whole = await search('JFK');
  expect(await counted()).toEqual({});
  spoil = (path, data) => {
    if (!path.startsWith('/air/offer_requests')) return;
    const [first, second] = data.offers;
    const late = structuredClone(second);
    late.slices[0].segments[0].departing_at = 'soon';
    data.offers.push({ ...unread(first), id: 'off_bad_1' }, { ...late, id: 'off_bad_2' }, { ...late, id: 'off_bad_3' });
  };
  const found = await search('LAX');
  expect(await counted()).toEqual({ price: 1, times: 2 });
  expect(found.status).toBe(200);
  expect(found.body.live_offers.length).toBeGreaterThan(0);
  expect(whole.body.live_offers.length).toBeGreaterThan(0);
});

test('a search of which nothing can be read is a failure of the supplier, and all of it is counted', async () => {
  const before = await counted();
  let offers = 0;
  spoil = (path, data) => {
    if (!path.startsWith('/air/offer_requests')) return;
    offers = data.offers.length;
    data.offers = data.offers.map(unread);
  };
  const answer = await search('BOS');
  expect(offers).toBeGreaterThan(0);
  expect([answer.status, answer.body.error?.code]).toEqual([502, 'UPSTREAM_ERROR']);
  expect(await counted()).toEqual({ ...before, price: (before['price'] ?? 0) + offers });
});

test('an offer that cannot be read when it is priced is counted, and nothing is sold', async () => {
  spoil = () => undefined;
  const { live_offers } = (await search('SFO')).body;
  const before = await counted();
  spoil = (path, data) => {
    if (path.startsWith('/air/offers/')) delete data.total_amount;
  };
  const trip = await service.call('POST', '/v1/trip', {
    add_item: { trip_item_token: live_offers[0].fares[0].trip_item_token },
    upsert_travelers: { travelers: [{ ...NELLIE, title: 'ms' }], contact: CONTACT },
  });
  const checkout = await service.call('POST', '/v1/checkout', { trip_id: trip.body.trip_id });
  expect([trip.status, checkout.status, checkout.body.error?.code]).toEqual([200, 502, 'UPSTREAM_ERROR']);
  expect(await counted()).toEqual({ ...before, price: (before['price'] ?? 0) + 1 });
});
