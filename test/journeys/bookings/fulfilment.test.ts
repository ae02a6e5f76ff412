import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
import { requoteSession } from '../../../src/checkout/requote-session.ts';
import { findPaymentBySession } from '../../../src/payments/open-payment.ts';
import { findGuestOrganization } from '../../../src/platform/security/guest-directory.ts';
import { asId } from '../../../src/platform/ids.ts';
import { type Answer, startService, type TestService } from '../../support/service/service.ts';
import {
  CARD_3DS,
  CARD_DECLINED,
  CARD_OK,
  CONTACT,
  makeCheckout,
  makeTrip,
  NELLIE,
  searchFares,
} from '../../support/faults/trip-journeys.ts';

const HOUR = 3600;
const QUOTE_SECONDS = 300;
const CARD_3DS_DECLINED = '4000008400001629';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  expect((await reconcile(service.app)).problems).toEqual([]);
  await service.close();
});

const pay = (tripId: string, card: string, more: object = {}) =>
  service.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card, ...more });
const readTrip = async (tripId: string) => (await service.call('GET', `/v1/trip/${tripId}`)).body;
const readBooking = async (ref: string) =>
  (await service.call('POST', '/v1/get_booking', { booking_ref: ref, last_name: 'Bly' })).body.booking;
const readLedger = async (tripId: string) => (await service.call('GET', `/v1/trip/${tripId}/ledger`)).body;
const steps = (ledger: Answer['body']): readonly string[] =>
  ledger.entries.map((entry: { step: string }) => entry.step);

/** What each account is left with, debits positive. */
function balances(ledger: Answer['body']): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const entry of ledger.entries) {
    for (const { account, direction, amount } of entry.lines)
      sums[account] = (sums[account] ?? 0) + (direction === 'debit' ? amount.value : -amount.value);
  }
  return sums;
}

async function payNow(
  route: string,
  card = CARD_OK,
): Promise<{ readonly tripId: string; readonly amount: number; readonly paid: Answer }> {
  const { tripId, checkout } = await makeCheckout(service, { origin: 'QAA', destination: route });
  const paid = await pay(tripId, card);
  await service.drain();
  return { tripId, amount: checkout.total_amount.amount, paid };
}

describe('authorise, book, capture', () => {
  test('a paid trip ends fulfilled, with what was booked captured to the cent', async () => {
    const { tripId, amount, paid } = await payNow('QAG');
    expect(paid.body).toMatchObject({
      status: 'authorised',
      booking_ref: expect.stringMatching(/^BLY-[A-HJ-NP-Z2-9]{6}$/),
    });
    const trip = await readTrip(tripId);
    expect(trip).toMatchObject({
      status: 'fulfilled',
      fulfillment: { status: 'completed' },
      booking_ref: paid.body.booking_ref,
      totals: { total: amount },
      items: [{ status: 'confirmed' }],
      bookings: [{ booking_ref: paid.body.booking_ref, status: 'confirmed', total_paid: { amount } }],
    });
    const booking = await readBooking(trip.booking_ref);
    expect(booking).toMatchObject({
      status: 'confirmed',
      type: 'flight',
      last_name: 'Bly',
      total_paid: { amount, currency: 'USD', decimal_places: 2 },
    });
    expect(booking.items[0]).toMatchObject({
      status: 'confirmed',
      provider: 'sandbox',
      confirmation: { confirmation_number: expect.stringMatching(/^[A-Z]{6}$/), total_paid: { amount } },
      ticket_numbers: [expect.stringMatching(/^\d{13}$/)],
      available_actions: ['refund_check', 'add_services_check'],
    });
    const ledger = await readLedger(tripId);
    expect(steps(ledger)).toEqual(['quote', 'authorise', 'book', 'capture']);
    expect(ledger.balanced).toBe(true);
    expect(balances(ledger)).toEqual({
      payer: 0,
      trip_clearing: 0,
      processor_hold: 0,
      processor_cash: amount,
      'supplier_payable:sandbox': -amount,
    });
  });

  const REFUSED = {
    reason: 'refused',
    message: 'The airline, property or rental company refused the booking. Choose something else.',
  };
  test('QAI: ticketing refused, so the whole hold is released and the trip has failed', async () => {
    const { tripId } = await payNow('QAI');
    const trip = await readTrip(tripId);
    expect(trip).toMatchObject({
      status: 'failed',
      fulfillment: { status: 'failed', failure: REFUSED },
      totals: { total: 0 },
      items: [{ status: 'failed' }],
      bookings: [{ status: 'failed', total_paid: { amount: 0 } }],
    });
    expect(await readBooking(trip.booking_ref)).toMatchObject({
      status: 'failed',
      failure: REFUSED,
      total_paid: { amount: 0 },
      items: [{ status: 'failed' }],
    });
    const ledger = await readLedger(tripId);
    expect(steps(ledger)).toEqual(['quote', 'authorise', 'release']);
    expect(balances(ledger)).toEqual({ payer: 0, trip_clearing: 0, processor_hold: 0 });
  });

  test.each([
    ['QAQ', 'JPY', 0],
    ['QAR', 'KWD', 3],
  ])('%s: amounts in %s keep their %i decimal places to the end', async (route, currency, places) => {
    const { fares } = await searchFares(service, { origin: 'QAA', destination: route, currency });
    const price = fares[0]?.total_price.value;
    const trip = await service.call('POST', '/v1/trip', {
      currency,
      add_item: { trip_item_token: fares[0]?.trip_item_token },
      upsert_travelers: { travelers: [NELLIE], contact: CONTACT },
    });
    const tripId = trip.body.trip_id;
    const checkout = await service.call('POST', '/v1/checkout', { trip_id: tripId });
    expect(checkout.body.total_amount).toEqual({ amount: price, currency, decimal_places: places });
    await pay(tripId, CARD_OK);
    await service.drain();
    const booking = await readBooking((await readTrip(tripId)).booking_ref);
    expect(booking.total_paid).toEqual({ amount: price, currency, decimal_places: places });
    expect(balances(await readLedger(tripId))).toMatchObject({
      processor_cash: price,
      'supplier_payable:sandbox': -Number(price),
    });
  });

  test('a declined card leaves the trip quoted, and another card pays it', async () => {
    const { tripId, paid } = await payNow('QAG', CARD_DECLINED);
    expect(paid.body).toMatchObject({ status: 'declined', decline_reason: 'card_declined' });
    expect((await readTrip(tripId)).status).toBe('quoted');
    expect((await pay(tripId, CARD_OK)).body.status).toBe('authorised');
    await service.drain();
    expect((await readTrip(tripId)).status).toBe('fulfilled');
  });

  test('fifty payments of one trip at once: one is taken, one booking is made', async () => {
    const { tripId, checkout } = await makeCheckout(service, { origin: 'QAA', destination: 'QAG' });
    const answers = await Promise.all(Array.from({ length: 50 }, () => pay(tripId, CARD_OK)));
    expect(answers.filter((answer) => answer.body.status === 'authorised')).toHaveLength(1);
    expect(
      answers.filter((answer) => answer.status === 409 && answer.body.error.code === 'TRIP_STATE_CONFLICT'),
    ).toHaveLength(49);
    await service.drain();
    const { amount } = checkout.total_amount;
    expect(balances(await readLedger(tripId))).toMatchObject({
      processor_cash: amount,
      'supplier_payable:sandbox': -amount,
    });
  });
});

describe('3DS', () => {
  test('approved: the trip is booked; the wait for the bank keeps it closed to writes', async () => {
    const { tripId } = await makeCheckout(service, { origin: 'QAA', destination: 'QAG' });
    expect((await pay(tripId, CARD_3DS)).body.status).toBe('requires_action');
    expect(
      (
        await service.call('POST', '/v1/trip', {
          trip_id: tripId,
          upsert_travelers: { travelers: [{ ...NELLIE, first_name: 'Elizabeth' }], contact: CONTACT },
        })
      ).status,
    ).toBe(409);
    const other = await makeCheckout(service, { origin: 'QAA', destination: 'QAG' });
    expect((await pay(other.tripId, CARD_3DS, { challenge: 'approve' })).body.status).toBe('authorised');
    await service.drain();
    expect((await readTrip(other.tripId)).status).toBe('fulfilled');
  });

  test.each([
    [CARD_3DS, 'reject', 'authentication_failed'],
    [CARD_3DS_DECLINED, 'approve', 'card_declined'],
  ])('%s, %s: %s, and the trip can be paid again', async (card, challenge, reason) => {
    const { tripId } = await makeCheckout(service, { origin: 'QAA', destination: 'QAG' });
    expect((await pay(tripId, card, { challenge })).body).toMatchObject({ status: 'declined', decline_reason: reason });
    expect((await pay(tripId, CARD_OK)).body.status).toBe('authorised');
    await service.drain();
    expect((await readTrip(tripId)).status).toBe('fulfilled');
  });
});

describe('several items', () => {
  async function checkedOut(onPartial: string): Promise<Answer['body']> {
    const trip = await makeTrip(service, { origin: 'QAA', destination: 'QAG' });
    const { fares } = await searchFares(service, { origin: 'QAA', destination: 'QAI' });
    await service.call('POST', '/v1/trip', {
      trip_id: trip.body.trip_id,
      add_item: { trip_item_token: fares[0]?.trip_item_token },
    });
    const checkout = await service.call('POST', '/v1/checkout', { trip_id: trip.body.trip_id, on_partial: onPartial });
    expect(checkout.status).toBe(200);
    return checkout.body;
  }
  async function payAndBook(tripId: string): Promise<void> {
    await pay(tripId, CARD_OK);
    await service.drain();
  }
  async function twoItems(onPartial: string): Promise<{
    readonly tripId: string;
    readonly items: readonly { readonly item_id: string; readonly amount: number }[];
  }> {
    const checkout = await checkedOut(onPartial);
    await payAndBook(checkout.trip_id);
    const items = checkout.items.map((item: { item_id: string; price: { amount: number } }) => ({
      item_id: item.item_id,
      amount: item.price.amount,
    }));
    return { tripId: checkout.trip_id, items };
  }

  test('all or nothing: when one is refused the booked one is undone and nothing is captured', async () => {
    const { tripId } = await twoItems('all_or_nothing');
    const trip = await readTrip(tripId);
    expect(trip).toMatchObject({ status: 'failed', fulfillment: { status: 'failed' } });
    const booking = await readBooking(trip.booking_ref);
    expect(booking.items.map((item: { status: string }) => item.status).sort()).toEqual(['cancelled', 'failed']);
    expect(trip).toMatchObject({ totals: { total: 0 }, items: [{ status: 'cancelled' }, { status: 'failed' }] });
    expect(Object.values(balances(await readLedger(tripId))).every((value) => value === 0)).toBe(true);
  });

  test('keep confirmed: the booked one is captured, the rest released', async () => {
    const { tripId, items } = await twoItems('keep_confirmed');
    const trip = await readTrip(tripId);
    expect(trip).toMatchObject({ status: 'fulfilled', fulfillment: { status: 'partial' } });
    const kept = items[0]?.amount;
    expect(trip).toMatchObject({
      totals: { total: kept },
      items: [{ status: 'confirmed' }, { status: 'failed' }],
      bookings: [{ status: 'confirmed', total_paid: { amount: kept } }],
    });
    expect(await readBooking(trip.booking_ref)).toMatchObject({ status: 'confirmed', total_paid: { amount: kept } });
    const ledger = await readLedger(tripId);
    expect(steps(ledger)).toEqual(['quote', 'authorise', 'book', 'capture', 'release']);
    expect(balances(ledger)).toMatchObject({ payer: 0, trip_clearing: 0, processor_hold: 0, processor_cash: kept });
  });

  test('the next checkout asks anew what a part is worth; without a word it is all or nothing', async () => {
    const { trip_id: tripId } = await checkedOut('keep_confirmed');
    await service.advance(QUOTE_SECONDS);
    expect((await service.call('POST', '/v1/checkout', { trip_id: tripId })).status).toBe(200);
    await payAndBook(tripId);
    expect(await readTrip(tripId)).toMatchObject({ status: 'failed', totals: { total: 0 } });
  });

  test('a page that renews its quote keeps what its checkout asked for', async () => {
    const { trip_id: tripId, session_id: text } = await checkedOut('keep_confirmed');
    const sessionId = asId('session', text);
    const organizationId = await findGuestOrganization(service.app.db, 'session', sessionId);
    if (organizationId === undefined) throw new Error('the session is in no directory');
    const payment = await findPaymentBySession(service.app.db, organizationId, sessionId);
    await service.advance(QUOTE_SECONDS);
    await requoteSession(service.app, {
      organizationId,
      sessionId,
      tripId,
      linkExpiresAt: payment?.expiresAt ?? new Date(),
      returnTo: { successUrl: undefined, cancelUrl: undefined },
    });
    await payAndBook(tripId);
    expect(await readTrip(tripId)).toMatchObject({ status: 'fulfilled', fulfillment: { status: 'partial' } });
  });
});

describe('time', () => {
  test('QAJ stays confirming until the airline has confirmed, six hours later', async () => {
    const { tripId } = await payNow('QAJ');
    expect(await readTrip(tripId)).toMatchObject({
      status: 'fulfilling',
      fulfillment: { status: 'confirming' },
      items: [{ status: 'pending' }],
      bookings: [{ status: 'pending' }],
    });
    await service.advance(5 * HOUR);
    expect(await readTrip(tripId)).toMatchObject({ status: 'fulfilling', fulfillment: { status: 'confirming' } });
    await service.advance(2 * HOUR);
    expect(await readTrip(tripId)).toMatchObject({ status: 'fulfilled', fulfillment: { status: 'completed' } });
  });

  test('QAO: our call timed out; ten minutes later the booking is found, not made again', async () => {
    const { tripId, amount } = await payNow('QAO');
    const trip = await readTrip(tripId);
    expect(trip).toMatchObject({ status: 'fulfilling', fulfillment: { status: 'confirming' } });
    expect(await readBooking(trip.booking_ref)).toMatchObject({
      status: 'pending',
      items: [{ status: 'pending' }],
      total_paid: { amount: 0 },
    });
    await service.advance(300);
    expect((await readTrip(tripId)).status).toBe('fulfilling');
    await service.advance(600);
    expect((await readTrip(tripId)).status).toBe('fulfilled');
    expect(balances(await readLedger(tripId))).toMatchObject({ processor_cash: amount });
  });

  test('an authorisation that becomes known after the quote has run out is booked at the same price', async () => {
    const { tripId, checkout } = await makeCheckout(service, { origin: 'QAA', destination: 'QAG' });
    expect((await pay(tripId, CARD_OK, { authorise_delay_seconds: 400 })).body.status).toBe('processing');
    await service.drain();
    expect((await readTrip(tripId)).status).toBe('quoted');
    await service.advance(500);
    expect(await readTrip(tripId)).toMatchObject({ status: 'fulfilled', fulfillment: { status: 'completed' } });
    expect(balances(await readLedger(tripId))).toMatchObject({ processor_cash: checkout.total_amount.amount });
  });

  test('a challenge answered after the trip has changed holds money for nothing: it is released and never fulfilled', async () => {
    const { tripId, checkout } = await makeCheckout(service, { origin: 'QAA', destination: 'QAG' });
    expect((await pay(tripId, CARD_3DS)).body.status).toBe('requires_action');
    await service.advance(16 * 60);
    const changed = await service.call('POST', '/v1/trip', {
      trip_id: tripId,
      upsert_travelers: { travelers: [{ ...NELLIE, first_name: 'Elizabeth' }], contact: CONTACT },
    });
    expect(changed.body.status).toBe('draft');
    await service.drain();
    expect((await readTrip(tripId)).status).toBe('draft');
    expect(checkout.session_id).toBeTruthy();
    expect(balances(await readLedger(tripId))).toEqual({});
  });

  test('a booking whose last flight has landed is completed', async () => {
    const { tripId } = await payNow('QAG');
    const ref = (await readTrip(tripId)).booking_ref;
    await service.advance(70 * 24 * HOUR);
    expect(await readBooking(ref)).toMatchObject({ status: 'completed', items: [{ status: 'completed' }] });
    const list = await service.call('GET', '/v1/bookings?status=completed');
    expect(list.body.bookings.map((booking: { booking_ref: string }) => booking.booking_ref)).toContain(ref);
    expect((await service.call('GET', '/v1/bookings?status=confirmed')).body.bookings).toEqual([]);
    expect(await readTrip(tripId)).toMatchObject({
      status: 'fulfilled',
      items: [{ status: 'completed' }],
      bookings: [{ status: 'completed' }],
    });
  });
});
