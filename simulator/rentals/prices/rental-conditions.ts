import type { CancellationPenalty, CancellationSchedule, PenaltyBasis } from '../../../src/travel/cancellation.ts';
import { type Money, money } from '../../../src/travel/money.ts';
import type { RentalCharge } from '../../../src/travel/rental.ts';
import { type BranchQuery, writeMinor, writeUsd } from '../branch-query.ts';
import type { PricePart, RentalChoice, RentalPrice } from './rental-prices.ts';
import type { StatedRental } from '../stated-rental.ts';

/** Cancelling is free until so many minutes before pick-up; longer for the cars that are hard to rent again. */
const FREE_MINUTES = 48 * 60;
const FREE_MINUTES_RARE = 7 * 1440;
/** What cancelling later costs; each company has one of the rules. */
const LATE_FEE_USD = 60;
const LATE_SHARE = 0.5;
/** Categories nobody may drive without limit. */
const LIMITED_CATEGORIES: ReadonlySet<string> = new Set(['Premium', 'Luxury']);
const LIMITED_KM_DAY = 250;
const LIMITED_KM_USD = 0.45;
/** Companies away from the terminals hold more on the card: their cars are cheaper and their damage fees are not. */
const SHUTTLE_DEPOSIT_FACTOR = 1.6;
/** Deposits are whole sums of about fifty dollars. */
const DEPOSIT_STEPS = 500;

/** The charges of a price in words. */
export function chargesOf(query: BranchQuery, { parts }: RentalPrice): readonly RentalCharge[] {
  return parts.map(({ kind, value, paidAt }) => ({
    description: describePart(query, kind),
    amount: money(value, query.filing.currency),
    paidAt,
  }));
}

function describePart({ days, oneWay, lateCounters }: BranchQuery, kind: PricePart['kind']): string {
  switch (kind) {
    case 'rental':
      return `Rental, ${days} ${days === 1 ? 'day' : 'days'}, taxes included`;
    case 'deposit':
      return 'Part of the rental paid with the booking';
    case 'airport':
      return 'Airport surcharge';
    case 'young_driver':
      return 'Young driver surcharge';
    case 'one_way':
      return oneWay.isAbroad ? 'One-way fee, handed back abroad' : 'One-way fee';
    case 'late_counter':
      return lateCounters === 1 ? 'Desk open out of hours' : 'Desk open out of hours, twice';
    default:
      return kind satisfies never;
  }
}

/**
 * What cancelling costs when, of what was paid with the booking. Prepaid: everything, at once. Flexible: nothing until
 * two days before pick-up (a week for cars often confirmed on request), then the company's fee, share or day, and
 * everything from pick-up on. Paid at the counter: what was paid with the booking, from two days before.
 */
export function cancellationOf(
  query: BranchQuery,
  { plan, fleetClass }: RentalChoice,
  price: RentalPrice,
  now: Date,
): CancellationSchedule {
  if (price.now === 0) return [];
  const { filing, pickUp } = query;
  const step = (from: Date, value: number, basis: PenaltyBasis): CancellationPenalty => ({
    from,
    basis,
    penalty: money(Math.min(value, price.now), filing.currency),
  });
  const before = (minutes: number): Date => new Date((query.pickUpUtc - minutes) * 60_000);
  switch (plan) {
    case 'P':
      return [step(now, price.now, 'percent')];
    case 'D':
      return [step(before(FREE_MINUTES), price.now, 'percent')];
    case 'F': {
      const start = before(fleetClass.requestShare > 0 ? FREE_MINUTES_RARE : FREE_MINUTES);
      const late = {
        fee: step(start, writeMinor(filing, LATE_FEE_USD), 'amount'),
        share: step(start, Math.round(price.now * LATE_SHARE), 'percent'),
        day: step(start, price.day, 'nights'),
      }[pickUp.company.lateFee];
      return late.penalty.value === price.now ? [late] : [late, step(before(0), price.now, 'percent')];
    }
    default:
      return plan satisfies never;
  }
}

/** What the counter holds on the driver's card. */
export function depositOf({ filing, pickUp }: BranchQuery, { fleetClass }: RentalChoice): Money {
  const coarse = { ...filing, step: filing.step * DEPOSIT_STEPS };
  const usd = fleetClass.depositUsd * (pickUp.company.isInTerminal ? 1 : SHUTTLE_DEPOSIT_FACTOR);
  return money(Math.max(coarse.step, writeMinor(coarse, usd)), filing.currency);
}

/** How far the car may be driven. */
export function mileageOf(
  { filing, pickUp, days }: BranchQuery,
  { fleetClass }: RentalChoice,
): StatedRental['mileage'] {
  const isLimited = LIMITED_CATEGORIES.has(fleetClass.category);
  const kmDay = pickUp.market.kmDay ?? (isLimited ? LIMITED_KM_DAY : undefined);
  if (kmDay === undefined) return { isUnlimited: true, includedKm: undefined, extraPerKm: undefined };
  const usd = isLimited ? LIMITED_KM_USD : pickUp.market.extraKmUsd;
  return {
    isUnlimited: false,
    includedKm: kmDay * days,
    extraPerKm: writeUsd({ ...filing, step: Math.max(1, Math.round(filing.step / 10)) }, usd),
  };
}

/** In what state of the tank, or the battery, the car comes back. */
export function fuelPolicyOf({ pickUp }: BranchQuery, { fleetClass }: RentalChoice): StatedRental['fuelPolicy'] {
  return fleetClass.fuel === 'electric' ? 'same_to_same' : pickUp.company.fuelPolicy;
}
