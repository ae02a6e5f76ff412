import type { CaseView } from '../../web/decisions/view.ts';
import { itemOf } from '../bookings/fulfil/book-item.ts';
import { getBooking } from '../bookings/guests/look-up-booking.ts';
import { asPaid } from '../bookings/model/paid-of.ts';
import { viewCredits } from '../checkout/view-credits.ts';
import type { App, Caller } from '../context.ts';
import { isDeclinable } from '../servicing/engine/decide-change.ts';
import { decidableMaxOf, refundMaxOf } from '../servicing/model/decided-plan.ts';
import {
  agreedRefund,
  type BookingChange,
  isDecidable,
  isUndecided,
  publicReference,
} from '../servicing/model/change.ts';
import { listWaitingForPeople } from '../servicing/read-changes.ts';

/** More than anybody sees to in a day. */
const CASES_MAX = 100;

/** The changes of an organization that wait for people, oldest first, with what is needed to decide them. */
export async function viewCases(app: App, { organizationId }: Caller): Promise<readonly CaseView[]> {
  const changes = await listWaitingForPeople(app, organizationId, CASES_MAX);
  return Promise.all(changes.map((change) => viewCase(app, change)));
}

async function viewCase(app: App, change: BookingChange): Promise<CaseView> {
  const { organizationId, bookingRef, plan, failure, committedAt, quotedAt } = change;
  const booking = await getBooking(app, { organizationId }, bookingRef);
  const item = itemOf(booking, change);
  const [lead] = booking.travelers;
  const isCancellation = plan.kind === 'cancellation';
  return {
    changeId: change.changeId,
    reference: publicReference(change),
    bookingRef,
    traveler: lead ? `${lead.firstName} ${lead.lastName}` : '',
    contact: booking.contact,
    product: item.tripItem.description,
    supplier: item.supplierId,
    orderId: item.supplierOrderId,
    confirmationNumber: item.confirmationNumber,
    since: committedAt ?? quotedAt,
    waitsFor: waitsForOf(change),
    why: failure ?? (isCancellation ? plan.manualReason : undefined),
    paid: isCancellation ? plan.totalPaid : item.total,
    canDecline: isCancellation && isDeclinable(plan),
    refundMax: isCancellation ? decidableMaxOf(plan, asPaid(booking, item)) : refundMaxOf(asPaid(booking, item)),
    agreed: isUndecided(plan) ? undefined : agreedRefund(plan),
    credits: viewCredits(booking, isCancellation ? (plan.credits ?? []) : []),
  };
}

function waitsForOf(change: BookingChange): CaseView['waitsFor'] {
  if (isDecidable(change)) return change.status === 'deciding' ? 'decision' : 'charge';
  return change.status === 'partial' ? 'money' : 'supplier';
}
