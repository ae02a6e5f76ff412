import type { CancellationView, PenaltyStart, PenaltyView } from '../../web/checkout/view-item.ts';
import { localOfInstant } from '../travel/dates.ts';
import {
  type CancellationCost,
  cancellationCost,
  cancellationInstants,
  wholeCost,
} from '../trips/model/cancellation-cost.ts';
import { beginsAt } from '../trips/model/items/product.ts';
import type { RentalItem, StayItem } from '../trips/model/trip.ts';

/**
 * What cancelling an item costs now, and each time it becomes dearer. An item is given up as a whole: its rooms count
 * together.
 */
export function viewCancellation(item: StayItem | RentalItem, now: Date): CancellationView {
  const first = cancellationCost(item, now);
  const fee = item.serviceFee === undefined ? {} : { serviceFee: item.serviceFee };
  if (first === undefined) return { ...fee, now: { cost: 'unknown' }, later: [] };
  const later: (PenaltyView & { readonly from: PenaltyStart })[] = [];
  let value = wholeCost(item, first).value;
  const isFree = value === 0;
  for (const from of cancellationInstants(item).filter((instant) => instant > now)) {
    const cost = cancellationCost(item, from);
    if (cost === undefined) continue;
    const after = wholeCost(item, cost).value;
    if (after > value) later.push({ ...viewPenalty(item, cost), from: viewStart(item, from) });
    value = after;
  }
  return { ...fee, now: isFree ? { cost: 'nothing' } : viewPenalty(item, first), later };
}

function viewPenalty(item: StayItem | RentalItem, cost: CancellationCost): PenaltyView {
  return cost.isWhole ? { cost: 'whole_price' } : { cost: 'amount', amount: wholeCost(item, cost) };
}

function viewStart(item: StayItem | RentalItem, from: Date): PenaltyStart {
  if (from.getTime() === beginsAt(item).getTime()) return { kind: 'start' };
  const zone = item.kind === 'hotel' ? item.stay.hotel.zone : item.rental.pickUp.zone;
  return { kind: 'time', timeLocal: localOfInstant(from, zone ?? 'UTC'), ...(zone === undefined && { isUtc: true }) };
}
