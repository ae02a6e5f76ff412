import type { Fare, FareConditions, PenaltyRule } from '../../travel/flight.ts';
import type { Money } from '../../travel/money.ts';
import type { FareMessages } from './fare-messages.ts';

/** How to word the conditions of a fare: the messages of a language, and a fee as text in the currency shown. */
export interface FareWording {
  readonly messages: FareMessages;
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
  const { messages } = wording;
  const isAllowed = action === 'change' ? fare.isChangeable : fare.isRefundable;
  if (isAllowed === undefined) return action === 'change' ? messages.changeUnknown : messages.refundUnknown;
  const rules = windowsOf(fare, action);
  if (rules.length === 0) return action === 'change' ? messages.changeNotAllowed : messages.refundNotAllowed;
  const windows = rules.map(
    (rule) => `${wordFee(rule.fee, wording)} ${wordUntil(rule.minMinutesBeforeDeparture ?? 0, messages)}`,
  );
  return messages[action](windows);
}

/** Describes what a ticket is worth after a no-show; undefined when the fare has no such rule. */
export function describeNoShow(fare: Fare, wording: FareWording): string | undefined {
  const rule = fare.rules.find(({ ruleType }) => ruleType === 'no_show');
  if (!rule) return undefined;
  const { messages } = wording;
  if (!rule.isAllowed) return messages.noShowWorthless;
  const { maxMinutesAfterDeparture: until } = rule;
  return messages.noShowLater(wordFee(rule.fee, wording), until === undefined ? undefined : wordTime(until, messages));
}

/** Describes the conditions of a price, one sentence each. */
export function describeConditions(
  { advancePurchaseDays, minimumNights, maximumNights, needsSaturdayNight }: FareConditions,
  messages: FareMessages,
): readonly string[] {
  const days = Math.max(0, ...advancePurchaseDays);
  return [
    ...(days > 0 ? [messages.advancePurchase(days)] : []),
    ...(needsSaturdayNight ? [messages.saturdayNight] : []),
    ...(minimumNights === undefined ? [] : [messages.stay(minimumNights, maximumNights)]),
  ];
}

/**
 * The highest fee before departure, so that nobody pays more than announced; undefined when the action is free or not
 * allowed. One window whose fee the supplier does not say makes the whole unknown, and so do fees of several
 * currencies: without a rate none of them is the highest.
 */
export function dearestFee(fare: Fare, ruleType: 'change' | 'refund'): Money | 'unknown' | undefined {
  const fees = windowsOf(fare, ruleType).flatMap(({ fee }) => fee ?? []);
  const amounts = fees.filter((fee) => fee !== 'unknown');
  const currencies = new Set(amounts.map(({ currency }) => currency));
  if (amounts.length < fees.length || currencies.size > 1) return 'unknown';
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

function wordFee(fee: PenaltyRule['fee'], { messages, describeFee }: FareWording): string {
  if (fee === 'unknown') return messages.feeUnknown;
  return fee === undefined || fee.value === 0 ? messages.free : messages.fee(describeFee(fee));
}

function wordUntil(minutes: number, messages: FareMessages): string {
  return minutes === 0 ? messages.untilDeparture : messages.until(wordTime(minutes, messages));
}

function wordTime(minutes: number, messages: FareMessages): string {
  if (minutes >= DAYS_FROM_MINUTES) return messages.days(Math.round(minutes / DAY_MINUTES));
  return minutes >= HOUR_MINUTES ? messages.hours(Math.round(minutes / HOUR_MINUTES)) : messages.minutes(minutes);
}
