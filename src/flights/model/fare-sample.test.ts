import { expect, test } from 'vitest';
import { NO_PASSENGERS } from '../../travel/passengers.ts';
import { aFare, anOffer } from '../../../test/support/products/flights.ts';
import { adultPrice } from '../../travel/adult-price.ts';
import { partyShare, pickFareSample } from './fare-sample.ts';

const usd = (value: number) => ({ value, currency: 'USD' });
const priceOf = (kind: 'adt' | 'chd' | 'youth' | 'inf_lap', quantity: number, value: number) => ({
  kind,
  quantity,
  baseFare: usd(value - 10),
  taxes: usd(10),
  taxLines: [],
});

test('a sample holds the cheapest offer whatever the order, each with its cheapest fare, compared across currencies', () => {
  const offers = [70, 60, 50, 90, 80].map((price) => ({
    offer: anOffer({ offerKey: String(price), fares: [aFare({ price: price * 3 }), aFare({ price })] }),
  }));
  const inYen = { offer: anOffer({ offerKey: 'yen', fares: [aFare({ price: 4_000, currency: 'JPY' })] }) };
  const sample = pickFareSample([...offers, inYen], 3, (currency) => (currency === 'JPY' ? 0.01 : 1));
  expect(sample.map(({ source, fare }) => [source.offer.offerKey, fare.total.value])).toEqual([
    ['yen', 4_000],
    ['60', 60],
    ['80', 80],
  ]);
});

test('a family pays so many times what one of its adults pays', () => {
  const fare = {
    total: usd(3_550),
    passengerPrices: [priceOf('chd', 2, 750), priceOf('adt', 2, 1_000), priceOf('inf_lap', 1, 50)],
  };
  const offer = { passengers: { ...NO_PASSENGERS, adt: 2, chd: 2, inf_lap: 1 } };
  expect(adultPrice(fare, offer)).toEqual(usd(1_000));
  expect(partyShare(fare, offer)).toBe(3.55);
});

test('without an adult the dearest grown traveler stands for one, and without prices an even share', () => {
  const offer = { passengers: { ...NO_PASSENGERS, youth: 2 } };
  expect(adultPrice({ total: usd(1_800), passengerPrices: [priceOf('youth', 2, 900)] }, offer)).toEqual(usd(900));
  expect(adultPrice({ total: usd(1_800), passengerPrices: [] }, offer)).toEqual(usd(900));
});
