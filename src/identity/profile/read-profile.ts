import type { OrganizationId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { createRefreshingCache } from '../../platform/cache/refreshing-cache.ts';
import { asId } from '../../platform/ids.ts';
import type { IdentityContext } from '../create-organization.ts';
import type { SellerProfile, SellerProfiles } from './model/seller-profile.ts';
import { findLogoBytes, findProfile } from './profile-store.ts';

const cachedMs = 10_000;
const refreshedMs = 5_000;
const profilesMax = 10_000;

/** The profile of an organization as it is stored now. Throws when there is no such organization: our bug. */
export async function readProfile(
  app: Pick<IdentityContext, 'db'>,
  organizationId: OrganizationId,
): Promise<SellerProfile> {
  const profile = await findProfile(app.db, organizationId);
  if (profile === undefined) throw new Error('the organization of a profile does not exist');
  return profile;
}

/** The bytes of a logo that an organization shows now; undefined for any other. */
export async function readLogoBytes(
  app: Pick<IdentityContext, 'db'>,
  organizationId: OrganizationId,
  hash: string,
): ReturnType<typeof findLogoBytes> {
  return await findLogoBytes(app.db, organizationId, hash);
}

/** The profiles of a process's organizations: whatever shows one reads it every few seconds at most. */
export function createSellerProfiles(app: Pick<Platform, 'db' | 'log'>): SellerProfiles {
  const profiles = createRefreshingCache<SellerProfile>({
    read: (id) => readProfile(app, asId('organization', id)),
    ttlMs: cachedMs,
    refreshedMs,
    entriesMax: profilesMax,
    onRefreshFailed: (err) => app.log.warn({ err }, 'the profile of an organization could not be read again'),
  });
  return { of: (organizationId) => profiles.get(organizationId), forget: (id) => profiles.forget(id) };
}
