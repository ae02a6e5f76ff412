import { convertMoney, type Money, subtractMoney, timesMoney, zeroMoney } from '../../travel/money.ts';
import { firstDepartureOf } from '../../trips/model/travel-times.ts';
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
 * How far a refund is supported at an instant, as the timeline tells it: nothing once nothing comes back, all of it inside
 * the void window, and by people where the supplier's own system does not do it.
 */
export function refundSupportAt(item: BookingItem, now: Date): 'full' | 'manual' | 'none' {
  const [voidStep, ...rules] = cancellationTimeline(item);
  if (voidStep !== undefined && now < voidStep.until) return 'full';
  const current = rules.find((step) => now < step.until);
  if (current === undefined || current.refund.value === 0) return 'none';
  return item.tripItem.fare.refundSupport === 'manual' ? 'manual' : 'full';
}

/** The whole life of an item that stands booked, in order: the void window, then the refund rules of its fare up to departure. */
export function cancellationTimeline(item: BookingItem): readonly CancellationStep[] {
  if (item.status !== 'confirmed' || item.bookedAt === undefined) return [];
  const departure = firstDepartureOf(item.tripItem);
  const voidUntil = new Date(Math.min(item.bookedAt.getTime() + VOID_HOURS * 3_600_000, departure.getTime()));
  const afterVoid = refundSteps(item, departure).filter((step) => step.until > voidUntil);
  return [{ until: voidUntil, refund: item.total, penalty: zeroMoney(item.total.currency) }, ...afterVoid];
}

/** One step for each refund rule, by when it ends; after the last one, until departure, nothing comes back. */
function refundSteps(item: BookingItem, departure: Date): readonly CancellationStep[] {
  const steps = item.tripItem.fare.rules
    .filter((rule) => rule.ruleType === 'refund' && rule.maxMinutesAfterDeparture === undefined)
    .map((rule) => {
      const until = new Date(departure.getTime() - (rule.minMinutesBeforeDeparture ?? 0) * 60_000);
      return toStep(item, until, rule.isAllowed ? penaltyOf(item, rule.fee) : item.total);
    })
    .sort((a, b) => a.until.getTime() - b.until.getTime());
  const last = steps.at(-1);
  return last !== undefined && last.until >= departure ? steps : [...steps, toStep(item, departure, item.total)];
}

function toStep(item: BookingItem, until: Date, penalty: Money): CancellationStep {
  return { until, refund: subtractMoney(item.total, penalty), penalty };
}

/** The fee is filed per passenger in the supplier's currency; it never exceeds what was paid. */
function penaltyOf(item: BookingItem, fee: Money | undefined): Money {
  if (fee === undefined) return zeroMoney(item.total.currency);
  const passengers = item.tripItem.fare.passengerPrices.reduce((total, price) => total + price.quantity, 0);
  const whole = convertMoney(timesMoney(fee, passengers), item.total.currency, item.rate);
  return whole.value > item.total.value ? item.total : whole;
}
