import type { ItemView } from '../../../web/checkout/view-item.ts';
import { withItem } from '../../bookings/fulfil/book-item.ts';
import type { Booking, BookingItem } from '../../bookings/model/booking.ts';
import { type OrderFacts, viewBookedItem } from '../../checkout/view-order.ts';
import { addMoney } from '../../travel/money.ts';
import { flightOf } from '../exchanges/flight-exchange-plan.ts';
import type { BookingChange, ServicesPlan } from '../model/change.ts';
import { withServices } from '../model/planned-service.ts';

/** The flight as it is once the services of a change are added: as it stands where they are, else as it will be. */
export function viewWithServices(
  booking: Booking,
  item: BookingItem,
  { change, plan }: { readonly change: Pick<BookingChange, 'status'>; readonly plan: ServicesPlan },
  facts: Omit<OrderFacts, 'booking'>,
): ItemView {
  if (isAdded(change)) return viewBookedItem(booking, item.tripItem, facts);
  const tripItem = withServices(flightOf(item), plan.services);
  const after = withItem(booking, { ...item, tripItem, total: addMoney(item.total, plan.due) });
  return viewBookedItem(after, tripItem, facts);
}

/** Whether the supplier's yes is entered in the booking. */
function isAdded({ status }: Pick<BookingChange, 'status'>): boolean {
  return status === 'settling' || status === 'done' || status === 'partial';
}
