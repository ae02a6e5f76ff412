import { isDeepStrictEqual } from 'node:util';
import type { App } from '../context.ts';
import { requireOwner } from '../identity/members/require-member.ts';
import { type Acting, type Actor, actorOf, type AuditOrigin, recordAudit } from '../identity/record-audit.ts';
import type { Tx } from '../platform/db/db.ts';
import { refuse, refuseFields } from '../platform/errors.ts';
import type { OrganizationId } from '../platform/ids.ts';
import { listProviders } from '../suppliers/calls/find-supplier.ts';
import { findUnknownNames } from './model/check-rules.ts';
import { describeRuleChange } from './model/rule-change.ts';
import type { PricingRule, PricingRules } from './model/pricing-rule.ts';
import { writeRules } from './rule-form.ts';
import { readRules, saveRules } from './store.ts';

/** What checking and replacing rules needs of the product. */
export type RulesContext = Pick<App, 'clock' | 'places' | 'pricing' | 'rates'>;

/** Rules as somebody wants them. */
export interface WantedRules {
  readonly rules: readonly PricingRule[];
  /** The version they were made from; undefined: whatever is stored is replaced. */
  readonly version: number | undefined;
}

/** The rules of an organization as they are stored now. */
export async function getRules(app: Pick<App, 'db'>, organizationId: OrganizationId): Promise<PricingRules> {
  return await readRules(app.db, organizationId);
}

/** Replaces the rules of the caller's organization. Owners only. Throws as `checkRules` and `replaceStoredRules` do. */
export async function replaceRules(app: App, acting: Acting, wanted: WantedRules): Promise<PricingRules> {
  const { caller, request } = acting;
  await app.db.transaction((tx) => requireOwner(tx, caller));
  checkRules(app, listProviders(app), wanted.rules);
  return await app.db.transaction(async (tx) => {
    await requireOwner(tx, caller);
    const { organizationId } = caller;
    return await replaceStoredRules(app, tx, wanted, { organizationId, actor: actorOf(caller), request });
  });
}

/**
 * Throws `currency_unsupported` for a currency no price can be given in, `body_invalid` with every supplier, carrier
 * and country that nobody here knows. `providers`: the suppliers a rule may name.
 */
export function checkRules(
  { places, rates }: Pick<RulesContext, 'places' | 'rates'>,
  providers: readonly string[],
  rules: readonly PricingRule[],
): void {
  const unsupported = rules.findIndex(({ currency }) => currency !== undefined && !rates.supports(currency));
  if (unsupported !== -1)
    throw refuse('currency_unsupported', {
      message: `rules[${unsupported}].currency: no price can be given in it. See supported.`,
      keys: { supported: rates.supported() },
    });
  const [first, ...others] = findUnknownNames(rules, {
    suppliers: providers,
    isCarrier: (code) => places.airline(code) !== undefined,
    isCountry: (code) => places.country(code) !== undefined,
  });
  if (first !== undefined) throw refuseFields([first, ...others]);
}

/**
 * Stores rules in a transaction that holds the organization, on record; they count at once in this process. Equal rules
 * change nothing. Throws `state_conflict` where the stored ones are of another version than the caller changed.
 */
export async function replaceStoredRules(
  app: Pick<RulesContext, 'clock' | 'pricing'>,
  tx: Tx,
  { rules, version }: WantedRules,
  by: {
    readonly organizationId: OrganizationId;
    readonly actor: Actor;
    readonly request?: AuditOrigin | undefined;
  },
): Promise<PricingRules> {
  const { organizationId } = by;
  const stored = await readRules(tx, organizationId);
  if (version !== undefined && version !== stored.version)
    throw refuse('state_conflict', {
      message: `The pricing rules are of version ${stored.version}, not ${version}. Read them again, and change those.`,
      keys: { version: stored.version },
    });
  const [before, after] = [writeRules(stored.rules), writeRules(rules)];
  if (isDeepStrictEqual(before, after)) return stored;
  const { added, removed, isReordered } = describeRuleChange(before, after);
  const saved = await saveRules(tx, organizationId, rules, app.clock.now());
  await recordAudit(tx, app.clock, {
    ...by,
    action: 'pricing_rules.changed',
    target: organizationId,
    detail: { version: saved.version, rules: rules.length, added, removed, reordered: isReordered },
  });
  tx.afterCommit(() => app.pricing.forget(organizationId));
  return saved;
}
