import type { OrganizationId } from '../../platform/ids.ts';
import type { DisabledReason, EndpointStatus } from './endpoint-states.ts';
import type { EventType } from './event-types.ts';

/** A registered receiver. Its secrets stay sealed until something is signed with them. */
export interface Endpoint {
  readonly organizationId: OrganizationId;
  readonly endpointId: number;
  readonly url: string;
  readonly events: readonly EventType[];
  readonly status: EndpointStatus;
  readonly disabledReason: DisabledReason | undefined;
  readonly secretSealed: string;
  /** The secret before the last rotation and the end of its overlap, on the organization's clock. */
  readonly previousSecret: { readonly sealed: string; readonly until: Date } | undefined;
  /** The first failed attempt since the last success. */
  readonly failingSince: Date | undefined;
  readonly createdAt: Date;
}

/** How long the old secret keeps signing beside the new one (contract, section 9). */
export const secretOverlapSeconds = 86_400;
/** Endpoints one organization may have: publishing inserts a delivery for each. */
export const endpointsMax = 20;
