import { describeMoney, money } from '../../travel/money.ts';
import type { Mandate } from './mandate.ts';
import type { Rule } from './rules.ts';

/** A rule as the contract writes it: `carrier: deny FR, U2`. */
export function describeRule({ type, ...fields }: Rule): string {
  const parts = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${Array.isArray(value) ? value.join(', ') : String(value)}`],
  );
  return `${type}: ${parts.join('; ')}`;
}

/** The limits of a mandate in the contract's names: `budget: EUR 5000.00`. */
export function describeLimits({ terms, validFrom, validUntil }: Pick<Mandate, 'terms' | 'validFrom' | 'validUntil'>) {
  const { currency, perPeriod, tripsMax, budget, perTrip, perItem, askAbove } = terms;
  const amounts = { budget, per_trip: perTrip, per_item: perItem, ask_above: askAbove };
  const limits = Object.entries(amounts).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${describeMoney(money(value, currency))}`],
  );
  return [
    ...limits,
    ...(perPeriod ? [`per_${perPeriod.period}: ${describeMoney(money(perPeriod.amount, currency))}`] : []),
    ...(tripsMax === undefined ? [] : [`max_trips: ${tripsMax}`]),
    `valid: ${validFrom.toISOString()} to ${validUntil.toISOString()}`,
  ];
}
