import * as z from 'zod';
import type { App } from '../context.ts';
import { requireOrganization } from '../identity/administer-organizations.ts';
import { lockOrganization } from '../identity/lock-organization.ts';
import { ADMIN } from '../identity/record-audit.ts';
import { checkShape } from '../platform/http/input/check-input.ts';
import { asId } from '../platform/ids.ts';
import { checkRules, getRules, type RulesContext, replaceStoredRules } from './replace-rules.ts';
import { RulesForm, toRules, writeRules } from './rule-form.ts';

/** What the operator's commands need of the product. */
export type AdminRulesContext = RulesContext & Pick<App, 'db'>;

/** What `bly admin get-pricing-rules` sends. */
const GetRequest = z.object({ organizationId: z.string() });
/** What `bly admin set-pricing-rules` sends: the content of its file, in the form of PUT /v1/pricing_rules. */
const SetRequest = z.strictObject({
  organizationId: z.string(),
  rules: RulesForm,
  version: z.int().optional(),
});

export const AdminRulesAnswer = z.object({ organizationId: z.string(), version: z.int(), rules: z.array(z.unknown()) });
type AdminRules = z.infer<typeof AdminRulesAnswer>;

/** The rules of an organization. Throws with a sentence for the administrator. */
export async function getRulesForAdmin(app: AdminRulesContext, args: unknown): Promise<AdminRules> {
  const { organizationId } = await requireOrganization(app, organizationIn(checkShape(GetRequest, args)));
  const { version, rules } = await getRules(app, organizationId);
  return { organizationId, version, rules: [...writeRules(rules)] };
}

/**
 * Replaces the rules of an organization, on record. `providers`: the suppliers a rule may name. Throws with a sentence
 * for the administrator.
 */
export async function setRulesForAdmin(
  app: AdminRulesContext,
  providers: readonly string[],
  args: unknown,
): Promise<AdminRules> {
  const request = checkShape(SetRequest, args);
  const wanted = { rules: toRules(request.rules), version: request.version };
  checkRules(app, providers, wanted.rules);
  const { organizationId } = await requireOrganization(app, organizationIn(request));
  const { version, rules } = await app.db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    return await replaceStoredRules(app, tx, wanted, { organizationId, actor: ADMIN });
  });
  return { organizationId, version, rules: [...writeRules(rules)] };
}

function organizationIn({ organizationId }: { readonly organizationId: string }) {
  return asId('organization', organizationId);
}
