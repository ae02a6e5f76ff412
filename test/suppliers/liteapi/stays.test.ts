import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readRateKey } from '../../../src/suppliers/liteapi/search/rate-key.ts';
import { payNowOfStay } from '../../../src/travel/stay.ts';
import {
  isRefundable,
  LISBON,
  type LiteapiUnderTest,
  openLiteapi,
  requestFor,
} from '../../support/suppliers/liteapi-supplier.ts';

let at: LiteapiUnderTest;
beforeAll(async () => {
  at = await openLiteapi();
});
afterAll(() => at.close());
afterEach(() => {
  at.stub.control.clearFaults();
  at.stub.control.set({ sparse: false, sold_out: [], offer_minutes: 30, prebook_minutes: 60, policy_zone: 'mixed' });
  at.stub.control.forgetCalls();
});

const booking = () => at.context({ purpose: 'booking' });
/** Nights that no test before has asked for. */
let weeks = 0;
function otherNights() {
  weeks += 1;
  const day = (days: number) => new Date(Date.UTC(2027, 3, 1 + 3 * weeks + days)).toISOString().slice(0, 10);
  return { checkIn: day(0), checkOut: day(2) };
}

describe('search', () => {
  test('one call finds hotels, cheapest first, and answers later pages, rates and the trip', async () => {
    const nights = otherNights();
    const hotels = await at.search(nights);
    expect(hotels.length).toBeGreaterThan(20);
    const totals = hotels.map(({ ratesOfRooms }) => ratesOfRooms[0]?.[0]?.total.value ?? 0);
    expect(totals).toEqual(totals.toSorted((a, b) => a - b));
    expect(hotels[0]?.hotel).toMatchObject({
      hotelId: expect.stringMatching(/^lta_lp1a/),
      cityCode: 'LIS',
      country: 'PT',
    });
    const page = await at.hotels.search({ ...LISBON, ...nights, hotelsMax: 5 }, at.context({ purpose: 'page' }));
    expect([page.hotels.length, page.omitted]).toEqual([5, hotels.length - 5]);
    const rate = hotels[3]?.ratesOfRooms[0]?.[0];
    expect(rate?.rateKey.length).toBeLessThan(300);
    const stay = await at.hotels.getStay([rate?.rateKey ?? ''], at.context());
    expect(stay?.rates).toEqual([rate]);
    expect(at.stub.control.calls()).toEqual({ rates: 1 });
  });

  test('of one hotel there are all offers; a price is never below the lowest public one', async () => {
    const nights = otherNights();
    const [first] = await at.search(nights);
    const hotelId = first?.hotel.hotelId ?? '';
    const [hotel] = await at.search({ ...nights, place: { kind: 'hotels', hotelIds: [hotelId, 'bhlis-1'] } });
    const rates = hotel?.ratesOfRooms[0] ?? [];
    expect(rates.length).toBeGreaterThan(2);
    // The stub's lowest public prices lie 4 percent and more above what it takes.
    for (const { rateKey, total } of rates) {
      const key = readRateKey(rateKey);
      expect(total.value).toBe(key?.total);
      expect(total.value).toBeGreaterThanOrEqual(Math.round((key?.retail ?? 0) * 1.04));
    }
  });

  test('what LiteAPI does not say is unknown; what the property takes stands beside the total', async () => {
    at.stub.control.set({ sparse: true, policy_zone: 'absent' });
    const rates = (await at.offers(40, otherNights())).flatMap(([list = []]) => list);
    expect(rates.some(({ cancellation }) => cancellation === 'unknown')).toBe(true);
    expect(rates.some(({ taxes }) => taxes.length === 0)).toBe(true);
    expect(rates.every(({ roomsLeft, nights }) => roomsLeft === undefined && nights === undefined)).toBe(true);
    const due = rates.flatMap(({ taxes }) => taxes.filter(({ isIncluded }) => !isIncluded));
    expect(due[0]).toMatchObject({ description: 'City tax', amount: { currency: 'EUR' } });
  });

  test('a point, an unknown place and a whole country', async () => {
    const nights = otherNights();
    const around = { kind: 'around', latitude: 38.72, longitude: -9.14, radiusKm: 5 } as const;
    expect((await at.search({ ...nights, place: around })).length).toBeGreaterThan(5);
    expect(await at.search({ ...nights, place: { kind: 'hotels', hotelIds: ['bhlis-1'] } })).toEqual([]);
    expect(await at.search({ ...nights, place: { kind: 'hotels', hotelIds: ['lta_nobody'] } })).toEqual([]);
    await expect(at.search({ ...nights, place: { kind: 'country', country: 'PT' } })).rejects.toMatchObject({
      kind: 'rejected',
    });
  });

  test.each(['200', '204', '204_with_body'] as const)('nothing found (%s) is no hotels', async (form) => {
    at.stub.control.addFault({ operation: 'rates', fault: { kind: 'nothing', form }, times: 1 });
    expect(await at.search(otherNights())).toEqual([]);
  });

  test.each([
    [{ kind: 'html' }, 'error'],
    [{ kind: 'cut_json' }, 'error'],
    [{ kind: 'reset' }, 'unavailable'],
    [{ kind: 'rate_limited' }, 'rate_limited'],
    [{ kind: 'error', code: 401, status: 401 }, 'unauthorised'],
  ] as const)('%j fails the search', async (fault, kind) => {
    at.stub.control.addFault({ operation: 'rates', fault, times: kind === 'rate_limited' ? 2 : 1 });
    await expect(at.search(otherNights())).rejects.toMatchObject({ name: 'SupplierFailure', kind });
  });
});

test('what LiteAPI has not looked at, for the account makes too many calls, is asked once more: a search and a price', async () => {
  at.stub.control.forgetCalls();
  at.stub.control.addFault({ operation: 'rates', fault: { kind: 'rate_limited' }, times: 1 });
  const [hotel] = await at.search(otherNights());
  at.stub.control.addFault({ operation: 'prebook', fault: { kind: 'rate_limited', code: 429 }, times: 1 });
  const priced = await at.hotels.price([hotel?.ratesOfRooms[0]?.[0]?.rateKey ?? ''], booking());
  expect(priced.kind).toBe('priced');
  expect(at.stub.control.calls()).toEqual({ rates: 2, prebook: 2 });
});

describe('several rooms', () => {
  const rooms = [
    { adults: 2, childrenAges: [4] },
    { adults: 1, childrenAges: [] },
    { adults: 1, childrenAges: [] },
  ] as const;

  test('are sold together, at prices that add up, in the names of their guests', async () => {
    const { stay, request } = await at.aStay(() => true, { ...otherNights(), rooms });
    expect(stay.rates.map(({ party }) => party)).toEqual(rooms);
    expect(new Set(stay.rates.map(({ togetherKey }) => togetherKey)).size).toBe(1);
    expect(payNowOfStay(stay).value).toBe(readRateKey(request.rateKeys[0] ?? '')?.total);
    const adults = ['Nellie', 'Elizabeth', 'Winifred', 'Ida'].map((firstName, index) => ({
      ...(request.travelers[0] ?? ({} as never)),
      travelerId: `t${index}`,
      firstName,
    }));
    const outcome = await at.hotels.book({ ...request, travelers: adults }, booking());
    expect(outcome.kind).toBe('confirmed');
    const [booked] = at.bookingsOf(request.reference);
    expect(booked?.guests.map(({ firstName }) => firstName)).toEqual(['Nellie', 'Winifred', 'Ida']);
  });

  test('a part of them is not for sale', async () => {
    const [hotel] = await at.search({ ...otherNights(), rooms });
    const [first, second] = hotel?.ratesOfRooms.map(([rate]) => rate?.rateKey ?? '') ?? [];
    expect(await at.hotels.getStay([first ?? '', second ?? ''], at.context())).toBeUndefined();
    expect(await at.hotels.price([first ?? ''], booking())).toMatchObject({ kind: 'gone' });
    expect((await at.hotels.getStay([first ?? ''], at.context()))?.rates[0].togetherKey).toBeDefined();
  });
});

describe('price', () => {
  async function priceWith(fault: object | undefined) {
    const [lists] = await at.offers(1, otherNights());
    const rate = lists?.[0]?.find(isRefundable);
    if (fault !== undefined)
      at.stub.control.addFault({ operation: 'prebook', fault: { kind: 'substitute', ...fault }, times: 1 });
    return { rate, priced: await at.hotels.price([rate?.rateKey ?? ''], booking()) };
  }

  test('is that of a prebook, whose id goes into the keys', async () => {
    const { rate, priced } = await priceWith(undefined);
    expect(priced).toMatchObject({ kind: 'priced', stay: { rates: [{ total: rate?.total }] } });
    const [key] = priced.kind === 'priced' ? (priced.rateKeys ?? []) : [];
    expect(readRateKey(key ?? '')?.prebookId).toMatch(/^[\w-]{9}$/);
    expect(at.stub.control.calls()).toEqual({ rates: 2, prebook: 1 });
    // Priced once more, by the keys of before: a prebook of its own, and no search.
    expect((await at.hotels.price([key ?? ''], booking())).kind).toBe('priced');
    expect(at.stub.control.calls()).toEqual({ rates: 2, prebook: 2 });
  });

  test.each([true, false])('that moved is told, whether LiteAPI says so (%s) or not', async (isSaid) => {
    for (const percent of [3, -2]) {
      const { rate, priced } = await priceWith({ price_percent: percent, price_said: isSaid });
      const total = priced.kind === 'priced' ? priced.stay.rates[0].total.value : 0;
      expect(total / (rate?.total.value ?? 1)).toBeCloseTo(1 + percent / 100, 2);
    }
  });

  test.each([
    { room: true },
    { board: true },
    { board: true, board_said: false },
    { cancellation: true },
    { cancellation: true, cancellation_said: false },
  ])('of something else or worse (%j) is no price: it is gone', async (fault) => {
    expect((await priceWith(fault)).priced).toMatchObject({ kind: 'gone' });
  });

  test('of an offer that is outdated is looked for once more, by asking for the hotel', async () => {
    const [lists] = await at.offers(1, otherNights());
    const rate = lists?.[0]?.find(isRefundable);
    await at.advance(31 * 60_000);
    at.stub.control.forgetCalls();
    const priced = await at.hotels.price([rate?.rateKey ?? ''], booking());
    expect(priced).toMatchObject({ kind: 'priced', stay: { rates: [{ total: rate?.total, room: rate?.room }] } });
    // Stored answers run out by our clock where they lie in PostgreSQL: then the outdated one is not tried first.
    expect(at.stub.control.calls()).toEqual({ rates: 1, prebook: expect.toBeOneOf([1, 2]) });
  });

  test('of a hotel that is full is gone', async () => {
    const [hotel] = await at.search(otherNights());
    at.stub.control.set({ sold_out: [hotel?.hotel.hotelId.replace('lta_', '') ?? ''] });
    const priced = await at.hotels.price([hotel?.ratesOfRooms[0]?.[0]?.rateKey ?? ''], booking());
    expect(priced).toEqual({ kind: 'gone', reason: 'The rooms are no longer for sale.' });
  });

  test('of what is none of our keys is gone, and no supplier is asked', async () => {
    for (const key of ['', 'l1~x', 'bhlis-12~20260310~3~dbl~RO', 'l1~~~~~~~~~~~~~~'])
      expect(await at.hotels.price([key], booking())).toMatchObject({ kind: 'gone' });
    expect(at.stub.control.calls()).toEqual({});
  });
});

test('a hotel is known by our id alone', async () => {
  const [found] = await at.search(otherNights());
  const content = await at.hotels.hotel(found?.hotel.hotelId ?? '', at.context());
  expect(content).toMatchObject({ hotel: { hotelId: found?.hotel.hotelId, name: found?.hotel.name } });
  expect(content?.rooms.length).toBeGreaterThan(0);
  expect(await at.hotels.hotel('lta_nobody', at.context())).toBeUndefined();
  expect(await at.hotels.hotel('bhlis-1', at.context())).toBeUndefined();
});

test('who books other than what was priced is refused without a call', async () => {
  const { stay, request } = await at.aStay(undefined, otherNights());
  const dearer = { ...request, total: { ...request.total, value: request.total.value + 1 } };
  expect(await at.hotels.book(dearer, booking())).toMatchObject({ kind: 'refused', reason: 'price_changed' });
  const unpriced = { ...requestFor(stay), rateKeys: request.rateKeys.map((key) => key.replace(/~[^~]*$/, '~')) };
  expect(await at.hotels.book(unpriced, booking())).toMatchObject({ kind: 'refused' });
  expect(at.stub.control.calls().book).toBeUndefined();
});
