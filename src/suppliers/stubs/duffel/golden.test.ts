import { expect, test } from 'vitest';
import {
  type DuffelCalls,
  type Json,
  openDuffelCalls,
  orderData,
} from '../../../../test/support/suppliers/duffel-calls.ts';
import { collectKinds, findDifferences } from '../../../../test/support/suppliers/golden/golden-kinds.ts';
import {
  airlineChangeSamples,
  cancellationSamples,
  changeRequestSamples,
  changeSamples,
  errorSamples,
  eventSamples,
  orderSamples,
} from '../../../../test/support/suppliers/golden/duffel/order-samples.ts';
import {
  airlineSamples,
  offerSamples,
  searchSamples,
  seatMapSamples,
  serviceSamples,
} from '../../../../test/support/suppliers/golden/duffel/search-samples.ts';

/** What of the stub's answers is otherwise than in hand-written samples of Duffel's shape. */
function differences(
  answers: readonly unknown[],
  samples: readonly object[],
  free?: readonly string[],
): readonly string[] {
  expect(answers.length).toBeGreaterThan(0);
  return findDifferences(collectKinds(answers, free), collectKinds(samples, free));
}

const METADATA = ['.metadata'];

test('the comparison itself sees a missing key, an unknown one and a value of another kind', () => {
  const sample = { id: 'off_1', total: '1.00', tax: null };
  expect(differences([{ id: 'off_2', total: '2.00', tax: null }], [sample])).toEqual([]);
  expect(differences([{ id: 'off_2', total: '2.00' }], [sample])).toEqual([' lacks tax']);
  expect(differences([{ id: 'ord_2', total: 2, tax: null, extra: 1 }], [sample])).toEqual([
    '.id is id ord_, not id off_',
    '.total is number, not amount',
    '.extra is number, not there',
  ]);
});

test('searches and offers have the official shape', async () => {
  const { call, search } = await openDuffelCalls();
  const party = { passengers: [{ type: 'adult' }, { age: 14 }, { age: 1 }] };
  const found = [
    await search('LHR-JFK', party),
    await search('MUC-LIS'),
    await search(['LON-NYC', 'NYC-LON'], { cabin_class: undefined }),
    await search('DXB-AMS'),
    await search('JFK-EWR'),
  ];
  expect(differences(found, searchSamples)).toEqual([]);
  const offers = found.flatMap((one) => one.offers);
  expect(differences(offers, offerSamples)).toEqual([]);
  const read = (await call('GET', `/air/offers/${found[0].offers[0].id}?return_available_services=true`)).body.data;
  const { available_services, ...offer } = read;
  expect(differences([offer], offerSamples)).toEqual([]);
  expect(differences(available_services, serviceSamples)).toEqual([]);
  const maps = (await call('GET', `/air/seat_maps?offer_id=${found[0].offers[0].id}`)).body.data;
  expect(differences(maps, seatMapSamples)).toEqual([]);
  expect(differences((await call('GET', '/air/airlines')).body.data, airlineSamples)).toEqual([]);
});

/** Orders of all sorts: with seats and bags, held, changed by customer and airline, cancelled. */
async function makeOrders({ call, search, stub }: DuffelCalls): Promise<Json[]> {
  const { offers } = await search('LHR-JFK', { passengers: [{ type: 'adult' }, { age: 1 }] });
  const offer = offers.find(({ slices }: Json) => slices[0].fare_brand_name === 'Flex');
  const services = (await call('GET', `/air/offers/${offer.id}?return_available_services=true`)).body.data
    .available_services;
  const bag = services.find(({ type }: Json) => type === 'baggage');
  const amount = (Number(offer.total_amount) + Number(bag.total_amount)).toFixed(2);
  const booked = await call(
    'POST',
    '/air/orders',
    orderData(offer, {
      services: [{ id: bag.id, quantity: 1 }],
      payments: [{ type: 'balance', amount, currency: 'GBP' }],
      metadata: { bly_ref: 'bki_1' },
    }),
  );
  const [held] = (await search('JFK-EWR')).offers;
  const holding = await call('POST', '/air/orders', orderData(held, { type: 'hold', payments: undefined }));
  const sparse = (await search('MUC-LIS')).offers.filter(({ tax_amount, conditions }: Json) => {
    return tax_amount === null || conditions.change_before_departure === null;
  });
  const others = await Promise.all(sparse.map((one: Json) => call('POST', '/air/orders', orderData(one))));
  stub.control.changeByAirline({ order_id: booked.body.data.id, kind: 'time_shift' });
  return [booked, holding, ...others].map(({ body }) => body.data);
}

test('orders and what happens to them have the official shape', async () => {
  const calls = await openDuffelCalls();
  const { call, stub } = calls;
  const made = await makeOrders(calls);
  const [order] = made;
  const requested = (
    await call('POST', '/air/order_change_requests', {
      order_id: order.id,
      slices: {
        remove: [{ slice_id: order.slices[0].id }],
        add: [{ origin: 'LHR', destination: 'JFK', departure_date: '2027-04-01', cabin_class: 'economy' }],
      },
    })
  ).body.data;
  expect(differences([requested], changeRequestSamples)).toEqual([]);
  const [chosen] = requested.order_change_offers;
  const changed = (await call('POST', '/air/order_changes', { selected_order_change_offer: chosen.id })).body.data;
  const payment = { type: 'balance', amount: changed.change_total_amount, currency: 'GBP' };
  const confirmed = (await call('POST', `/air/order_changes/${changed.id}/actions/confirm`, { payment })).body.data;
  expect(differences([changed, confirmed], changeSamples)).toEqual([]);
  const quote = (await call('POST', '/air/order_cancellations', { order_id: order.id })).body.data;
  const cancelled = (await call('POST', `/air/order_cancellations/${quote.id}/actions/confirm`)).body.data;
  expect(differences([quote, cancelled], cancellationSamples)).toEqual([]);
  const changes = (await call('GET', `/air/airline_initiated_changes?order_id=${order.id}`)).body.data;
  expect(differences(changes, airlineChangeSamples)).toEqual([]);
  const listed = (await call('GET', '/air/orders')).body.data;
  expect(differences([...made, ...listed], orderSamples, METADATA)).toEqual([]);
  await stub.control.settleDeliveries();
  const created = stub.control.events().filter(({ type }) => type === 'order.created');
  expect(differences(created, eventSamples)).toEqual([]);
});

test('refusals have the official shape', async () => {
  const { call } = await openDuffelCalls();
  const refused = [
    await call('POST', '/air/offer_requests', {}),
    await call('GET', '/air/offers/off_0000None'),
    await call('GET', '/air/offers'),
  ];
  expect(
    differences(
      refused.map(({ body }) => body),
      errorSamples,
    ),
  ).toEqual([]);
});
