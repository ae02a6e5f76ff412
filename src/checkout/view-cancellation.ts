import type { CancellationView, PenaltyStart, PenaltyView } from '../../web/checkout/view.ts';
import { localOfInstant } from '../travel/dates.ts';
import { cancellationCost, cancellationInstants, wholeCost } from '../trips/model/cancellation-cost.ts';
import { beginsAt } from '../trips/model/items/product.ts';
import type { RentalItem, StayItem } from '../trips/model/trip.ts';

/**
 * What cancelling an item costs now, and each time it becomes dearer. An item is given up as a whole: its rooms count
 * together.
 */
export function viewCancellation(item: StayItem | RentalItem, now: Date): CancellationView {
  const later: (PenaltyView & { readonly from: PenaltyStart })[] = [];
  const first = wholeCost(item, cancellationCost(item, now)).value;
  let cost = first;
  for (const from of cancellationInstants(item).filter((instant) => instant > now)) {
    const after = wholeCost(item, cancellationCost(item, from)).value;
    if (after > cost) later.push({ ...viewPenalty(item, from), from: viewStart(item, from) });
    cost = after;
  }
  return { now: first === 0 ? { cost: 'nothing' } : viewPenalty(item, now), later };
}

function viewPenalty(item: StayItem | RentalItem, at: Date): PenaltyView {
  const cost = cancellationCost(item, at);
  return cost.isWhole ? { cost: 'whole_price' } : { cost: 'amount', amount: wholeCost(item, cost) };
}

function viewStart(item: StayItem | RentalItem, from: Date): PenaltyStart {
  if (from.getTime() === beginsAt(item).getTime()) return { kind: 'start' };
  return {
    kind: 'time',
    timeLocal: localOfInstant(from, item.kind === 'hotel' ? item.stay.hotel.zone : item.rental.pickUp.zone),
  };
}
