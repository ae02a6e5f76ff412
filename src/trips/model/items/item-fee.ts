import { type FeeSubject, flightSubject, rentalSubject, staySubject } from '../../../pricing/model/fee-subject.ts';
import type { ServiceFees } from '../../../pricing/service-fees.ts';
import type { Money } from '../../../travel/money.ts';
import type { PlaceDirectory } from '../../../travel/place-directory.ts';
import { supplierTotal } from './item-price.ts';
import type { TripItem } from '../trip.ts';

/** The service fee of an item as it is put together, in the trip's currency; undefined where it bears none. */
export type ItemFee = (item: TripItem) => Money | undefined;

/** The fee that an organization's rules make now: of what is paid now for the item, extras and seats included. */
export function feeByRules(fees: ServiceFees, places: Pick<PlaceDirectory, 'airport'>): ItemFee {
  if (fees.areNone) return () => undefined;
  return (item) => {
    const fee = fees.feeOf(feeSubjectOf(item, places), supplierTotal(item));
    return fee.value > 0 ? fee : undefined;
  };
}

/**
 * The fee that was last agreed to, whatever the item costs and the rules say by now: of what is paid for, and must not
 * become another price.
 */
export const agreedFee: ItemFee = (item) => item.serviceFee;

/** The item with its service fee; one without a fee has no such part at all. */
export function withServiceFee(item: TripItem, feeOf: ItemFee): TripItem {
  const fee = feeOf(item);
  if (fee !== undefined) return { ...item, serviceFee: fee };
  const { serviceFee: _, ...rest } = item;
  return rest;
}

function feeSubjectOf(item: TripItem, places: Pick<PlaceDirectory, 'airport'>): FeeSubject {
  switch (item.kind) {
    case 'flight':
      return flightSubject(places, item.supplierId, item.offer, item.fare);
    case 'hotel':
      return staySubject(item.supplierId, item.stay.hotel);
    case 'car':
      return rentalSubject(item.supplierId, item.rental);
    default:
      return item satisfies never;
  }
}
