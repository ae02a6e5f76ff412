import { getBooking } from '../bookings/guests/look-up-booking.ts';
import type { Booking } from '../bookings/model/booking.ts';
import type { App } from '../context.ts';
import { lockOrganization } from '../identity/lock-organization.ts';
import type { LegalEntity } from '../identity/profile/model/seller-profile.ts';
import { readProfile } from '../identity/profile/read-profile.ts';
import { listPaymentsOfTrips, listRefundsOfTrip } from '../payments/list-payments.ts';
import type { RefundStatus } from '../payments/model/payment-states.ts';
import type { Payment } from '../payments/model/payment.ts';
import type { Tx } from '../platform/db/db.ts';
import type { BookingChange } from '../servicing/model/change.ts';
import { listChangesOf } from '../servicing/read-changes.ts';
import { type Money, sumMoney } from '../travel/money.ts';
import { type InvoicedBooking, type IssuedDocument, type NewDocument, SALE } from './model/issued-document.ts';
import { linesOfCharge, linesOfRefund, linesOfSale } from './model/write-lines.ts';
import { freezeBody, insertNext, listDocuments } from './store.ts';

/**
 * The invoices and credit notes of a booking, after whatever of them was missing has been issued: an invoice for what
 * was bought and for each change that was paid for, a credit note for each change that gave money back. Each is issued
 * once, and stays as it was issued. None where the seller has never said who they are.
 *
 * Numbers have no gaps: a transaction that holds the organization gives the next one. They follow the days of issue,
 * not of sale.
 */
export async function issueDocuments(app: App, key: InvoicedBooking): Promise<readonly IssuedDocument[]> {
  const { issued, unfrozen } = await listDocuments(app.db, key);
  const first = issued[0]?.seller ?? unfrozen[0]?.seller;
  if (first === undefined && (await app.sellers.of(key.organizationId)).legal === undefined) return issued;
  const booking = await getBooking(app, key, key.bookingRef);
  const due = await listDue(app, booking);
  if (due.every(({ cause }) => issued.some((document) => document.cause === cause))) return issued;
  const issuedAt = await app.organizationNow(key.organizationId);
  await app.db.transaction(async (tx) => {
    await lockOrganization(tx, key.organizationId);
    // As it is now: what the process remembers of the seller may be some seconds old, and a document stays as issued.
    const seller = first ?? (await readProfile({ db: tx }, key.organizationId)).legal;
    if (seller === undefined) return;
    for (const document of due) await issueOne(tx, booking, document, { seller, issuedAt });
    app.faults.pass('invoice.before_commit');
  });
  app.faults.pass('invoice.after_commit');
  return (await listDocuments(app.db, key)).issued;
}

/** Issues one unless somebody else has meanwhile. */
async function issueOne(
  tx: Tx,
  booking: Booking,
  document: NewDocument,
  { seller, issuedAt }: { readonly seller: LegalEntity; readonly issuedAt: Date },
): Promise<void> {
  const { issued, unfrozen } = await listDocuments(tx, booking);
  if (issued.some(({ cause }) => cause === document.cause)) return;
  if (unfrozen.some(({ cause }) => cause === document.cause)) {
    await freezeBody(tx, booking, document);
    return;
  }
  const about = itemsOf(document, booking.items);
  const corrects =
    document.kind === 'credit_note'
      ? issued.filter(({ kind, lines }) => kind === 'invoice' && lines.some((line) => concerns(line, about)))
      : [];
  await insertNext(tx, booking, { ...document, seller, issuedAt, corrects: corrects.map(({ number }) => number) });
}

/** A line of an invoice that a later document is about: of one of its items, or of the whole booking. */
function concerns({ what, itemId }: IssuedDocument['lines'][number], about: ReadonlySet<string> | 'all'): boolean {
  return what === 'booking' || about === 'all' || (itemId !== undefined && about.has(itemId));
}

/** The items a document is about, each with those that an exchange put it in the place of. */
function itemsOf({ lines }: NewDocument, items: Booking['items']): ReadonlySet<string> | 'all' {
  const about = new Set<string>();
  for (const { itemId } of lines) {
    if (itemId === undefined) return 'all';
    about.add(itemId);
  }
  // An item that is visited adds the one before it, until there is none.
  for (const id of about) for (const { itemId, replacedBy } of items) if (replacedBy === id) about.add(itemId);
  return about;
}

/** What money that has moved for good asks to be documented, in the order it moved. Only ever grows. */
async function listDue(app: App, booking: Booking): Promise<readonly NewDocument[]> {
  const { organizationId, tripId, paymentId, totalPaid } = booking;
  const [payments, refunds, changes] = await Promise.all([
    listPaymentsOfTrips(app.db, organizationId, [tripId]),
    listRefundsOfTrip(app.db, organizationId, tripId),
    listChangesOf(app, booking),
  ]);
  const captured = payments.filter(({ status, amountCaptured }) => status === 'captured' && amountCaptured.value > 0);
  const first = captured.find((payment) => payment.paymentId === paymentId);
  const sale: readonly NewDocument[] =
    first === undefined
      ? []
      : [
          {
            kind: 'invoice',
            cause: SALE,
            total: first.amountCaptured,
            lines: [...linesOfSale(booking, first.amountCaptured, changes)],
          },
        ];
  const saleLines = sale.flatMap(({ lines }) => lines);
  const later = changes
    .toSorted((a, b) => (a.committedAt?.getTime() ?? 0) - (b.committedAt?.getTime() ?? 0))
    .flatMap((change): readonly NewDocument[] => [
      ...chargeOf(change, captured, booking),
      ...refundOf(change, { refunds, booking, saleLines, currency: totalPaid.currency }),
    ]);
  return [...sale, ...later];
}

function chargeOf(change: BookingChange, captured: readonly Payment[], booking: Booking): readonly NewDocument[] {
  const payment = captured.find(({ paymentId }) => paymentId === change.paymentId);
  if (payment === undefined || payment.paymentId === booking.paymentId) return [];
  const total = payment.amountCaptured;
  return [{ kind: 'invoice', cause: change.changeId, total, lines: [...linesOfCharge(change, total, booking)] }];
}

/**
 * What went back by a change, once every part of it is settled: a part that was refused is in no document until people
 * have given it back by hand. Where another part had gone back before, theirs is a document of its own.
 */
function refundOf(
  change: BookingChange,
  {
    refunds,
    booking,
    saleLines,
    currency,
  }: {
    readonly refunds: Awaited<ReturnType<typeof listRefundsOfTrip>>;
    readonly booking: Booking;
    readonly saleLines: NewDocument['lines'];
    readonly currency: string;
  },
): readonly NewDocument[] {
  const parts = refunds.filter(({ reference }) => reference === change.changeId);
  if (parts.some(({ status }) => status === 'intended')) return [];
  const sumOf = (wanted: RefundStatus) =>
    sumMoney(
      parts.filter(({ status }) => status === wanted).map(({ amount }) => amount),
      currency,
    );
  const [refunded, byHand] = [sumOf('refunded'), sumOf('by_hand')];
  const noteOf = (cause: string, total: Money): readonly NewDocument[] =>
    total.value === 0
      ? []
      : [{ kind: 'credit_note', cause, total, lines: [...linesOfRefund(change, total, { booking, sale: saleLines })] }];
  const { changeId } = change;
  return [...noteOf(changeId, refunded), ...noteOf(refunded.value === 0 ? changeId : `${changeId}:by_hand`, byHand)];
}
