import type { Handle, ReadHandle } from '../platform/db/db.ts';
import type { OrganizationId, TripId } from '../platform/ids.ts';
import { type AccountBalance, isBalanced, type LedgerEntry } from './model/entry.ts';
import { listBalances, listEntries } from './store.ts';

/** A trip's ledger as the contract shows it. */
export interface TripLedger {
  readonly tripId: TripId;
  readonly isBalanced: boolean;
  readonly entries: readonly LedgerEntry[];
}

/** The ledger of a trip: empty until its first payment is authorised. */
export async function readLedger(h: Handle, organizationId: OrganizationId, tripId: TripId): Promise<TripLedger> {
  const entries = await listEntries(h, organizationId, tripId);
  return { tripId, isBalanced: isBalanced(entries), entries };
}

/** Balances by account of many trips, for reconcile. */
export async function listLedgerBalances(
  h: ReadHandle,
  organizationId: OrganizationId,
  tripIds: readonly TripId[],
): Promise<readonly (AccountBalance & { readonly tripId: string })[]> {
  return tripIds.length === 0 ? [] : listBalances(h, organizationId, tripIds);
}
