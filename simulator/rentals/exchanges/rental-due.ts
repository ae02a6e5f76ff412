import { addMoney, type Money, timesMoney } from '../../../src/travel/money.ts';
import { dueAtCounter, type PaidAt, payNowOfRental } from '../../../src/travel/rental.ts';
import type { ChosenAncillary } from '../../../src/suppliers/ports/supplier.ts';
import type { StockExtra } from '../../order-book/stock-order.ts';
import type { StatedRental } from '../stated-rental.ts';

/** Adds up equal extras: one child seat for each of two children is two child seats. */
export function gatherExtras(chosen: readonly ChosenAncillary[]): readonly StockExtra[] {
  const quantities = new Map<string, number>();
  for (const { ancillaryKey, quantity } of chosen)
    quantities.set(ancillaryKey, (quantities.get(ancillaryKey) ?? 0) + quantity);
  return [...quantities].map(([ancillaryKey, quantity]) => ({ ancillaryKey, quantity }));
}

/** Whether an offer can be booked with so many of an extra. */
export function isSoldWith(offer: StatedRental, { ancillaryKey, quantity }: StockExtra): boolean {
  const extra = offer.extras.find((candidate) => candidate.ancillaryKey === ancillaryKey);
  return extra !== undefined && Number.isSafeInteger(quantity) && quantity >= 1 && quantity <= extra.quantityMax;
}

/** What an offer costs with these extras: now, and at the counter. */
export function dueOfRental(offer: StatedRental, chosen: readonly StockExtra[]) {
  return {
    offer,
    total: addMoney(payNowOfRental(offer), ...priceExtras(offer, chosen, 'now')),
    dueLater: addMoney(dueAtCounter(offer), ...priceExtras(offer, chosen, 'local')),
  };
}

function priceExtras(offer: StatedRental, chosen: readonly StockExtra[], paidAt: PaidAt): readonly Money[] {
  return chosen.flatMap(({ ancillaryKey, quantity }) => {
    const extra = offer.extras.find((candidate) => candidate.ancillaryKey === ancillaryKey);
    return extra?.paidAt === paidAt ? [timesMoney(extra.price, quantity)] : [];
  });
}
