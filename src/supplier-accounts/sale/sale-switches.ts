import { createRefreshingCache } from '../../platform/cache/refreshing-cache.ts';
import type { Handle } from '../../platform/db/db.ts';
import { asId, type OrganizationId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SaleSwitch, SaleSwitches } from '../../suppliers/calls/sale-switches.ts';
import { listInstallationSwitches, listOwnSwitches, listSwitches } from './store.ts';

/** What another process switched is seen after this long at most. */
const cacheLifeMs = 1_000;
/** Switches in use are read again before anybody must wait for them. */
const cacheRefreshMs = 500;
const cachedMax = 10_000;
const INSTALLATION = 'installation';

/** Reads switches in the database, cached for a second. */
export function createSaleSwitches({ db, log }: Pick<Platform, 'db' | 'log'>): SaleSwitches {
  const cache = createRefreshingCache<readonly SaleSwitch[]>({
    read: (key) =>
      key === INSTALLATION ? listInstallationSwitches(db) : listOwnSwitches(db, asId('organization', key)),
    ttlMs: cacheLifeMs,
    refreshedMs: cacheRefreshMs,
    entriesMax: cachedMax,
    onRefreshFailed: (err) => log.warn({ err }, 'Sale switches could not be read again.'),
  });
  return {
    async offFor(organizationId) {
      const [all, own] = await Promise.all([cache.get(INSTALLATION), cache.get(organizationId)]);
      return operatorsFirst([...all, ...own]);
    },
    readOff,
    forget: (organizationId) => cache.forget(organizationId ?? INSTALLATION),
  };
}

async function readOff(h: Handle, organizationId: OrganizationId): Promise<readonly SaleSwitch[]> {
  return operatorsFirst(await listSwitches(h, organizationId));
}

/** One for each supplier: the operator's, which come first, for no organization can switch it on. */
function operatorsFirst(switches: readonly SaleSwitch[]): readonly SaleSwitch[] {
  return switches.filter(({ supplier }, place) => switches.findIndex((one) => one.supplier === supplier) === place);
}
