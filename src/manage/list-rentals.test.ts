import { expect, test } from 'vitest';
import { listRentals } from './list-rentals.ts';

interface Named {
  readonly name: string;
  readonly vehicle: Readonly<Record<'seats' | 'bagsLarge' | 'bagsSmall', number | undefined>>;
}
const car = (name: string, [seats, bagsLarge, bagsSmall]: readonly (number | undefined)[]): Named => ({
  name,
  vehicle: { seats, bagsLarge, bagsSmall },
});
/** Cheapest first: three whose size is stated in part or not at all, thirty alike, and the largest is the dearest. */
const offers = [
  car('large bags alone', [undefined, 9, undefined]),
  car('small bags alone', [4, undefined, 9]),
  car('nothing', [undefined, undefined, undefined]),
  ...Array.from({ length: 30 }, (_, index) => car(`alike ${index}`, [4, 1, 1])),
  car('largest', [7, 3, 2]),
];
const namesBy = (sort: 'price' | 'seats' | 'bags', of = offers) => listRentals(of, sort).map(({ name }) => name);

test('thirty at most are listed, chosen by the order asked for: the largest of all, however dear', () => {
  expect(namesBy('price')).toEqual(offers.slice(0, 30).map(({ name }) => name));
  for (const sort of ['seats', 'bags'] as const) {
    expect(namesBy(sort), sort).toHaveLength(30);
    expect(namesBy(sort)[0], sort).toBe('largest');
  }
  expect(namesBy('bags').slice(1)).toEqual(offers.slice(3, 32).map(({ name }) => name));
});

test('a car whose bags are stated in part or not at all comes last, as one whose seats are not stated', () => {
  const few = [...offers.slice(0, 4), ...offers.slice(-1)];
  expect(namesBy('bags', few)).toEqual(['largest', 'alike 0', 'large bags alone', 'small bags alone', 'nothing']);
  expect(namesBy('seats', few)).toEqual(['largest', 'small bags alone', 'alike 0', 'large bags alone', 'nothing']);
});
