import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSandboxHotels } from '../../../simulator/stays/hotels.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { daysAhead } from '../../support/faults/trip-journeys.ts';
import type { HotelSupplier } from '../../../src/suppliers/ports/hotels.ts';
import { asId } from '../../../src/platform/ids.ts';
import { aPricingRule, setPricingRules } from '../../support/products/pricing-rules.ts';
import { openTestDatabase, type TestDatabase } from '../../support/service/database.ts';
import { type Answer, startService, type TestService, testWorld } from '../../support/service/service.ts';
import { renamedHotels } from '../../support/suppliers/renamed-hotels.ts';

const STAY = { city_name: 'Lisbon', country_code: 'PT', checkin: daysAhead(40), checkout: daysAhead(43), limit: 200 };
const OFF = 50;
type Json = Answer['body'];

let alone: TestService;
let shared: TestService;
const databases: TestDatabase[] = [];

/** A service on a database of its own, whose suppliers are made from the built-in world's hotels. */
async function startWith(suppliersOf: (real: HotelSupplier) => readonly HotelSupplier[]): Promise<TestService> {
  const db = await openTestDatabase();
  databases.push(db);
  const real = createSandboxHotels({ world: testWorld(), db, clock: systemClock });
  return await startService({ db, hotelSuppliers: suppliersOf(real) });
}
beforeAll(async () => {
  alone = await startWith((real) => [real]);
  shared = await startWith((real) => [real, renamedHotels(real, OFF)]);
});
afterAll(async () => {
  await alone.close();
  await shared.close();
  for (const db of databases) await db.close();
});

async function search(service: TestService, more: object = {}): Promise<Json> {
  const { status, body } = await service.call('POST', '/v1/hotel_search', { ...STAY, adults: 2, ...more });
  expect(status).toBe(200);
  return body;
}
const ratesOf = (rooms: Json): Json[] => rooms.flatMap(({ rates }: Json) => rates);

test('a hotel that two suppliers sell is one card with the rates of both, at its lowest price', async () => {
  const [one, both] = [await search(alone), await search(shared)];
  expect(one.hotels.length).toBeGreaterThan(5);
  expect(both.total).toBe(one.total);
  expect(both.hotels.map(({ hotel_id: id }: Json) => id).sort()).toEqual(
    one.hotels.map(({ hotel_id: id }: Json) => id).sort(),
  );
  for (const card of both.hotels) {
    const single = one.hotels.find(({ hotel_id: id }: Json) => id === card.hotel_id);
    expect(card.star_rating).toBe(single.star_rating);
    expect(card.provider).toBe(single.provider);
    expect(card.lowest_stay.total.value).toBeLessThan(single.lowest_stay.total.value);
    const [own, others] = [true, false].map((isOwn) =>
      card.rooms.filter(({ provider }: Json) => (provider === undefined) === isOwn),
    );
    expect(ratesOf(own).length).toBe(ratesOf(single.rooms).length);
    expect(ratesOf(others).length).toBe(ratesOf(single.rooms).length);
    expect(others?.[0]).toMatchObject({ provider: 'beds', provider_hotel_id: `beds-${card.hotel_id}` });
  }
});

test('what one of them does not state passes a filter by what the other states', async () => {
  const [one, both] = [await search(alone, { star_ratings: [4] }), await search(shared, { star_ratings: [4] })];
  expect(one.total).toBeGreaterThan(0);
  expect(both.total).toBe(one.total);
});

test('rooms of two suppliers are not one stay; those of the second are bought from it', async () => {
  const { hotels } = await search(shared, { rooms: 2 });
  const { rooms } = hotels[0];
  const own = rooms.find(({ provider }: Json) => provider === undefined).rates[0];
  const other = rooms.find(({ provider }: Json) => provider === 'beds').rates[0];
  const add = (...rates: readonly Json[]) =>
    shared.call('POST', '/v1/trip', {
      add_item: { rooms: rates.map(({ offer_id: token }) => ({ trip_item_token: token })) },
    });
  const mixed = await add(own, other);
  expect(mixed.status).toBe(422);
  expect(JSON.stringify(mixed.body)).toMatch(/add_item\.rooms\[1\].*of another hotel or supplier/);
  const bought = await add(other, other);
  expect(bought.status).toBe(200);
  expect(JSON.stringify(bought.body)).toContain('beds');
});

test('a supplier that fails leaves the cards of the other', async () => {
  const fail = () => Promise.reject(new Error('down'));
  const service = await startWith((real) => [{ ...renamedHotels(real, OFF), search: fail }, real]);
  const body = await search(service);
  expect(body.live_shop_status).toBe('partial');
  expect(body.hotels.length).toBeGreaterThan(5);
  await service.close();
});

test('a supplier whose searches count is asked once, and why it has nothing is not guessed', async () => {
  let searches = 0;
  const service = await startWith(({ isSearchedFreely: _, ...real }) => [
    {
      ...real,
      search: async () => {
        searches += 1;
        return { hotels: [], omitted: 0 };
      },
    },
  ]);
  expect(await search(service, { star_rating: 4 })).toMatchObject({ total: 0, empty_reason: null });
  expect(searches).toBe(1);
  await service.close();
});

describe('the page of a hotel that two suppliers sell', () => {
  const detail = async (service: TestService, id: string, nights = true) => {
    const { checkin, checkout } = STAY;
    const query = nights ? `?checkin=${checkin}&checkout=${checkout}&adults=2` : '';
    const { status, body } = await service.call('GET', `/v1/hotel_details/${id}${query}`);
    expect(status).toBe(200);
    // Pictures lie under the address of each service.
    return { ...body, rooms: body.rooms.map(({ photo: _photo, ...room }: Json) => room) };
  };

  test('has the rooms of both, each with what it costs there, and both are booked by the ids it names', async () => {
    const [card] = (await search(shared)).hotels;
    const [one, both] = [await detail(alone, card.hotel_id), await detail(shared, card.hotel_id)];
    const [own, others] = [true, false].map((isOwn) =>
      both.rooms.filter(({ provider }: Json) => (provider === undefined) === isOwn),
    );
    expect(own).toEqual(one.rooms);
    const sold = one.rooms.filter(({ availability }: Json) => availability.is_available);
    expect(others.map(({ room_name: name }: Json) => name).toSorted()).toEqual(
      sold.map(({ room_name: name }: Json) => name).toSorted(),
    );
    for (const room of others) {
      expect(room).toMatchObject({ provider: 'beds', provider_hotel_id: `beds-${card.hotel_id}` });
      const same = sold.find(({ room_id: id }: Json) => id === room.room_id);
      expect(room.availability.from_price.value).toBeLessThan(same.availability.from_price.value);
    }
    const hotel_ids = [card.hotel_id, `beds-${card.hotel_id}`];
    const { city_name: _, country_code: __, ...nights } = STAY;
    const answer = await shared.call('POST', '/v1/hotel_search', { ...nights, hotel_ids, adults: 2 });
    expect(answer.body.hotels).toHaveLength(1);
    expect(answer.body.hotels[0].rooms.length).toBe(card.rooms.length);
  });

  test('without nights, or where the other supplier fails, has its own rooms', async () => {
    const [{ hotel_id: id }] = (await search(alone)).hotels;
    expect((await detail(shared, id, false)).rooms).toEqual((await detail(alone, id, false)).rooms);
    const fail = () => Promise.reject(new Error('down'));
    const service = await startWith((real) => [real, { ...renamedHotels(real, OFF), search: fail }]);
    expect((await detail(service, id)).rooms).toEqual((await detail(alone, id)).rooms);
    await service.close();
  });
});

test('fees of two suppliers of a hotel: each room bears its own, and the card goes by what is paid in all', async () => {
  const [before] = (await search(shared)).hotels;
  const { organization } = (await shared.call('GET', '/v1/account')).body;
  const fee = aPricingRule({ match: { kind: 'hotel', supplier: 'beds' }, currency: 'USD', fixed: 10_00 });
  await setPricingRules(shared, asId('organization', organization.organization_id), [fee]);
  const card = (await search(shared)).hotels.find(({ hotel_id: id }: Json) => id === before.hotel_id);
  const own = ratesOf(card.rooms.filter(({ provider }: Json) => provider === undefined));
  const others = ratesOf(card.rooms.filter(({ provider }: Json) => provider === 'beds'));
  const paidNow = others.filter(({ payment_types: types }: Json) => types.includes('pay_now'));
  expect(own.every((rate) => rate.service_fee === undefined)).toBe(true);
  expect(paidNow.length).toBeGreaterThan(0);
  for (const rate of paidNow) expect(rate.service_fee).toMatchObject({ value: 10_00, currency: 'USD' });
  // It was USD 0.50 cheaper at the second one, and is dearer by its fee now.
  expect(card.lowest_stay.total.value).toBeGreaterThan(before.lowest_stay.total.value);
  const { checkin, checkout } = STAY;
  const page = (await shared.call('GET', `/v1/hotel_details/${card.hotel_id}?checkin=${checkin}&checkout=${checkout}`))
    .body;
  const fees = (isOwn: boolean) =>
    page.rooms
      .filter(({ provider }: Json) => (provider === undefined) === isOwn)
      .map(({ availability }: Json) => availability.service_fee?.value);
  expect(fees(true).every((value: unknown) => value === undefined)).toBe(true);
  expect(fees(false)).toContain(10_00);
});
