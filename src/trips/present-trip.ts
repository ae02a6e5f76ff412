import type * as z from 'zod';
import type { App } from '../context.ts';
import { presentConversion } from './present-conversion.ts';
import { convertMoney, decimalPlaces, type Money, presentAmount, presentValue, zeroMoney } from '../travel/money.ts';
import { reportFailure } from './model/fulfilment-failure.ts';
import { emptyTripCurrency, itemOriginTotal, itemTotal, totalServiceFee, tripTotal } from './model/items/item-price.ts';
import { dueLaterOf, endsAt, type Extra, extrasOf } from './model/items/product.ts';
import { tripExpiresAt } from './model/lapse.ts';
import { itemOutcome } from './model/outcome.ts';
import { quoteStatus } from './model/quote.ts';
import { isStanding, itemsNow, type TripBooking, type TripBookingItem } from './model/trip-booking.ts';
import type { FulfilmentStatus, Quote, SelectedAncillary, Traveler, Trip, TripItem } from './model/trip.ts';
import { presentItemDetails } from './read/present-item-details.ts';
import type { TripAnswer } from './write/update-trip.ts';
import type {
  AncillariesResponse,
  BookingsShape,
  DueLaterShape,
  FulfillmentShape,
  QuoteShape,
  SelectedAncillaryShape,
  ServiceFeeShape,
  SyncResponse,
  TRIP_BOOKING_STATUSES,
  TRIP_ITEM_STATUSES,
  TravelerShape,
  TripResponse,
  TripStatusResponse,
} from './contract.ts';

type PresentApp = Pick<App, 'places' | 'config'>;

/** The trip after a write. */
export function presentTripAnswer(app: PresentApp, answer: TripAnswer, now: Date): z.infer<typeof TripResponse> {
  return { ...presentTrip(app, answer.trip, now), actions_performed: [...answer.actions] };
}

/** The trip; once it was sold, with what its booking says of it now. */
export function presentTrip(
  app: PresentApp,
  trip: Trip,
  now: Date,
  booking?: TripBooking,
): z.infer<typeof TripResponse> {
  // Once the trip has ended its total is what was paid for it: an item that was not booked costs nothing.
  const paid = booking?.totalPaid ?? trip.outcome?.charged;
  return {
    trip_id: trip.tripId,
    status: trip.status,
    actions_performed: [],
    items: shownItems(trip, now, booking).map((shown) => presentItem(app, shown)),
    travelers: trip.travelers.map(presentTraveler),
    ...(trip.contact ? { contact: { email: trip.contact.email, phone: trip.contact.phone } } : {}),
    metadata: { ...trip.metadata },
    totals: paid ? presentTotals(paid) : presentTotals(tripTotal(trip), totalServiceFee(trip.items)),
    due_later: presentDueLater(
      booking
        ? itemsNow(trip, booking)
            .filter(isStanding)
            .map(({ item }) => item)
        : itemsToPay(trip),
    ),
    quote: presentQuote(trip, now),
    fulfillment: presentFulfillment(trip),
    ...(trip.bookingRef ? { booking_ref: trip.bookingRef } : {}),
    bookings: presentBookings(trip, booking),
    created_at: trip.createdAt.toISOString(),
    updated_at: trip.updatedAt.toISOString(),
    expires_at: tripExpiresAt(trip).toISOString(),
    ...(trip.personalDataErasedAt && { personal_data_erased_at: trip.personalDataErasedAt.toISOString() }),
  };
}

/** A total, and the part of it that is service fees where there are some. Of what was paid, its booking says that. */
function presentTotals({ value: total, currency }: Money, serviceFee?: Money) {
  return {
    total,
    ...(serviceFee && { service_fee: serviceFee.value }),
    currency,
    decimal_places: decimalPlaces(currency),
  };
}

/** `service_fee` of an item beside its price; nothing where there is none. */
export function presentServiceFee({ serviceFee }: Pick<TripItem, 'serviceFee'>): {
  service_fee?: z.infer<typeof ServiceFeeShape>;
} {
  return serviceFee === undefined ? {} : { service_fee: presentAmount(serviceFee) };
}

/**
 * What stands of the trip's booking; the booking itself is read with get_booking. Nothing of it can change before it is
 * sold.
 */
function presentBookings(trip: Trip, booking: TripBooking | undefined): z.infer<typeof BookingsShape> {
  if (booking)
    return [
      {
        booking_ref: booking.bookingRef,
        status: booking.status,
        total_paid: presentAmount(booking.totalPaid),
        total_refunded: presentAmount(booking.totalRefunded),
      },
    ];
  if (!trip.bookingRef) return [];
  const nothing = zeroMoney(trip.currency ?? emptyTripCurrency);
  return [
    {
      booking_ref: trip.bookingRef,
      status: BOOKING_STATUS[trip.status],
      total_paid: presentAmount(trip.outcome?.charged ?? nothing),
      total_refunded: presentAmount(nothing),
    },
  ];
}

const BOOKING_STATUS = {
  draft: 'pending',
  quoting: 'pending',
  quoted: 'pending',
  fulfilling: 'pending',
  fulfilled: 'confirmed',
  cancelled: 'cancelled',
  failed: 'failed',
  expired: 'failed',
} as const satisfies Record<Trip['status'], (typeof TRIP_BOOKING_STATUSES)[number]>;

/**
 * Of a trip that is not sold: until fulfilment has ended nothing about an item is final, so it says no more than its
 * trip; then it shows its own end.
 */
function itemStatus(trip: Trip, item: TripItem, now: Date): (typeof TRIP_ITEM_STATUSES)[number] {
  const outcome = itemOutcome(trip, item.itemId);
  if (outcome === undefined) return ITEM_STATUS[trip.status];
  return outcome === 'confirmed' && endsAt(item) <= now ? 'completed' : outcome;
}

const ITEM_STATUS = {
  draft: 'added',
  quoting: 'added',
  quoted: 'quoted',
  fulfilling: 'pending',
  fulfilled: 'confirmed',
  cancelled: 'cancelled',
  failed: 'failed',
  expired: 'expired',
} as const satisfies Record<Trip['status'], (typeof TRIP_ITEM_STATUSES)[number]>;

interface ShownItem extends Partial<Pick<TripBookingItem, 'scheduleChange'>> {
  readonly item: TripItem;
  readonly status: (typeof TRIP_ITEM_STATUSES)[number];
}

/** Its items; once it was sold as they stand now, each with what it was exchanged for behind it. */
function shownItems(trip: Trip, now: Date, booking: TripBooking | undefined): readonly ShownItem[] {
  return booking ? itemsNow(trip, booking) : trip.items.map((item) => ({ item, status: itemStatus(trip, item, now) }));
}

function presentItem(app: PresentApp, { item, status, scheduleChange }: ShownItem) {
  return {
    item_id: item.itemId,
    type: item.kind,
    description: item.description,
    status,
    price: presentAmount(itemTotal(item)),
    ...presentServiceFee(item),
    origin_price: presentAmount(itemOriginTotal(item)),
    conversion_rate: item.rate,
    ...presentConversion(item),
    selected_ancillaries: item.ancillaries.map(presentSelected),
    details: presentItemDetails(app, item),
    ...(scheduleChange ? { schedule_change: { ...scheduleChange } } : {}),
  };
}

function presentTraveler(traveler: Traveler): z.infer<typeof TravelerShape> {
  const { passport, frequentFlyer } = traveler;
  return {
    pax_ref_id: traveler.travelerId,
    first_name: traveler.firstName,
    last_name: traveler.lastName,
    passenger_type: traveler.passengerType,
    ...present('date_of_birth', traveler.dateOfBirth),
    ...present('gender', traveler.gender),
    ...present('title', traveler.title),
    ...present('nationality', traveler.nationality),
    ...present('passport_number', passport?.number),
    ...present('passport_expiry', passport?.expiry),
    ...present('passport_country', passport?.country),
    ...present('known_traveler_number', traveler.knownTravelerNumber),
    ...(frequentFlyer ? { frequent_flyer: { airline: frequentFlyer.airline, number: frequentFlyer.number } } : {}),
  };
}

/** An optional text field: absent when there is nothing to say. */
function present<K extends string>(key: K, value: string | undefined): Partial<Record<K, string>> {
  const field: Partial<Record<K, string>> = {};
  if (value !== undefined) field[key] = value;
  return field;
}

function presentQuote(trip: Trip, now: Date): z.infer<typeof QuoteShape> {
  const { quote } = trip;
  if (!quote) return { status: 'none' };
  const totals = presentTotals(quote.total, totalServiceFee(quote.items));
  return { status: statusOfQuote(trip, quote, now), expires_at: quote.expiresAt.toISOString(), totals };
}

/**
 * A quote that was paid stays as it was then; one that ran out before its money came was never ready to be booked by.
 */
function statusOfQuote(trip: Trip, quote: Quote, now: Date): Quote['status'] | 'none' {
  if (trip.fulfilment?.status === 'expired_quote') return 'expired';
  return trip.bookingRef ? quote.status : quoteStatus(trip, now);
}

function presentFulfillment(trip: Trip): z.infer<typeof FulfillmentShape> {
  const failure = trip.outcome?.failure;
  return { ...(trip.fulfilment ?? IDLE_FULFILMENT[trip.status]), ...(failure && { failure: reportFailure(failure) }) };
}

/** What a trip that nobody has paid for shows. */
const IDLE_FULFILMENT = {
  draft: { status: 'pending', phase: 'building' },
  quoting: { status: 'pending', phase: 'pricing' },
  quoted: { status: 'awaiting_payment', phase: 'checkout' },
  fulfilling: { status: 'processing', phase: 'booking' },
  fulfilled: { status: 'completed', phase: 'done' },
  failed: { status: 'failed', phase: 'done' },
  cancelled: { status: 'cancelled', phase: 'done' },
  expired: { status: 'cancelled', phase: 'done' },
} as const satisfies Record<Trip['status'], { status: FulfilmentStatus; phase: string }>;

/** The trip for the fuller surface. */
export function presentSync(app: PresentApp, answer: TripAnswer, now: Date): z.infer<typeof SyncResponse> {
  const trip = presentTripAnswer(app, answer, now);
  return {
    ...trip,
    items: trip.items.map((item) => ({
      ...item,
      price: item.price.amount,
      currency: item.price.currency,
      decimal_places: item.price.decimal_places,
    })),
  };
}

/** Only what moves. */
export function presentTripStatus(trip: Trip, now: Date, booking?: TripBooking): z.infer<typeof TripStatusResponse> {
  return {
    trip_id: trip.tripId,
    status: trip.status,
    quote: presentQuote(trip, now),
    fulfillment: presentFulfillment(trip),
    ...(trip.bookingRef ? { booking_ref: trip.bookingRef } : {}),
    bookings: presentBookings(trip, booking),
  };
}

/** Every item's extras: offered and chosen. */
export function presentAncillaries(trip: Trip): z.infer<typeof AncillariesResponse> {
  return {
    trip_id: trip.tripId,
    items: trip.items.map((item) => ({
      item_id: item.itemId,
      available_ancillaries: extrasOf(item).map((extra) => ({
        ...describeExtra(extra),
        price_per_unit: presentValue(shownPrice(item, extra)),
      })),
      selected_ancillaries: item.ancillaries.map(presentSelected),
    })),
  };
}

/** An extra on offer, without its price: trips and checkout word money differently (spec.md, Money). */
function describeExtra(extra: Extra) {
  return {
    offer_id: extra.ancillaryKey,
    label: extra.label,
    type: extra.type,
    max_quantity: extra.quantityMax ?? null,
    per_pax: extra.isPerTraveler,
    paid_at: extra.paidAt,
    description: extra.description,
    segment_ref_ids: [...extra.segmentIds],
  };
}

/** What is paid here is shown in the trip's currency, what the counter takes in the counter's. */
function shownPrice(item: TripItem, extra: Extra) {
  return extra.paidAt === 'now' ? convertMoney(extra.price, item.price.currency, item.rate) : extra.price;
}

/** An extra on offer with its price, as checkout and bookings word it. */
export function presentAvailable(item: TripItem) {
  return extrasOf(item).map((extra) => ({
    ...describeExtra(extra),
    price_per_unit: presentAmount(shownPrice(item, extra)),
  }));
}

/** Who is not going owes nothing: of an ended trip only what stands booked is collected. */
function itemsToPay(trip: Trip): readonly TripItem[] {
  if (trip.outcome === undefined) return trip.status === 'cancelled' || trip.status === 'expired' ? [] : trip.items;
  return trip.items.filter((item) => itemOutcome(trip, item.itemId) === 'confirmed');
}

/** What is collected later for these items, where there is something. */
export function presentDueLater(items: readonly TripItem[]): z.infer<typeof DueLaterShape> {
  return items.flatMap((item) => {
    const due = dueLaterOf(item);
    if (due === undefined) return [];
    const { where, isKnown } = due;
    const { amount, ...currency } = presentAmount(due.amount);
    return [
      isKnown
        ? { item_id: item.itemId, amount, ...currency, where }
        : { item_id: item.itemId, amount: null, amount_known: false, ...currency, where },
    ];
  });
}

/** An extra somebody chose. */
export function presentSelected(selected: SelectedAncillary): z.infer<typeof SelectedAncillaryShape> {
  const { ancillaryKey, travelerId, quantity } = selected;
  return { offer_id: ancillaryKey, ...(travelerId === undefined ? {} : { pax_ref_id: travelerId }), quantity };
}
