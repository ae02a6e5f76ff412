import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isMonitorLive, nextCheckAt, type PriceMonitor, recordCheck } from './price-monitor.ts';

const SIX_HOURS_MS = 6 * 3_600_000;
const AT = new Date('2026-07-01T12:00:00Z');

function aMonitor(part: Partial<PriceMonitor> = {}): PriceMonitor {
  return {
    monitorId: 'mon_1',
    currency: 'USD',
    below: 500,
    hasWebhook: true,
    createdAt: AT,
    endsAt: new Date('2026-08-01T22:00:00Z'),
    checkNumber: 0,
    checkedAt: undefined,
    checkStatus: undefined,
    price: undefined,
    pricedAt: undefined,
    isBelow: false,
    triggeredAt: [],
    priceQuery: {
      origin: 'PAR',
      originType: undefined,
      destination: 'NYC',
      destinationType: undefined,
      departureDate: '2026-08-01',
      returnDate: undefined,
      cabinClass: undefined,
      priceMax: undefined,
      includeCarriers: [],
      excludeCarriers: [],
      adults: 1,
      children: 0,
      infants: 0,
      ages: undefined,
      currency: 'USD',
    },
    ...part,
  };
}
/** Which checks of a row of prices trigger; `-` is a search without flights, `~` one nobody answered. */
function triggersOf(prices: readonly (number | '-' | '~')[], below = 500): readonly number[] {
  let monitor = aMonitor({ below });
  return prices.flatMap((price, index) => {
    const result = recordCheck(monitor, {
      at: AT,
      status: price === '~' ? 'stale' : 'ok',
      price: typeof price === 'number' ? price : undefined,
    });
    monitor = result.monitor;
    return result.isTriggered ? [index] : [];
  });
}

test('falling under the price triggers once, and again only after a price at or above it', () => {
  expect(triggersOf([600, 499, 450, 499, 500, 499, 700, 300])).toEqual([1, 5, 7]);
});

test('a price that is under it at the first look triggers at once; one exactly at it does not', () => {
  expect(triggersOf([499, 499])).toEqual([0]);
  expect(triggersOf([500, 500])).toEqual([]);
});

test('no flights and no answer neither trigger nor re-arm', () => {
  expect(triggersOf([400, '-', 400, '~', 400])).toEqual([0]);
  expect(triggersOf(['~', '-', 600, '-', 400])).toEqual([4]);
});

test('however prices go, triggers are exactly the falls from at or above to under', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 1_000 }), { maxLength: 50 }), (prices) => {
      const falls = prices.flatMap((price, index) =>
        price < 500 && (prices[index - 1] ?? 1_000) >= 500 ? [index] : [],
      );
      expect(triggersOf(prices)).toEqual(falls);
    }),
  );
});

test('a check that nobody answered keeps the last price and is soon repeated', () => {
  const { monitor } = recordCheck(aMonitor({ price: 600, pricedAt: AT, checkedAt: AT, checkStatus: 'ok' }), {
    at: new Date('2026-07-01T18:00:00Z'),
    status: 'stale',
    price: 100,
  });
  expect(monitor).toMatchObject({ price: 600, pricedAt: AT, checkStatus: 'stale', checkNumber: 1, isBelow: false });
  expect(nextCheckAt(monitor)).toEqual(new Date('2026-07-01T18:30:00Z'));
});

test('checks come every six hours, for all who watch a journey at the same time, and never after the end', () => {
  const next = nextCheckAt(aMonitor({ checkedAt: AT, checkStatus: 'ok' })).getTime();
  expect(next).toBeGreaterThan(AT.getTime());
  expect(next).toBeLessThanOrEqual(AT.getTime() + SIX_HOURS_MS);
  const another = aMonitor({ checkedAt: new Date(next - 1), checkStatus: 'ok', currency: 'USD' });
  expect(nextCheckAt(another).getTime()).toBe(next);
  expect(nextCheckAt({ ...another, checkedAt: new Date(next) }).getTime()).toBe(next + SIX_HOURS_MS);
  const elsewhere = { ...another, priceQuery: { ...another.priceQuery, destination: 'OSL' } };
  expect(nextCheckAt(elsewhere).getTime()).not.toBe(next);
  expect(nextCheckAt(aMonitor({ checkedAt: new Date('2026-08-01T20:00:00Z'), checkStatus: 'ok' }))).toEqual(
    new Date('2026-08-01T22:00:00Z'),
  );
  expect([
    isMonitorLive(aMonitor(), new Date('2026-08-01T21:59:59Z')),
    isMonitorLive(aMonitor(), new Date('2026-08-01T22:00:00Z')),
  ]).toEqual([true, false]);
});
