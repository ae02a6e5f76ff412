import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
import { type Answer, startService, type TestService } from '../../support/service/service.ts';
import { expectBooking } from '../../support/ucp/booking-shape.ts';
import { evaluateCancellation } from '../../support/ucp/evaluate-cancellation.ts';
import { BOOKER, bookingOf, findScenario, findStay, type FoundStay, payWith } from '../../support/ucp/lodging.ts';
import { countCompared, expectOfficial, hasDraftSchemas } from '../../support/ucp/official-schemas.ts';
import { type Platform, startPlatform } from '../../support/ucp/platform.ts';

let service: TestService;
let platform: Platform;
beforeAll(async () => {
  service = await startService({ config: { ucpDrafts: ['lodging'] } });
  platform = await startPlatform(service);
});
afterAll(async () => {
  expect((await reconcile(service.app)).problems).toEqual([]);
  await platform.close();
  await service.close();
});

const create = (found: FoundStay, more: object = {}, headers = {}) =>
  platform.book('POST', '/booking-sessions', bookingOf(found, more), headers);
const at = (id: string, step = '') => `/booking-sessions/${id}${step}`;
const stayOf = ({ offerId, checkin, checkout }: FoundStay, more: object = {}) => ({
  id: offerId,
  stay_dates: { start_date: checkin, end_date: checkout },
  ...more,
});

function expectError(answer: Answer, code: string, path?: string): void {
  expectOfficial('common/types/error_response.json', answer.body);
  const [message] = answer.body.messages;
  expect([answer.status, message.code, message.path]).toEqual([200, code, path]);
}
const errorsOf = ({ messages = [] }: Answer['body']) =>
  messages
    .filter(({ type }: { type: string }) => type === 'error')
    .map(({ code, path }: { code: string; path?: string }) => [code, path]);

/** Completes a session, runs what is due, and reads it. */
async function buy(id: string): Promise<Answer['body']> {
  expectBooking(await platform.book('POST', at(id, '/complete'), payWith('spt_test_ok')), 'complete_in_progress');
  await service.drain();
  return expectBooking(await platform.book('GET', at(id)), 'completed');
}
async function readSteps(id: string): Promise<readonly string[]> {
  const { body } = await service.call('GET', `/v1/trip/${id}/ledger`);
  return body.entries.map(({ step }: { step: string }) => step);
}

describe('the profile', () => {
  test('names the service, its two addresses and the draft as it was read', async () => {
    const { body } = await service.call('GET', '/.well-known/ucp');
    expectOfficial('profile.json#/$defs/business_schema', body);
    const services = body.ucp.services['dev.ucp.lodging'];
    expect(
      services.map(({ transport, endpoint, version }: Record<string, string>) => [transport, endpoint, version]),
    ).toEqual([
      ['rest', `${service.url}/ucp/lodging/v1`, '2026-11-28'],
      ['mcp', `${service.url}/ucp/lodging/mcp`, '2026-11-28'],
    ]);
    const { spec, schema } = body.ucp.capabilities['dev.ucp.lodging.booking'][0];
    expect(spec).toContain('0030fd791fecf6ce2877ddc303047744d7d283a6');
    expect(new URL(schema).hostname).toBe('ucp.dev');
    expect(body.ucp.capabilities['dev.ucp.lodging.policy.cancellation'][0].extends).toBe('dev.ucp.lodging.booking');
  });

  test('without the flag says nothing of it, and nothing lives at its paths', async () => {
    const plain = await startService();
    const other = await startPlatform(plain);
    const { body } = await plain.call('GET', '/.well-known/ucp');
    expect(JSON.stringify(body)).not.toContain('lodging');
    const unknown = await plain.call('POST', '/ucp/nothing', {});
    for (const [method, path] of [
      ['POST', '/booking-sessions'],
      ['GET', '/booking-sessions/trip_1'],
      ['PUT', '/booking-sessions/trip_1'],
      ['POST', '/booking-sessions/trip_1/complete'],
      ['POST', '/booking-sessions/trip_1/cancel'],
    ] as const) {
      const answer = await other.book(method, path, method === 'GET' ? undefined : {});
      expect([answer.status, answer.body.error.code]).toEqual([unknown.status, unknown.body.error.code]);
    }
    expect((await plain.call('POST', '/ucp/lodging/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' })).status).toBe(404);
    await other.close();
    await plain.close();
  });
});

describe('a platform books', () => {
  test('a room for two: guests keep their ids, and the property its number', async () => {
    const found = await findStay(service, [{ adults: 2 }]);
    const guests = [
      { id: 'gst_02', first_name: 'Elizabeth', last_name: 'Cochran' },
      { id: 'gst_01', first_name: 'Nellie', last_name: 'Bly', email: 'nellie@example.com' },
    ];
    const guest_assignments = [
      { guest_id: 'gst_01', role: 'primary' },
      { guest_id: 'gst_02', role: 'accompanying' },
    ];
    const occupancy = { total: 2, adults: 2 };
    const created = await create(found, { guests, stays: [stayOf(found, { occupancy, guest_assignments })] });
    expect(created.status).toBe(201);
    const session = expectBooking(created, 'ready_for_complete');
    expect([session.guests, session.booker, session.stays[0].guest_assignments]).toEqual([
      guests,
      BOOKER,
      guest_assignments,
    ]);
    expect(session.property.id).toBe(found.hotelId);
    const { confirmation } = await buy(session.id);
    const { body } = await service.call('GET', `/v1/bookings/${confirmation.id}`);
    const [item] = body.booking.items;
    expect(confirmation.label).toBe(item.confirmation.confirmation_number);
    expect(body.booking.travelers.map(({ first_name: name }: { first_name: string }) => name)).toEqual([
      'Nellie',
      'Elizabeth',
    ]);
    const sent = platform.orders.map(({ text }) => JSON.parse(text)).filter(({ id }) => id === confirmation.id);
    expect(sent).toMatchObject([{ checkout_id: session.id, line_items: [{ status: 'fulfilled' }] }]);
    const order = await platform.call('GET', `/orders/${confirmation.id}`);
    expect(order.body.id).toBe(confirmation.id);
  });

  test('two equal rooms: two stays of one id, priced and booked as one stay', async () => {
    const found = await findStay(service, [{ adults: 1 }, { adults: 1 }]);
    const stays = [
      stayOf(found, { guest_assignments: [{ guest_id: 'a', role: 'primary' }] }),
      stayOf(found, { guest_assignments: [{ guest_id: 'b', role: 'primary' }] }),
    ];
    const guests = [
      { id: 'a', first_name: 'Nellie', last_name: 'Bly' },
      { id: 'b', first_name: 'Elizabeth', last_name: 'Bisland' },
    ];
    const session = expectBooking(await create(found, { stays, guests }), 'ready_for_complete');
    expect(
      session.stays.map(({ id, guest_assignments: [{ guest_id: guest }] }: Answer['body']) => [id, guest]),
    ).toEqual([
      [found.offerId, 'a'],
      [found.offerId, 'b'],
    ]);
    const sum = session.stays.reduce((total: number, one: Answer['body']) => total + one.totals.at(-1).amount, 0);
    expect(sum).toBe(session.totals.at(-1).amount);
    const { confirmation } = await buy(session.id);
    const { body } = await service.call('GET', `/v1/bookings/${confirmation.id}`);
    expect(body.booking.items[0].details.rooms).toHaveLength(2);
  });

  test('a child by its age, named with the party', async () => {
    const found = await findStay(service, [{ adults: 1, children_ages: [7] }]);
    const guests = [
      { id: 'c', first_name: 'Kit', last_name: 'Bly', age: 7 },
      { id: 'p', first_name: 'Nellie', last_name: 'Bly' },
    ];
    const guest_assignments = [{ guest_id: 'c' }, { guest_id: 'p', role: 'primary' }];
    const occupancy = { total: 2, adults: 1, children: 1, child_ages: [7] };
    const sent = { guests, stays: [stayOf(found, { occupancy, guest_assignments })] };
    const session = expectBooking(await create(found, sent), 'ready_for_complete');
    expect(session.stays[0].occupancy).toEqual(occupancy);
    const older = { ...sent, guests: [{ ...guests[0], age: 30 }, guests[1]] };
    const wrong = expectBooking(await platform.book('PUT', at(session.id), bookingOf(found, older)), 'incomplete');
    expect(errorsOf(wrong)[0]).toEqual(['field_required', '$.guests']);
  });

  test('by terms that say what the API says of every moment', async () => {
    const found = await findScenario(service, 'slow');
    const session = expectBooking(await create(found), 'ready_for_complete');
    const { body: trip } = await service.call('GET', `/v1/trip/${session.id}`);
    const [room] = trip.items[0].details.rooms;
    const [policy] = session.policies;
    expect([policy.refundability, policy.applies_to, room.is_refundable]).toEqual(['refundable', ['$.stays[0]'], true]);
    const cutoffs = room.cancellation_schedule.map(({ cancel_time: time }: { cancel_time: string }) => time);
    expect(cutoffs.length).toBeGreaterThan(0);
    const free = { kind: 'percentage', buyer_bps: 10_000 };
    const before = new Date(Date.parse(cutoffs[0]) - 1).toISOString();
    expect(evaluateCancellation(policy.schedule, before)).toMatchObject({ outcome: free });
    const after = evaluateCancellation(policy.schedule, cutoffs[0]);
    expect(after.kind).toBe('selected');
    expect(after).not.toMatchObject({ outcome: free });
    expect(session.stays[0].rate_plan.description).toContain(policy.description.plain);
  });

  test('what the property collects: in the total and the term; the term alone goes where it is not spoken', async () => {
    const found = await findScenario(service, 'pay_at_property');
    const session = expectBooking(await create(found), 'ready_for_complete');
    const [term] = session.payment.terms;
    expect(term.schedules.map(({ type }: { type: string }) => type)).toEqual(['at_property']);
    expect(session.messages[0]).toMatchObject({
      code: 'due_at_property',
      presentation: 'disclosure',
      path: '$.payment.terms[0].schedules[0]',
    });
    const plain = await startPlatform(service);
    plain.profile = {
      ucp: { version: '2026-08-25', capabilities: { 'dev.ucp.lodging.booking': [{ version: '2026-11-28' }] } },
    };
    const without = expectBooking(await plain.book('GET', at(session.id)), 'ready_for_complete');
    expect([without.payment, without.policies, without.totals]).toEqual([undefined, undefined, session.totals]);
    expect(without.messages[0].path).toBe('$.stays[0]');
    await plain.close();
    await platform.book('POST', at(session.id, '/complete'), { payment: {} });
    await service.drain();
    expectBooking(await platform.book('GET', at(session.id)), 'completed');
  });

  test('what is collected in another currency is in no sum, and is said at its stay', async () => {
    const session = expectBooking(
      await create(await findScenario(service, 'pay_at_property', 'EUR')),
      'ready_for_complete',
    );
    expect([session.currency, session.totals.at(-1).amount, session.payment]).toEqual(['EUR', 0, undefined]);
    expect(session.messages[0]).toMatchObject({
      code: 'due_at_property',
      path: '$.stays[0]',
      content: expect.stringContaining('USD'),
    });
  });
});

describe('a session that lacks something', () => {
  test('names each field, and is ready once it was sent', async () => {
    const found = await findStay(service);
    const session = expectBooking(await create(found, { booker: undefined }), 'incomplete');
    expect(errorsOf(session)).toEqual([
      ['field_required', '$.booker'],
      ['field_required', '$.booker.email'],
      ['field_required', '$.booker.phone_number'],
      ['field_required', '$.guests'],
    ]);
    const refused = await platform.book('POST', at(session.id, '/complete'), payWith('spt_test_ok'));
    expectBooking(refused, 'incomplete');
    const half = bookingOf(found, { booker: { first_name: 'Nellie', last_name: 'Bly', email: 'nellie@example.com' } });
    const known = expectBooking(await platform.book('PUT', at(session.id), half), 'incomplete');
    expect(errorsOf(known)).toEqual([['field_required', '$.booker.phone_number']]);
    const guests = [{ id: 'g', phone_number: '+33123456789', first_name: 'Nellie', last_name: 'Bly' }];
    const guest_assignments = [{ guest_id: 'g', role: 'primary' }];
    const byGuest = bookingOf(found, {
      booker: { email: 'office@example.com' },
      guests,
      stays: [stayOf(found, { guest_assignments })],
    });
    expectBooking(await platform.book('PUT', at(session.id), byGuest), 'ready_for_complete');
    const nobody = bookingOf(found, { booker: { email: 'office@example.com' } });
    expectBooking(await platform.book('PUT', at(session.id), nobody), 'incomplete');
  });

  test('whose property, nights or party are not those of its offer is not paid until they are', async () => {
    const found = await findStay(service);
    const stays = [
      stayOf(
        { ...found, checkout: '2031-01-01' },
        { occupancy: { total: 3 }, guest_assignments: [{ guest_id: 'a' }, { guest_id: 'b' }] },
      ),
    ];
    const guests = [{ id: 'a', first_name: 'Nellie', last_name: 'Bly' }, { id: 'b' }];
    const session = expectBooking(await create(found, { property: { id: 'other' }, stays, guests }), 'incomplete');
    expect(errorsOf(session)).toEqual([
      ['invalid', '$.property.id'],
      ['invalid', '$.stays[0].stay_dates'],
      ['occupancy_exceeded_capacity', '$.stays[0].occupancy'],
      ['occupancy_exceeded_capacity', '$.stays[0].guest_assignments'],
    ]);
    expect(session.stays[0].stay_dates.end_date).toBe(found.checkout);
    expectBooking(await platform.book('POST', at(session.id, '/complete'), payWith('spt_test_ok')), 'incomplete');
    expect(await readSteps(session.id)).toEqual([]);
    expectBooking(await platform.book('PUT', at(session.id), bookingOf(found)), 'ready_for_complete');
  });

  test('is replaced as a whole, and its prices are never taken from the platform', async () => {
    const [first, second] = [await findStay(service), await findStay(service, [{ adults: 1 }], { at: 1 })];
    const { body } = await create(first);
    const stays = [{ ...stayOf(second), totals: [{ type: 'total', amount: 1 }] }];
    const replaced = await platform.book(
      'PUT',
      at(body.id),
      bookingOf(second, { stays, totals: [], status: 'completed' }),
    );
    const session = expectBooking(replaced, 'ready_for_complete');
    expect([session.property.id, session.stays.map(({ id }: { id: string }) => id)]).toEqual([
      second.hotelId,
      [second.offerId],
    ]);
    expect(session.totals.at(-1).amount).toBeGreaterThan(1_000);
    const selected = bookingOf(second, { payment: { selected_term_id: 'in_four' } });
    const told = expectBooking(await platform.book('PUT', at(body.id), selected), 'ready_for_complete');
    expect(told.messages[0].code).toBe('payment_term_changed');
  });
});

describe('offers that cannot be booked', () => {
  test('an expired rate is said to be gone, and makes no session', async () => {
    const found = await findStay(service);
    await service.advance(21 * 60);
    const answer = await create(found);
    expectError(answer, 'inventory_exhausted');
    expect(answer.body.messages[0]).toMatchObject({
      severity: 'unrecoverable',
      content: expect.stringMatching(/expired/i),
    });
  });

  test('a session outlives the tokens of its rates', async () => {
    const found = await findStay(service);
    const { body } = await create(found);
    await service.advance(21 * 60);
    const booker = { ...BOOKER, first_name: 'Elizabeth' };
    const session = expectBooking(
      await platform.book('PUT', at(body.id), bookingOf(found, { booker })),
      'ready_for_complete',
    );
    expect([session.booker, session.stays[0].id]).toEqual([booker, found.offerId]);
  });

  test('what is no rate, and what is sold out when it is booked', async () => {
    const found = await findStay(service);
    expectError(await create({ ...found, offerId: 'tit_x' }), 'invalid', '$.stays[0].id');
    expectError(await create({ ...found, offerId: 'htl_of nothing' }), 'invalid', '$.stays[0].id');
    const { id: _, ...unnamed } = stayOf(found);
    expectError(await create(found, { stays: [unnamed] }), 'invalid', '$.stays[0].id');
    const gone = await create(await findScenario(service, 'sold_out'));
    expect(gone.body.messages[0].code).toBe('inventory_exhausted');
    const { body } = await create(await findScenario(service, 'refused'));
    await platform.book('POST', at(body.id, '/complete'), payWith('spt_test_ok'));
    await service.drain();
    const failed = expectBooking(await platform.book('GET', at(body.id)), 'canceled');
    expect(errorsOf(failed)).toEqual([['inventory_exhausted', undefined]]);
  });

  test('a stay whose guest nobody sent, and two guests of one id', async () => {
    const found = await findStay(service);
    const stays = [stayOf(found, { guest_assignments: [{ guest_id: 'nobody' }] })];
    expectError(await create(found, { stays }), 'invalid', '$.stays[0].guest_assignments[0].guest_id');
    const guests = [{ id: 'a' }, { id: 'a' }];
    expectError(await create(found, { guests }), 'invalid', '$.guests[1].id');
  });
});

describe('paying', () => {
  test('a declined token books nothing; the bank that asks for a person leads to our page', async () => {
    const found = await findStay(service);
    const { body } = await create(found);
    const complete = (token: string) => platform.book('POST', at(body.id, '/complete'), payWith(token));
    const declined = expectBooking(await complete('spt_test_declined'), 'ready_for_complete');
    expect(declined.messages[0]).toMatchObject({ code: 'payment_failed', severity: 'recoverable' });
    const asked = expectBooking(await complete('spt_test_step_up'), 'requires_escalation');
    expect(asked.messages.at(-1)).toMatchObject({ severity: 'requires_buyer_review' });
    expect((await fetch(asked.continue_url)).status).toBe(200);
    const changed = await platform.book('PUT', at(body.id), bookingOf(found));
    expect(errorsOf(expectBooking(changed, 'requires_escalation'))[0]?.[0]).toBe('complete_in_progress');
  });

  test('a price that moved is shown first', async () => {
    const { body } = await create(await findScenario(service, 'price_up'));
    const shown = expectBooking(await platform.book('GET', at(body.id)), 'ready_for_complete');
    const other = { quoteId: 'quo_old', total: shown.totals.at(-1).amount - 1, currency: 'EUR', contentHash: 'x' };
    await service.app.db.q
      .withTables<{ ucp_checkout: { checkout_id: string; shown: string } }>()
      .updateTable('ucp_checkout')
      .set({ shown: JSON.stringify(other) })
      .where('checkout_id', '=', body.id)
      .execute();
    const refused = await platform.book('POST', at(body.id, '/complete'), payWith('spt_test_ok'));
    const session = expectBooking(refused, 'ready_for_complete');
    expect(session.messages.slice(0, 2).map(({ code }: { code: string }) => code)).toEqual([
      'totals_changed',
      'totals_changed',
    ]);
    expect((await readSteps(body.id)).includes('authorise')).toBe(false);
  });

  test('a price that ran out is paid again only as it was shown', async () => {
    const { body } = await create(await findStay(service));
    await service.advance(301);
    expect((await buy(body.id)).totals).toEqual(body.totals);
  });

  test('several at once, and a key sent again, pay once', async () => {
    const found = await findStay(service);
    const first = await create(found, {}, { 'idempotency-key': 'book-once' });
    const again = await create(found, {}, { 'idempotency-key': 'book-once' });
    expect([again.status, again.text]).toEqual([201, first.text]);
    const other = await create(found, { guests: [] }, { 'idempotency-key': 'book-once' });
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict']);
    const path = at(first.body.id, '/complete');
    const answers = await Promise.all(
      ['a', 'b', 'c', 'a'].map((key) =>
        platform.book('POST', path, payWith('spt_test_ok'), { 'idempotency-key': `lodging-${key}` }),
      ),
    );
    for (const answer of answers.filter(({ status }) => status === 200)) expectBooking(answer, 'complete_in_progress');
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    await service.drain();
    expect(await readSteps(first.body.id)).toEqual(['quote', 'authorise', 'book', 'capture']);
    const late = await platform.book('PUT', at(first.body.id), bookingOf(found));
    expect(errorsOf(expectBooking(late, 'completed'))[0]?.[0]).toBe('checkout_closed');
    const cancel = await platform.book('POST', at(first.body.id, '/cancel'), {});
    expect(errorsOf(expectBooking(cancel, 'completed'))[0]?.[0]).toBe('not_cancelable');
  });

  test('a session that is given up is not paid any more', async () => {
    const { body } = await create(await findStay(service));
    expectBooking(await platform.book('POST', at(body.id, '/cancel'), {}), 'canceled');
    expectBooking(await platform.book('POST', at(body.id, '/complete'), payWith('spt_test_ok')), 'canceled');
    expect(await readSteps(body.id)).toEqual([]);
  });
});

describe('who may', () => {
  test('neither another organization nor the other service finds a session, whatever it does with it', async () => {
    const found = await findStay(service);
    const { body } = await create(found);
    const { key } = await service.makeKey();
    const steps = [
      ['GET', '', undefined],
      ['PUT', '', bookingOf(found)],
      ['POST', '/complete', payWith('spt_test_ok')],
      ['POST', '/cancel', {}],
    ] as const;
    for (const [method, step, sent] of steps) {
      expectError(await platform.book(method, at(body.id, step), sent, { 'x-api-key': key }), 'not_found');
      const retail = step === '' && method === 'PUT' ? { line_items: [{ item: { id: 'x' }, quantity: 1 }] } : sent;
      expectError(await platform.call(method, `/checkout-sessions/${body.id}${step}`, retail), 'not_found');
    }
    expectBooking(await platform.book('GET', at(body.id)), 'ready_for_complete');
    const checkout = await platform.call('POST', '/checkout-sessions', {
      line_items: [{ item: { id: found.offerId }, quantity: 1 }],
    });
    expectError(await platform.book('GET', at(checkout.body.id)), 'not_found');
    expectError(await platform.book('GET', at('%00')), 'not_found');
  });

  test('a platform must declare the capability, and a key must be one that books', async () => {
    const retail = await startPlatform(service);
    retail.profile = {
      ucp: { version: '2026-08-25', capabilities: { 'dev.ucp.shopping.checkout': [{ version: '2026-08-25' }] } },
    };
    expectError(await retail.book('GET', at('trip_1')), 'capabilities_incompatible');
    await retail.close();
    const none = await platform.book('GET', at('trip_1'), undefined, { 'x-api-key': '' });
    const { key } = await service.makeKey({ scopes: ['search'] });
    const narrow = await platform.book('GET', at('trip_1'), undefined, { 'x-api-key': key });
    const unnamed = await platform.book('GET', at('trip_1'), undefined, { 'ucp-agent': '' });
    expect([none, narrow, unnamed].map(({ status, body }) => [status, body.code])).toEqual([
      [401, 'auth_required'],
      [403, 'forbidden'],
      [400, 'invalid_profile_url'],
    ]);
  });

  test('garbage is 400, says where, and makes nothing', async () => {
    const found = await findStay(service);
    const stay = stayOf(found);
    const garbage: readonly (readonly [unknown, string])[] = [
      ['{', ''],
      ['[]', ''],
      [{}, 'property'],
      [{ property: {}, stays: [stay] }, 'property.id'],
      [{ property: { id: found.hotelId }, stays: [] }, 'stays'],
      [{ property: { id: found.hotelId }, stays: Array.from({ length: 9 }, () => stay) }, 'stays'],
      [
        bookingOf(found, { stays: [{ ...stay, stay_dates: { start_date: '2026-02-30', end_date: 'x' } }] }),
        'stays[0].stay_dates.start_date',
      ],
      [bookingOf(found, { stays: [{ ...stay, occupancy: { total: 0 } }] }), 'stays[0].occupancy.total'],
      [bookingOf(found, { stays: [{ ...stay, occupancy: { total: 1, child_ages: [18] } }] }), 'child_ages[0]'],
      [bookingOf(found, { guests: [{ id: '' }] }), 'guests[0].id'],
      [bookingOf(found, { guests: [{ id: 'a', age: -1 }] }), 'guests[0].age'],
      [bookingOf(found, { guests: [{ id: 'x'.repeat(65) }] }), 'guests[0].id'],
      [bookingOf(found, { booker: 'Nellie' }), 'booker'],
    ];
    const count = async () => (await service.call('GET', '/v1/trips?limit=100')).body.trips.length;
    const before = await count();
    for (const [sent, field] of garbage) {
      const { status, body } = await platform.book('POST', '/booking-sessions', sent);
      expect([status, body.code, body.content]).toEqual([400, expect.any(String), expect.stringContaining(field)]);
    }
    expect(await count()).toBe(before);
    const wrong = await create(found, { booker: { ...BOOKER, first_name: '\u202e!' } });
    expectError(wrong, 'invalid', '$.booker.first_name');
  });
});

test('once the people of a session are erased it is still read, without them', async () => {
  const { body } = await create(await findStay(service));
  await buy(body.id);
  await service.app.db.q
    .withTables<{ ucp_checkout: { checkout_id: string; party: string | null } }>()
    .updateTable('ucp_checkout')
    .set({ party: null })
    .where('checkout_id', '=', body.id)
    .execute();
  const read = await platform.book('GET', at(body.id));
  expect([read.body.status, read.body.booker, read.body.guests]).toEqual(['completed', undefined, undefined]);
});

const compared = hasDraftSchemas
  ? 'sessions were compared with'
  : 'there is no copy here of, so sessions were compared by their shape alone, not with,';
test(`${compared} the schemas of the draft`, () => {
  if (hasDraftSchemas) expect(countCompared()).toBeGreaterThan(50);
});
