import { LRUCache } from 'lru-cache';
import type { BagAllowance, Fare, FareConditions } from '../../travel/flight.ts';
import type { FarePhrases } from './fare-phrases.ts';

/** Lists of rules whose texts are held, the least used make room; about 3 KB each. */
const RULES_HELD_MAX = 400;
/** Texts held of one list of rules: its languages and currencies, and what else its fares differ in. */
const TEXTS_PER_RULES_MAX = 4;

const UTF8 = new TextEncoder();

/** What the text of a fare's terms depends on besides the fare. */
export interface TermsAsked {
  /** Where other cabins are flown, as it is told. */
  readonly cabins: string;
  readonly currency: string;
  /** Those of the language. */
  readonly phrases: FarePhrases;
}
/** What of a fare's conditions is put into words. */
type ToldConditions = Pick<FareConditions, 'minimumNights' | 'maximumNights' | 'needsSaturdayNight'> & {
  readonly advanceDays: number;
};
interface Written
  extends TermsAsked,
    Pick<
      Fare,
      | 'isChangeable'
      | 'isRefundable'
      | 'isNameChangeable'
      | 'hasSeatSelection'
      | 'hasPriorityBoarding'
      | 'checkedBags'
      | 'carryOn'
    > {
  readonly refundSupport: Fare['refundSupport'];
  readonly hasWayBack: boolean;
  readonly conditions: ToldConditions | undefined;
  readonly bytes: Uint8Array;
}

/**
 * What airlines' brands say of changes, refunds and bags, as JSON written before: airlines share a brand's rules among
 * all their fares, so that most fares of most answers find their terms here. One for each app, whose rates the fees are
 * shown at.
 */
export class FareTermsJsonCache {
  readonly #held = new LRUCache<Fare['rules'], readonly Written[]>({ max: RULES_HELD_MAX });

  /** The bytes of a fare's terms; `write` makes their text where they are not known. */
  writeOnce(fare: Fare, asked: TermsAsked, write: () => string): Uint8Array {
    const held = this.#held.get(fare.rules) ?? [];
    const conditions = fare.conditions && toldOf(fare.conditions);
    for (const written of held) if (isOf(written, fare, conditions, asked)) return written.bytes;
    const bytes = UTF8.encode(write());
    const {
      isChangeable,
      isRefundable,
      isNameChangeable,
      hasSeatSelection,
      hasPriorityBoarding,
      refundSupport,
      checkedBags,
      carryOn,
    } = fare;
    const written = {
      ...asked,
      isChangeable,
      isRefundable,
      isNameChangeable,
      hasSeatSelection,
      hasPriorityBoarding,
      refundSupport,
      checkedBags,
      carryOn,
      hasWayBack: hasWayBack(fare),
      conditions,
      bytes,
    };
    this.#held.set(fare.rules, [written, ...held].slice(0, TEXTS_PER_RULES_MAX));
    return bytes;
  }
}

/** Whether there is more than one direction, as rules tell it. */
export function hasWayBack({ bookingClasses }: Fare): boolean {
  return bookingClasses.length > 1;
}

function toldOf({
  advancePurchaseDays,
  minimumNights,
  maximumNights,
  needsSaturdayNight,
}: FareConditions): ToldConditions {
  return { advanceDays: Math.max(0, ...advancePurchaseDays), minimumNights, maximumNights, needsSaturdayNight };
}

function isOf(
  written: Written,
  fare: Fare,
  conditions: ToldConditions | undefined,
  { cabins, currency, phrases }: TermsAsked,
): boolean {
  return (
    written.currency === currency &&
    written.phrases === phrases &&
    written.cabins === cabins &&
    written.hasWayBack === hasWayBack(fare) &&
    written.isChangeable === fare.isChangeable &&
    written.isRefundable === fare.isRefundable &&
    written.isNameChangeable === fare.isNameChangeable &&
    written.hasSeatSelection === fare.hasSeatSelection &&
    written.hasPriorityBoarding === fare.hasPriorityBoarding &&
    written.refundSupport === fare.refundSupport &&
    isSameBags(written.checkedBags, fare.checkedBags) &&
    isSameBags(written.carryOn, fare.carryOn) &&
    isSameTold(written.conditions, conditions)
  );
}

function isSameBags(a: BagAllowance, b: BagAllowance): boolean {
  return a === b || (a.pieces === b.pieces && a.weight === b.weight && a.dimensions === b.dimensions);
}

function isSameTold(a: ToldConditions | undefined, b: ToldConditions | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return (
    a.advanceDays === b.advanceDays &&
    a.minimumNights === b.minimumNights &&
    a.maximumNights === b.maximumNights &&
    a.needsSaturdayNight === b.needsSaturdayNight
  );
}
