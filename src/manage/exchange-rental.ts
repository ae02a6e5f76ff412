import {
  type ChangeFormView,
  type ExchangeOfferView,
  RENTAL_SORTS,
  type RentalFormView,
  type RentalSort,
} from '../../web/manage/view.ts';
import { viewBookedItem } from '../checkout/view-order.ts';
import { refuse } from '../platform/errors.ts';
import type { PageContext } from '../platform/http/route.ts';
import { quoteCarExchange } from '../servicing/exchanges/commit-car-exchange.ts';
import type { ItemClaim } from '../servicing/find-serviced-item.ts';
import type { BookingChange } from '../servicing/model/change.ts';
import { type PreviewedOffer, previewCarExchange } from '../servicing/exchanges/preview-car-exchange.ts';
import { zeroMoney } from '../travel/money.ts';
import type { RentalItem } from '../trips/model/trip.ts';
import { placesOf } from './answer-page.ts';
import type { GuestSession } from './with-guest-session.ts';

/** More than anybody reads: the cheapest for the traveler. */
const OFFERS_SHOWN_MAX = 30;
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
  { booking, caller }: GuestSession,
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
    .map((offer) => ({ offer, settlement: settlementOf(offer) }))
    .toSorted((a, b) => costOf(a.settlement) - costOf(b.settlement))
    .slice(0, OFFERS_SHOWN_MAX)
    .map(({ offer, settlement }) => ({
      offerId: `${found.exchangeId}${SEPARATOR}${offer.token}`,
      item: viewBookedItem(booking, offer.tripItem, facts),
      ...settlement,
    }));
  return { kind: 'offers', offers: inOrder(offers, sortOf(query)) };
}

/** In which order offers are listed. */
function sortOf(query: PageContext['query']): RentalSort {
  return RENTAL_SORTS.find((sort) => sort === query['sort']) ?? 'price';
}

/** The cheapest offers in the order asked for, those that do not say it last; among equals cheaper ones first. */
function inOrder(offers: readonly ExchangeOfferView[], sort: RentalSort): readonly ExchangeOfferView[] {
  if (sort === 'price') return offers;
  const sizeOf = ({ item }: ExchangeOfferView): number => {
    if (item.kind !== 'car') return -1;
    if (sort === 'seats') return item.seats ?? -1;
    const { bagsLarge, bagsSmall } = item;
    return bagsLarge === undefined && bagsSmall === undefined ? -1 : (bagsLarge ?? 0) + (bagsSmall ?? 0);
  };
  return offers.toSorted((a, b) => sizeOf(b) - sizeOf(a));
}

/** What an exchange costs the traveler; less than nothing where it brings money back. All in the booking's currency. */
function costOf({ due, refund }: Pick<ExchangeOfferView, 'due' | 'refund'>): number {
  return due.value - refund.value;
}

/** The chosen one, asked for once more and quoted. */
export async function quoteRental(
  { app, form, request }: PageContext,
  { caller }: GuestSession,
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

function settlementOf({ delta, price }: PreviewedOffer) {
  const none = zeroMoney(price.currency);
  switch (delta.direction) {
    case 'even':
      return { due: none, refund: none };
    case 'add_collect':
      return { due: delta.amount, refund: none };
    case 'refund':
      return { due: none, refund: delta.amount };
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
