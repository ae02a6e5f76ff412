import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aFare, anItem, aTrip } from '../../../test/support/products/trips.ts';
import { asId } from '../../platform/ids.ts';
import { money } from '../../travel/money.ts';
import { agreedFee, type ItemFee } from './items/item-fee.ts';
import { itemTotal } from './items/item-price.ts';
import { toPricedItem } from './items/priced-items.ts';
import { acceptPrices, comparePrices, declinePrices, findLiveQuote, isMoveRefused, quoteStatus } from './quote.ts';
import type { Trip } from './trip.ts';

const now = new Date('2026-03-01T09:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const parts = {
  quoteId: asId('quote', 'quo_1'),
  sessionId: asId('session', 'cs_1'),
  paymentId: asId('payment', 'pay_1'),
  linkExpiresAt: later(14_400),
  onPartial: undefined,
  now,
};
const quoting = (part: Partial<Trip> = {}) => aTrip({ status: 'quoting', ...part });

const soldFor = (value: number) => {
  const { kind, offerKey, fareKey, passengers, offer, fare } = anItem({ fare: aFare({ total: money(value, 'EUR') }) });
  return { kind, offerKey, fareKey, passengers, offer, fare };
};

/** The trip's items as the supplier would sell them for `value`. */
function priced(trip: Trip, value: number, feeOf: ItemFee = agreedFee) {
  const answers = trip.items.map((item) => toPricedItem(item, { product: soldFor(value) }, item, feeOf));
  return {
    items: answers.filter((answer) => 'product' in answer),
    gone: answers.filter((answer) => 'reason' in answer),
  };
}

const any = { failOnPriceChange: false, increaseMax: undefined } as const;

describe('comparing prices', () => {
  test('moved means against what was last shown, up and down', () => {
    expect(comparePrices(quoting(), priced(quoting(), 50_000))).toMatchObject({
      isMoved: false,
      items: [{ isPriceChanged: false, previousPrice: undefined }],
    });
    expect(comparePrices(quoting(), priced(quoting(), 53_500))).toMatchObject({
      isMoved: true,
      total: money(53_500, 'EUR'),
      items: [{ previousPrice: money(50_000, 'EUR') }],
    });
    expect(comparePrices(quoting(), priced(quoting(), 46_500)).isMoved).toBe(true);
  });

  test('once accepted, the new price is what the next one is compared with', () => {
    const trip = quoting();
    const prices = priced(trip, 53_500);
    const quoted = acceptPrices(trip, prices, comparePrices(trip, prices), parts);
    expect(quoted).toMatchObject({
      status: 'quoted',
      isCurrencyFixed: true,
      quote: { status: 'ready', total: money(53_500, 'EUR'), expiresAt: later(300) },
    });
    expect(comparePrices(quoted, priced(quoted, 53_500)).isMoved).toBe(false);
  });

  test('a service fee that has moved is a price that has moved, with the fee inside it', () => {
    const trip = quoting({ items: [anItem({ serviceFee: money(1_000, 'EUR') })] });
    const prices = priced(trip, 50_000, () => money(2_500, 'EUR'));
    const comparison = comparePrices(trip, prices);
    expect(comparison).toMatchObject({
      isMoved: true,
      total: money(52_500, 'EUR'),
      increase: money(1_500, 'EUR'),
      items: [
        {
          originTotal: money(50_000, 'EUR'),
          total: money(52_500, 'EUR'),
          serviceFee: money(2_500, 'EUR'),
          previousPrice: money(51_000, 'EUR'),
        },
      ],
    });
    const quoted = acceptPrices(trip, prices, comparison, parts);
    expect([quoted.items[0]?.serviceFee, quoted.quote?.total]).toEqual([money(2_500, 'EUR'), money(52_500, 'EUR')]);
    expect(
      comparePrices(
        quoted,
        priced(quoted, 50_000, () => money(2_500, 'EUR')),
      ).isMoved,
    ).toBe(false);
  });

  test('what was agreed to keeps its fee, whatever its supplier asks later', () => {
    const trip = quoting({ items: [anItem({ serviceFee: money(1_000, 'EUR') })] });
    expect(comparePrices(trip, priced(trip, 40_000, agreedFee))).toMatchObject({
      total: money(41_000, 'EUR'),
      items: [{ serviceFee: money(1_000, 'EUR') }],
    });
  });

  test('a fee that is gone leaves no part of the item or its quote', () => {
    const trip = quoting({ items: [anItem({ serviceFee: money(1_000, 'EUR') })] });
    const prices = priced(trip, 50_000, () => undefined);
    const quoted = acceptPrices(trip, prices, comparePrices(trip, prices), parts);
    expect(quoted.quote?.items[0]).not.toHaveProperty('serviceFee');
    expect(quoted.items[0]).not.toHaveProperty('serviceFee');
    expect(quoted.quote?.total).toEqual(money(50_000, 'EUR'));
  });

  test('a refused move leaves items and baseline, and nothing to pay', () => {
    const trip = quoting();
    const declined = declinePrices(trip, comparePrices(trip, priced(trip, 53_500)), parts);
    expect(declined.items).toBe(trip.items);
    expect(declined).toMatchObject({
      status: 'quoted',
      quote: { status: 'price_changed', sessionId: undefined, paymentId: undefined },
    });
    expect(findLiveQuote(declined, now)).toBeUndefined();
  });

  test('an extra that is no longer sold makes the item gone', () => {
    const item = anItem({ ancillaries: [{ ancillaryKey: 'bag-9', travelerId: undefined, quantity: 1 }] });
    expect(priced(quoting({ items: [item] }), 50_000).gone).toMatchObject([{ itemId: 'itm_1' }]);
  });
});

describe('what a caller tolerates', () => {
  const dearer = comparePrices(quoting(), priced(quoting(), 53_500));
  const cheaper = comparePrices(quoting(), priced(quoting(), 46_500));

  test('anything by default, nothing with fail_on_price_change', () => {
    expect([isMoveRefused(dearer, any), isMoveRefused(cheaper, any)]).toEqual([false, false]);
    const strict = { failOnPriceChange: true, increaseMax: undefined };
    expect([isMoveRefused(dearer, strict), isMoveRefused(cheaper, strict)]).toEqual([true, true]);
    expect(isMoveRefused(comparePrices(quoting(), priced(quoting(), 50_000)), strict)).toBe(false);
  });

  test('an increase up to the bound, in percent or in major units', () => {
    const percent = (bound: number) =>
      isMoveRefused(dearer, { failOnPriceChange: false, increaseMax: { kind: 'percent', percent: bound } });
    const amount = (bound: number) =>
      isMoveRefused(dearer, { failOnPriceChange: false, increaseMax: { kind: 'amount', major: bound } });
    expect([percent(7), percent(6.99), amount(35), amount(34.99)]).toEqual([false, true, false, true]);
    expect(isMoveRefused(cheaper, { failOnPriceChange: false, increaseMax: { kind: 'percent', percent: 0 } })).toBe(
      false,
    );
  });
});

describe('a quote', () => {
  test('is live for 300 seconds and not a moment longer', () => {
    const trip = quoting();
    const prices = priced(trip, 50_000);
    const quoted = acceptPrices(trip, prices, comparePrices(trip, prices), parts);
    expect(findLiveQuote(quoted, later(299))).toBe(quoted.quote);
    expect(findLiveQuote(quoted, later(300))).toBeUndefined();
    expect([quoteStatus(quoted, later(299)), quoteStatus(quoted, later(300)), quoteStatus(trip, now)]).toEqual([
      'ready',
      'expired',
      'none',
    ]);
  });

  test('of a link that ends sooner ends with the link', () => {
    const trip = quoting();
    const prices = priced(trip, 50_000);
    const quoted = acceptPrices(trip, prices, comparePrices(trip, prices), { ...parts, linkExpiresAt: later(60) });
    expect(quoted.quote?.expiresAt).toEqual(later(60));
    expect([findLiveQuote(quoted, later(59)), findLiveQuote(quoted, later(60))]).toEqual([quoted.quote, undefined]);
  });

  test('its items always add up to its total, in any currency and at any rate', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            value: fc.integer({ min: 0, max: 10_000_000 }),
            rate: fc.double({ min: 0.001, max: 500, noNaN: true }),
            bags: fc.integer({ min: 0, max: 2 }),
          }),
          { minLength: 1, maxLength: 10 },
        ),
        fc.constantFrom('EUR', 'JPY', 'KWD'),
        (wanted, currency) => {
          const items = wanted.map(({ rate, bags }, index) =>
            anItem({
              itemId: asId('item', `itm_${index}`),
              rate,
              price: money(0, currency),
              ancillaries: bags === 0 ? [] : [{ ancillaryKey: 'bag-1', travelerId: undefined, quantity: bags }],
            }),
          );
          const trip = quoting({ items, currency });
          const answers = items.map((item, index) =>
            toPricedItem(item, { product: soldFor(wanted[index]?.value ?? 0) }, item, agreedFee),
          );
          const prices = { items: answers.filter((answer) => 'product' in answer), gone: [] };
          const quoted = acceptPrices(trip, prices, comparePrices(trip, prices), parts);
          const shown = quoted.items.reduce((sum, item) => sum + itemTotal(item).value, 0);
          expect(quoted.quote?.total).toEqual(money(shown, currency));
        },
      ),
      { numRuns: 200 },
    );
  });
});
