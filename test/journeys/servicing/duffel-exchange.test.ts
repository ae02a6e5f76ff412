import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { addDays } from '../../../src/travel/dates.ts';
import { CARD_OK } from '../../support/faults/trip-journeys.ts';
import type { Answer } from '../../support/service/service.ts';
import {
  buyChangeable,
  type ChangeableTrip,
  commitTo,
  exchangeStatus,
  quoteCheapest,
  shopFor,
} from '../../support/suppliers/exchanges/duffel-exchange-trips.ts';
import { type DuffelTrips, problemsOf, startDuffelTrips } from '../../support/suppliers/duffel-trips.ts';

/** Exchanges of flights that Duffel (the stub) sold, over HTTP on both sides. */
const TOKEN = 'spt_test_ok';
const HOUR = 3_600;
let at: DuffelTrips;
let aheadMs = 0;
beforeAll(async () => {
  at = await startDuffelTrips({ hasWebhook: false, clock: { now: () => new Date(Date.now() + aheadMs) } });
});
afterEach(() => at.stub.control.clearFaults());
afterAll(async () => {
  expect(await problemsOf(at.service)).toEqual([]);
  await at.close();
});

type Fault = Parameters<DuffelTrips['stub']['control']['addFault']>[0];
const once = (operation: Fault['operation'], fault: Fault['fault']) =>
  at.stub.control.addFault({ operation, fault, times: 1 });
const gbp = (value: number) => ({ value, currency: 'GBP', decimal_places: 2 });
const eur = (value: number) => ({ value, currency: 'EUR', decimal_places: 2 });
const changesOf = ({ orderId }: ChangeableTrip) =>
  at.stub.control.orders().find(({ id }) => id === orderId)?.changes.length;

async function readBooking({ pair }: ChangeableTrip): Promise<Answer['body']> {
  return (await at.service.call('POST', '/v1/get_booking', pair)).body.booking;
}

/** The amounts that the trip's ledger has debited in a step, in the order of its entries. */
async function debitsOf({ tripId }: ChangeableTrip, step: string): Promise<readonly number[]> {
  const { body } = await at.service.call('GET', `/v1/trip/${tripId}/ledger`);
  expect(body.balanced).toBe(true);
  return body.entries
    .filter((entry: Answer['body']) => entry.step === step)
    .flatMap(({ lines }: Answer['body']) => lines)
    .filter((line: Answer['body']) => line.direction === 'debit')
    .map((line: Answer['body']) => line.amount.value);
}

/** Real time goes on, for the service and for Duffel, and what is due then is done. */
async function pass(seconds: number): Promise<void> {
  aheadMs += seconds * 1_000;
  await at.stub.clock.advance(seconds * 1_000);
  await at.service.drain();
}

describe('an exchange that costs more', () => {
  test('is paid on the page, made, and the booking shows the old flight and the new one', async () => {
    const trip = await buyChangeable(at);
    const before = await readBooking(trip);
    at.stub.control.forgetCalls();
    const { body: quote } = await quoteCheapest(at, trip);
    // 125.00 pounds: 100.00 of difference and 25.00 of penalty.
    expect(quote).toMatchObject({
      payment_outcome: 'collect',
      fare_difference: gbp(10_000),
      penalty_amount: gbp(2_500),
      total_due: gbp(12_500),
      total_refund: gbp(0),
    });
    expect(quote.price_changed).toBeUndefined();
    const { body: committed } = await commitTo(at, trip, quote.session_reference);
    expect(committed).toMatchObject({ status: 'PENDING', checkout_url: expect.stringContaining('/checkout/cs_') });
    expect(changesOf(trip)).toBe(0);
    const session_id = committed.checkout_url.split('/').at(-1);
    await at.service.call('POST', '/v1/sandbox/pay', { session_id, card: CARD_OK });
    await at.service.drain();
    expect(await exchangeStatus(at, trip, quote.session_reference)).toMatchObject({
      status: 'CONFIRMED',
      original_ticket_status: 'exchanged',
      new_ticket_numbers: [expect.stringMatching(/^\d{10}/)],
    });
    const { items, total_paid } = await readBooking(trip);
    expect(items.map(({ status }: Answer['body']) => status)).toEqual(['exchanged', 'confirmed']);
    expect(total_paid.amount).toBe(before.total_paid.amount + 12_500);
    const days = items.map(({ details }: Answer['body']) =>
      details.slices[0].segments[0].depart.time_local.slice(0, 10),
    );
    expect(days).toEqual([addDays(trip.otherDay, -5), trip.otherDay]);
    expect([items[0].order_id, items[1].order_id]).toEqual([trip.orderId, trip.orderId]);
    expect(changesOf(trip)).toBe(1);
    expect(await debitsOf(trip, 'capture')).toEqual([before.total_paid.amount, 12_500]);
    const { change_request, change, change_read, change_confirm, order_read } = at.stub.control.calls();
    expect({ change_request, change, change_read, change_confirm, order_read }).toEqual({
      change_request: 1,
      change: 1,
      change_read: 2,
      change_confirm: 1,
      order_read: 4,
    });
  });

  test('in euros comes to what the two prices differ by in euros, and the penalty at the rate of the sale', async () => {
    const trip = await buyChangeable(at, 'EUR');
    const paid = (await readBooking(trip)).total_paid;
    const [offer] = (await shopFor(at, trip)).body.offers;
    // 25.00 pounds at 1 / 0.87 are 28.7356 euros.
    expect([paid.currency, offer.penalty_amount]).toEqual(['EUR', eur(2_874)]);
    expect(offer.fare_difference).toEqual(eur(offer.price.value - paid.amount));
    // 100.00 pounds are 114.9425 euros: two prices that are rounded each differ by 114.94 or 114.95 or 114.93.
    expect(Math.abs(offer.fare_difference.value - 11_494)).toBeLessThanOrEqual(1);
    const due = offer.fare_difference.value + 2_874;
    const { body: quote } = await quoteCheapest(at, trip);
    expect(quote.total_due).toEqual(eur(due));
    const { body } = await commitTo(at, trip, quote.session_reference, TOKEN);
    expect(body).toMatchObject({ status: 'CONFIRMED', total_due: eur(due) });
    expect(await debitsOf(trip, 'capture')).toEqual([paid.amount, due]);
    expect(await debitsOf(trip, 'penalty')).toEqual([2_874]);
  });

  test('of which Duffel states the sum alone calls no part of it nothing', async () => {
    const trip = await buyChangeable(at);
    once('change_request', { kind: 'change_price', change_total: '125.00', penalty: null });
    const { body: quote } = await quoteCheapest(at, trip);
    expect(quote).toMatchObject({
      fare_difference: null,
      fare_difference_known: false,
      penalty_amount: null,
      penalty_amount_known: false,
      total_due: gbp(12_500),
    });
    const { body } = await commitTo(at, trip, quote.session_reference, TOKEN);
    expect(body.status).toBe('CONFIRMED');
  });
});

describe('an exchange that costs less', () => {
  test('goes back to the card, in the currency that was paid and at the rate of the sale', async () => {
    const trip = await buyChangeable(at, 'EUR');
    const paid = (await readBooking(trip)).total_paid.amount;
    once('change_request', { kind: 'change_price', change_total: '-40.00' });
    const { body: quote } = await quoteCheapest(at, trip);
    // -65.00 pounds of difference and 25.00 of penalty: -74.7126 and 28.7356 euros.
    expect(quote).toMatchObject({ payment_outcome: 'refund', penalty_amount: eur(2_874), total_due: eur(0) });
    expect(Math.abs(quote.total_refund.value - 4_597)).toBeLessThanOrEqual(1);
    const { body } = await commitTo(at, trip, quote.session_reference);
    expect(body).toMatchObject({ status: 'CONFIRMED', total_refund: quote.total_refund });
    expect(await debitsOf(trip, 'refund')).toEqual([quote.total_refund.value]);
    expect(await debitsOf(trip, 'capture')).toEqual([paid]);
    expect((await readBooking(trip)).items.map(({ status }: Answer['body']) => status)).toEqual([
      'exchanged',
      'confirmed',
    ]);
  });

  test('whose price Duffel does not say is not offered, and why is said', async () => {
    const trip = await buyChangeable(at);
    once('change_request', { kind: 'change_price', change_total: null, penalty: null });
    expect((await shopFor(at, trip)).body).toMatchObject({
      exchangeable: false,
      offers: [],
      reason: expect.stringContaining('does not say'),
    });
  });
});

describe('a price that moves', () => {
  test('between search and quote is said beside the new one', async () => {
    const trip = await buyChangeable(at);
    once('change', { kind: 'drift', by: '15.00' });
    const { body } = await quoteCheapest(at, trip);
    expect(body).toMatchObject({
      total_due: gbp(14_000),
      price_changed: true,
      previous_total_due: gbp(12_500),
      previous_total_refund: gbp(0),
    });
  });

  /** A quote whose change costs 15.00 more by now. */
  async function quoteAndDrift(trip: ChangeableTrip): Promise<string> {
    const [offer] = (await shopFor(at, trip)).body.offers;
    const price = () => at.service.call('POST', '/v1/exchange_price', { ...trip.pair, offer_id: offer.offer_id });
    const { body } = await price();
    once('change', { kind: 'drift', by: '15.00' });
    await price();
    return body.session_reference;
  }

  test('between quote and commit is 409 PRICE_CHANGED with both, and nothing is charged or changed', async () => {
    const trip = await buyChangeable(at);
    const refused = await commitTo(at, trip, await quoteAndDrift(trip), TOKEN);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      {
        error: { code: 'PRICE_CHANGED' },
        previous_total_due: gbp(12_500),
        total_due: gbp(14_000),
        total_refund: gbp(0),
      },
    ]);
    expect((await debitsOf(trip, 'capture')).length).toBe(1);
    expect(changesOf(trip)).toBe(0);
    expect((await readBooking(trip)).items).toMatchObject([{ status: 'confirmed' }]);
  });

  test('while it is being paid for is refused, and the hold goes back', async () => {
    const trip = await buyChangeable(at);
    const [offer] = (await shopFor(at, trip)).body.offers;
    const price = () => at.service.call('POST', '/v1/exchange_price', { ...trip.pair, offer_id: offer.offer_id });
    const { session_reference } = (await price()).body;
    const { checkout_url } = (await commitTo(at, trip, session_reference)).body;
    once('change', { kind: 'drift', by: '15.00' });
    await price();
    await at.service.call('POST', '/v1/sandbox/pay', { session_id: checkout_url.split('/').at(-1), card: CARD_OK });
    await at.service.drain();
    expect(await exchangeStatus(at, trip, session_reference)).toMatchObject({
      status: 'FAILED',
      reason: 'price_changed',
      original_ticket_status: 'open',
    });
    expect((await debitsOf(trip, 'capture')).length).toBe(1);
    expect(changesOf(trip)).toBe(0);
  });
});

test('an exchanged ticket is given back at what the airline says of its order now; its penalty does not come back', async () => {
  const trip = await buyChangeable(at);
  const paid = (await readBooking(trip)).total_paid.amount;
  const { body: quote } = await quoteCheapest(at, trip);
  await commitTo(at, trip, quote.session_reference, TOKEN);
  const check = (await at.service.call('POST', '/v1/refund_check', trip.pair)).body;
  // 125.00 pounds were paid for the change, 25.00 of them as its penalty.
  expect(check).toMatchObject({
    total_paid: gbp(paid + 12_500),
    refund_amount: gbp(paid + 10_000),
    penalty_amount: gbp(2_500),
  });
  const committed = (await at.service.call('POST', '/v1/refund_commit', trip.pair)).body;
  expect(committed).toMatchObject({ refund_status: 'refunded', confirmed_refund_amount: gbp(paid + 10_000) });
  const order = at.stub.control.orders().find(({ id }) => id === trip.orderId);
  expect(order?.cancelled_at).not.toBeNull();
  expect((await readBooking(trip)).status).toBe('cancelled');
});

test('a second change is refused with the reason of the airline', async () => {
  const trip = await buyChangeable(at);
  const { body: quote } = await quoteCheapest(at, trip);
  await commitTo(at, trip, quote.session_reference, TOKEN);
  expect((await shopFor(at, trip)).body).toMatchObject({
    exchangeable: false,
    reason: 'The ticket was changed before, and the airline does not change it a second time.',
    offers: [],
  });
});

describe('a confirmation that is interrupted', () => {
  test('after it was made stays PENDING until it is looked up, and is captured once', async () => {
    const trip = await buyChangeable(at);
    const { body: quote } = await quoteCheapest(at, trip);
    once('change_confirm', { kind: 'reset', effect: true });
    once('order_read', { kind: 'reset' });
    at.stub.control.addFault({ operation: 'change_read', fault: { kind: 'reset' }, skip: 2, times: 1 });
    expect((await commitTo(at, trip, quote.session_reference, TOKEN)).body.status).toBe('PENDING');
    await pass(120);
    expect(await exchangeStatus(at, trip, quote.session_reference)).toMatchObject({ status: 'CONFIRMED' });
    expect(changesOf(trip)).toBe(1);
    expect((await debitsOf(trip, 'capture')).length).toBe(2);
  });

  test('before it was made is held for as long as it may have been, then fails, and the hold goes back', async () => {
    const trip = await buyChangeable(at);
    const { body: quote } = await quoteCheapest(at, trip);
    once('change_confirm', { kind: 'reset' });
    expect((await commitTo(at, trip, quote.session_reference, TOKEN)).body.status).toBe('PENDING');
    for (let hours = 0; hours < 5; hours += 1) await pass(HOUR);
    expect(await exchangeStatus(at, trip, quote.session_reference)).toMatchObject({ status: 'PENDING' });
    // Another change of the flight has to wait, and says so.
    expect((await shopFor(at, trip)).body).toMatchObject({ exchangeable: false });
    for (let hours = 0; hours < 5; hours += 1) await pass(HOUR);
    expect(await exchangeStatus(at, trip, quote.session_reference)).toMatchObject({
      status: 'FAILED',
      reason: 'The airline no longer offers this change.',
    });
    expect(changesOf(trip)).toBe(0);
    expect((await debitsOf(trip, 'capture')).length).toBe(1);
    expect((await readBooking(trip)).items).toMatchObject([{ status: 'confirmed' }]);
  });

  test('is looked up as soon as Duffel calls about the order', async () => {
    const heard = await startDuffelTrips();
    onTestFinished(() => heard.close());
    const trip = await buyChangeable(heard);
    const { body: quote } = await quoteCheapest(heard, trip);
    heard.stub.control.set({ events: 'hold' });
    heard.stub.control.addFault({ operation: 'change_confirm', fault: { kind: 'reset', effect: true }, times: 1 });
    await commitTo(heard, trip, quote.session_reference, TOKEN);
    const statuses = async () =>
      (await heard.service.call('POST', '/v1/get_booking', trip.pair)).body.booking.items.map(
        ({ status }: Answer['body']) => status,
      );
    // Its job looks later; nothing is due now.
    await heard.service.drain();
    expect(await statuses()).toEqual(['confirmed']);
    heard.stub.control.releaseEvents();
    await heard.hear();
    expect(await statuses()).toEqual(['exchanged', 'confirmed']);
    expect(await problemsOf(heard.service)).toEqual([]);
  });
});
