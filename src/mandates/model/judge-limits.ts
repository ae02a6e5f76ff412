import { describeMoney, type Money, money } from '../../travel/money.ts';
import type { NamedJudgement } from './judge-rules.ts';
import { type Mandate, remainingOf, statusAt } from './mandate.ts';
import { amountFact, factOf, judgeFacts } from './verdict.ts';

/** What of a mandate is used, beside what its row says. */
export interface Usage {
  /** Held or spent in the running period; nothing where there is no limit per period. */
  readonly inPeriod: number;
}

/** What a trip costs now, in the mandate's currency, rounded up; undefined where there is no rate. */
export interface TripCost {
  readonly total: Money | undefined;
  readonly items: readonly (Money | undefined)[];
  /** The trip's own currency. */
  readonly currency: string;
}

/**
 * What each limit of a mandate says of a trip. The organization's clock decides about time. Where amounts cannot be
 * converted the limits fail: a budget that cannot be reckoned with cannot be held to.
 */
export function judgeLimits(mandate: Mandate, cost: TripCost, usage: Usage, now: Date): readonly NamedJudgement[] {
  const { terms, validFrom, validUntil, tripsUsed } = mandate;
  const { currency, perTrip, perItem, perPeriod, tripsMax } = terms;
  const status = statusAt(mandate, now);
  const period = `${validFrom.toISOString()} to ${validUntil.toISOString()}`;
  const isValid = status === 'active' && now >= validFrom;
  const judgements: NamedJudgement[] = [
    { rule: 'valid', ...judgeFacts(`active, ${period}`, [factOf(isValid, `${status}, ${now.toISOString()}`)]) },
  ];
  const { total } = cost;
  if (total === undefined)
    return [...judgements, { rule: 'currency', ...judgeFacts(currency, [factOf(false, cost.currency)]) }];
  const atMost = (rule: string, most: Money, amounts: readonly Money[]) => {
    const facts = amounts.map((amount) => amountFact(amount, most, ''));
    judgements.push({ rule, ...judgeFacts(`at most ${describeMoney(most)}`, facts) });
  };
  atMost('budget', remainingOf(mandate), [total]);
  if (perTrip !== undefined) atMost('per_trip', money(perTrip, currency), [total]);
  if (perItem !== undefined)
    atMost(
      'per_item',
      money(perItem, currency),
      cost.items.filter((item) => item !== undefined),
    );
  if (perPeriod !== undefined) {
    const left = money(Math.max(0, perPeriod.amount - usage.inPeriod), currency);
    atMost(`per_${perPeriod.period}`, left, [total]);
  }
  if (tripsMax !== undefined) {
    const fact = factOf(tripsUsed < tripsMax, `${tripsUsed} used`);
    judgements.push({ rule: 'max_trips', ...judgeFacts(`at most ${tripsMax}`, [fact]) });
  }
  return judgements;
}

/** What the answers together mean. */
export const DECISIONS = ['within', 'ask', 'refused'] as const;
export type PurchaseDecision = (typeof DECISIONS)[number];

/**
 * `refused`: a limit or a rule fails, and no approval lifts it. `ask`: a person decides, because something is not
 * known or the trip is dearer than the mandate lets an agent buy alone. `within`: the agent may buy.
 */
export function decide(
  judgements: readonly NamedJudgement[],
  total: Money | undefined,
  askAbove: number | undefined,
): PurchaseDecision {
  if (total === undefined || judgements.some(({ verdict }) => verdict === 'fail')) return 'refused';
  const isUnknown = judgements.some(({ verdict }) => verdict !== 'pass');
  return isUnknown || (askAbove !== undefined && total.value > askAbove) ? 'ask' : 'within';
}
