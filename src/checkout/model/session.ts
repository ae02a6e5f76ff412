import type { PlaceDirectory } from '../../travel/place-directory.ts';
import type { Payment, ReturnTo } from '../../payments/model/payment.ts';
import type { OrganizationId, SessionId, TripId } from '../../platform/ids.ts';

/** A link to the hosted page lives this long (spec.md, Limits). */
const linkLifetimeSeconds = 4 * 60 * 60;

/**
 * A link to the hosted page, opened by a checkout. It has no row of its own: its payment knows trip and link life. The
 * trip's quote names its newest session; older ones lead there.
 */
export interface CheckoutSession {
  readonly organizationId: OrganizationId;
  readonly sessionId: SessionId;
  readonly tripId: TripId;
  readonly linkExpiresAt: Date;
  readonly returnTo: ReturnTo;
}

/** When a link opened now stops working. */
export function linkExpiry(now: Date): Date {
  return new Date(now.getTime() + linkLifetimeSeconds * 1000);
}

/** Whether the link's four hours are over. */
export function hasLinkExpired(session: CheckoutSession, now: Date): boolean {
  return now.getTime() >= session.linkExpiresAt.getTime();
}

/** A session found by its link: the link is the credential, so its organization is looked up, not given. */
export interface PayerSession {
  readonly session: CheckoutSession;
  /** Its newest payment. */
  readonly payment: Payment;
  /** The organization's clock. */
  readonly now: Date;
  /** The payer has just come back from the processor's page, where they say they have paid. */
  readonly isBackFromPaying?: boolean;
  /** Under their names in the language of the page; left out where nobody reads one. */
  readonly places?: PlaceDirectory;
}
