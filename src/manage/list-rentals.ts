import type { RentalSort } from '../../web/manage/view.ts';
import type { RentalVehicle } from '../travel/rental.ts';

/** At most this many offers are listed. */
const OFFERS_SHOWN_MAX = 30;

/** A car with what is known about its size. */
interface SizedOffer {
  readonly vehicle: Pick<RentalVehicle, 'seats' | 'bagsLarge' | 'bagsSmall'>;
}

/**
 * The first of the offers, given cheapest first, in the order asked for; cheaper ones first among equals. Those whose
 * size is not stated come last: bags of one kind alone do not say how much a car holds.
 */
export function listRentals<O extends SizedOffer>(offers: readonly O[], sort: RentalSort): readonly O[] {
  if (sort === 'price') return offers.slice(0, OFFERS_SHOWN_MAX);
  const sizeOf = ({ vehicle: { seats, bagsLarge, bagsSmall } }: O): number => {
    if (sort === 'seats') return seats ?? -1;
    return bagsLarge === undefined || bagsSmall === undefined ? -1 : bagsLarge + bagsSmall;
  };
  return offers.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, OFFERS_SHOWN_MAX);
}
