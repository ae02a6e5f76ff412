import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiKey } from '../../../src/identity/keys/create-api-key.ts';
import { type Answer, startService, type TestService } from '../../support/service/service.ts';
import { makeUser, signInAs, trustingUsers } from '../../support/users.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are read field by field, as a client without types does.
type Json = any;

let service: TestService;
beforeAll(async () => {
  service = await startService({ users: trustingUsers });
});
afterAll(() => service.close());

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const HOTELS = { city_name: 'Lisbon', country_code: 'PT', checkin: day(60), checkout: day(62), currency: 'EUR' };
const CARS = {
  pick_up: { location: 'LIS', date_time: `${day(60)}T10:00:00` },
  drop_off: { date_time: `${day(63)}T10:00:00` },
  currency: 'EUR',
};
const PERCENT_AND_FIXED = [{ match: { country: 'PT' }, currency: 'EUR', percent: 10, fixed: 700, round_to: 100 }];
/** Of EUR minor units paid now, as the rule above says it. */
const feeOn = (paid: number) => (paid === 0 ? 0 : Math.round((paid / 10 + 700) / 100) * 100);

let count = 0;
async function organization() {
  count += 1;
  const owner = await makeUser(service, { email: `owner-${count}@example.com` });
  const { key } = await createApiKey(service.app, { organizationId: owner.organizationId, name: 'server' });
  return {
    search: async (path: string, body: object): Promise<Answer> => {
      const answer = await service.call('POST', path, body, { 'x-api-key': key });
      expect(answer.status).toBe(200);
      return answer;
    },
    get: (path: string) => service.call('GET', path, undefined, { 'x-api-key': key }),
    setRules: (rules: unknown) => service.call('PUT', '/v1/pricing_rules', { rules }, signInAs(owner)),
  };
}
/** What is the same whoever asks: no tokens, no times. */
const unsealed = ({ text }: Answer) =>
  text
    .replaceAll(/"(offer_id|expires_at|next_page_token|cancel_time)":"[^"]*"/g, '')
    .replaceAll(/"elapsed_ms":\d+/g, '');
const ratesOf = (hotel: Json): Json[] => hotel.rooms.flatMap(({ rates }: Json) => rates);

test('a hotel search shows totals with the fee on what is paid now, sorted by them, at once after the rules are set', async () => {
  const { search, setRules } = await organization();
  for (const path of ['/v1/hotel_search', '/api/v1/hotels/shop']) {
    await setRules([]);
    const plain = await search(path, HOTELS);
    expect(plain.text).not.toContain('service_fee');
    const before = new Map<string, Json>(plain.body.hotels.map((hotel: Json) => [hotel.hotel_id, hotel]));
    await setRules(PERCENT_AND_FIXED);
    const { hotels } = (await search(path, HOTELS)).body;
    let [compared, atProperty] = [0, 0];
    for (const hotel of hotels) {
      for (const rate of ratesOf(hotel)) {
        const old = before.has(hotel.hotel_id)
          ? ratesOf(before.get(hotel.hotel_id)).find(
              (one) =>
                one.plan_name === rate.plan_name &&
                one.board_type === rate.board_type &&
                one.payment_types[0] === rate.payment_types[0] &&
                one.origin_total_amount.value === rate.origin_total_amount.value,
            )
          : undefined;
        if (old === undefined) continue;
        compared += 1;
        const fee = feeOn(old.due_now.value);
        if (fee === 0) atProperty += 1;
        expect(rate.service_fee?.value ?? 0).toBe(fee);
        expect(rate.total_amount_money.value).toBe(old.total_amount_money.value + fee);
        expect(rate.total_amount).toBe(rate.total_amount_money.value / 100);
        expect(rate.due_now.value).toBe(old.due_now.value + fee);
        expect(rate.due_at_property).toEqual(old.due_at_property);
        expect(rate.taxes_breakdown).toEqual(old.taxes_breakdown);
      }
      const { total, due_now: now, due_at_property: later, service_fee: fee } = hotel.lowest_stay;
      expect(total.value).toBe(now.value + later.value);
      expect(fee?.value ?? 0).toBe(feeOn(now.value - (fee?.value ?? 0)));
      const payable = ratesOf(hotel).map((rate) => rate.due_now.value + rate.due_at_property.value);
      expect(total.value).toBe(Math.min(...payable));
    }
    expect([compared > 50, atProperty > 0]).toEqual([true, true]);
    const totals = hotels.map(({ lowest_stay: lowest }: Json) => lowest.total.value);
    expect(totals).toEqual(totals.toSorted((a: number, b: number) => a - b));
  }
});

test('two rooms are one stay with one fee, and a budget counts it', async () => {
  const { search, setRules } = await organization();
  await setRules([{ match: { kind: 'hotel' }, currency: 'EUR', fixed: 5_000 }]);
  const query = { ...HOTELS, adults: 4, rooms: 2 };
  const { hotels } = (await search('/v1/hotel_search', query)).body;
  const paidNow = hotels.filter(({ lowest_stay: { due_now: now } }: Json) => now.value > 0);
  expect(paidNow.length).toBeGreaterThan(0);
  for (const { lowest_stay: lowest } of paidNow) expect(lowest.service_fee.value).toBe(5_000);
  const budget = hotels[2].lowest_stay.total.value / 100 / 2;
  const within = (await search('/v1/hotel_search', { ...query, max_budget_per_night: budget })).body;
  expect(within.hotels.length).toBeGreaterThanOrEqual(3);
  for (const { lowest_stay: lowest } of within.hotels) expect(lowest.total.value).toBeLessThanOrEqual(budget * 200);
});

test('details of a hotel say what its rooms cost with the fee', async () => {
  const { search, get, setRules } = await organization();
  const found = (await search('/v1/hotel_search', HOTELS)).body.hotels[0];
  const path = `/v1/hotel_details/${found.hotel_id}?checkin=${HOTELS.checkin}&checkout=${HOTELS.checkout}&adults=2&currency=EUR`;
  const roomsOf = async () =>
    (await get(path)).body.rooms.flatMap(({ availability }: Json) => (availability.is_available ? [availability] : []));
  const plain = await roomsOf();
  expect(plain.length).toBeGreaterThan(0);
  expect(JSON.stringify(plain)).not.toContain('service_fee');
  await setRules([{ percent: 50 }]);
  for (const [index, { from_price: price, service_fee: fee }] of (await roomsOf()).entries()) {
    expect(price.value).toBeGreaterThanOrEqual(plain[index].from_price.value);
    // Where every rate is paid now the fee is half of it; one paid there may be the cheapest by now.
    expect(fee === undefined || price.value >= fee.value * 3).toBe(true);
  }
});

test('a car search shows what is paid now with the fee, and filters and sorts by totals with it', async () => {
  const { search, setRules } = await organization();
  const plain = await search('/v1/car_search', { ...CARS, limit: 100 });
  expect(plain.text).not.toContain('service_fee');
  await setRules(PERCENT_AND_FIXED);
  const { offers } = (await search('/v1/car_search', { ...CARS, limit: 100 })).body;
  let charged = 0;
  for (const offer of offers) {
    const paidNow = offer.charges
      .filter((charge: Json) => charge.paid_at === 'now')
      .reduce((sum: number, { price }: Json) => sum + price.value, 0);
    const fee = feeOn(paidNow);
    if (fee > 0) charged += 1;
    expect(offer.service_fee?.value ?? 0).toBe(fee);
    expect(offer.price.value).toBe(paidNow + fee);
    expect(offer.total.value).toBe(offer.price.value + offer.due_at_desk_total.value);
  }
  expect(charged).toBeGreaterThan(0);
  const totals = offers.map(({ total }: Json) => total.value);
  expect(totals).toEqual(totals.toSorted((a: number, b: number) => a - b));
  const bound = totals[Math.floor(totals.length / 2)];
  const within = (await search('/v1/car_search', { ...CARS, limit: 100, max_total_price: bound / 100 })).body.offers;
  expect(within.map(({ total }: Json) => total.value)).toEqual(totals.filter((total: number) => total <= bound));
});

test('another organization sees no fee, and emptied rules leave answers as they were', async () => {
  const [one, another] = [await organization(), await organization()];
  const queries = [
    ['/v1/hotel_search', HOTELS],
    ['/v1/car_search', CARS],
  ] as const;
  for (const [path, body] of queries) {
    const before = unsealed(await one.search(path, body));
    await one.setRules([{ percent: 20 }]);
    expect(unsealed(await one.search(path, body))).toContain('service_fee');
    expect(unsealed(await another.search(path, body)) === before).toBe(true);
    await one.setRules([]);
    expect(unsealed(await one.search(path, body)) === before).toBe(true);
  }
});
