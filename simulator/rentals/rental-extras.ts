import type { RentalExtra } from '../../src/travel/rental.ts';
import { type RentalHire, writeUsd } from './rental-query.ts';
import type { ExtraRule, FleetClass, RentalTables } from './rental-tables.ts';

/** Months of winter (0 = January) north and south of the equator. */
const WINTER_NORTH: ReadonlySet<number> = new Set([10, 11, 0, 1, 2]);
const WINTER_SOUTH: ReadonlySet<number> = new Set([5, 6, 7, 8]);
/** What a day of rental costs where extras cost what the table says; elsewhere they are between 0.6 and 1.3 of it. */
const USUAL_USD_DAY = 36;
const LEVEL_MIN = 0.6;
const LEVEL_MAX = 1.3;
/** Protection costs more for cars whose excess is higher: a share of the deposit a day. */
const PROTECTION_SHARE_OF_DEPOSIT = 0.006;

/**
 * The extras of a hire, each priced for its whole length; what belongs to winter only in winter, where there is one.
 * Only protection depends on the class: the others are written once.
 */
export function createExtras(
  hire: RentalHire,
  { extras }: RentalTables,
): (fleetClass: FleetClass) => readonly RentalExtra[] {
  const isWinter = isWinterAt(hire);
  const rules = extras.filter(
    ({ winters }) => winters.length === 0 || (isWinter && winters.includes(hire.pickUp.market.winter)),
  );
  const shared = rules.map((rule) => (rule.type === 'full_protection' ? undefined : toExtra(hire, rule, 0)));
  return (fleetClass) => rules.map((rule, index) => shared[index] ?? toExtra(hire, rule, fleetClass.depositUsd));
}

function toExtra(hire: RentalHire, rule: ExtraRule, depositUsd: number): RentalExtra {
  const { type, label, description, quantityMax } = rule;
  return {
    ancillaryKey: type,
    type,
    label,
    description,
    paidAt: hire.pickUp.company.extrasNow.has(type) ? 'now' : 'local',
    price: writeUsd(hire.filing, extraUsd(hire, rule, depositUsd)),
    quantityMax,
  };
}

function extraUsd({ pickUp, days }: RentalHire, { usdDay, daysMax }: ExtraRule, depositUsd: number): number {
  const level = Math.min(LEVEL_MAX, Math.max(LEVEL_MIN, pickUp.market.usdDay / USUAL_USD_DAY));
  const day = usdDay + depositUsd * PROTECTION_SHARE_OF_DEPOSIT;
  return day * level * pickUp.company.extrasPrice * Math.min(days, daysMax);
}

function isWinterAt({ pickUp, pickUpMinute }: RentalHire): boolean {
  const month = new Date(pickUpMinute * 60_000).getUTCMonth();
  return (pickUp.latitude > 0 ? WINTER_NORTH : WINTER_SOUTH).has(month);
}
