import type { App } from '../../context.ts';
import type { LookUpOutcome } from '../../suppliers/ports/booking.ts';
import type { Booking, BookingItem } from '../model/booking.ts';
import { bookingItemLifecycle } from '../model/booking-item-states.ts';
import { callLookUp } from '../fulfil/supplier-calls.ts';

/** How many suppliers' answers are waited for at once. */
const LOOK_UPS_AT_ONCE = 8;
/** A supplier that leaves so many questions unanswered in a row is asked no more: each may take ten seconds. */
const UNANSWERED_MAX = 24;

/** What became of one item that we do not sell, by its supplier's own word. */
export interface SupplierFinding {
  readonly booking: Booking;
  readonly problem: string;
  /** False: the supplier did not answer, or was not asked any more, and nothing is known. */
  readonly isChecked: boolean;
}

/** What one reading of reconcile may still ask. */
export interface LookUpBudget {
  left: number;
  /** Real time after which nothing more is asked. */
  readonly until: Date;
  /** Questions left unanswered since the last answer, by supplier. */
  readonly unanswered: Map<string, number>;
}

/**
 * Asks suppliers about every item that ended failed or cancelled after a booking call, was given up, or was exchanged:
 * a booking they still hold is one that nobody pays for. Answers only what is amiss or unknown.
 */
export async function checkSuppliers(
  app: App,
  bookings: readonly Booking[],
  now: Date,
  budget: LookUpBudget,
): Promise<readonly SupplierFinding[]> {
  const unsold = bookings.flatMap((booking) => booking.items.filter(isUnsold).map((item) => ({ booking, item })));
  const findings: SupplierFinding[] = [];
  const queue = unsold.values();
  const work = async (): Promise<void> => {
    for (const { booking, item } of queue) {
      const answer = await lookUpWithin(app, { booking, item }, now, budget);
      const finding = judge(item, answer);
      if (finding !== undefined) findings.push({ booking, ...finding });
    }
  };
  await Promise.all(Array.from({ length: LOOK_UPS_AT_ONCE }, work));
  return findings;
}

async function lookUpWithin(
  app: App,
  { booking, item }: { readonly booking: Booking; readonly item: BookingItem },
  now: Date,
  budget: LookUpBudget,
): Promise<LookUpOutcome> {
  const unanswered = budget.unanswered.get(item.supplierId) ?? 0;
  if (unanswered >= UNANSWERED_MAX) return { kind: 'unknown', detail: 'It has stopped answering.' };
  if (budget.left <= 0 || app.clock.now() >= budget.until)
    return { kind: 'unknown', detail: 'Too many to ask about in one run.' };
  budget.left -= 1;
  const answer = await callLookUp(app, booking, item, now);
  budget.unanswered.set(item.supplierId, answer.kind === 'unknown' ? unanswered + 1 : 0);
  return answer;
}

function isUnsold(item: BookingItem): boolean {
  // An airline that has cancelled a flight may hold the order for ever, and give it back another way.
  const { scheduleChange } = item;
  if (scheduleChange?.severity === 'cancelled' && scheduleChange.status === 'refunded') return false;
  // What came out of an exchange was never booked by a call of its own.
  return !bookingItemLifecycle.open.includes(item.status) && (item.calls > 0 || item.bookedAt !== undefined);
}

function judge(item: BookingItem, answer: LookUpOutcome): Omit<SupplierFinding, 'booking'> | undefined {
  switch (answer.kind) {
    case 'confirmed':
      return {
        isChecked: true,
        problem: `${item.itemId} is ${item.status} and ${item.supplierId} still holds it as ${answer.order.confirmationNumber}`,
      };
    case 'pending':
      return {
        isChecked: true,
        problem: `${item.itemId} is ${item.status} and ${item.supplierId} is still to confirm it`,
      };
    case 'unknown':
      return unchecked(item, answer.detail);
    case 'none':
    case 'cancelled':
    case 'refused':
      return undefined;
    default:
      return answer satisfies never;
  }
}

function unchecked(item: BookingItem, why: string): Omit<SupplierFinding, 'booking'> {
  return { isChecked: false, problem: `${item.itemId} is ${item.status}, ${item.supplierId} was not heard. ${why}` };
}
