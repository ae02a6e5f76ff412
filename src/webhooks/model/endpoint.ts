import type { OrganizationId } from '../../platform/ids.ts';
import type { DisabledReason, EndpointStatus } from './endpoint-states.ts';
import type { EventType } from './event-types.ts';

/** A secret that was replaced, and until when it signs beside the current one, on the organization's clock. */
export interface PreviousSecret {
  readonly sealed: string;
  readonly until: Date;
}

/** A registered receiver. Its secrets stay sealed until something is signed with them. */
export interface Endpoint {
  readonly organizationId: OrganizationId;
  readonly endpointId: number;
  readonly url: string;
  readonly events: readonly EventType[];
  readonly status: EndpointStatus;
  readonly disabledReason: DisabledReason | undefined;
  readonly secretSealed: string;
  /** Replaced secrets, the newest first; those whose time is over may still be among them. */
  readonly previousSecrets: readonly PreviousSecret[];
  /** The first failed attempt since the last success. */
  readonly failingSince: Date | undefined;
  readonly createdAt: Date;
}

/** How long the old secret keeps signing beside the new one (contract, section 9). */
export const secretOverlapSeconds = 86_400;
/**
 * Old secrets that may sign beside the current one: three of the four even attempts of a delivery are enough for each
 * to have one.
 */
export const previousSecretsMax = 3;

/** The replaced secrets that still sign. */
export function secretsInOverlap(
  { previousSecrets }: Pick<Endpoint, 'previousSecrets'>,
  now: Date,
): readonly PreviousSecret[] {
  return previousSecrets.filter(({ until }) => now < until);
}
/** Endpoints one organization may have: publishing inserts a delivery for each. */
export const endpointsMax = 20;
