import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcile } from '../../src/bookings/reconcile/reconcile.ts';
import { hotelStays, lowestRate, searchCars, searchHotels } from '../support/products/mixed-trips.ts';
import { type Answer, startService, type TestService } from '../support/service/service.ts';
import { CARD_OK, CONTACT, daysAhead, NELLIE, searchFares } from '../support/faults/trip-journeys.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  expect((await reconcile(service.app)).problems).toEqual([]);
  await service.close();
});

const writeTrip = (body: object) => service.call('POST', '/v1/trip', body);
const checkout = (tripId: string, more: object = {}) =>
  service.call('POST', '/v1/checkout', { trip_id: tripId, ...more });
const pay = (tripId: string, card?: string) =>
  service.call('POST', '/v1/sandbox/pay', { trip_id: tripId, ...(card ? { card } : {}) });
const readBooking = async (ref: string) =>
  (await service.call('POST', '/v1/get_booking', { booking_ref: ref, last_name: 'Bly' })).body.booking;

const [outward, homeward] = [daysAhead(60), daysAhead(65)];
const born = (age: number) => daysAhead(60 - Math.round((age + 0.5) * 365.25));
const FAMILY = [
  { ...NELLIE, title: 'MS' },
  { ...NELLIE, first_name: 'Robert', gender: 'MALE' },
  { ...NELLIE, first_name: 'Ida', passenger_type: 'CHILD', date_of_birth: born(9) },
  { ...NELLIE, first_name: 'Max', passenger_type: 'CHILD', date_of_birth: born(3), gender: 'MALE' },
];
const PARTY = [
  { adults: 2, children_ages: [3] },
  { adults: 1, children_ages: [9] },
];

/** One adult's stay at a scenario hotel, put into a trip of its own. */
async function tripAt(scenario: string, more: object = {}): Promise<Answer> {
  const { hotels } = await hotelStays(service, { latitude: -48.88, longitude: -123.39, radius_km: 50 }, [
    { adults: 1 },
  ]);
  const hotel = hotels.find((candidate: { name: string }) => candidate.name === scenario);
  return await writeTrip({
    add_item: { trip_item_token: lowestRate(hotel).offer_id },
    upsert_travelers: { travelers: [NELLIE], contact: CONTACT },
    ...more,
  });
}

describe("a family's trip", () => {
  test('flights, two rooms and a car with a child seat are one cart, one payment, one booking', async () => {
    const { fares } = await searchFares(service, {
      origin: 'MUC',
      destination: 'LIS',
      departure_date: outward,
      return_date: homeward,
      adults: 2,
      children: 2,
      ages: [9, 3],
      currency: 'EUR',
    });
    // Three adults would be one too many: two rooms for two adults and two children.
    const rooms = await hotelStays(
      service,
      { city_name: 'Lisbon', country_code: 'PT' },
      [
        { adults: 1, children_ages: [9] },
        { adults: 1, children_ages: [3] },
      ],
      { checkin: outward, checkout: homeward, currency: 'EUR' },
    );
    const [hotel] = rooms.hotels;
    const tokens = [0, 1].map((room) => ({ trip_item_token: lowestRate(hotel, room).offer_id }));
    const cars = await searchCars(
      service,
      { location: 'LIS', from: `${outward}T14:00:00`, to: `${homeward}T10:00:00` },
      { currency: 'EUR' },
    );
    const car = cars.offers.find(
      (offer: { on_request: boolean; available_ancillaries: { type: string }[] }) =>
        !offer.on_request && offer.available_ancillaries.some(({ type }) => type === 'child_seat'),
    );
    const seat = car.available_ancillaries.find(({ type }: { type: string }) => type === 'child_seat');

    const { body: first } = await writeTrip({
      currency: 'EUR',
      add_item: { trip_item_token: fares[0]?.trip_item_token },
      upsert_travelers: { travelers: FAMILY, contact: CONTACT },
    });
    const tripId: string = first.trip_id;
    await writeTrip({ trip_id: tripId, add_item: { rooms: tokens } });
    const { body: third } = await writeTrip({ trip_id: tripId, add_item: { trip_item_token: car.offer_id } });
    const carItem = third.items.find((item: { type: string }) => item.type === 'car');
    const { body: trip } = await service.call('POST', '/v1/select_ancillaries', {
      trip_id: tripId,
      item_id: carItem.item_id,
      selections: [{ offer_id: seat.offer_id, quantity: 1 }],
    });

    expect(trip.items.map((item: { type: string }) => item.type)).toEqual(['flight', 'hotel', 'car']);
    expect(trip.totals.total).toBe(
      trip.items.reduce((sum: number, item: { price: { amount: number } }) => sum + item.price.amount, 0),
    );
    expect(trip.items[1].details).toMatchObject({
      nights: 5,
      checkin: outward,
      checkout: homeward,
      rooms: [{ occupancy: { adults: 1 } }, { occupancy: { adults: 1 } }],
    });
    const seatNow = seat.paid_at === 'now' ? seat.price.value : 0;
    expect(trip.items[2].price.amount).toBe(car.price.value + seatNow);

    const quoted = await checkout(tripId);
    expect(quoted.body).toMatchObject({
      status: 'ready',
      price_changed: false,
      total_amount: { amount: trip.totals.total, currency: 'EUR' },
      due_later: trip.due_later,
    });
    expect(quoted.body.items.map((item: { kind: string; pax_count: number }) => [item.kind, item.pax_count])).toEqual([
      ['flight', 4],
      ['hotel', 4],
      ['car', 1],
    ]);
    const paid = await pay(tripId, CARD_OK);
    await service.drain();
    const booking = await readBooking(paid.body.booking_ref);
    expect(booking).toMatchObject({
      status: 'confirmed',
      type: 'trip',
      total_paid: { amount: trip.totals.total, currency: 'EUR' },
      due_later: trip.due_later,
    });
    const confirmations = booking.items.map(
      (item: { kind: string; status: string; confirmation: { confirmation_number: string } }) => [
        item.kind,
        item.status,
        item.confirmation.confirmation_number.length > 3,
      ],
    );
    expect(confirmations.sort()).toEqual([
      ['car', 'confirmed', true],
      ['flight', 'confirmed', true],
      ['hotel', 'confirmed', true],
    ]);
  });

  test('guests, rooms and travelers must match, and the driver has a title', async () => {
    const { hotels } = await hotelStays(service, { city_name: 'Lisbon', country_code: 'PT' }, PARTY);
    const tokens = [0, 1].map((room) => ({ trip_item_token: lowestRate(hotels[0], room).offer_id }));
    const cars = await searchCars(service, {
      location: 'LIS',
      from: `${outward}T14:00:00`,
      to: `${homeward}T10:00:00`,
    });
    const { body: trip } = await writeTrip({
      add_item: { rooms: tokens },
      upsert_travelers: { travelers: [NELLIE], contact: CONTACT },
    });
    await writeTrip({ trip_id: trip.trip_id, add_item: { trip_item_token: cars.offers[0].offer_id } });
    const refused = await checkout(trip.trip_id);
    expect([refused.status, refused.body.error.code]).toEqual([422, 'MISSING_CUSTOMER_DETAILS']);
    expect(refused.body.missing).toEqual([
      {
        path: 'travelers',
        problem: "The hotel was searched for 3 adults and children of 3, 9; the trip's travelers are others.",
      },
      {
        path: 'travelers',
        problem: `The hotel was searched for a child of 3; no traveler is 3 on ${outward}, the day of arrival.`,
      },
      {
        path: 'travelers',
        problem: `The hotel was searched for a child of 9; no traveler is 9 on ${outward}, the day of arrival.`,
      },
      { path: 'travelers[0].title', problem: 'is needed for a car' },
    ]);
  });
});

describe('rooms of one stay', () => {
  const couple = [{ adults: 1 }, { adults: 1 }];

  test('any order is the same item, the same rate twice is two rooms', async () => {
    const { hotels } = await hotelStays(service, { city_name: 'Vienna' }, couple);
    const [first, second] = hotels[0].rooms
      .flatMap((room: { rates: { offer_id: string }[] }) => room.rates)
      .map((rate: { offer_id: string }) => ({ trip_item_token: rate.offer_id }));
    const { body: trip } = await writeTrip({ add_item: { rooms: [first, second] } });
    const again = await writeTrip({ trip_id: trip.trip_id, add_item: { rooms: [second, first] } });
    expect(again.body).toEqual({ ...trip, actions_performed: [] });
    const twice = await writeTrip({ trip_id: trip.trip_id, add_item: { rooms: [first, first] } });
    expect(twice.body.items).toHaveLength(2);
    const one = await writeTrip({ trip_id: trip.trip_id, add_item: { trip_item_token: first.trip_item_token } });
    expect(one.body.items).toHaveLength(3);
  });

  test('of another hotel, a flight, one alone or nine are refused where they stand', async () => {
    const { hotels } = await hotelStays(service, { city_name: 'Vienna' }, [{ adults: 1 }]);
    const room = (index: number) => ({ trip_item_token: lowestRate(hotels[index]).offer_id });
    const { fares } = await searchFares(service, { origin: 'PAR', destination: 'LON' });
    const problems = async (rooms: readonly object[]) => {
      const { status, body } = await writeTrip({ add_item: { rooms } });
      return [status, body.fields?.map((field: { path: string }) => field.path)];
    };
    expect(await problems([room(0), room(1)])).toEqual([422, ['add_item.rooms[1].trip_item_token']]);
    expect(await problems([room(0), { trip_item_token: fares[0]?.trip_item_token }])).toEqual([
      422,
      ['add_item.rooms[1].trip_item_token'],
    ]);
    expect(await problems([room(0)])).toEqual([422, ['add_item.rooms']]);
    expect(await problems(Array.from({ length: 9 }, () => room(0)))).toEqual([422, ['add_item.rooms']]);
    const both = await writeTrip({ add_item: { rooms: [room(0), room(0)], ...room(0) } });
    expect([both.status, both.body.fields[0].path]).toEqual([422, 'add_item.rooms']);
    const neither = await writeTrip({ add_item: {} });
    expect([neither.status, neither.body.fields[0].path]).toEqual([422, 'add_item.trip_item_token']);
  });

  test('the fuller surface takes them in both forms', async () => {
    const { hotels } = await hotelStays(service, { city_name: 'Vienna' }, couple);
    const rooms = [0, 1].map((room) => ({ trip_item_token: lowestRate(hotels[0], room).offer_id }));
    const sync = (body: object) => service.call('POST', '/api/v1/shop/sync', body);
    const flat = await sync({ add_item: { rooms } });
    const listed = await sync({ actions: [{ action: 'create' }, { action: 'add_product', rooms }] });
    const nested = await sync({ actions: [{ action: 'create' }, { action: 'add_product', add_item: { rooms } }] });
    const twice = await sync({ actions: [{ action: 'add_product', rooms, add_item: { rooms } }] });
    const differing = await sync({
      actions: [{ action: 'add_product', rooms, add_item: { rooms: [...rooms, rooms[0]] } }],
    });
    expect([differing.status, differing.body.fields[0].path]).toEqual([422, 'actions[0].add_item.rooms']);
    for (const answer of [flat, listed, nested, twice])
      expect(answer.body.items).toMatchObject([{ type: 'hotel', price: expect.any(Number), currency: 'USD' }]);
  });

  test("seats and travelers' extras are not a hotel's", async () => {
    const { hotels } = await hotelStays(service, { city_name: 'Vienna' }, [{ adults: 1 }]);
    const item = { trip_item_token: lowestRate(hotels[0]).offer_id };
    const refused = await writeTrip({ add_item: { ...item, seats: [{ segment_id: 's1-1', seat_number: '12A' }] } });
    expect([refused.status, refused.body.fields]).toEqual([
      422,
      [{ path: 'add_item.seats', problem: 'Seats are chosen on flights only.' }],
    ]);
    const { body: trip } = await writeTrip({ add_item: item });
    const ancillaries = await service.call('GET', `/v1/trip/${trip.trip_id}/ancillaries`);
    expect(ancillaries.body.items).toMatchObject([{ available_ancillaries: [], selected_ancillaries: [] }]);
    expect((await service.call('GET', `/v1/trip/${trip.trip_id}/seat_maps`)).body.items).toEqual([]);
  });

  test("a token of another organization is nobody's", async () => {
    const { hotels } = await hotelStays(service, { city_name: 'Vienna' }, [{ adults: 1 }]);
    const stranger = { 'x-api-key': (await service.makeKey()).key };
    const refused = await service.call(
      'POST',
      '/v1/trip',
      { add_item: { trip_item_token: lowestRate(hotels[0]).offer_id } },
      stranger,
    );
    expect([refused.status, refused.body.error.code]).toEqual([422, 'BAD_REQUEST']);
  });

  test('a token lives twenty minutes', async () => {
    const { key } = await service.makeKey();
    const { body } = await service.call(
      'POST',
      '/v1/hotel_search',
      { ...searchHotels({ city_name: 'Vienna' }, [{ adults: 1 }]) },
      { 'x-api-key': key },
    );
    await service.call('POST', '/v1/sandbox/clock', { advance_seconds: 20 * 60 }, { 'x-api-key': key });
    const late = await service.call(
      'POST',
      '/v1/trip',
      { add_item: { trip_item_token: lowestRate(body.hotels[0]).offer_id } },
      { 'x-api-key': key },
    );
    expect([late.status, late.body.error.code]).toEqual([410, 'OFFER_EXPIRED']);
  });
});

describe('Point Nemo', () => {
  test('price_up and price_down move at checkout, by seven percent', async () => {
    for (const [scenario, factor] of [
      ['price_up', 1.07],
      ['price_down', 0.93],
    ] as const) {
      const { body: trip } = await tripAt(scenario);
      const before: number = trip.totals.total;
      const strict = await checkout(trip.trip_id, { fail_on_price_change: true });
      expect([strict.status, strict.body.error.code]).toEqual([409, 'PRICE_CHANGED']);
      const { body } = await checkout(trip.trip_id);
      expect(body).toMatchObject({
        price_changed: true,
        items: [{ price_changed: true, previous_price: { amount: before } }],
      });
      expect(Math.abs(body.total_amount.amount - before * factor)).toBeLessThanOrEqual(2);
    }
  });

  test('sold_out is gone at checkout, expired before it is added', async () => {
    const { body: trip } = await tripAt('sold_out');
    const gone = await checkout(trip.trip_id);
    expect([gone.status, gone.body.error.code, gone.body.items?.length]).toEqual([409, 'OFFER_UNAVAILABLE', 1]);
    expect((await service.call('GET', `/v1/trip/${trip.trip_id}`)).body.status).toBe('draft');
    const expired = await tripAt('expired');
    expect([expired.status, expired.body.error.code]).toEqual([410, 'OFFER_EXPIRED']);
  });

  test('refused after the payment: released, and told', async () => {
    const { body: trip } = await tripAt('refused');
    await checkout(trip.trip_id);
    await pay(trip.trip_id, CARD_OK);
    await service.drain();
    expect((await service.call('GET', `/v1/trip/${trip.trip_id}`)).body).toMatchObject({
      status: 'failed',
      fulfillment: { status: 'failed' },
      totals: { total: 0 },
      due_later: [],
    });
  });

  test('slow and unknown are confirmed once the clock has moved', async () => {
    for (const [scenario, seconds] of [
      ['slow', 6 * 3_600],
      ['unknown', 600],
    ] as const) {
      const { body: trip } = await tripAt(scenario);
      await checkout(trip.trip_id);
      const paid = await pay(trip.trip_id, CARD_OK);
      await service.drain();
      expect((await service.call('GET', `/v1/trip/${trip.trip_id}`)).body).toMatchObject({
        status: 'fulfilling',
        fulfillment: { status: 'confirming' },
      });
      await service.advance(seconds + 1);
      const booking = await readBooking(paid.body.booking_ref);
      expect(booking).toMatchObject({ status: 'confirmed', items: [{ kind: 'hotel', status: 'confirmed' }] });
    }
  });

  test('pay_at_property: nothing to pay now, confirmed without a card', async () => {
    const { body: trip } = await tripAt('pay_at_property');
    expect(trip.totals.total).toBe(0);
    expect(trip.due_later).toMatchObject([{ item_id: trip.items[0].item_id, currency: 'USD', where: 'property' }]);
    const { body: quoted } = await checkout(trip.trip_id);
    expect(quoted).toMatchObject({ total_amount: { amount: 0 }, due_later: trip.due_later });
    const paid = await pay(trip.trip_id);
    await service.drain();
    const booking = await readBooking(paid.body.booking_ref);
    expect(booking).toMatchObject({
      status: 'confirmed',
      type: 'hotel',
      total_paid: { amount: 0 },
      due_later: trip.due_later,
      items: [{ refund_support_level: 'full' }],
    });
    expect((await service.call('GET', `/v1/trip/${trip.trip_id}/ledger`)).body).toMatchObject({
      balanced: true,
      entries: [],
    });
  });

  test('non_refundable returns nothing from the start', async () => {
    const { body: trip } = await tripAt('non_refundable');
    await checkout(trip.trip_id);
    const paid = await pay(trip.trip_id, CARD_OK);
    await service.drain();
    const booking = await readBooking(paid.body.booking_ref);
    expect(booking.items[0]).toMatchObject({
      refund_support_level: 'none',
      cancellation_timeline: [{ refund: { amount: 0 } }],
    });
  });
});

describe('money of mixed trips', () => {
  test('a yen trip of a euro hotel shows its conversion and charges what search showed', async () => {
    const answer = await hotelStays(service, { city_name: 'Vienna' }, [{ adults: 1 }], { currency: 'JPY' });
    const rate = answer.hotels[0].rooms
      .flatMap((room: { rates: { payment_types: string[] }[] }) => room.rates)
      .find((one: { payment_types: string[] }) => one.payment_types[0] === 'pay_now');
    const { body: trip } = await writeTrip({ add_item: { trip_item_token: rate.offer_id } });
    expect(trip.items[0]).toMatchObject({
      price: { amount: rate.total_amount_money.value, currency: 'JPY', decimal_places: 0 },
      origin_price: { currency: 'EUR' },
    });
    expect(trip.items[0].conversion_rate).toBeGreaterThan(100);
  });

  test('a trip holds ten items and not one more', async () => {
    const { hotels } = await hotelStays(service, { city_name: 'London' }, [{ adults: 1 }]);
    const tokens = hotels.slice(0, 11).map((hotel: object) => lowestRate(hotel).offer_id);
    const { body } = await service.call('POST', '/api/v1/shop/sync', {
      actions: tokens.slice(0, 10).map((token: string) => ({ action: 'add_product', trip_item_token: token })),
    });
    expect(body.items).toHaveLength(10);
    const more = await writeTrip({ trip_id: body.trip_id, add_item: { trip_item_token: tokens[10] } });
    expect([more.status, more.body.fields[0].problem]).toEqual([422, 'A trip holds at most 10 items.']);
  });

  test('a car on request keeps the trip waiting until the company answers', async () => {
    const cars = await searchCars(service, {
      location: 'QAA',
      from: `${outward}T10:00:00`,
      to: `${homeward}T10:00:00`,
    });
    const car = cars.offers.find((offer: { vehicle: { name: string } }) => offer.vehicle.name.startsWith('on_request'));
    expect(car.on_request).toBe(true);
    const { body: trip } = await writeTrip({
      add_item: { trip_item_token: car.offer_id },
      upsert_travelers: { travelers: [{ ...NELLIE, title: 'MS' }], contact: CONTACT },
    });
    await checkout(trip.trip_id);
    const paid = await pay(trip.trip_id, CARD_OK);
    await service.drain();
    expect((await readBooking(paid.body.booking_ref)).items).toMatchObject([{ kind: 'car', status: 'pending' }]);
    await service.advance(6 * 3_600 + 1);
    expect(await readBooking(paid.body.booking_ref)).toMatchObject({
      status: 'confirmed',
      type: 'car',
      items: [{ status: 'confirmed' }],
    });
  });
});
