import { sql } from 'kysely';
import * as z from 'zod';
import type { Handle, Tx } from '../platform/db/db.ts';
import type { OrganizationId } from '../platform/ids.ts';
import { CABIN_CLASSES } from '../travel/flight.ts';
import { NO_RULES, PRICED_KINDS, type PricingRule, type PricingRules } from './model/pricing-rule.ts';

type PricingTables = {
  pricing_rules: { organization_id: string; version: number; rules: unknown; updated_at: Date };
};
const db = (h: Handle) => h.q.withTables<PricingTables>();

const StoredRules = z.array(
  z.object({
    match: z.object({
      kind: z.enum(PRICED_KINDS).optional(),
      supplier: z.string().optional(),
      carrier: z.string().optional(),
      country: z.string().optional(),
      cabin: z.enum(CABIN_CLASSES).optional(),
      minTotal: z.int().optional(),
    }),
    currency: z.string().optional(),
    percent: z.number(),
    fixed: z.int(),
    minimum: z.int().optional(),
    maximum: z.int().optional(),
    roundTo: z.int().optional(),
    isOff: z.boolean().optional(),
  }),
);

/** The rules of an organization; none where it never set any. */
export async function readRules(h: Handle, organizationId: OrganizationId): Promise<PricingRules> {
  const row = await db(h)
    .selectFrom('pricing_rules')
    .select(['version', 'rules', 'updated_at'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  if (row === undefined) return NO_RULES;
  return { version: row.version, rules: StoredRules.parse(row.rules).map(toRule), updatedAt: row.updated_at };
}

/** Replaces the rules of an organization, as a whole; answers them with their new version. */
export async function saveRules(
  tx: Tx,
  organizationId: OrganizationId,
  rules: readonly PricingRule[],
  at: Date,
): Promise<PricingRules> {
  const content = { rules: sql`${JSON.stringify(rules)}::jsonb`, updated_at: at };
  const { version } = await db(tx)
    .insertInto('pricing_rules')
    .values({ organization_id: organizationId, version: 1, ...content })
    .onConflict((conflict) =>
      conflict
        .column('organization_id')
        .doUpdateSet((row) => ({ ...content, version: row('pricing_rules.version', '+', 1) })),
    )
    .returning('version')
    .executeTakeFirstOrThrow();
  return { version, rules, updatedAt: at };
}

/** JSON leaves out what a rule does not say; in the model it is there and undefined. */
function toRule(stored: z.infer<typeof StoredRules>[number]): PricingRule {
  const { match, currency, percent, fixed, minimum, maximum, roundTo, isOff } = stored;
  return { match, currency, percent, fixed, minimum, maximum, roundTo, isOff };
}
