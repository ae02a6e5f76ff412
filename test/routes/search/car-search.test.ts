import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openProduct } from '../../../src/offers/token/product-token.ts';
import type { SupplierContext } from '../../../src/suppliers/ports/supplier.ts';
import type { RentalQuery } from '../../../src/travel/rental.ts';
import { aCarSupplier, fewRentals } from '../../support/products/cars.ts';
import { startService, type TestService } from '../../support/service/service.ts';

let service: TestService;
/** What the supplier was asked, the latest last. */
const asked: RentalQuery[] = [];
const clock = { now: () => new Date('2027-01-10T12:00:00Z') };
const supplier = aCarSupplier({
  search: async (query: RentalQuery, _context: SupplierContext) => {
    asked.push(query);
    return { offers: fewRentals(query), omitted: 7 };
  },
});

const body = {
  pick_up: { location: 'LIS', date_time: '2027-03-05T10:00:00' },
  drop_off: { date_time: '2027-03-10T10:00:00' },
};
const search = (part: object = {}, headers: Readonly<Record<string, string>> = {}) =>
  service.call('POST', '/v1/car_search', { ...body, currency: 'EUR', ...part }, headers);
const codes = (answer: { readonly offers: readonly { readonly vehicle: { readonly acriss_code: string } }[] }) =>
  answer.offers.map(({ vehicle }) => vehicle.acriss_code);

beforeAll(async () => {
  service = await startService({ carSuppliers: [supplier], clock });
});
afterAll(() => service.close());

describe('POST /v1/car_search', () => {
  test('an offer in full, in the currency it is filed in', async () => {
    const { status, body: answer } = await search();
    expect(status).toBe(200);
    const [offer] = answer.offers;
    const eur = (value: number) => ({ value, currency: 'EUR', decimal_places: 2 });
    const stop = {
      branch_id: 'ZZ-LIS',
      branch_name: 'Testcar Lisbon Airport',
      city: 'Lisbon',
      city_code: 'LIS',
      country: 'PT',
      address: 'Terminal 1, Lisboa',
      airport: 'LIS',
      latitude: 38.77,
      longitude: -9.13,
      opens: '00:00',
      closes: '24:00',
    };
    expect(offer).toEqual({
      offer_id: expect.stringMatching(/^car_[\w-]{60,}$/),
      expires_at: '2027-01-10T12:20:00.000Z',
      provider: 'few_cars',
      vendor: 'Testcar',
      vehicle: {
        name: 'Testa Prova or similar',
        category: 'Compact',
        body_type: 'car',
        acriss_code: 'CDMR',
        transmission: 'manual',
        fuel: 'petrol',
        air_conditioning: true,
        seats: 5,
        doors: 5,
        bags_large: 2,
        bags_small: 1,
        image: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/assets\/cars\/CDMR-[0-7]\.svg$/),
      },
      pick_up: { ...stop, date_time: '2027-03-05T10:00:00' },
      drop_off: { ...stop, date_time: '2027-03-10T10:00:00' },
      days: 5,
      price: eur(20_001),
      due_at_desk: [{ description: 'Road tax', price: eur(3_050) }],
      due_at_desk_total: eur(3_050),
      total: eur(23_051),
      charges: [
        { description: '5 days', price: eur(15_000), paid_at: 'now' },
        { description: 'Airport fee', price: eur(5_001), paid_at: 'now' },
        { description: 'Road tax', price: eur(3_050), paid_at: 'local' },
      ],
      deposit: eur(60_000),
      on_request: false,
      mileage: { unlimited: false, included_km: 1_000, extra_per_km: eur(25) },
      fuel_policy: 'full_to_full',
      is_refundable: true,
      free_cancellation_until: '2027-03-03T10:00:00.000Z',
      cancellation_schedule: [
        { cancel_time: '2027-03-03T10:00:00.000Z', penalty: eur(3_000), type: 'nights' },
        { cancel_time: '2027-03-05T10:00:00.000Z', penalty: eur(20_001), type: 'percent' },
      ],
      available_ancillaries: [
        {
          offer_id: 'child_seat',
          label: 'Child seat',
          description: '9 to 18 kg',
          type: 'child_seat',
          paid_at: 'local',
          price: eur(4_001),
          max_quantity: 2,
        },
        {
          offer_id: 'gps',
          label: 'GPS',
          description: 'Navigation in your language',
          type: 'gps',
          paid_at: 'now',
          price: eur(3_333),
          max_quantity: 1,
        },
      ],
      conversion_rate: 1,
      origin_price: eur(20_001),
      origin_due_at_desk_total: eur(3_050),
      cars_left: 3,
    });
  });

  test('what is said once: totals, facets, driver, statuses', async () => {
    const { body: answer } = await search({ residence_country: 'fr' });
    expect(codes(answer)).toEqual(['CDMR', 'MBMN', 'IWAR', 'SFAH']);
    expect({ ...answer, offers: [] }).toMatchObject({
      total: 4,
      pagination: {},
      driver: { age: 30, is_age_assumed: true, residence_country: 'FR' },
      filters_applied: [],
      empty_reason: null,
      facets: {
        categories: { compact: 1, mini: 1, intermediate: 1, standard: 1 },
        body_types: { car: 2, estate: 1, suv: 1 },
        transmissions: { manual: 2, automatic: 2 },
        vendors: { Testcar: 3, Otherdrive: 1 },
      },
      supplier_statuses: [{ provider: 'few_cars', status: 'ok', offer_count: 4 }],
      left_out: { hidden_offers: 0, beyond_supplier_bound: 7 },
    });
    expect((await search({ driver_age: 30 })).body.driver).toEqual({
      age: 30,
      is_age_assumed: false,
      residence_country: null,
    });
  });

  test('in another currency every sum is the sum of what is shown', async () => {
    for (const currency of ['USD', 'JPY', 'KWD']) {
      const { body: answer } = await search({ currency });
      for (const offer of answer.offers) {
        const sumOf = (place: string) =>
          offer.charges
            .filter((charge: { paid_at: string }) => charge.paid_at === place)
            .reduce((sum: number, charge: { price: { value: number } }) => sum + charge.price.value, 0);
        expect([offer.price.value, offer.due_at_desk_total.value, offer.total.value]).toEqual([
          sumOf('now'),
          sumOf('local'),
          sumOf('now') + sumOf('local'),
        ]);
        expect(
          new Set(
            [
              offer.price,
              offer.total,
              offer.deposit,
              ...offer.cancellation_schedule.map((step: { penalty: object }) => step.penalty),
            ].map((amount: { currency: string }) => amount.currency),
          ),
        ).toEqual(new Set([currency]));
        expect(offer.origin_price.currency).toBe('EUR');
        expect(
          Math.abs(
            (offer.origin_price.value / 100) * offer.conversion_rate -
              offer.price.value / 10 ** offer.price.decimal_places,
          ),
        ).toBeLessThan(2 / 10 ** offer.price.decimal_places);
      }
    }
  });

  test('USD unless told', async () => {
    expect((await service.call('POST', '/v1/car_search', body)).body.offers[0].total.currency).toBe('USD');
  });

  test('the token names supplier, offer, currency and what is paid now, for 20 minutes', async () => {
    const { key, organizationId } = await service.makeKey();
    const text: string = (await search({ currency: 'USD' }, { 'x-api-key': key })).body.offers[0].offer_id;
    const at = (minutes: number) => () =>
      openProduct(service.app, organizationId, { text, path: 'x' }, new Date(clock.now().getTime() + minutes * 60_000));
    expect(at(0)()).toEqual({
      kind: 'car',
      supplierId: 'few_cars',
      productKey: 'compact',
      displayCurrency: 'USD',
      originPrice: { value: 20_001, currency: 'EUR' },
      expiresAt: new Date('2027-01-10T12:20:00Z'),
    });
    expect(at(20)).toThrow('expired');
  });

  test('names of cities in the language asked for', async () => {
    expect((await search({ locale: 'fr-CA' })).body.offers[0].pick_up.city).toBe('Lisbonne');
  });
});

describe('what the supplier is asked', () => {
  const lastAsked = async (part: object) => {
    expect((await search(part)).status).toBe(200);
    return asked.at(-1);
  };
  test('a code that is both means the city, unless told; the drop-off is where it began', async () => {
    expect(await lastAsked({ driver_age: 41, residence_country: 'pt' })).toEqual({
      pickUp: { place: { kind: 'city', cityCode: 'LIS' }, at: '2027-03-05T10:00:00' },
      dropOff: { place: { kind: 'city', cityCode: 'LIS' }, at: '2027-03-10T10:00:00' },
      driverAge: 41,
      residenceCountry: 'PT',
      offersMax: 1_500,
    });
    expect((await lastAsked({ pick_up: { ...body.pick_up, location_type: 'airport' } }))?.dropOff.place).toEqual({
      kind: 'airport',
      airport: 'LIS',
    });
  });
  test('what a supplier may narrow by before it cuts', async () => {
    expect((await lastAsked({ transmission: 'automatic', categories: ['estate', 'c', 'cdmr'] }))?.only).toEqual({
      transmission: 'automatic',
      acrissPatterns: ['?W??', 'C???', 'CDMR'],
    });
    expect(await lastAsked({ max_total_price: 900 })).not.toHaveProperty('only');
  });
  test('one way, an airport of a large city, a point', async () => {
    expect(
      (await lastAsked({ drop_off: { location: 'opo', date_time: '2027-03-10T10:00:00' } }))?.dropOff.place,
    ).toEqual({ kind: 'city', cityCode: 'OPO' });
    expect((await lastAsked({ pick_up: { location: 'LHR', date_time: '2027-03-05T10:00:00' } }))?.pickUp.place).toEqual(
      { kind: 'airport', airport: 'LHR' },
    );
    const point = await lastAsked({
      pick_up: { latitude: 38.7, longitude: -9.1, date_time: '2027-03-05T10:00:00' },
      drop_off: { latitude: 41.1, longitude: -8.6, date_time: '2027-03-10T10:00:00' },
    });
    expect([point?.pickUp.place, point?.dropOff.place]).toEqual([
      { kind: 'around', latitude: 38.7, longitude: -9.1 },
      { kind: 'around', latitude: 41.1, longitude: -8.6 },
    ]);
  });
});

describe('filters', () => {
  test.each([
    ['transmission', { transmission: 'automatic' }, ['IWAR', 'SFAH']],
    ['categories', { categories: ['suv', 'M'] }, ['MBMN', 'SFAH']],
    ['categories', { categories: ['cdmr'] }, ['CDMR']],
    ['max_total_price', { max_total_price: 250 }, ['CDMR', 'MBMN']],
    ['unlimited_mileage_only', { unlimited_mileage_only: true }, ['IWAR']],
    ['free_cancellation_only', { free_cancellation_only: true }, ['CDMR', 'MBMN', 'IWAR']],
  ])('%s %j', async (name, part, left) => {
    const { body: answer } = await search(part);
    expect([codes(answer), answer.filters_applied, answer.total, answer.left_out.hidden_offers]).toEqual([
      left,
      [name],
      left.length,
      4 - left.length,
    ]);
  });
  test('none given hides nothing', async () => {
    const { body: answer } = await search({
      categories: [],
      unlimited_mileage_only: false,
      free_cancellation_only: false,
    });
    expect([answer.total, answer.filters_applied]).toEqual([4, []]);
  });
});

describe('pages', () => {
  test('by token and by offset the same; the last has no token', async () => {
    const first = await search({ limit: 3 });
    const token = first.body.pagination.next_page_token;
    const second = await search({ limit: 3, page_token: token });
    expect([codes(first.body), codes(second.body), second.body.pagination]).toEqual([
      ['CDMR', 'MBMN', 'IWAR'],
      ['SFAH'],
      {},
    ]);
    expect(codes((await search({ limit: 3, offset: 3 })).body)).toEqual(['SFAH']);
    expect(codes((await search({ limit: 1, offset: 99, page_token: token })).body)).toEqual(['SFAH']);
  });
  test('a token of another search, of another organization or altered is 422', async () => {
    const token: string = (await search({ limit: 3 })).body.pagination.next_page_token;
    const altered = token.slice(0, 20) + (token[20] === 'A' ? 'B' : 'A') + token.slice(21);
    const { key } = await service.makeKey();
    for (const answer of [
      await search({ driver_age: 40, page_token: token }),
      await search({ page_token: token }, { 'x-api-key': key }),
      await search({ page_token: altered }),
      await search({ page_token: 'x' }),
    ]) {
      expect([answer.status, answer.body.fields?.[0].path]).toEqual([422, 'page_token']);
    }
  });
  test('why a page is empty', async () => {
    expect((await search({ max_total_price: 1 })).body).toMatchObject({
      offers: [],
      total: 0,
      empty_reason: 'filtered_out',
    });
    expect((await search({ offset: 4 })).body).toMatchObject({ offers: [], total: 4, empty_reason: 'past_last_offer' });
  });
});

test("the same question gets the same bytes for 45 seconds of the organization's clock, and nobody else's", async () => {
  const first = await search({ driver_age: 55 });
  const count = asked.length;
  expect((await search({ driver_age: 55 })).text).toBe(first.text);
  expect(asked.length).toBe(count);
  const { key } = await service.makeKey();
  expect((await search({ driver_age: 55 }, { 'x-api-key': key })).text).not.toBe(first.text);
  await service.advance(45);
  expect((await search({ driver_age: 55 })).text).not.toBe(first.text);
  expect(asked.length).toBe(count + 2);
});

test('a search costs 10 credits', async () => {
  const { key } = await service.makeKey();
  const balance = async () => (await service.call('GET', '/v1/account', undefined, { 'x-api-key': key })).body.balance;
  const before = await balance();
  await search({}, { 'x-api-key': key });
  expect(before - (await balance())).toBe(10);
});
