import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { createSandboxFlights } from '../../../simulator/flights/flights.ts';
import { createSandboxPaymentProcessor } from '../../../simulator/payments/payments.ts';
import { openTestDatabase, type TestDatabase } from '../../support/service/database.ts';
import { hotelStays } from '../../support/products/mixed-trips.ts';
import { type Answer, startService, type TestService, testWorld } from '../../support/service/service.ts';
import { CARD_OK, CONTACT, daysAhead, makeCheckout, NELLIE } from '../../support/faults/trip-journeys.ts';

/**
 * Bookings whose hold was gone before it was captured, and whose suppliers do not let go: nobody may pay for an order,
 * or lose it.
 */
let db: TestDatabase;
let service: TestService;
let hasLapsed = false;
let givenUp = 0;
beforeAll(async () => {
  db = await openTestDatabase();
  const flights = createSandboxFlights({ world: testWorld(), db, clock: systemClock });
  const cancellations = flights.cancellations;
  if (cancellations === undefined) throw new Error('The supplier cancels nothing.');
  const processor = createSandboxPaymentProcessor(db);
  service = await startService({
    db,
    flightSuppliers: [
      {
        ...flights,
        cancel: async (...args) =>
          hasLapsed ? { kind: 'refused', reason: 'It cannot be undone free of charge.' } : flights.cancel(...args),
        cancellations: {
          ...cancellations,
          cancel(...args) {
            givenUp += 1;
            return cancellations.cancel(...args);
          },
        },
      },
    ],
    paymentProcessor: {
      ...processor,
      capture: (ref, amount, context) =>
        hasLapsed ? processor.release(ref, context) : processor.capture(ref, amount, context),
    },
  });
});
beforeEach(() => {
  hasLapsed = false;
  givenUp = 0;
});
afterAll(async () => {
  expect((await reconcile(service.app)).problems).toEqual([]);
  await service.close();
  await db.close();
});

const post = async (path: string, body: object): Promise<Answer['body']> =>
  (await service.call('POST', path, body)).body;
const read = async (pair: object) => (await post('/v1/get_booking', pair)).booking;
const itemsOf = (booking: Answer['body']): readonly [string, number, readonly string[]][] =>
  booking.items.map((item: Answer['body']) => [
    item.status,
    item.confirmation.total_paid.amount,
    item.available_actions,
  ]);

async function pay(tripId: string): Promise<{ readonly booking_ref: string; readonly last_name: string }> {
  await post('/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK });
  await service.drain();
  const { booking_ref } = (await service.call('GET', `/v1/trip/${tripId}`)).body;
  return { booking_ref, last_name: 'Bly' };
}
async function buyFlight(destination: string): Promise<{ readonly booking_ref: string; readonly last_name: string }> {
  const { tripId } = await makeCheckout(service, { origin: 'QAA', destination });
  return pay(tripId);
}

/** What one account of a booking's trip comes to: debits less credits. */
async function balance(pair: object, account: string): Promise<number> {
  const ledger = (await service.call('GET', `/v1/trip/${(await read(pair)).trip_id}/ledger`)).body;
  const lines = ledger.entries
    .flatMap((entry: Answer['body']) => entry.lines)
    .filter((line: Answer['body']) => line.account.startsWith(account));
  return lines.reduce(
    (sum: number, { direction, amount }: Answer['body']) =>
      sum + (direction === 'debit' ? amount.value : -amount.value),
    0,
  );
}

describe('items that stand of a booking whose hold had lapsed', () => {
  test('are given up one by one: the booking stays failed, nobody has paid, and every answer says so', async () => {
    const { hotels } = await hotelStays(service, { latitude: -48.88, longitude: -123.39, radius_km: 50 }, [
      { adults: 1 },
    ]);
    const [first, second] = ['non_refundable', 'slow'].map(
      (name) =>
        hotels
          .find((hotel: { name: string }) => hotel.name === name)
          .rooms[0].rates.find((rate: { is_refundable: boolean }) => !rate.is_refundable).offer_id,
    );
    const { trip_id } = await post('/v1/trip', {
      upsert_travelers: { travelers: [NELLIE], contact: CONTACT },
      add_item: { trip_item_token: first },
    });
    await post('/v1/trip', { trip_id, add_item: { trip_item_token: second } });
    await post('/v1/checkout', { trip_id });
    const pair = await pay(trip_id);
    await service.advance(10 * 86_400);
    const booking = await read(pair);
    expect([booking.status, booking.total_paid.amount, itemsOf(booking)]).toEqual([
      'failed',
      0,
      [
        ['confirmed', 0, ['hotel_cancel']],
        ['confirmed', 0, ['hotel_cancel']],
      ],
    ]);
    expect(booking.items[0].cancellation_timeline).toMatchObject([{ refund: { amount: 0 }, penalty: { amount: 0 } }]);
    for (const { item_id } of booking.items) {
      const nothing = { value: 0 };
      const preview = await post('/v1/hotel_cancel', { ...pair, item_id, action: 'preview' });
      expect(preview).toMatchObject({
        support_level: 'full',
        total_paid: nothing,
        refund_amount: nothing,
        penalty_amount: nothing,
        warnings: ['Nothing was paid for it, and nothing comes back.'],
      });
      for (const action of ['commit', 'commit', 'status']) {
        expect(await service.call('POST', '/v1/hotel_cancel', { ...pair, item_id, action })).toMatchObject({
          status: 200,
          body: { refund_status: 'refunded', confirmed_refund_amount: nothing },
        });
      }
    }
    const after = await read(pair);
    expect([after.status, after.total_refunded.amount, itemsOf(after)]).toEqual([
      'failed',
      0,
      [
        ['cancelled', 0, []],
        ['cancelled', 0, []],
      ],
    ]);
    const trip = (await service.call('GET', `/v1/trip/${trip_id}`)).body;
    expect([trip.status, trip.items.map(({ status }: Answer['body']) => status), trip.due_later]).toEqual([
      'failed',
      ['cancelled', 'cancelled'],
      [],
    ]);
    const { events } = (await service.call('GET', `/v1/events?booking_ref=${pair.booking_ref}`)).body;
    expect(events.map(({ event, status }: Answer['body']) => [event, status]).sort()).toEqual([
      ['booking.failed', 'failed'],
      ['booking.item_cancelled', 'failed'],
      ['booking.item_cancelled', 'failed'],
    ]);
    expect((await reconcile(service.app)).problems).toEqual([]);
  });

  test('a ticket is given back, not exchanged, and what its airline asks for no longer makes our loss smaller', async () => {
    hasLapsed = true;
    const pair = await buyFlight('QAL');
    const booking = await read(pair);
    expect([booking.status, itemsOf(booking), booking.items[0].exchange_support_level]).toEqual([
      'failed',
      [['confirmed', 0, ['refund_check']]],
      'none',
    ]);
    const cost = await balance(pair, 'penalty_cost');
    await service.advance(25 * 3_600);
    expect(await post('/v1/exchange_shop', { ...pair, preferred_departure_date: daysAhead(70) })).toMatchObject({
      exchangeable: false,
      reason: expect.stringContaining('Nothing was paid for it'),
    });
    const check = await post('/v1/refund_check', pair);
    expect(check).toMatchObject({
      is_refundable: true,
      total_paid: { value: 0 },
      refund_amount: { value: 0 },
      penalty_amount: { value: 0 },
    });
    expect(await post('/v1/refund_commit', { ...pair, quote_id: check.quote_id })).toMatchObject({
      refund_status: 'refunded',
      confirmed_refund_amount: { value: 0 },
    });
    const after = await read(pair);
    expect([after.status, itemsOf(after)]).toEqual(['failed', [['cancelled', 0, []]]]);
    // A fifth is the airline's all the same.
    expect([
      await balance(pair, 'penalty_cost'),
      -(await balance(pair, 'supplier_payable')),
      await balance(pair, 'trip_clearing'),
    ]).toEqual([Math.round(cost / 5), Math.round(cost / 5), 0]);
    expect(givenUp).toBe(1);
    expect((await reconcile(service.app)).problems).toEqual([]);
  });
});

describe('what was paid for an item is one figure everywhere', () => {
  const told = async (pair: object, path: string, more: object = {}) =>
    (await post(path, { ...pair, ...more })).total_paid.value;

  test.each([
    ['QAI', 'failed'],
    ['QAJ', 'pending'],
  ])('%s, %s: nothing', async (destination, status) => {
    const pair = await buyFlight(destination);
    const booking = await read(pair);
    expect([
      booking.status,
      booking.total_paid.amount,
      booking.items[0].confirmation.total_paid.amount,
      await told(pair, '/v1/refund_check'),
      await told(pair, '/api/v1/flights/refund-check'),
    ]).toEqual([status, 0, 0, 0, 0]);
  });

  test('a car that was exchanged: nothing for the old one, all of it for the new one', async () => {
    const {
      booking_ref,
      last_name,
      items: [{ item_id }],
    } = await post('/v1/sandbox/bookings', { kind: 'car', scenario: 'even' });
    const pair = { booking_ref, last_name };
    const { exchange_id, offers } = await post('/v1/car_exchange_preview', pair);
    const { exchange_offer_token } = offers.find((offer: Answer['body']) => offer.delta.direction === 'even');
    expect(await post('/v1/car_exchange_commit', { ...pair, exchange_id, exchange_offer_token })).toMatchObject({
      status: 'confirmed',
    });
    const booking = await read(pair);
    const paid = booking.total_paid.amount;
    expect(itemsOf(booking).map(([status, total]) => [status, total])).toEqual([
      ['exchanged', 0],
      ['confirmed', paid],
    ]);
    expect([
      await told(pair, '/v1/car_cancel', { item_id, action: 'preview' }),
      await told(pair, '/v1/car_cancel', { action: 'preview' }),
    ]).toEqual([0, paid]);
    await post('/v1/car_cancel', { ...pair, action: 'commit' });
    expect([
      itemsOf(await read(pair))[1]?.[1],
      await told(pair, '/v1/car_cancel', { item_id: booking.items[1].item_id, action: 'preview' }),
    ]).toEqual([paid, paid]);
  });
});
