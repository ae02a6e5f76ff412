import type { Fare, FareConditions, PenaltyRule } from '../../travel/flight.ts';
import type { Money } from '../../travel/money.ts';
import type { FarePhrases } from './fare-phrases.ts';

/** How to word the conditions of a fare: the phrases of a language, and a fee as text in the currency shown. */
export interface FareWording {
  readonly phrases: FarePhrases;
  readonly describeFee: (fee: Money) => string;
}

const HOUR_MINUTES = 60;
const DAY_MINUTES = 1440;
/** Times of this length and more are given in days. */
const DAYS_FROM_MINUTES = 2 * DAY_MINUTES;

/**
 * Describes when a fare can be changed or refunded, and for which fee, in one sentence: `Change for USD 70.00 per
 * traveler until 24 h before departure, for USD 90.00 per traveler until 1 h before departure. A fare difference may
 * apply.`
 */
export function describePolicy(action: 'change' | 'refund', fare: Fare, wording: FareWording): string {
  const { phrases } = wording;
  const isAllowed = action === 'change' ? fare.isChangeable : fare.isRefundable;
  if (isAllowed === undefined) return action === 'change' ? phrases.changeUnknown : phrases.refundUnknown;
  const rules = windowsOf(fare, action);
  if (rules.length === 0) return action === 'change' ? phrases.changeNotAllowed : phrases.refundNotAllowed;
  const windows = rules.map(
    (rule) => `${wordFee(rule.fee, wording)} ${wordUntil(rule.minMinutesBeforeDeparture ?? 0, phrases)}`,
  );
  return phrases[action](windows);
}

/** Describes what a ticket is worth after a no-show; undefined when the fare has no such rule. */
export function describeNoShow(fare: Fare, wording: FareWording): string | undefined {
  const rule = fare.rules.find(({ ruleType }) => ruleType === 'no_show');
  if (!rule) return undefined;
  const { phrases } = wording;
  if (!rule.isAllowed) return phrases.noShowWorthless;
  const { maxMinutesAfterDeparture: until } = rule;
  return phrases.noShowLater(wordFee(rule.fee, wording), until === undefined ? undefined : wordTime(until, phrases));
}

/** Describes the conditions of a price, one sentence each. */
export function describeConditions(
  { advancePurchaseDays, minimumNights, maximumNights, needsSaturdayNight }: FareConditions,
  phrases: FarePhrases,
): readonly string[] {
  const days = Math.max(0, ...advancePurchaseDays);
  return [
    ...(days > 0 ? [phrases.advancePurchase(days)] : []),
    ...(needsSaturdayNight ? [phrases.saturdayNight] : []),
    ...(minimumNights === undefined ? [] : [phrases.stay(minimumNights, maximumNights)]),
  ];
}

/**
 * The highest fee before departure, so that nobody pays more than announced; undefined when the action is free or not
 * allowed. One window whose fee the supplier does not say makes the whole unknown.
 */
export function dearestFee(fare: Fare, ruleType: 'change' | 'refund'): Money | 'unknown' | undefined {
  const fees = windowsOf(fare, ruleType).flatMap(({ fee }) => fee ?? []);
  const amounts = fees.filter((fee) => fee !== 'unknown');
  if (amounts.length < fees.length) return 'unknown';
  return amounts.reduce<Money | undefined>(
    (dearest, fee) => (dearest === undefined || fee.value > dearest.value ? fee : dearest),
    undefined,
  );
}

/** The rules that allow a change or refund before departure, the earliest deadline first. */
function windowsOf({ rules, isChangeable, isRefundable }: Fare, ruleType: 'change' | 'refund'): readonly PenaltyRule[] {
  if ((ruleType === 'change' ? isChangeable : isRefundable) !== true) return [];
  return rules
    .filter((rule) => rule.ruleType === ruleType && rule.isAllowed && rule.maxMinutesAfterDeparture === undefined)
    .sort((a, b) => (b.minMinutesBeforeDeparture ?? 0) - (a.minMinutesBeforeDeparture ?? 0));
}

function wordFee(fee: PenaltyRule['fee'], { phrases, describeFee }: FareWording): string {
  if (fee === 'unknown') return phrases.feeUnknown;
  return fee === undefined || fee.value === 0 ? phrases.free : phrases.fee(describeFee(fee));
}

function wordUntil(minutes: number, phrases: FarePhrases): string {
  return minutes === 0 ? phrases.untilDeparture : phrases.until(wordTime(minutes, phrases));
}

function wordTime(minutes: number, phrases: FarePhrases): string {
  if (minutes >= DAYS_FROM_MINUTES) return phrases.days(Math.round(minutes / DAY_MINUTES));
  return minutes >= HOUR_MINUTES ? phrases.hours(Math.round(minutes / HOUR_MINUTES)) : phrases.minutes(minutes);
}
