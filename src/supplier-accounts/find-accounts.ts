import type { Logger } from 'pino';
import { createRefreshingCache } from '../platform/cache/refreshing-cache.ts';
import type { Config } from '../platform/config.ts';
import type { Db } from '../platform/db/db.ts';
import { asId, type OrganizationId } from '../platform/ids.ts';
import type { Sealer } from '../platform/security/crypto.ts';
import type { KeyedSupplier, SupplierAccount, SupplierAccounts } from '../suppliers/common/account.ts';
import { SupplierFailure } from '../suppliers/ports/supplier.ts';
import { openCredentials } from './credentials.ts';
import { baseUrlOf, fitsInstallation, type StoredAccount } from './model/account.ts';
import { findAccountById, listAccounts, readUseOfInstallation } from './store.ts';

/** What other processes changed is seen after this long. */
const cacheLifeMs = 5_000;
/** An account in use is read again before anybody must wait for it. */
const cacheRefreshMs = 2_000;
const cachedMax = 10_000;

/** The id of the account that the installation's own variables make. */
const INSTALLATION = 'installation';

/** The accounts suppliers are called with, and what the process that changes one of them must say. */
export interface KnownAccounts extends SupplierAccounts {
  /** Drops what is cached of an organization and its accounts. */
  forget(organizationId: OrganizationId, accountIds: readonly string[]): void;
}

interface Parts {
  readonly config: Pick<Config, 'suppliers' | 'environment' | 'isRehearsal'>;
  readonly db: Db;
  readonly sealer: Sealer;
  readonly log: Logger;
}

/** What an organization sells through. */
interface Supply {
  readonly enabled: readonly StoredAccount[];
  readonly usesInstallation: boolean;
}

/**
 * Finds accounts in the database, cached for seconds; a change made in this process counts at once (`forget`). An
 * account whose keys cannot be used here is an `unauthorised` SupplierFailure, never another account in its place.
 */
export function createSupplierAccounts(parts: Parts): KnownAccounts {
  const { config, db, log } = parts;
  const options = {
    ttlMs: cacheLifeMs,
    refreshedMs: cacheRefreshMs,
    entriesMax: cachedMax,
    onRefreshFailed: (err: unknown) => log.warn({ err }, 'A supplier account could not be read again.'),
  };
  const supplies = createRefreshingCache<Supply>({
    ...options,
    read: (id) => readSupply(db, asId('organization', id)),
  });
  const accounts = createRefreshingCache<{ readonly account: StoredAccount | undefined }>({
    ...options,
    read: async (accountId) => ({ account: await findAccountById(db, accountId) }),
  });
  return {
    async findForSale(supplier, organizationId) {
      const { enabled, usesInstallation } = await supplies.get(organizationId);
      const own = enabled.find((account) => account.supplier === supplier);
      if (own !== undefined) return useAccount(parts, own);
      return usesInstallation ? installationAccount(config, supplier) : undefined;
    },
    async get(supplier, accountId) {
      if (accountId === INSTALLATION) return installationAccount(config, supplier);
      const { account } = await accounts.get(accountId);
      return account?.supplier === supplier ? useAccount(parts, account) : undefined;
    },
    forget(organizationId, accountIds) {
      supplies.forget(organizationId);
      for (const accountId of accountIds) accounts.forget(accountId);
    },
  };
}

/** The installation's own account at a supplier; undefined where its variables name none. */
export function installationAccount(
  { suppliers }: Pick<Config, 'suppliers'>,
  supplier: KeyedSupplier,
): SupplierAccount | undefined {
  const own = suppliers[supplier];
  return (
    own && {
      accountId: INSTALLATION,
      supplier,
      organizationId: undefined,
      token: own.token,
      webhookSecret: own.webhookSecret,
      baseUrl: own.baseUrl,
      isLive: own.isLive,
      searchesPerDayMax: own.searchesPerDayMax,
      paidFrom: own.paidFrom,
    }
  );
}

async function readSupply(db: Db, organizationId: OrganizationId): Promise<Supply> {
  const accounts = await listAccounts(db, organizationId);
  return {
    enabled: accounts.filter(({ isEnabled }) => isEnabled),
    usesInstallation: await readUseOfInstallation(db, organizationId),
  };
}

function useAccount({ config, sealer }: Parts, account: StoredAccount): SupplierAccount {
  const { accountId, supplier, organizationId, isLive, settings } = account;
  if (!fitsInstallation(isLive, config))
    throw new SupplierFailure('unauthorised', `Account ${accountId} has a ${isLive ? 'live' : 'test'} key.`);
  const credentials = openCredentials(sealer, account);
  if (credentials === undefined)
    throw new SupplierFailure(
      'unauthorised',
      `The keys of account ${accountId} do not open: is a key missing from BLY_SECRET_KEYS?`,
    );
  return {
    accountId,
    supplier,
    organizationId,
    ...credentials,
    baseUrl: baseUrlOf(supplier, config),
    isLive,
    searchesPerDayMax: settings.searchesPerDayMax,
    paidFrom: settings.paidFrom,
  };
}
