import { type AnyRoute, defineRoute } from '../platform/http/route.ts';
import {
  PricingRulesRequest,
  PricingRulesResource,
  presentPricingRules,
  presentTried,
  TriedRules,
  TryRulesRequest,
} from './contract.ts';
import { getRules, replaceRules } from './replace-rules.ts';
import { toRules } from './rule-form.ts';
import { tryRules } from './try-rules.ts';

/** Fees are money of the organization: API keys and credentials that may only search or book do not see its rules. */
const shared = { tag: 'Account', access: 'user', scope: 'manage', cost: 0 } as const;

const getPricingRulesRoute = defineRoute({
  ...shared,
  operationId: 'get_pricing_rules',
  method: 'GET',
  path: '/v1/pricing_rules',
  summary: 'Get the pricing rules',
  description: 'The service fees your organization adds to what suppliers ask.',
  isWrite: false,
  response: PricingRulesResource,
  refusals: [],
  tool: { isReadOnly: true, isIdempotent: true, isDestructive: false },
  async handle({ app, caller }) {
    return presentPricingRules(await getRules(app, caller.organizationId));
  },
});

const replacePricingRulesRoute = defineRoute({
  ...shared,
  operationId: 'replace_pricing_rules',
  method: 'PUT',
  path: '/v1/pricing_rules',
  summary: 'Replace the pricing rules',
  description:
    'Owners only. The first rule that matches a price adds its fee to what is paid now: percent plus fixed, rounded to round_to, held between minimum and maximum. ' +
    'It is shown as service_fee and is inside every total. Counts within five seconds everywhere; quotes and bookings keep theirs. A field that is not known is 422.',
  isWrite: true,
  body: PricingRulesRequest,
  response: PricingRulesResource,
  refusals: ['owner_required', 'state_conflict', 'currency_unsupported'],
  tool: { isReadOnly: false, isIdempotent: true, isDestructive: false },
  example: {
    rules: [
      { match: { kind: 'flight', cabin: 'business' }, currency: 'USD', percent: 2.5, fixed: 500, maximum: 10_000 },
      { match: {}, currency: 'USD', percent: 4, minimum: 300, round_to: 100 },
    ],
    version: 3,
  },
  async handle({ app, caller, body, request }) {
    const wanted = { rules: toRules(body.rules), version: body.version };
    return presentPricingRules(await replaceRules(app, { caller, request }, wanted));
  },
});

const tryPricingRulesRoute = defineRoute({
  ...shared,
  operationId: 'pricing_rules_try',
  method: 'POST',
  path: '/v1/pricing_rules/try',
  summary: 'Test pricing rules on an example',
  description:
    'Prices an example under your rules as they are and, where you send them, under others. Nothing is saved, and no supplier is asked.',
  isWrite: false,
  body: TryRulesRequest,
  response: TriedRules,
  refusals: ['currency_unsupported'],
  tool: { isReadOnly: true, isIdempotent: true, isDestructive: false },
  example: {
    example: { kind: 'flight', carrier: 'LH', destination: 'JFK', cabin: 'business', amount: 120_000, currency: 'EUR' },
    rules: [{ match: { kind: 'flight' }, currency: 'EUR', percent: 2, minimum: 500 }],
  },
  async handle({ app, caller, body: { example, rules } }) {
    const { supplier, carrier, destination, country, cabin, ...price } = example;
    const priced = { ...price, supplier, carrier, destination, country, cabin };
    const draft = rules && toRules(rules);
    return presentTried(await tryRules(app, caller.organizationId, { example: priced, draft }));
  },
});

/** Every operation of this folder. */
export const pricingRoutes: readonly AnyRoute[] = [
  getPricingRulesRoute,
  replacePricingRulesRoute,
  tryPricingRulesRoute,
];
