import { describeDueLater } from './model/due-later.ts';
import { presentConfirmation } from './model/confirmation.ts';
import { type Message, warningOf } from './model/messages.ts';
import { ORDER, type OwnNames, PAYMENT_TERMS, UCP_VERSION } from './model/names.ts';
import { type Capability, knows, presentCapabilities } from './model/negotiate.ts';
import { adjustmentsOf, fulfillmentEventsOf, isStanding, lineStatusOf } from './model/order-history.ts';
import { costOf } from './model/payment-terms.ts';
import { presentTotals } from './model/totals.ts';
import type { OrderEvent } from './order-store.ts';
import type { PresentedBooking } from './presented-api.ts';
import type { StoredCheckout } from './model/stored-checkout.ts';

/** All that an order says. */
export interface ShownOrder {
  readonly booking: PresentedBooking;
  readonly stored: StoredCheckout;
  readonly events: readonly OrderEvent[];
  readonly shared: readonly Capability[];
  readonly names: OwnNames;
  readonly publicUrl: string;
}

/** A booking as an order: the whole of it, as it stands now. */
export function presentOrder(shown: ShownOrder): Readonly<Record<string, unknown>> {
  const { booking, stored, events, shared, names, publicUrl } = shown;
  const { amount, currency } = booking.total_paid;
  const charged = { amount, fee: booking.service_fee?.amount ?? 0, currency };
  const cost = costOf(charged, booking.due_later, knows(shared, PAYMENT_TERMS));
  const standing = booking.items.filter(isStanding).map(({ item_id: id }) => ({ id, quantity: 1 }));
  const messages = dueMessages(booking);
  return {
    ucp: { version: UCP_VERSION, status: 'success', capabilities: presentCapabilities(shared, ORDER) },
    ...presentConfirmation(publicUrl, booking.booking_ref),
    checkout_id: booking.trip_id,
    line_items: booking.items.map((item) => presentLine(item, stored)),
    fulfillment: {
      expectations:
        standing.length === 0
          ? []
          : [
              {
                id: 'documents',
                line_items: standing,
                method_type: 'digital',
                destination: {},
                description: 'Confirmation and documents are sent by e-mail.',
              },
            ],
      events: fulfillmentEventsOf(events, booking.items, Object.keys(stored.lines)),
    },
    adjustments: adjustmentsOf(events, booking.items),
    currency,
    totals: cost.totals,
    ...(cost.term ? { payment: { accepted_term: cost.term } } : {}),
    ...(messages.length === 0 ? {} : { messages }),
    ...(stored.attribution ? { attribution: stored.attribution } : {}),
    ...(knows(shared, names.travel) ? presentTravel(booking) : {}),
  };
}

type Item = PresentedBooking['items'][number];

function presentLine(item: Item, { lines }: StoredCheckout) {
  const { item_id: id, confirmation } = item;
  const { product_summary: title, total_paid: price, service_fee: fee } = confirmation;
  const status = lineStatusOf(item);
  return {
    id,
    item: { id: Object.hasOwn(lines, id) ? lines[id] : id, title, price: price.amount },
    quantity: { original: 1, total: status === 'removed' ? 0 : 1, fulfilled: status === 'fulfilled' ? 1 : 0 },
    totals: presentTotals(price.amount, fee?.amount ?? 0),
    status,
  };
}

function presentTravel({ travelers, items }: PresentedBooking) {
  return {
    travelers: travelers.map(({ pax_ref_id: id, ...traveler }) => ({ id, ...traveler })),
    itinerary: items.map(({ item_id, kind, status, details, ticket_numbers, confirmation }) => ({
      line_item_id: item_id,
      type: kind,
      status,
      confirmation_number: confirmation.confirmation_number,
      ticket_numbers,
      details,
    })),
  };
}

function dueMessages({ due_later: dues, items, failure }: PresentedBooking): readonly Message[] {
  const due = dues.map((later) => {
    const at = items.findIndex(({ item_id: id }) => id === later.item_id);
    return warningOf({ ...describeDueLater(later), presentation: 'disclosure', path: `$.line_items[${at}]` });
  });
  if (failure === undefined) return due;
  const content = `Not everything was booked. ${failure.message}`;
  return [...due, warningOf({ code: 'partially_booked', content, presentation: 'disclosure', path: '$.line_items' })];
}
