import { expect, test } from 'vitest';
import { aRental } from '../../../test/support/products/cars.ts';
import type { RentalOffer } from '../../travel/rental.ts';
import { validateRental } from './validate-rental.ts';

const supports = (currency: string) => currency === 'EUR';
const eur = (value: number) => ({ value, currency: 'EUR' });
const [charge] = aRental().charges;

test.each<[string, object, string[]]>([
  ['everything', {}, []],
  [
    'nothing that a supplier may leave out',
    {
      vehicle: { name: 'A car' },
      deposit: undefined,
      mileage: undefined,
      fuelPolicy: undefined,
      isRefundable: undefined,
      cancellation: 'unknown',
      carsLeft: undefined,
    },
    [],
  ],
  ['no charge', { charges: [] }, ['price']],
  ['a charge that is no number', { charges: [{ ...charge, amount: eur(Number.NaN) }] }, ['price']],
  ['a deposit in another currency', { deposit: { value: 1, currency: 'USD' } }, ['currency']],
  [
    'a currency that cannot be shown',
    { charges: [{ ...charge, amount: { value: 1, currency: 'XTS' } }] },
    ['currency'],
  ],
  ['no key', { offerKey: '' }, ['unreadable']],
  ['seats in words', { vehicle: { ...aRental().vehicle, seats: 'five' } }, ['unreadable']],
])('an offer that states %s', (_, part, refused) => {
  const offer = { ...aRental(), ...part } as RentalOffer;
  expect(validateRental(offer, supports)).toEqual({ offer: refused.length === 0 ? offer : undefined, refused });
});
