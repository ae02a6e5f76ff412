import type { OpenCheckout } from '../checkout/open-checkout.ts';
import type { App } from '../context.ts';
import type { Handle } from '../platform/db/db.ts';
import { RateUnavailable } from '../suppliers/ports/exchange-rates.ts';
import { decimalPlaces, type Money, money } from '../travel/money.ts';
import { decide, judgeLimits, type PurchaseDecision } from './model/judge-limits.ts';
import { judgeRules, type NamedJudgement } from './model/judge-rules.ts';
import { type Mandate, periodStart } from './model/mandate.ts';
import { factOf, judgeFacts } from './model/verdict.ts';
import { sumUsedSince } from './store-budget.ts';

/** What a mandate says of a quoted trip. */
export interface JudgedTrip {
  readonly decision: PurchaseDecision;
  readonly judgements: readonly NamedJudgement[];
  /** What the trip takes of the budget; undefined where there is no rate. */
  readonly cost: Money | undefined;
  /** Units of the mandate's currency per unit of the trip's. */
  readonly rate: number | undefined;
}

/** Judges a quoted trip by every limit and rule of a mandate. Reads what is used of it; changes nothing. */
export async function judgeTrip(
  app: Pick<App, 'rates' | 'places'>,
  h: Handle,
  mandate: Mandate,
  { trip, quote, signed }: OpenCheckout,
  now: Date,
): Promise<JudgedTrip> {
  const { currency, perPeriod, rules, askAbove, onPartial } = mandate.terms;
  const convert = (amount: Money) => convertUp(app, amount, currency);
  const total = convert(quote.total);
  const cost = { total, items: quote.items.map((item) => convert(item.total)), currency: quote.total.currency };
  const inPeriod = perPeriod ? await sumUsedSince(h, mandate, periodStart(perPeriod.period, now)) : 0;
  const context = {
    trip,
    contentHash: signed.contentHash,
    now,
    currency,
    convert,
    countryOf: (airport: string) => app.places.airport(airport)?.country,
  };
  const judgements = [
    ...judgeLimits(mandate, cost, { inPeriod }, now),
    { rule: 'on_partial', ...judgeFacts(onPartial, [factOf(trip.onPartial === onPartial, trip.onPartial)]) },
    ...judgeRules(rules, context),
  ];
  const rate = rateOf(app, quote.total.currency, currency);
  return { decision: decide(judgements, total, askAbove), judgements, cost: total, rate };
}

/** An amount at a known rate, rounded up: a budget is never spent by fractions that nobody counted. */
function convertAtRate({ value, currency: from }: Money, to: string, rate: number): Money {
  if (from === to) return money(value, to);
  const factor = 10 ** (decimalPlaces(to) - decimalPlaces(from));
  // The epsilon keeps a product that is whole on paper (0.1 × 30) from being rounded up once more.
  return money(Math.ceil(value * rate * factor * (1 - Number.EPSILON)), to);
}

/** An amount in another currency at today's rate, rounded up; undefined where there is none. */
export function convertUp(app: Pick<App, 'rates'>, amount: Money, to: string): Money | undefined {
  const rate = rateOf(app, amount.currency, to);
  return rate === undefined ? undefined : convertAtRate(amount, to, rate);
}

function rateOf({ rates }: Pick<App, 'rates'>, from: string, to: string): number | undefined {
  try {
    return rates.converts(from, to) ? rates.rate(from, to) : undefined;
  } catch (failure) {
    if (failure instanceof RateUnavailable) return undefined;
    throw failure;
  }
}
