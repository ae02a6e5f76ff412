import * as z from 'zod';
import type { Account, Usage, Used } from './read-usage.ts';

/** Body of PATCH /v1/account. */
export const ChangeAccountRequest = z.object({
  use_installation_account: z.boolean().meta({
    description:
      'Whether you sell through the accounts of this installation where you have none of your own at a supplier.',
  }),
});

export const AccountResponse = z.looseObject({
  organization: z.looseObject({ organization_id: z.string(), name: z.string(), created_at: z.string() }),
  balance: z.int().describe('Credits left.'),
  is_unlimited: z.boolean().describe('True for an organization without quota, rate or credit.'),
  environment: z.enum(['sandbox', 'production']),
  use_installation_account: z
    .boolean()
    .describe('Whether the accounts of this installation are sold through where there is none of your own.'),
  suppliers: z
    .array(
      z.looseObject({
        supplier: z.string().describe('`provider` of what it sells.'),
        kinds: z.array(z.string()).describe('`flight`, `hotel` or `car`.'),
        status: z
          .string()
          .describe(
            '`ok`, `degraded` (some calls fail), `unauthorised` (it refuses the key), `unreachable`, or `unknown` (nothing was asked lately).',
          ),
        since: z.string().optional().describe('When that began.'),
      }),
    )
    .describe('Who serves what you search and book now.'),
});

const used = {
  limit: z
    .int()
    .nullable()
    .describe('Calls per rolling 30 days. Null: no quota; `remaining` and `resets_at` are null as well.'),
  used: z.int().describe('Calls of the last 30 days.'),
  remaining: z.int().nullable().describe('Calls left. Null without a quota.'),
  resets_at: z.string().nullable().describe('When the oldest counted call stops counting. Null without a quota.'),
};

export const UsageResponse = z.looseObject({
  keys: z.array(
    z.looseObject({
      key_id: z.string(),
      name: z.string(),
      prefix: z.string(),
      ...used,
      revoked_at: z.string().optional().describe('Only on a key that has ended and whose calls still count.'),
    }),
  ),
  users: z
    .array(z.looseObject({ user_id: z.string(), email: z.string().optional(), ...used }))
    .describe('Users who called with a token or from a signed-in browser, each at the limits of a new key.'),
  days: z.array(z.looseObject({ date: z.string(), operation: z.string(), calls: z.int(), credits: z.int() })),
});

export function presentAccount({
  organization,
  balance,
  usesInstallation,
  suppliers,
}: Account): z.infer<typeof AccountResponse> {
  const { organizationId, name, createdAt, isUnlimited, environment } = organization;
  return {
    organization: { organization_id: organizationId, name, created_at: createdAt.toISOString() },
    balance,
    is_unlimited: isUnlimited,
    environment,
    use_installation_account: usesInstallation,
    suppliers: suppliers.map(({ supplier, kinds, condition: { status, since } }) => ({
      supplier,
      kinds: [...kinds],
      status,
      ...(since === undefined ? {} : { since: since.toISOString() }),
    })),
  };
}

export function presentUsage({ keys, users, days }: Usage): z.infer<typeof UsageResponse> {
  return {
    keys: keys.map(({ key, revokedAt, ...counted }) => ({
      key_id: key.keyId,
      name: key.name,
      prefix: key.prefix,
      ...presentUsed(counted),
      ...(revokedAt === undefined ? {} : { revoked_at: revokedAt.toISOString() }),
    })),
    users: users.map(({ userId, email, ...counted }) => ({
      user_id: userId,
      ...(email === undefined ? {} : { email }),
      ...presentUsed(counted),
    })),
    days: days.map(({ day, operationId, calls, credits }) => ({ date: day, operation: operationId, calls, credits })),
  };
}

function presentUsed({ used: calls, quota }: Used) {
  return {
    limit: quota?.limit ?? null,
    used: calls,
    remaining: quota?.remaining ?? null,
    resets_at: quota?.resetsAt.toISOString() ?? null,
  };
}
