import type { App } from '../context.ts';
import { refuse, refuseFields } from '../platform/errors.ts';
import type { OrganizationId } from '../platform/ids.ts';
import { listProviders } from '../suppliers/calls/find-supplier.ts';
import { type Money, money } from '../travel/money.ts';
import type { CabinClass } from '../travel/flight.ts';
import type { PricedKind, PricingRule } from './model/pricing-rule.ts';
import { explainFee } from './model/service-fee.ts';
import { checkRules, getRules } from './replace-rules.ts';

/** A price to try rules on. */
export interface PriceExample {
  readonly kind: PricedKind;
  readonly supplier: string | undefined;
  readonly carrier: string | undefined;
  readonly destination: string | undefined;
  readonly country: string | undefined;
  readonly cabin: CabinClass | undefined;
  readonly amount: number;
  readonly currency: string;
}

/** A fee, what is asked with it, and the place of the rule that made it; undefined where none matches. */
interface TriedFee {
  readonly fee: Money;
  readonly total: Money;
  readonly place: number | undefined;
}

/** The fee on an example under the rules as they are, and under a draft where there is one. */
export interface TriedFees {
  readonly version: number;
  readonly current: TriedFee;
  readonly draft: TriedFee | undefined;
}

/**
 * Prices an example under the rules of an organization as they are stored, and under a draft. Saves nothing. Throws as
 * `checkRules` does for the draft, and for an example that names what nobody knows.
 */
export async function tryRules(
  app: App,
  organizationId: OrganizationId,
  { example, draft }: { readonly example: PriceExample; readonly draft: readonly PricingRule[] | undefined },
): Promise<TriedFees> {
  if (!app.rates.supports(example.currency))
    throw refuse('currency_unsupported', { keys: { supported: app.rates.supported() } });
  if (draft !== undefined) checkRules(app, listProviders(app), draft);
  const country = countryOf(app, example);
  const { version, rules } = await getRules(app, organizationId);
  const attempt = (tried: readonly PricingRule[]) => priceExample(app, tried, { ...example, country });
  return { version, current: attempt(rules), draft: draft && attempt(draft) };
}

function priceExample({ rates }: Pick<App, 'rates'>, rules: readonly PricingRule[], example: PriceExample): TriedFee {
  const { kind, supplier, carrier, country, cabin, amount, currency } = example;
  const findRate = (from: string, to: string) => (rates.converts(from, to) ? rates.rate(from, to) : undefined);
  // A supplier that is not stated is none that a rule names.
  const subject = { kind, supplierId: supplier ?? '', carrier, country, cabin };
  const { fee, rule } = explainFee(rules, findRate, { subject, amount: money(amount, currency) });
  const place = rule === undefined ? undefined : rules.indexOf(rule);
  return { fee, total: money(amount + fee.value, currency), place };
}

function countryOf({ places }: Pick<App, 'places'>, { destination, country }: PriceExample): string | undefined {
  if (country !== undefined && destination !== undefined)
    throw refuseFields([{ path: 'example.country', problem: 'stands in place of destination: send one of them' }]);
  if (country !== undefined && places.country(country) === undefined)
    throw refuseFields([{ path: 'example.country', problem: 'is no country' }]);
  if (destination === undefined) return country;
  const found = (places.airport(destination) ?? places.city(destination))?.country;
  if (found === undefined)
    throw refuseFields([{ path: 'example.destination', problem: 'is no airport and no city of ours' }]);
  return found;
}
