import type { PaymentStatus } from './payment.ts';

/**
 * The life of a payment. Staying is always allowed and does nothing, so that the same outcome may arrive twice.
 * `capturing` and `releasing` are intents: committed before the processor is called.
 */
export const NEXT_PAYMENT_STATUS = {
  created: ['submitted', 'voided'],
  submitted: ['requires_action', 'processing', 'declined', 'authorised', 'voided'],
  requires_action: ['submitted', 'processing', 'declined', 'authorised', 'voided'],
  processing: ['requires_action', 'declined', 'authorised', 'voided'],
  // A hold that appears after the payer was told "declined" is given back, never used.
  declined: ['submitted', 'voided', 'releasing'],
  authorised: ['capturing', 'releasing'],
  // Straight to released when the processor's hold had lapsed.
  capturing: ['captured', 'released'],
  captured: [],
  // An authorisation that arrives for a voided payment is released, never fulfilled.
  voided: ['releasing', 'released'],
  releasing: ['released'],
  released: [],
} as const satisfies Record<PaymentStatus, readonly PaymentStatus[]>;

/** True when a payment may go from one status to another; staying is not a move. */
export function mayMovePayment(from: PaymentStatus, to: PaymentStatus): boolean {
  const next: readonly PaymentStatus[] = NEXT_PAYMENT_STATUS[from];
  return next.includes(to);
}

/** Every status from which `to` can be reached in one move: the guard of the statement that makes the move. */
export function paymentStatusesBefore(to: PaymentStatus): readonly PaymentStatus[] {
  const statuses: PaymentStatus[] = [];
  let from: PaymentStatus;
  for (from in NEXT_PAYMENT_STATUS) if (mayMovePayment(from, to)) statuses.push(from);
  return statuses;
}

/** The moved value; staying answers the same value, any other move is a programming error and throws. */
export function movePayment<P extends { readonly status: PaymentStatus }>(payment: P, to: PaymentStatus): P {
  if (payment.status === to) return payment;
  if (!mayMovePayment(payment.status, to)) throw new Error(`A payment cannot go from ${payment.status} to ${to}.`);
  return { ...payment, status: to };
}
