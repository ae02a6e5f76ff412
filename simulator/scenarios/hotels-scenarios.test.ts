import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { money } from '../../src/travel/money.ts';

import { scaleRate } from './hotels-scenarios.ts';
import type { StatedRate } from '../stays/stated-stay.ts';

const at = (text: string): Date => new Date(text);
const aRate = (part: Partial<StatedRate> = {}): StatedRate => ({
  rateKey: 'k',
  room: {
    roomId: 'r',
    name: 'Room',
    description: '',
    maxOccupancy: 2,
    maxAdults: 2,
    maxChildren: 0,
    sizeSquareMetres: 20,
    beds: '',
    amenities: [],
  },
  party: { adults: 1, childrenAges: [] },
  boardType: 'RO',
  planName: 'Flexible',
  paymentType: 'pay_now',
  isRefundable: true,
  roomsLeft: 1,
  total: money(1_001, 'EUR'),
  nights: [
    { date: '2027-01-14', amount: money(333, 'EUR') },
    { date: '2027-01-15', amount: money(333, 'EUR') },
    { date: '2027-01-16', amount: money(235, 'EUR') },
  ],
  taxes: [
    { description: 'VAT', amount: money(100, 'EUR'), isIncluded: true },
    { description: 'City tax', amount: money(900, 'EUR'), isIncluded: false },
  ],
  cancellation: [
    { from: at('2027-01-10T00:00:00Z'), penalty: money(333, 'EUR'), basis: 'nights' },
    { from: at('2027-01-14T00:00:00Z'), penalty: money(1_001, 'EUR'), basis: 'percent' },
  ],
  ...part,
});
const values = (rate: StatedRate) => ({
  total: rate.total.value,
  nights: rate.nights.map(({ amount }) => amount.value),
  taxes: rate.taxes.map(({ amount }) => amount.value),
  penalties: rate.cancellation.map(({ penalty }) => penalty.value),
});

describe('a rate that moves at checkout', () => {
  test('still adds up, and its penalties move with it', () => {
    expect(values(scaleRate(aRate(), 1.07))).toEqual({
      total: 1_071,
      nights: [356, 357, 251],
      taxes: [107, 900],
      penalties: [356, 1_071],
    });
    expect(values(scaleRate(aRate(), 0.93))).toEqual({
      total: 931,
      nights: [310, 309, 219],
      taxes: [93, 900],
      penalties: [310, 931],
    });
  });

  test('keeps a currency without decimals whole', () => {
    const yen = (value: number) => money(value, 'JPY');
    const rate = aRate({
      total: yen(15),
      nights: [{ date: '2027-01-14', amount: yen(15) }],
      taxes: [],
      cancellation: [{ from: at('2026-01-01T00:00:00Z'), penalty: yen(15), basis: 'percent' }],
    });
    expect(values(scaleRate(rate, 0.93))).toEqual({ total: 14, nights: [14], taxes: [], penalties: [14] });
  });
});

test('whatever the sums, a moved rate adds up and its penalties never fall nor exceed the total', () => {
  const amount = fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 5_000_000 }));
  const sums = fc.record({
    nights: fc.array(amount, { minLength: 1, maxLength: 30 }),
    taxes: fc.array(amount, { maxLength: 4 }),
    shares: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }),
    factor: fc.constantFrom(1.07, 0.93),
  });
  fc.assert(
    fc.property(sums, ({ nights, taxes, shares, factor }) => {
      const total = [...nights, ...taxes].reduce((sum, value) => sum + value, 0);
      const moved = scaleRate(
        aRate({
          total: money(total, 'EUR'),
          nights: nights.map((value) => ({ date: '2027-01-14', amount: money(value, 'EUR') })),
          taxes: taxes.map((value) => ({ description: 'VAT', amount: money(value, 'EUR'), isIncluded: true })),
          cancellation: shares
            .toSorted((a, b) => a - b)
            .map((share) => ({
              from: at('2027-01-10T00:00:00Z'),
              penalty: money(Math.floor(total * share), 'EUR'),
              basis: 'percent',
            })),
        }),
        factor,
      );
      const { total: movedTotal, nights: movedNights, taxes: movedTaxes, penalties } = values(moved);
      expect([...movedNights, ...movedTaxes].reduce((sum, value) => sum + value, 0)).toBe(movedTotal);
      expect(Math.abs(movedTotal - total * factor)).toBeLessThanOrEqual(0.5);
      expect(penalties).toEqual(penalties.toSorted((a, b) => a - b));
      expect(penalties.every((penalty) => penalty <= movedTotal)).toBe(true);
      expect(movedNights.every((night) => night >= 0)).toBe(true);
    }),
  );
});
