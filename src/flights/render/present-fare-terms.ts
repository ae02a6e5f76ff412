import type { DisplayCurrency } from '../../offers/answers/display-currency.ts';
import { type BagAllowance, CABIN_CLASSES, type Fare, type PenaltyRule, type Segment } from '../../travel/flight.ts';
import { presentValue } from '../../travel/money.ts';
import { isCharged, knownFee, percentOf } from '../../travel/penalty.ts';
import {
  dearestFee,
  describeConditions,
  describeNoShow,
  describePolicy,
  type FareWording,
} from './describe-fare-terms.ts';
import type { FareMessages } from './fare-messages.ts';

/** The currency and language that fare terms are presented in. */
export interface TermsRenderContext {
  readonly display: DisplayCurrency;
  readonly wording: FareWording;
}

/** What a fare allows and includes, as fields and in sentences. */
export type FareTerms = ReturnType<typeof presentFareTerms>;

/** Presents the part of a fare that its brand decides: fees, policies, bags and rules. */
export function presentFareTerms(fare: Fare, cabins: readonly string[], { display, wording }: TermsRenderContext) {
  const { messages } = wording;
  const changePolicy = describePolicy('change', fare, wording);
  const refundPolicy = describePolicy('refund', fare, wording);
  const noShow = describeNoShow(fare, wording);
  const conditions = fare.conditions === undefined ? [] : describeConditions(fare.conditions, messages);
  return {
    change_fee: presentFee(fare, 'change', display),
    cancellation_fee: presentFee(fare, 'refund', display),
    change_policy: changePolicy,
    refund_policy: refundPolicy,
    fare_rules_summary: [changePolicy, refundPolicy, ...(noShow === undefined ? [] : [noShow]), ...conditions],
    ...(isFeeUnknown(fare, 'change') && { change_fee_known: false as const }),
    ...(isFeeUnknown(fare, 'refund') && { cancellation_fee_known: false as const }),
    is_changeable: fare.isChangeable ?? null,
    is_name_changeable: fare.isNameChangeable ?? null,
    is_refundable: fare.isRefundable ?? null,
    seat_selection_included: fare.hasSeatSelection ?? null,
    priority_boarding: fare.hasPriorityBoarding ?? null,
    included_baggage: presentBags(fare.checkedBags, messages.bags(fare.checkedBags, 'checked')),
    carry_on_baggage: presentBags(fare.carryOn, messages.bags(fare.carryOn, 'cabin')),
    fare_descriptions: [...describeFare(fare, messages), ...cabins],
    fare_rules: fare.rules.map((rule) => presentRule(fare, rule, display)),
  };
}

/** Names the flights in other cabins than the fare's, one text for each cabin: `Business on AF1184`. */
export function otherCabins(
  { cabinClass }: Fare,
  segments: readonly Segment[],
  messages: FareMessages,
): readonly string[] {
  if (segments.every((segment) => segment.cabinClass === undefined || segment.cabinClass === cabinClass)) return [];
  return CABIN_CLASSES.filter((cabin) => cabin !== cabinClass).flatMap((cabin) => {
    const flights = segments.filter((segment) => segment.cabinClass === cabin).map(({ flightNumber }) => flightNumber);
    return flights.length === 0 ? [] : [messages.cabinOn(cabin, [...new Set(flights)].join(', '))];
  });
}

function presentBags({ dimensions, pieces, weight }: BagAllowance, description: string) {
  return {
    description,
    dimensions: dimensions ?? null,
    pieces: pieces ?? null,
    weight: weight ?? null,
    weight_unit: 'kg',
  };
}

/** An action that is free costs 0; one that is not allowed, or whose fee the supplier does not say, has no price. */
function presentFee(fare: Fare, ruleType: 'change' | 'refund', display: DisplayCurrency) {
  if ((ruleType === 'change' ? fare.isChangeable : fare.isRefundable) !== true) return null;
  const fee = dearestFee(fare, ruleType);
  if (fee === 'unknown') return null;
  return fee === undefined ? display.present(0) : presentValue(display.convertIfRated(fee));
}

/** Whether the supplier says neither that it is forbidden nor what it costs. */
function isFeeUnknown(fare: Fare, ruleType: 'change' | 'refund'): boolean {
  const isAllowed = ruleType === 'change' ? fare.isChangeable : fare.isRefundable;
  return isAllowed === undefined || (isAllowed && dearestFee(fare, ruleType) === 'unknown');
}

function describeFare(fare: Fare, messages: FareMessages): readonly string[] {
  return [
    messages.bags(fare.carryOn, 'cabin'),
    messages.bags(fare.checkedBags, 'checked'),
    ...(fare.hasSeatSelection === undefined
      ? []
      : [fare.hasSeatSelection ? messages.seatIncluded : messages.seatNotIncluded]),
    ...(fare.hasPriorityBoarding ? [messages.priorityBoarding] : []),
    ...(fare.isNameChangeable ? [messages.nameChangeable] : []),
  ];
}

function presentRule(fare: Fare, rule: PenaltyRule, display: DisplayCurrency) {
  const { isAllowed, share } = rule;
  const isUnknown = isAllowed && rule.fee === 'unknown';
  const fee = knownFee(rule);
  return {
    rule_type: rule.ruleType,
    direction: hasReturn(fare) ? 'both' : 'outbound',
    penalty: isUnknown ? 'unknown' : isAllowed ? (isCharged(rule) ? 'fee' : 'free') : 'not_allowed',
    penalty_fee:
      isAllowed && !isUnknown
        ? fee === undefined
          ? display.present(0)
          : presentValue(display.convertIfRated(fee))
        : null,
    ...(isUnknown && { penalty_fee_known: false as const }),
    ...(share !== undefined && { penalty_percent: percentOf(share) }),
    charge_model: isAllowed ? [...CHARGE_MODELS[rule.ruleType]] : [],
    channels: isAllowed ? channelsOf(fare, rule) : [],
    min_minutes_before_departure: rule.minMinutesBeforeDeparture ?? null,
    max_minutes_before_departure: rule.maxMinutesBeforeDeparture ?? null,
    max_minutes_after_departure: rule.maxMinutesAfterDeparture ?? null,
  };
}

/** How a fee is charged: per traveler, in addition to the fare difference, or deducted from the refund. */
const CHARGE_MODELS = {
  change: ['per_traveler', 'plus_fare_difference'],
  refund: ['per_traveler', 'kept_from_refund'],
  no_show: ['per_traveler'],
} as const satisfies Record<PenaltyRule['ruleType'], readonly string[]>;

/**
 * Where the traveler can use a rule: through the API and the hosted page, through support when the supplier's staff
 * must act, and at the airline once the flight has departed.
 */
function channelsOf(fare: Fare, { ruleType }: PenaltyRule): string[] {
  if (ruleType === 'no_show') return ['airline'];
  return ruleType === 'refund' && fare.refundSupport === 'manual' ? ['support'] : ['api', 'hosted_page'];
}

/** Whether the fare covers more than one direction. */
export function hasReturn({ bookingClasses }: Fare): boolean {
  return bookingClasses.length > 1;
}
