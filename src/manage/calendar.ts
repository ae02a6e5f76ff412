import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { titleOf } from '../../web/checkout/item-names.ts';
import { stayAddress } from '../../web/checkout/stay-address.ts';
import type { ItemView, StopView } from '../../web/checkout/view-item.ts';
import type { Messages } from '../../web/checkout/wording.ts';
import type { Booking, BookingItem } from '../bookings/model/booking.ts';
import { isGone } from '../bookings/model/item-status.ts';
import { atNewTimes, standingChangeOf } from '../bookings/model/schedule-change.ts';
import type { App } from '../context.ts';
import { beginsAt, endsAt } from '../trips/model/items/product.ts';
import { viewBooking } from './view-booking.ts';

/** What stands of an item: undefined for one that never was, and is in no calendar. */
const STATUS: Readonly<Partial<Record<BookingItem['status'], ICalEventStatus>>> = {
  confirmed: ICalEventStatus.CONFIRMED,
  cancelled: ICalEventStatus.CANCELLED,
  refunded: ICalEventStatus.CANCELLED,
  exchanged: ICalEventStatus.CANCELLED,
};

/**
 * The trip as a calendar (RFC 5545): one event for each flight, stay and rental. Times are instants in UTC, so that
 * every program shows them right wherever its owner is; where a place's zone is not known, its time is not known as an
 * instant either, and the day alone is given. An item keeps its UID for good, and what was cancelled or exchanged since
 * is there as cancelled: a program that reads the calendar again takes it out. `SEQUENCE` counts the changes.
 */
export function writeCalendar(
  app: App,
  booking: Booking,
  { messages, now, sellerName }: { readonly messages: Messages; readonly now: Date; readonly sellerName: string },
): string {
  const { host } = new URL(app.config.publicUrl);
  const calendar = ical({
    name: `${sellerName} ${booking.bookingRef}`,
    prodId: { company: 'Bly', product: 'Bookings', language: messages.formatLocale.slice(0, 2).toUpperCase() },
    method: ICalCalendarMethod.PUBLISH,
  });
  const views = new Map(viewBooking(booking, { places: app.places, now }).items.map((view) => [view.itemId, view]));
  for (const item of booking.items) {
    const status = isGone(item) ? ICalEventStatus.CANCELLED : STATUS[item.status];
    const view = views.get(item.itemId);
    if (status === undefined || view === undefined) continue;
    const description = [
      `${messages.reference} ${booking.bookingRef}`,
      view.item.confirmationNumber && `${messages.confirmationNumber[view.item.kind]} ${view.item.confirmationNumber}`,
      view.item.kind === 'car' ? `${messages.rental.dropOff} ${branchText(view.item.dropOff)}` : undefined,
      ...(status === ICalEventStatus.CANCELLED ? [messages.serviced.standing.cancelled] : []),
    ];
    for (const event of eventsOf(item, {
      title: titleOf(messages, view.item),
      location: view.item.kind === 'flight' ? undefined : locationOf(messages, view.item),
    }))
      calendar.createEvent({
        id: `${booking.bookingRef}.${item.itemId}.${event.key}@${host}`,
        stamp: now,
        sequence: sequenceOf(booking),
        status: event.isOff ? ICalEventStatus.CANCELLED : status,
        start: event.start,
        end: event.end,
        allDay: event.isWholeDays,
        summary: event.summary,
        ...(event.location === undefined ? {} : { location: event.location }),
        description: description.filter((line) => line !== undefined).join('\n'),
      });
  }
  return calendar.toString();
}

interface TripEvent {
  /** Of its item: stable while the item is. */
  readonly key: string;
  readonly start: Date;
  readonly end: Date;
  readonly summary: string;
  readonly location: string | undefined;
  readonly isWholeDays: boolean;
  /** The airline no longer flies it. */
  readonly isOff?: boolean;
}

/** What a stay or a rental is called, and where it begins. */
interface ShownItem {
  readonly title: string;
  readonly location: string | undefined;
}

const DAY_MS = 86_400_000;

/** A flight that its airline has moved stands at its new times, whether or not they were accepted yet. */
function eventsOf(item: BookingItem, shown: ShownItem): readonly TripEvent[] {
  const standing = standingChangeOf(item);
  const tripItem = standing === undefined ? item.tripItem : atNewTimes(item.tripItem, standing);
  const isOff = (slice: number): boolean =>
    standing !== undefined &&
    !standing.segments.some(({ sliceIndex, after }) => sliceIndex === slice && after !== undefined);
  if (tripItem.kind !== 'flight') return [spanOf(tripItem, shown)];
  return tripItem.offer.slices
    .flatMap(({ segments }, slice) => segments.map((segment) => ({ ...segment, isOff: isOff(slice) })))
    .map(({ flightNumber, depart, arrive, isOff }, at) => ({
      key: String(at + 1),
      start: depart.instant,
      end: arrive.instant,
      summary: `${flightNumber} ${depart.airport} → ${arrive.airport}`,
      location: [depart.airport, depart.terminal].filter((part) => part !== undefined).join(' '),
      isWholeDays: false,
      isOff,
    }));
}

/** A stay or a rental, from its first to its last moment; in whole days where one of the two is not known. */
function spanOf(
  tripItem: Exclude<BookingItem['tripItem'], { readonly kind: 'flight' }>,
  { title, location }: ShownItem,
): TripEvent {
  const isExact =
    tripItem.kind === 'hotel'
      ? [tripItem.stay.hotel.zone, tripItem.stay.hotel.checkInFrom, tripItem.stay.hotel.checkOutUntil]
      : [tripItem.rental.pickUp.instant, tripItem.rental.dropOff.instant];
  const common = { key: '1', summary: title, location };
  if (isExact.every((part) => part !== undefined))
    return { ...common, start: beginsAt(tripItem), end: endsAt(tripItem), isWholeDays: false };
  const [first, last] =
    tripItem.kind === 'hotel'
      ? [tripItem.stay.checkIn, tripItem.stay.checkOut]
      : [tripItem.rental.pickUp.at.slice(0, 10), tripItem.rental.dropOff.at.slice(0, 10)];
  // The end of a whole-day event is the day after its last.
  const end = new Date(Date.parse(`${last}T00:00:00Z`) + DAY_MS);
  return { ...common, start: new Date(`${first}T00:00:00Z`), end, isWholeDays: true };
}

/** Where a traveler goes first: the hotel, or the branch that hands out the car. */
function locationOf(messages: Messages, item: Exclude<ItemView, { readonly kind: 'flight' }>): string {
  return item.kind === 'hotel' ? placeText(item.hotelName, stayAddress(messages, item)) : branchText(item.pickUp);
}

function branchText({ branchName, address }: StopView): string {
  return placeText(branchName, address);
}

/** A place as a map understands it, without what is not stated. */
function placeText(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ');
}

/** How often the booking has changed: items given up, exchanged, moved. Only grows. */
function sequenceOf({ items }: Booking): number {
  return items.reduce(
    (count, { status, scheduleChange }) => count + (status === 'confirmed' ? 0 : 1) + (scheduleChange?.number ?? 0),
    0,
  );
}
