import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CancellationSchedule, retainedOfShares } from '../../../src/travel/cancellation.ts';
import { money } from '../../../src/travel/money.ts';
import { carryForfeited } from './carry-forfeited.ts';

const DAY_MS = 24 * 3_600_000;
const day = (days: number): Date => new Date(Date.UTC(2027, 0, 1) + days * DAY_MS);
const eur = (value: number) => money(value, 'EUR');
/** Two days before the tenth a day's price, from the tenth on everything. */
const terms: CancellationSchedule = [
  { from: day(8), penalty: eur(4_000), basis: 'nights' },
  { from: day(10), penalty: eur(20_000), basis: 'percent' },
];
const withheldAt = (schedule: CancellationSchedule, days: number, paid = 24_500) =>
  retainedOfShares([{ schedule, price: eur(20_000), paid: eur(paid) }], day(days), 'EUR').value;

describe('the terms of what takes the place of something that was partly forfeited', () => {
  test('keep what was forfeited from the exchange on, and more where its own terms say more, never both', () => {
    const schedule = carryForfeited({ schedule: terms, price: eur(20_000), paid: eur(24_500) }, eur(5_100), day(1));
    expect(schedule).toEqual([{ from: day(1), penalty: eur(5_100), basis: 'forfeited' }, terms[1]]);
    expect([1, 8, 9.99, 10].map((days) => withheldAt(schedule, days))).toEqual([5_100, 5_100, 5_100, 24_500]);
  });

  test('are its own where nothing was forfeited, or where they take as much already', () => {
    expect(carryForfeited({ schedule: terms, price: eur(20_000), paid: eur(24_500) }, eur(0), day(1))).toBe(terms);
    expect(carryForfeited({ schedule: terms, price: eur(20_000), paid: eur(24_500) }, eur(3_000), day(9))).toEqual(
      terms,
    );
  });

  test('keep no more than was forfeited even of a product that costs just that, and no more than was paid', () => {
    const dear = carryForfeited({ schedule: [], price: eur(20_000), paid: eur(24_500) }, eur(20_000), day(1));
    expect(withheldAt(dear, 2)).toBe(20_000);
    expect(
      withheldAt(carryForfeited({ schedule: [], price: eur(4_000), paid: eur(4_000) }, eur(20_000), day(1)), 2, 4_000),
    ).toBe(4_000);
  });

  test('at every moment keep just the greater of what was forfeited and what its own terms keep, and over several exchanges never less', () => {
    const steps = fc.array(
      fc.record({
        at: fc.integer({ min: 0, max: 40 }),
        penalty: fc.integer({ min: 1, max: 30_000 }),
        basis: fc.constantFrom('amount', 'percent', 'nights'),
      }),
      { maxLength: 4 },
    );
    const rental = fc.record({
      price: fc.integer({ min: 1, max: 30_000 }),
      extras: fc.integer({ min: 0, max: 9_000 }),
      steps,
    });
    fc.assert(
      fc.property(
        fc.array(rental, { minLength: 2, maxLength: 4 }),
        fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 4, maxLength: 4 }),
        (rentals, moments) => {
          const instants = moments.toSorted((a, b) => a - b);
          let forfeited = 0;
          for (const [index, { price, extras, steps: own }] of rentals.entries()) {
            const paid = eur(price + extras);
            const penalties = own.map(({ penalty }) => Math.min(penalty, price)).sort((a, b) => a - b);
            const schedule = own
              .map(({ at }) => at)
              .sort((a, b) => a - b)
              .map((at, step) => ({
                from: day(at),
                penalty: eur(penalties[step] ?? 0),
                basis: own[step]?.basis ?? 'amount',
              }));
            const from = instants[index] ?? 0;
            const carried = carryForfeited({ schedule, price: eur(price), paid }, eur(forfeited), day(from));
            const withheld = (of: CancellationSchedule, days: number): number =>
              retainedOfShares([{ schedule: of, price: eur(price), paid }], day(days), 'EUR').value;
            for (let days = from; days <= 41; days += 0.5)
              expect(withheld(carried, days)).toBe(Math.max(Math.min(forfeited, paid.value), withheld(schedule, days)));
            forfeited = withheld(carried, instants[index + 1] ?? 41);
          }
        },
      ),
    );
  });
});
