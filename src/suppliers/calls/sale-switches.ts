import type { Handle } from '../../platform/db/db.ts';
import type { OrganizationId } from '../../platform/ids.ts';

/** A supplier that is switched off for sale: it is not searched, and nothing of it is quoted or paid. */
export interface SaleSwitch {
  /** `provider` of what it sells. */
  readonly supplier: string;
  /** Who switched it off: the organization for itself, or the operator for all of them. */
  readonly by: 'organization' | 'installation';
  readonly reason: string;
  /** Real time. */
  readonly since: Date;
}

/** What is switched off, by what it would sell. */
export interface SuppliersOff {
  readonly flight: readonly SaleSwitch[];
  readonly hotel: readonly SaleSwitch[];
  readonly car: readonly SaleSwitch[];
}

/** Nothing is switched off. */
export const NONE_OFF: SuppliersOff = { flight: [], hotel: [], car: [] };

/** Which suppliers are switched off for sale. What was booked with them goes on being serviced. */
export interface SaleSwitches {
  /** For searches: at most a second old, and at once in the process that switched. One for each supplier. */
  offFor(organizationId: OrganizationId): Promise<readonly SaleSwitch[]>;
  /** As the database has it now: for whatever is going to be paid. */
  readOff(h: Handle, organizationId: OrganizationId): Promise<readonly SaleSwitch[]>;
  /** Drops what is cached: of one organization, or of the installation where none is named. */
  forget(organizationId: OrganizationId | undefined): void;
}
