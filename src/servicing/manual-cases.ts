import { itemOf } from '../bookings/fulfil/book-item.ts';
import { getBooking } from '../bookings/guests/look-up-booking.ts';
import type { Booking } from '../bookings/model/booking.ts';
import { asPaid } from '../bookings/model/paid-of.ts';
import type { App, Caller } from '../context.ts';
import type { Money } from '../travel/money.ts';
import { isDeclinable } from './engine/decide-change.ts';
import { agreedRefund, type BookingChange, isDecidable, isUndecided, publicReference } from './model/change.ts';
import { decidableMaxOf, refundMaxOf } from './model/decided-plan.ts';
import { listWaitingForPeople } from './read-changes.ts';

/** More than anybody sees to in a day. */
const CASES_MAX = 100;

/** A change of a booking that waits for people, with what is needed to decide it. */
export interface ManualCase {
  readonly changeId: string;
  /** As the traveler sees it. */
  readonly reference: string;
  readonly kind: BookingChange['kind'];
  readonly bookingRef: string;
  readonly itemId: string;
  /** The lead traveler. */
  readonly traveler: string;
  readonly contact: { readonly email: string; readonly phone: string };
  readonly product: string;
  readonly supplier: string;
  readonly orderId: string | undefined;
  readonly confirmationNumber: string | undefined;
  readonly since: Date;
  /**
   * `decision`: people here decide; `charge`: they decide what comes back of what is cancelled and was charged for;
   * `money`: people here move it; `supplier`: people at the supplier decide.
   */
  readonly waitsFor: 'decision' | 'charge' | 'money' | 'supplier';
  readonly why: string | undefined;
  /** False of what is cancelled already. */
  readonly canDecline: boolean;
  readonly paid: Money;
  /** The most that can be given back. */
  readonly refundMax: Money;
  /** What was agreed to be given back; undefined where that is to be decided. */
  readonly agreed: Money | undefined;
}

/** A case with what it was read from. */
export interface ReadCase {
  readonly manual: ManualCase;
  readonly change: BookingChange;
  readonly booking: Booking;
}

/** The changes of the caller's organization that wait for people, oldest first. */
export async function listManualCases(app: App, { organizationId }: Caller): Promise<readonly ReadCase[]> {
  const changes = await listWaitingForPeople(app, organizationId, CASES_MAX);
  return await Promise.all(changes.map((change) => readCase(app, change)));
}

async function readCase(app: App, change: BookingChange): Promise<ReadCase> {
  const { organizationId, bookingRef, plan, failure, committedAt, quotedAt } = change;
  const booking = await getBooking(app, { organizationId }, bookingRef);
  const item = itemOf(booking, change);
  const [lead] = booking.travelers;
  const isCancellation = plan.kind === 'cancellation';
  const manual: ManualCase = {
    changeId: change.changeId,
    reference: publicReference(change),
    kind: change.kind,
    bookingRef,
    itemId: change.itemId,
    traveler: lead ? `${lead.firstName} ${lead.lastName}` : '',
    contact: booking.contact,
    product: item.tripItem.description,
    supplier: item.supplierId,
    orderId: item.supplierOrderId,
    confirmationNumber: item.confirmationNumber,
    since: committedAt ?? quotedAt,
    waitsFor: waitsForOf(change),
    why: failure ?? (isCancellation ? plan.manualReason : undefined),
    canDecline: isDecidable(change) && isCancellation && isDeclinable(plan),
    paid: isCancellation ? plan.totalPaid : item.total,
    refundMax: isCancellation ? decidableMaxOf(plan, asPaid(booking, item)) : refundMaxOf(asPaid(booking, item)),
    agreed: isUndecided(plan) ? undefined : agreedRefund(plan),
  };
  return { manual, change, booking };
}

function waitsForOf(change: BookingChange): ManualCase['waitsFor'] {
  if (isDecidable(change)) return change.status === 'deciding' ? 'decision' : 'charge';
  return change.status === 'partial' ? 'money' : 'supplier';
}
