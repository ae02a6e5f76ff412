import * as z from 'zod';
import { readAdminArguments } from '../../platform/admin/admin-arguments.ts';
import { asId, type OrganizationId } from '../../platform/ids.ts';
import { type CreatedApiKey, createApiKey } from './create-api-key.ts';
import { createOrganization, type IdentityContext } from '../create-organization.ts';
import { ensureFirstOrganization } from './ensure-first-key.ts';
import { ADMIN } from '../record-audit.ts';
import { findOrganization, type Organization } from '../store.ts';

const nameLengthMax = 100;

/** What `bly admin create-key` sends, to the running process or to itself. */
const AdminKeyRequest = z.object({
  name: z.string().trim().min(1, 'must not be empty').max(nameLengthMax),
  scopes: z
    .array(z.enum(['search', 'book', 'manage'], 'must be search, book or manage'))
    .min(1)
    .optional(),
  /** It pays by mandates alone. */
  isMandateOnly: z.boolean().default(false),
  /** An organization's id; omitted: the first one, made if there is none. */
  organizationId: z.string().optional(),
  /** Make this organization and the key in it. */
  newOrganizationName: z.string().trim().min(1, 'must not be empty').max(nameLengthMax).optional(),
});
export const AdminKeyAnswer = z.object({
  key: z.string(),
  keyId: z.string(),
  prefix: z.string(),
  organizationId: z.string(),
});

/** A key made for the administrator, and whether its organization was made for it. */
export interface KeyForAdmin extends CreatedApiKey {
  readonly organizationId: OrganizationId;
  readonly isNewOrganization: boolean;
}

/** Makes a key on behalf of the operator. Throws with a sentence for that person. */
export async function makeKeyForAdmin(app: IdentityContext, args: unknown): Promise<KeyForAdmin> {
  const { name, scopes, isMandateOnly, ...where } = readAdminArguments(AdminKeyRequest, args);
  const { organization, isNew } = await chooseOrganization(app, where);
  const { organizationId } = organization;
  const created = await createApiKey(app, {
    organizationId,
    name,
    isMandateOnly,
    actor: ADMIN,
    ...(scopes ? { scopes } : {}),
  });
  return { ...created, organizationId, isNewOrganization: isNew };
}

async function chooseOrganization(
  app: IdentityContext,
  where: { readonly organizationId?: string | undefined; readonly newOrganizationName?: string | undefined },
): Promise<{ readonly organization: Organization; readonly isNew: boolean }> {
  if (where.newOrganizationName !== undefined)
    return {
      organization: await createOrganization(app, { name: where.newOrganizationName, actor: ADMIN }),
      isNew: true,
    };
  if (where.organizationId === undefined) return await ensureFirstOrganization(app);
  const organization = await findOrganization(app.db, asId('organization', where.organizationId));
  if (!organization) throw new Error(`no organization has the id ${where.organizationId}`);
  return { organization, isNew: false };
}
