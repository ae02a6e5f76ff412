import * as z from 'zod';
import type { PricingRules } from './model/pricing-rule.ts';
import { RulesForm, writeRules } from './rule-form.ts';

const rulesMeaning = 'In the order they are tried: the first that matches a price makes its fee, also where that is 0.';

/** Body of PUT /v1/pricing_rules. */
export const PricingRulesRequest = z.strictObject({
  rules: RulesForm.meta({ description: `${rulesMeaning} An empty list: no fees.` }),
  version: z
    .int()
    .min(0)
    .optional()
    .meta({ description: 'The version you changed: 409 where the rules are of another one by now.' }),
});

/** The rules on the wire. */
export const PricingRulesResource = z.looseObject({
  version: z.int().meta({ description: 'Counts the changes; 0 where rules never were set.' }),
  updated_at: z.string().nullable().meta({ description: 'Null where rules never were set.' }),
  rules: z
    .array(
      z.looseObject({
        match: z.looseObject({
          kind: z.string().optional(),
          supplier: z.string().optional(),
          carrier: z.string().optional(),
          country: z.string().optional(),
          cabin: z.string().optional(),
          min_total: z.int().optional(),
        }),
        currency: z.string().optional(),
        percent: z.number(),
        fixed: z.int().optional(),
        minimum: z.int().optional(),
        maximum: z.int().optional(),
        round_to: z.int().optional(),
      }),
    )
    .meta({ description: `${rulesMeaning} As they can be sent again.` }),
});

/** The rules of an organization. */
export function presentPricingRules({ version, rules, updatedAt }: PricingRules): z.infer<typeof PricingRulesResource> {
  return { version, updated_at: updatedAt?.toISOString() ?? null, rules: [...writeRules(rules)] };
}
