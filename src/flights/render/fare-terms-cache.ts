import { LRUCache } from 'lru-cache';
import type { BagAllowance, Fare, FareConditions } from '../../travel/flight.ts';
import type { FarePhrases } from './fare-phrases.ts';
import { type FareTerms, hasReturn } from './present-fare-terms.ts';

/** Lists of rules whose terms are cached; about 3 KB each. */
const RULES_MAX = 400;
/** Terms cached of one list of rules: its languages and currencies, and what else its fares differ in. */
const TERMS_PER_RULES_MAX = 4;

/** What the terms of a fare depend on besides the fare. */
export interface TermsVariant {
  /** Cabins other than the fare's, in sentences. */
  readonly cabins: readonly string[];
  readonly currency: string;
  /** Those of the language. */
  readonly phrases: FarePhrases;
}

interface CachedTerms {
  readonly key: string;
  readonly phrases: FarePhrases;
  readonly terms: FareTerms;
}

/**
 * Terms presented moments ago. An airline's brand shares one list of rules among all its fares, so most fares of most
 * answers find their terms here; describing fees in a language costs more than everything else of a fare. Each App has
 * its own: fees are shown at its rates.
 */
export class FareTermsCache {
  readonly #byRules = new LRUCache<Fare['rules'], readonly CachedTerms[]>({ max: RULES_MAX });

  /** The terms of a fare; `present` makes them where they are not cached. */
  find(fare: Fare, variant: TermsVariant, present: () => FareTerms): FareTerms {
    const cached = this.#byRules.get(fare.rules) ?? [];
    const key = keyOf(fare, variant);
    for (const entry of cached) if (entry.key === key && entry.phrases === variant.phrases) return entry.terms;
    const terms = present();
    this.#byRules.set(fare.rules, [{ key, phrases: variant.phrases, terms }, ...cached].slice(0, TERMS_PER_RULES_MAX));
    return terms;
  }
}

/** All that the terms depend on beside the rules and the language, as text. */
function keyOf(fare: Fare, { cabins, currency }: TermsVariant): string {
  const { isChangeable, isRefundable, isNameChangeable, hasSeatSelection, hasPriorityBoarding, refundSupport } = fare;
  return [
    currency,
    cabins.join(),
    hasReturn(fare),
    isChangeable,
    isRefundable,
    isNameChangeable,
    hasSeatSelection,
    hasPriorityBoarding,
    refundSupport,
    bagKeyOf(fare.checkedBags),
    bagKeyOf(fare.carryOn),
    fare.conditions && conditionsKeyOf(fare.conditions),
  ].join('|');
}

function bagKeyOf({ pieces, weight, dimensions }: BagAllowance): string {
  return `${pieces},${weight},${dimensions}`;
}

function conditionsKeyOf(conditions: FareConditions): string {
  const { advancePurchaseDays, minimumNights, maximumNights, needsSaturdayNight } = conditions;
  return `${Math.max(0, ...advancePurchaseDays)},${minimumNights},${maximumNights},${needsSaturdayNight}`;
}
