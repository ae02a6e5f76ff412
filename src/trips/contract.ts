import * as z from 'zod';
import type { App } from '../context.ts';
import { convertMoney, decimalPlaces, presentAmount, presentValue, zeroMoney } from '../travel/money.ts';
import { PAID_AT } from '../travel/rental.ts';
import { SCHEDULE_SEVERITIES } from '../travel/schedule-change.ts';
import { ItemDetailsShape } from './contract-details.ts';
import { emptyTripCurrency, itemOriginTotal, itemTotal, tripTotal } from './model/items/item-price.ts';
import { tripExpiresAt } from './model/lapse.ts';
import { FULFILMENT_FAILURES, reportFailure } from './model/fulfilment-failure.ts';
import { itemOutcome } from './model/outcome.ts';
import { quoteStatus } from './model/quote.ts';
import { dueLaterOf, endsAt, type Extra, extrasOf } from './model/items/product.ts';
import { isStanding, itemsNow, type TripBooking, type TripBookingItem } from './model/trip-booking.ts';
import {
  FULFILMENT_STATUSES,
  type FulfilmentStatus,
  ITEM_KINDS,
  type Quote,
  type SelectedAncillary,
  type Traveler,
  type Trip,
  type TripItem,
} from './model/trip.ts';
import { tripLifecycle } from './model/trip-states.ts';
import { presentItemDetails } from './read/present-item-details.ts';
import type { TripAnswer } from './write/update-trip.ts';

/** `{amount, currency, decimal_places}` (spec.md, Money, second row). */
export const AmountShape = z.looseObject({ amount: z.int(), currency: z.string(), decimal_places: z.int() });
const ValueShape = z.looseObject({ value: z.int(), currency: z.string(), decimal_places: z.int() });
const instant = z.iso.datetime();
const TRIP_ITEM_STATUSES = [
  'added',
  'quoted',
  'pending',
  'confirmed',
  'completed',
  'failed',
  'cancelled',
  'refunded',
  'exchanged',
  'expired',
] as const;
const TRIP_BOOKING_STATUSES = ['pending', 'confirmed', 'completed', 'cancelled', 'failed'] as const;

/** An extra somebody chose. */
export const SelectedAncillaryShape = z.looseObject({
  offer_id: z.string(),
  pax_ref_id: z.string().optional(),
  quantity: z.int(),
});

const TravelerShape = z.looseObject({
  pax_ref_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  passenger_type: z.string(),
  date_of_birth: z.string().optional(),
  gender: z.string().optional(),
  title: z.string().optional(),
  nationality: z.string().optional(),
  passport_number: z.string().optional(),
  passport_expiry: z.string().optional(),
  passport_country: z.string().optional(),
  frequent_flyer: z.looseObject({ airline: z.string(), number: z.string() }).optional(),
  known_traveler_number: z.string().optional(),
});
const ContactShape = z.looseObject({ email: z.string(), phone: z.string() });
const QuoteShape = z.looseObject({
  status: z.enum(['none', 'ready', 'price_changed', 'expired']),
  expires_at: instant.optional(),
  totals: z.looseObject({ total: z.int(), currency: z.string(), decimal_places: z.int() }).optional(),
});
/** Why something that was paid for was not booked. */
export const FailureShape = z.looseObject({ reason: z.enum(FULFILMENT_FAILURES), message: z.string() });
const FulfillmentShape = z.looseObject({
  status: z.enum(FULFILMENT_STATUSES),
  phase: z.string(),
  failure: FailureShape.optional().describe('Why it failed; of a partial one, why what is missing was not booked.'),
});
const TotalsShape = z.looseObject({ total: z.int(), currency: z.string(), decimal_places: z.int() });
/** What is not paid now: collected by the property or at the rental desk, in its own currency. */
export const DueLaterShape = z.array(
  z.looseObject({
    item_id: z.string(),
    amount: z.int(),
    currency: z.string(),
    decimal_places: z.int(),
    where: z.enum(['property', 'desk']),
  }),
);

const BookingsShape = z
  .array(
    z.looseObject({
      booking_ref: z.string(),
      status: z.enum(TRIP_BOOKING_STATUSES),
      total_paid: AmountShape.describe('Everything paid, for exchanges too.'),
      total_refunded: AmountShape.describe(
        'Given back since, or being given back; not what the payment processor refused.',
      ),
    }),
  )
  .describe('As the booking stands now, whatever was changed since it was sold. Everything about it: get_booking.');
const ScheduleChangeShape = z
  .looseObject({
    status: z.enum(['open', 'accepted', 'refunded', 'superseded']),
    severity: z.enum(SCHEDULE_SEVERITIES),
  })
  .describe(
    'The airline has moved its flights. While it is open `details` are the times that were sold; from when to when: the booking.',
  );

/** The trip, at the top level of the answer (contract, section 6). */
export const TripResponse = z.looseObject({
  trip_id: z.string(),
  status: z.enum(tripLifecycle.states),
  actions_performed: z.array(
    z.enum(['created', 'item_added', 'item_removed', 'travelers_updated', 'ancillaries_selected', 'seats_selected']),
  ),
  items: z.array(
    z.looseObject({
      item_id: z.string(),
      type: z.enum(ITEM_KINDS),
      description: z.string(),
      status: z.enum(TRIP_ITEM_STATUSES),
      price: AmountShape,
      origin_price: AmountShape,
      conversion_rate: z.number(),
      selected_ancillaries: z.array(SelectedAncillaryShape),
      details: ItemDetailsShape,
      schedule_change: ScheduleChangeShape.optional(),
    }),
  ),
  travelers: z.array(TravelerShape),
  contact: ContactShape.optional(),
  metadata: z.record(z.string(), z.string()),
  totals: TotalsShape,
  due_later: DueLaterShape,
  quote: QuoteShape,
  fulfillment: FulfillmentShape,
  booking_ref: z.string().optional(),
  bookings: BookingsShape,
  created_at: instant,
  updated_at: instant,
  expires_at: instant,
});

/**
 * The trip as `POST /api/v1/shop/sync` answers it (spec.md, Trip): each item's price is a number beside its currency.
 */
export const SyncResponse = TripResponse.extend({
  items: z.array(
    z.looseObject({
      item_id: z.string(),
      type: z.enum(ITEM_KINDS),
      description: z.string(),
      price: z.int(),
      currency: z.string(),
      decimal_places: z.int(),
    }),
  ),
});

/** `POST /v1/trip_status`. */
export const TripStatusResponse = z.looseObject({
  trip_id: z.string(),
  status: z.enum(tripLifecycle.states),
  quote: QuoteShape,
  fulfillment: FulfillmentShape,
  booking_ref: z.string().optional(),
  bookings: BookingsShape,
});

/** `GET /v1/trips`. */
export const TripsResponse = z.looseObject({ trips: z.array(TripResponse), next_page_token: z.string().optional() });

/** An extra on offer; its price is worded as the answer words money. */
export const AvailableAncillaryShape = z.looseObject({
  offer_id: z.string(),
  label: z.string(),
  description: z.string(),
  type: z.string(),
  max_quantity: z.int(),
  per_pax: z.boolean(),
  paid_at: z.enum(PAID_AT),
  segment_ref_ids: z.array(z.string()),
});

/** `GET /v1/trip/{trip_id}/ancillaries`. */
export const AncillariesResponse = z.looseObject({
  trip_id: z.string(),
  items: z.array(
    z.looseObject({
      item_id: z.string(),
      available_ancillaries: z.array(AvailableAncillaryShape.extend({ price_per_unit: ValueShape })),
      selected_ancillaries: z.array(SelectedAncillaryShape),
    }),
  ),
});

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
  const total = booking?.totalPaid ?? trip.outcome?.charged ?? tripTotal(trip);
  return {
    trip_id: trip.tripId,
    status: trip.status,
    actions_performed: [],
    items: shownItems(trip, now, booking).map((shown) => presentItem(app, shown)),
    travelers: trip.travelers.map(presentTraveler),
    ...(trip.contact ? { contact: { email: trip.contact.email, phone: trip.contact.phone } } : {}),
    metadata: { ...trip.metadata },
    totals: { total: total.value, currency: total.currency, decimal_places: decimalPlaces(total.currency) },
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
  };
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
 * trip; then it tells its own end.
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
    origin_price: presentAmount(itemOriginTotal(item)),
    conversion_rate: item.rate,
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
  const totals = {
    total: quote.total.value,
    currency: quote.total.currency,
    decimal_places: decimalPlaces(quote.total.currency),
  };
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
    max_quantity: extra.quantityMax,
    per_pax: extra.isPerTraveler,
    paid_at: extra.paidAt,
    description: extra.description,
    segment_ref_ids: [...extra.segmentIds],
  };
}

/** What is paid here is shown in the trip's currency, what the desk takes in the desk's. */
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
    return due ? [{ item_id: item.itemId, ...presentAmount(due.amount), where: due.where }] : [];
  });
}

/** An extra somebody chose. */
export function presentSelected(selected: SelectedAncillary): z.infer<typeof SelectedAncillaryShape> {
  const { ancillaryKey, travelerId, quantity } = selected;
  return { offer_id: ancillaryKey, ...(travelerId === undefined ? {} : { pax_ref_id: travelerId }), quantity };
}
