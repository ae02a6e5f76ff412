import * as z from 'zod';
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
});
export const SupplierList = z.looseObject({ suppliers: z.array(SupplierResource) });

/** A supplier, and whether it is sold. */
export function presentSupplier({
  supplier,
  kinds,
  condition,
  off,
}: SupplierOverview): z.infer<typeof SupplierResource> {
  const { status, since } = condition;
  return {
    supplier,
    kinds: [...kinds],
    for_sale: off === undefined,
    ...(off && { switched_off: { by: off.by, reason: off.reason, since: off.since.toISOString() } }),
    status,
    ...(since && { since: since.toISOString() }),
  };
}
