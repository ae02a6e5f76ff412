import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { describeReport, reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
import { SupplierFailure } from '../../../src/suppliers/ports/supplier.ts';
import { hotelStays, searchCars } from '../../support/products/mixed-trips.ts';
import { type ScriptedService, startScripted } from '../../support/suppliers/scripted-supplier.ts';
import { CARD_OK, CONTACT, daysAhead, makeCheckout, NELLIE } from '../../support/faults/trip-journeys.ts';

/** Five days and an hour: past the time open items are waited for, well before the hold lapses. */
const OVER_SECONDS = 5 * 86_400 + 3_600;

let scripted: ScriptedService;
beforeEach(async () => {
  scripted = await startScripted({ isBookIdempotent: false });
});
afterEach(() => scripted.close());

const problems = async () => (await reconcile(scripted.service.app)).problems.map(({ problem }) => problem);
const readTrip = async (tripId: string) => (await scripted.service.call('GET', `/v1/trip/${tripId}`)).body;
const readBooking = async (tripId: string) =>
  (await scripted.service.call('GET', `/v1/bookings/${(await readTrip(tripId)).booking_ref}`)).body.booking;

/** The cheapest room of a scenario hotel that can be given back, or that cannot. */
async function room(scenario: string, isRefundable: boolean): Promise<string> {
  const { hotels } = await hotelStays(scripted.service, { latitude: -48.88, longitude: -123.39, radius_km: 50 }, [
    { adults: 1 },
  ]);
  const hotel = hotels.find((candidate: { name: string }) => candidate.name === scenario);
  const rate = hotel.rooms
    .flatMap((kind: { rates: object[] }) => kind.rates)
    .find((candidate: { is_refundable: boolean }) => candidate.is_refundable === isRefundable);
  return rate.offer_id;
}

/** Buys offers as one trip, in this order, and waits until all that can be done at once is done. */
async function buy(...offerIds: readonly string[]): Promise<string> {
  const { service } = scripted;
  let tripId: string | undefined;
  for (const offerId of offerIds) {
    const { body } = await service.call('POST', '/v1/trip', {
      ...(tripId
        ? { trip_id: tripId }
        : { upsert_travelers: { travelers: [{ ...NELLIE, title: 'MS' }], contact: CONTACT } }),
      add_item: { trip_item_token: offerId },
    });
    tripId = body.trip_id;
  }
  if (tripId === undefined) throw new Error('Nothing to buy.');
  await service.call('POST', '/v1/checkout', { trip_id: tripId });
  await service.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK });
  await service.drain();
  expect(await readTrip(tripId)).toMatchObject({ status: 'fulfilling', fulfillment: { status: 'confirming' } });
  return tripId;
}

describe('confirmed since the last look-up, when the time is over', () => {
  test.each([
    ['slow', false],
    ['unknown', false],
    ['slow', true],
    ['unknown', true],
  ] as const)('a room of %s (refundable: %s) is sold and paid for', async (scenario, isRefundable) => {
    const tripId = await buy(await room(scenario, isRefundable));
    const { totals } = await readTrip(tripId);
    await scripted.service.advance(OVER_SECONDS);
    expect(await readTrip(tripId)).toMatchObject({ status: 'fulfilled', fulfillment: { status: 'completed' } });
    expect(await readBooking(tripId)).toMatchObject({
      status: 'confirmed',
      total_paid: { amount: totals.total },
      items: [{ status: 'confirmed' }],
    });
    expect(await problems()).toEqual([]);
  });

  test('a car on request is sold and paid for', async () => {
    const cars = await searchCars(scripted.service, {
      location: 'QAA',
      from: `${daysAhead(60)}T10:00:00`,
      to: `${daysAhead(65)}T10:00:00`,
    });
    const tripId = await buy(
      cars.offers.find((offer: { vehicle: { name: string } }) => offer.vehicle.name.startsWith('on_request')).offer_id,
    );
    await scripted.service.advance(OVER_SECONDS);
    expect(await readTrip(tripId)).toMatchObject({ status: 'fulfilled', fulfillment: { status: 'completed' } });
    expect(await problems()).toEqual([]);
  });

  test('all or nothing, the second never asked for: the first is free to undo, so nothing is sold', async () => {
    const tripId = await buy(await room('slow', true), await room('non_refundable', false));
    await scripted.service.advance(OVER_SECONDS);
    expect(await readTrip(tripId)).toMatchObject({
      status: 'failed',
      fulfillment: { status: 'failed' },
      totals: { total: 0 },
    });
    expect(await problems()).toEqual([]);
  });

  test('all or nothing, the second never asked for: the first cannot be undone, so it is kept and it alone is paid for', async () => {
    const tripId = await buy(await room('slow', false), await room('non_refundable', false));
    const [first] = (await readTrip(tripId)).items;
    await scripted.service.advance(OVER_SECONDS);
    expect(await readTrip(tripId)).toMatchObject({ status: 'fulfilled', fulfillment: { status: 'partial' } });
    expect((await readBooking(tripId)).total_paid.amount).toBe(first.price.amount);
    expect(await problems()).toEqual([]);
  });
});

describe('a refused cancellation of what never was confirmed', () => {
  async function payForSlowFlight(): Promise<string> {
    const { tripId } = await makeCheckout(scripted.service, { origin: 'QAA', destination: 'QAJ' });
    await scripted.service.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK });
    await scripted.service.drain();
    return tripId;
  }

  test('confirmed between the look-up and the cancellation: kept, and paid for', async () => {
    const { flights, script, service } = scripted;
    let hasCancelled = false;
    script.flights.lookUp = async (...args) =>
      hasCancelled ? await flights.lookUp(...args) : { kind: 'pending', orderId: 'so_slow' };
    script.flights.cancel = async () => {
      hasCancelled = true;
      return { kind: 'refused', reason: 'It cannot be undone free of charge.' };
    };
    const tripId = await payForSlowFlight();
    const { totals } = await readTrip(tripId);
    await service.advance(OVER_SECONDS);
    expect(await readTrip(tripId)).toMatchObject({ status: 'fulfilled', fulfillment: { status: 'completed' } });
    expect(await readBooking(tripId)).toMatchObject({ status: 'confirmed', total_paid: { amount: totals.total } });
    expect(await problems()).toEqual([]);
  });

  test('still not confirmed: it stays open until the hold is about to lapse, and reconcile tells what the supplier holds', async () => {
    const { script, service } = scripted;
    script.flights.lookUp = async () => ({ kind: 'pending', orderId: 'so_slow' });
    script.flights.cancel = async () => ({ kind: 'refused', reason: 'It cannot be undone free of charge.' });
    const tripId = await payForSlowFlight();
    await service.advance(OVER_SECONDS);
    expect((await readTrip(tripId)).status).toBe('fulfilling');
    await service.advance(23 * 3_600);
    expect(await readTrip(tripId)).toMatchObject({ status: 'failed', totals: { total: 0 } });
    expect(await problems()).toEqual([expect.stringMatching(/^itm_\w+ is failed and \w+ is still to confirm it$/)]);

    script.flights = {};
    expect(await problems()).toEqual([expect.stringMatching(/^itm_\w+ is failed and \w+ still holds it as \w+$/)]);
    script.flights.lookUp = async () => {
      throw new SupplierFailure('timeout', 'no answer');
    };
    const report = await reconcile(service.app);
    expect([report.problems, report.unchecked.length]).toEqual([[], 1]);
    expect(describeReport(report)).toMatch(
      /Not checked, for their suppliers gave no answer:\n {2}org_\w+ BLY-\w+: itm_\w+ is failed, \w+ was not heard\. no answer$/,
    );
  });
});
