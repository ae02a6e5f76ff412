import type { BookingItem } from '../bookings/model/booking.ts';
import { viewBookedItem } from '../checkout/view-order.ts';
import { Refusal, refuse } from '../platform/errors.ts';
import type { PageContext } from '../platform/http/route.ts';
import type { ItemClaim } from '../servicing/find-serviced-item.ts';
import type { BookingChange } from '../servicing/model/change.ts';
import type { ChangeFormView } from '../../web/manage/view.ts';
import { placesOf } from './answer-page.ts';
import { findFlights, quoteFlight, viewFlightForm } from './exchange-flight.ts';
import { findRentals, quoteRental, viewRentalForm } from './exchange-rental.ts';
import { formTokenOf } from './guest-session.ts';
import type { GuestContext } from './with-guest-session.ts';

/** The item a guest wants to have exchanged. */
export interface ExchangedItem {
  readonly item: BookingItem;
  readonly claim: ItemClaim;
}

/** The form, and what its supplier answers where it was sent. What is wrong with days and times is said on it. */
export async function showChangeForm(
  context: PageContext,
  guest: GuestContext,
  exchanged: ExchangedItem,
): Promise<ChangeFormView> {
  const { app, query } = context;
  const { tripItem, itemId } = exchanged.item;
  const facts = { places: placesOf(context), now: guest.caller.now };
  const { form, find } = await kindOf(context, guest, exchanged);
  const retained = new URLSearchParams(Object.entries(query).filter(([name]) => name !== 'locale'));
  const blank: ChangeFormView = {
    kind: 'change',
    itemId,
    item: viewBookedItem(guest.booking, tripItem, facts),
    form,
    isInvalid: false,
    found: undefined,
    csrf: formTokenOf(app, guest.session),
    carriedQuery: retained.toString(),
  };
  if (query['search'] === undefined) return blank;
  try {
    return { ...blank, found: await find() };
  } catch (error) {
    if (error instanceof Refusal && error.condition === 'body_invalid') return { ...blank, isInvalid: true };
    throw error;
  }
}

interface ExchangeKind {
  readonly form: ChangeFormView['form'];
  readonly find: () => Promise<ChangeFormView['found']>;
}

/** A stay is cancelled and booked anew: there is no such page of it. */
async function kindOf(
  context: PageContext,
  guest: GuestContext,
  { item, claim }: ExchangedItem,
): Promise<ExchangeKind> {
  const { tripItem } = item;
  switch (tripItem.kind) {
    case 'flight':
      return {
        form: await viewFlightForm(context, guest, tripItem),
        find: () => findFlights(context, guest, { tripItem, claim }),
      };
    case 'car':
      return { form: viewRentalForm(context, tripItem), find: () => findRentals(context, guest, { tripItem, claim }) };
    case 'hotel':
      throw refuse('booking_not_found');
    default:
      return tripItem satisfies never;
  }
}

/** The offer a guest has chosen, quoted for ten minutes. */
export async function chooseOffer(
  context: PageContext,
  guest: GuestContext,
  { item, claim }: ExchangedItem,
): Promise<BookingChange> {
  switch (item.kind) {
    case 'flight':
      return quoteFlight(context, guest, claim);
    case 'car':
      return quoteRental(context, guest, claim);
    case 'hotel':
      throw refuse('booking_not_found');
    default:
      return item.kind satisfies never;
  }
}
