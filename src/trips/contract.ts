import * as z from 'zod';
import { ConversionShape } from './present-conversion.ts';
import { PAID_AT } from '../travel/rental.ts';
import { SCHEDULE_SEVERITIES } from '../travel/schedule-change.ts';
import { ItemDetailsShape } from './contract-details.ts';
import { FULFILMENT_FAILURES } from './model/fulfilment-failure.ts';
import { tripLifecycle } from './model/trip-states.ts';
import { FULFILMENT_STATUSES, ITEM_KINDS } from './model/trip.ts';

/** `{amount, currency, decimal_places}` (spec.md, Money, second row). */
export const AmountShape = z.looseObject({ amount: z.int(), currency: z.string(), decimal_places: z.int() });
/** What the organization's pricing rules add: a line beside the price that it is a part of. */
export const ServiceFeeShape = AmountShape.describe(
  "The organization's service fee, a part of the price beside it. Absent where there is none.",
);
const ValueShape = z.looseObject({ value: z.int(), currency: z.string(), decimal_places: z.int() });
const instant = z.iso.datetime();
export const TRIP_ITEM_STATUSES = [
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
export const TRIP_BOOKING_STATUSES = ['pending', 'confirmed', 'completed', 'cancelled', 'failed'] as const;

/** An extra somebody chose. */
export const SelectedAncillaryShape = z.looseObject({
  offer_id: z.string(),
  pax_ref_id: z.string().optional(),
  quantity: z.int(),
});

export const TravelerShape = z.looseObject({
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
const TotalsShape = z.looseObject({
  total: z.int(),
  service_fee: z.int().optional().describe('The part of total that is service fees. Absent where there is none.'),
  currency: z.string(),
  decimal_places: z.int(),
});
export const QuoteShape = z.looseObject({
  status: z.enum(['none', 'ready', 'price_changed', 'expired']),
  expires_at: instant.optional(),
  totals: TotalsShape.optional(),
});
/** Why something that was paid for was not booked. */
export const FailureShape = z.looseObject({ reason: z.enum(FULFILMENT_FAILURES), message: z.string() });
export const FulfillmentShape = z.looseObject({
  status: z.enum(FULFILMENT_STATUSES),
  phase: z.string(),
  failure: FailureShape.optional().describe('Why it failed; of a partial one, why what is missing was not booked.'),
});
/** What is not paid now: collected by the property or at the rental counter, in its own currency. */
export const DueLaterShape = z.array(
  z.looseObject({
    item_id: z.string(),
    amount: z.int().nullable(),
    amount_known: z
      .literal(false)
      .optional()
      .describe(
        "Present where amount is null: the place collects more than its supplier states; see the item's details.",
      ),
    currency: z.string(),
    decimal_places: z.int(),
    where: z.enum(['property', 'desk']),
  }),
);

export const BookingsShape = z
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
    status: z.enum(['open', 'accepting', 'accepted', 'refunded', 'superseded']),
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
      service_fee: ServiceFeeShape.optional(),
      origin_price: AmountShape,
      conversion_rate: z.number(),
      conversion: ConversionShape.optional(),
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
  personal_data_erased_at: instant
    .optional()
    .describe('Since then names and addresses are empty: who travelled is not stored any more.'),
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
      service_fee: ServiceFeeShape.optional(),
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
  max_quantity: z.int().nullable().describe('Null: its supplier states no bound.'),
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
