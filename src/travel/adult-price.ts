import type { Fare, FlightOffer } from './flight.ts';
import { addMoney, type Money, shareOfMoney } from './money.ts';
import { passengerTotal, TYPE_OF_KIND } from './passengers.ts';

/**
 * What one adult pays of a fare; where no adult travels, what the dearest traveler of adult age pays, or an even share.
 */
export function adultPrice(
  fare: Pick<Fare, 'total' | 'passengerPrices'>,
  offer: Pick<FlightOffer, 'passengers'>,
): Money {
  const grown = fare.passengerPrices
    .filter(({ kind }) => TYPE_OF_KIND[kind] === 'ADULT')
    .map((each) => ({ kind: each.kind, price: addMoney(each.baseFare, each.taxes) }));
  const adult = grown.find(({ kind }) => kind === 'adt') ?? grown.toSorted((a, b) => b.price.value - a.price.value)[0];
  return adult?.price ?? shareOfMoney(fare.total, 1 / Math.max(1, passengerTotal(offer.passengers)));
}
