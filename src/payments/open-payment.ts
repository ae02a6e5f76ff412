import type { Cte, WrittenCte } from '../platform/db/cte.ts';
import type { Handle, Tx } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { newId, type OrganizationId, type SessionId, type TripId } from '../platform/ids.ts';
import { type Money, zeroMoney } from '../travel/money.ts';
import type { Payment, PaymentKey, PaymentPurpose, ReturnTo } from './model/payment.ts';
import {
  findNewestBySession,
  findPayment,
  findPaymentForUpdate,
  insertPayment,
  type OpenedRow,
  paymentCte,
  setReturn,
} from './store.ts';

/** What a checkout session asks to be paid. */
export interface NewPayment {
  readonly organizationId: OrganizationId;
  readonly purpose: PaymentPurpose;
  readonly tripId: TripId;
  readonly sessionId: SessionId;
  readonly amount: Money;
  readonly description: string;
  readonly expiresAt: Date;
  readonly now: Date;
  /** Nowhere unless set. */
  readonly returnTo?: ReturnTo | undefined;
}

const NOWHERE: ReturnTo = { successUrl: undefined, cancelUrl: undefined };

/**
 * A payment nobody has paid yet. The processor hears of it only at the first submission, so that a checkout costs no
 * processor call. A re-quote that keeps its session voids the old payment and opens a new one.
 */
export function newPayment(request: NewPayment): Payment {
  return {
    organizationId: request.organizationId,
    paymentId: newId('payment'),
    purpose: request.purpose,
    tripId: request.tripId,
    sessionId: request.sessionId,
    processorId: undefined,
    processorRef: undefined,
    status: 'created',
    amount: request.amount,
    amountToCapture: undefined,
    amountCaptured: zeroMoney(request.amount.currency),
    amountRefunded: zeroMoney(request.amount.currency),
    attempt: 0,
    inFlightUntil: undefined,
    declineReason: undefined,
    captureBefore: undefined,
    description: request.description,
    expiresAt: request.expiresAt,
    createdAt: request.now,
    returnTo: request.returnTo ?? NOWHERE,
  };
}

/**
 * Writes a payment as a part of the statement that stores what is to be paid, if and only if `moved` has a row: a
 * checkout that another one has overtaken leaves no payment.
 */
export function openingCte(payment: Payment, moved: Cte): WrittenCte<'opened', OpenedRow> {
  return paymentCte(payment, moved);
}

/** Writes it in the caller's transaction. */
export function openPayment(tx: Tx, payment: Payment): Promise<void> {
  return insertPayment(tx, payment);
}

/** The newest payment of a checkout session. */
export async function findPaymentBySession(
  h: Handle,
  organizationId: OrganizationId,
  sessionId: SessionId,
): Promise<Payment | undefined> {
  return findNewestBySession(h, organizationId, sessionId);
}

/** Leads the session of a payment back to somewhere else from now on. */
export async function changeReturn(h: Handle, key: PaymentKey, returnTo: ReturnTo): Promise<void> {
  await setReturn(h, key, returnTo);
}

/** A payment by its id. Throws resource_not_found as `getPaymentForUpdate` does. */
export async function getPayment(h: Handle, key: PaymentKey): Promise<Payment> {
  return (await findPayment(h, key)) ?? refuseGone(key);
}

/**
 * A payment by its id, its row locked until the transaction ends. Throws resource_not_found for one that is gone: only
 * a reset of the sandbox deletes payments, and it may do so while one is being made.
 */
export async function getPaymentForUpdate(tx: Tx, key: PaymentKey): Promise<Payment> {
  return (await findPaymentForUpdate(tx, key)) ?? refuseGone(key);
}

function refuseGone({ paymentId }: PaymentKey): never {
  const message = `The payment ${paymentId} exists no longer: a reset of the sandbox has taken it away.`;
  throw refuse('resource_not_found', { message });
}
