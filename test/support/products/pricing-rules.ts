import type { PricingRule } from '../../../src/pricing/model/pricing-rule.ts';
import { saveRules } from '../../../src/pricing/store.ts';
import type { OrganizationId } from '../../../src/platform/ids.ts';
import type { TestService } from '../service/service.ts';

/** A rule about everything that adds nothing but what a test says. */
export function aPricingRule(part: Partial<PricingRule> = {}): PricingRule {
  const nothing = { currency: undefined, percent: 0, fixed: 0, minimum: undefined, maximum: undefined };
  return { match: {}, ...nothing, roundTo: undefined, ...part };
}

/** Replaces the rules of an organization; the next price is made with them. */
export async function setPricingRules(
  { app }: TestService,
  organizationId: OrganizationId,
  rules: readonly PricingRule[],
): Promise<void> {
  await app.db.transaction((tx) => saveRules(tx, organizationId, rules, new Date('2027-01-01T00:00:00Z')));
  app.pricing.forget(organizationId);
}
