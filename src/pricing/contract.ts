import * as z from 'zod';
import { presentAmount } from '../travel/money.ts';
import { CABIN_CLASSES } from '../travel/flight.ts';
import { PRICED_KINDS, type PricingRules } from './model/pricing-rule.ts';
import type { TriedFees } from './try-rules.ts';
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
        enabled: z.boolean().optional().meta({ description: 'Present and false on a rule that is switched off.' }),
      }),
    )
    .meta({ description: `${rulesMeaning} As they can be sent again.` }),
});

const codeLengthMax = 40;
const Code = z.string().trim().min(1).max(codeLengthMax);

/** Body of POST /v1/pricing_rules/try. */
export const TryRulesRequest = z.strictObject({
  example: z
    .strictObject({
      kind: z.enum(PRICED_KINDS).meta({ description: 'What is sold.' }),
      supplier: Code.optional().meta({ description: 'As `provider` names it in answers.' }),
      carrier: Code.toUpperCase().optional().meta({ description: 'Of a flight: IATA code of the validating carrier.' }),
      destination: Code.toUpperCase().optional().meta({
        description: 'Airport or city (IATA) where the first direction ends, the hotel is, or the car is picked up.',
      }),
      country: Code.toUpperCase().optional().meta({ description: 'ISO 3166-1 alpha-2, in place of a destination.' }),
      cabin: z.enum(CABIN_CLASSES).optional().meta({ description: 'Of a flight: cabin class of the fare.' }),
      amount: z.int().min(0).max(1_000_000_000_000).meta({
        description: 'What the supplier asks now for the whole party, in minor units.',
      }),
      currency: Code.toUpperCase().meta({ description: 'ISO 4217, of `amount`.' }),
    })
    .meta({
      description:
        'A price. Rules look at nothing else: dates and travelers count by what they cost. What is left out is not stated.',
    }),
  rules: RulesForm.optional().meta({ description: `A draft. ${rulesMeaning} Omitted: only the rules as they are.` }),
});

const TriedFee = z.looseObject({
  fee: z.looseObject({
    amount: z.int().meta({ description: 'Minor units.' }),
    currency: z.string(),
    decimal_places: z.int(),
  }),
  total: z.looseObject({
    amount: z.int().meta({ description: 'Minor units: what the supplier asks with the fee.' }),
    currency: z.string(),
    decimal_places: z.int(),
  }),
  rule: z.int().nullable().meta({ description: 'The place of the rule that made it, from 0; null: none matches.' }),
});

/** Fees as they are and as they would be. */
export const TriedRules = z.looseObject({
  version: z.int().meta({ description: 'Of the rules as they are.' }),
  current: TriedFee.meta({ description: 'Under the rules as they are.' }),
  draft: TriedFee.optional().meta({ description: 'Under the draft; absent where none was sent.' }),
});

/** What trying came to. */
export function presentTried({ version, current, draft }: TriedFees): z.infer<typeof TriedRules> {
  const present = ({ fee, total, place }: TriedFees['current']) => ({
    fee: presentAmount(fee),
    total: presentAmount(total),
    rule: place ?? null,
  });
  return { version, current: present(current), ...(draft && { draft: present(draft) }) };
}

/** The rules of an organization. */
export function presentPricingRules({ version, rules, updatedAt }: PricingRules): z.infer<typeof PricingRulesResource> {
  return { version, updated_at: updatedAt?.toISOString() ?? null, rules: [...writeRules(rules)] };
}
