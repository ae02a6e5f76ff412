import { instantOfLocal } from '../../../../travel/dates.ts';
import { toAmount } from '../../decimal-amounts.ts';
import type { DuffelCall } from '../serve.ts';
import type { StoredOrder } from './order-shelf.ts';

const hourMilliseconds = 3_600_000;

type Reader = Pick<DuffelCall, 'state' | 'account'>;

/** An order as it is read now: tickets, payment and what can be done follow the stub's clock. */
export function presentOrder(order: StoredOrder, { state, account }: Reader): object {
  const now = state.clock.now();
  const { currency } = order;
  const { void_window_hours: voidHours } = account.settings;
  const confirmed = order.cancellations.find(({ confirmed_at }) => confirmed_at !== null) ?? null;
  return {
    id: order.id,
    live_mode: account.isLive,
    type: order.type,
    offer_id: order.offer.offer.id,
    created_at: order.createdAt.toISOString(),
    synced_at: now.toISOString(),
    cancelled_at: order.cancelledAt,
    booking_reference: order.bookingReference,
    booking_references: [{ booking_reference: order.bookingReference, carrier: order.owner }],
    owner: order.owner,
    content: 'managed',
    total_amount: toAmount(order.total, currency),
    total_currency: currency,
    base_amount: toAmount(order.base, currency),
    base_currency: currency,
    tax_amount: order.tax === null ? null : toAmount(order.tax, currency),
    tax_currency: order.tax === null ? null : currency,
    conditions: order.conditions,
    payment_status: {
      awaiting_payment: isAwaitingPayment(order, now),
      payment_required_by: order.paymentRequiredBy,
      price_guarantee_expires_at: order.priceGuaranteeExpiresAt,
      paid_at: order.paidAt,
    },
    documents: documentsOf(order, now),
    passengers: order.passengers.map(({ user_id, ...passenger }) => ({
      ...passenger,
      ...(user_id === null ? {} : { user_id }),
    })),
    services: order.services,
    slices: order.slices,
    available_actions: availableActions(order, now),
    airline_initiated_changes: order.airlineChanges,
    changes: order.changes,
    cancellation: confirmed,
    metadata: order.metadata,
    users: order.users,
    void_window_ends_at:
      voidHours === null ? null : new Date(order.createdAt.getTime() + voidHours * hourMilliseconds).toISOString(),
  };
}

/** Whether a held order waits for its payment: false when it is paid, and also when it was due and did not come. */
export function isAwaitingPayment({ type, paidAt, cancelledAt, paymentRequiredBy }: StoredOrder, now: Date): boolean {
  if (type !== 'hold' || paidAt !== null || cancelledAt !== null) return false;
  return paymentRequiredBy === null || Date.parse(paymentRequiredBy) > now.getTime();
}

/** What can be done with an order by API now. */
export function availableActions(order: StoredOrder, now: Date): readonly string[] {
  const { blocked, changes, slices, paidAt } = order;
  const isOver = order.cancelledAt !== null || (paidAt === null && !isAwaitingPayment(order, now));
  if (isOver || hasDeparted(order, now)) return [];
  const canChange = paidAt !== null && changes.length === 0 && slices.some(({ changeable }) => changeable);
  return [...(blocked.cancel ? [] : ['cancel']), ...(canChange && !blocked.change ? ['change'] : []), 'update'];
}

/** Whether the first flight has left. */
function hasDeparted({ slices }: StoredOrder, now: Date): boolean {
  const first = slices[0]?.segments[0];
  return first !== undefined && instantOfLocal(first.departing_at, first.origin.time_zone) <= now;
}

function documentsOf(order: StoredOrder, now: Date): readonly object[] {
  if (order.paidAt === null || order.ticketedFrom > now) return [];
  const tickets = order.passengers.map(({ id }, index) => ({
    type: 'electronic_ticket',
    unique_identifier: `${ticketPrefix(order)}${order.documentNumber + index}`,
    passenger_ids: [id],
  }));
  const vouchers = order.services.map(({ passenger_ids }, index) => ({
    type: 'electronic_miscellaneous_document_associated',
    unique_identifier: `${ticketPrefix(order)}${order.documentNumber + 500 + index}`,
    passenger_ids,
  }));
  return [...tickets, ...vouchers];
}

const ticketPrefix = ({ owner }: StoredOrder): string => (owner.iata_code === 'BA' ? '125' : '999');
