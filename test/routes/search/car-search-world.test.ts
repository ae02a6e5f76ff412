import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { messagesOf } from '../../../web/checkout/messages.ts';
import { nameRentalCharge } from '../../../web/checkout/messages/standard-names/rental-charges.ts';
import { createSandboxCars } from '../../../simulator/rentals/cars.ts';
import { openTestDatabase, type TestDatabase } from '../../support/service/database.ts';
import { startService, testWorld, type TestService } from '../../support/service/service.ts';

let db: TestDatabase;
let service: TestService;
const clock = { now: () => new Date('2027-01-10T12:00:00Z') };

interface Charge {
  readonly description: string;
  readonly price: { readonly value: number; readonly currency: string };
  readonly paid_at: string;
}
interface Offer {
  readonly offer_id: string;
  readonly vendor: string;
  readonly vehicle: {
    readonly name: string;
    readonly category: string;
    readonly acriss_code: string;
    readonly transmission: string;
    readonly image: string;
    readonly body_type: string;
  };
  readonly pick_up: {
    readonly branch_id: string;
    readonly city_code: string;
    readonly country: string;
    readonly airport: string | null;
    readonly latitude: number;
    readonly longitude: number;
    readonly opens: string;
    readonly closes: string;
  };
  readonly drop_off: { readonly branch_id: string; readonly city_code: string };
  readonly days: number;
  readonly price: { readonly value: number; readonly currency: string; readonly decimal_places: number };
  readonly total: { readonly value: number };
  readonly charges: readonly Charge[];
  readonly is_refundable: boolean;
  readonly free_cancellation_until: string | null;
  readonly cancellation_schedule: readonly {
    readonly cancel_time: string;
    readonly penalty: { readonly value: number };
  }[];
  readonly origin_price: { readonly currency: string };
}
interface Found {
  readonly offers: readonly Offer[];
  readonly total: number;
  readonly empty_reason: string | null;
  readonly facets: {
    readonly categories: Readonly<Record<string, number>>;
    readonly transmissions: Readonly<Record<string, number>>;
    readonly vendors: Readonly<Record<string, number>>;
  };
  readonly left_out: { readonly beyond_supplier_bound: number };
}

async function search(location: string, part: object = {}): Promise<Found> {
  const { status, text, body } = await service.call('POST', '/v1/car_search', {
    pick_up: { location, date_time: '2027-03-05T10:00:00' },
    drop_off: { date_time: '2027-03-10T10:00:00' },
    currency: 'EUR',
    limit: 100,
    ...part,
  });
  if (status !== 200) throw new Error(text);
  return body;
}

beforeAll(async () => {
  db = await openTestDatabase();
  service = await startService({ db, clock, carSuppliers: [createSandboxCars({ world: testWorld(), db, clock })] });
});
afterAll(async () => {
  await service.close();
  await db.close();
});

describe('the built-in world', () => {
  test.each([
    ['LIS', 'PT', 'EUR'],
    ['LAX', 'US', 'USD'],
    ['TYO', 'JP', 'JPY'],
  ])('%s has cars of many kinds, cheapest first, filed at home', async (location, country, currency) => {
    const { offers, total, facets } = await search(location);
    expect(total).toBeGreaterThan(50);
    expect(Object.keys(facets.categories).length).toBeGreaterThan(4);
    expect(Object.keys(facets.vendors).length).toBeGreaterThan(3);
    expect(new Set(offers.map(({ pick_up }) => pick_up.country))).toEqual(new Set([country]));
    expect(new Set(offers.map(({ origin_price }) => origin_price.currency))).toEqual(new Set([currency]));
    const totals = offers.map((offer) => offer.total.value);
    expect(totals).toEqual(totals.toSorted((a, b) => a - b));
    expect(offers.every(({ days }) => days === 5)).toBe(true);
  });

  test('sums hold and schedules are in time order with penalties that never fall', async () => {
    for (const offer of (await search('LIS', { currency: 'JPY' })).offers) {
      expect(offer.charges.reduce((sum, { price }) => sum + price.value, 0)).toBe(offer.total.value);
      const times = offer.cancellation_schedule.map(({ cancel_time }) => cancel_time);
      const penalties = offer.cancellation_schedule.map(({ penalty }) => penalty.value);
      expect([times, penalties]).toEqual([times.toSorted(), penalties.toSorted((a, b) => a - b)]);
      expect(Math.max(0, ...penalties)).toBeLessThanOrEqual(offer.total.value);
      if (!offer.is_refundable) expect(offer.free_cancellation_until).toBeNull();
    }
  });

  test('a city has branches in town and at the airport, the airport only its own', async () => {
    const airportsOf = async (part: object) =>
      new Set((await search('LIS', part)).offers.map(({ pick_up }) => pick_up.airport));
    expect(await airportsOf({})).toEqual(new Set(['LIS', null]));
    expect(
      await airportsOf({ pick_up: { location: 'LIS', location_type: 'airport', date_time: '2027-03-05T10:00:00' } }),
    ).toEqual(new Set(['LIS']));
  });

  test('one way costs more, and says so', async () => {
    const oneWay = await search('LIS', { drop_off: { location: 'OPO', date_time: '2027-03-10T10:00:00' } });
    expect(oneWay.offers.length).toBeGreaterThan(0);
    for (const offer of oneWay.offers)
      expect([offer.drop_off.city_code, offer.charges.some(({ description }) => /one.way/i.test(description))]).toEqual(
        ['OPO', true],
      );
  });

  test('who is young pays more and is not given every class', async () => {
    const [young, grown] = [await search('LIS', { driver_age: 21 }), await search('LIS', { driver_age: 35 })];
    expect(young.offers.some(({ charges }) => charges.some(({ description }) => /young/i.test(description)))).toBe(
      true,
    );
    expect(grown.offers.some(({ charges }) => charges.some(({ description }) => /young/i.test(description)))).toBe(
      false,
    );
    expect(young.total + young.left_out.beyond_supplier_bound).toBeLessThan(
      grown.total + grown.left_out.beyond_supplier_bound,
    );
  });

  test('every charge has a name in the languages of the pages', async () => {
    const drop = (location: string) => ({ drop_off: { location, date_time: '2027-03-08T23:00:00' } });
    const answers = [
      await search('LIS', drop('OPO')),
      await search('LIS', drop('MAD')),
      await search('LIS', { driver_age: 21 }),
      await search('LIS', { pick_up: { location: 'LIS', date_time: '2027-03-05T00:30:00' } }),
    ];
    const named = new Set(
      answers.flatMap(({ offers }) => offers.flatMap(({ charges }) => charges)).map(({ description }) => description),
    );
    expect(named.size).toBeGreaterThan(4);
    const { rental } = messagesOf('de');
    for (const description of named)
      expect([description, rental.charges && nameRentalCharge(rental.charges, description)]).toEqual([
        description,
        expect.stringMatching(/[a-z]/),
      ]);
  });

  test('the whole of a large city is counted, dear classes too', async () => {
    const all = await search('LON');
    expect(all.left_out.beyond_supplier_bound).toBe(0);
    const luxury = await search('LON', { categories: ['luxury'] });
    expect(luxury.total).toBe(all.facets.categories['luxury']);
    expect(new Set(luxury.offers.map(({ vehicle }) => vehicle.category))).toEqual(new Set(['Luxury']));
  });

  test('what its own filters leave empty is no lack of cars, and what suppliers hid themselves is not counted as nothing', async () => {
    expect((await search('LIS')).left_out).toMatchObject({ hidden_offers: 0 });
    expect(await search('LIS', { categories: ['special'] })).toMatchObject({
      total: 0,
      empty_reason: 'filtered_out',
      left_out: { hidden_offers: null },
    });
    const automatic = await search('LIS', { transmission: 'automatic' });
    expect(automatic.total).toBeGreaterThan(0);
    expect(automatic.left_out).toMatchObject({ hidden_offers: null });
  });

  test('around a point; where there is no land, no cars is the answer', async () => {
    const at = (latitude: number, longitude: number) =>
      search('', { pick_up: { latitude, longitude, date_time: '2027-03-05T10:00:00' } });
    const near = await at(38.71, -9.14);
    expect(near.total).toBeGreaterThan(20);
    for (const { pick_up } of near.offers)
      expect([Math.abs(pick_up.latitude - 38.71) < 1, Math.abs(pick_up.longitude + 9.14) < 1]).toEqual([true, true]);
    expect(await at(-48.88, -123.39)).toMatchObject({ offers: [], total: 0, empty_reason: 'no_cars' });
  });

  test('at four in the morning only counters that are open then', async () => {
    const night = await search('LIS', { pick_up: { location: 'LIS', date_time: '2027-03-05T04:00:00' } });
    for (const { pick_up, charges } of night.offers)
      expect(pick_up.opens === '00:00' || charges.some(({ description }) => /hours/i.test(description))).toBe(true);
    expect(night.total + night.left_out.beyond_supplier_bound).toBeLessThan(300);
  });

  test('branch QAA: one vehicle for each scenario', async () => {
    const { offers } = await search('QAA', { currency: 'USD' });
    expect(offers.map(({ vehicle }) => vehicle.name).toSorted()).toEqual([
      'add_collect',
      'busy',
      'even',
      'not_exchangeable',
      'on_request',
      'refund',
    ]);
  });
});

test('an offer goes into a trip at the price it was shown at', async () => {
  const [offer] = (await search('LIS', { currency: 'JPY' })).offers;
  const { status, body } = await service.call('POST', '/v1/trip', {
    add_item: { trip_item_token: offer?.offer_id },
    currency: 'JPY',
  });
  expect([status, body.items?.[0]]).toMatchObject([
    200,
    { type: 'car', price: { amount: offer?.price.value, currency: 'JPY', decimal_places: 0 } },
  ]);
});

test('every picture an answer links to exists, may be kept and never changes', async () => {
  const found = await Promise.all(['LIS', 'LAX', 'LON', 'QAA'].map((location) => search(location)));
  const links = new Set(found.flatMap(({ offers }) => offers.map(({ vehicle }) => vehicle.image)));
  expect(links.size).toBeGreaterThan(20);
  for (const link of links) {
    const answer = await fetch(link);
    expect([link, answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      link,
      200,
      'image/svg+xml; charset=utf-8',
      'public, max-age=604800, stale-while-revalidate=86400',
    ]);
    const drawing = await answer.text();
    expect(drawing).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*<\/svg>$/);
    expect(drawing.length).toBeLessThan(12_000);
    expect(drawing).not.toMatch(/NaN|undefined|<script|href=/);
    const again = await fetch(link, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  }
});

test.each([
  '/assets/cars/cdmr-1.svg',
  '/assets/cars/CDMR.svg',
  '/assets/cars/CDMR-8.svg',
  '/assets/cars/CDMRR-1.svg',
  '/assets/cars/CDMR-1.png',
  '/assets/cars/%3Cb%3E-1.svg',
])('%s is nothing', async (path) => {
  expect((await fetch(`${service.url}${path}`)).status).toBe(404);
});

test('the picture says in words what it shows', async () => {
  const titleOf = async (name: string) =>
    /<title>(.*)<\/title>/.exec(await (await fetch(`${service.url}/assets/cars/${name}`)).text())?.[1];
  expect(
    await Promise.all(['CDMR-0.svg', 'SFAH-1.svg', 'UTAR-2.svg', 'XYMR-3.svg', 'QQQQ-4.svg'].map(titleOf)),
  ).toEqual(['Compact car', 'Standard SUV', 'Premium elite convertible', 'Special motorcycle', 'Q pickup']);
});
