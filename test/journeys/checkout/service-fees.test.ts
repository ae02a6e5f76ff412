import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PricingRule } from '../../../src/pricing/model/pricing-rule.ts';
import { saveRules } from '../../../src/pricing/store.ts';
import type { OrganizationId } from '../../../src/platform/ids.ts';
import { CARD_OK, CONTACT, daysAhead, departureDate, makeTrip, NELLIE } from '../../support/faults/trip-journeys.ts';
import { hotelStays, searchCars } from '../../support/products/mixed-trips.ts';
import { type Answer, startService, type TestService } from '../../support/service/service.ts';

let service: TestService;
/** An organization of its own for each test, and its rules. */
let headers: Readonly<Record<string, string>>;
let organizationId: OrganizationId;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  const made = await service.makeKey();
  headers = { 'x-api-key': made.key };
  organizationId = made.organizationId;
});

async function setRules(...rules: readonly Partial<PricingRule>[]): Promise<void> {
  const nothing = { match: {}, currency: undefined, percent: 0, fixed: 0 };
  const bounds = { minimum: undefined, maximum: undefined, roundTo: undefined };
  const whole = rules.map((rule) => ({ ...nothing, ...bounds, ...rule }));
  await service.app.db.transaction((tx) => saveRules(tx, organizationId, whole, new Date()));
  service.app.pricing.forget(organizationId);
}

const post = (path: string, body: unknown) => service.call('POST', path, body, headers);
const get = async (path: string) => (await service.call('GET', path, undefined, headers)).body;
const checkOut = (tripId: string, more: object = {}) => post('/v1/checkout', { trip_id: tripId, ...more });
const pay = (tripId: string, more: object = {}) => post('/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK, ...more });

/** The service as this test's organization calls it. */
function asCaller(): TestService {
  return { ...service, call: (method, path, body, more) => service.call(method, path, body, { ...headers, ...more }) };
}

/** A flight of one adult, complete for checkout. */
async function flightTrip(): Promise<Answer['body']> {
  return (await makeTrip(service, { origin: 'QAA', destination: 'QAK' }, headers)).body;
}

/** A flight to Lisbon, two nights there, and a car; all sums in one currency. */
async function mixedTrip(currency: string): Promise<Answer['body']> {
  const [outward, homeward] = [daysAhead(60), daysAhead(62)];
  const away = { departure_date: outward, return_date: homeward, currency };
  const flights = await post('/v1/flight_search', { origin: 'MUC', destination: 'LIS', ...away });
  const stays = await hotelStays(asCaller(), { city_name: 'Lisbon', country_code: 'PT' }, [{ adults: 1 }], {
    checkin: outward,
    checkout: homeward,
    currency,
    max_results: 200,
  });
  const rental = { location: 'LIS', from: `${outward}T14:00:00`, to: `${homeward}T10:00:00` };
  const cars = await searchCars(asCaller(), rental, { currency });
  const [flight] = flights.body.live_offers;
  const rate = lowestPaidNow(stays.hotels);
  const car = cars.offers.find(({ on_request: isOnRequest }: { on_request: boolean }) => !isOnRequest);
  const made = await post('/v1/trip', {
    currency,
    add_item: { trip_item_token: flight.fares[0].trip_item_token },
    upsert_travelers: { travelers: [{ ...NELLIE, title: 'MS' }], contact: CONTACT },
  });
  const tripId: string = made.body.trip_id;
  await post('/v1/trip', { trip_id: tripId, add_item: { trip_item_token: rate.offer_id } });
  const { body } = await post('/v1/trip', { trip_id: tripId, add_item: { trip_item_token: car.offer_id } });
  return { ...body, shown: flight.fares[0] };
}

/** One room whatever the fees are: they move what is paid now behind what is paid at the property, in every order. */
function lowestPaidNow(hotels: readonly Answer['body'][]): Answer['body'] {
  const byId = hotels.toSorted((a, b) => (a.hotel_id < b.hotel_id ? -1 : 1));
  const rates = byId.map((hotel) =>
    hotel.rooms.flatMap((room: Answer['body']) => room.rates).filter((rate: object) => paidNow(rate)),
  );
  const ofHotel = rates.find((found) => found.length > 0) ?? [];
  return ofHotel.toSorted((a: Answer['body'], b: Answer['body']) => a.total_amount - b.total_amount)[0];
}

/** A stay that is paid with the booking and can be given up, complete for checkout; answers the trip's id. */
async function refundableStay(): Promise<string> {
  const { hotels } = await hotelStays(asCaller(), { city_name: 'Lisbon', country_code: 'PT' }, [{ adults: 1 }]);
  const rates = hotels.flatMap((hotel: Answer['body']) => hotel.rooms.flatMap((room: Answer['body']) => room.rates));
  const rate = rates.find((one: Answer['body']) => one.is_refundable === true && paidNow(one));
  const { body } = await post('/v1/trip', {
    add_item: { trip_item_token: rate.offer_id },
    upsert_travelers: { travelers: [NELLIE], contact: CONTACT },
  });
  return body.trip_id;
}

const paidNow = (rate: object): boolean => 'payment_types' in rate && String(rate.payment_types) === 'pay_now';
const fees = (body: Answer['body']): readonly (number | undefined)[] =>
  body.items.map((item: Answer['body']) => item.service_fee?.amount);
const prices = (body: Answer['body']): readonly number[] => body.items.map((item: Answer['body']) => item.price.amount);
const sum = (values: readonly (number | undefined)[]): number =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0);

/** The price card of a page: the name and amount of each line, the total last. Amounts in minor units. */
async function readPriceCard(url: string, locale = 'en'): Promise<readonly (readonly [string, number])[]> {
  const page = await service.call('GET', `${new URL(url).pathname}?locale=${locale}`, undefined, { 'x-api-key': '' });
  expect(page.status).toBe(200);
  const card = /<section class="card price".*?<\/dl>/s.exec(page.text)?.[0] ?? '';
  return [...card.matchAll(/<dt>([^<]*).*?<\/dt>\s*<dd>(.*?)<\/dd>/gs)].map(
    ([, name = '', amount = '']) =>
      [name.trim(), Number(amount.replace(/<span class="was">.*<\/span>/s, '').replace(/\D/g, ''))] as const,
  );
}

describe('a trip with service fees', () => {
  test('flight, hotel and car each bear their own, inside price, total, quote, page and charge', async () => {
    const bare = await mixedTrip('EUR');
    expect(fees(bare)).toEqual([undefined, undefined, undefined]);
    await setRules(
      { match: { kind: 'flight', carrier: 'XX' }, currency: 'EUR', fixed: 99_99 },
      { match: { kind: 'flight', country: 'PT' }, currency: 'EUR', fixed: 12_34 },
      { match: { kind: 'hotel' }, currency: 'EUR', percent: 1, minimum: 25_00, maximum: 25_00 },
      { match: { kind: 'car' }, currency: 'EUR', percent: 10, roundTo: 1_00 },
    );
    const trip = await mixedTrip('EUR');
    const carFee = Math.round((prices(bare)[2] ?? 0) / 1_000) * 100;
    expect(fees(trip)).toEqual([12_34, 25_00, carFee]);
    expect(prices(trip)).toEqual([0, 1, 2].map((index) => (prices(bare)[index] ?? 0) + (fees(trip)[index] ?? 0)));
    expect(prices(trip)[0]).toBe(trip.shown.total_price.value);
    expect(trip.items.map((item: Answer['body']) => item.origin_price)).toEqual(
      bare.items.map((item: Answer['body']) => item.origin_price),
    );
    const fee = 12_34 + 25_00 + carFee;
    expect(trip.totals).toMatchObject({ total: sum(prices(trip)), service_fee: fee });
    expect(trip.due_later.map(({ amount }: { amount: number }) => amount)).toEqual(
      bare.due_later.map(({ amount }: { amount: number }) => amount),
    );

    const { body: checkout } = await checkOut(trip.trip_id);
    const total = sum(prices(trip));
    expect(checkout).toMatchObject({
      price_changed: false,
      total_amount: { amount: total },
      service_fee: { amount: fee, currency: 'EUR', decimal_places: 2 },
      agent_spt_params: { max_amount: total },
    });
    expect([fees(checkout), prices(checkout)]).toEqual([fees(trip), prices(trip)]);
    const quoted = await get(`/v1/trip/${trip.trip_id}`);
    expect(quoted.quote.totals).toEqual({ total, service_fee: fee, currency: 'EUR', decimal_places: 2 });

    const lines = await readPriceCard(checkout.checkout_url);
    expect(lines.at(-2)).toEqual(['Service fee', fee]);
    expect(lines.at(-1)?.[1]).toBe(total);
    expect(sum(lines.slice(0, -1).map(([, amount]) => amount))).toBe(total);

    await pay(trip.trip_id);
    await service.drain();
    const sold = await get(`/v1/trip/${trip.trip_id}`);
    expect([sold.status, sold.totals.total, fees(sold)]).toEqual(['fulfilled', total, fees(trip)]);
    expect(sold.bookings).toMatchObject([{ total_paid: { amount: total } }]);
    const after = await readPriceCard(checkout.checkout_url);
    expect(sum(after.slice(0, -1).map(([, amount]) => amount))).toBe(total);
  });

  test('without rules no answer names a fee', async () => {
    const trip = await flightTrip();
    const checkout = await checkOut(trip.trip_id);
    const read = await service.call('GET', `/v1/trip/${trip.trip_id}`, undefined, headers);
    expect([checkout.status, read.status]).toEqual([200, 200]);
    expect(checkout.text + read.text).not.toContain('service_fee');
    const lines = await readPriceCard(checkout.body.checkout_url);
    expect(lines.map(([name]) => name)).not.toContain('Service fee');
  });

  test('extras and seats raise it, and leaving them out lowers it again', async () => {
    await setRules({ match: { kind: 'flight' }, percent: 10 });
    const trip = await flightTrip();
    const [item] = trip.items;
    const base = item.price.amount - item.service_fee.amount;
    expect(item.service_fee.amount).toBe(Math.round(base / 10));
    const offered = await get(`/v1/trip/${trip.trip_id}/ancillaries`);
    const [bag] = offered.items[0].available_ancillaries;
    const select = async (quantity: number) =>
      (
        await post('/v1/select_ancillaries', {
          trip_id: trip.trip_id,
          item_id: item.item_id,
          selections: quantity === 0 ? [] : [{ offer_id: bag.offer_id, quantity }],
        })
      ).body;
    const withBag = base + bag.price_per_unit.value;
    expect(fees(await select(1))).toEqual([Math.round(withBag / 10)]);

    const { items: maps } = await get(`/v1/trip/${trip.trip_id}/seat_maps`);
    const seat = maps[0].seat_maps[0].rows
      .flatMap(({ seats }: { seats: Answer['body'][] }) => seats)
      .find((one: Answer['body']) => one.availability === 'available' && one.price?.value > 0);
    const found = await post('/v1/flight_search', {
      origin: 'QAA',
      destination: 'QAK',
      departure_date: departureDate(),
    });
    const seated = await post('/v1/trip', {
      trip_id: trip.trip_id,
      add_item: {
        trip_item_token: found.body.live_offers[0].fares[0].trip_item_token,
        seats: [{ segment_id: 's1-1', seat_number: seat.seat_number }],
      },
    });
    const withSeat = withBag + seat.price.value;
    expect(seated.body.items).toHaveLength(1);
    expect(seated.body.totals).toMatchObject({
      total: withSeat + Math.round(withSeat / 10),
      service_fee: Math.round(withSeat / 10),
    });
    const { body: checkout } = await checkOut(trip.trip_id);
    expect(checkout).toMatchObject({ price_changed: false, total_amount: { amount: seated.body.totals.total } });
    const lines = await readPriceCard(checkout.checkout_url);
    expect(sum(lines.slice(0, -1).map(([, amount]) => amount))).toBe(seated.body.totals.total);

    const without = base + seat.price.value;
    expect((await select(0)).totals).toMatchObject({ service_fee: Math.round(without / 10) });
  });

  test('a trip in another currency bears it in that currency', async () => {
    await setRules({ currency: 'EUR', fixed: 10_00 });
    const trip = await flightTrip();
    const fee = trip.items[0].service_fee;
    expect([fee.currency, fee.amount === 10_00]).toEqual([trip.totals.currency, trip.totals.currency === 'EUR']);
    const inEuros = await post('/v1/trip', { trip_id: trip.trip_id, currency: 'EUR' });
    expect(inEuros.body.items[0].service_fee).toEqual({ amount: 10_00, currency: 'EUR', decimal_places: 2 });
    const inYen = await post('/v1/trip', { trip_id: trip.trip_id, currency: 'JPY' });
    const rate = service.app.rates.rate('EUR', 'JPY');
    expect(inYen.body.items[0].service_fee).toEqual({
      amount: Math.round(10 * rate),
      currency: 'JPY',
      decimal_places: 0,
    });
    const { body: checkout } = await checkOut(trip.trip_id);
    const lines = await readPriceCard(checkout.checkout_url);
    expect(sum(lines.slice(0, -1).map(([, amount]) => amount))).toBe(checkout.total_amount.amount);
  });

  test.each([
    ['en', 'Service fee', 'of US$5.00 is not refunded if you cancel'],
    ['de', 'Servicegebühr', 'wird bei einer Stornierung nicht erstattet'],
    ['fr', 'Frais de service', 'ne sont pas remboursés en cas d’annulation'],
    ['es', 'Cargo por servicio', 'no se reembolsa en caso de cancelación'],
    ['ja', 'サービス手数料', 'は払い戻されません'],
  ])('its page in %s names it, and says that cancelling does not bring it back', async (locale, name, term) => {
    await setRules({ currency: 'USD', fixed: 5_00 });
    const { body } = await checkOut(await refundableStay());
    expect((await readPriceCard(body.checkout_url, locale)).at(-2)?.[0]).toBe(name);
    const page = await service.call('GET', `${new URL(body.checkout_url).pathname}?locale=${locale}`, undefined, {
      'x-api-key': '',
    });
    expect(page.text).toContain(term);
  });

  test.each([
    ['en', 'Service fee', 'After that, the service fee of US$5.00 is not refunded.'],
    ['de', 'Servicegebühr', 'Danach wird die Servicegebühr von'],
    ['fr', 'Frais de service', 'ne sont pas remboursés.'],
    ['es', 'Cargo por servicio', 'Después, el cargo por servicio de'],
    ['ja', 'サービス手数料', 'その後は、サービス手数料'],
  ])(
    'the page of a flight in %s says that only cancelling in the void window brings it back',
    async (locale, name, term) => {
      await setRules({ currency: 'USD', fixed: 5_00 });
      const trip = (await makeTrip(service, { origin: 'QAA', destination: 'QAL' }, headers)).body;
      const { body } = await checkOut(trip.trip_id);
      expect((await readPriceCard(body.checkout_url, locale)).at(-2)?.[0]).toBe(name);
      const page = await service.call('GET', `${new URL(body.checkout_url).pathname}?locale=${locale}`, undefined, {
        'x-api-key': '',
      });
      expect(page.text).toContain(term);
    },
  );
});

describe('rules that change', () => {
  test('between adding and quoting: a moved price, which is reported, and refused where the caller wants that', async () => {
    await setRules({ currency: 'USD', fixed: 5_00 });
    const trip = await flightTrip();
    const total: number = trip.totals.total;
    await setRules({ currency: 'USD', fixed: 8_00 });
    expect((await get(`/v1/trip/${trip.trip_id}`)).totals.total).toBe(total);

    const strict = await checkOut(trip.trip_id, { fail_on_price_change: true });
    expect(strict).toMatchObject({
      status: 409,
      body: {
        error: { code: 'PRICE_CHANGED' },
        items: [{ previous_price: { amount: total }, price: { amount: total + 3_00 } }],
      },
    });
    const bound = await checkOut(trip.trip_id, { max_price_increase: { amount: 2.99 } });
    expect([bound.status, bound.body.error.code]).toEqual([409, 'PRICE_CHANGED']);
    expect((await get(`/v1/trip/${trip.trip_id}`)).items[0]).toMatchObject({
      price: { amount: total },
      service_fee: { amount: 5_00 },
    });

    const { body: checkout } = await checkOut(trip.trip_id, { max_price_increase: { amount: 3 } });
    expect(checkout).toMatchObject({
      price_changed: true,
      total_amount: { amount: total + 3_00 },
      service_fee: { amount: 8_00 },
      items: [{ price_changed: true, previous_price: { amount: total }, service_fee: { amount: 8_00 } }],
    });
    const lines = await readPriceCard(checkout.checkout_url);
    expect(lines.slice(-2)).toEqual([
      ['Service fee', 8_00],
      ['Total', total + 3_00],
    ]);
  });

  test('that are taken away: a moved price down, and no trace of a fee', async () => {
    await setRules({ currency: 'USD', fixed: 5_00 });
    const trip = await flightTrip();
    await setRules();
    const checkout = await checkOut(trip.trip_id);
    expect(checkout.body).toMatchObject({
      price_changed: true,
      total_amount: { amount: trip.totals.total - 5_00 },
      items: [{ previous_price: { amount: trip.totals.total } }],
    });
    expect(checkout.text).not.toContain('service_fee');
  });

  test('after quoting: what was quoted is charged', async () => {
    await setRules({ currency: 'USD', fixed: 5_00 });
    const trip = await flightTrip();
    const { body: checkout } = await checkOut(trip.trip_id);
    await setRules({ currency: 'USD', fixed: 80_00 });
    expect((await checkOut(trip.trip_id)).body).toEqual(checkout);
    await pay(trip.trip_id);
    await service.drain();
    const sold = await get(`/v1/trip/${trip.trip_id}`);
    expect(sold).toMatchObject({
      status: 'fulfilled',
      totals: { total: trip.totals.total },
      items: [{ price: { amount: trip.totals.total }, service_fee: { amount: 5_00 } }],
      quote: { totals: { total: trip.totals.total, service_fee: 5_00 } },
    });
  });

  test.each([
    ['dearer', 80_00],
    ['cheaper', 1_00],
  ])(
    'to %s, and the payment is known only after the quote: the fee that was agreed to is charged',
    async (_, fixed) => {
      await setRules({ currency: 'USD', fixed: 5_00 });
      const trip = await flightTrip();
      await checkOut(trip.trip_id);
      await pay(trip.trip_id, { authorise_delay_seconds: 400 });
      await setRules({ currency: 'USD', fixed });
      await service.call('POST', '/v1/sandbox/clock', { advance_seconds: 600 }, headers);
      await service.drain();
      expect(await get(`/v1/trip/${trip.trip_id}`)).toMatchObject({
        status: 'fulfilled',
        items: [{ service_fee: { amount: 5_00 } }],
        totals: { total: trip.totals.total },
        bookings: [{ total_paid: { amount: trip.totals.total } }],
      });
    },
  );
});
