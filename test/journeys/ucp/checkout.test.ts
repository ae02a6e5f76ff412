import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
import { CONTACT, NELLIE, searchFares } from '../../support/faults/trip-journeys.ts';
import { hotelStays, lowestRate, searchCars } from '../../support/products/mixed-trips.ts';
import { daysAhead } from '../../support/faults/trip-journeys.ts';
import { type Answer, startService, type TestService } from '../../support/service/service.ts';
import { countCompared, expectOfficial, hasOfficialSchemas } from '../../support/ucp/official-schemas.ts';
import { type Platform, startPlatform } from '../../support/ucp/platform.ts';

let service: TestService;
let platform: Platform;
beforeAll(async () => {
  service = await startService();
  platform = await startPlatform(service);
});
afterAll(async () => {
  expect((await reconcile(service.app)).problems).toEqual([]);
  await platform.close();
  await service.close();
});

const BUYER = { first_name: 'Nellie', last_name: 'Bly', email: CONTACT.email, phone_number: CONTACT.phone };
const line = (id: string | undefined) => ({ item: { id }, quantity: 1 });
const pay = (token: string) => ({
  payment: {
    instruments: [
      {
        id: 'i1',
        handler_id: 'shared_payment_token',
        type: 'shared_payment_token',
        selected: true,
        credential: { type: 'shared_payment_token', token },
      },
    ],
  },
});

/** Every answer about a checkout fits the official schema, and never shows a token that was sent. */
function expectCheckout(answer: Answer, status: string): Answer['body'] {
  expect([answer.status, answer.body.status, answer.body.messages]).toEqual([
    expect.any(Number),
    status,
    answer.body.messages,
  ]);
  expectOfficial('shopping/checkout.json', answer.body);
  expectOfficial('shopping/payment_terms.json#/$defs/dev.ucp.shopping.checkout', answer.body);
  expect(answer.text).not.toContain('spt_test');
  const { totals } = answer.body;
  const total = totals.find(({ type }: { type: string }) => type === 'total').amount;
  const rows = totals.filter(({ type }: { type: string }) => type !== 'total');
  expect(rows.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(total);
  return answer.body;
}
function expectError(answer: Answer, code: string): void {
  expectOfficial('common/types/error_response.json', answer.body);
  expect([answer.status, answer.body.messages[0].code]).toEqual([200, code]);
}

const flightToken = async (route = { origin: 'PAR', destination: 'LON' }, index = 0) =>
  (await searchFares(service, route)).fares[index]?.trip_item_token;
const create = (tokens: readonly (string | undefined)[], more: object = {}, headers = {}) =>
  platform.call(
    'POST',
    '/checkout-sessions',
    { line_items: tokens.map(line), buyer: BUYER, travelers: [NELLIE], ...more },
    headers,
  );

/** Completes a checkout, runs what is due, and reads it. */
async function buy(id: string): Promise<Answer['body']> {
  const completed = await platform.call('POST', `/checkout-sessions/${id}/complete`, pay('spt_test_ok'));
  expectCheckout(completed, 'complete_in_progress');
  expect(completed.body.order).toBeUndefined();
  await service.drain();
  return expectCheckout(await platform.call('GET', `/checkout-sessions/${id}`), 'completed');
}

describe('the profile', () => {
  test('fits the official schema, names the keys, may be cached and is known again', async () => {
    const profile = await service.call('GET', '/.well-known/ucp', undefined, { 'x-api-key': '' });
    expectOfficial('profile.json#/$defs/business_schema', profile.body);
    expect(profile.headers.get('cache-control')).toBe('public, max-age=300');
    const keys = await service.call('GET', '/.well-known/jwks.json');
    expect(profile.body.keys).toEqual(JSON.parse(keys.text).keys);
    const again = await service.call('GET', '/.well-known/ucp', undefined, {
      'if-none-match': profile.headers.get('etag') ?? '',
    });
    expect(again.status).toBe(304);
  });

  test('leads to the schemas of what is ours', async () => {
    const { body } = await service.call('GET', '/.well-known/ucp');
    const [handler] = body.ucp.payment_handlers['test.bly.payment.shared_token'];
    const [travel] = body.ucp.capabilities['test.bly.travel.trip'];
    for (const { schema } of [handler, travel])
      expect((await service.call('GET', new URL(schema).pathname)).body.$id).toBe(schema);
  });
});

describe('a platform buys', () => {
  test('a flight', async () => {
    const created = await create([await flightToken()]);
    expect(created.status).toBe(201);
    const checkout = expectCheckout(created, 'ready_for_complete');
    expect(checkout.quote.jws).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    const [handler] = checkout.ucp.payment_handlers['test.bly.payment.shared_token'];
    expect(handler.config.max_amount).toBe(checkout.totals.at(-1).amount);
    const { order } = await buy(checkout.id);
    const booking = await service.call('GET', `/v1/bookings/${order.id}`);
    expect(booking.body.booking).toMatchObject({ status: 'confirmed', trip_id: checkout.id });
  });

  test('a hotel, whose guest is the buyer when nobody else is named', async () => {
    const { hotels } = await hotelStays(service, { city_name: 'Lisbon', country_code: 'PT' }, [{ adults: 1 }]);
    const created = await create([lowestRate(hotels[0]).offer_id], { travelers: undefined });
    const checkout = expectCheckout(created, 'ready_for_complete');
    expect(checkout.travelers).toMatchObject([{ first_name: 'Nellie', last_name: 'Bly', passenger_type: 'ADULT' }]);
    expect((await buy(checkout.id)).order.id).toMatch(/^BLY-/);
  });

  test('a flight, a hotel and a car at once', async () => {
    const stay = { checkin: daysAhead(60), checkout: daysAhead(65) };
    const [flight, { hotels }, cars] = await Promise.all([
      flightToken({ origin: 'MUC', destination: 'LIS' }),
      hotelStays(service, { city_name: 'Lisbon', country_code: 'PT' }, [{ adults: 1 }], { ...stay, currency: 'EUR' }),
      searchCars(service, { location: 'LIS', from: `${stay.checkin}T14:00:00`, to: `${stay.checkout}T10:00:00` }),
    ]);
    const car = cars.offers.find(({ on_request }: { on_request: boolean }) => !on_request);
    const tokens = [flight, lowestRate(hotels[0]).offer_id, car.offer_id];
    const checkout = expectCheckout(
      await create(tokens, { travelers: [{ ...NELLIE, title: 'MS' }], context: { currency: 'EUR' } }),
      'ready_for_complete',
    );
    expect(checkout.currency).toBe('EUR');
    expect(checkout.line_items.map(({ item }: { item: { id: string } }) => item.id)).toEqual(tokens);
    const { itinerary, policies } = checkout;
    expect(policies.map(({ type, applies_to }: Answer['body']) => [type, applies_to])).toEqual(
      tokens.map((_, index) => ['test.bly.policy.cancellation', [`$.line_items[${index}]`]]),
    );
    const texts = policies.map(({ description }: Answer['body']) => description.plain);
    expect(texts[0]).toMatch(
      /^Cancelling: (not possible|free of charge|possible, for at most \D+[\d.]+ for each traveler)\. Changing: /,
    );
    const [, hotel, rental] = itinerary.map(({ details }: Answer['body']) => details.rooms?.[0] ?? details);
    for (const [text, { is_refundable, cancellation_schedule: steps }] of [
      [texts[1], hotel],
      [texts[2], rental],
    ])
      expect(text).toContain(
        is_refundable === false ? 'nothing comes back' : (steps[0]?.cancel_time ?? 'free of charge'),
      );
    const bought = await buy(checkout.id);
    expect(bought.itinerary.map(({ type, status }: { type: string; status: string }) => [type, status])).toEqual([
      ['flight', 'confirmed'],
      ['hotel', 'confirmed'],
      ['car', 'confirmed'],
    ]);
  });
});

describe('a stay that is partly paid at the property', () => {
  test('has a term that covers the total; without terms the total is what is charged', async () => {
    const { hotels } = await hotelStays(service, { city_name: 'Lisbon', country_code: 'PT' }, [{ adults: 1 }], {
      currency: 'EUR',
    });
    const tokens = [lowestRate(hotels[0]).offer_id];
    const checkout = expectCheckout(await create(tokens), 'ready_for_complete');
    const [handler] = checkout.ucp.payment_handlers['test.bly.payment.shared_token'];
    const { terms, selected_term_id: selected } = checkout.payment;
    const amounts = terms[0].schedules.map(({ type, amount }: { type: string; amount: number }) => [type, amount]);
    const [now, later] = amounts;
    expect([selected, now, later?.[0]]).toEqual(['standard', ['immediate', handler.config.max_amount], 'at_property']);
    expect(checkout.totals.at(-1).amount).toBe(now[1] + later[1]);
    expect(checkout.messages).toMatchObject([{ code: 'due_at_property', presentation: 'disclosure' }]);
    const path = `/checkout-sessions/${checkout.id}`;
    const sent = { line_items: tokens.map(line), buyer: BUYER, payment: { selected_term_id: 'in_four' } };
    const updated = expectCheckout(await platform.call('PUT', path, sent), 'ready_for_complete');
    expect(updated.messages[0].code).toBe('payment_term_changed');
    const { order } = await buy(checkout.id);
    const read = await platform.call('GET', `/orders/${order.id}`);
    expectOfficial('shopping/payment_terms.json#/$defs/dev.ucp.shopping.order', read.body);
    expect([read.body.payment.accepted_term, read.body.totals]).toEqual([terms[0], checkout.totals]);

    const plain = await startPlatform(service);
    plain.profile = {
      ucp: { version: '2026-08-25', capabilities: { 'dev.ucp.shopping.checkout': [{ version: '2026-08-25' }] } },
    };
    const without = expectCheckout(await plain.call('GET', path), 'completed');
    expect([without.payment, without.travelers, without.totals.at(-1).amount]).toEqual([undefined, undefined, now[1]]);
    await plain.close();
  });
});

describe('a checkout that lacks something', () => {
  test('says what is missing and where, and is ready once it was sent', async () => {
    const token = await flightToken();
    const created = await create([token], { travelers: undefined, buyer: { first_name: 'Nellie', last_name: 'Bly' } });
    const checkout = expectCheckout(created, 'incomplete');
    expect(checkout.messages.map(({ code, path }: { code: string; path: string }) => [code, path])).toEqual([
      ['field_required', '$.travelers[0].date_of_birth'],
      ['field_required', '$.travelers[0].gender'],
      ['field_required', '$.buyer'],
    ]);
    const body = { line_items: [line(token)], buyer: BUYER, travelers: [NELLIE] };
    const path = `/checkout-sessions/${checkout.id}`;
    expectCheckout(await platform.call('PUT', path, body), 'ready_for_complete');
    const { travelers: _, ...unnamed } = body;
    expectCheckout(await platform.call('PUT', path, { ...unnamed, buyer: { email: 'a@example.com' } }), 'incomplete');
  });

  test('a replacement names its buyer anew: the contact of before is neither shown nor written to', async () => {
    const token = await flightToken();
    const { id } = expectCheckout(await create([token]), 'ready_for_complete');
    const path = `/checkout-sessions/${id}`;
    const zoe = { first_name: 'Zoe', last_name: 'New', email: 'zoe@example.com' };
    const body = { line_items: [line(token)], travelers: [{ ...NELLIE, first_name: 'Zoe', last_name: 'New' }] };
    const partial = expectCheckout(await platform.call('PUT', path, { ...body, buyer: zoe }), 'incomplete');
    expect(partial.buyer).toEqual(zoe);
    expect(partial.messages).toMatchObject([{ code: 'field_required', path: '$.buyer.phone_number' }]);
    const nobody = expectCheckout(await platform.call('PUT', path, body), 'incomplete');
    expect(nobody.buyer).toBeUndefined();
    expect(nobody.messages).toMatchObject([{ code: 'field_required', path: '$.buyer' }]);
    expectCheckout(await platform.call('POST', `${path}/complete`, pay('spt_test_ok')), 'incomplete');
    const whole = { ...body, buyer: { ...zoe, phone_number: '+33987654321' } };
    expectCheckout(await platform.call('PUT', path, whole), 'ready_for_complete');
    await buy(id);
    const { contact } = (await service.call('GET', `/v1/trip/${id}`)).body;
    expect(contact).toEqual({ email: 'zoe@example.com', phone: '+33987654321' });
  });

  test('an instrument that says it is not selected is not charged', async () => {
    const { id } = expectCheckout(await create([await flightToken()]), 'ready_for_complete');
    const { payment } = pay('spt_test_ok');
    const unselected = { payment: { instruments: payment.instruments.map((one) => ({ ...one, selected: false })) } };
    const refused = await platform.call('POST', `/checkout-sessions/${id}/complete`, unselected);
    expect(expectCheckout(refused, 'ready_for_complete').messages).toMatchObject([
      { code: 'payment_instrument_invalid' },
    ]);
  });

  test('a replacement adds and takes out offers, and its prices are never taken from the platform', async () => {
    const [first, second] = [await flightToken(), await flightToken({ origin: 'MUC', destination: 'LIS' })];
    const { body } = await create([first]);
    const replaced = await platform.call('PUT', `/checkout-sessions/${body.id}`, {
      line_items: [{ item: { id: second, price: 1 }, quantity: 1, totals: [{ type: 'total', amount: 1 }] }],
      totals: [{ type: 'total', amount: 1 }],
      buyer: BUYER,
      travelers: [NELLIE],
    });
    const checkout = expectCheckout(replaced, 'ready_for_complete');
    expect(checkout.line_items.map(({ item }: { item: { id: string } }) => item.id)).toEqual([second]);
    expect(checkout.totals.at(-1).amount).toBeGreaterThan(1_000);
  });

  test('offers that are not offers make none', async () => {
    expectError(await create(['tit_of_nothing']), 'invalid');
    const token = await flightToken();
    expectError(await create([token, token]), 'duplicate_item');
    const two = { line_items: [{ item: { id: token }, quantity: 2 }] };
    expectError(await platform.call('POST', '/checkout-sessions', two), 'quantity_unsupported');
    const wrong = await create([token], { travelers: [{ ...NELLIE, first_name: '' }] });
    expectError(wrong, 'invalid');
    expect(wrong.body.messages[0].path).toBe('$.travelers[0].first_name');
    expect(wrong.body.messages[0].content).toMatch(/^travelers\[0\]\.first_name /);
  });
});

describe('paying', () => {
  test('a declined token books nothing, and another one pays', async () => {
    const { body } = await create([await flightToken()]);
    const path = `/checkout-sessions/${body.id}/complete`;
    const declined = expectCheckout(await platform.call('POST', path, pay('spt_test_declined')), 'ready_for_complete');
    expect(declined.messages).toMatchObject([{ code: 'payment_failed', severity: 'recoverable' }]);
    await buy(body.id);
  });

  test('a price that ran out is paid again only as it was shown', async () => {
    const { body } = await create([await flightToken()]);
    await service.advance(301);
    expect((await buy(body.id)).totals).toEqual(body.totals);
  });

  test('a price that moved is shown first', async () => {
    const { body } = await create([await flightToken({ origin: 'QAA', destination: 'QAC' })]);
    const path = `/checkout-sessions/${body.id}`;
    const shown = expectCheckout(await platform.call('GET', path), 'ready_for_complete');
    const other = { quoteId: 'quo_old', total: shown.totals.at(-1).amount - 1, currency: 'EUR', contentHash: 'x' };
    const { db } = service.app;
    await db.q
      .withTables<{ ucp_checkout: { checkout_id: string; shown: string } }>()
      .updateTable('ucp_checkout')
      .set({ shown: JSON.stringify(other) })
      .where('checkout_id', '=', body.id)
      .execute();
    const refused = expectCheckout(
      await platform.call('POST', `${path}/complete`, pay('spt_test_ok')),
      'ready_for_complete',
    );
    expect(refused.messages.map(({ code }: { code: string }) => code)).toEqual(['totals_changed', 'totals_changed']);
    expect((await service.call('GET', `/v1/trip/${body.id}`)).body.status).toBe('quoted');
  });

  test('two who complete at once pay once', async () => {
    const { body } = await create([await flightToken()]);
    const path = `/checkout-sessions/${body.id}/complete`;
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((key) =>
        platform.call('POST', path, pay('spt_test_ok'), { 'idempotency-key': `at-once-${key}` }),
      ),
    );
    for (const answer of answers) expectCheckout(answer, 'complete_in_progress');
    await service.drain();
    const { body: ledger } = await service.call('GET', `/v1/trip/${body.id}/ledger`);
    expect(ledger.entries.map(({ step }: { step: string }) => step)).toEqual(['quote', 'authorise', 'book', 'capture']);
  });

  test('the bank asks for a person: the checkout escalates to our page', async () => {
    const { body } = await create([await flightToken()]);
    const path = `/checkout-sessions/${body.id}`;
    const asked = await platform.call('POST', `${path}/complete`, pay('spt_test_step_up'));
    const checkout = expectCheckout(asked, 'requires_escalation');
    expect(checkout.messages.at(-1)).toMatchObject({ severity: 'requires_buyer_review' });
    expect((await fetch(checkout.continue_url)).status).toBe(200);
    expectCheckout(await platform.call('GET', path), 'requires_escalation');
    expectCheckout(await platform.call('PUT', path, { line_items: [line('x')] }), 'requires_escalation');
  });

  test('a booking that fails is canceled, and says that nothing was charged', async () => {
    const { body } = await create([await flightToken({ origin: 'QAA', destination: 'QAI' })]);
    await platform.call('POST', `/checkout-sessions/${body.id}/complete`, pay('spt_test_ok'));
    await service.drain();
    const failed = expectCheckout(await platform.call('GET', `/checkout-sessions/${body.id}`), 'canceled');
    expect(failed.messages).toMatchObject([{ code: 'item_unavailable', severity: 'unrecoverable' }]);
  });
});

describe('sent again', () => {
  test('a key answers the same once more, and refuses another body', async () => {
    const token = await flightToken();
    const first = await create([token], {}, { 'idempotency-key': 'create-once' });
    const again = await create([token], {}, { 'idempotency-key': 'create-once' });
    expect([again.status, again.text]).toEqual([201, first.text]);
    const other = await create([token], { travelers: [] }, { 'idempotency-key': 'create-once' });
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict']);
    const path = `/checkout-sessions/${first.body.id}/complete`;
    const paid = await platform.call('POST', path, pay('spt_test_ok'), { 'idempotency-key': 'pay-once' });
    const replay = await platform.call('POST', path, pay('spt_test_ok'), { 'idempotency-key': 'pay-once' });
    expect(replay.text).toBe(paid.text);
    const { body } = await create([token]);
    const elsewhere = `/checkout-sessions/${body.id}/complete`;
    const reused = await platform.call('POST', elsewhere, pay('spt_test_ok'), { 'idempotency-key': 'pay-once' });
    expect(reused.status).toBe(409);
    await service.drain();
  });

  test('a checkout that is given up is canceled; one that is bought is not', async () => {
    const { body } = await create([await flightToken()]);
    const path = `/checkout-sessions/${body.id}`;
    expectCheckout(await platform.call('POST', `${path}/cancel`, {}), 'canceled');
    expectCheckout(await platform.call('POST', `${path}/complete`, pay('spt_test_ok')), 'canceled');
    const bought = await create([await flightToken()]);
    await buy(bought.body.id);
    const refused = await platform.call('POST', `/checkout-sessions/${bought.body.id}/cancel`, {});
    expect(expectCheckout(refused, 'completed').messages[0].code).toBe('not_cancelable');
  });
});

describe('who may', () => {
  test('another organization finds no such checkout, whatever it does with it', async () => {
    const { body } = await create([await flightToken()]);
    const { key } = await service.makeKey();
    const path = `/checkout-sessions/${body.id}`;
    for (const [method, at, sent] of [
      ['GET', path, undefined],
      ['PUT', path, { line_items: [line('x')] }],
      ['POST', `${path}/complete`, pay('spt_test_ok')],
      ['POST', `${path}/cancel`, {}],
    ] as const)
      expectError(await platform.call(method, at, sent, { 'x-api-key': key }), 'not_found');
    expectError(await platform.call('GET', '/checkout-sessions/%00'), 'not_found');
    const { body: trip } = await service.call('POST', '/v1/trip', {});
    expectError(await platform.call('GET', `/checkout-sessions/${trip.trip_id}`), 'not_found');
  });

  test('no credential is 401, a key that only searches 403', async () => {
    const { key } = await service.makeKey({ scopes: ['search'] });
    const path = '/checkout-sessions/trip_1';
    const none = await platform.call('GET', path, undefined, { 'x-api-key': '' });
    expect([none.status, none.body.code]).toEqual([401, 'auth_required']);
    const unread = await platform.call('POST', '/checkout-sessions', '{', { 'x-api-key': '' });
    expect(unread.status).toBe(401);
    const narrow = await platform.call('GET', path, undefined, { 'x-api-key': key });
    expect([narrow.status, narrow.body.code]).toEqual([403, 'forbidden']);
  });

  test('a platform must show a profile that speaks this version and declares checkouts', async () => {
    const get = (agent: string) => platform.call('GET', '/checkout-sessions/trip_1', undefined, { 'ucp-agent': agent });
    const codes = await Promise.all(
      [
        '',
        'profile="nonsense"',
        'profile="http://127.0.0.1:1/none.json"',
        `profile="${service.url}/.well-known/jwks.json"`,
      ].map(async (agent) => {
        const { status, body } = await get(agent);
        return [status, body.code];
      }),
    );
    expect(codes).toEqual([
      [400, 'invalid_profile_url'],
      [400, 'invalid_profile_url'],
      [424, 'profile_unreachable'],
      [422, 'profile_malformed'],
    ]);
    const other = await startPlatform(service);
    other.profile = { ucp: { version: '2026-04-08', capabilities: {} } };
    expect((await other.call('GET', '/checkout-sessions/trip_1')).body.code).toBe('version_unsupported');
    await other.close();
    const retail = await startPlatform(service);
    retail.profile = { ucp: { version: '2026-08-25', capabilities: {} } };
    expectError(await retail.call('GET', '/checkout-sessions/trip_1'), 'capabilities_incompatible');
    await retail.close();
  });

  test('what cannot be read is 400 and says where', async () => {
    const wrong = await platform.call('POST', '/checkout-sessions', { line_items: [{ item: {}, quantity: 0 }] });
    expect([wrong.status, wrong.body.code]).toEqual([400, 'invalid_request']);
    expect(wrong.body.content).toContain('line_items[0].item.id');
    expect((await platform.call('POST', '/checkout-sessions', '{')).status).toBe(400);
    expect((await platform.call('POST', '/checkout-sessions', '[]')).status).toBe(400);
  });
});

const compared = hasOfficialSchemas
  ? 'answers were compared with'
  : 'there is no copy here of, so answers were not compared with,';
test(`${compared} the protocol's own schemas`, () => {
  expect(countCompared() > 10).toBe(hasOfficialSchemas);
});
