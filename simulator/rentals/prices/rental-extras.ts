import { type BranchQuery, writeUsd } from '../branch-query.ts';
import type { ExtraRule, FleetClass, RentalTables } from '../rental-tables.ts';
import type { StatedExtra } from '../stated-rental.ts';

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
 * The extras of a rental, each priced for its whole length; those for winter only in winter, where there is one. Only
 * protection depends on the class: the others are computed once for all classes.
 */
export function createExtras(
  query: BranchQuery,
  { extras }: RentalTables,
): (fleetClass: FleetClass) => readonly StatedExtra[] {
  const isWinter = isWinterAt(query);
  const rules = extras.filter(
    ({ winters }) => winters.length === 0 || (isWinter && winters.includes(query.pickUp.market.winter)),
  );
  const shared = rules.map((rule) => (rule.type === 'full_protection' ? undefined : toExtra(query, rule, 0)));
  return (fleetClass) => rules.map((rule, index) => shared[index] ?? toExtra(query, rule, fleetClass.depositUsd));
}

function toExtra(query: BranchQuery, rule: ExtraRule, depositUsd: number): StatedExtra {
  const { type, label, description, quantityMax } = rule;
  return {
    ancillaryKey: type,
    type,
    label,
    description,
    paidAt: query.pickUp.company.extrasNow.has(type) ? 'now' : 'local',
    price: writeUsd(query.filing, extraUsd(query, rule, depositUsd)),
    quantityMax,
  };
}

function extraUsd({ pickUp, days }: BranchQuery, { usdDay, daysMax }: ExtraRule, depositUsd: number): number {
  const level = Math.min(LEVEL_MAX, Math.max(LEVEL_MIN, pickUp.market.usdDay / USUAL_USD_DAY));
  const day = usdDay + depositUsd * PROTECTION_SHARE_OF_DEPOSIT;
  return day * level * pickUp.company.extrasPrice * Math.min(days, daysMax);
}

function isWinterAt({ pickUp, pickUpMinute }: BranchQuery): boolean {
  const month = new Date(pickUpMinute * 60_000).getUTCMonth();
  return (pickUp.latitude > 0 ? WINTER_NORTH : WINTER_SOUTH).has(month);
}
