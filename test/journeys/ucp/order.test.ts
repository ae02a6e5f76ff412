import { createHash, createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPage, submitPage } from '../../support/faults/page-journeys.ts';
import { hotelStays } from '../../support/products/mixed-trips.ts';
import { CONTACT, NELLIE, searchFares } from '../../support/faults/trip-journeys.ts';
import { type Answer, startService, type TestService } from '../../support/service/service.ts';
import { expectOfficial } from '../../support/ucp/official-schemas.ts';
import { type Platform, type SentOrder, startPlatform } from '../../support/ucp/platform.ts';

interface Rate {
  readonly offer_id: string;
  readonly is_refundable: boolean;
  readonly payment_types: readonly string[];
}
let service: TestService;
let platform: Platform;
beforeAll(async () => {
  service = await startService();
  platform = await startPlatform(service);
});
afterAll(async () => {
  await platform.close();
  await service.close();
});

async function buy(token: string | undefined): Promise<Answer['body']> {
  const { body } = await platform.call('POST', '/checkout-sessions', {
    line_items: [{ item: { id: token }, quantity: 1 }],
    buyer: { email: CONTACT.email, phone_number: CONTACT.phone },
    travelers: [NELLIE],
    attribution: { campaign: 'spring' },
  });
  const credential = { type: 'shared_payment_token', token: 'spt_test_ok' };
  const instrument = { id: 'i1', handler_id: 'shared_payment_token', type: 'shared_payment_token', credential };
  await platform.call('POST', `/checkout-sessions/${body.id}/complete`, { payment: { instruments: [instrument] } });
  await service.drain();
  return (await platform.call('GET', `/checkout-sessions/${body.id}`)).body;
}

/** The signature of an order over what RFC 9421 makes of its request, with the key that the profile names. */
async function isSigned({ headers, text }: SentOrder): Promise<boolean> {
  const input = String(headers['signature-input']);
  const [, parameters = '', keyid = ''] = /^sig1=(.*;keyid="([^"]+)")$/.exec(input) ?? [];
  const { host, pathname } = new URL(platform.webhookUrl);
  const base = [
    '"@method": POST',
    `"@authority": ${host}`,
    `"@path": ${pathname}`,
    `"ucp-agent": ${headers['ucp-agent']}`,
    `"content-digest": sha-256=:${createHash('sha256').update(text).digest('base64')}:`,
    `"content-type": ${headers['content-type']}`,
    `"@signature-params": ${parameters}`,
  ].join('\n');
  const { keys } = (await service.call('GET', '/.well-known/ucp')).body;
  const jwk = keys.find(({ kid }: { kid: string }) => kid === keyid);
  const key = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const;
  const signature = /^sig1=:(.*):$/.exec(String(headers.signature))?.[1] ?? '';
  return verify('sha256', Buffer.from(base), key, Buffer.from(signature, 'base64'));
}

test('a platform hears of its order, signed, and again when it is given back', async () => {
  const { hotels } = await hotelStays(service, { city_name: 'Lisbon', country_code: 'PT' }, [{ adults: 1 }]);
  const refundable = hotels
    .flatMap(({ rooms }: { rooms: { rates: Rate[] }[] }) => rooms)
    .flatMap(({ rates }: { rates: Rate[] }) => rates)
    .find((rate: Rate) => rate.is_refundable && rate.payment_types.includes('pay_now'));
  const checkout = await buy(refundable.offer_id);
  const [first] = platform.orders;
  if (!first) throw new Error('the platform heard of nothing');
  const order = JSON.parse(first.text);
  expectOfficial('shopping/order.json', order);
  expect(order).toMatchObject({
    id: checkout.order.id,
    checkout_id: checkout.id,
    attribution: { campaign: 'spring' },
    line_items: [{ item: { id: refundable.offer_id }, status: 'fulfilled', quantity: { total: 1, fulfilled: 1 } }],
    fulfillment: { events: [{ type: 'confirmed', line_items: [{ quantity: 1 }] }] },
    totals: checkout.totals,
  });
  expect(first.headers['webhook-id']).toMatch(/^evt_/);
  expect(await isSigned(first)).toBe(true);
  expect(await isSigned({ ...first, text: first.text.replace('fulfilled', 'removed') })).toBe(false);

  const [item] = order.line_items;
  const pair = { booking_ref: order.id, last_name: 'Bly', item_id: item.id };
  await service.call('POST', '/v1/hotel_cancel', { ...pair, action: 'preview' });
  await service.call('POST', '/v1/hotel_cancel', { ...pair, action: 'commit' });
  await service.drain();
  const read = await platform.call('GET', `/orders/${order.id}`);
  expectOfficial('shopping/order.json', read.body);
  expect(read.body).toMatchObject({
    line_items: [{ status: 'removed', quantity: { original: 1, total: 0 } }],
    adjustments: [{ type: 'refund', status: 'completed', line_items: [{ id: item.id, quantity: -1 }] }],
    totals: checkout.totals,
  });
  // The item, and with it the booking: one event.
  expect(read.body.fulfillment.events.map(({ type }: { type: string }) => type)).toEqual(['confirmed', 'canceled']);
  expect(read.body.adjustments[0].totals[0].amount).toBeLessThan(0);
  const last = platform.orders.at(-1);
  expect(platform.orders.length).toBeGreaterThan(1);
  expect(JSON.parse(last?.text ?? '').adjustments).toEqual(read.body.adjustments);
});

test('the bank asks for a person: the page answers it, the checkout completes, and its platform hears of the order', async () => {
  const before = platform.orders.length;
  const { fares } = await searchFares(service, { origin: 'PAR', destination: 'LON' });
  const { body: created } = await platform.call('POST', '/checkout-sessions', {
    line_items: [{ item: { id: fares[0]?.trip_item_token }, quantity: 1 }],
    buyer: { email: CONTACT.email, phone_number: CONTACT.phone },
    travelers: [NELLIE],
  });
  const path = `/checkout-sessions/${created.id}`;
  const credential = { type: 'shared_payment_token', token: 'spt_test_step_up' };
  const instrument = { id: 'i1', handler_id: 'shared_payment_token', type: 'shared_payment_token', credential };
  const asked = await platform.call('POST', `${path}/complete`, { payment: { instruments: [instrument] } });
  expect(asked.body).toMatchObject({ status: 'requires_escalation', continue_url: expect.stringMatching(/^http/) });
  const page = new URL(asked.body.continue_url).pathname;
  await submitPage(service, page, await openPage(service, page), { action: 'approve' });
  const paid = await platform.call('GET', path);
  expectOfficial('shopping/checkout.json', paid.body);
  expect(paid.body.status).toBe('complete_in_progress');
  expect(platform.orders.length).toBe(before);
  await service.drain();
  const completed = await platform.call('GET', path);
  expectOfficial('shopping/checkout.json', completed.body);
  expect(completed.body).toMatchObject({ status: 'completed', order: { id: expect.stringMatching(/^BLY-/) } });
  const sent = platform.orders.slice(before);
  expect(sent.map(({ text }) => JSON.parse(text).id)).toEqual([completed.body.order.id]);
  for (const order of sent) expect(await isSigned(order)).toBe(true);
});

test('the bank is refused: the checkout can be paid anew, and its platform hears of no order', async () => {
  const before = platform.orders.length;
  const { fares } = await searchFares(service, { origin: 'PAR', destination: 'LON' });
  const { body: created } = await platform.call('POST', '/checkout-sessions', {
    line_items: [{ item: { id: fares[0]?.trip_item_token }, quantity: 1 }],
    buyer: { email: CONTACT.email, phone_number: CONTACT.phone },
    travelers: [NELLIE],
  });
  const path = `/checkout-sessions/${created.id}`;
  const credential = { type: 'shared_payment_token', token: 'spt_test_step_up' };
  const instrument = { id: 'i1', handler_id: 'shared_payment_token', type: 'shared_payment_token', credential };
  const asked = await platform.call('POST', `${path}/complete`, { payment: { instruments: [instrument] } });
  const page = new URL(asked.body.continue_url).pathname;
  await submitPage(service, page, await openPage(service, page), { action: 'reject' });
  await service.drain();
  expect((await platform.call('GET', path)).body.status).toBe('ready_for_complete');
  expect(platform.orders.length).toBe(before);
});

test('an order that its platform does not take is sent again under its id', async () => {
  platform.orderStatus = 503;
  const before = platform.orders.length;
  const { fares } = await searchFares(service, { origin: 'PAR', destination: 'LON' });
  await buy(fares[0]?.trip_item_token);
  expect(platform.orders.length).toBe(before + 1);
  platform.orderStatus = 204;
  await service.advance(10);
  const ids = platform.orders.slice(before).map(({ headers }) => headers['webhook-id']);
  expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  const order = JSON.parse(platform.orders.at(-1)?.text ?? '');
  const { body } = await service.call('GET', `/v1/bookings/${order.id}/order_deliveries`);
  expect(body.deliveries).toEqual([
    {
      event_id: ids[0],
      type: 'booking.completed',
      occurred_at: expect.any(String),
      status: 'delivered',
      attempts: [
        { attempt: 1, at: expect.any(String), http_status: 503, elapsed_ms: expect.any(Number) },
        { attempt: 2, at: expect.any(String), http_status: 204, elapsed_ms: expect.any(Number) },
      ],
    },
  ]);
});

test('attempts say why a platform heard nothing, up to the eighth; a booking of no platform has none', async () => {
  const lost = await startPlatform(service);
  const { fares } = await searchFares(service, { origin: 'PAR', destination: 'LON' });
  const { body } = await lost.call('POST', '/checkout-sessions', {
    line_items: [{ item: { id: fares[0]?.trip_item_token }, quantity: 1 }],
    buyer: { email: CONTACT.email, phone_number: CONTACT.phone },
    travelers: [NELLIE],
  });
  const credential = { type: 'shared_payment_token', token: 'spt_test_ok' };
  const instrument = { id: 'i1', handler_id: 'shared_payment_token', type: 'shared_payment_token', credential };
  await lost.call('POST', `/checkout-sessions/${body.id}/complete`, { payment: { instruments: [instrument] } });
  await lost.close();
  await service.drain();
  const { booking_ref: ref } = (await service.call('GET', `/v1/trip/${body.id}`)).body;
  const read = async (headers = {}) =>
    await service.call('GET', `/v1/bookings/${ref}/order_deliveries`, undefined, headers);
  expect((await read()).body.deliveries).toMatchObject([
    { status: 'retrying', attempts: [{ attempt: 1, failure: 'profile_unreachable' }] },
  ]);
  for (let retry = 1; retry < 8; retry += 1) await service.advance(43_200);
  const [delivery] = (await read()).body.deliveries;
  expect([delivery.status, delivery.attempts.length]).toEqual(['failed', 8]);
  const { key } = await service.makeKey();
  expect((await read({ 'x-api-key': key })).status).toBe(404);
  expect((await service.call('GET', '/v1/bookings/BLY-000000/order_deliveries')).status).toBe(404);
});

test('orders are for their organization, and for what was made over UCP', async () => {
  const { fares } = await searchFares(service, { origin: 'PAR', destination: 'LON' });
  const { order } = await buy(fares[0]?.trip_item_token);
  const { key } = await service.makeKey();
  const codeOf = ({ body }: Answer) => body.messages[0].code;
  expect(codeOf(await platform.call('GET', `/orders/${order.id}`, undefined, { 'x-api-key': key }))).toBe('not_found');
  expect(codeOf(await platform.call('GET', '/orders/BLY-000000'))).toBe('not_found');
  const heard = platform.orders.length;
  const { body: trip } = await service.call('POST', '/v1/trip', {
    add_item: { trip_item_token: fares[0]?.trip_item_token },
    upsert_travelers: { travelers: [NELLIE], contact: CONTACT },
  });
  await service.call('POST', '/v1/checkout', { trip_id: trip.trip_id });
  const paid = await service.call('POST', '/v1/submit_agent_payment', {
    trip_id: trip.trip_id,
    shared_payment_token: 'spt_test_ok',
  });
  await service.drain();
  expect(codeOf(await platform.call('GET', `/orders/${paid.body.booking_ref}`))).toBe('not_found');
  expect(platform.orders.length).toBe(heard);
});
