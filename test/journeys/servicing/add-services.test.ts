import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
import { type Answer, startService, type TestService } from '../../support/service/service.ts';
import { CARD_OK, daysAhead, makeTrip } from '../../support/faults/trip-journeys.ts';
import { openCounter, type Sold } from '../../support/products/sold-bookings.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  const { problems } = await reconcile(service.app);
  expect(problems).toEqual([]);
  await service.close();
});

const { sell, post, read, advance } = openCounter(() => service);
const check = (sold: Sold, more: object = {}) => post(sold, '/v1/add_services_check', more);
const commit = (sold: Sold, more: object = {}) => post(sold, '/v1/add_services_commit', more);
const paid = { shared_payment_token: 'spt_test_ok' };

/** The first bag that can be added. */
async function findBag(sold: Sold): Promise<Answer['body']> {
  return (await check(sold)).body.bags[0];
}
/** A quote of one bag. */
async function quoteBag(sold: Sold, quantity = 1): Promise<Answer['body']> {
  const { offer_id } = await findBag(sold);
  const { status, body, text } = await check(sold, { selections: [{ offer_id, quantity }] });
  if (status !== 200) throw new Error(text);
  return body;
}
async function eventsOf({ pair, as }: Sold): Promise<Answer['body']> {
  const answer = await service.call('GET', `/v1/events?booking_ref=${pair.booking_ref}`, undefined, as);
  return answer.body.events;
}

describe('what can be added', () => {
  test('is each traveler’s own, with its flights and its price, and the free seats alone', async () => {
    const sold = await sell({ kind: 'flight', scenario: 'QAL' });
    const { status, body } = await check(sold);
    expect(status).toBe(200);
    const travelerId = (await read(sold)).travelers[0].pax_ref_id;
    expect(body).toMatchObject({ available: true, item_id: sold.item.item_id });
    expect(body).not.toHaveProperty('quote_id');
    expect(body.bags[0]).toEqual({
      offer_id: `bag-0/${travelerId}`,
      pax_ref_id: travelerId,
      type: 'checked_bag',
      label: 'Extra checked bag, 23 kg',
      weight_kg: 23,
      segment_ref_ids: ['s1-1'],
      max_quantity: 3,
      price_per_unit: { value: expect.any(Number), currency: 'USD', decimal_places: 2 },
    });
    expect(body.bags[0].price_per_unit.value).toBeGreaterThan(0);
    const [map] = body.seat_maps;
    expect(map.segment_id).toBe('s1-1');
    expect(map.seats.length).toBeGreaterThan(10);
    expect(map.seats[0].prices).toEqual([
      { pax_ref_id: travelerId, price: { value: expect.any(Number), currency: 'USD', decimal_places: 2 } },
    ]);
    expect((await read(sold)).items[0].available_actions).toContain('add_services_check');
  });

  test('is nothing once the ticket was given back, and says so', async () => {
    const sold = await sell({ kind: 'flight', scenario: 'QAL' });
    const { quote_id } = (await post(sold, '/v1/refund_check')).body;
    await post(sold, '/v1/refund_commit', { quote_id });
    expect((await check(sold)).body).toEqual({
      available: false,
      reason: 'The flight is refunded: nothing can be added to it.',
      item_id: sold.item.item_id,
    });
    const refused = await check(sold, { seats: [{ segment_id: 's1-1', seat_number: '12A' }] });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'CONFLICT']);
  });

  test('is refused line by line where a choice cannot be had', async () => {
    const sold = await sell({ kind: 'flight', scenario: 'QAL' });
    const { offer_id } = await findBag(sold);
    const answer = await check(sold, {
      selections: [
        { offer_id, quantity: 4 },
        { offer_id: 'bag-7/nobody', quantity: 1 },
        { offer_id, quantity: 1 },
      ],
      seats: [
        { segment_id: 's1-1', seat_number: '99Z' },
        { segment_id: 's9-9', seat_number: '12A' },
      ],
    });
    expect(answer.status).toBe(422);
    expect(answer.body.fields.map(({ path }: { path: string }) => path)).toEqual([
      'selections[0].quantity',
      'selections[1].offer_id',
      'selections[2]',
      'seats[0].seat_number',
      'seats[1].seat_number',
    ]);
  });

  test('is another organization’s booking nowhere', async () => {
    const sold = await sell({ kind: 'flight', scenario: 'QAL' });
    const other = await sell({ kind: 'flight', scenario: 'QAL' });
    const quote = await quoteBag(sold);
    expect((await check({ ...sold, as: other.as })).status).toBe(404);
    expect((await commit({ ...other }, { quote_id: quote.quote_id, ...paid })).status).toBe(404);
  });
});

describe('bags and seats that are bought', () => {
  let sold: Sold;
  let before: Answer['body'];
  let quote: Answer['body'];
  let bought: Answer;
  let seatNumber: string;
  beforeAll(async () => {
    sold = await sell({ kind: 'flight', scenario: 'QAL' });
    before = await read(sold);
    const { bags, seat_maps } = (await check(sold)).body;
    const dear = seat_maps[0].seats.find((seat: Answer['body']) => seat.prices[0].price.value > 0);
    seatNumber = dear.seat_number;
    quote = (
      await check(sold, {
        selections: [{ offer_id: bags[0].offer_id, quantity: 2 }],
        seats: [{ segment_id: 's1-1', seat_number: seatNumber }],
      })
    ).body;
    bought = await commit(sold, { quote_id: quote.quote_id, ...paid });
  });

  test('cost what was quoted, line by line', () => {
    const [bags, seat] = quote.services;
    expect(quote.total_due.value).toBe(bags.price.value + seat.price.value);
    expect(bags).toMatchObject({ type: 'checked_bag', quantity: 2, description: 'Extra checked bag, 23 kg' });
    expect(seat).toMatchObject({ type: 'seat', seat_number: seatNumber, quantity: 1, segment_ref_ids: ['s1-1'] });
    expect(bought.body).toEqual({
      reference: quote.quote_id,
      status: 'confirmed',
      item_id: sold.item.item_id,
      services: quote.services,
      total_due: quote.total_due,
    });
  });

  test('stand on the booking with what was paid', async () => {
    const booking = await read(sold);
    expect(booking.total_paid.amount).toBe(before.total_paid.amount + quote.total_due.value);
    const [item] = booking.items;
    expect(item.item_id).toBe(sold.item.item_id);
    expect(item.ticket_numbers).toEqual(before.items[0].ticket_numbers);
    expect(item.selected_ancillaries).toEqual([
      {
        offer_id: expect.stringContaining('bag-0/'),
        pax_ref_id: quote.services[0].pax_ref_id,
        quantity: 2,
      },
    ]);
    expect(item.details.seats).toMatchObject([{ segment_id: 's1-1', seat_number: seatNumber }]);
  });

  test('are bought once, however often and in how many ways the commit is repeated', async () => {
    const again = await Promise.all(
      [{ quote_id: quote.quote_id }, { quote_id: quote.quote_id, ...paid }, {}].map((body) => commit(sold, body)),
    );
    for (const { status, body } of again) expect([status, body.status]).toEqual([200, 'confirmed']);
    expect((await read(sold)).total_paid.amount).toBe(before.total_paid.amount + quote.total_due.value);
  });

  test('are announced by one booking.updated that names the change', async () => {
    const events = (await eventsOf(sold)).filter(({ event }: Answer['body']) => event === 'booking.updated');
    expect(events.map(({ data }: Answer['body']) => data)).toEqual([
      { item_id: sold.item.item_id, reference: quote.quote_id, change_status: 'done' },
    ]);
  });

  test('count against what can still be added, and a traveler has one seat', async () => {
    const { bags, seat_maps } = (await check(sold)).body;
    expect(bags[0].max_quantity).toBe(1);
    expect(seat_maps).toEqual([]);
  });

  test('are given back with the ticket, by its terms: a fifth is withheld of the fare alone', async () => {
    const refund = (await post(sold, '/v1/refund_check')).body;
    const fare = before.total_paid.amount;
    expect(refund.total_paid.value).toBe(fare + quote.total_due.value);
    expect(refund.refund_amount.value + refund.penalty_amount.value).toBe(refund.total_paid.value);
    expect(refund.penalty_amount.value).toBeLessThanOrEqual(Math.ceil(fare / 5) + 1);
    const done = await post(sold, '/v1/refund_commit', { quote_id: refund.quote_id });
    expect(done.body).toMatchObject({ refund_status: 'refunded', confirmed_refund_amount: refund.refund_amount });
  });
});

describe('a page to pay on', () => {
  test('is answered without a token, and what is paid there is added', async () => {
    const sold = await sell({ kind: 'flight', scenario: 'QAL' });
    const quote = await quoteBag(sold);
    const asked = await commit(sold, { quote_id: quote.quote_id });
    expect(asked.body).toMatchObject({ status: 'payment_required', total_due: quote.total_due });
    const page = await fetch(asked.body.checkout_url);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('Change your booking');
    const declined = await commit(sold, { quote_id: quote.quote_id, shared_payment_token: 'spt_test_declined' });
    expect(declined.body.status).toBe('payment_required');
    expect(declined.body.reason).toBeTruthy();
    expect((await commit(sold, { quote_id: quote.quote_id, ...paid })).body.status).toBe('confirmed');
  });

  test('is not asked for while a payment is under way', async () => {
    const sold = await sell({ kind: 'flight', scenario: 'QAL' });
    const { quote_id } = await quoteBag(sold);
    const asked = (await commit(sold, { quote_id })).body;
    const sessionId = new URL(asked.checkout_url).pathname.slice('/checkout/'.length);
    const slow = { session_id: sessionId, card: CARD_OK, authorise_delay_seconds: 300 };
    await service.call('POST', '/v1/sandbox/pay', slow, sold.as);
    const pending = (await commit(sold, { quote_id })).body;
    expect([pending.status, pending.checkout_url]).toEqual(['pending', undefined]);
    await advance(sold, 302);
    expect((await commit(sold, { quote_id })).body.status).toBe('confirmed');
  });

  test.each([
    ['spt_test_yen', 'currency'],
    ['spt_test_expired', 'expired'],
    ['spt_test_revoked', 'deactivated'],
  ])('%s is refused before anything is held, and another token pays', async (token, reason) => {
    const sold = await sell({ kind: 'flight', scenario: 'QAL' });
    const { quote_id } = await quoteBag(sold);
    const refused = await commit(sold, { quote_id, shared_payment_token: token });
    expect(refused).toMatchObject({ status: 422, body: { reason, fields: [{ path: 'shared_payment_token' }] } });
    expect(refused.text).not.toContain(token);
    expect((await read(sold)).items[0].selected_ancillaries).toEqual([]);
    expect((await commit(sold, { quote_id, ...paid })).body.status).toBe('confirmed');
  });

  test('ends with its quote: nothing is charged or added', async () => {
    const sold = await sell({ kind: 'flight', scenario: 'QAL' });
    const quote = await quoteBag(sold);
    await commit(sold, { quote_id: quote.quote_id });
    await advance(sold, 3_600);
    const late = await commit(sold, { quote_id: quote.quote_id, ...paid });
    expect(late.body).toMatchObject({
      status: 'failed',
      reason: 'Nobody paid for the added services before their quote ran out.',
    });
    expect((await read(sold)).items[0].selected_ancillaries).toEqual([]);
  });
});

test('a quote that has run out is 410, by its id and without', async () => {
  const sold = await sell({ kind: 'flight', scenario: 'QAL' });
  const quote = await quoteBag(sold);
  await advance(sold, 601);
  for (const body of [{ quote_id: quote.quote_id, ...paid }, { ...paid }]) {
    const answer = await commit(sold, body);
    expect([answer.status, answer.body.error.code]).toEqual([410, 'QUOTE_EXPIRED']);
  }
});

test('a price that has moved is 409 with both, and nothing is charged', async () => {
  const sold = await sell({ kind: 'flight', scenario: 'QAF' });
  const quote = await quoteBag(sold);
  await advance(sold, 300);
  const answer = await commit(sold, { quote_id: quote.quote_id, ...paid });
  expect([answer.status, answer.body.error.code]).toEqual([409, 'PRICE_CHANGED']);
  expect(answer.body.previous_total_due).toEqual(quote.total_due);
  expect(answer.body.total_due.value).toBeGreaterThan(quote.total_due.value);
  const booking = await read(sold);
  expect(booking.items[0].selected_ancillaries).toEqual([]);
  const fresh = await quoteBag(sold);
  expect(fresh.total_due).toEqual(answer.body.total_due);
  expect((await commit(sold, { quote_id: fresh.quote_id, ...paid })).body.status).toBe('confirmed');
});

test('a seat that somebody else of the party has taken is 409 and named', async () => {
  const sold = await sell({ kind: 'flight', scenario: 'QAL' });
  const [seat, other] = (await check(sold)).body.seat_maps[0].seats;
  const quoteOf = async (seatNumber: string) =>
    (await check(sold, { seats: [{ segment_id: 's1-1', seat_number: seatNumber }] })).body;
  const [first, second] = [await quoteOf(seat.seat_number), await quoteOf(other.seat_number)];
  expect((await commit(sold, { quote_id: first.quote_id, ...paid })).body.status).toBe('confirmed');
  const late = await commit(sold, { quote_id: second.quote_id, ...paid });
  expect([late.status, late.body.error.code]).toEqual([409, 'OFFER_UNAVAILABLE']);
  expect((await read(sold)).items[0].details.seats).toHaveLength(1);
});

test('what the airline refuses is released, and says why', async () => {
  const sold = await sell({ kind: 'flight', scenario: 'QAI' });
  const before = await read(sold);
  const quote = await quoteBag(sold);
  const answer = await commit(sold, { quote_id: quote.quote_id, ...paid });
  expect(answer.body).toMatchObject({ status: 'failed', reason: 'The airline refused to add this to the ticket.' });
  await service.drain();
  const booking = await read(sold);
  expect(booking.total_paid).toEqual(before.total_paid);
  const events = (await eventsOf(sold)).filter(({ event }: Answer['body']) => event === 'booking.updated');
  expect(events.map(({ data }: Answer['body']) => data)).toEqual([
    { item_id: sold.item.item_id, reference: quote.quote_id, change_status: 'failed' },
  ]);
});

test('an answer that never came is unknown, until it is found: bought once', async () => {
  const sold = await sell({ kind: 'flight', scenario: 'QAO' });
  const before = await read(sold);
  const quote = await quoteBag(sold);
  const first = await commit(sold, { quote_id: quote.quote_id, ...paid });
  expect(first.body.status).toBe('unknown');
  expect((await commit(sold, { quote_id: quote.quote_id, ...paid })).body.status).toBe('unknown');
  const busy = await check(sold, { selections: [{ offer_id: 'bag-0', quantity: 1 }] });
  expect([busy.status, busy.body.error.code]).toEqual([409, 'CONFLICT']);
  await advance(sold, 700);
  expect((await commit(sold, { quote_id: quote.quote_id })).body.status).toBe('confirmed');
  expect((await read(sold)).total_paid.amount).toBe(before.total_paid.amount + quote.total_due.value);
});

test('a quote of a refund that was made before something was added is void', async () => {
  const sold = await sell({ kind: 'flight', scenario: 'QAL' });
  const refund = (await post(sold, '/v1/refund_check')).body;
  const quote = await quoteBag(sold);
  await commit(sold, { quote_id: quote.quote_id, ...paid });
  const late = await post(sold, '/v1/refund_commit', { quote_id: refund.quote_id });
  expect([late.status, late.body.error.code]).toEqual([409, 'CONFLICT']);
});

test('a quote of an exchange from before something was added is void: what was added would be lost', async () => {
  const sold = await sell({ kind: 'flight', scenario: 'QAL' });
  const shop = await post(sold, '/v1/exchange_shop', { preferred_departure_date: daysAhead(60) });
  const [{ offer_id }] = shop.body.offers;
  const priced = (await post(sold, '/v1/exchange_price', { offer_id })).body;
  const quote = await quoteBag(sold);
  await commit(sold, { quote_id: quote.quote_id, ...paid });
  const { session_reference } = priced;
  const before = (await read(sold)).total_paid;
  const late = await post(sold, '/v1/exchange_commit', { session_reference, ...paid });
  expect([late.status, late.body.error.code]).toEqual([409, 'CONFLICT']);
  expect(late.body.error.message).toMatch(/fresh quote/);
  expect((await read(sold)).total_paid).toEqual(before);
  const fresh = (await post(sold, '/v1/exchange_price', { offer_id })).body;
  expect(fresh.warnings).toHaveLength(1);
  const done = await post(sold, '/v1/exchange_commit', { session_reference: fresh.session_reference, ...paid });
  expect(done.body.status).toBe('CONFIRMED');
});

test('an exchange says that what was added is lost, and the old item shows it', async () => {
  const sold = await sell({ kind: 'flight', scenario: 'QAL' });
  const quote = await quoteBag(sold);
  await commit(sold, { quote_id: quote.quote_id, ...paid });
  const shop = await post(sold, '/v1/exchange_shop', { preferred_departure_date: daysAhead(60) });
  expect(shop.body.warnings).toContain(
    'Extras and seats of the old ticket are neither carried over nor paid back: choose them anew with the airline.',
  );
});

describe('after bags were bought', () => {
  const amounts = (text: string) => [...text.matchAll(/US\$([\d.,]+)/g)].map(([, amount = '']) => amount);
  let tripId: string;
  let pair: object;
  let page: string;
  let total: string;
  beforeAll(async () => {
    tripId = (await makeTrip(service, { origin: 'QAA', destination: 'QAL' })).body.trip_id;
    const checkout = await service.call('POST', '/v1/checkout', { trip_id: tripId });
    page = `/checkout/${checkout.body.session_id}`;
    await service.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK });
    await service.drain();
    const { booking_ref, travelers } = (await service.call('GET', `/v1/trip/${tripId}`)).body;
    pair = { booking_ref, last_name: travelers[0].last_name };
    const { bags } = (await service.call('POST', '/v1/add_services_check', pair)).body;
    const selections = [{ offer_id: bags[0].offer_id, quantity: 2 }];
    const { quote_id } = (await service.call('POST', '/v1/add_services_check', { ...pair, selections })).body;
    const bought = await service.call('POST', '/v1/add_services_commit', { ...pair, quote_id, ...paid });
    expect(bought.body.status, bought.text).toBe('confirmed');
    const { booking } = (await service.call('POST', '/v1/get_booking', pair)).body;
    total = (booking.total_paid.amount / 100).toFixed(2);
  });

  /** The lines before the total come to it, and it is what was paid in all. */
  function expectSum(shown: readonly string[]): void {
    expect(shown.length).toBeGreaterThan(1);
    expect(shown.slice(0, -1).reduce((sum, amount) => sum + Number(amount), 0)).toBeCloseTo(Number(total), 2);
    expect(shown.at(-1)).toBe(total);
  }

  test('the page of the trip adds up: flight and bags come to what was paid in all', async () => {
    const { text } = await service.call('GET', `${page}?locale=en`);
    expectSum(amounts(/<dl class="rows">([\s\S]*?)<\/dl>/.exec(text)?.[1] ?? ''));
  });

  test('so do the mails of the confirmation, the first that goes out later and the one sent again', async () => {
    await service.advance(2);
    const { booking_ref } = pair as { readonly booking_ref: string };
    const path = `/v1/bookings/${booking_ref}`;
    const sent = (await service.call('GET', `${path}/timeline`)).body.entries;
    const mail = sent.find(({ what }: Answer['body']) => what === 'confirmed.sent');
    expect((await service.call('POST', `${path}/resend_mail`, { mail_id: mail.reference })).status).toBe(202);
    await service.drain();
    const folder = join(service.dataDir, 'outbox');
    const mails = readdirSync(folder)
      .filter((name) => name.endsWith('.confirmed.html'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .filter((text) => text.includes(booking_ref));
    expect(mails).toHaveLength(2);
    // Amounts in cells of their own: sentences name the total and what giving up costs.
    for (const text of mails) expectSum(amounts([...text.matchAll(/>US\$[\d.,]+/g)].join(' ')));
  });
});
