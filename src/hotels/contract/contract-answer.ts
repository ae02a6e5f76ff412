import * as z from 'zod';
import { Amount, SupplierStatusShape } from '../../offers/contract-search.ts';
import { BOARD_TYPES, PAYMENT_TYPES } from '../../travel/stay.ts';
import { contentLifecycle } from '../model/content-states.ts';
import { DESTINATION_FORMS } from '../model/stay-search.ts';
import { EMPTY_REASONS } from '../search/search-hotels.ts';

const CONTENT_STATUSES = contentLifecycle.states;
const Instant = z.string().describe('ISO 8601, UTC.');
const ServiceFee = Amount.optional().describe(
  'What your organization adds to what is paid now (its pricing rules). Absent where it adds nothing.',
);
const Major = z.number().describe('Major units; the exact amount stands beside it in …_money.');

/** One room of a stay at one price. */
const HotelRate = z
  .looseObject({
    offer_id: z
      .string()
      .describe(
        'Goes into add_item of POST /v1/trip as trip_item_token; for several rooms one of each goes into add_item.rooms.',
      ),
    board_name: z
      .string()
      .nullable()
      .describe("Where board_type is null the supplier's own word, in English; null where it states no meals."),
    board_type: z
      .string()
      .nullable()
      .describe(
        `${BOARD_TYPES.join(', ')}: room only, breakfast included, bed and breakfast, half board, full board, all inclusive. Null: none of these is stated.`,
      ),
    plan_name: z.string().nullable(),
    currency: z.string(),
    total_amount: Major.describe(
      'For all nights, with the taxes that are included and service_fee. Major units; exact in total_amount_money.',
    ),
    total_amount_money: Amount,
    service_fee: Amount.optional().describe(
      'What your organization adds to what is paid now (its pricing rules), inside total_amount and due_now, when the room is booked alone. Absent where it adds nothing.',
    ),
    origin_total_amount: Amount.describe('In the currency it was filed in.'),
    conversion_rate: z.number(),
    is_refundable: z.boolean().nullable().describe('Null: not stated; never take it for true or false.'),
    free_cancellation_until: Instant.nullable(),
    payment_types: z.array(z.enum(PAYMENT_TYPES)),
    due_now: Amount.describe('Charged when the trip is paid.'),
    due_at_property: Amount.nullable().describe(
      'The total where it is paid there, and the taxes that are not included.',
    ),
    due_at_property_known: z
      .literal(false)
      .optional()
      .describe('Present where due_at_property is null: the property collects more than its supplier states.'),
    rooms_left: z.int().nullable(),
    occupancy: z.looseObject({ adults: z.int(), children_ages: z.array(z.int()) }),
    occupancy_indexes: z
      .array(z.int())
      .describe('Which of the wanted rooms (`occupancies` of the answer, from 0) it fits.'),
    cancellation_schedule: z
      .array(
        z.looseObject({
          cancel_time: Instant,
          amount: Major,
          amount_money: Amount,
          currency: z.string(),
          type: z
            .string()
            .describe('How it is reckoned: amount, percent or nights. The amount is money in every case.'),
        }),
      )
      .nullable()
      .describe('In time order: from cancel_time on, cancelling costs the amount. Before the first it is free.'),
    cancellation_schedule_known: z
      .literal(false)
      .optional()
      .describe(
        'Present where cancellation_schedule is null: the property sets what cancelling costs. It is not free.',
      ),
    taxes_breakdown: z.array(
      z.looseObject({
        description: z.string(),
        amount: Major.nullable(),
        amount_money: Amount.nullable(),
        amount_known: z.literal(false).optional().describe('Present where amount is null: the property sets it.'),
        currency: z.string().nullable(),
        included: z.boolean().describe('False: collected by the property, beside the total.'),
      }),
    ),
    together_key: z
      .string()
      .optional()
      .describe(
        'Where it is there, the rates of all rooms of a stay must have this same one: others are not sold with it.',
      ),
    semantic_matches: z
      .looseObject({
        board_type: z.boolean().nullable(),
        max_price: z.boolean().nullable(),
        refundable: z.boolean().nullable(),
      })
      .describe(
        'Whether the rate is what the query text asked for; null where it asked for nothing of the kind. Nothing is hidden by it.',
      ),
    expires_at: Instant,
  })
  .meta({ id: 'HotelRate' });

const HotelRoom = z.looseObject({
  room_id: z.string(),
  room_name: z.string(),
  description: z.string().nullable(),
  max_occupancy: z.int().nullable(),
  max_adults: z.int().nullable(),
  max_children: z.int().nullable(),
  size_square_metres: z.number().nullable(),
  beds: z.string().nullable(),
  amenities: z.array(z.string()).nullable().describe('Null: not stated; an empty list: none.'),
  photo: z.string().nullable(),
  provider: z
    .string()
    .optional()
    .describe('Who sells the room, where it is not the provider of the hotel. Rooms of two of them are not one stay.'),
  provider_hotel_id: z.string().optional().describe('Beside provider: its own id of the hotel.'),
  rates: z.array(HotelRate).min(1).describe('Those of the party of each wanted room, cheapest first.'),
});
const Hotel = z
  .looseObject({
    hotel_id: z.string(),
    provider: z.string(),
    name: z.string(),
    address: z.string(),
    city: z.string(),
    city_code: z.string().nullable(),
    country: z.string().describe('ISO code; its name is in country_name.'),
    country_name: z.string(),
    latitude: z.number(),
    longitude: z.number(),
    main_photo: z.string().nullable(),
    thumbnail: z.string().nullable(),
    rating: z
      .number()
      .nullable()
      .describe("Guests' mean, 0 to 10. What a supplier does not state is null here and below."),
    review_count: z.int().nullable(),
    star_rating: z.number().nullable(),
    hotel_type_id: z.int().nullable(),
    chain_id: z.int().nullable(),
    facility_ids: z.array(z.int()).nullable().describe('Null: not stated; an empty list: none.'),
    distance_km: z
      .number()
      .nullable()
      .describe('From the point asked about, a city its centre; null for a country and for named hotels.'),
    matches_query: z
      .boolean()
      .nullable()
      .describe(
        'Every wanted room can have a rate that is all the query text asked for. Such hotels come first. Null: it asked for nothing rates are judged by.',
      ),
    lowest_stay: z
      .looseObject({
        total: Amount,
        service_fee: ServiceFee,
        due_now: Amount,
        due_at_property: Amount.nullable(),
        due_at_property_known: z.literal(false).optional(),
        per_night: Amount,
      })
      .describe(
        'The cheapest way to have all wanted rooms at once, everything that must be paid included, and one service_fee for the whole stay. Results are sorted by it. ' +
          'Where due_at_property is null, total is what is stated, and the property collects more.',
      ),
    rooms: z.array(HotelRoom).min(1),
  })
  .meta({ id: 'ShoppedHotel' });

/** The answer of both hotel search paths. */
export const HotelSearchResponse = z.looseObject({
  total: z
    .int()
    .describe(
      'Hotels over the whole result (of up to 2,000 of a supplier; left_out says what is beyond), before max_results and offset.',
    ),
  currency: z.string(),
  checkin: z.string(),
  checkout: z.string(),
  nights: z.int(),
  hotels: z.array(Hotel),
  pagination: z.looseObject({ next_page_token: z.string().optional().describe('Absent on the last page.') }),
  occupancies: z
    .array(z.looseObject({ adults: z.int(), children_ages: z.array(z.int()) }))
    .describe('The wanted rooms, as the party was spread over them.'),
  live_shop_status: z
    .string()
    .describe(
      'ok; partial: a supplier failed or was late, the others are here; timeout, rate_limited, failed: none answered.',
    ),
  empty_reason: z
    .enum(EMPTY_REASONS)
    .nullable()
    .describe(
      'Null where there are hotels, and where only another call to a supplier could say. no_hotels: none there; sold_out: none with rooms for this party on these nights; filtered_out: none passes the filters; suppliers_failed; past_the_end: the page lies behind the last hotel.',
    ),
  destination_resolution: z
    .looseObject({
      form: z.enum(DESTINATION_FORMS).describe('The form that decided.'),
      kind: z.string().describe('city, airport, country, point or hotels.'),
      name: z.string().nullable(),
      city_code: z.string().optional(),
      country_code: z.string().optional(),
      latitude: z.number().optional(),
      longitude: z.number().optional(),
      radius_km: z.number().optional(),
      hotel_ids: z.array(z.string()).optional(),
      matched: z.string().nullable().describe('The words that were understood as the place or hotel.'),
      unmatched: z.string().nullable().describe('Words of the query that nothing was made of.'),
      corrected: z.boolean().describe('Whether letters of the name had to be forgiven: name is not what was typed.'),
      ignored_forms: z.array(z.enum(DESTINATION_FORMS)).describe('Sent, and less exact than the one that decided.'),
    })
    .describe('What the destination was understood as.'),
  supplier_statuses: z.array(SupplierStatusShape),
  hotel_content: z
    .array(
      z.looseObject({
        provider: z.string(),
        country: z.string(),
        city: z.string(),
        status: z.enum(CONTENT_STATUSES),
        hotels: z.int().describe('Stored here.'),
        as_of: z.string().nullable().describe('Null: its list was never read to the end.'),
        progress: z.looseObject({ read: z.int(), listed: z.int().nullable() }).optional(),
        problem: z.string().optional().describe('Why it could not be read, or waits.'),
      }),
    )
    .optional()
    .describe(
      'How far facts of hotels that live answers leave out (facilities, kind of house, zone) are stored, city by city; the first search of a city begins it.',
    ),
  filters_applied: z.array(z.string()),
  left_out: z
    .looseObject({ hidden_hotels: z.int(), hidden_rates: z.int(), beyond_supplier_bound: z.int() })
    .describe('What was found and is not shown: hotels of the whole result, rates of the hotels of this page.'),
});

const Photo = z.looseObject({
  url: z.string(),
  description: z.string().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
});

/** The answer of GET /v1/hotel_details/{hotel_id}. */
export const HotelDetailsResponse = z.looseObject({
  hotel: z.looseObject({
    hotel_id: z.string(),
    name: z.string(),
    description: z.string().nullable().describe('Null here and below: its supplier does not state it.'),
    star_rating: z.number().nullable(),
    hotel_type: z.looseObject({ hotel_type_id: z.int().nullable(), name: z.string().nullable() }),
    address: z.string(),
    city: z.string(),
    country: z.string(),
    coordinates: z.looseObject({ latitude: z.number(), longitude: z.number() }),
    main_photo: z.string().nullable(),
    thumbnail: z.string().nullable(),
    photos: z.array(Photo),
    facilities: z.array(z.looseObject({ facility_id: z.int().nullable(), name: z.string() })).nullable(),
    policies: z.array(z.looseObject({ title: z.string(), text: z.string() })),
    checkin_time: z.string().nullable().describe('HH:MM, local.'),
    checkout_time: z.string().nullable(),
    chain: z.looseObject({ chain_id: z.int().nullable(), name: z.string() }).nullable(),
    reviews: z.looseObject({
      rating: z.number().nullable(),
      count: z.int().nullable(),
      breakdown: z.array(z.looseObject({ category: z.string(), rating: z.number() })),
    }),
  }),
  rooms: z.array(
    z.looseObject({
      room_id: z.string(),
      room_name: z.string(),
      description: z.string().nullable(),
      max_occupancy: z.int().nullable(),
      max_adults: z.int().nullable(),
      max_children: z.int().nullable(),
      size_square_metres: z.number().nullable(),
      beds: z.string().nullable(),
      amenities: z.array(z.string()).nullable(),
      provider: z
        .string()
        .optional()
        .describe('Who sells the room, where it is not the provider of the hotel. Rooms of two are not one stay.'),
      provider_hotel_id: z
        .string()
        .optional()
        .describe('Beside provider: its own id of the hotel, to be sent in hotel_ids, too.'),
      photo: z.string().nullable(),
      availability: z
        .looseObject({
          is_available: z.boolean(),
          from_price: Amount.nullable(),
          service_fee: ServiceFee,
          from_price_known: z
            .literal(false)
            .optional()
            .describe('Present where the property collects more than from_price and does not state how much.'),
          rooms_left: z.int().nullable(),
          board_types: z.array(z.string()),
        })
        .optional()
        .describe(
          'With checkin and checkout: whether this party can have it on these nights, and from what price in all. Search the hotel by hotel_ids to book.',
        ),
    }),
  ),
});
