import { expect, test } from 'vitest';
import {
  type Json,
  codeOf,
  openLiteapiCalls,
  ratesFields,
} from '../../../../../test/support/suppliers/liteapi-calls.ts';

const offersOf = (body: Json): Json[] => body.data.flatMap(({ roomTypes }: Json) => roomTypes);
const ratesOf = (body: Json): Json[] => offersOf(body).flatMap(({ rates }) => rates);
const totalsOf = (body: Json): number[] => offersOf(body).map(({ offerRetailRate: [{ amount }] }) => amount);

test('rates are found by city, point, place, airport, ids and free text', async () => {
  const { rates } = await openLiteapiCalls();
  const { data } = await rates();
  const ids = data.map(({ hotelId }: Json) => hotelId);
  for (const place of [
    { placeId: 'ChIJO_PkYRozGQ0R0DaQ5L3rAAQ' },
    { iataCode: 'LIS' },
    { aiSearch: 'a quiet house in Lisbon' },
  ])
    expect((await rates(place)).data.map(({ hotelId }: Json) => hotelId)).toEqual(ids);
  const near = await rates({ latitude: 38.7223, longitude: -9.1393, radius: 2_000 });
  expect(near.data.length).toBeGreaterThan(5);
  expect(near.data.every(({ hotelId }: Json) => ids.includes(hotelId))).toBe(true);
  const byIds = await rates({ hotelIds: ids.slice(0, 3) });
  expect([byIds.data.length, byIds.hotels]).toEqual([3, undefined]);
  expect((await rates({ hotelIds: ids.slice(0, 3), includeHotelData: true })).hotels).toHaveLength(3);
});

test('a price follows from seed, dates, guests, board and currency, and from nothing else', async () => {
  const { rates } = await openLiteapiCalls();
  const here = { hotelIds: ['lp1a000', 'lp1a004', 'lp1a006'] };
  const first = totalsOf(await rates(here));
  expect(totalsOf(await rates(here))).toEqual(first);
  for (const other of [
    { checkin: '2027-07-01', checkout: '2027-07-04' },
    { occupancies: [{ adults: 1 }] },
    { occupancies: [{ adults: 2, children: [8] }] },
    { currency: 'GBP' },
    { margin: 30 },
  ])
    expect(totalsOf(await rates({ ...here, ...other })), JSON.stringify(other)).not.toEqual(first);
  const seeded = await openLiteapiCalls({ seed: 'another' });
  expect(totalsOf(await seeded.rates(here))).not.toEqual(first);
});

test('an older child costs more than a younger one, an infant nothing', async () => {
  const { rates } = await openLiteapiCalls();
  const least = async (children: readonly number[]): Promise<number> => {
    const body = await rates({ hotelIds: ['lp1a000'], occupancies: [{ adults: 2, children }], boardType: 'RO' });
    const family = offersOf(body).filter(({ rates: [rate] }) => rate.maxOccupancy >= 4);
    return Math.min(...family.map(({ offerRetailRate: [{ amount }] }) => amount));
  };
  const [none, infant, child, teen] = await Promise.all([least([]), least([1]), least([8]), least([15])]);
  expect([infant, child > none, teen > child]).toEqual([none, true, true]);
});

test('an offer is for all rooms together: a rate for each party, an id of 4,000 characters for four rooms', async () => {
  const { rates } = await openLiteapiCalls();
  const one = offersOf(await rates());
  const lengths = one.map(({ offerId }) => offerId.length);
  expect([Math.min(...lengths) >= 879, Math.max(...lengths) <= 1_572, Math.max(...lengths) > 1_400]).toEqual([
    true,
    true,
    true,
  ]);
  const occupancies = [{ adults: 2 }, { adults: 1 }, { adults: 2, children: [4, 11] }, { adults: 2, children: [0] }];
  const four = offersOf(await rates({ occupancies }));
  expect(four.length).toBeGreaterThan(20);
  for (const { offerId, rates: of, offerRetailRate } of four) {
    expect(offerId.length).toBe(4_000);
    expect(of.map(({ occupancyNumber }: Json) => occupancyNumber)).toEqual([1, 2, 3, 4]);
    expect(of.map(({ childrenAges }: Json) => childrenAges)).toEqual([[], [], [4, 11], [0]]);
    const sum = of.reduce((whole: number, { retailRate }: Json) => whole + retailRate.total[0].amount, 0);
    expect(sum).toBeCloseTo(offerRetailRate[0].amount, 6);
  }
});

test('some amounts are numbers that binary fractions cannot hold; without odd numbers none is', async () => {
  const { rates, stub } = await openLiteapiCalls();
  const isOdd = (amount: number): boolean => String(amount).length > 12;
  const odd = totalsOf(await rates()).filter(isOdd);
  expect(odd.length).toBeGreaterThan(20);
  for (const amount of odd) expect(Math.abs(amount * 100 - Math.round(amount * 100))).toBeLessThan(1e-6);
  stub.control.set({ odd_numbers: false });
  expect(totalsOf(await rates()).filter(isOdd)).toEqual([]);
});

test('taxes are within the price, due at the property, or not said; some rates are packages or paid there', async () => {
  const { rates } = await openLiteapiCalls();
  const body = await rates();
  const all = ratesOf(body);
  const taxes = all.map(({ retailRate }) => retailRate.taxesAndFees);
  expect(taxes).toContain(null);
  const included = taxes.flatMap((list) => list ?? []).map((tax) => tax.included);
  expect(new Set(included)).toEqual(new Set([true, false]));
  expect(new Set(offersOf(body).map(({ rateType }) => rateType))).toEqual(new Set(['standard', 'package']));
  const atProperty = all.filter(({ paymentTypes }) => paymentTypes.includes('PROPERTY_PAY'));
  expect(atProperty.length).toBeGreaterThan(5);
  // What the property takes has no markup.
  expect(new Set(atProperty.map(({ commission: [{ amount }] }) => amount))).toEqual(new Set([0]));
});

test('the lowest public price is above the price, and missing for some offers', async () => {
  const { rates, stub } = await openLiteapiCalls();
  const offers = offersOf(await rates());
  const named = offers.filter(({ suggestedSellingPrice }) => suggestedSellingPrice !== undefined);
  expect([named.length > 0, named.length < offers.length]).toEqual([true, true]);
  for (const { suggestedSellingPrice, offerRetailRate } of named)
    expect(suggestedSellingPrice[0].amount).toBeGreaterThan(offerRetailRate[0].amount);
  stub.control.set({ selling_prices: false });
  expect(offersOf(await rates()).some((offer) => 'suggestedSellingPrice' in offer)).toBe(false);
});

test('policies are sums or percents, null, and always GMT whether they say so or not', async () => {
  const { rates } = await openLiteapiCalls();
  const policies = ratesOf(await rates()).map(({ cancellationPolicies }) => cancellationPolicies);
  const tiers = policies.flatMap(({ cancelPolicyInfos }) => cancelPolicyInfos ?? []);
  expect(
    policies.some(({ cancelPolicyInfos, refundableTag }) => cancelPolicyInfos === null && refundableTag === 'RFN'),
  ).toBe(true);
  expect(
    policies.some(({ cancelPolicyInfos, refundableTag }) => cancelPolicyInfos === null && refundableTag === 'NRFN'),
  ).toBe(true);
  expect(new Set(tiers.map(({ type }) => type))).toEqual(new Set(['amount', 'percent']));
  expect(new Set(tiers.map(({ timezone }) => timezone))).toEqual(new Set(['GMT', '', undefined]));
  for (const { cancelTime } of tiers) expect(cancelTime).toMatch(/^2027-\d\d-\d\d \d\d:\d\d:\d\d$/);
});

test('one local hour of a deadline is another GMT hour in Tokyo, New York and Lisbon', async () => {
  const { rates } = await openLiteapiCalls();
  const hours = async (countryCode: string, cityName: string): Promise<Set<string>> => {
    const body = await rates({ countryCode, cityName, refundableRatesOnly: true });
    const infos = ratesOf(body).flatMap(({ cancellationPolicies }) => cancellationPolicies.cancelPolicyInfos ?? []);
    return new Set(infos.map(({ cancelTime }) => cancelTime.slice(11)));
  };
  expect(await hours('PT', 'Lisbon')).toEqual(new Set(['14:00:00', '18:00:00', '23:59:00']));
  expect(await hours('JP', 'Tokyo')).toEqual(new Set(['05:00:00', '09:00:00', '14:59:00']));
  expect(await hours('US', 'New York')).toEqual(new Set(['19:00:00', '23:00:00', '04:59:00']));
});

test('nothing found is 2001: as 200, as 204 with and without a body, and as 200 without one', async () => {
  const { call, stub } = await openLiteapiCalls();
  const nowhere = ratesFields({ countryCode: 'PT', cityName: 'Nowhere' });
  const search = async (fields: Json = nowhere) => {
    const { status, body, text } = await call('POST', '/hotels/rates', fields);
    return [status, body?.error.code, text === ''];
  };
  expect(await search()).toEqual([204, undefined, true]);
  stub.control.set({ nothing_found: '200' });
  expect(await search()).toEqual([200, 2001, false]);
  for (const [form, answer] of [
    ['200', [200, 2001, false]],
    ['204', [204, undefined, true]],
    ['200_empty', [200, undefined, true]],
  ] as const) {
    stub.control.addFault({ operation: 'rates', fault: { kind: 'nothing', form }, times: 1 });
    expect(await search(ratesFields()), form).toEqual(answer);
  }
  expect(codeOf(await call('POST', '/hotels/rates', ratesFields({ hotelIds: ['lpnone'] })))).toEqual([400, 4000]);
  expect(codeOf(await call('POST', '/hotels/rates', { ...ratesFields(), countryCode: undefined }))).toEqual([
    400, 4000,
  ]);
});

test('a time-out answers the part that came in time; a switch cuts a part off; slow hotels are left out', async () => {
  const { rates, stub } = await openLiteapiCalls();
  const all = (await rates()).data;
  const part = (await rates({ timeout: 2 })).data;
  expect([part.length > 10, part.length < all.length]).toEqual([true, true]);
  stub.control.addFault({ operation: 'rates', fault: { kind: 'partial', share: 0.25 }, times: 1 });
  expect((await rates()).data.length).toBeLessThan(all.length / 2);
  stub.control.set({ latencies: { [all[0].hotelId]: 60_000 } });
  expect((await rates()).data.map(({ hotelId }: Json) => hotelId)).not.toContain(all[0].hotelId);
});

test('searches take as long as their hotels where they are to, and no longer than their time-out', async () => {
  const { rates, stub } = await openLiteapiCalls();
  stub.control.set({ real_waits: true, latencies: { lp1a000: 5_000 } });
  const begun = performance.now();
  await rates({ hotelIds: ['lp1a000', 'lp1a001'], timeout: 0.4 }).catch(() => undefined);
  expect(performance.now() - begun).toBeGreaterThanOrEqual(380);
});

test('limit and offset count the hotels looked at, not those that answer; one rate a hotel where that is asked', async () => {
  const { rates, call } = await openLiteapiCalls();
  const all = (await rates()).data.map(({ hotelId }: Json) => hotelId);
  const pages = await Promise.all(
    [0, 50, 100].map((offset) => rates({ limit: 50, offset }).catch(() => ({ data: [] }))),
  );
  const found = pages.flatMap(({ data }: Json) => data.map(({ hotelId }: Json) => hotelId));
  expect([...found].sort()).toEqual([...all].sort());
  expect(pages[0].data.length).toBeLessThan(50);
  for (const { roomTypes } of (await rates({ maxRatesPerHotel: 1 })).data) expect(roomTypes).toHaveLength(1);
  expect(codeOf(await call('POST', '/hotels/rates', ratesFields({ limit: 5_001 })))).toEqual([400, 4002]);
});

test('filters: refundable, boards, stars, rating to five; sorted by price only where that is asked', async () => {
  const { rates } = await openLiteapiCalls();
  const tags = ratesOf(await rates({ refundableRatesOnly: true })).map(
    (rate) => rate.cancellationPolicies.refundableTag,
  );
  expect(new Set(tags)).toEqual(new Set(['RFN']));
  const boards = ratesOf(await rates({ boardType: 'BB, HB' })).map(({ boardType }) => boardType);
  expect(new Set(boards)).toEqual(new Set(['BB', 'HB']));
  const starred = await rates({ starRating: [5], minRating: 4 });
  for (const { stars, rating } of starred.hotels) expect([stars, rating >= 8]).toEqual([5, true]);
  const cheapest = (body: Json): number[] =>
    body.data.map(({ roomTypes }: Json) => roomTypes[0].offerRetailRate[0].amount);
  const sorted = cheapest(await rates({ sort: [{ field: 'price', direction: 'ascending' }] }));
  expect(sorted).toEqual([...sorted].sort((a, b) => a - b));
  const picks = cheapest(await rates());
  expect(picks).not.toEqual([...picks].sort((a, b) => a - b));
});

test('rates name the room of the content only where that is asked, and not for every room', async () => {
  const { rates, call } = await openLiteapiCalls();
  expect(ratesOf(await rates()).some((rate) => 'mappedRoomId' in rate)).toBe(false);
  const mapped = await rates({ roomMapping: true });
  expect(ratesOf(mapped).map(({ mappedRoomId }) => mappedRoomId)).toContain(null);
  const [{ hotelId, roomTypes }] = mapped.data;
  const ids = (await call('GET', `/data/hotel?hotelId=${hotelId}`)).body.data.rooms.map(({ id }: Json) => id);
  for (const {
    rates: [{ mappedRoomId }],
  } of roomTypes)
    if (mappedRoomId !== null) expect(ids).toContain(mappedRoomId);
});

test('sums over an offer are lists or objects, as it is set', async () => {
  const { rates, stub } = await openLiteapiCalls();
  stub.control.set({ plain_sums: 'object' });
  const [offer] = offersOf(await rates());
  expect(offer.offerRetailRate).toEqual({ amount: expect.any(Number), currency: 'EUR' });
  expect(Array.isArray(offer.rates[0].retailRate.total)).toBe(true);
});

test('the lowest rates of hotels are those of their searches, and their offers can be prebooked', async () => {
  const { call, rates, prebook } = await openLiteapiCalls();
  const fields = { ...ratesFields({ hotelIds: ['lp1a000', 'lp1a004', 'lpnone'] }) };
  const { body } = await call('POST', '/hotels/min-rates', fields);
  expect(body.data.map(({ hotelId }: Json) => hotelId)).toEqual(['lp1a000', 'lp1a004']);
  const { data } = await rates({ hotelIds: ['lp1a000'] });
  expect(body.data[0].price).toBe(data[0].roomTypes[0].offerRetailRate[0].amount);
  expect((await prebook(body.data[0].offerId)).price).toBe(body.data[0].price);
  expect((await call('POST', '/hotels/min-rates', { ...fields, hotelIds: ['lpnone'] })).status).toBe(204);
});
