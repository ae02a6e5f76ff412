import * as z from 'zod';
import { ConversionShape, presentConversion } from '../trips/present-conversion.ts';
import type { App } from '../context.ts';
import { type Money, presentAmount } from '../travel/money.ts';
import { ITEM_KINDS, type ItemKind } from '../trips/model/trip.ts';
import { AvailableAncillaryShape, DueLaterShape, FailureShape, SelectedAncillaryShape } from '../trips/contract.ts';
import { presentAvailable, presentDueLater, presentSelected } from '../trips/present-trip.ts';
import { ItemDetailsShape } from '../trips/contract-details.ts';
import { reportFailure } from '../trips/model/fulfilment-failure.ts';
import { collectedByPlace } from '../trips/model/cancellation-cost.ts';
import { presentItemDetails } from '../trips/read/present-item-details.ts';
import { presentCredits, travelCreditShape } from './contract-credits.ts';
import { presentScheduleChange, ScheduleChangeShape } from './contract-schedule.ts';
import { type ActionFacts, listActions, supportLevels } from './available-actions.ts';
import { DOCUMENT_TYPES, listDocuments } from './documents/document-link.ts';
import {
  BOOKING_STATUSES,
  type Booking,
  type BookingItem,
  bookingStatusAt,
  givenBack,
  paidInAll,
} from './model/booking.ts';
import { cancellationTimeline } from './model/cancellation-timeline.ts';
import { paidFeeOf, paidFeesOf } from './model/costs/service-fee.ts';
import { failureOf } from './model/failure-of.ts';
import { type ItemRefund, REFUND_STATUSES, refundOfItem } from './model/item-change.ts';
import { ITEM_STATUSES, itemStatusAt } from './model/item-status.ts';
import { asPaid, paidOf } from './model/paid-of.ts';

const AmountShape = z.looseObject({ amount: z.int(), currency: z.string(), decimal_places: z.int() });
const SUPPORT_LEVELS = ['full', 'manual', 'none'] as const;

/** A guest's pair (contract, section 8). Any non-empty reference is looked up, whatever its shape. */
export const GuestPairBody = z.object({
  booking_ref: z.string().min(1).describe('From the confirmation mail: BLY-XXXXXX, in any case, with or without BLY-.'),
  last_name: z
    .string()
    .min(1)
    .describe("The lead traveler's; accents, case, spaces, hyphens and apostrophes do not matter."),
});

const ContactShape = z.looseObject({
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  phone_number: z.string(),
});
const ConfirmationShape = z.looseObject({
  confirmation_number: z.string().nullable(),
  product_summary: z.string(),
  total_paid: AmountShape,
  service_fee: AmountShape.optional().describe('The part of total_paid that is the service fee; absent without one.'),
});

const ItemRefundShape = z.looseObject({
  refund_reference: z.string(),
  refund_status: z.enum(REFUND_STATUSES),
  refunded: AmountShape.describe('Given back for certain.'),
  penalty: AmountShape.nullable(),
  pending: AmountShape.nullable().describe('Agreed to be given back, and not given back yet.'),
  known: z
    .literal(false)
    .optional()
    .describe('Present where penalty and pending are null: people decide what comes back.'),
  travel_credits: z
    .array(travelCreditShape(AmountShape))
    .optional()
    .describe('What the airline gives instead of money, out of penalty; absent where it gives none.'),
  collected_at_property: AmountShape.nullable()
    .optional()
    .describe(
      'What the property itself charges for the cancellation, in its currency; null where it does not state it. Absent where it charges nothing.',
    ),
  service_fee_kept: z
    .boolean()
    .optional()
    .describe('Where a service fee was paid. True: it is in penalty and stays; false: it goes back with the rest.'),
});
const BookingItemShape = z.looseObject({
  item_id: z.string(),
  kind: z.enum(ITEM_KINDS),
  status: z.enum(ITEM_STATUSES),
  order_id: z.string().nullable(),
  provider: z.string(),
  confirmation: ConfirmationShape,
  details: ItemDetailsShape,
  ticket_numbers: z.array(z.string()),
  refund_support_level: z.enum(SUPPORT_LEVELS),
  exchange_support_level: z.enum(SUPPORT_LEVELS),
  available_actions: z.array(z.string()).describe('Empty while a change of the item is under way.'),
  refund: ItemRefundShape.optional().describe(
    'Of an item that is being refunded or was: refunded, penalty and pending come to confirmation.total_paid, once they are known.',
  ),
  cancellation_timeline: z.array(
    z.looseObject({
      until: z.iso.datetime(),
      refund: AmountShape.nullable(),
      penalty: AmountShape.nullable(),
      known: z
        .literal(false)
        .optional()
        .describe('Present where refund and penalty are null: the supplier says them when asked, with a refund check.'),
      service_fee_kept: z
        .boolean()
        .optional()
        .describe('Where a service fee was paid. True: it is in penalty; false: it is in refund.'),
    }),
  ),
  selected_ancillaries: z.array(SelectedAncillaryShape).describe('The extras that were sold with it.'),
  available_ancillaries: z
    .array(AvailableAncillaryShape.extend({ price_per_unit: AmountShape }))
    .optional()
    .describe('Of cars: the extras an exchange may ask for.'),
  schedule_change: ScheduleChangeShape.optional(),
  origin_price: AmountShape.optional().describe(
    'What the supplier asked, where the price was converted or the supplier took another sum.',
  ),
  supplier_total: AmountShape.optional().describe(
    'What the supplier took, where that was another sum than it asked (booking.cost_drifted).',
  ),
  conversion_rate: z.number().optional(),
  conversion: ConversionShape.optional(),
});
const DocumentShape = z.looseObject({
  type: z.enum(DOCUMENT_TYPES),
  title: z.string(),
  url: z
    .url()
    .describe(
      'Opens for whoever has it, until the booking is exchanged, refunded or cancelled or the guest withdraws its links: ' +
        'store the booking, not the link.',
    ),
  media_type: z.string(),
});
const BookingShape = z.looseObject({
  booking_ref: z.string(),
  trip_id: z.string(),
  status: z.enum(BOOKING_STATUSES),
  type: z.enum([...ITEM_KINDS, 'trip']),
  last_name: z.string(),
  total_paid: AmountShape.describe('Everything paid, for exchanges too.'),
  service_fee: AmountShape.optional().describe('The part of total_paid that is service fees; absent without any.'),
  total_refunded: AmountShape.describe(
    'Given back since, or being given back; not what the payment processor refused.',
  ),
  created_at: z.iso.datetime(),
  customer_contact: ContactShape,
  travelers: z.array(
    z.looseObject({
      pax_ref_id: z.string(),
      first_name: z.string(),
      last_name: z.string(),
      passenger_type: z.string(),
    }),
  ),
  items: z.array(BookingItemShape),
  documents: z.array(DocumentShape),
  end_user_id: z.string().optional(),
  personal_data_erased_at: z.iso
    .datetime()
    .optional()
    .describe('Since then names and addresses are empty: who travelled is not stored any more.'),
  due_later: DueLaterShape,
  failure: FailureShape.optional().describe('Why the booking failed, or why a part of what was wanted was not booked.'),
});

/** `POST /v1/get_booking`, `GET /v1/bookings/{booking_ref}`. */
export const BookingResponse = z.looseObject({ booking: BookingShape });
/** `GET /v1/bookings`. */
export const BookingsResponse = z.looseObject({
  bookings: z.array(BookingShape),
  next_page_token: z.string().optional(),
});
/** `POST /api/v1/bookings/lookup` (spec.md, Booking). */
export const BookingLookupResponse = z.looseObject({
  booking: z.looseObject({
    booking_reference: z.string(),
    created_at: z.iso.datetime(),
    customer_contact: ContactShape,
    items: z.array(
      z.looseObject({ confirmation: ConfirmationShape, domain: z.enum(ITEM_KINDS), status: z.enum(ITEM_STATUSES) }),
    ),
    status: z.enum(BOOKING_STATUSES),
    travelers: z.array(z.looseObject({ first_name: z.string(), last_name: z.string(), passenger_type: z.string() })),
  }),
});

type PresentApp = Pick<App, 'places' | 'config' | 'sealer' | 'flightSuppliers' | 'hotelSuppliers' | 'carSuppliers'>;

/** The booking on the public surface. */
export function presentBooking(app: PresentApp, booking: Booking, facts: ActionFacts): z.infer<typeof BookingShape> {
  const { now } = facts;
  const failure = failureOf(booking);
  return {
    booking_ref: booking.bookingRef,
    trip_id: booking.tripId,
    status: bookingStatusAt(booking, now),
    type: typeOf(booking),
    last_name: booking.travelers[0]?.lastName ?? '',
    total_paid: presentAmount(paidInAll(booking)),
    ...presentFee(paidFeesOf(booking)),
    total_refunded: presentAmount(givenBack(booking)),
    created_at: booking.createdAt.toISOString(),
    customer_contact: presentContact(booking),
    travelers: booking.travelers.map((traveler) => ({
      pax_ref_id: traveler.travelerId,
      first_name: traveler.firstName,
      last_name: traveler.lastName,
      passenger_type: traveler.passengerType,
    })),
    items: booking.items.map((item) => presentItem(app, booking, item, facts)),
    due_later: presentDueLater(
      booking.items.filter((item) => item.status === 'confirmed').map((item) => item.tripItem),
    ),
    documents: listDocuments(app, booking).map(({ type, title, url, mediaType }) => ({
      type,
      title,
      url,
      media_type: mediaType,
    })),
    ...(booking.endUserId === undefined ? {} : { end_user_id: booking.endUserId }),
    ...(booking.personalDataErasedAt && { personal_data_erased_at: booking.personalDataErasedAt.toISOString() }),
    ...(failure && { failure: reportFailure(failure) }),
  };
}

/** The booking on the fuller surface. */
export function presentLookup(booking: Booking, now: Date): z.infer<typeof BookingLookupResponse> {
  return {
    booking: {
      booking_reference: booking.bookingRef,
      created_at: booking.createdAt.toISOString(),
      customer_contact: presentContact(booking),
      items: booking.items.map((item) => ({
        confirmation: presentConfirmation(booking, item),
        domain: item.kind,
        status: itemStatusAt(item, now),
      })),
      status: bookingStatusAt(booking, now),
      travelers: booking.travelers.map((traveler) => ({
        first_name: traveler.firstName,
        last_name: traveler.lastName,
        passenger_type: traveler.passengerType,
      })),
    },
  };
}

function presentItem(
  app: PresentApp,
  booking: Booking,
  item: BookingItem,
  facts: ActionFacts,
): z.infer<typeof BookingItemShape> {
  const { now, changes } = facts;
  const scheduleChange = presentScheduleChange(item);
  const refund = refundOfItem(changes, item.itemId);
  const support = supportLevels(app, booking, item, now);
  return {
    ...(scheduleChange === undefined ? {} : { schedule_change: scheduleChange }),
    item_id: item.itemId,
    kind: item.kind,
    status: itemStatusAt(item, now),
    order_id: item.supplierOrderId ?? null,
    provider: item.supplierId,
    confirmation: presentConfirmation(booking, item),
    details: presentItemDetails(app, item.tripItem),
    ticket_numbers: item.tickets.map((ticket) => ticket.number),
    selected_ancillaries: item.tripItem.ancillaries.map(presentSelected),
    ...(item.kind === 'car' ? { available_ancillaries: presentAvailable(item.tripItem) } : {}),
    refund_support_level: support.refund,
    exchange_support_level: support.exchange,
    available_actions: [...listActions(app, booking, item, facts)],
    ...(refund && { refund: presentRefund(refund, item) }),
    ...presentOrigin(item),
    cancellation_timeline: cancellationTimeline(asPaid(booking, item)).map((step) => ({
      until: step.until.toISOString(),
      refund: step.refund === undefined ? null : presentAmount(step.refund),
      penalty: step.penalty === undefined ? null : presentAmount(step.penalty),
      ...(step.refund === undefined && { known: false as const }),
      ...presentFeeOutcome(step),
    })),
  };
}

/** What the supplier asked, and the rate it was converted at. */
function presentOrigin({ originTotal, rate, supplierTotal, tripItem }: BookingItem) {
  const drift = supplierTotal && {
    origin_price: presentAmount(originTotal),
    supplier_total: presentAmount(supplierTotal),
  };
  if (tripItem.conversion === undefined) return drift ?? {};
  return {
    origin_price: presentAmount(originTotal),
    conversion_rate: rate,
    ...presentConversion(tripItem),
    ...drift,
  };
}

function presentRefund(refund: ItemRefund, { tripItem }: BookingItem): z.infer<typeof ItemRefundShape> {
  const { reference, status, refunded, penalty, pending, credits } = refund;
  const collected = collectedByPlace(tripItem, refund.at);
  return {
    refund_reference: reference,
    refund_status: status,
    refunded: presentAmount(refunded),
    ...(penalty === undefined || pending === undefined
      ? ({ penalty: null, pending: null, known: false } as const)
      : { penalty: presentAmount(penalty), pending: presentAmount(pending) }),
    ...(credits.length === 0 ? {} : { travel_credits: presentCredits(credits, presentAmount) }),
    ...(collected?.value === 0 ? {} : { collected_at_property: collected ? presentAmount(collected) : null }),
    ...presentFeeOutcome(refund),
  };
}

function presentFee(fee: Money | undefined) {
  return fee && { service_fee: presentAmount(fee) };
}

function presentFeeOutcome({ isServiceFeeReturned }: Pick<ItemRefund, 'isServiceFeeReturned'>) {
  return isServiceFeeReturned === undefined ? {} : { service_fee_kept: !isServiceFeeReturned };
}

function presentConfirmation(booking: Booking, item: BookingItem): z.infer<typeof ConfirmationShape> {
  return {
    confirmation_number: item.confirmationNumber ?? null,
    product_summary: item.tripItem.description,
    total_paid: presentAmount(paidOf(booking, item)),
    ...presentFee(paidFeeOf(booking, item)),
  };
}

/** The customer is the lead traveler, at the trip's contact. */
function presentContact(booking: Booking): z.infer<typeof ContactShape> {
  const [lead] = booking.travelers;
  return {
    email: booking.contact.email,
    first_name: lead?.firstName ?? '',
    last_name: lead?.lastName ?? '',
    phone_number: booking.contact.phone,
  };
}

/** One kind of item gives the booking its type; several make it a trip. */
function typeOf(booking: Booking): ItemKind | 'trip' {
  const kinds = new Set(booking.items.map((item) => item.kind));
  const [kind] = kinds;
  return kinds.size === 1 && kind !== undefined ? kind : 'trip';
}
