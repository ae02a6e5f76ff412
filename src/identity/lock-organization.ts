import type { Tx } from '../platform/db/db.ts';
import type { OrganizationId } from '../platform/ids.ts';
import { lockOrganizationRow } from './store.ts';

/**
 * Locks the organization until the transaction ends, for other folders as well: who may join, leave and hold keys, and
 * whatever else is bounded per organization, is decided, counted and added by one transaction at a time.
 */
export async function lockOrganization(tx: Tx, organizationId: OrganizationId): Promise<void> {
  await lockOrganizationRow(tx, organizationId);
}
