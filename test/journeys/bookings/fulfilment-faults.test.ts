import { afterEach, beforeEach, expect, test } from 'vitest';
import { reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
import type { FlightSupplier } from '../../../src/suppliers/ports/flights.ts';
import { SupplierFailure } from '../../../src/suppliers/ports/supplier.ts';
import { money, shareOfMoney } from '../../../src/travel/money.ts';
import { type ScriptedService, startScripted } from '../../support/suppliers/scripted-supplier.ts';
import { CARD_OK, makeCheckout, makeTrip, searchFares } from '../../support/faults/trip-journeys.ts';

const DAY = 86_400;
const timeout = () => new SupplierFailure('timeout', 'no answer');

let scripted: ScriptedService;
beforeEach(async () => {
  scripted = await startScripted({ isBookIdempotent: false });
});
afterEach(async () => {
  expect((await reconcile(scripted.service.app)).problems).toEqual([]);
  await scripted.close();
});

async function pay(tripId: string, more: object = {}) {
  const paid = await scripted.service.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK, ...more });
  await scripted.service.drain();
  return paid;
}
async function checkOut(
  ...routes: readonly string[]
): Promise<{ readonly tripId: string; readonly totals: readonly number[] }> {
  const { service } = scripted;
  const tripId = (await makeTrip(service, { origin: 'QAA', destination: routes[0] ?? 'QAG' })).body.trip_id;
  for (const destination of routes.slice(1)) {
    const { fares } = await searchFares(service, { origin: 'QAA', destination });
    await service.call('POST', '/v1/trip', {
      trip_id: tripId,
      add_item: { trip_item_token: fares[0]?.trip_item_token },
    });
  }
  const checkout = await service.call('POST', '/v1/checkout', { trip_id: tripId });
  return { tripId, totals: checkout.body.items.map((item: { price: { amount: number } }) => item.price.amount) };
}
async function readTrip(tripId: string) {
  return (await scripted.service.call('GET', `/v1/trip/${tripId}`)).body;
}
async function readPaid(tripId: string): Promise<number> {
  const { booking_ref: ref } = await readTrip(tripId);
  return (await scripted.service.call('GET', `/v1/bookings/${ref}`)).body.booking.total_paid.amount;
}

test('booked at the supplier, answer lost: it is looked up by our reference and never booked twice', async () => {
  const references: string[] = [];
  scripted.script.flights.book = async (request, context) => {
    references.push(request.reference);
    await scripted.flights.book(request, context);
    throw timeout();
  };
  const { tripId, totals } = await checkOut('QAG');
  await pay(tripId);
  expect(await readTrip(tripId)).toMatchObject({ status: 'fulfilling', fulfillment: { status: 'confirming' } });
  await scripted.service.advance(60);
  expect((await readTrip(tripId)).status).toBe('fulfilled');
  expect(references).toHaveLength(1);
  expect(await readPaid(tripId)).toBe(totals[0]);
});

test('never arrived at the supplier: asked for again only when the first call can no longer be on its way', async () => {
  let calls = 0;
  scripted.script.flights.book = async (request, context) => {
    calls += 1;
    if (calls === 1) throw timeout();
    return scripted.flights.book(request, context);
  };
  const { tripId } = await checkOut('QAG');
  await pay(tripId);
  await scripted.service.advance(3600);
  expect(calls).toBe(1);
  expect((await readTrip(tripId)).status).toBe('fulfilling');
  scripted.script.clockSkewSeconds = 131;
  await scripted.service.advance(3600);
  expect(calls).toBe(2);
  expect((await readTrip(tripId)).status).toBe('fulfilled');
});

test('after the fifth call it is given up, but not while that call can still be on its way', async () => {
  let calls = 0;
  scripted.script.flights.book = async () => {
    calls += 1;
    throw timeout();
  };
  const { tripId } = await checkOut('QAG');
  await pay(tripId);
  for (let again = 1; again < 5; again += 1) {
    scripted.script.clockSkewSeconds = 131 * again;
    await scripted.service.advance(3600);
  }
  expect(calls).toBe(5);
  await scripted.service.advance(3600);
  expect((await readTrip(tripId)).status).toBe('fulfilling');
  scripted.script.clockSkewSeconds = 131 * 5;
  await scripted.service.advance(3600);
  expect((await readTrip(tripId)).status).toBe('failed');
  expect(calls).toBe(5);
});

test('an item that cannot be undone free of charge is kept: it is captured, the trip is fulfilled in part', async () => {
  scripted.script.flights.cancel = async () => ({ kind: 'refused', reason: 'The ticket is final.' });
  const { tripId, totals } = await checkOut('QAG', 'QAI');
  await pay(tripId);
  expect(await readTrip(tripId)).toMatchObject({
    status: 'fulfilled',
    fulfillment: { status: 'partial', failure: { reason: 'refused' } },
  });
  expect(await readPaid(tripId)).toBe(totals[0]);
});

test('a cancellation whose answer was lost is asked for again, of our own reference and no other', async () => {
  const cancelled: string[] = [];
  scripted.script.flights.cancel = async (reference, context) => {
    cancelled.push(reference);
    const outcome = await scripted.flights.cancel(reference, context);
    if (cancelled.length === 1) throw timeout();
    return outcome;
  };
  const { tripId } = await checkOut('QAG', 'QAI');
  await pay(tripId);
  expect((await readTrip(tripId)).status).toBe('fulfilling');
  await scripted.service.advance(60);
  expect((await readTrip(tripId)).status).toBe('failed');
  expect(new Set(cancelled).size).toBe(1);
});

/** A supplier that accepts, never confirms, and lets go of what it is asked to cancel. */
function neverConfirming(): Partial<FlightSupplier> {
  const gone = new Set<string>();
  return {
    lookUp: async (reference) =>
      gone.has(reference) ? { kind: 'cancelled' } : { kind: 'pending', orderId: 'so_slow' },
    cancel: async (reference) => {
      gone.add(reference);
      return { kind: 'cancelled', refund: money(0, 'EUR') };
    },
  };
}

test('still open after five days: cancelled at the supplier, released, failed', async () => {
  scripted.script.flights = neverConfirming();
  const { tripId } = await checkOut('QAJ');
  await pay(tripId);
  await scripted.service.advance(5 * DAY - 60);
  expect(await readTrip(tripId)).toMatchObject({ status: 'fulfilling', fulfillment: { status: 'confirming' } });
  await scripted.service.advance(120);
  expect(await readTrip(tripId)).toMatchObject({ status: 'failed', fulfillment: { status: 'failed' } });
  expect(await readPaid(tripId)).toBe(0);
});

test('a hold that is short-lived: what is open 24 hours before it lapses is given up, long before five days', async () => {
  scripted.script.flights = neverConfirming();
  scripted.script.processor.submitCard = async (ref, card, context) => {
    const answer = await scripted.processor.submitCard(ref, card, context);
    return answer.kind === 'known'
      ? { ...answer, payment: { ...answer.payment, captureBefore: new Date(context.now.getTime() + 2 * DAY * 1000) } }
      : answer;
  };
  const { tripId } = await checkOut('QAJ');
  await pay(tripId);
  await scripted.service.advance(DAY - 60);
  expect(await readTrip(tripId)).toMatchObject({ status: 'fulfilling', fulfillment: { status: 'confirming' } });
  await scripted.service.advance(120);
  expect(await readTrip(tripId)).toMatchObject({ status: 'failed', totals: { total: 0 } });
});

test('a supplier that never says anything again: given up before the hold lapses, released, failed', async () => {
  const silent = async () => {
    throw timeout();
  };
  scripted.script.flights = { book: silent, lookUp: silent, cancel: silent };
  const { tripId } = await checkOut('QAG');
  await pay(tripId);
  await scripted.service.advance(5 * DAY + 3600);
  expect((await readTrip(tripId)).status).toBe('fulfilling');
  await scripted.service.advance(DAY);
  expect(await readTrip(tripId)).toMatchObject({ status: 'failed', fulfillment: { status: 'failed' } });
});

test('a capture whose answer was lost is asked for again and taken once', async () => {
  let captures = 0;
  scripted.script.processor.capture = async (ref, amount, context) => {
    captures += 1;
    const answer = await scripted.processor.capture(ref, amount, context);
    if (captures === 1) throw timeout();
    return answer;
  };
  const { tripId, totals } = await checkOut('QAG');
  await pay(tripId);
  expect((await readTrip(tripId)).status).toBe('fulfilling');
  await scripted.service.advance(60);
  expect((await readTrip(tripId)).status).toBe('fulfilled');
  expect(captures).toBe(2);
  expect(await readPaid(tripId)).toBe(totals[0]);
});

test('the hold was gone before it was captured: what was booked is undone', async () => {
  scripted.script.processor.capture = async (ref, _amount, context) => scripted.processor.release(ref, context);
  const { tripId } = await checkOut('QAG');
  await pay(tripId);
  expect(await readTrip(tripId)).toMatchObject({ status: 'failed', fulfillment: { status: 'failed' } });
  expect(await readPaid(tripId)).toBe(0);
});

test('the hold was gone and the ticket is final: our loss stands in the ledger as a penalty', async () => {
  scripted.script.processor.capture = async (ref, _amount, context) => scripted.processor.release(ref, context);
  scripted.script.flights.cancel = async () => ({ kind: 'refused', reason: 'The ticket is final.' });
  const { tripId } = await checkOut('QAG');
  await pay(tripId);
  expect((await readTrip(tripId)).status).toBe('failed');
  const ledger = (await scripted.service.call('GET', `/v1/trip/${tripId}/ledger`)).body;
  expect(ledger.entries.map((entry: { step: string }) => entry.step)).toEqual([
    'quote',
    'authorise',
    'book',
    'release',
    'penalty',
  ]);
});

test.each([
  [0.9, { status: 'fulfilled', fulfillment: { status: 'completed' } }],
  [
    1.1,
    {
      status: 'failed',
      fulfillment: { status: 'expired_quote', failure: { reason: 'quote_expired' } },
      quote: { status: 'expired' },
    },
  ],
])('the quote ran out before the authorisation was known, prices now at %d of it', async (factor, expected) => {
  const { tripId, totals } = await checkOut('QAG');
  const price: NonNullable<typeof scripted.script.flights.price> = async (keys, context) => {
    const outcome = await scripted.flights.price(keys, context);
    if (outcome.kind === 'gone') return outcome;
    const { offer, fare } = outcome.flight;
    const moved = { ...fare, total: shareOfMoney(fare.total, factor) };
    return { kind: 'priced', flight: { offer: { ...offer, fares: [moved] }, fare: moved } };
  };
  await pay(tripId, { authorise_delay_seconds: 400 });
  scripted.script.flights.price = price;
  // The airline books at the price it has just told.
  scripted.script.flights.book = (request, context) =>
    scripted.flights.book({ ...request, total: { ...request.total, value: totals[0] ?? 0 } }, context);
  await scripted.service.advance(600);
  expect(await readTrip(tripId)).toMatchObject(expected);
  const lower = Math.round((totals[0] ?? 0) * 0.9);
  const paid = factor < 1 ? lower : 0;
  expect(await readPaid(tripId)).toBe(paid);
  // The trip shows what was paid; an item that was not bought keeps the price it was quoted at.
  expect(await readTrip(tripId)).toMatchObject({
    totals: { total: paid },
    items: [{ price: { amount: factor < 1 ? lower : totals[0] }, status: factor < 1 ? 'confirmed' : 'cancelled' }],
    quote: { totals: { total: totals[0] } },
    bookings: [{ total_paid: { amount: paid } }],
  });
});

test('a payer who was told "not known yet" is asked about until the processor says', async () => {
  scripted.script.processor.submitCard = async (ref, card, context) => {
    await scripted.processor.submitCard(ref, card, context);
    throw timeout();
  };
  const { tripId } = await makeCheckout(scripted.service, { origin: 'QAA', destination: 'QAG' });
  expect((await pay(tripId)).body.status).toBe('processing');
  expect((await readTrip(tripId)).status).toBe('quoted');
  await scripted.service.advance(46);
  expect((await readTrip(tripId)).status).toBe('fulfilled');
});

test('a card that never reached the processor: the payer may try again', async () => {
  scripted.script.processor.submitCard = async () => {
    throw timeout();
  };
  const { tripId } = await makeCheckout(scripted.service, { origin: 'QAA', destination: 'QAG' });
  expect((await pay(tripId)).body.status).toBe('processing');
  expect((await pay(tripId)).body.error.code).toBe('TRIP_STATE_CONFLICT');
  scripted.script.processor = {};
  await scripted.service.advance(46);
  expect((await readTrip(tripId)).status).toBe('quoted');
  expect((await pay(tripId)).body.status).toBe('authorised');
  await scripted.service.drain();
  expect((await readTrip(tripId)).status).toBe('fulfilled');
});

test('a processor that holds another amount than was asked for is not captured from', async () => {
  scripted.script.processor.submitCard = async (ref, card, context) => {
    const answer = await scripted.processor.submitCard(ref, card, context);
    return answer.kind === 'known'
      ? { kind: 'known', payment: { ...answer.payment, amount: { ...answer.payment.amount, currency: 'EUR' } } }
      : answer;
  };
  const { tripId } = await makeCheckout(scripted.service, { origin: 'QAA', destination: 'QAG' });
  expect((await pay(tripId)).body.status).toBe('declined');
  await scripted.service.drain();
  expect((await readTrip(tripId)).status).toBe('quoted');
});

test('nobody was at work for five days: what was never asked for is given up, its hold released, the trip told', async () => {
  const { tripId } = await checkOut('QAG');
  await scripted.service.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK });
  await scripted.service.advance(5 * DAY);
  expect(await readTrip(tripId)).toMatchObject({
    status: 'failed',
    items: [{ status: 'cancelled' }],
    totals: { total: 0 },
  });
});
