import type { ReadHandle } from '../platform/db/db.ts';
import { asId } from '../platform/ids.ts';
import { money } from '../travel/money.ts';
import type { Payment, PurposeKind } from './model/payment.ts';
import type { PaymentStatus, RefundStatus } from './model/payment-states.ts';

/** The table's columns. */
export interface PaymentRow {
  organization_id: string;
  payment_id: string;
  purpose_kind: PurposeKind;
  purpose_id: string;
  trip_id: string;
  session_id: string;
  processor_id: string | null;
  processor_ref: string | null;
  status: PaymentStatus;
  amount: number;
  currency: string;
  amount_to_capture: number | null;
  amount_captured: number;
  amount_refunded: number;
  attempt: number;
  in_flight_until: Date | null;
  decline_reason: string | null;
  capture_before: Date | null;
  description: string;
  expires_at: Date;
  created_at: Date;
  success_url: string | null;
  cancel_url: string | null;
  card_brand: string | null;
  card_last4: string | null;
  card_wallet: string | null;
}

/** The tables of this folder. */
export type PaymentTables = {
  payment: PaymentRow;
  payment_refund: {
    organization_id: string;
    payment_id: string;
    reference: string;
    amount: number;
    status: RefundStatus;
    created_at: Date;
  };
};

/** The handle narrowed to the tables of this folder. */
export const paymentTables = (h: ReadHandle) => h.q.withTables<PaymentTables>();

/** The columns of a new payment. */
export function toRow(payment: Payment): PaymentRow {
  return {
    organization_id: payment.organizationId,
    payment_id: payment.paymentId,
    purpose_kind: payment.purpose.kind,
    purpose_id: payment.purpose.id,
    trip_id: payment.tripId,
    session_id: payment.sessionId,
    processor_id: null,
    processor_ref: null,
    status: payment.status,
    amount: payment.amount.value,
    currency: payment.amount.currency,
    amount_to_capture: null,
    amount_captured: 0,
    amount_refunded: 0,
    attempt: payment.attempt,
    in_flight_until: null,
    decline_reason: null,
    capture_before: null,
    description: payment.description,
    expires_at: payment.expiresAt,
    created_at: payment.createdAt,
    success_url: payment.returnTo.successUrl ?? null,
    cancel_url: payment.returnTo.cancelUrl ?? null,
    card_brand: null,
    card_last4: null,
    card_wallet: null,
  };
}

/** A payment as its row holds it. */
export function toPayment(row: PaymentRow): Payment {
  return {
    organizationId: asId('organization', row.organization_id),
    paymentId: asId('payment', row.payment_id),
    purpose: { kind: row.purpose_kind, id: row.purpose_id },
    tripId: asId('trip', row.trip_id),
    sessionId: asId('session', row.session_id),
    processorId: row.processor_id ?? undefined,
    processorRef: row.processor_ref ?? undefined,
    status: row.status,
    amount: money(row.amount, row.currency),
    amountToCapture: row.amount_to_capture === null ? undefined : money(row.amount_to_capture, row.currency),
    amountCaptured: money(row.amount_captured, row.currency),
    amountRefunded: money(row.amount_refunded, row.currency),
    attempt: row.attempt,
    inFlightUntil: row.in_flight_until ?? undefined,
    declineReason: row.decline_reason ?? undefined,
    captureBefore: row.capture_before ?? undefined,
    ...(row.card_last4 !== null && {
      card: { brand: row.card_brand ?? undefined, last4: row.card_last4, wallet: row.card_wallet ?? undefined },
    }),
    description: row.description,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    returnTo: { successUrl: row.success_url ?? undefined, cancelUrl: row.cancel_url ?? undefined },
  };
}
