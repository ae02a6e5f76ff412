import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
import { listChangesForPeople } from '../../../src/servicing/engine/list-manual-changes.ts';
import { type Answer, startService, type TestService } from '../../support/service/service.ts';
import { openCounter, type Sold } from '../../support/products/sold-bookings.ts';
import { CARD_OK, makeTrip } from '../../support/faults/trip-journeys.ts';

const DAY = 24 * 3600;
let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  // Whatever the cases have done: money is bookings, refunds never exceed captures, and suppliers hold nothing that was
  // given up.
  const { problems } = await reconcile(service.app);
  expect(problems).toEqual([]);
  await service.close();
});

const { sell, post, read, advance, advanceTo } = openCounter(() => service);
async function eventsOf({ pair, as }: Sold): Promise<readonly string[]> {
  const answer = await service.call('GET', `/v1/events?booking_ref=${pair.booking_ref}`, undefined, as);
  return answer.body.events.map(({ event }: { event: string }) => event);
}
/** The kinds of the mails about a booking, in the order they were written. */
function mailsAbout({ pair }: Sold): readonly (string | undefined)[] {
  const outbox = join(service.dataDir, 'outbox');
  const pages = readdirSync(outbox)
    .filter((name) => name.endsWith('.html'))
    .sort();
  return pages
    .filter((name) => readFileSync(join(outbox, name), 'utf8').includes(pair.booking_ref))
    .map((name) => name.split('.')[1]);
}
/** The cheapest fare of a route, which nobody gives back, a day after it was bought. */
async function sellLight(): Promise<Sold> {
  const as = { 'x-api-key': (await service.makeKey()).key };
  const {
    body: { trip_id },
  } = await makeTrip(service, { origin: 'QAA', destination: 'QAG' }, as);
  await service.call('POST', '/v1/checkout', { trip_id }, as);
  await service.call('POST', '/v1/sandbox/pay', { trip_id, card: CARD_OK }, as);
  await service.drain();
  const { booking_ref } = (await service.call('GET', `/v1/trip/${trip_id}`, undefined, as)).body;
  const sold: Sold = { pair: { booking_ref, last_name: 'Bly' }, items: [], item: undefined, as };
  await advance(sold, DAY);
  return sold;
}

describe('a refundable fare', () => {
  let sold: Sold;
  let quote: Answer['body'];
  beforeAll(async () => {
    sold = await sell({ kind: 'flight', scenario: 'QAL' });
  });

  test('is quoted as spec.md says it, and its price, refund and penalty add up', async () => {
    const answer = await post(sold, '/v1/refund_check');
    expect(answer.status).toBe(200);
    quote = answer.body;
    expect(quote).toEqual({
      booking_ref: sold.pair.booking_ref,
      item_id: sold.item.item_id,
      quote_id: expect.stringMatching(/^rfq_/),
      is_refundable: true,
      is_automatable: true,
      manual_reason: null,
      support_level: 'full',
      total_paid: { value: sold.item.confirmation.total_paid.amount, currency: 'USD', decimal_places: 2 },
      refund_amount: { value: expect.any(Number), currency: 'USD', decimal_places: 2 },
      penalty_amount: { value: expect.any(Number), currency: 'USD', decimal_places: 2 },
      pending_amount: { value: 0, currency: 'USD', decimal_places: 2 },
      expires_at: expect.any(String),
      warnings: [],
    });
    expect(quote.refund_amount.value + quote.penalty_amount.value).toBe(quote.total_paid.value);
    expect(quote.penalty_amount.value / quote.total_paid.value).toBeCloseTo(0.2, 3);
    expect(sold.item.available_actions).toContain('refund_check');
    const step = sold.item.cancellation_timeline.find(
      ({ until }: { until: string }) => until > new Date().toISOString(),
    );
    expect(step.refund.amount).toBe(quote.refund_amount.value);
  });

  test("is quoted alike on the fuller surface, where the query's provider counts", async () => {
    const same = await post(sold, '/api/v1/flights/refund-check?provider=sandbox', {
      provider: 'nobody',
      order_id: sold.item.order_id,
      ticket_numbers: sold.item.ticket_numbers,
    });
    expect(same.body).toMatchObject({ refund_amount: quote.refund_amount, penalty_amount: quote.penalty_amount });
    expect((await post(sold, '/api/v1/flights/refund-check', { provider: 'nobody' })).status).toBe(404);
    for (const provider of ['nobody', 'x'.repeat(300)])
      expect((await post(sold, `/api/v1/flights/refund-check?provider=${provider}`)).status).toBe(404);
  });

  test('is given back once by two commits at once, and a repeat answers the first result', async () => {
    const both = await Promise.all([1, 2].map(() => post(sold, '/v1/refund_commit', { quote_id: quote.quote_id })));
    for (const { status } of both) expect(status).toBe(200);
    const repeat = await post(sold, '/v1/refund_commit', { quote_id: quote.quote_id });
    expect(repeat.body).toEqual({
      booking_ref: sold.pair.booking_ref,
      item_id: sold.item.item_id,
      quote_id: quote.quote_id,
      refund_reference: quote.quote_id.replace('rfq_', 'rfd_'),
      refund_status: 'refunded',
      confirmed_refund_amount: quote.refund_amount,
      refund_amount: quote.refund_amount,
      penalty_amount: quote.penalty_amount,
      pending_amount: quote.pending_amount,
      manual_reason: null,
      failure_reason: null,
    });
    expect((await post(sold, '/v1/refund_commit')).body).toEqual(repeat.body);
    expect((await post(sold, '/v1/refund_status')).body).toEqual(repeat.body);
    expect((await post(sold, '/v1/refund_status', { refund_reference: repeat.body.refund_reference })).body).toEqual(
      repeat.body,
    );
  });

  test('then the booking is cancelled, its item refunded, its money told, and nothing can be done with it', async () => {
    const booking = await read(sold);
    expect(booking).toMatchObject({
      status: 'cancelled',
      total_paid: sold.item.confirmation.total_paid,
      total_refunded: { amount: quote.refund_amount.value },
    });
    expect(booking.items[0]).toMatchObject({
      status: 'refunded',
      available_actions: [],
      refund_support_level: 'none',
      cancellation_timeline: [],
      confirmation: { total_paid: booking.total_paid },
    });
    const again = await post(sold, '/v1/refund_check');
    expect(again).toMatchObject({
      status: 200,
      body: {
        quote_id: null,
        is_refundable: false,
        support_level: 'none',
        warnings: ['It has been given up and refunded already.'],
      },
    });
    expect(again.body).toMatchObject({
      total_paid: quote.total_paid,
      refund_amount: quote.refund_amount,
      penalty_amount: quote.penalty_amount,
      pending_amount: { value: 0 },
    });
  });

  test('and it is told once by each event and by one mail', async () => {
    await advance(sold, 10);
    expect((await eventsOf(sold)).filter((event) => event !== 'booking.completed').sort()).toEqual([
      'booking.cancelled',
      'booking.item_cancelled',
      'booking.refunded',
    ]);
    // Given up before its confirmation went out: nobody is told any more that they are booked.
    expect(mailsAbout(sold)).toEqual(['refunded']);
  });

  test('another quote of the same item is refused once one was committed', async () => {
    const other = await sell({ kind: 'flight', scenario: 'QAL' });
    const [first, second] = [
      (await post(other, '/v1/refund_check')).body.quote_id,
      (await post(other, '/v1/refund_check')).body.quote_id,
    ];
    const answers = await Promise.all(
      [first, second].map((quote_id) => post(other, '/v1/refund_commit', { quote_id })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { refund_amount: refund } = answers.find(({ status }) => status === 200)?.body ?? {};
    expect((await read(other)).total_refunded.amount).toBe(refund.value);
  });
});

test('a quote runs out after ten minutes, and without one there is nothing to commit', async () => {
  const sold = await sell({ kind: 'flight', scenario: 'QAL' });
  expect((await post(sold, '/v1/refund_commit')).body.error.code).toBe('QUOTE_EXPIRED');
  expect((await post(sold, '/v1/refund_status')).status).toBe(404);
  const { quote_id } = (await post(sold, '/v1/refund_check')).body;
  await advance(sold, 600);
  for (const more of [{ quote_id }, {}])
    expect(await post(sold, '/v1/refund_commit', more)).toMatchObject({
      status: 410,
      body: { error: { code: 'QUOTE_EXPIRED' } },
    });
  expect((await post(sold, '/v1/refund_status', { quote_id })).status).toBe(404);
  expect((await read(sold)).items[0].status).toBe('confirmed');
});

test('a manual refund is queued, seen, closes the item and not the booking, and is made when people have decided', async () => {
  const sold = await sell({ kind: 'flight', scenario: 'QAM', currency: 'EUR' });
  const check = (await post(sold, '/v1/refund_check')).body;
  expect(check).toMatchObject({
    is_refundable: true,
    is_automatable: false,
    support_level: 'manual',
    manual_reason: expect.stringContaining('people'),
    penalty_amount: { value: 0 },
  });
  const committed = (await post(sold, '/v1/refund_commit', { quote_id: check.quote_id })).body;
  expect(committed).toMatchObject({
    refund_status: 'manual',
    confirmed_refund_amount: null,
    refund_amount: check.refund_amount,
    manual_reason: check.manual_reason,
  });
  expect((await service.call('GET', '/metrics')).text.split('\n')).toContain('bly_changes_waiting{for="people"} 1');
  expect((await post(sold, '/v1/refund_check')).body).toMatchObject({
    is_refundable: false,
    warnings: [`A change of it is under way already: ${committed.refund_reference}.`],
    refund_amount: { value: 0 },
    penalty_amount: { value: 0 },
    pending_amount: check.total_paid,
  });
  expect((await post(sold, '/v1/refund_commit')).body).toEqual(committed);
  const paid = { amount: check.total_paid.value, currency: 'EUR' };
  expect((await read(sold)).items[0]).toMatchObject({
    status: 'confirmed',
    available_actions: [],
    confirmation: { total_paid: paid },
    refund: {
      refund_reference: committed.refund_reference,
      refund_status: 'manual',
      refunded: { amount: 0 },
      penalty: { amount: 0 },
      pending: paid,
    },
  });
  const listed = await listChangesForPeople(service.app);
  expect(listed.filter(({ bookingRef }) => bookingRef === sold.pair.booking_ref)).toEqual([
    {
      organizationId: expect.stringMatching(/^org_/),
      bookingRef: sold.pair.booking_ref,
      reference: check.quote_id,
      kind: 'flight_refund',
      waitsFor: 'people',
      committedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      why: check.manual_reason,
    },
  ]);
  await advance(sold, 3 * DAY - 60);
  expect((await post(sold, '/v1/refund_status')).body.refund_status).toBe('manual');
  await advance(sold, 60);
  expect((await post(sold, '/v1/refund_status')).body).toMatchObject({
    refund_status: 'refunded',
    confirmed_refund_amount: check.refund_amount,
  });
  expect(await read(sold)).toMatchObject({
    status: 'cancelled',
    total_refunded: paid,
    items: [{ refund: { refund_status: 'refunded', refunded: paid, pending: { amount: 0 } } }],
  });
  expect((await post(sold, '/v1/refund_check')).body).toMatchObject({
    is_refundable: false,
    refund_amount: check.total_paid,
    penalty_amount: { value: 0 },
    pending_amount: { value: 0 },
  });
});

test('refund_check answers what the timeline tells in the last minute of each of its steps and the first after it', async () => {
  const sold = await sell({ kind: 'flight', scenario: 'QAL', currency: 'JPY' });
  const timeline = (await read(sold)).items[0].cancellation_timeline;
  for (const [index, { until }] of timeline.entries()) {
    for (const [seconds, refund] of [
      [-50, timeline[index].refund],
      [0, timeline[index + 1]?.refund ?? { amount: 0 }],
    ] as const) {
      if (!(await advanceTo(sold, until, seconds))) continue;
      expect([until, seconds, (await post(sold, '/v1/refund_check')).body.refund_amount.value]).toEqual([
        until,
        seconds,
        refund.amount,
      ]);
    }
  }
});

test('a ticket that returns nothing has no quote, and says why; a used one as well', async () => {
  const sold = await sellLight();
  expect((await read(sold)).items[0].available_actions).not.toContain('refund_check');
  const check = await post(sold, '/v1/refund_check');
  expect(check).toMatchObject({
    status: 200,
    body: {
      quote_id: null,
      expires_at: null,
      is_refundable: false,
      support_level: 'none',
      refund_amount: { value: 0 },
    },
  });
  expect(check.body.penalty_amount).toEqual(check.body.total_paid);
  expect(check.body.warnings).toEqual(['Nothing of what was paid comes back.']);
  expect((await post(sold, '/v1/refund_commit')).status).toBe(410);
  expect(await post(sold, '/v1/refund_commit', { quote_id: null })).toMatchObject({
    status: 410,
    body: { error: { code: 'QUOTE_EXPIRED' } },
  });
  await advance(sold, 60 * DAY);
  expect((await post(sold, '/v1/refund_check')).body.warnings[0]).toContain('used');
});

describe('what is refused', () => {
  let sold: Sold;
  let theirs: Sold;
  beforeAll(async () => {
    [sold, theirs] = [await sell({ kind: 'flight', scenario: 'QAL' }), await sell({ kind: 'flight', scenario: 'QAL' })];
  });

  test.each(['/v1/refund_check', '/v1/refund_commit', '/v1/refund_status', '/api/v1/flights/refund-check'])(
    '%s: every pair and value of another booking is the same 404',
    async (path) => {
      const foreign = (await post(theirs, '/v1/refund_check')).body.quote_id;
      const wrong = [
        { last_name: 'Smith' },
        { booking_ref: 'BLY-ZZZZZZ' },
        { booking_ref: theirs.pair.booking_ref },
        { item_id: theirs.item.item_id },
        { order_id: theirs.item.order_id },
        { provider: 'sandbox_hotels' },
        { provider: 'x'.repeat(300) },
        { ticket_numbers: theirs.item.ticket_numbers },
        ...(path === '/v1/refund_commit' || path === '/v1/refund_status'
          ? [{ quote_id: foreign }, { quote_id: 'rfq_none' }, { quote_id: `rfq_${'x'.repeat(300)}` }]
          : []),
        ...(path === '/v1/refund_status'
          ? [{ refund_reference: foreign.replace('rfq_', 'rfd_') }, { refund_reference: 'x'.repeat(65) }]
          : []),
      ];
      const answers = await Promise.all(wrong.map((more) => post(sold, path, more)));
      for (const answer of answers) expect([answer.status, answer.body]).toEqual([404, answers[0]?.body]);
      expect(answers[0]?.body.error.code).toBe('NOT_FOUND');
    },
  );

  test.each([
    ['no last name', { last_name: '' }, 'last_name'],
    ['tickets that are no list', { ticket_numbers: 'x' }, 'ticket_numbers'],
    ['an item that is no text', { item_id: 7 }, 'item_id'],
  ])('%s is 422 with its field', async (_name, more, path) => {
    const answer = await post(sold, '/v1/refund_check', more);
    expect([answer.status, answer.body.fields[0].path]).toEqual([422, path]);
  });

  test('a hotel or a car of a booking that has none', async () => {
    for (const path of ['/v1/hotel_cancel', '/v1/car_cancel'])
      expect((await post(sold, path, { action: 'preview' })).status).toBe(404);
  });
});
