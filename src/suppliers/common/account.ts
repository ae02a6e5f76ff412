import type { LiteapiPayment } from '../../platform/config-suppliers.ts';
import type { OrganizationId } from '../../platform/ids.ts';

/** A supplier that is reached with a key of its own; `provider` on the wire. */
export type KeyedSupplier = 'duffel' | 'liteapi';

/** With whose key a supplier is called: the installation's, or one of an organization's own. */
export interface SupplierAccount {
  /** `installation`, or `sac_…`. A booking stays with the account it was made with for life. */
  readonly accountId: string;
  readonly supplier: KeyedSupplier;
  /** Undefined: the installation's. */
  readonly organizationId: OrganizationId | undefined;
  readonly token: string;
  /** Undefined: no events are taken, outcomes are learnt by asking. */
  readonly webhookSecret: string | undefined;
  /** What the paths of the supplier's API are appended to, no trailing slash. */
  readonly baseUrl: string;
  /** Whether the key sells what is real. */
  readonly isLive: boolean;
  /** Searches of one UTC day that the owner allows; undefined: as many as the supplier allows. */
  readonly searchesPerDayMax: number | undefined;
  /** Of LiteAPI: what it takes the price of a booking from; absent: the card stored with the account. */
  readonly paidFrom?: LiteapiPayment | undefined;
}

/** Which account is used for what. */
export interface SupplierAccounts {
  /**
   * What an organization sells through now: its own enabled account, else the installation's unless the organization
   * has turned that off. Undefined: it cannot sell this supplier.
   */
  findForSale(supplier: KeyedSupplier, organizationId: OrganizationId): Promise<SupplierAccount | undefined>;
  /** The account something was booked with, whether or not it is still enabled for sale. */
  get(supplier: KeyedSupplier, accountId: string): Promise<SupplierAccount | undefined>;
}
