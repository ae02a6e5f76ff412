import type { App, Caller } from '../../context.ts';
import type { Payment } from '../../payments/model/payment.ts';
import { listPaymentsOfTrips } from '../../payments/list-payments.ts';
import { refuse } from '../../platform/errors.ts';
import type { TripId } from '../../platform/ids.ts';
import { hashOf, type SignedObject } from '../../signatures/model/signed-json.ts';
import type { SignedDocument } from '../../signatures/model/signed-document.ts';
import { findSignedDocument, signOnce } from '../../signatures/signed-documents.ts';
import type { Trip } from '../../trips/model/trip.ts';
import { readTrip } from '../../trips/read/read-trip.ts';
import { presentReceiptDocument, presentReceiptState, receiptIdOf } from './present-receipt.ts';
import { sellerOf } from './sign-quote.ts';

/** A receipt, and what it says. */
export interface Receipt {
  readonly signed: SignedDocument;
  readonly state: SignedObject;
}

/**
 * The signed receipt of a trip's money as it stands: one for each state of it, so that after a refund there is another
 * one, and the same bytes for as long as nothing moves. Nothing was taken yet: 409.
 */
export async function readReceipt(app: App, caller: Caller, tripId: TripId): Promise<Receipt> {
  const { organizationId } = caller;
  const trip = await readTrip(app, caller, tripId);
  const payments = await listPaymentsOfTrips(app.db, organizationId, [tripId]);
  const [first, ...others] = payments.filter(({ status }) => status === 'captured');
  if (first === undefined || trip.bookingRef === undefined)
    throw refuse('trip_state_conflict', {
      message: 'Nothing has been taken for this trip yet, so there is no receipt.',
      keys: { status: trip.status },
    });
  const state = presentReceiptState({
    seller: await sellerOf(app, trip),
    trip,
    bookingRef: trip.bookingRef,
    payments: [first, ...others],
    quote: await findPaidQuote(app, trip, first),
  });
  const documentId = receiptIdOf(state);
  const signed = await signOnce(app, { organizationId, kind: 'receipt', documentId }, () => ({
    organizationId,
    kind: 'receipt',
    documentId,
    tripId,
    contentHash: hashOf(state),
    document: presentReceiptDocument(state, caller),
  }));
  return { signed, state };
}

/** The quote whose payment was taken. A trip that is paid for holds on to it. */
async function findPaidQuote({ db }: App, { organizationId, quote }: Trip, { paymentId }: Payment) {
  if (quote === undefined || quote.paymentId !== paymentId) return undefined;
  return await findSignedDocument(db, { organizationId, kind: 'quote', documentId: quote.quoteId });
}
