import type { PaidAt } from '../../../src/travel/rental.ts';
import { mix, unitOf } from '../../../src/reference/hash.ts';
import { finalShare } from '../car-stock.ts';
import { type BranchQuery, writeMinor } from '../branch-query.ts';
import { oneWayUsd } from '../one-way.ts';
import { rentalSeason } from './rental-seasons.ts';
import type { FleetClass, RentalPlan } from '../rental-tables.ts';

/** A class on a plan. */
export interface RentalChoice {
  readonly fleetClass: FleetClass;
  readonly plan: RentalPlan;
}

/** A part of a price in minor units of the filing currency. */
export interface PricePart {
  readonly kind: 'rental' | 'deposit' | 'airport' | 'young_driver' | 'one_way' | 'late_counter';
  readonly value: number;
  readonly paidAt: PaidAt;
}

/** A price and its parts, none of them nothing. */
export interface RentalPrice {
  readonly parts: readonly PricePart[];
  readonly total: number;
  readonly now: number;
  /** What a day of the rental alone costs. */
  readonly day: number;
}

/**
 * Longer rentals cost less a day. Each step is so small that the whole never costs less for being longer: seven days at
 * 0.87 are 6.09 of the six before.
 */
const LENGTH_STEPS = [
  { days: 28, factor: 0.8 },
  { days: 14, factor: 0.82 },
  { days: 7, factor: 0.87 },
  { days: 3, factor: 1 },
  { days: 1, factor: 1.12 },
] as const;
/** Booked later, rented dearer. */
const LEAD_STEPS = [
  { days: 60, factor: 0.94 },
  { days: 21, factor: 1 },
  { days: 7, factor: 1.07 },
  { days: 2, factor: 1.15 },
  { days: 0, factor: 1.22 },
] as const;
const PLAN_FACTORS: Readonly<Record<RentalPlan, number>> = { F: 1, P: 0.88, D: 1.05 };
/** Under this age a driver is young everywhere; charged for at most so many days. */
const YOUNG_UNTIL = 25;
const YOUNG_DAYS_MAX = 10;
const IN_TOWN_FACTOR = 0.95;
const DAY_MINUTES = 1440;

/**
 * Prices the classes of a branch query on their plans: VAT and local taxes are inside every part. What does not depend
 * on the class is computed once.
 */
export function createPricer(query: BranchQuery): (fleetClass: FleetClass) => (plan: RentalPlan) => RentalPrice {
  const { pickUp, filing, days } = query;
  const usual = usualUsd(query);
  const day = Math.floor(query.pickUpMinute / DAY_MINUTES);
  const fees = feesOf(query);
  return (fleetClass) => {
    const spread = 0.92 + 0.16 * unitOf(mix(pickUp.hash, fleetClass.hash));
    const sought = 0.9 + 0.14 * finalShare(pickUp, fleetClass, day);
    const rentalUsd = usual * fleetClass.price * spread * sought * days * stepOf(LENGTH_STEPS, days);
    return (plan) =>
      addUp(
        [
          ...rentalParts(query, writeMinor(filing, rentalUsd * PLAN_FACTORS[plan]), plan),
          ...(plan === 'D' ? fees.atCounter : fees.usual),
        ],
        days,
      );
  };
}

/**
 * A day in US dollars before class, plan and length: the market's level times company, season and lead. A class adds
 * its own index, how sought after it is, and a spread of 8 % either way between branches.
 */
function usualUsd({ pickUp, pickUpMinute, leadDays }: BranchQuery): number {
  const { market, company, latitude, kind } = pickUp;
  const season = rentalSeason(market.season, latitude, Math.floor(pickUpMinute / DAY_MINUTES));
  return (
    market.usdDay * company.price * season * stepOf(LEAD_STEPS, leadDays) * (kind === 'airport' ? 1 : IN_TOWN_FACTOR)
  );
}

/** The rental and what is a share of it. */
function rentalParts({ pickUp, filing }: BranchQuery, rental: number, plan: RentalPlan): readonly PricePart[] {
  const shareOf = (share: number): number => writeMinor(filing, (rental / filing.minorPerUsd) * share);
  const airport = pickUp.kind === 'airport' ? shareOf(pickUp.market.airportShare) : 0;
  if (plan !== 'D') {
    return [
      { kind: 'rental', value: rental, paidAt: 'now' },
      { kind: 'airport', value: airport, paidAt: 'now' },
    ];
  }
  const deposit = shareOf(pickUp.company.counterNowShare);
  return [
    { kind: 'deposit', value: deposit, paidAt: 'now' },
    { kind: 'rental', value: rental - deposit, paidAt: 'local' },
    { kind: 'airport', value: airport, paidAt: 'local' },
  ];
}

/** What does not depend on the class; all of it is paid at the counter by those who pay the rental there. */
function feesOf({ pickUp, dropOff, oneWay, filing, days, driverAge, lateCounters }: BranchQuery): {
  readonly usual: readonly PricePart[];
  readonly atCounter: readonly PricePart[];
} {
  const { company, market } = pickUp;
  const youngDays = driverAge < YOUNG_UNTIL ? Math.min(days, YOUNG_DAYS_MAX) : 0;
  const usual: readonly PricePart[] = [
    {
      kind: 'one_way',
      value: writeMinor(filing, oneWayUsd(oneWay, pickUp, pickUp.id === dropOff.id)),
      paidAt: company.oneWayPaidAt,
    },
    { kind: 'young_driver', value: writeMinor(filing, market.youngUsd * youngDays), paidAt: company.youngPaidAt },
    { kind: 'late_counter', value: writeMinor(filing, company.lateUsd * lateCounters), paidAt: 'local' },
  ];
  return { usual, atCounter: usual.map((part) => ({ ...part, paidAt: 'local' })) };
}

function addUp(parts: readonly PricePart[], days: number): RentalPrice {
  let [total, now, rental] = [0, 0, 0];
  const charged = parts.filter(({ value }) => value > 0);
  for (const { kind, value, paidAt } of charged) {
    total += value;
    if (paidAt === 'now') now += value;
    if (kind === 'rental' || kind === 'deposit') rental += value;
  }
  return { parts: charged, total, now, day: Math.round(rental / days) };
}

function stepOf(steps: readonly { readonly days: number; readonly factor: number }[], days: number): number {
  return steps.find((step) => days >= step.days)?.factor ?? 1;
}
