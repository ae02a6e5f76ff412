import * as z from 'zod';
import { CABIN_CLASSES } from '../travel/flight.ts';
import { PRICED_KINDS, type PricingRule } from './model/pricing-rule.ts';

/** Rules of one organization at most. */
const rulesMax = 100;
/** Minor units: far above every fee, and small enough to be converted into every currency without losing a unit. */
const amountMax = 1_000_000_000;
/** Longer than every word of the directory; which words there are is judged with the field's path (`check-rules`). */
const wordLengthMax = 40;

const Word = z.string().trim().min(1).max(wordLengthMax);
const Code = Word.toUpperCase();
const MinorUnits = z.int().min(0).max(amountMax);

const Match = z
  .strictObject({
    kind: z.enum(PRICED_KINDS).optional().meta({ description: 'What is sold.' }),
    supplier: Word.optional().meta({ description: 'As `provider` names it in answers.' }),
    carrier: Code.optional().meta({ description: 'IATA code of the validating carrier.' }),
    country: Code.optional().meta({
      description:
        "ISO 3166-1 alpha-2: where a flight's first direction ends, where a hotel is, where a car is picked up.",
    }),
    cabin: z.enum(CABIN_CLASSES).optional().meta({ description: 'Cabin class of the fare.' }),
    min_total: MinorUnits.optional().meta({ description: 'What is paid now is at least this; minor units.' }),
  })
  .meta({
    description:
      'Which prices the rule is about; what is left out matches everything. What a supplier does not state matches no rule about it.',
  });

/** One rule as it is sent, answered and written in files. */
const RuleFields = z.strictObject({
  match: Match.default({}),
  currency: Code.optional().meta({
    description: 'ISO 4217, of every amount in the rule. There exactly when the rule names an amount.',
  }),
  percent: z
    .number()
    .min(0)
    .max(100)
    .multipleOf(0.01, 'must have at most two decimals')
    .default(0)
    .meta({ description: 'Of what is paid now: 2.5 is a fortieth.' }),
  fixed: MinorUnits.optional().meta({ description: 'Minor units, added to the percentage.' }),
  minimum: MinorUnits.optional().meta({ description: 'Minor units. The fee is never lower.' }),
  maximum: MinorUnits.optional().meta({ description: 'Minor units. The fee is never higher.' }),
  enabled: z.boolean().optional().meta({
    description: 'False: the rule is kept and matches nothing. True unless said.',
  }),
  round_to: z.int().min(1).max(amountMax).optional().meta({
    description:
      'Minor units. The fee is rounded to the nearest multiple, halves up, before minimum and maximum hold it.',
  }),
});
/** One rule in this form, checked field by field. */
export type WrittenRule = z.infer<typeof RuleFields>;

const RuleForm = RuleFields.superRefine((rule, context) => {
  for (const { path, message } of listContradictions(rule))
    context.addIssue({ code: 'custom', path: [...path], message });
});

/** The rules of an organization, in the order they are tried. */
export const RulesForm = z.array(RuleForm).max(rulesMax);

function listContradictions(
  rule: WrittenRule,
): readonly { readonly path: readonly string[]; readonly message: string }[] {
  const { match, currency, fixed, minimum, maximum, round_to: roundTo } = rule;
  const hasAmount = [match.min_total, fixed, minimum, maximum, roundTo].some((amount) => amount !== undefined);
  const isOfFlights = match.kind === undefined || match.kind === 'flight';
  return [
    ...(hasAmount && currency === undefined
      ? [{ path: ['currency'], message: 'is required: the rule names an amount' }]
      : []),
    ...(!hasAmount && currency !== undefined
      ? [{ path: ['currency'], message: 'must be left out: the rule names no amount' }]
      : []),
    ...(minimum !== undefined && maximum !== undefined && minimum > maximum
      ? [{ path: ['minimum'], message: `must be at most maximum, ${maximum}` }]
      : []),
    ...(['carrier', 'cabin'] as const)
      .filter((name) => match[name] !== undefined && !isOfFlights)
      .map((name) => ({ path: ['match', name], message: `only flights have one, and kind is ${match.kind}` })),
  ];
}

/** Rules of the form as the model knows them. */
export function toRules(written: readonly WrittenRule[]): readonly PricingRule[] {
  return written.map(({ match, currency, percent, fixed, minimum, maximum, round_to: roundTo, enabled }) => ({
    match: {
      kind: match.kind,
      supplier: match.supplier,
      carrier: match.carrier,
      country: match.country,
      cabin: match.cabin,
      minTotal: match.min_total,
    },
    currency,
    percent,
    fixed: fixed ?? 0,
    minimum,
    maximum,
    roundTo,
    isOff: enabled === false ? true : undefined,
  }));
}

/** Rules in the form in which they can be sent again: what a rule does not say is left out. */
export function writeRules(rules: readonly PricingRule[]): readonly WrittenRule[] {
  return rules.map(({ match, currency, percent, fixed, minimum, maximum, roundTo, isOff }) => ({
    match: {
      ...(match.kind !== undefined && { kind: match.kind }),
      ...(match.supplier !== undefined && { supplier: match.supplier }),
      ...(match.carrier !== undefined && { carrier: match.carrier }),
      ...(match.country !== undefined && { country: match.country }),
      ...(match.cabin !== undefined && { cabin: match.cabin }),
      ...(match.minTotal !== undefined && { min_total: match.minTotal }),
    },
    ...(currency !== undefined && { currency }),
    percent,
    ...(currency !== undefined && { fixed }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(roundTo !== undefined && { round_to: roundTo }),
    ...(isOff === true && { enabled: false }),
  }));
}
