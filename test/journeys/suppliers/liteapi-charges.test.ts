import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { listChangesForPeople } from '../../../src/servicing/engine/list-manual-changes.ts';
import { payFor, problemsOf, readTrip } from '../../support/suppliers/duffel-trips.ts';
import { startStayTrips, type StayTrips } from '../../support/suppliers/stay-trips.ts';

/** Cancellations that LiteAPI charges otherwise than the terms of the stay say. */
let at: StayTrips;
beforeAll(async () => {
  at = await startStayTrips();
});
afterEach(() => at.stub.control.clearFaults());
afterAll(async () => {
  expect(await problemsOf(at.service)).toEqual([]);
  await at.close();
});

const HOUR = 3_600;
const CHARGED = { kind: 'charges', share: 1, status: 'CANCELLED_WITH_CHARGES' } as const;
const alarms = async () =>
  /bly_supplier_order_alarms_total\{supplier="liteapi",kind="charges"\} (\d+)/.exec(
    await at.service.app.metrics.registry.metrics(),
  )?.[1] ?? '0';

/** What the payer has paid and got back by the ledger of a trip. */
async function moneyOf(tripId: string) {
  const { entries } = (await at.service.call('GET', `/v1/trip/${tripId}/ledger`)).body;
  return entries.map(({ step }: { step: string }) => step).filter((step: string) => /capture|refund/.test(step));
}

test('a free cancellation that is charged is a case for people: nothing is refunded until LiteAPI has given it back', async () => {
  const tripId = await payFor(at.service, [(await at.rate()).offer_id]);
  await at.service.drain();
  const [{ booking_ref }] = (await readTrip(at.service, tripId)).bookings;
  const pair = { booking_ref, last_name: 'Bly' };
  const post = async (action: string, more: object = {}) =>
    (await at.service.call('POST', '/v1/hotel_cancel', { ...pair, action, ...more })).body;
  const { quote_id, refund_amount } = await post('preview');
  at.stub.control.addFault({ operation: 'cancel', fault: CHARGED, times: 1 });
  const reason = expect.stringContaining('what its terms do not say');
  const manual = { refund_status: 'manual', confirmed_refund_amount: null, refund_amount, manual_reason: reason };
  expect(await post('commit', { quote_id })).toMatchObject(manual);
  await at.pass(48 * HOUR);
  expect(await post('status')).toMatchObject(manual);
  expect(await moneyOf(tripId)).toEqual(['capture']);
  expect(await listChangesForPeople(at.service.app)).toMatchObject([
    { bookingRef: booking_ref, kind: 'hotel_cancel', waitsFor: 'people', why: reason },
  ]);
  expect(Number(await alarms())).toBeGreaterThan(0);
  const booking = async () => (await at.service.call('POST', '/v1/get_booking', pair)).body.booking;
  expect(await booking()).toMatchObject({
    total_refunded: { amount: 0 },
    items: [{ refund: { refund_status: 'manual' } }],
  });

  const [charged] = at.stub.control.bookings().filter(({ fee }) => fee !== null && fee > 0);
  expect(at.stub.control.returnFee(charged?.id ?? '')).toBe(true);
  await at.pass(HOUR);
  expect(await post('status')).toMatchObject({ refund_status: 'refunded', confirmed_refund_amount: refund_amount });
  expect(await booking()).toMatchObject({ status: 'cancelled', total_refunded: { amount: refund_amount.value } });
  expect(await moneyOf(tripId)).toEqual(['capture', 'refund']);
  expect(await listChangesForPeople(at.service.app)).toEqual([]);
});

test('a stay that is undone and charged in spite of its terms is never paid for: what is held goes back', async () => {
  const before = Number(await alarms());
  const tokens = [(await at.rate()).offer_id, (await at.rate()).offer_id];
  at.stub.control.addFault({ operation: 'book', fault: { kind: 'book_error', code: 2_010 }, times: 1, skip: 1 });
  at.stub.control.addFault({ operation: 'cancel', fault: CHARGED, times: 1 });
  const tripId = await payFor(at.service, tokens);
  await at.service.drain();
  expect((await readTrip(at.service, tripId)).status).toBe('fulfilling');
  for (let days = 0; days < 8 && (await readTrip(at.service, tripId)).status === 'fulfilling'; days += 1)
    await at.pass(24 * HOUR);
  expect((await readTrip(at.service, tripId)).status).toBe('failed');
  expect(await moneyOf(tripId)).toEqual([]);
  expect(Number(await alarms())).toBeGreaterThan(before);
});
