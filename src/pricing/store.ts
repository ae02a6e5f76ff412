import { sql } from 'kysely';
import type { Handle, Tx } from '../platform/db/db.ts';
import type { OrganizationId } from '../platform/ids.ts';
import { NO_RULES, type PricingRule, type PricingRules } from './model/pricing-rule.ts';

type PricingTables = {
  pricing_rules: { organization_id: string; version: number; rules: unknown; updated_at: Date };
};
const db = (h: Handle) => h.q.withTables<PricingTables>();

/** The rules of an organization; none where it never set any. */
export async function readRules(h: Handle, organizationId: OrganizationId): Promise<PricingRules> {
  const row = await db(h)
    .selectFrom('pricing_rules')
    .select(['version', 'rules'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return row === undefined ? NO_RULES : { version: row.version, rules: row.rules as readonly PricingRule[] };
}

/** Replaces the rules of an organization, as a whole; answers their new version. */
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
  return { version, rules };
}
