import { getBooking, lookUpBooking } from '../bookings/guests/look-up-booking.ts';
import type { Booking, BookingItem } from '../bookings/model/booking.ts';
import type { App, Caller } from '../context.ts';
import { type Refusal, refuse } from '../platform/errors.ts';
import { foldReference } from '../platform/ids.ts';
import type { ItemKind } from '../trips/model/trip.ts';
import type { BookingChange } from './model/change.ts';

/** How a caller names what is to be changed: the guest's pair, and whatever else is known of the item. */
export interface ItemClaim {
  readonly bookingRef: string;
  readonly lastName: string;
  readonly itemId?: string | undefined;
  readonly orderId?: string | undefined;
  readonly provider?: string | undefined;
  readonly ticketNumbers?: readonly string[] | undefined;
}
/** An item of a booking, both as they stand. */
export interface ServicedItem {
  readonly booking: Booking;
  readonly item: BookingItem;
}

/**
 * The one item of a kind that a claim means. Values that do not belong to the booking are the same 404 as a wrong pair;
 * an item of the booking that is of another kind is a 404 that says so; several items that could be meant are 409 with
 * `items`. An item that was given up is found as well: what can still be done with it is for the operation to say. What
 * was exchanged is found only by its own id: another item stands in its place.
 */
export async function findServicedItem(
  app: App,
  caller: Caller,
  claim: ItemClaim,
  kind: ItemKind,
): Promise<ServicedItem> {
  const booking = await lookUpBooking(app, caller, claim);
  const ofKind = booking.items.filter((item) => item.kind === kind && matches(item, claim));
  const meant = claim.itemId === undefined ? ofKind.filter((item) => item.status !== 'exchanged') : ofKind;
  const standing = meant.filter((item) => item.status === 'confirmed');
  const [item, ...others] = standing.length > 0 ? standing : meant;
  if (item === undefined) throw refuseItem(booking, claim, kind);
  if (others.length > 0) {
    const items = [item, ...others].map((one) => ({
      item_id: one.itemId,
      kind: one.kind,
      description: one.tripItem.description,
    }));
    throw refuse('state_conflict', {
      message: `The booking has several items of kind ${kind}. Say which with item_id.`,
      keys: { items },
    });
  }
  return { booking, item };
}

/**
 * An item of this very booking is no secret to who knows the pair, so a wrong kind is named. Everything that the
 * booking does not have stays the same 404.
 */
function refuseItem({ items }: Booking, { itemId }: ItemClaim, kind: ItemKind): Refusal {
  const named = items.find((item) => item.itemId === itemId);
  if (named !== undefined && named.kind !== kind)
    return refuse('booking_not_found', {
      message: `This is a ${named.kind} of the booking, not a ${kind}. Send an item_id of kind ${kind}, as get_booking lists them.`,
    });
  if (itemId === undefined && items.every((item) => item.kind !== kind))
    return refuse('booking_not_found', { message: `The booking has no item of kind ${kind}.` });
  return refuse('booking_not_found');
}

/** A quote of this booking for another item or operation is named; any other is the same 404 as a wrong pair. */
export function refuseQuote({ bookingRef }: Booking, change: BookingChange | undefined): Refusal {
  if (change?.bookingRef !== bookingRef) return refuse('booking_not_found');
  return refuse('booking_not_found', {
    message: 'quote_id names a quote of this booking, but of another item or operation. Ask for a quote of this one.',
  });
}

/**
 * A claim with the item that a quote or an offer of the same booking is for, where the claim names none. References are
 * compared as they are looked up: in any case, with or without BLY-.
 */
export function claimQuoted(
  claim: ItemClaim,
  quoted: { readonly bookingRef: string; readonly itemId: string } | undefined,
): ItemClaim {
  const isOfBooking = quoted?.bookingRef === foldReference(claim.bookingRef);
  return isOfBooking && claim.itemId === undefined ? { ...claim, itemId: quoted?.itemId } : claim;
}

/** Reads a serviced item again, as it stands now. */
export async function reloadItem(app: App, { booking, item }: ServicedItem): Promise<ServicedItem> {
  const fresh = await getBooking(app, booking, booking.bookingRef);
  return { booking: fresh, item: fresh.items.find((candidate) => candidate.itemId === item.itemId) ?? item };
}

function matches(item: BookingItem, { itemId, orderId, provider, ticketNumbers }: ItemClaim): boolean {
  const tickets = new Set(item.tickets.map((ticket) => ticket.number));
  return (
    (itemId === undefined || item.itemId === itemId) &&
    (orderId === undefined || item.supplierOrderId === orderId) &&
    (provider === undefined || item.supplierId === provider) &&
    (ticketNumbers ?? []).every((number) => tickets.has(number))
  );
}

/** The booking that a change is of. */
export function findBookingOf(
  app: App,
  change: Pick<BookingChange, 'organizationId' | 'bookingRef'>,
): Promise<Booking> {
  return getBooking(app, change, change.bookingRef);
}
