import {
  type BagAllowance,
  CABIN_CLASSES,
  type Fare,
  type FareConditions,
  type PassengerPrice,
  type PenaltyRule,
  type Segment,
} from '../../travel/flight.ts';
import { apportion, minorConverter } from '../../travel/money.ts';
import { percentOf } from '../../travel/penalty.ts';
import { TYPE_OF_KIND } from '../../travel/passengers.ts';
import type { FarePhrases } from './fare-phrases.ts';
import { dearestFee, describeConditions, describeNoShow, describePolicy, type FareWording } from './fare-messages.ts';
import type { ShownFare } from '../model/flight-search.ts';
import type { AnswerBytes } from '../../offers/answers/answer-bytes.ts';
import { type AmountWriter, quote, quoteAll } from '../../offers/answers/write-json.ts';
import { hasWayBack, type FareTermsJsonCache } from './fare-terms-json-cache.ts';

/** How much of a fare is written: taxes line by line stand in the answer about one offer, not in lists. */
export type FareDetail = 'list' | 'full';

/** What all fares of an offer are written with. */
export interface FareRenderContext {
  /** Where they are written. */
  readonly bytes: AnswerBytes;
  readonly amounts: AmountWriter;
  readonly terms: FareTermsJsonCache;
  readonly wording: FareWording;
  readonly detail: FareDetail;
  /** Every flight of the offer. */
  readonly segments: readonly Segment[];
}

/**
 * Writes the fields of a fare as JSON, all but its token: it and the braces are the caller's. Fares are four fifths of
 * an answer's bytes; what an airline's brand says of changes, refunds and bags is made into text once for all fares
 * that share it.
 */
export function writeFare({ fare, total }: ShownFare, setting: FareRenderContext): void {
  const { bytes, amounts, terms, wording, segments } = setting;
  const { passengerPrices, fareBasisCodes, bookingClasses, conditions } = fare;
  const { currency } = fare.total;
  const convert = minorConverter(currency, amounts.currency, amounts.rate(currency));
  const cabins = otherCabins(fare, segments, wording.phrases);
  const asked = { cabins: cabins.join(), currency: amounts.currency, phrases: wording.phrases };
  const travelers = passengerPrices.reduce((sum, price) => sum + price.quantity, 0);
  bytes.add`"brand_name":${fare.brandName},"fare_brand_code":${fare.brandCode},"fare_basis_code":${joinDistinct(fareBasisCodes)},
    "cabin_class":${fare.cabinClass},"rbd":${joinDistinct(bookingClasses)},
    "total_price":${total},"price_per_person":${amounts.of(Math.round(total.value / Math.max(1, travelers)))},"price_per_passenger":[`;
  passengerPrices.forEach((price, index) => {
    if (index > 0) bytes.add`,`;
    writePassengerPrice(price, convert, setting);
  });
  bytes.add`],"booking_fees":${amounts.of(convert(fare.bookingFees.value))},"conversion_rate":${amounts.rate(currency)},"origin_total_price":${fare.total},
    ${terms.writeOnce(fare, asked, () => renderTerms(fare, cabins, setting))},
    "provider_metadata":{"seats_left":${fare.seatsLeft},"fare_basis_codes":${fareBasisCodes},"booking_classes":${bookingClasses},"filing_currency":${currency}`;
  if (conditions !== undefined) writeFiling(bytes, conditions);
  bytes.add`}`;
}

function renderTerms(
  fare: Fare,
  cabins: readonly string[],
  { amounts, wording }: Pick<FareRenderContext, 'amounts' | 'wording'>,
): string {
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
function writeFiling(
  bytes: AnswerBytes,
  { construction, seasons, advancePurchaseDays, ...stay }: FareConditions,
): void {
  bytes.add`,"fare_type":${construction},"seasons":${seasons},"advance_purchase_days":${advancePurchaseDays},
    "minimum_stay_nights":${stay.minimumNights},"maximum_stay_nights":${stay.maximumNights},"saturday_night_required":${stay.needsSaturdayNight}`;
}

function joinDistinct(codes: readonly string[]): string {
  const [first = ''] = codes;
  if (codes.every((code) => code === first)) return first;
  return [...new Set(codes)].join('/');
}

/** The parts are converted one by one, as `convertFare` does. */
function writePassengerPrice(
  price: PassengerPrice,
  convert: (value: number) => number,
  { bytes, amounts, detail }: FareRenderContext,
): void {
  const [baseFare, taxes] = [convert(price.baseFare.value), convert(price.taxes.value)];
  bytes.add`{"passenger_type":${TYPE_OF_KIND[price.kind]},"passenger_kind":${price.kind},"quantity":${price.quantity},
    "base_fare":${amounts.of(baseFare)},"taxes":${amounts.of(taxes)},"total_per_person":${amounts.of(baseFare + taxes)}`;
  if (detail === 'full') bytes.write(`,"taxes_breakdown":[${renderTaxLines(price, taxes, amounts).join()}]`);
  bytes.add`}`;
}

/**
 * The lines in the shown currency. Where they are all the taxes there are, they add up to `shown`, the converted sum,
 * which is shared out among them; lines that a supplier files beside another sum are each converted by themselves, and
 * nothing is made up to fit.
 */
function renderTaxLines({ taxLines, taxes }: PassengerPrice, shown: number, amounts: AmountWriter): readonly string[] {
  const filed = taxLines.map((line) => line.amount.value);
  const isWhole =
    taxLines.every((line) => line.amount.currency === taxes.currency) &&
    filed.reduce((sum, value) => sum + value, 0) === taxes.value;
  const values = isWhole ? apportion(shown, filed) : taxLines.map((line) => amounts.convert(line.amount).value);
  return taxLines.map(
    ({ code, description }, index) =>
      `{"code":${quote(code)},"description":${quote(description)},"amount":${amounts.write(values[index] ?? 0)}}`,
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
    `{"rule_type":"${rule.ruleType}","direction":"${hasWayBack(fare) ? 'both' : 'outbound'}","penalty":"${penalty}"` +
    `,"penalty_fee":${rule.isAllowed ? (rule.fee === undefined ? amounts.write(0) : amounts.writeConverted(rule.fee)) : 'null'}` +
    (rule.share === undefined ? '' : `,"penalty_percent":${percentOf(rule.share)}`) +
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

/**
 * Where it can be done: here and on the hosted page; by people where the supplier wants that; at the airline once the
 * flight has left.
 */
function channelsOf(fare: Fare, { ruleType }: PenaltyRule): string {
  if (ruleType === 'no_show') return '["airline"]';
  return ruleType === 'refund' && fare.refundSupport === 'manual' ? '["support"]' : '["api","hosted_page"]';
}
