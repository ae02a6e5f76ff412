import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ConvertedSample, labelPrice, measureFares, measureRising } from './advice.ts';

const prices = fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 420 });

test('quantiles of a known sample', () => {
  expect(measureFares([500, 100, 300, 200, 400])).toEqual({
    minFare: 100,
    percentile25: 200,
    percentile50: 300,
    percentile75: 400,
    maxFare: 500,
  });
  expect(measureFares([100, 201])).toEqual({
    minFare: 100,
    percentile25: 125,
    percentile50: 151,
    percentile75: 176,
    maxFare: 201,
  });
  expect(measureFares([])).toBeUndefined();
});

test('quantiles rise, are whole minor units, begin at the lowest fare and end at the highest', () => {
  fc.assert(
    fc.property(prices, (sample) => {
      const measured = measureFares(sample);
      if (measured === undefined) throw new Error('a sample was not measured');
      const { minFare, percentile25, percentile50, percentile75, maxFare } = measured;
      const points = [minFare, percentile25, percentile50, percentile75, maxFare];
      expect(points).toEqual([...points].sort((a, b) => a - b));
      expect(points.every(Number.isSafeInteger)).toBe(true);
      expect([minFare, maxFare]).toEqual([Math.min(...sample), Math.max(...sample)]);
    }),
  );
});

test('the lowest of a sample is labelled Lowest, and a dearer price never gets a better label', () => {
  const RANK = { Lowest: 0, Low: 1, Medium: 2, High: 3 } as const;
  fc.assert(
    fc.property(prices, fc.integer({ min: 1, max: 10_000_000 }), fc.nat(1_000), (sample, price, more) => {
      const measured = measureFares(sample);
      if (measured === undefined) throw new Error('a sample was not measured');
      expect(labelPrice(Math.min(...sample), measured)).toBe('Lowest');
      expect(RANK[labelPrice(price + more, measured)]).toBeGreaterThanOrEqual(RANK[labelPrice(price, measured)]);
    }),
  );
});

test('the limits of the labels: the minimum, the first and the third quartile, each still inside', () => {
  const quantiles = { minFare: 100, percentile25: 200, percentile50: 300, percentile75: 400, maxFare: 500 };
  expect([100, 101, 200, 201, 400, 401].map((price) => labelPrice(price, quantiles))).toEqual([
    'Lowest',
    'Low',
    'Low',
    'Medium',
    'Medium',
    'High',
  ]);
});

test('a sample of one adult measured for a party of two in another currency, with a lower fare at hand', () => {
  const observed = Array.from({ length: 20 }, (_, index) => 400_00 + index * 10_00);
  const party = new ConvertedSample(observed, (fare) => fare * 2 * 0.9);
  party.addLowest(700_00, 2);
  const measured = measureRising(party);
  expect(measured).toEqual({
    minFare: 700_00,
    percentile25: 792_00,
    percentile50: 882_00,
    percentile75: 972_00,
    maxFare: 1_062_00,
  });
  expect(measured && labelPrice(780_00, measured)).toBe('Low');
});

test('a fare that is added is the lowest one, corrects a rounded lowest one, or changes nothing', () => {
  const lowestAfter = (fare: number) => {
    const sample = new ConvertedSample([720_00, 738_00, 756_00], (price) => price);
    sample.addLowest(fare, 2);
    return [sample.length, sample.at(0), sample.at(1)];
  };
  expect(lowestAfter(700_00)).toEqual([4, 700_00, 720_00]);
  expect(lowestAfter(719_99)).toEqual([3, 719_99, 738_00]);
  expect(lowestAfter(745_00)).toEqual([3, 720_00, 738_00]);
});

test('fares that are added below a sample are measured as if they had been part of it', () => {
  const convert = (amount: number) => Math.round(amount * 1.37);
  const lower = fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: -4, max: 4 })), { maxLength: 2 });
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 40 }),
      lower,
      fc.nat(3),
      (sample, added, rounding) => {
        const rising = [...sample].sort((a, b) => a - b);
        const converted = new ConvertedSample(rising, convert);
        const plain = rising.map(convert);
        for (const [drop, off] of added) {
          const fare = Math.min(...plain) - drop * drop + off;
          converted.addLowest(fare, rounding);
          addToPlain(plain, fare, rounding);
        }
        expect(converted.length).toBe(plain.length);
        expect(measureRising(converted)).toEqual(measureFares(plain));
      },
    ),
  );
});

/** The rule, of a plain list: a fare that corrects the lowest one never passes the next. */
function addToPlain(sample: number[], fare: number, rounding: number): void {
  sample.sort((a, b) => a - b);
  const [known = 0, next = fare] = sample;
  if (fare < known - rounding) sample.push(fare);
  else if (fare <= known + rounding) sample[0] = Math.min(fare, next);
}
