import type { RegisteredApp } from '../../platform/registered-app.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import type { Stay } from '../../travel/stay.ts';

/** Who sells a stay, and to which organization. */
export interface SoldBy {
  readonly organizationId: OrganizationId;
  readonly supplierId: string;
}

/** What is stored of hotels, for those who show a stay; `app.ts` hands it to trips, which know no hotels. */
export interface StayFacts {
  /**
   * The stay with the facts of its hotel and its rooms that its supplier's answer leaves out and that are stored here.
   * What neither states stays undefined. Where the hotel was not read by itself so far it is asked for in the
   * background, so that a later quote and the booking have its facts. Storage that fails leaves the stay as it is.
   */
  complete(app: RegisteredApp, sold: SoldBy, stay: Stay): Promise<Stay>;
}
