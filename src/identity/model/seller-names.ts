import type { OrganizationId } from '../../platform/ids.ts';

/** Names of organizations, for what is signed in their name with every checkout. */
export interface SellerNames {
  /** At most a minute old. */
  nameOf(organizationId: OrganizationId): Promise<string>;
}
