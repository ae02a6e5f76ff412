/**
 * How an answer is made short: what an agent can do without at first, and how many entries are enough to choose from.
 */
export interface CompactRule {
  /** Paths of fields (lists on the way are walked through) that are left out unless `detail` is `full`. */
  readonly drop: readonly string[];
  /** The list that is paged by `skip`, and how many of its entries are shown. */
  readonly list?: { readonly path: string; readonly keep: number };
  /**
   * Lists inside, of which the first few are enough where the page does not fit with all of them, unless `detail` is
   * `full`.
   */
  readonly inner?: Readonly<Record<string, number>>;
  /** How the rest of a list inside is had, where not by `detail`. */
  readonly innerIn?: Readonly<Record<string, string>>;
  /**
   * Fields (lists on the way are walked through) that are shown only where they say something: not null, not an object
   * of nulls.
   */
  readonly dropEmpty?: readonly string[];
  /**
   * How the operation pages its main list: the field that bounds a page, beside `offset`, and how many entries are
   * asked for where more than `keep` are of use.
   */
  readonly page?: { readonly limit: string; readonly size?: number };
  /**
   * Entries of lists that cannot be chosen, left out unless `detail` is `full`: path of the list, and the field and
   * value that say so.
   */
  readonly unavailable?: { readonly path: string; readonly field: string; readonly isAvailable: string };
}

const slices = (path: string): readonly string[] =>
  [
    ...[
      'marketing_carrier_info',
      'origin_airport_name',
      'destination_airport_name',
      'origin_city_name',
      'destination_city_name',
    ],
    ...[
      'aircraft',
      'aircraft_code',
      'marketing_carrier_info',
      'operating_carrier_info',
      'depart.city_name',
      'arrive.city_name',
      'depart.city_code',
      'arrive.city_code',
    ].map((field) => `segments.${field}`),
  ].map((field) => `${path}.${field}`);

const itineraries = (path: string): readonly string[] => [
  ...[
    'deep_link',
    'score',
    'search_timestamp',
    'conversion_rate',
    'origin_total_amount',
    'origin_city_image',
    'origin_location',
    'destination_city_image',
    'destination_location',
    'jinko_advice.quantiles',
  ].map((field) => `${path}.${field}`),
  ...slices(`${path}.slices`),
];

const journey = (path: string): readonly string[] =>
  [
    ...[
      'airline_logo',
      'origin_airport_name',
      'destination_airport_name',
      'origin_city_name',
      'destination_city_name',
      'departure_datetime',
      'arrival_datetime',
      'stop_infos',
    ],
    ...[
      'aircraft',
      'aircraft_code',
      'departure_city',
      'departure_city_name',
      'departure_time',
      'arrival_city',
      'arrival_city_name',
      'arrival_time',
      'departure_terminal',
      'arrival_terminal',
      'operating_carrier_info',
    ].map((field) => `segments.${field}`),
  ].map((field) => `live_offers.${path}.${field}`);

const flightSearch: CompactRule = {
  list: { path: 'live_offers', keep: 6 },
  page: { limit: 'limit' },
  inner: { itineraries: 1, 'live_offers.fares': 2 },
  innerIn: {
    itineraries: 'These are remembered prices, none of which can be booked; lowest_fare lists those of one route.',
    'live_offers.fares': 'flight_search with offer_token alone prices one offer again, with all of its fares.',
  },
  drop: [
    ...itineraries('itineraries'),
    ...journey('outbound_flight'),
    ...journey('inbound_flight'),
    'itineraries.slices.segments',
    ...[
      'response_id',
      'seat_maps',
      'provider',
      'provider_name',
      'passengers',
      'validating_carrier_info',
      'extra_baggage_options',
      'extra_carry_on_options',
      'jinko_advice.quantiles',
      'jinko_advice.description',
      'fares.fare_basis_code',
      'fares.fare_brand_code',
      'fares.rbd',
      'fares.price_per_passenger',
      'fares.price_per_person',
      'fares.booking_fees',
      'fares.conversion_rate',
      'fares.origin_total_price',
      'fares.fare_rules_summary',
      'fares.fare_descriptions',
      'fares.fare_rules',
      'fares.provider_metadata',
      'fares.change_policy',
      'fares.refund_policy',
      'fares.is_name_changeable',
      'fares.priority_boarding',
      'fares.included_baggage.dimensions',
      'fares.carry_on_baggage.dimensions',
    ].map((field) => `live_offers.${field}`),
  ],
};

const ALL_ROOMS = 'hotel_search with hotel_ids: [one hotel_id] shows all rooms and rates of that hotel.';

const hotelSearch: CompactRule = {
  list: { path: 'hotels', keep: 6 },
  page: { limit: 'max_results' },
  dropEmpty: ['hotels.matches_query', 'hotels.rooms.rates.semantic_matches'],
  inner: { 'hotels.rooms': 1, 'hotels.rooms.rates': 2 },
  innerIn: { 'hotels.rooms': ALL_ROOMS, 'hotels.rooms.rates': ALL_ROOMS },
  drop: [
    'main_photo',
    'thumbnail',
    'facility_ids',
    'chain_id',
    'hotel_type_id',
    'country_name',
    'city_code',
    'checkin_time',
    'checkout_time',
    'latitude',
    'longitude',
    'provider',
    'rooms.photo',
    'rooms.amenities',
    'rooms.description',
    'rooms.max_adults',
    'rooms.max_children',
    'rooms.rates.taxes_breakdown',
    'rooms.rates.cancellation_schedule',
    'rooms.rates.conversion_rate',
    'rooms.rates.origin_total_amount',
    'rooms.rates.total_amount',
    'rooms.rates.currency',
    'rooms.rates.occupancy',
    'rooms.rates.due_now',
    'lowest_stay.due_now',
    'lowest_stay.due_at_property',
    'rooms.size_square_metres',
    'rooms.max_occupancy',
  ].map((field) => `hotels.${field}`),
};

const carSearch: CompactRule = {
  list: { path: 'offers', keep: 8 },
  page: { limit: 'limit' },
  drop: [
    'vehicle.image',
    'provider',
    'pick_up.latitude',
    'pick_up.longitude',
    'pick_up.address',
    'pick_up.country',
    'pick_up.city',
    'pick_up.city_code',
    'drop_off.latitude',
    'drop_off.longitude',
    'drop_off.address',
    'drop_off.country',
    'drop_off.city',
    'drop_off.city_code',
    'charges',
    'cancellation_schedule',
    'available_ancillaries.description',
    'available_ancillaries.label',
  ].map((field) => `offers.${field}`),
};

const seatMaps: CompactRule = {
  list: { path: 'items.seat_maps.rows', keep: 60 },
  drop: ['items.seat_maps.rows.seats.column', 'items.seat_maps.rows.seats.availability'],
  innerIn: {
    'items.seat_maps.rows.seats':
      'Seats that cannot be chosen (taken or blocked) are left out; detail: "full" shows them too.',
  },
  unavailable: { path: 'items.seat_maps.rows.seats', field: 'availability', isAvailable: 'available' },
};

const RULES: Readonly<Record<string, CompactRule>> = {
  flight_search: flightSearch,
  hotel_search: hotelSearch,
  car_search: carSearch,
  get_trip_seat_maps: seatMaps,
  add_services_check: {
    list: { path: 'bags', keep: 20 },
    inner: { 'seat_maps.seats': 12 },
    drop: ['bags.weight_kg', 'seat_maps.seats.disclosures'],
  },
  find_destination: {
    list: { path: 'destinations', keep: 10 },
    page: { limit: 'limit' },
    inner: { 'destinations.flights': 1 },
    drop: [
      ...itineraries('destinations.flights'),
      ...itineraries('destinations.lowest_fare_flight'),
      'destinations.lowest_fare_flight.slices.segments',
    ],
  },
  // Its days are shown beside the itineraries of the first fourteen: the prices of two months are seen at once.
  flight_calendar: {
    list: { path: 'itineraries', keep: 14 },
    page: { limit: 'limit', size: 62 },
    drop: itineraries('itineraries'),
  },
  find_dates: { list: { path: 'itineraries', keep: 14 }, drop: itineraries('itineraries') },
  lowest_fare: { list: { path: 'itineraries', keep: 10 }, drop: itineraries('itineraries') },
  // Two thousand tokens that no agent reads: its content hash is beside it, and over HTTP the whole of it.
  checkout: { drop: ['quote_jws'] },
  list_trips: { list: { path: 'trips', keep: 10 }, drop: ['trips.items.details'] },
  list_bookings: { list: { path: 'bookings', keep: 10 }, drop: ['bookings.items.details'] },
  list_events: { list: { path: 'events', keep: 10 }, drop: [] },
};

/** The rule of an operation; those without one are shortened only when they are too long. */
export function compactRuleOf(operationId: string): CompactRule {
  return RULES[operationId] ?? { drop: [] };
}
