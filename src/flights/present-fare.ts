import { describeBags } from '../offers/describe-flight.ts';
import { convertFare } from '../travel/fare-total.ts';
import type { BagAllowance, Fare, PenaltyRule } from '../travel/flight.ts';
import { addMoney, describeMoney } from '../travel/money.ts';
import { TYPE_OF_KIND } from '../travel/passengers.ts';
import type { ShownFare } from './model/flight-search.ts';
import { type AmountWriter, type Fragments, quote, quoteAll, writeMoney, writeOnce } from './present-money.ts';

/**
 * One fare as JSON text. Fares are four fifths of an answer's bytes: text is joined, not built as objects and stringified,
 * and what an airline's brand says of changes, refunds and bags is written once for all fares of an answer that share it.
 */
export function renderFare({ fare, total }: ShownFare, itemToken: string, amounts: AmountWriter, fragments: Fragments): string {
  const { passengerPrices, bookingFees } = convertFare(fare, amounts.currency, amounts.rate(fare.total.currency));
  const travelers = passengerPrices.reduce((sum, price) => sum + price.quantity, 0);
  return (
    `{"trip_item_token":"${itemToken}","brand_name":${quote(fare.brandName)},"fare_brand_code":${quote(fare.brandCode)}` +
    `,"fare_basis_code":${quote(joinDistinct(fare.fareBasisCodes))},"cabin_class":"${fare.cabinClass}"` +
    `,"rbd":${quote(joinDistinct(fare.bookingClasses))}` +
    `,"total_price":${amounts.write(total.value)},"price_per_person":${amounts.write(Math.round(total.value / Math.max(1, travelers)))}` +
    `,"price_per_passenger":[${passengerPrices.map((price) => renderPassengerPrice(price, amounts)).join()}]` +
    `,"booking_fees":${amounts.write(bookingFees.value)},"conversion_rate":${amounts.rate(fare.total.currency)}` +
    `,"origin_total_price":${writeMoney(fare.total)}` +
    `,${writeOnce(fragments, termsKey(fare), () => renderTerms(fare, amounts))}` +
    `,"provider_metadata":{"seats_left":${fare.seatsLeft},"fare_basis_codes":${quoteAll(fare.fareBasisCodes)}` +
    `,"booking_classes":${quoteAll(fare.bookingClasses)}}}`
  );
}

/** Everything the terms' text depends on. */
function termsKey(fare: Fare): string {
  let key = `terms:${fare.isChangeable}${fare.isRefundable}${fare.isNameChangeable}${fare.hasSeatSelection}${fare.hasPriorityBoarding}`;
  for (const { pieces, weight, dimensions } of [fare.checkedBags, fare.carryOn]) key += `|${pieces},${weight},${dimensions}`;
  for (const rule of fare.rules) {
    key += `|${rule.ruleType}${rule.isAllowed}${rule.fee?.value}${rule.fee?.currency}`;
    key += `,${rule.minMinutesBeforeDeparture},${rule.maxMinutesBeforeDeparture},${rule.maxMinutesAfterDeparture}`;
  }
  return key;
}

function renderTerms(fare: Fare, amounts: AmountWriter): string {
  return (
    `${renderConditions(fare, amounts)}` +
    `,"is_changeable":${fare.isChangeable},"is_name_changeable":${fare.isNameChangeable},"is_refundable":${fare.isRefundable}` +
    `,"seat_selection_included":${fare.hasSeatSelection},"priority_boarding":${fare.hasPriorityBoarding}` +
    `,"included_baggage":${renderBags(fare.checkedBags, 'checked bag')},"carry_on_baggage":${renderBags(fare.carryOn, 'cabin bag')}` +
    `,"fare_descriptions":${quoteAll(describeFare(fare))},"fare_rules":[${fare.rules.map((rule) => renderRule(rule, amounts)).join()}]`
  );
}

function joinDistinct(codes: readonly string[]): string {
  const [first = ''] = codes;
  if (codes.every((code) => code === first)) return first;
  return [...new Set(codes)].join('/');
}

function renderPassengerPrice(price: Fare['passengerPrices'][number], amounts: AmountWriter): string {
  return (
    `{"passenger_type":"${TYPE_OF_KIND[price.kind]}","passenger_kind":"${price.kind}","quantity":${price.quantity}` +
    `,"base_fare":${amounts.write(price.baseFare.value)},"taxes":${amounts.write(price.taxes.value)}` +
    `,"total_per_person":${amounts.write(addMoney(price.baseFare, price.taxes).value)}}`
  );
}

function renderBags(bags: BagAllowance, noun: string): string {
  const dimensions = bags.dimensions === undefined ? 'null' : quote(bags.dimensions);
  const head = `"description":"${describeBags(bags, noun)}","dimensions":${dimensions}`;
  return `{${head},"pieces":${bags.pieces},"weight":${bags.weight ?? 'null'},"weight_unit":"kg"}`;
}

function renderConditions(fare: Fare, amounts: AmountWriter): string {
  const change = findRule(fare, 'change', fare.isChangeable);
  const refund = findRule(fare, 'refund', fare.isRefundable);
  const changePolicy = describePolicy('Change', change, fare.isChangeable, amounts);
  const refundPolicy = describePolicy('Refund', refund, fare.isRefundable, amounts);
  const noShow = fare.rules
    .filter((rule) => rule.ruleType === 'no_show')
    .map((rule) => describePolicy('No-show', rule, rule.isAllowed, amounts));
  return (
    `"change_fee":${renderFee(change, fare.isChangeable, amounts)},"cancellation_fee":${renderFee(refund, fare.isRefundable, amounts)}` +
    `,"change_policy":${quote(changePolicy)},"refund_policy":${quote(refundPolicy)}` +
    `,"fare_rules_summary":${quoteAll([changePolicy, refundPolicy, ...noShow])}`
  );
}

function findRule(fare: Fare, ruleType: PenaltyRule['ruleType'], isAllowed: boolean): PenaltyRule | undefined {
  return fare.rules.find((rule) => rule.ruleType === ruleType && rule.isAllowed === isAllowed);
}

/** Allowed without a fee costs nothing; not allowed has no price at all. */
function renderFee(rule: PenaltyRule | undefined, isAllowed: boolean, amounts: AmountWriter): string {
  if (!isAllowed) return 'null';
  return rule?.fee === undefined ? amounts.write(0) : amounts.writeConverted(rule.fee);
}

function describePolicy(
  action: 'Change' | 'Refund' | 'No-show',
  rule: PenaltyRule | undefined,
  isAllowed: boolean,
  amounts: AmountWriter,
): string {
  if (!isAllowed) return action === 'No-show' ? 'After a no-show the ticket is worthless.' : `${action} not allowed.`;
  const fee =
    rule?.fee === undefined || rule.fee.value === 0 ? 'free of charge' : `for ${describeMoney(amounts.convert(rule.fee))} per traveler`;
  return `${action} ${fee}${describeWhen(rule)}.`;
}

function describeWhen(rule: PenaltyRule | undefined): string {
  if (rule?.maxMinutesAfterDeparture !== undefined) return ', also after departure';
  const hours = Math.round((rule?.minMinutesBeforeDeparture ?? 0) / 60);
  return hours > 0 ? ` until ${hours} h before departure` : ' before departure';
}

function describeFare(fare: Fare): readonly string[] {
  return [
    describeBags(fare.carryOn, 'cabin bag'),
    describeBags(fare.checkedBags, 'checked bag'),
    fare.hasSeatSelection ? 'Seat selection included' : 'Seat selection not included',
    ...(fare.hasPriorityBoarding ? ['Priority boarding'] : []),
  ];
}

function renderRule(rule: PenaltyRule, amounts: AmountWriter): string {
  const hasFee = rule.fee !== undefined && rule.fee.value > 0;
  const penalty = rule.isAllowed ? (hasFee ? 'fee' : 'free') : 'not_allowed';
  return (
    `{"rule_type":"${rule.ruleType}","direction":"both","penalty":"${penalty}"` +
    `,"penalty_fee":${rule.isAllowed && rule.fee !== undefined ? amounts.writeConverted(rule.fee) : 'null'}` +
    ',"charge_model":["per_traveler"],"channels":["api","hosted_page"]' +
    `,"min_minutes_before_departure":${rule.minMinutesBeforeDeparture ?? 'null'}` +
    `,"max_minutes_before_departure":${rule.maxMinutesBeforeDeparture ?? 'null'}` +
    `,"max_minutes_after_departure":${rule.maxMinutesAfterDeparture ?? 'null'}}`
  );
}
