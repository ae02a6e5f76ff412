import type { Fare } from '../../travel/flight.ts';
import { addMoney, convertMoney, type Money, subtractMoney, timesMoney, zeroMoney } from '../../travel/money.ts';
import { cancellationCost, cancellationInstants } from '../../trips/model/cancellation-cost.ts';
import { beginsAt, endsAt } from '../../trips/model/product.ts';
import type { FlightProduct, RentalItem, StayItem } from '../../trips/model/trip.ts';
import type { BookingItem } from './booking.ts';

/** Within this long of ticketing a flight is void: everything comes back (contract, section 8). */
const VOID_HOURS = 24;

/** What giving an item up brings back until an instant. */
export interface CancellationStep {
  readonly until: Date;
  readonly refund: Money;
  readonly penalty: Money;
}

/**
 * How far a refund is supported at an instant, as the timeline tells it: nothing once nothing comes back (or a place
 * would charge for it), all of it inside
 * the void window of a flight, and by people where the supplier's own system does not do it.
 */
export function refundSupportAt(item: BookingItem, now: Date): 'full' | 'manual' | 'none' {
  const timeline = cancellationTimeline(item);
  const current = timeline.find((step) => now < step.until);
  if (current === undefined || (current.refund.value === 0 && current.penalty.value > 0)) return 'none';
  const { tripItem } = item;
  return tripItem.kind === 'flight' && current !== timeline[0] && tripItem.fare.refundSupport === 'manual' ? 'manual' : 'full';
}

/** The whole life of an item that stands booked, in order: what comes back until when, up to the moment it is used. */
export function cancellationTimeline(item: BookingItem): readonly CancellationStep[] {
  if (item.status !== 'confirmed' || item.bookedAt === undefined) return [];
  const { tripItem } = item;
  switch (tripItem.kind) {
    case 'flight': return flightTimeline(item, tripItem, item.bookedAt);
    case 'hotel': case 'car': return costTimeline(item, tripItem, item.bookedAt);
    default: return tripItem satisfies never;
  }
}

/** The void window, then the refund rules of the fare up to departure. */
function flightTimeline(item: BookingItem, flight: FlightProduct, bookedAt: Date): readonly CancellationStep[] {
  const departure = beginsAt(flight);
  const voidUntil = new Date(Math.min(bookedAt.getTime() + VOID_HOURS * 3_600_000, departure.getTime()));
  const afterVoid = refundSteps(item, flight.fare, departure).filter((step) => step.until > voidUntil);
  return [{ until: voidUntil, refund: item.total, penalty: zeroMoney(item.total.currency) }, ...afterVoid];
}

/** One step for each refund rule, by when it ends; after the last one, until departure, nothing comes back. */
function refundSteps(item: BookingItem, fare: Fare, departure: Date): readonly CancellationStep[] {
  const steps = fare.rules
    .filter((rule) => rule.ruleType === 'refund' && rule.maxMinutesAfterDeparture === undefined)
    .map((rule) => {
      const until = new Date(departure.getTime() - (rule.minMinutesBeforeDeparture ?? 0) * 60_000);
      return toStep(item, until, rule.isAllowed ? penaltyOf(item, fare, rule.fee) : item.total);
    })
    .sort((a, b) => a.until.getTime() - b.until.getTime());
  const last = steps.at(-1);
  return last !== undefined && last.until >= departure ? steps : [...steps, toStep(item, departure, item.total)];
}

/** The fee is filed per passenger in the supplier's currency; it never exceeds what was paid. */
function penaltyOf(item: BookingItem, fare: Fare, fee: Money | undefined): Money {
  if (fee === undefined) return zeroMoney(item.total.currency);
  const passengers = fare.passengerPrices.reduce((total, price) => total + price.quantity, 0);
  const whole = convertMoney(timesMoney(fee, passengers), item.total.currency, item.rate);
  return whole.value > item.total.value ? item.total : whole;
}

/**
 * One step up to each instant at which giving the item up becomes dearer, the last up to the end. What was not paid here cannot
 * come back; its penalty is collected by the property.
 */
function costTimeline(item: BookingItem, tripItem: StayItem | RentalItem, bookedAt: Date): readonly CancellationStep[] {
  const end = endsAt(tripItem);
  const instants = cancellationInstants(tripItem).filter((instant) => instant > bookedAt && instant < end);
  return [...instants, end].map((until): CancellationStep => {
    const cost = cancellationCost(tripItem, new Date(until.getTime() - 1));
    const { currency } = item.total;
    const penalty = addMoney(cost.kept, convertMoney(cost.collected, currency, item.rate));
    return { until, refund: subtractMoney(item.total, cost.kept), penalty };
  });
}

function toStep(item: BookingItem, until: Date, penalty: Money): CancellationStep {
  return { until, refund: subtractMoney(item.total, penalty), penalty };
}
