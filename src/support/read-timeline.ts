import { getBooking } from '../bookings/guests/look-up-booking.ts';
import type { Booking, BookingItem } from '../bookings/model/booking.ts';
import type { App, Caller } from '../context.ts';
import { readActsOn } from '../identity/read-audit-log.ts';
import { readLedger } from '../ledger/read-ledger.ts';
import type { LedgerEntry } from '../ledger/model/entry.ts';
import { listBookingMails } from '../mail/resend-mail.ts';
import type { Payment } from '../payments/model/payment.ts';
import { listPaymentsOfTrips } from '../payments/list-payments.ts';
import { type BookingChange, agreedRefund, dueOf, isUnderWay } from '../servicing/model/change.ts';
import { listChangesOf } from '../servicing/read-changes.ts';
import { findOrderCall } from '../suppliers/common/account-order-calls.ts';
import { readEvents } from '../webhooks/read-webhooks.ts';
import { orderTimeline, type TimelineEntry } from './model/timeline.ts';
import { readNotes } from './notes.ts';
import { isObject } from '../platform/text/json-object.ts';

/** Events of a booking that are listed; none comes near it. */
const eventsMax = 200;

/** Everything that happened to a booking, oldest first: payments, money, suppliers, changes, events, mails, people. */
export async function readTimeline(
  app: App,
  caller: Caller,
  bookingRef: string,
): Promise<{ readonly booking: Booking; readonly entries: readonly TimelineEntry[] }> {
  const booking = await getBooking(app, caller, bookingRef);
  const { organizationId, tripId } = booking;
  const [payments, ledger, changes, mails, notes, acts, events, calls] = await Promise.all([
    listPaymentsOfTrips(app.db, organizationId, [tripId]),
    readLedger(app.db, organizationId, tripId),
    listChangesOf(app, booking),
    listBookingMails(app, caller, booking.bookingRef),
    readNotes(app, caller, booking.bookingRef),
    readActsOn(app, caller, booking.bookingRef),
    readEvents(
      app,
      caller,
      { since: undefined, type: undefined, bookingRef: booking.bookingRef },
      { limit: eventsMax, offset: 0, pageToken: undefined },
    ),
    Promise.all(booking.items.map((item) => entriesOfItem(app, booking, item))),
  ]);
  return {
    booking,
    entries: orderTimeline([
      { at: booking.createdAt, kind: 'booking', outcome: 'done', what: 'created', reference: booking.bookingRef },
      ...payments.map(entryOfPayment),
      ...ledger.entries.map(entryOfLedger),
      ...calls.flat(),
      ...changes.flatMap(entriesOfChange),
      ...events.items.map(({ payload }) => entryOfEvent(payload)),
      ...mails.map(({ eventId, kind, status, reason, createdAt, settledAt }) => ({
        at: settledAt ?? createdAt,
        kind: 'mail' as const,
        outcome: status === 'pending' ? ('open' as const) : status === 'sent' ? ('done' as const) : ('failed' as const),
        what: `${kind}.${status}`,
        detail: reason,
        reference: eventId,
      })),
      ...notes.map(({ noteId, createdAt, text, author }) => ({
        at: createdAt,
        kind: 'note' as const,
        outcome: 'done' as const,
        what: 'note',
        detail: text,
        reference: noteId,
        by: author.id,
      })),
      ...acts
        .filter(({ action }) => action !== 'booking.note_added')
        .map(({ at, action, actor, auditId, requestId: callId }) => ({
          at,
          kind: 'audit' as const,
          outcome: 'done' as const,
          what: action,
          reference: auditId,
          callId,
          by: actor.id,
        })),
    ]),
  };
}

function entryOfPayment({ paymentId, status, amount, declineReason, createdAt, purpose }: Payment): TimelineEntry {
  const isBad = status === 'declined';
  return {
    at: createdAt,
    kind: 'payment',
    outcome: isBad ? 'failed' : status === 'captured' || status === 'released' || status === 'voided' ? 'done' : 'open',
    what: `${purpose.kind}.${status}`,
    detail: declineReason,
    amount,
    reference: paymentId,
  };
}

function entryOfLedger({ entryId, at, step, lines }: LedgerEntry): TimelineEntry {
  return { at, kind: 'money', outcome: 'done', what: step, amount: lines[0]?.amount, reference: entryId };
}

/** What its supplier was asked to do, as far as it is stored: the order, its number, and the supplier's request id. */
async function entriesOfItem(
  app: App,
  { organizationId, createdAt }: Booking,
  item: BookingItem,
): Promise<readonly TimelineEntry[]> {
  const call = await findOrderCall(app, { organizationId, supplier: item.supplierId, reference: item.reference });
  if (item.calls === 0 && call === undefined) return [];
  const tries = item.calls > 1 || item.lookUps > 0 ? ` (calls: ${item.calls}, look-ups: ${item.lookUps})` : '';
  return [
    {
      at: item.bookedAt ?? call?.calledAt ?? createdAt,
      kind: 'supplier',
      outcome: item.status === 'failed' ? 'failed' : item.bookedAt === undefined ? 'open' : 'done',
      what: `${item.supplierId}.${item.status}`,
      detail: `${item.failure ?? call?.reason ?? item.tripItem.description}${tries}`,
      amount: item.supplierTotal ?? item.originTotal,
      reference: item.supplierOrderId ?? call?.orderId ?? item.reference,
      requestId: call?.requestId,
    },
  ];
}

function entriesOfChange(change: BookingChange): readonly TimelineEntry[] {
  const { changeId, kind, status, plan, failure, quotedAt, committedAt, endedAt } = change;
  const amount = plan.kind === 'cancellation' ? agreedRefund(plan) : dueOf(plan);
  const quoted: TimelineEntry = {
    at: quotedAt,
    kind: 'change',
    outcome: 'done',
    what: `${kind}.quoted`,
    amount,
    reference: changeId,
  };
  if (committedAt === undefined) return [quoted];
  const committed: TimelineEntry = {
    at: endedAt ?? committedAt,
    kind: 'change',
    outcome: status === 'failed' || status === 'partial' ? 'failed' : isUnderWay(change) ? 'open' : 'done',
    what: `${kind}.${status}`,
    detail: failure,
    amount,
    reference: changeId,
  };
  return [quoted, committed];
}

/** An event as it was sent: its own bytes say when it happened. */
function entryOfEvent(payload: string): TimelineEntry {
  const event: unknown = JSON.parse(payload);
  const { event: type, occurred_at: at, event_id: id } = isObject(event) ? event : {};
  const what = String(type);
  return {
    at: new Date(String(at)),
    kind: 'event',
    outcome: what.endsWith('failed') ? 'failed' : 'done',
    what,
    reference: String(id),
  };
}
