import * as z from 'zod';
import { type FieldProblem, refuseFields } from '../platform/errors.ts';
import { money, moneyFromMajor, presentAmount } from '../travel/money.ts';
import { AmountShape } from '../trips/contract.ts';
import { type Mandate, PERIODS, type Terms } from './model/mandate.ts';
import { MAJOR_AMOUNT_MAX, RULE_TYPES, type Rule, RuleSchema } from './model/rules.ts';

const rulesMax = 30;
const tripsMaxMax = 10_000;
const percentMax = 100;
const listMax = 50;

const Major = z.number().positive().max(MAJOR_AMOUNT_MAX);
const texts = (description: string) => z.array(z.string()).min(1).max(listMax).optional().describe(description);

/**
 * A rule as it is sent: one shape for all types, so that its schema stays short. Which fields a type takes is checked
 * when it is read.
 */
const RuleBody = z
  .object({
    type: z.enum(RULE_TYPES).describe('What it is about.'),
    allow: texts('One of these.'),
    deny: texts('None of these.'),
    origins: texts('IATA codes.'),
    destinations: texts('IATA codes.'),
    countries: texts('ISO codes.'),
    from: z.string().optional().describe('First day.'),
    until: z.string().optional().describe('Last day.'),
    min: z.number().optional().describe('At least; of advance in days, of refundable_until in hours.'),
    max: z.number().optional().describe('At most; money in major units.'),
    cabin: z.string().optional().describe('At best.'),
    hash: z.string().optional().describe('content_hash.'),
  })
  .describe(
    'product, traveler, carrier, board, car_class, supplier: allow or deny; stops_max and amounts: max; advance, stars, refundable_until: min.',
  );

/** What a mandate allows, as it is asked for. Amounts are major units of `currency`. */
export const TermsBody = z.object({
  currency: z.string().trim().toUpperCase().length(3).describe('ISO 4217.'),
  budget: Major.describe('Of all trips together. Amounts here are major units of currency.'),
  per_trip: Major.optional().describe('At most for one trip.'),
  per_item: Major.optional().describe('At most for one flight, stay or car.'),
  per_period: z
    .object({ amount: Major.describe('At most.'), period: z.enum(PERIODS).describe('Calendar, UTC.') })
    .optional()
    .describe('At most in a period.'),
  max_trips: z.int().min(1).max(tripsMaxMax).optional().describe('Trips at most.'),
  ask_above: z.number().min(0).max(MAJOR_AMOUNT_MAX).optional().describe('A person is asked about dearer trips.'),
  max_price_increase: z
    .object({
      percent: z.number().min(0).max(percentMax).optional().describe('Of the approved total.'),
      amount: z.number().min(0).max(MAJOR_AMOUNT_MAX).optional().describe('Major units.'),
    })
    .refine(
      (bound) => (bound.percent === undefined) !== (bound.amount === undefined),
      'must have exactly one of percent and amount',
    )
    .optional()
    .describe('Between an approval and its execution.'),
  on_partial: z.enum(['all_or_nothing', 'keep_confirmed']).default('all_or_nothing').describe('As at checkout.'),
  rules: z.array(RuleBody).max(rulesMax).default([]).describe('All must pass; what is unknown asks a person.'),
});
type TermsBody = z.infer<typeof TermsBody>;

/** What a mandate allows, on the wire. */
export const TermsShape = z.looseObject({
  currency: z.string(),
  budget: AmountShape,
  per_trip: AmountShape.optional(),
  per_item: AmountShape.optional(),
  per_period: z.looseObject({ amount: AmountShape, period: z.enum(PERIODS) }).optional(),
  max_trips: z.int().optional(),
  ask_above: AmountShape.optional(),
  max_price_increase: z.looseObject({ percent: z.number().optional(), amount: AmountShape.optional() }).optional(),
  on_partial: z.enum(['all_or_nothing', 'keep_confirmed']),
  rules: z.array(z.looseObject({ type: z.string() })),
});

/** The terms that a body asks for. Refuses with every rule that is not one, and every amount below one minor unit. */
export function readTerms(body: TermsBody): Terms {
  const { currency } = body;
  const problems: FieldProblem[] = [];
  const minor = (major: number, path: string): number => {
    const { value } = moneyFromMajor(major, currency);
    if (value === 0 && major > 0) problems.push({ path, problem: 'is less than the smallest amount of the currency' });
    return value;
  };
  const some = (major: number | undefined, path: string) => (major === undefined ? undefined : minor(major, path));
  const terms: Terms = {
    currency,
    budget: minor(body.budget, 'budget'),
    perTrip: some(body.per_trip, 'per_trip'),
    perItem: some(body.per_item, 'per_item'),
    perPeriod: body.per_period && {
      amount: minor(body.per_period.amount, 'per_period.amount'),
      period: body.per_period.period,
    },
    tripsMax: body.max_trips,
    askAbove: some(body.ask_above, 'ask_above'),
    priceIncreaseMax: readIncrease(body.max_price_increase, minor),
    onPartial: body.on_partial,
    rules: body.rules.flatMap((rule, index) => readRule(rule, `rules[${index}]`, problems)),
  };
  const [first, ...others] = problems;
  if (first) throw refuseFields([first, ...others]);
  return terms;
}

function readIncrease(
  bound: TermsBody['max_price_increase'],
  minor: (major: number, path: string) => number,
): Terms['priceIncreaseMax'] {
  if (bound?.percent !== undefined) return { percent: bound.percent };
  return bound?.amount === undefined ? undefined : { amount: minor(bound.amount, 'max_price_increase.amount') };
}

function readRule(body: z.infer<typeof RuleBody>, path: string, problems: FieldProblem[]): readonly Rule[] {
  const read = RuleSchema.safeParse(body);
  if (read.success) return [read.data];
  for (const issue of read.error.issues)
    problems.push({ path: [path, ...issue.path.map(String)].join('.'), problem: `${body.type}: ${issue.message}` });
  return [];
}

/** Terms on the wire. */
export function presentTerms({ terms }: Pick<Mandate, 'terms'>): z.infer<typeof TermsShape> {
  const { currency, perPeriod, priceIncreaseMax } = terms;
  const amount = (value: number | undefined) =>
    value === undefined ? undefined : presentAmount(money(value, currency));
  return {
    currency,
    budget: presentAmount(money(terms.budget, currency)),
    per_trip: amount(terms.perTrip),
    per_item: amount(terms.perItem),
    per_period: perPeriod && { amount: presentMinor(perPeriod.amount, currency), period: perPeriod.period },
    max_trips: terms.tripsMax,
    ask_above: amount(terms.askAbove),
    max_price_increase: priceIncreaseMax && presentIncrease(priceIncreaseMax, currency),
    on_partial: terms.onPartial,
    rules: terms.rules.map((rule) => ({ ...rule })),
  };
}

function presentIncrease(bound: NonNullable<Terms['priceIncreaseMax']>, currency: string) {
  return 'percent' in bound ? { percent: bound.percent } : { amount: presentMinor(bound.amount, currency) };
}

function presentMinor(value: number, currency: string) {
  return presentAmount(money(value, currency));
}
