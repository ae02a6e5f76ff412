import * as z from 'zod';
import type { AccountCondition } from '../../suppliers/common/account-health.ts';
import type { SupplierOverview } from './read-suppliers.ts';

const nameLengthMax = 64;
const reasonLengthMax = 200;

/** `{supplier}` of PUT /v1/suppliers/{supplier}/sale. */
export const SupplierParams = z.object({
  supplier: z.string().min(1).max(nameLengthMax).meta({ description: '`provider` of what it sells.' }),
});

/** Body of PUT /v1/suppliers/{supplier}/sale. */
export const SaleRequest = z
  .object({
    for_sale: z.boolean().meta({ description: 'False: your organization sells nothing of it until you say true.' }),
    reason: z.string().trim().min(1).max(reasonLengthMax).optional().meta({
      description: 'Why it is switched off; your people read it wherever something is refused. Required with false.',
    }),
  })
  .refine(({ for_sale: isForSale, reason }) => isForSale || reason !== undefined, {
    path: ['reason'],
    message: 'is required where for_sale is false',
  });

/** A call that failed, for the supplier's support. */
const LastError = z.looseObject({
  at: z.string().meta({ description: 'When it failed.' }),
  status: z.int().optional().meta({ description: 'The HTTP status of its answer. Absent where none came.' }),
  request_id: z.string().optional().meta({ description: 'The supplier’s own id of the request.' }),
  detail: z.string().meta({ description: 'What the supplier said, for people.' }),
});

/** A supplier on the wire. */
export const SupplierResource = z.looseObject({
  supplier: z.string().meta({ description: '`provider` of what it sells.' }),
  kinds: z.array(z.string()).meta({ description: '`flight`, `hotel` or `car`.' }),
  for_sale: z.boolean().meta({ description: 'Whether it is searched and sold now.' }),
  switched_off: z
    .looseObject({
      by: z.string().meta({
        description: '`organization`: one of your owners or admins. `installation`: the operator, for everybody.',
      }),
      reason: z.string().meta({ description: 'Why.' }),
      since: z.string().meta({ description: 'Since when.' }),
    })
    .optional()
    .meta({ description: 'Present while it is switched off.' }),
  status: z.string().meta({
    description:
      'How it does: `ok`, `degraded`, `unauthorised`, `unreachable`, or `unknown` (nothing was asked lately).',
  }),
  since: z.string().optional().meta({ description: 'When that began.' }),
  account_id: z.string().optional().meta({
    description:
      'With whose key it is called: one of your own accounts, or `installation`. Absent where it needs none.',
  }),
  searches_today: z
    .looseObject({
      used: z.int().meta({
        description: 'Searches of this UTC day: of your own account all, of the installation’s only yours.',
      }),
      max: z.int().nullable().meta({ description: 'What your own account allows; null: no bound of yours.' }),
    })
    .optional()
    .meta({ description: 'How much of the day’s budget is used. Absent where no key is needed.' }),
  last_error: LastError.optional().meta({ description: 'The last call that failed, of an account of your own.' }),
});
export const SupplierList = z.looseObject({ suppliers: z.array(SupplierResource) });

/** A supplier, and whether it is sold. */
export function presentSupplier(overview: SupplierOverview): z.infer<typeof SupplierResource> {
  const { supplier, kinds, condition, off, account, searchesToday } = overview;
  const { status, since, lastFailure } = condition;
  const isOwn = account?.organizationId !== undefined;
  return {
    supplier,
    kinds: [...kinds],
    for_sale: off === undefined,
    ...(off && { switched_off: { by: off.by, reason: off.reason, since: off.since.toISOString() } }),
    status,
    ...(since && { since: since.toISOString() }),
    ...(account && { account_id: account.accountId }),
    ...(searchesToday !== undefined && {
      searches_today: { used: searchesToday, max: (isOwn ? account.searchesPerDayMax : undefined) ?? null },
    }),
    ...(isOwn && lastFailure && { last_error: presentFailure(lastFailure) }),
  };
}

function presentFailure({ at, status, requestId, detail }: NonNullable<AccountCondition['lastFailure']>) {
  return {
    at: at.toISOString(),
    ...(status !== undefined && { status }),
    ...(requestId !== undefined && { request_id: requestId }),
    detail,
  };
}
