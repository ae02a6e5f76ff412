import { penaltyAt, type StatedSchedule } from '../../travel/cancellation.ts';
import { daysBetween } from '../../travel/dates.ts';
import type { PenaltyRule } from '../../travel/flight.ts';
import { addMoney, describeMoney, type Money, moneyFromMajor, shareOfMoney, sumMoney } from '../../travel/money.ts';
import { dueAtPropertyOfRate, isAllDueStatedOfRate, payNowOfRate } from '../../travel/stay.ts';
import { beginsAt, dueLaterOf } from '../../trips/model/items/product.ts';
import type { FlightItem, RentalItem, StayItem } from '../../trips/model/trip.ts';
import { flightsOf, type RuleContext, staysOf } from './rule-context.ts';
import type { RuleOf } from './rules.ts';
import { amountFact, type Fact, factOf, type Judgement, judgeFacts, unknownFact } from './verdict.ts';

const hourMs = 3_600_000;

/** The most that a room may cost a night, what the property collects included. */
export function judgeNightly({ max }: RuleOf<'hotel_nightly_max'>, context: RuleContext): Judgement {
  const most = moneyFromMajor(max, context.currency);
  const facts = staysOf(context).flatMap(({ stay: { checkIn, checkOut, rates } }) =>
    rates.map((rate): Fact => {
      const nights = Math.max(1, daysBetween(checkIn, checkOut));
      const whole = addMoney(payNowOfRate(rate), dueAtPropertyOfRate(rate));
      const nightly = context.convert({ value: Math.ceil(whole.value / nights), currency: whole.currency });
      return statedAmount(nightly, most, { what: `a night for ${rate.room.name}`, isAll: isAllDueStatedOfRate(rate) });
    }),
  );
  return judgeFacts(`at most ${describeMoney(most)} a room and night`, facts);
}

/** The most that may be left to pay at properties and counters, all of them together. */
export function judgeDueLater({ max }: RuleOf<'due_later_max'>, context: RuleContext): Judgement {
  const most = moneyFromMajor(max, context.currency);
  const dues = context.trip.items.flatMap((item) => dueLaterOf(item) ?? []);
  const amounts = dues.map(({ amount }) => context.convert(amount));
  const known = amounts.filter((amount) => amount !== undefined);
  const isAll = known.length === amounts.length && dues.every(({ isKnown }) => isKnown);
  const fact = statedAmount(sumMoney(known, context.currency), most, { what: 'due later', isAll });
  return judgeFacts(`at most ${describeMoney(most)}`, [fact]);
}

/**
 * Whether everything can be given back for all of its money until so many hours before it begins. The day or so in
 * which an airline takes any ticket back does not count.
 */
export function judgeRefundable({ min }: RuleOf<'refundable_until'>, context: RuleContext): Judgement {
  const facts = context.trip.items.map((item): Fact => {
    if (item.kind === 'flight') return refundableFlight(item, min);
    const schedules =
      item.kind === 'hotel' ? item.stay.rates.map((rate) => rate.cancellation) : [item.rental.cancellation];
    return refundableSchedules(item, schedules, { hours: min, now: context.now });
  });
  return judgeFacts(`free of charge until ${min} hours before it begins`, facts);
}

/** The most that changing a flight may cost; one that cannot be changed fails. */
export function judgeChangeFee({ max }: RuleOf<'change_fee_max'>, context: RuleContext): Judgement {
  const most = moneyFromMajor(max, context.currency);
  const facts = flightsOf(context).flatMap(({ fare, description }): readonly Fact[] => {
    if (fare.isChangeable === undefined) return [unknownFact(`${description}, whose change fee is not stated`)];
    if (!fare.isChangeable) return [factOf(false, `${description}, which cannot be changed`)];
    const rules = fare.rules.filter((rule) => rule.ruleType === 'change' && isBeforeDeparture(rule));
    if (rules.length === 0) return [unknownFact(`${description}, whose change fee is not stated`)];
    return rules.map((rule): Fact => {
      if (!rule.isAllowed) return factOf(false, `${description}, which cannot be changed at any time`);
      const fee = feeOf(rule, fare.total);
      const converted = fee && context.convert(fee);
      return statedAmount(converted, most, { what: 'to change', isAll: true });
    });
  });
  return judgeFacts(`at most ${describeMoney(most)}`, facts);
}

/** An amount that may be unknown, or known in part: what is known may already be too much. */
function statedAmount(
  amount: Money | undefined,
  most: Money,
  { what, isAll }: { readonly what: string; readonly isAll: boolean },
): Fact {
  if (amount === undefined) return unknownFact(`an amount that is not known ${what}`);
  const fact = amountFact(amount, most, what);
  return isAll || fact.verdict === 'fail' ? fact : unknownFact(`${fact.text}, and more that is not stated`);
}

function refundableFlight({ fare, description }: FlightItem, hours: number): Fact {
  if (fare.isRefundable === false) return factOf(false, `${description}, which is not refundable`);
  const minutes = hours * 60;
  const rules = fare.rules.filter(
    (rule) =>
      rule.ruleType === 'refund' &&
      isBeforeDeparture(rule) &&
      (rule.maxMinutesBeforeDeparture === undefined || rule.maxMinutesBeforeDeparture > minutes),
  );
  if (rules.some((rule) => !rule.isAllowed)) return factOf(false, `${description}, which is not refundable until then`);
  const fees = rules.map((rule) => feeOf(rule, fare.total));
  const dearest = fees.find((fee) => fee !== undefined && fee.value > 0);
  if (dearest !== undefined) return factOf(false, `${description}, which costs ${describeMoney(dearest)} to give back`);
  if (fare.isRefundable === undefined || rules.length === 0 || fees.includes(undefined))
    return unknownFact(`${description}, whose refund terms are not stated`);
  return factOf(true, description);
}

function refundableSchedules(
  item: StayItem | RentalItem,
  schedules: readonly StatedSchedule[],
  { hours, now }: { readonly hours: number; readonly now: Date },
): Fact {
  const until = new Date(beginsAt(item).getTime() - hours * hourMs);
  const { currency } = item.originPrice;
  const penalties = schedules.flatMap((schedule) => [
    penaltyAt(schedule, now, currency),
    // Free until that moment: what costs from then on costs after it.
    penaltyAt(schedule, new Date(until.getTime() - 1), currency),
  ]);
  const dearest = penalties.find((penalty) => penalty !== undefined && penalty.value > 0);
  if (dearest !== undefined)
    return factOf(false, `${item.description}, which costs ${describeMoney(dearest)} to give back by then`);
  if (penalties.includes(undefined)) return unknownFact(`${item.description}, whose cancellation terms are not stated`);
  return factOf(true, item.description);
}

/** Undefined where it is not stated; of what is allowed, no fee means free. */
function feeOf({ fee, share }: PenaltyRule, price: Money): Money | undefined {
  if (share !== undefined) return shareOfMoney(price, share);
  if (fee === 'unknown') return undefined;
  return fee ?? { value: 0, currency: price.currency };
}

function isBeforeDeparture({ maxMinutesAfterDeparture }: PenaltyRule): boolean {
  return maxMinutesAfterDeparture === undefined;
}
