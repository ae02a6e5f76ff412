import type { Payment } from '../../payments/model/payment.ts';
import { presentAmount, sumMoney } from '../../travel/money.ts';
import { hashOf, hashOfJws, type SignedObject } from '../../signatures/model/signed-json.ts';
import type { SignedDocument } from '../../signatures/model/signed-document.ts';
import type { BookingRef } from '../../platform/ids.ts';
import type { Trip } from '../../trips/model/trip.ts';
import { presentIssuer, type Seller } from './present-quote.ts';

/** What a receipt is made of. */
export interface ReceiptParts {
  readonly seller: Seller;
  readonly trip: Trip;
  readonly bookingRef: BookingRef;
  /** Captured ones alone, in the order they were opened. */
  readonly payments: readonly [Payment, ...Payment[]];
  /** The quote that was paid, as it was signed; undefined where it never was. */
  readonly quote: SignedDocument | undefined;
}

/**
 * What was paid, and what has gone back of it, without the moment of signing: a receipt is signed once for each state
 * of the money, and named by what it says.
 */
export function presentReceiptState({ seller, trip, bookingRef, payments, quote }: ReceiptParts): SignedObject {
  const { currency } = payments[0].amount;
  return {
    ...presentIssuer(seller, trip),
    type: 'receipt',
    sub: trip.tripId,
    trip_id: trip.tripId,
    booking_ref: bookingRef,
    currency,
    total_paid: total(payments, currency, (payment) => payment.amountCaptured),
    total_refunded: total(payments, currency, (payment) => payment.amountRefunded),
    payments: payments.map((payment) => ({
      payment_id: payment.paymentId,
      purpose: payment.purpose.kind,
      paid: { ...presentAmount(payment.amountCaptured) },
      refunded: { ...presentAmount(payment.amountRefunded) },
      processor: payment.processorId ?? null,
      processor_reference: payment.processorRef ?? null,
    })),
    ...(quote && {
      quote: { quote_id: quote.documentId, content_hash: quote.contentHash, jws_hash: hashOfJws(quote.jws) },
    }),
  };
}

/** The receipt of a state of the money, as it is signed. */
export function presentReceiptDocument(state: SignedObject, { now }: { readonly now: Date }): SignedObject {
  return { ...state, jti: receiptIdOf(state), iat: Math.floor(now.getTime() / 1_000) };
}

/** The name of a receipt: of equal states it is equal. */
export function receiptIdOf(state: SignedObject): string {
  return `rcpt_${hashOf(state).slice('sha256:'.length)}`;
}

function total(
  payments: ReceiptParts['payments'],
  currency: string,
  amountOf: (payment: Payment) => Payment['amount'],
) {
  return { ...presentAmount(sumMoney(payments.map(amountOf), currency)) };
}
