import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { LiteapiStub } from '../../../src/suppliers/stubs/liteapi/start-liteapi-stub.ts';
import { CARD_OK, CONTACT, NELLIE } from '../../support/faults/trip-journeys.ts';
import type { Answer, TestService } from '../../support/service/service.ts';
import { problemsOf, readTrip as readTripOf } from '../../support/suppliers/duffel-trips.ts';
import { CALLBACK_TOKEN as TOKEN, startStayTrips, type StayTrips } from '../../support/suppliers/stay-trips.ts';

let at: StayTrips;
let stub: LiteapiStub;
let service: TestService;
beforeAll(async () => {
  at = await startStayTrips();
  ({ stub, service } = at);
});
afterAll(() => at.close());
afterEach(() => {
  stub.control.clearFaults();
  stub.control.set({ webhook_url: null });
});

/** A trip with a rate that can be given back, checked out. */
async function checkOut() {
  const rate = await at.rate();
  const trip = await service.call('POST', '/v1/trip', {
    add_item: { trip_item_token: rate.offer_id },
    upsert_travelers: { travelers: [NELLIE], contact: CONTACT },
  });
  if (trip.status !== 200) throw new Error(trip.text.slice(0, 500));
  const { trip_id } = trip.body;
  return { tripId: trip_id, checkout: await service.call('POST', '/v1/checkout', { trip_id }), trip: trip.body, rate };
}

async function pay(tripId: string): Promise<void> {
  const paid = await service.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK });
  if (paid.status !== 200) throw new Error(paid.text);
  await service.drain();
}

const readTrip = (tripId: string) => readTripOf(service, tripId);
const problems = () => problemsOf(service);

test('one search serves its pages; a stay is priced, paid, booked once and given back', async () => {
  const asked = at.nights();
  stub.control.forgetCalls();
  const first = await at.search({ ...asked, limit: 3 });
  const second = await at.search({ ...asked, limit: 3, offset: 3 });
  expect(first.hotels.map(({ hotel_id: id }: Answer['body']) => id)).not.toEqual(
    second.hotels.map(({ hotel_id: id }: Answer['body']) => id),
  );
  expect(stub.control.calls()).toEqual({ rates: 1 });

  stub.control.forgetCalls();
  const { tripId, checkout } = await checkOut();
  expect(checkout.status).toBe(200);
  await pay(tripId);
  const trip = await readTrip(tripId);
  expect(trip.status).toBe('fulfilled');
  expect(stub.control.calls()).toMatchObject({ rates: 2, prebook: 1, book: 1 });
  expect(await problems()).toEqual([]);
  expect(stub.control.bookings().filter(({ status }) => status === 'CONFIRMED')).toHaveLength(1);
});

test('a price that moved is told before anything is paid, other rooms are not sold in their place', async () => {
  stub.control.addFault({ operation: 'prebook', fault: { kind: 'substitute', room: true }, times: 1 });
  const gone = await checkOut();
  expect([gone.checkout.status, gone.checkout.body.error.code]).toEqual([409, 'OFFER_UNAVAILABLE']);
  stub.control.addFault({
    operation: 'prebook',
    fault: { kind: 'substitute', price_percent: 7, price_said: false },
    times: 1,
  });
  const dearer = await checkOut();
  const { price_changed: isChanged, items } = dearer.checkout.body;
  expect([dearer.checkout.status, isChanged, items[0].previous_price]).toEqual([200, true, dearer.trip.items[0].price]);
  expect(items[0].price.amount).toBeGreaterThan(items[0].previous_price.amount);
});

test('an answer that is lost is looked up: one booking, and the books agree', async () => {
  const before = stub.control.bookings().length;
  const { tripId } = await checkOut();
  stub.control.addFault({ operation: 'book', fault: { kind: 'reset', effect: true }, times: 1 });
  await pay(tripId);
  for (let round = 0; round < 5 && (await readTrip(tripId)).status === 'fulfilling'; round += 1) await at.pass(120);
  expect((await readTrip(tripId)).status).toBe('fulfilled');
  expect(stub.control.bookings()).toHaveLength(before + 1);
  expect(await problems()).toEqual([]);
});

test('a booking that is refused fails the trip, and nothing is taken', async () => {
  const before = stub.control.bookings().length;
  const { tripId } = await checkOut();
  stub.control.addFault({ operation: 'book', fault: { kind: 'book_error', code: 2_010 }, times: 1 });
  await pay(tripId);
  expect((await readTrip(tripId)).status).toBe('failed');
  expect(stub.control.bookings()).toHaveLength(before);
  expect(await problems()).toEqual([]);
});

test('a callback needs its token, in its address or in a header, and makes a lost answer known at once', async () => {
  const path = '/v1/suppliers/liteapi/webhook';
  const event = { event_name: 'booking.book', request: '{}', response: '{}' };
  expect((await service.call('POST', path, event)).status).toBe(400);
  expect((await service.call('POST', `${path}/installation/wrong-token`, event)).status).toBe(400);
  expect((await service.call('POST', path, event, { authorization: `Bearer ${TOKEN}` })).status).toBeLessThan(300);
  stub.control.set({ webhook_url: `${service.url}${path}/installation/${TOKEN}` });
  const { tripId } = await checkOut();
  stub.control.addFault({ operation: 'book', fault: { kind: 'reset', effect: true }, times: 1 });
  await pay(tripId);
  await stub.control.settleDeliveries();
  await service.drain();
  expect((await readTrip(tripId)).status).toBe('fulfilled');
});

test("the hotel's own number comes later: it is asked for, entered and told once by booking.updated", async () => {
  stub.control.set({ confirmation_seconds: 300 });
  const { tripId } = await checkOut();
  await pay(tripId);
  const [{ booking_ref: ref }] = (await readTrip(tripId)).bookings;
  const numberOf = async () =>
    (await service.call('POST', '/v1/get_booking', { booking_ref: ref, last_name: 'Bly' })).body.booking.items[0]
      .confirmation.confirmation_number;
  const [booked] = stub.control
    .bookings()
    .filter(({ status }) => status === 'CONFIRMED')
    .slice(-1);
  expect(await numberOf()).toBe(booked?.id);
  const events = async () =>
    (await service.call('GET', `/v1/events?type=booking.updated&booking_ref=${ref}`)).body.events;
  await at.pass(121);
  expect([await numberOf(), await events()]).toEqual([booked?.id, []]);
  await at.pass(500);
  expect(await numberOf()).not.toBe(booked?.id);
  expect(await numberOf()).toMatch(/\S/);
  expect(await events()).toMatchObject([{ event: 'booking.updated', booking_ref: ref }]);
  await at.pass(3 * 86_400);
  expect(await events()).toHaveLength(1);
  expect(await problems()).toEqual([]);
});

test('rooms that are sold together are taken together, or refused at once with what is missing', async () => {
  const asked = { ...at.nights(), occupancies: [{ adults: 1 }, { adults: 2 }, { adults: 1 }] };
  const [{ hotel_id: id }] = (await at.search(asked)).hotels;
  const [hotel] = (await at.search({ ...asked, hotel_ids: [id] })).hotels;
  const rates: Answer['body'][] = hotel.rooms.flatMap((room: Answer['body']) => room.rates);
  const [first] = rates;
  const tokenFor = (room: number) => ({
    trip_item_token: rates.find(
      (rate) => rate.together_key === first.together_key && rate.occupancy_indexes.includes(room),
    ).offer_id,
  });
  const add = (add_item: object) => service.call('POST', '/v1/trip', { add_item });
  stub.control.forgetCalls();
  const alone = await add(tokenFor(0));
  expect(alone).toMatchObject({
    status: 422,
    body: {
      fields: [
        { path: 'add_item.trip_item_token', problem: expect.stringContaining('is one of 3 rooms that are sold') },
      ],
    },
  });
  const two = await add({ rooms: [tokenFor(0), tokenFor(1)] });
  expect([two.status, two.body.fields[0].path]).toEqual([422, 'add_item.rooms[0].trip_item_token']);
  const all = await add({ rooms: [tokenFor(2), tokenFor(1), tokenFor(0)] });
  expect([all.status, all.body.items[0].details.rooms.length]).toEqual([200, 3]);
  // All of it was known from the search.
  expect(stub.control.calls()).toEqual({});
});

test('names the property cannot read are asked for before anything is paid', async () => {
  const rate = await at.rate();
  const { body: trip } = await service.call('POST', '/v1/trip', {
    add_item: { trip_item_token: rate.offer_id },
    upsert_travelers: { travelers: [{ ...NELLIE, last_name: 'Бляй' }], contact: CONTACT },
  });
  expect(trip.items[0].details.traveler_requirements).toEqual({ latin_names: true });
  const before = stub.control.calls()['prebook'];
  const refused = await service.call('POST', '/v1/checkout', { trip_id: trip.trip_id });
  expect(refused).toMatchObject({ status: 422, body: { error: { code: 'MISSING_CUSTOMER_DETAILS' } } });
  expect(refused.body.missing).toEqual([
    { path: 'travelers[0].last_name', problem: expect.stringContaining('must be in Latin letters') },
  ]);
  expect(stub.control.calls()['prebook']).toBe(before);
});
