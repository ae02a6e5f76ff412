import * as z from 'zod';
import { Amount } from '../../offers/contract-search.ts';
import { TravelerRequirementsShape } from '../../offers/describe/present-requirements.ts';
import { FareCoverageShape } from './contract-coverage.ts';
import { ADVICE_LABELS } from '../model/advice.ts';

const Location = z.looseObject({ latitude: z.number(), longitude: z.number() });
const CarrierInfoShape = z
  .looseObject({ code: z.string(), name: z.string(), logo: z.string(), is_lcc: z.boolean().nullable() })
  .meta({ id: 'CarrierInfo' });
const Counts = z.record(z.string(), z.int()).describe('Value to number of offers.');
const Instant = z.string().describe('ISO 8601, UTC.');
const CabinFlown = z
  .string()
  .nullable()
  .describe("Flown on this segment: may be below the fare's cabin. Null where the supplier does not tell.");
const LocalTime = z.string().describe('Local to the airport, no zone.');

const ServiceFee = Amount.optional().describe(
  'What the organization adds to the fare (its pricing rules), inside the total. Absent where it adds nothing.',
);

const NO_ADVICE =
  'Null where too few fares of the journey are known: fewer than 20 were seen, and its supplier publishes none.';

/** `jinko_advice`: how a fare compares with what this route, season and lead time has cost, without service fees. */
export const Advice = z
  .looseObject({
    title: z.string(),
    description: z.string(),
    label: z.enum(ADVICE_LABELS),
    quantiles: z.looseObject({
      min_fare: Amount,
      percentile_25: Amount,
      percentile_50: Amount,
      percentile_75: Amount,
      max_fare: Amount,
      count: z
        .int()
        .optional()
        .describe('How many date pairs were measured, where that is by fares searches have seen.'),
      span: z.looseObject({ start: z.string(), end: z.string() }).optional().describe('Their days of departure.'),
      as_of: z.string().optional().describe('When the oldest of them was seen.'),
    }),
  })
  .meta({ id: 'PriceAdvice' });

const ItineraryPoint = z.looseObject({
  airport: z.string(),
  city_code: z.string(),
  city_name: z.string(),
  terminal: z.string().nullable(),
  time_local: LocalTime,
});
/** One direction of an itinerary; also `details.slices` of a trip item. */
const ItinerarySlice = z
  .looseObject({
    cabin: z.string(),
    origin: z.string(),
    destination: z.string(),
    origin_airport_name: z.string(),
    origin_city_name: z.string(),
    destination_airport_name: z.string(),
    destination_city_name: z.string(),
    duration_minutes: z.int(),
    marketing_carrier_info: CarrierInfoShape,
    segments: z.array(
      z.looseObject({
        segment_id: z.string(),
        flight_number: z.string(),
        aircraft: z.string().nullable(),
        aircraft_code: z.string().nullable(),
        cabin_class: CabinFlown,
        depart: ItineraryPoint,
        arrive: ItineraryPoint,
        duration_minutes: z.int(),
        layover_minutes_after: z.int().nullable(),
        marketing_carrier: z.string(),
        operating_carrier: z.string(),
        marketing_carrier_info: CarrierInfoShape,
        operating_carrier_info: CarrierInfoShape,
      }),
    ),
  })
  .meta({ id: 'ItinerarySlice' });

/** A fare seen before: to look at, not to buy. Shop live for something bookable. */
export const Itinerary = z
  .looseObject({
    id: z.string(),
    cabin_type: z.string(),
    fare_brand: z.string().nullable().describe('Null where the supplier names no brand.'),
    deep_link: z.string().nullable().describe('Null: this installation has no page that shows an itinerary.'),
    score: z.number().describe('0–100, the measure of sort recommendation.'),
    search_timestamp: Instant.describe('When this price was seen.'),
    conversion_rate: z.number(),
    total_amount: Amount,
    service_fee: ServiceFee,
    origin_total_amount: Amount.describe('In the currency it was filed in.'),
    origin_city_code: z.string(),
    origin_city_name: z.string(),
    origin_city_image: z.string(),
    origin_location: Location.nullable(),
    destination_city_code: z.string(),
    destination_city_name: z.string(),
    destination_city_image: z.string(),
    destination_location: Location.nullable(),
    emissions_kg: z.number().nullable().describe('Null where the supplier does not say.'),
    jinko_advice: Advice.nullable().describe(NO_ADVICE),
    slices: z.array(ItinerarySlice),
  })
  .meta({ id: 'Itinerary' });

const LiveSegment = z.looseObject({
  segment_id: z.string(),
  flight_number: z.string(),
  aircraft: z.string().nullable().describe('Null where the supplier does not say.'),
  aircraft_code: z.string().nullable(),
  cabin_class: CabinFlown,
  airline: z.string(),
  departure_airport: z.string(),
  departure_city: z.string(),
  departure_city_name: z.string(),
  departure_terminal: z.string().nullable(),
  departure_time: Instant,
  departure_time_local: LocalTime,
  arrival_airport: z.string(),
  arrival_city: z.string(),
  arrival_city_name: z.string(),
  arrival_terminal: z.string().nullable(),
  arrival_time: Instant,
  arrival_time_local: LocalTime,
  duration_minutes: z.int(),
  layover_minutes: z.int().nullable().describe('On the ground after this segment.'),
  operating_carrier: z.string(),
  operating_carrier_info: CarrierInfoShape,
});
const LiveFlight = z
  .looseObject({
    airline: z.string(),
    airline_name: z.string(),
    airline_logo: z.string(),
    origin: z.string(),
    destination: z.string(),
    origin_airport_name: z.string(),
    origin_city_name: z.string(),
    destination_airport_name: z.string(),
    destination_city_name: z.string(),
    departure_datetime: Instant,
    arrival_datetime: Instant,
    duration_minutes: z.int(),
    stops: z.int(),
    stop_infos: z.array(z.looseObject({ airport_code: z.string(), duration_minutes: z.int() })),
    segments: z.array(LiveSegment),
  })
  .meta({ id: 'LiveFlight' });
const BaggageOption = z.looseObject({
  id: z.string(),
  description: z.string(),
  is_included: z.boolean(),
  journey_id: z.string().nullable().describe('Null: sold for all directions together.'),
  segment_id: z.string().nullable().describe('Null: sold for the whole journey.'),
  pieces: z.int(),
  weight: z.number().nullable(),
  weight_unit: z.string(),
  price_per_bag: Amount,
  total_price: Amount,
});
const Baggage = z.looseObject({
  description: z.string(),
  dimensions: z.string().nullable(),
  pieces: z.int().nullable().describe('Null where the supplier does not say: not none.'),
  weight: z.number().nullable(),
  weight_unit: z.string(),
});
const SeatMap = z.looseObject({
  segment_id: z.string(),
  aircraft_type: z.string().nullable(),
  rows: z.array(
    z.looseObject({
      row_number: z.int(),
      seats: z.array(
        z.looseObject({
          seat_number: z.string(),
          column: z.string(),
          availability: z.string(),
          features: z.array(z.string()),
          disclosures: z.array(z.string()).optional().describe('What the traveler who sits there must know.'),
          price: Amount.describe('0 where the seat comes with the fare.'),
        }),
      ),
    }),
  ),
});

/** One branded fare of a live offer, for the whole party. */
const LiveFare = z
  .looseObject({
    trip_item_token: z.string().describe('Goes into add_item of POST /v1/trip.'),
    brand_name: z.string().nullable().describe('Null where the supplier does not say, like every null of a fare.'),
    fare_brand_code: z.string().nullable(),
    fare_basis_code: z.string().nullable(),
    cabin_class: z.string(),
    rbd: z.string().nullable(),
    total_price: Amount.describe('What the whole party pays: fares, booking_fees and service_fee.'),
    price_per_person: Amount.describe('Total divided by everyone who travels.'),
    price_per_passenger: z
      .array(
        z.looseObject({
          passenger_type: z.string(),
          quantity: z.int(),
          base_fare: Amount,
          taxes: Amount,
          total_per_person: Amount,
          taxes_breakdown: z
            .array(z.looseObject({ code: z.string(), description: z.string(), amount: Amount }))
            .optional()
            .describe('Each tax and charge, adding up to `taxes`: in the answer about one offer_token, not in lists.'),
        }),
      )
      .describe('Empty where the supplier prices the party as a whole.'),
    booking_fees: Amount.describe('Inside total_price.'),
    service_fee: ServiceFee,
    conversion_rate: z.number(),
    origin_total_price: Amount,
    change_fee: Amount.nullable().describe(
      'Per traveler, the dearest before departure (fare_rules hold each window); null when changes are not allowed, or with change_fee_known false.',
    ),
    cancellation_fee: Amount.nullable().describe(
      'Per traveler, the dearest before departure; null when nothing is refunded, or with cancellation_fee_known false.',
    ),
    change_fee_known: z
      .literal(false)
      .optional()
      .describe('Present where the airline sets the fee and the supplier does not say it: ask before you change.'),
    cancellation_fee_known: z.literal(false).optional(),
    change_policy: z.string(),
    refund_policy: z.string(),
    is_changeable: z.boolean().nullable(),
    is_name_changeable: z.boolean().nullable(),
    is_refundable: z.boolean().nullable(),
    seat_selection_included: z.boolean().nullable(),
    priority_boarding: z.boolean().nullable(),
    included_baggage: Baggage,
    carry_on_baggage: Baggage,
    fare_descriptions: z.array(z.string()),
    fare_rules_summary: z.array(z.string()),
    fare_rules: z.array(
      z.looseObject({
        rule_type: z.string(),
        direction: z.string(),
        penalty: z
          .string()
          .describe('free, fee, not_allowed, or unknown: allowed at a fee that the supplier does not say.'),
        penalty_fee: Amount.nullable().describe('Per traveler, and never more than that traveler’s ticket costs.'),
        penalty_fee_known: z.literal(false).optional().describe('Present where penalty is unknown.'),
        penalty_percent: z
          .number()
          .optional()
          .describe('Of a rule that takes a percentage of each ticket; penalty_fee then says what an adult pays.'),
        charge_model: z.array(z.string()),
        channels: z.array(z.string()),
        min_minutes_before_departure: z.int().nullable(),
        max_minutes_before_departure: z.int().nullable(),
        max_minutes_after_departure: z.int().nullable(),
      }),
    ),
    provider_metadata: z
      .looseObject({ seats_left: z.int().nullable() })
      .describe(
        'As the supplier files it: seats left in the booking classes, fare basis and booking class of each direction, filing currency, fare_type (one_way, round_trip, sum_of_directions), season, advance purchase and stay.',
      ),
  })
  .meta({ id: 'LiveFare' });

/** Something that can be bought now. */
const LiveOffer = z
  .looseObject({
    offer_id: z.string(),
    offer_token: z.string().describe('Alone in POST /v1/flight_search: price this offer again.'),
    expires_at: Instant,
    response_id: z.string(),
    provider: z.string(),
    provider_name: z.string(),
    owner: z.string(),
    is_round_trip: z.boolean(),
    passenger_count: z.int(),
    passengers: z.looseObject({ adt: z.int(), chd: z.int(), inf: z.int() }),
    total_duration_minutes: z.int(),
    validating_carrier: z.string(),
    validating_carrier_info: CarrierInfoShape,
    outbound_flight: LiveFlight,
    inbound_flight: LiveFlight.nullable(),
    extra_baggage_options: z.array(BaggageOption),
    extra_carry_on_options: z.array(BaggageOption),
    seat_maps: z
      .array(SeatMap)
      .describe(
        'Empty in lists. Re-pricing one offer_token fills it, at the prices of its cheapest fare, without service fees.',
      ),
    fares: z.array(LiveFare).min(1).describe('Cheapest first.'),
    emissions_kg: z.number().nullable().describe('Null where the supplier does not say.'),
    traveler_requirements: TravelerRequirementsShape.optional(),
    jinko_advice: Advice.nullable().describe(NO_ADVICE),
  })
  .meta({ id: 'LiveOffer' });

const SupplierStatusShape = z.looseObject({
  provider: z.string(),
  status: z
    .string()
    .describe(
      'ok, partial (some of its dates or offers failed), or how it failed: timeout, rate_limited, unavailable, rejected, error.',
    ),
  offer_count: z.int(),
  elapsed_ms: z.int(),
});

/** The part of a flight search answer that is stated once, beside its offers. */
const SearchTotals = z.looseObject({
  destination: z.looseObject({
    city_main_image: z.string(),
    city_name: z.string(),
    iata_code: z.string(),
    location: Location.nullable(),
  }),
  facets: z.looseObject({
    airlines: Counts,
    cabins: Counts,
    destinations: Counts,
    origins: Counts,
    stops: Counts,
    emissions: z.looseObject({ avg: z.number().nullable(), max: z.number().nullable(), min: z.number().nullable() }),
    prices: z.array(z.looseObject({ count: z.int(), from: Amount, to: Amount, label: z.string() })),
  }),
  itineraries: z.array(Itinerary),
  live_shop_status: z
    .string()
    .describe(
      'ok; partial: a supplier failed or was late, the others are here; timeout, rate_limited, failed: none answered; not_eligible: live shopping was not asked for.',
    ),
  pagination: z.looseObject({ next_page_token: z.string().optional().describe('Absent on the last page.') }),
  total: z.int().describe('Over the whole result, before limit and offset.'),
  supplier_statuses: z.array(SupplierStatusShape),
  filters_applied: z.array(z.string()),
  left_out: z
    .looseObject({
      hidden_offers: z.int(),
      hidden_fares: z.int(),
      duplicate_fares: z.int(),
      beyond_supplier_bound: z
        .int()
        .describe(
          'Further journeys that matched carriers, stops, times and connections: not in total, facets or any page. A narrower search lists them.',
        ),
    })
    .describe('What was found and is not shown.'),
  coverage: FareCoverageShape.optional(),
});

/** The answer of both flight search paths. */
export const FlightSearchResponse = SearchTotals.extend({ live_offers: z.array(LiveOffer) });

/** The events of a streamed search, by name. */
export const FLIGHT_SEARCH_EVENTS = {
  offers: SupplierStatusShape.extend({
    more_offers_follow: z
      .literal(true)
      .optional()
      .describe('This supplier still searches: another offers event of it follows. offer_count counts those so far.'),
    live_offers: z
      .array(LiveOffer)
      .describe(
        "What this supplier's answer brought to the page. An offer told again (same offer_id) replaces the earlier one.",
      ),
  }),
  done: SearchTotals.extend({
    offer_ids: z.array(z.string()).describe('The page, in order: as live_offers of the plain answer.'),
    superseded_offer_ids: z
      .array(z.string())
      .describe(
        'Told on the way and no longer on the page: sold cheaper by another supplier, or pushed off by better ones.',
      ),
  }),
} as const;
