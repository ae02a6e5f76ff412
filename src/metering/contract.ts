import * as z from 'zod';
import type { Account, Usage } from './read-usage.ts';

export const AccountResponse = z.looseObject({
  organization: z.looseObject({ organization_id: z.string(), name: z.string(), created_at: z.string() }),
  balance: z.int().describe('Credits left.'),
  is_unlimited: z.boolean().describe('True for an organization without quota, rate or credit.'),
  environment: z.enum(['sandbox', 'production']),
});

export const UsageResponse = z.looseObject({
  keys: z.array(z.looseObject({
    key_id: z.string(), name: z.string(), prefix: z.string(),
    limit: z.int().describe('Calls per rolling 30 days.'), used: z.int(), remaining: z.int(),
    resets_at: z.string().describe('When the oldest counted call stops counting.'),
  })),
  days: z.array(z.looseObject({ date: z.string(), operation: z.string(), calls: z.int(), credits: z.int() })),
});

export function presentAccount({ organization, balance }: Account): z.infer<typeof AccountResponse> {
  const { organizationId, name, createdAt, isUnlimited, environment } = organization;
  return {
    organization: { organization_id: organizationId, name, created_at: createdAt.toISOString() },
    balance, is_unlimited: isUnlimited, environment,
  };
}

export function presentUsage({ keys, days }: Usage): z.infer<typeof UsageResponse> {
  return {
    keys: keys.map(({ key, used, remaining, resetsAt }) => ({
      key_id: key.keyId, name: key.name, prefix: key.prefix, limit: key.quotaCalls, used, remaining, resets_at: resetsAt.toISOString(),
    })),
    days: days.map(({ day, operationId, calls, credits }) => ({ date: day, operation: operationId, calls, credits })),
  };
}
