import { createRefreshingCache } from '../platform/cache/refreshing-cache.ts';
import type { Platform } from '../platform/platform.ts';
import { asId } from '../platform/ids.ts';
import type { SellerNames } from './model/seller-names.ts';
import { getOrganization } from './read-organization.ts';

const cachedMs = 60_000;
const namesMax = 10_000;

/** The names of a process's organizations, each read once a minute at most. */
export function createSellerNames(app: Pick<Platform, 'db' | 'log'>): SellerNames {
  const names = createRefreshingCache<{ readonly name: string }>({
    read: (id) => getOrganization(app, asId('organization', id)),
    ttlMs: cachedMs,
    refreshedMs: cachedMs,
    entriesMax: namesMax,
    onRefreshFailed: (err) => app.log.warn({ err }, 'the name of an organization could not be read again'),
  });
  return { nameOf: async (organizationId) => (await names.get(organizationId)).name };
}
