import * as z from 'zod';
import { changeLimits, findOrganizations, requireOrganization } from '../identity/administer-organizations.ts';
import { ADMIN } from '../identity/record-audit.ts';
import { readAdminArguments } from '../platform/admin/admin-arguments.ts';
import { asId } from '../platform/ids.ts';
import { addCredits, type CreditContext } from './change-credits.ts';
import { initialCredits } from './counters.ts';
import { listBalances } from './store.ts';

/** More organizations than anybody reads; a part of a name finds the rest. */
const listedMax = 200;
/** Most credits that are given or taken at once: what a typing error may cost. */
const amountMax = 1_000_000_000;

/** What `bly admin add-credits` sends. */
const AdminCreditsRequest = z.object({
  organizationId: z.string(),
  /** Credits to add; negative: to take. */
  amount: z
    .int('must be a whole number')
    .min(-amountMax, `must be at least -${amountMax}`)
    .max(amountMax, `must be at most ${amountMax}`)
    .refine((amount) => amount !== 0, 'must not be 0'),
});
export const AdminCreditsAnswer = z.object({ organizationId: z.string(), name: z.string(), balance: z.int() });

/** What `bly admin set-limits` sends. */
const AdminLimitsRequest = z.object({ organizationId: z.string(), isUnlimited: z.boolean() });
export const AdminLimitsAnswer = z.object({ organizationId: z.string(), name: z.string(), isUnlimited: z.boolean() });

/** What `bly admin list-organizations` sends, and what it reads: at most 200, newest first. */
const AdminOrganizationsRequest = z.object({ name: z.string().default('') });
export const AdminOrganizationsAnswer = z.object({
  organizations: z.array(
    z.object({
      organizationId: z.string(),
      name: z.string(),
      createdAt: z.string(),
      isUnlimited: z.boolean(),
      balance: z.int(),
    }),
  ),
  isMore: z.boolean(),
});

/** Adds to an organization's balance or takes from it, on record. Throws with a sentence for the administrator. */
export async function addCreditsForAdmin(
  app: CreditContext,
  args: unknown,
): Promise<z.infer<typeof AdminCreditsAnswer>> {
  const { organizationId, amount } = readAdminArguments(AdminCreditsRequest, args);
  const organization = await requireOrganization(app, asId('organization', organizationId));
  const balance = await addCredits(app, organization.organizationId, amount, { actor: ADMIN });
  return { organizationId, name: organization.name, balance };
}

/**
 * Takes an organization's quota, rate and credit away, or gives them back, on record. Throws with a sentence for the
 * administrator.
 */
export async function setLimitsForAdmin(app: CreditContext, args: unknown): Promise<z.infer<typeof AdminLimitsAnswer>> {
  const { organizationId, isUnlimited } = readAdminArguments(AdminLimitsRequest, args);
  await changeLimits(app, asId('organization', organizationId), isUnlimited);
  const { name } = await requireOrganization(app, asId('organization', organizationId));
  return { organizationId, name, isUnlimited };
}

/** The organizations of this installation with their balances, as written at most a second ago. */
export async function listOrganizationsForAdmin(
  app: CreditContext,
  args: unknown,
): Promise<z.infer<typeof AdminOrganizationsAnswer>> {
  const { name } = readAdminArguments(AdminOrganizationsRequest, args);
  const found = await findOrganizations(app, name, listedMax + 1);
  const listed = found.slice(0, listedMax);
  const balances = await listBalances(
    app.db,
    listed.map(({ organizationId }) => organizationId),
  );
  return {
    organizations: listed.map(({ organizationId, name: called, createdAt, isUnlimited }) => ({
      organizationId,
      name: called,
      createdAt: createdAt.toISOString(),
      isUnlimited,
      balance: balances.get(organizationId) ?? initialCredits[app.config.environment],
    })),
    isMore: found.length > listedMax,
  };
}
