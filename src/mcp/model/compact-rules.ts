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
   * How the operation pages its main list: the field that bounds a page, beside `offset`, and what a search that does
   * not say otherwise asks for.
   */
  readonly page?: { readonly limit: string; readonly defaults?: Readonly<Record<string, unknown>> };
  /**
   * Entries of lists that cannot be chosen, left out unless `detail` is `full`: path of the list, and the field and
   * value that say so.
   */
  readonly unavailable?: { readonly path: string; readonly field: string; readonly isAvailable: string };
}

const flightSearch: CompactRule = {
  list: { path: 'live_offers', keep: 25 },
  page: { limit: 'limit', defaults: { sort: 'variety' } },
  inner: { 'live_offers.fares': 2 },
  innerIn: {
    'live_offers.fares': 'flight_search with offer_token alone prices one offer again, with all of its fares.',
  },
  drop: [],
};

const ALL_ROOMS = 'hotel_search with hotel_ids: [one hotel_id] shows all rooms and rates of that hotel.';

const hotelSearch: CompactRule = {
  list: { path: 'hotels', keep: 10 },
  page: { limit: 'max_results' },
  inner: { 'hotels.rooms': 1, 'hotels.rooms.rates': 2 },
  innerIn: { 'hotels.rooms': ALL_ROOMS, 'hotels.rooms.rates': ALL_ROOMS },
  drop: [],
};

const carSearch: CompactRule = { list: { path: 'offers', keep: 10 }, page: { limit: 'limit' }, drop: [] };

const seatMaps: CompactRule = {
  list: { path: 'items.seat_maps.rows', keep: 60 },
  drop: [],
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
  find_destination: { list: { path: 'destinations', keep: 30 }, page: { limit: 'limit' }, drop: [] },
  // Two months of days stand in one table.
  flight_calendar: { list: { path: 'itineraries', keep: 62 }, page: { limit: 'limit' }, drop: [] },
  find_dates: { list: { path: 'itineraries', keep: 62 }, drop: [] },
  lowest_fare: { list: { path: 'itineraries', keep: 30 }, drop: [] },
  exchange_shop: { list: { path: 'offers', keep: 10 }, drop: [] },
  list_trips: { list: { path: 'trips', keep: 10 }, drop: ['trips.items.details'] },
  list_bookings: { list: { path: 'bookings', keep: 10 }, drop: ['bookings.items.details'] },
  list_events: { list: { path: 'events', keep: 10 }, drop: [] },
};

/** The rule of an operation; those without one are shortened only when they are too long. */
export function compactRuleOf(operationId: string): CompactRule {
  return RULES[operationId] ?? { drop: [] };
}
