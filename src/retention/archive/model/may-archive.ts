import { OPEN_ITEM_STATUSES, type BookingItemStatus } from '../../../bookings/model/booking-item-states.ts';
import type { FulfilmentPhase } from '../../../bookings/model/fulfilment-states.ts';
import type { ScheduleStatus } from '../../../bookings/model/schedule-states.ts';
import { MONEY_MOVING, type PaymentStatus, type RefundStatus } from '../../../payments/model/payment-states.ts';
import { type ChangeStatus, WAITING } from '../../../servicing/model/change-states.ts';
import type { IsoDate } from '../../../travel/dates.ts';

/** What decides whether the items of a booking may lie in the archive. */
export interface BookingFacts {
  readonly createdAt: Date;
  readonly lastArrivalAt: Date;
  readonly phase: FulfilmentPhase;
  readonly isArchived: boolean;
  /** Of all its items, changes, payments, refunds and changes of the airline: which statuses there are. */
  readonly items: readonly BookingItemStatus[];
  readonly changes: readonly ChangeStatus[];
  readonly payments: readonly PaymentStatus[];
  readonly refunds: readonly RefundStatus[];
  readonly scheduleChanges: readonly ScheduleStatus[];
}

/** Why a booking stays where it is: it is there already, it is not long over, or somebody is not done with it. */
export const STAYS_FOR = ['archived', 'young', 'fulfilment', 'change', 'money'] as const;
export type StaysFor = (typeof STAYS_FOR)[number];

/**
 * Why a booking stays where it is; undefined where its items may go to the archive: it was over `before`, and neither a
 * supplier, a processor nor a person has anything left to do for it. What may come after that, late as it is, brings
 * the items back first; what has been promised by now must not have to.
 */
export function staysFor(facts: BookingFacts, before: Date): StaysFor | undefined {
  if (facts.isArchived) return 'archived';
  if (closedAt(facts) >= before) return 'young';
  if (facts.phase !== 'done' || facts.items.some((status) => OPEN_ITEM_STATUSES.includes(status))) return 'fulfilment';
  if (facts.changes.some((status) => WAITING.includes(status)) || facts.scheduleChanges.includes('accepting'))
    return 'change';
  if (facts.payments.some((status) => MONEY_MOVING.includes(status)) || facts.refunds.includes('intended'))
    return 'money';
  return undefined;
}

/** The first day of the month (UTC) in which a booking was over: its last arrival, or its sale where that is later. */
export function closedMonth(facts: Pick<BookingFacts, 'createdAt' | 'lastArrivalAt'>): IsoDate {
  return `${closedAt(facts).toISOString().slice(0, 7)}-01`;
}

function closedAt({ createdAt, lastArrivalAt }: Pick<BookingFacts, 'createdAt' | 'lastArrivalAt'>): Date {
  return createdAt > lastArrivalAt ? createdAt : lastArrivalAt;
}
