/** An item of a booking, as far as its order's history needs it. */
interface OrderItem {
  readonly item_id: string;
  readonly status: 'pending' | 'confirmed' | 'completed' | 'cancelled' | 'failed' | 'refunded' | 'exchanged';
  readonly refund?:
    | {
        readonly refund_status: 'refunded' | 'pending' | 'manual' | 'failed';
        readonly refunded: { readonly amount: number };
        readonly pending: { readonly amount: number } | null;
      }
    | undefined;
}
interface HistoryEvent {
  readonly eventId: string;
  readonly type: string;
  readonly itemIds: readonly string[];
  readonly occurredAt: Date;
}

/** How a line of an order stands. */
export function lineStatusOf({ status }: OrderItem): 'processing' | 'fulfilled' | 'removed' {
  switch (status) {
    case 'pending':
      return 'processing';
    case 'confirmed':
    case 'completed':
      return 'fulfilled';
    case 'cancelled':
    case 'failed':
    case 'refunded':
    case 'exchanged':
      return 'removed';
    default:
      return status satisfies never;
  }
}

/** Whether the traveler has it, or is going to. */
export const isStanding = (item: OrderItem): boolean => lineStatusOf(item) !== 'removed';

const EVENT_NAMES: Readonly<Record<string, string>> = {
  'booking.completed': 'confirmed',
  'booking.item_cancelled': 'canceled',
  'booking.cancelled': 'canceled',
  'booking.exchanged': 'exchanged',
  'booking.schedule_changed': 'schedule_changed',
  'booking.updated': 'updated',
};

/**
 * What happened to the order, oldest first. `sold`: the items it was made with; of these the first event concerns all
 * that were booked. An event without items of its own concerns no line in particular.
 */
export function fulfillmentEventsOf(
  events: readonly HistoryEvent[],
  items: readonly OrderItem[],
  sold: readonly string[],
) {
  const booked = items.filter(({ item_id: id, status }) => status !== 'failed' && sold.includes(id));
  return events.flatMap((event) => {
    const { eventId, type, itemIds, occurredAt } = event;
    const name = EVENT_NAMES[type];
    if (name === undefined || isSaidByItems(events, event)) return [];
    const named = type === 'booking.completed' ? booked.map(({ item_id: id }) => id) : itemIds;
    return [
      {
        id: eventId,
        occurred_at: occurredAt.toISOString(),
        type: name,
        line_items: named.map((id) => ({ id, quantity: 1 })),
      },
    ];
  });
}

/** The end of a booking whose last items were cancelled in the same moment is no other event than theirs. */
function isSaidByItems(events: readonly HistoryEvent[], { type, itemIds, occurredAt }: HistoryEvent): boolean {
  if (type !== 'booking.cancelled') return false;
  const ofItems = events.filter(
    (other) => other.type === 'booking.item_cancelled' && other.occurredAt.getTime() === occurredAt.getTime(),
  );
  return ofItems.length > 0 && itemIds.every((id) => ofItems.some((other) => other.itemIds.includes(id)));
}

const REFUND_STATES = { refunded: 'completed', pending: 'pending', manual: 'pending', failed: 'failed' } as const;

/**
 * What is given back of each item: what went back for certain, or what is going to where that is known. It stands at
 * the newest event of its item; a refund of which no event says anything has no time, and is left out.
 */
export function adjustmentsOf(events: readonly HistoryEvent[], items: readonly OrderItem[]) {
  return items.flatMap(({ item_id: id, refund }) => {
    const event = events.findLast(({ itemIds }) => itemIds.includes(id));
    if (refund === undefined || event === undefined) return [];
    const status = REFUND_STATES[refund.refund_status];
    const amount = status === 'completed' ? refund.refunded.amount : refund.pending?.amount;
    return [
      {
        id: `refund-${id}`,
        type: 'refund',
        occurred_at: event.occurredAt.toISOString(),
        status,
        line_items: [{ id, quantity: -1 }],
        ...(amount === undefined ? {} : { totals: [{ type: 'total', display_text: 'Refund', amount: 0 - amount }] }),
      },
    ];
  });
}
