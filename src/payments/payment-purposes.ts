import type { RegisteredApp } from '../platform/registered-app.ts';
import type { Tx } from '../platform/db/db.ts';
import type { OrganizationId, PaymentId, SessionId } from '../platform/ids.ts';
import type { Money } from '../travel/money.ts';
import type { PurposeKind } from './model/payment.ts';

/**
 * What happens when a payment of each purpose is authorised or declined. `app.ts` registers the handlers, so that
 * payments know no one above them; each runs inside the transaction that records the payment's outcome.
 */
export type PaymentPurposes = Readonly<Record<PurposeKind, PaymentPurposeHandler>>;

/** What a payment of one purpose is for, and what its outcome does there. */
export interface PaymentPurposeHandler {
  /**
   * Locks what the payment is for. Callers lock the payment's own row after it, so that a payer and a writer cannot
   * deadlock.
   */
  lock(
    tx: Tx,
    purpose: { readonly organizationId: OrganizationId; readonly purposeId: string },
    app: RegisteredApp,
  ): Promise<LockedPurpose>;
}

/** What to do with the outcome, in the transaction that holds the lock. */
export interface LockedPurpose {
  /** `unwanted`: nothing is bought with the payment any more, and its hold is released. */
  onAuthorised(payment: SettledAttempt): Promise<'taken' | 'unwanted'>;
  /** The attempt ended without a hold: the handler opens what the attempt had closed. */
  onDeclined(payment: SettledAttempt): Promise<void>;
}

/** A payment whose attempt has just got its outcome. */
export interface SettledAttempt {
  readonly organizationId: OrganizationId;
  readonly paymentId: PaymentId;
  readonly purposeId: string;
  readonly sessionId: SessionId;
  readonly amount: Money;
  /** When the hold lapses, where the processor says so. */
  readonly captureBefore: Date | undefined;
  /** The organization's clock when the outcome became known: the moment the quote is judged at. */
  readonly now: Date;
}
