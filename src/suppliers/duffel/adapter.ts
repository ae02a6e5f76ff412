import type { PlaceDirectory } from '../../travel/place-directory.ts';
import type { SupplierAccount, SupplierAccounts } from '../common/account.ts';
import type { ResultSets } from '../common/result-sets.ts';
import { type SupplierContext, SupplierFailure } from '../ports/supplier.ts';
import type { DuffelClient } from './client.ts';
import type { UnreadablePart } from './mapping/wire-offers.ts';
import type { SearchMapper } from './search/search-mapper.ts';

/** What reading from Duffel needs. */
export interface DuffelAdapter {
  readonly client: DuffelClient;
  readonly accounts: SupplierAccounts;
  readonly resultSets: ResultSets;
  readonly mapper: SearchMapper;
  readonly places: PlaceDirectory;
  /** Whether a price can be shown in a currency. */
  supports(currency: string): boolean;
  /** Counts offers that are left out because a part of them cannot be read. */
  countUnreadable(part: UnreadablePart, offers: number): void;
}

/** The account an organization sells through. Throws `unavailable` where it has none. */
export async function accountForSale(
  { accounts }: Pick<DuffelAdapter, 'accounts'>,
  { organizationId }: SupplierContext,
): Promise<SupplierAccount> {
  const account = await accounts.findForSale('duffel', organizationId);
  if (account === undefined)
    throw new SupplierFailure('unavailable', 'The organization has no account at Duffel that it can sell through.');
  return account;
}
