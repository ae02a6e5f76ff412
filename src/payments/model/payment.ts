import type { OrganizationId, PaymentId, SessionId, TripId } from '../../platform/ids.ts';
import type { PaidCard } from '../../suppliers/ports/payments.ts';
import type { Money } from '../../travel/money.ts';
import { ATTEMPT_RUNNING, type PaymentStatus } from './payment-states.ts';

/** What a payment is for: `payments` hands its outcome to the handler that `app.ts` registered for the kind. */
export interface PaymentPurpose {
  readonly kind: PurposeKind;
  /** The trip, or the change of a booking. */
  readonly id: string;
}
const PURPOSE_KINDS = ['trip', 'flight_exchange', 'car_exchange', 'flight_services'] as const;
export type PurposeKind = (typeof PURPOSE_KINDS)[number];

/** Where the page of a session leads back to; checked against the organization's hosts when it was opened. */
export interface ReturnTo {
  readonly successUrl: string | undefined;
  readonly cancelUrl: string | undefined;
}

/** One payment of one checkout session: authorised once, captured at most once, the rest released. */
export interface Payment {
  readonly organizationId: OrganizationId;
  readonly paymentId: PaymentId;
  readonly purpose: PaymentPurpose;
  /** The trip whose money it is: of a change, the trip that is changed. */
  readonly tripId: TripId;
  readonly sessionId: SessionId;
  readonly processorId: string | undefined;
  /** Known once the processor has answered an attempt; it can always be asked for again with our own id. */
  readonly processorRef: string | undefined;
  readonly status: PaymentStatus;
  /** What the payer was asked for, and what is held once authorised. */
  readonly amount: Money;
  /** The intent of a capture, recorded before the processor is called. */
  readonly amountToCapture: Money | undefined;
  readonly amountCaptured: Money;
  readonly amountRefunded: Money;
  /** Counts submissions: the outcome of an older one never overwrites a newer one's. */
  readonly attempt: number;
  /** While an attempt runs, at most until then (organization's clock) the trip is closed to writes. */
  readonly inFlightUntil: Date | undefined;
  readonly declineReason: string | undefined;
  /** When the processor's hold lapses. */
  readonly captureBefore: Date | undefined;
  /** With which card it was authorised, where the processor said so. */
  readonly card?: PaidCard | undefined;
  readonly description: string;
  /** When the checkout link lapses. */
  readonly expiresAt: Date;
  readonly createdAt: Date;
  readonly returnTo: ReturnTo;
}

/** Names one payment. */
export interface PaymentKey {
  readonly organizationId: OrganizationId;
  readonly paymentId: PaymentId;
}

/** How long an attempt (submitted, 3DS or processing) keeps its trip closed to writes at most (contract, section 6). */
export const ATTEMPT_LIFETIME_SECONDS = 15 * 60;

/** True while an attempt runs: submitted, waiting for the payer's bank, or slow at the processor. */
export function isPaymentInFlight(payment: Payment, now: Date): boolean {
  return ATTEMPT_RUNNING.includes(payment.status) && payment.inFlightUntil !== undefined && payment.inFlightUntil > now;
}

/** What the payer sees. `processing`: an attempt is under way, its outcome is not known yet. */
export type PaymentProgress = 'open' | 'processing' | 'requires_action' | 'declined' | 'authorised' | 'closed';

/** The payer's view of a payment's status. */
export function progressOf(payment: Payment): PaymentProgress {
  switch (payment.status) {
    case 'created':
      return 'open';
    case 'submitted':
    case 'processing':
      return 'processing';
    case 'requires_action':
      return 'requires_action';
    case 'declined':
      return 'declined';
    case 'authorised':
    case 'capturing':
    case 'captured':
      return 'authorised';
    case 'voided':
    case 'releasing':
    case 'released':
      return 'closed';
    default:
      return payment.status satisfies never;
  }
}
