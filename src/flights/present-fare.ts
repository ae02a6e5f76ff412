import { convertFare } from '../travel/fare-total.ts';
import { type BagAllowance, CABIN_CLASSES, type Fare, type FareConditions, type PassengerPrice, type PenaltyRule, type Segment } from '../travel/flight.ts';
import { addMoney } from '../travel/money.ts';
import { TYPE_OF_KIND } from '../travel/passengers.ts';
import type { FarePhrases } from './fare-phrases.ts';
import { dearestFee, describeConditions, describeNoShow, describePolicy, type FareWording } from './fare-words.ts';
import type { ShownFare } from './model/flight-search.ts';
import { type AmountWriter, type Fragments, quote, quoteAll, writeMoney, writeOnce } from './present-money.ts';

/** How much of a fare is written: taxes line by line stand in the answer about one offer, not in lists. */
export type FareDetail = 'list' | 'full';

/** What all fares of an offer are written with; `fragments` belong to one answer, in one language. */
export interface FareSetting {
  readonly amounts: AmountWriter;
  readonly fragments: Fragments;
  readonly wording: FareWording;
  readonly detail: FareDetail;
  /** Every flight of the offer. */
  readonly segments: readonly Segment[];
}

/**
 * One fare as JSON text. Fares are four fifths of an answer's bytes: text is joined, not built as objects and stringified,
 * and what an airline's brand says of changes, refunds and bags is written once for all fares of an answer that share it.
 */
export function renderFare({ fare, total }: ShownFare, itemToken: string, { amounts, fragments, wording, detail, segments }: FareSetting): string {
  const { passengerPrices, bookingFees } = convertFare(fare, amounts.currency, amounts.rate(fare.total.currency));
  const cabins = otherCabins(fare, segments, wording.phrases);
  const travelers = passengerPrices.reduce((sum, price) => sum + price.quantity, 0);
  return (
    `{"trip_item_token":"${itemToken}","brand_name":${quote(fare.brandName)},"fare_brand_code":${quote(fare.brandCode)}` +
    `,"fare_basis_code":${quote(joinDistinct(fare.fareBasisCodes))},"cabin_class":"${fare.cabinClass}"` +
    `,"rbd":${quote(joinDistinct(fare.bookingClasses))}` +
    `,"total_price":${amounts.write(total.value)},"price_per_person":${amounts.write(Math.round(total.value / Math.max(1, travelers)))}` +
    `,"price_per_passenger":[${passengerPrices.map((price) => renderPassengerPrice(price, amounts, detail)).join()}]` +
    `,"booking_fees":${amounts.write(bookingFees.value)},"conversion_rate":${amounts.rate(fare.total.currency)}` +
    `,"origin_total_price":${writeMoney(fare.total)}` +
    `,${writeOnce(fragments, `${termsKey(fare)}|${cabins.join()}`, () => renderTerms(fare, cabins, { amounts, wording }))}` +
    `,"provider_metadata":{"seats_left":${fare.seatsLeft},"fare_basis_codes":${quoteAll(fare.fareBasisCodes)}` +
    `,"booking_classes":${quoteAll(fare.bookingClasses)},"filing_currency":"${fare.total.currency}"` +
    `${fare.conditions === undefined ? '' : renderFiling(fare.conditions)}}}`
  );
}

/** Everything the terms' text depends on. */
function termsKey(fare: Fare): string {
  let key = `terms:${fare.isChangeable}${fare.isRefundable}${fare.isNameChangeable}${fare.hasSeatSelection}${fare.hasPriorityBoarding}`;
  key += `${fare.bookingClasses.length}${fare.refundSupport}${rulesKey(fare.rules)}`;
  for (const { pieces, weight, dimensions } of [fare.checkedBags, fare.carryOn]) key += `|${pieces},${weight},${dimensions}`;
  if (fare.conditions === undefined) return key;
  const { advancePurchaseDays, minimumNights, maximumNights, needsSaturdayNight } = fare.conditions;
  return `${key}|${advancePurchaseDays.join()}|${minimumNights},${maximumNights},${needsSaturdayNight}`;
}

/** Suppliers that share a brand's rules among its fares have them put into words and keys once. */
const rulesKeys = new WeakMap<Fare['rules'], string>();

function rulesKey(rules: Fare['rules']): string {
  const known = rulesKeys.get(rules);
  if (known !== undefined) return known;
  let key = '';
  for (const rule of rules) {
    key += `|${rule.ruleType}${rule.isAllowed}${rule.fee?.value}${rule.fee?.currency}`;
    key += `,${rule.minMinutesBeforeDeparture},${rule.maxMinutesBeforeDeparture},${rule.maxMinutesAfterDeparture}`;
  }
  rulesKeys.set(rules, key);
  return key;
}

function renderTerms(fare: Fare, cabins: readonly string[], { amounts, wording }: Pick<FareSetting, 'amounts' | 'wording'>): string {
  const { phrases } = wording;
  return (
    `${renderConditions(fare, amounts, wording)}` +
    `,"is_changeable":${fare.isChangeable},"is_name_changeable":${fare.isNameChangeable},"is_refundable":${fare.isRefundable}` +
    `,"seat_selection_included":${fare.hasSeatSelection},"priority_boarding":${fare.hasPriorityBoarding}` +
    `,"included_baggage":${renderBags(fare.checkedBags, phrases.bags(fare.checkedBags, 'checked'))},"carry_on_baggage":${renderBags(fare.carryOn, phrases.bags(fare.carryOn, 'cabin'))}` +
    `,"fare_descriptions":${quoteAll([...describeFare(fare, phrases), ...cabins])},"fare_rules":[${fare.rules.map((rule) => renderRule(fare, rule, amounts)).join()}]`
  );
}

/** How the supplier files the fare: what kind it is, and what its price asks for in each direction. */
function renderFiling({ construction, seasons, advancePurchaseDays, ...stay }: FareConditions): string {
  return (
    `,"fare_type":"${construction}","seasons":${quoteAll(seasons)},"advance_purchase_days":[${advancePurchaseDays.join()}]` +
    `,"minimum_stay_nights":${stay.minimumNights ?? 'null'},"maximum_stay_nights":${stay.maximumNights ?? 'null'}` +
    `,"saturday_night_required":${stay.needsSaturdayNight}`
  );
}

function joinDistinct(codes: readonly string[]): string {
  const [first = ''] = codes;
  if (codes.every((code) => code === first)) return first;
  return [...new Set(codes)].join('/');
}

function renderPassengerPrice(price: PassengerPrice, amounts: AmountWriter, detail: FareDetail): string {
  return (
    `{"passenger_type":"${TYPE_OF_KIND[price.kind]}","passenger_kind":"${price.kind}","quantity":${price.quantity}` +
    `,"base_fare":${amounts.write(price.baseFare.value)},"taxes":${amounts.write(price.taxes.value)}` +
    `,"total_per_person":${amounts.write(addMoney(price.baseFare, price.taxes).value)}` +
    `${detail === 'full' ? `,"taxes_breakdown":[${renderTaxLines(price, amounts).join()}]` : ''}}`
  );
}

/** Each line converted by itself; what rounding leaves of the sum goes to the first, so that the lines add up to `taxes`. */
function renderTaxLines({ taxes, taxLines }: PassengerPrice, amounts: AmountWriter): readonly string[] {
  const converted = taxLines.map((line) => amounts.convert(line.amount).value);
  const rest = taxes.value - converted.reduce((sum, value) => sum + value, 0);
  return taxLines.map(
    ({ code, description }, index) =>
      `{"code":${quote(code)},"description":${quote(description)},"amount":${amounts.write((converted[index] ?? 0) + (index === 0 ? rest : 0))}}`,
  );
}

function renderBags(bags: BagAllowance, description: string): string {
  const dimensions = bags.dimensions === undefined ? 'null' : quote(bags.dimensions);
  const head = `"description":${quote(description)},"dimensions":${dimensions}`;
  return `{${head},"pieces":${bags.pieces},"weight":${bags.weight ?? 'null'},"weight_unit":"kg"}`;
}

function renderConditions(fare: Fare, amounts: AmountWriter, wording: FareWording): string {
  const changePolicy = describePolicy('change', fare, wording);
  const refundPolicy = describePolicy('refund', fare, wording);
  const noShow = describeNoShow(fare, wording);
  const conditions = fare.conditions === undefined ? [] : describeConditions(fare.conditions, wording.phrases);
  return (
    `"change_fee":${renderFee(fare, 'change', amounts)},"cancellation_fee":${renderFee(fare, 'refund', amounts)}` +
    `,"change_policy":${quote(changePolicy)},"refund_policy":${quote(refundPolicy)}` +
    `,"fare_rules_summary":${quoteAll([changePolicy, refundPolicy, ...(noShow === undefined ? [] : [noShow]), ...conditions])}`
  );
}

/** Allowed without a fee costs nothing; not allowed has no price at all. */
function renderFee(fare: Fare, ruleType: 'change' | 'refund', amounts: AmountWriter): string {
  if (!(ruleType === 'change' ? fare.isChangeable : fare.isRefundable)) return 'null';
  const fee = dearestFee(fare, ruleType);
  return fee === undefined ? amounts.write(0) : amounts.writeConverted(fee);
}

/** Where another cabin is flown than the fare's: `Business on AF1184`, each cabin once. */
function otherCabins({ cabinClass }: Fare, segments: readonly Segment[], phrases: FarePhrases): readonly string[] {
  if (segments.every((segment) => segment.cabinClass === undefined || segment.cabinClass === cabinClass)) return [];
  return CABIN_CLASSES.filter((cabin) => cabin !== cabinClass).flatMap((cabin) => {
    const flights = segments.filter((segment) => segment.cabinClass === cabin).map(({ flightNumber }) => flightNumber);
    return flights.length === 0 ? [] : [phrases.cabinOn(cabin, [...new Set(flights)].join(', '))];
  });
}

function describeFare(fare: Fare, phrases: FarePhrases): readonly string[] {
  return [
    phrases.bags(fare.carryOn, 'cabin'),
    phrases.bags(fare.checkedBags, 'checked'),
    fare.hasSeatSelection ? phrases.seatIncluded : phrases.seatNotIncluded,
    ...(fare.hasPriorityBoarding ? [phrases.priorityBoarding] : []),
    ...(fare.isNameChangeable ? [phrases.nameChangeable] : []),
  ];
}

function renderRule(fare: Fare, rule: PenaltyRule, amounts: AmountWriter): string {
  const hasFee = rule.fee !== undefined && rule.fee.value > 0;
  const penalty = rule.isAllowed ? (hasFee ? 'fee' : 'free') : 'not_allowed';
  return (
    `{"rule_type":"${rule.ruleType}","direction":"${fare.bookingClasses.length > 1 ? 'both' : 'outbound'}","penalty":"${penalty}"` +
    `,"penalty_fee":${rule.isAllowed ? (rule.fee === undefined ? amounts.write(0) : amounts.writeConverted(rule.fee)) : 'null'}` +
    `,"charge_model":${rule.isAllowed ? CHARGE_MODELS[rule.ruleType] : '[]'},"channels":${rule.isAllowed ? channelsOf(fare, rule) : '[]'}` +
    `,"min_minutes_before_departure":${rule.minMinutesBeforeDeparture ?? 'null'}` +
    `,"max_minutes_before_departure":${rule.maxMinutesBeforeDeparture ?? 'null'}` +
    `,"max_minutes_after_departure":${rule.maxMinutesAfterDeparture ?? 'null'}}`
  );
}

/** How a fee is reckoned: for each traveler, beside what a new fare costs more, or out of what is paid back. */
const CHARGE_MODELS = {
  change: '["per_traveler","plus_fare_difference"]',
  refund: '["per_traveler","kept_from_refund"]',
  no_show: '["per_traveler"]',
} as const satisfies Record<PenaltyRule['ruleType'], string>;

/** Where it can be done: here and on the hosted page; by people where the supplier wants that; at the airline once the flight has left. */
function channelsOf(fare: Fare, { ruleType }: PenaltyRule): string {
  if (ruleType === 'no_show') return '["airline"]';
  return ruleType === 'refund' && fare.refundSupport === 'manual' ? '["support"]' : '["api","hosted_page"]';
}
