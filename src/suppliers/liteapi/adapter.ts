import type { Clock } from '../../platform/clock.ts';
import type { PlaceDirectory } from '../../travel/place-directory.ts';
import type { SupplierAccount, SupplierAccounts } from '../common/account.ts';
import type { ResultSets } from '../common/result-sets.ts';
import type { CacheScope } from '../common/sealed-cache.ts';
import { type SupplierContext, SupplierFailure } from '../ports/supplier.ts';
import type { LiteapiClient } from './client.ts';
import type { RatesReader } from './search/rates-reader.ts';

/** What reading from LiteAPI needs. */
export interface LiteapiAdapter {
  readonly client: LiteapiClient;
  readonly accounts: SupplierAccounts;
  readonly resultSets: ResultSets;
  readonly places: PlaceDirectory;
  readonly rates: RatesReader;
  /** Real time: LiteAPI's own. */
  readonly clock: Clock;
  /** Counts what is left out of searches, by why. */
  countLeftOut(reason: string, count: number): void;
}

/** The account an organization sells through. Throws `unavailable` where it has none. */
export async function accountForSale(
  { accounts }: Pick<LiteapiAdapter, 'accounts'>,
  { organizationId }: SupplierContext,
): Promise<SupplierAccount> {
  const account = await accounts.findForSale('liteapi', organizationId);
  if (account === undefined)
    throw new SupplierFailure('unavailable', 'The organization has no account at LiteAPI that it can sell through.');
  return account;
}

/** Whose stored answers a call may read. */
export function scopeOf({ accountId, supplier }: SupplierAccount, { organizationId }: SupplierContext): CacheScope {
  return { organizationId, accountId, supplier };
}
