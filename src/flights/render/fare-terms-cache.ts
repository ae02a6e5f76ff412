import { LRUCache } from 'lru-cache';
import type { BagAllowance, Fare, FareConditions } from '../../travel/flight.ts';
import type { FareMessages } from './fare-messages.ts';
import { type FareTerms, hasReturn } from './present-fare-terms.ts';

/** How many lists of rules have their terms cached; about 3 KB each. */
const RULES_MAX = 400;
/** How many terms are cached for one list of rules, which differ in language, currency and features of the fare. */
const TERMS_PER_RULES_MAX = 4;

/** What the terms of a fare depend on, apart from the fare itself. */
export interface TermsVariant {
  /** Sentences on flights in other cabins than the fare's. */
  readonly cabins: readonly string[];
  readonly currency: string;
  /** The messages of the answer's language. */
  readonly messages: FareMessages;
}

interface CachedTerms {
  readonly key: string;
  readonly messages: FareMessages;
  readonly terms: FareTerms;
}

/**
 * Caches presented fare terms. All fares of an airline's brand share one list of rules, so most fares of most answers
 * are found here; describing fees in a language costs more than the rest of a fare. Each App has a cache of its own,
 * because fees are converted at its rates.
 */
export class FareTermsCache {
  readonly #byRules = new LRUCache<Fare['rules'], readonly CachedTerms[]>({ max: RULES_MAX });

  /** Returns the cached terms of a fare, or calls `present` and caches its result. */
  find(fare: Fare, variant: TermsVariant, present: () => FareTerms): FareTerms {
    const cached = this.#byRules.get(fare.rules) ?? [];
    const key = keyOf(fare, variant);
    for (const entry of cached) if (entry.key === key && entry.messages === variant.messages) return entry.terms;
    const terms = present();
    this.#byRules.set(
      fare.rules,
      [{ key, messages: variant.messages, terms }, ...cached].slice(0, TERMS_PER_RULES_MAX),
    );
    return terms;
  }
}

/** Everything that the terms depend on beside rules and language, as text. */
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
