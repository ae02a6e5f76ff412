import type { Fare } from '../../travel/flight.ts';
import { addMoney, convertMoney, type Money, subtractMoney, zeroMoney } from '../../travel/money.ts';
import { partyPenalty, ticketPricesOf } from '../../travel/penalty.ts';
import { findRefundRule, windowOfRule } from '../../travel/refund-rules.ts';
import { cancellationCost, cancellationInstants } from '../../trips/model/cancellation-cost.ts';
import { beginsAt, endsAt } from '../../trips/model/items/product.ts';
import type { FlightProduct, RentalItem, StayItem } from '../../trips/model/trip.ts';
import type { BookingItem } from './booking.ts';
import { isGone } from './item-status.ts';
import { withFeeReturned } from './costs/service-fee.ts';
import { type OriginTerms, refundOf, returnableOf } from './refund-of.ts';
import { isFreedomUnknown, isFreeToCancel, isOwed } from './schedule-change.ts';

/** Within this long of ticketing a flight is void: everything comes back (contract, section 8). */
const VOID_HOURS = 24;

/** What giving an item up brings back until an instant; both undefined where its supplier sets that when asked. */
export interface CancellationStep {
  readonly until: Date;
  readonly refund: Money | undefined;
  readonly penalty: Money | undefined;
  /** Whether the service fee is in `refund`; else it is in `penalty`. Absent where the item has none. */
  readonly isServiceFeeReturned?: boolean | undefined;
}

/**
 * How far a refund is supported at an instant, as the timeline has it: nothing once nothing comes back (or a place
 * would charge for it), all of it inside
 * the void window of a flight, and by people where the supplier's own system does not do it.
 */
export function refundSupportAt(item: BookingItem, now: Date): 'full' | 'manual' | 'none' {
  const timeline = cancellationTimeline(item);
  const current = timeline.find((step) => now < step.until);
  if (current === undefined && isOwed(item)) return 'manual';
  if (current === undefined || (current.refund?.value === 0 && (current.penalty?.value ?? 0) > 0)) return 'none';
  const { tripItem } = item;
  return tripItem.kind === 'flight' &&
    (current !== timeline[0] || (tripItem.fare.voidWindow === 'none' && item.voidUntil === undefined)) &&
    tripItem.fare.refundSupport === 'manual'
    ? 'manual'
    : 'full';
}

/**
 * The whole life of an item that stands booked, in order: what comes back until when, up to the moment it is used. Of
 * one whose order is gone at its supplier nothing is left to say: people decide what comes back.
 */
export function cancellationTimeline(item: BookingItem): readonly CancellationStep[] {
  if (item.status !== 'confirmed' || isGone(item) || item.bookedAt === undefined) return [];
  const { tripItem } = item;
  switch (tripItem.kind) {
    case 'flight':
      return flightTimeline(item, tripItem, item.bookedAt);
    case 'hotel':
    case 'car':
      return costTimeline(item, tripItem, item.bookedAt);
    default:
      return tripItem satisfies never;
  }
}

/**
 * The void window, then what the rules of the fare say up to departure, or for as long after it as one of them goes.
 */
function flightTimeline(item: BookingItem, flight: FlightProduct, bookedAt: Date): readonly CancellationStep[] {
  const departure = beginsAt(flight);
  // What only the airline knows is shown as not known.
  if (isFreedomUnknown(item)) return [{ until: departure, refund: undefined, penalty: undefined }];
  // Anyone who was moved too far may go free of charge up to the end.
  const voidUntil = isFreeToCancel(item)
    ? departure
    : new Date(Math.min(voidEndOf(item, flight, bookedAt), departure.getTime()));
  const free = { penalty: zeroMoney(item.originTotal.currency), refund: item.originTotal };
  return [
    ...(voidUntil > bookedAt ? [toStep(withFeeReturned(item), voidUntil, free)] : []),
    ...ruleInstants(flight.fare, departure)
      .filter((instant) => instant > voidUntil)
      .map((until) =>
        toStep(item, until, fareCost(item, flight.fare, { departure, at: new Date(until.getTime() - 1) })),
      ),
  ];
}

/** When the void window ends: as the supplier said of the order, else by the fare. */
function voidEndOf({ voidUntil }: BookingItem, { fare }: FlightProduct, bookedAt: Date): number {
  return voidUntil?.getTime() ?? bookedAt.getTime() + voidHoursOf(fare) * 3_600_000;
}

/** For how long after ticketing everything comes back, whatever the rules say. */
export function voidHoursOf({ voidWindow }: Pick<Fare, 'voidWindow'>): number {
  return voidWindow === 'none' ? 0 : VOID_HOURS;
}

/** When another rule begins to hold, and departure. */
function ruleInstants({ rules }: Fare, departure: Date): readonly Date[] {
  const windows = rules
    .filter(({ ruleType, isAllowed }) => ruleType === 'refund' && isAllowed)
    .map((rule) => windowOfRule(rule, departure));
  const instants = windows.flatMap(({ from, until }) =>
    from === undefined ? [until.getTime()] : [from.getTime(), until.getTime()],
  );
  return [...new Set([...instants, departure.getTime()])].sort((a, b) => a - b).map((instant) => new Date(instant));
}

/**
 * The fee is filed per passenger in the supplier's currency; it never exceeds a passenger's ticket, nor what was paid.
 * Undefined where the supplier does not say what giving it up costs, or whether that is possible at all.
 */
function fareCost(
  { originTotal }: BookingItem,
  { rules, passengerPrices, isRefundable }: Fare,
  { departure, at }: { readonly departure: Date; readonly at: Date },
): OriginTerms | undefined {
  if (isRefundable === undefined) return undefined;
  const rule = findRefundRule(rules, departure, at);
  const fee =
    rule?.isAllowed === true ? partyPenalty(rule, ticketPricesOf(passengerPrices), originTotal.currency) : originTotal;
  if (fee === undefined) return undefined;
  const penalty = fee.value > originTotal.value ? originTotal : fee;
  return { penalty, refund: subtractMoney(originTotal, penalty) };
}

/**
 * One step up to each instant at which giving the item up becomes dearer, the last up to the end. What was not paid
 * here cannot come back; its penalty is collected by the property. Terms that are not stated make one step of unknown
 * cost.
 */
function costTimeline(item: BookingItem, tripItem: StayItem | RentalItem, bookedAt: Date): readonly CancellationStep[] {
  const end = endsAt(tripItem);
  if (cancellationCost(tripItem, bookedAt) === undefined)
    return [{ until: end, refund: undefined, penalty: undefined }];
  const instants = cancellationInstants(tripItem).filter((instant) => instant > bookedAt && instant < end);
  return [...instants, end].map((until): CancellationStep => {
    const cost = cancellationCost(tripItem, new Date(until.getTime() - 1));
    if (cost === undefined) return { until, refund: undefined, penalty: undefined };
    const { currency } = item.total;
    const refund = cost.isAllRetained ? zeroMoney(currency) : returnableOf(item, cost.withheld);
    return {
      until,
      refund,
      penalty: addMoney(subtractMoney(item.total, refund), convertMoney(cost.collected, currency, item.rate)),
      ...feeOutcome(item),
    };
  });
}

function toStep(item: BookingItem, until: Date, terms: OriginTerms | undefined): CancellationStep {
  if (terms === undefined) return { until, refund: undefined, penalty: undefined };
  const refund = refundOf(item, terms);
  return { until, refund, penalty: subtractMoney(item.total, refund), ...feeOutcome(item) };
}

function feeOutcome({ serviceFee, isServiceFeeReturned }: BookingItem): Pick<CancellationStep, 'isServiceFeeReturned'> {
  return serviceFee === undefined ? {} : { isServiceFeeReturned: isServiceFeeReturned === true };
}

/**
 * Whether giving an item up by its supplier's terms brings its service fee back as well. An organization keeps its fee
 * when a customer cancels, in a time in which the supplier asks nothing, too; it goes back where everything was
 * promised back: inside the void window of a flight, and while its airline has moved it too far. In both the supplier
 * must give back all of its own.
 */
export function isServiceFeeReturnedAt(item: BookingItem, { refund, penalty }: OriginTerms, now: Date): boolean {
  const isFree = isVoidAt(item, now) || (isFreeToCancel(item) && now < beginsAt(item.tripItem));
  return item.serviceFee !== undefined && isFree && penalty.value === 0 && refund.value > 0;
}

/** True inside the void window of a flight, whatever its airline has changed since. */
export function isVoidAt(item: BookingItem, now: Date): boolean {
  const { tripItem, bookedAt } = item;
  if (tripItem.kind !== 'flight' || bookedAt === undefined) return false;
  return now.getTime() < Math.min(voidEndOf(item, tripItem, bookedAt), beginsAt(tripItem).getTime());
}
