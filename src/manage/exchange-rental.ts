import { type ChangeFormView, RENTAL_SORTS, type RentalFormView, type RentalSort } from '../../web/manage/view.ts';
import { viewBookedItem } from '../checkout/view-order.ts';
import { refuse } from '../platform/errors.ts';
import type { PageContext } from '../platform/http/route.ts';
import { quoteCarExchange } from '../servicing/exchanges/commit-car-exchange.ts';
import type { ItemClaim } from '../servicing/find-serviced-item.ts';
import type { BookingChange } from '../servicing/model/change.ts';
import { type PreviewedOffer, previewCarExchange } from '../servicing/exchanges/preview-car-exchange.ts';
import { addMoney, convertMoney, type Money, subtractMoney, zeroMoney } from '../travel/money.ts';
import { counterChangeOf } from '../servicing/model/car-exchange.ts';
import { dueLaterAmount } from '../trips/model/items/product.ts';
import type { RentalItem } from '../trips/model/trip.ts';
import { placesOf } from './answer-page.ts';
import { listRentals } from './list-rentals.ts';
import type { GuestContext } from './with-guest-session.ts';

/** Neither of the two ids of a choice contains it. */
const SEPARATOR = ' ';

/** Times and extras as they are, or as the form was sent. */
export function viewRentalForm({ query }: PageContext, item: RentalItem): RentalFormView {
  const { rental } = item;
  return {
    kind: 'car',
    pickUpLocal: query['pick_up'] ?? rental.pickUp.at,
    dropOffLocal: query['drop_off'] ?? rental.dropOff.at,
    extras: rental.extras.map(({ ancillaryKey, type, quantityMax }) => ({
      name: nameOf(ancillaryKey),
      type,
      quantityMax,
      quantity: wishedQuantity(query, item, ancillaryKey),
    })),
    sort: sortOf(query),
  };
}

/** What the car may be exchanged for. What is left as it is stays. */
export async function findRentals(
  context: PageContext,
  { booking, caller }: GuestContext,
  { tripItem, claim }: { readonly tripItem: RentalItem; readonly claim: ItemClaim },
): Promise<ChangeFormView['found']> {
  const { app, query, request } = context;
  const { rental } = tripItem;
  const wished = rental.extras.map(({ ancillaryKey }) => ({
    offerId: ancillaryKey,
    quantity: wishedQuantity(query, tripItem, ancillaryKey),
  }));
  const areExtrasSame = wished.every(({ offerId, quantity }) => quantity === quantityOf(tripItem, offerId));
  const preference = {
    pickUpAt: movedTime(query['pick_up'], rental.pickUp.at),
    dropOffAt: movedTime(query['drop_off'], rental.dropOff.at),
    extras: areExtrasSame ? undefined : wished.filter(({ quantity }) => quantity > 0),
  };
  const found = await previewCarExchange(app, caller, { claim, changes: preference }, request.signal);
  if (found.kind === 'not_exchangeable') return { kind: 'never', reason: found.reason };
  const facts = { places: placesOf(context), now: caller.now };
  const offers = found.offers
    .map((offer) => ({ offer, vehicle: offer.tripItem.rental.vehicle, settlement: settlementOf(offer, tripItem) }))
    .toSorted((a, b) => costOf(a) - costOf(b));
  return {
    kind: 'offers',
    offers: listRentals(offers, sortOf(query)).map(({ offer, settlement }) => ({
      offerId: `${found.exchangeId}${SEPARATOR}${offer.token}`,
      item: viewBookedItem(booking, offer.tripItem, facts),
      isOnRequest: offer.isOnRequest,
      ...settlement,
    })),
    hasOthersWithoutExtras: found.offers.length === 0 && found.lackingExtras > 0,
    // The form asks which extras the new car is to have.
    lostExtras: 'none',
  };
}

/** In which order offers are listed. */
function sortOf(query: PageContext['query']): RentalSort {
  return RENTAL_SORTS.find((sort) => sort === query['sort']) ?? 'price';
}

/**
 * What an exchange costs the traveler, the counter's part included, in the booking's currency: it compares offers, some
 * of which are paid now and some at the counter.
 */
function costOf({ offer: { tripItem }, settlement: { due, refund } }: PricedRental): number {
  const later = convertMoney(dueLaterAmount(tripItem), due.currency, tripItem.rate);
  return addMoney(subtractMoney(due, refund), later).value;
}
interface PricedRental {
  readonly offer: PreviewedOffer;
  readonly settlement: { readonly due: Money; readonly refund: Money };
}

/** The chosen one, asked for once more and quoted. */
export async function quoteRental(
  { app, form, request }: PageContext,
  { caller }: GuestContext,
  claim: ItemClaim,
): Promise<BookingChange> {
  const [exchangeId, offerToken] = (form['offer_id'] ?? '').split(SEPARATOR);
  if (exchangeId === undefined || offerToken === undefined) throw refuse('booking_not_found');
  return (
    await quoteCarExchange(
      app,
      caller,
      { claim, exchangeId, offerToken, sharedPaymentToken: undefined },
      request.signal,
    )
  ).change;
}

function settlementOf({ delta, price, tripItem }: PreviewedOffer, booked: RentalItem) {
  const none = zeroMoney(price.currency);
  const atCounter = counterChangeOf(booked, tripItem);
  switch (delta.direction) {
    case 'even':
      return { due: none, refund: none, atCounter };
    case 'add_collect':
      return { due: delta.amount, refund: none, atCounter };
    case 'refund':
      return { due: none, refund: delta.amount, atCounter };
    default:
      return delta satisfies never;
  }
}

/** `datetime-local` leaves the seconds out. */
function movedTime(typed: string | undefined, now: string): string | undefined {
  return typed === undefined || typed.slice(0, 16) === now.slice(0, 16) ? undefined : `${typed.slice(0, 16)}:00`;
}

function nameOf(ancillaryKey: string): string {
  return `extra_${ancillaryKey}`;
}

function wishedQuantity(query: PageContext['query'], item: RentalItem, ancillaryKey: string): number {
  const typed = query[nameOf(ancillaryKey)];
  return typed !== undefined && /^\d{1,2}$/.test(typed) ? Number(typed) : quantityOf(item, ancillaryKey);
}

function quantityOf({ ancillaries }: RentalItem, ancillaryKey: string): number {
  return ancillaries
    .filter((chosen) => chosen.ancillaryKey === ancillaryKey)
    .reduce((sum, { quantity }) => sum + quantity, 0);
}
