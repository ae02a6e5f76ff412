/**
 * The fields of a flight search answer exactly as spec.md lists them: an object names its fields, `[shape]` a list
 * whose elements have that shape, `null` a value that is not looked into.
 */
export type FieldList = { readonly [name: string]: FieldList | readonly [FieldList] | null };

const amount: FieldList = { value: null, currency: null, decimal_places: null };
const location: FieldList = { latitude: null, longitude: null };
const carrierInfo: FieldList = { code: null, name: null, logo: null, is_lcc: null };
const advice: FieldList = {
  description: null,
  title: null,
  label: null,
  quantiles: {
    min_fare: amount,
    percentile_25: amount,
    percentile_50: amount,
    percentile_75: amount,
    max_fare: amount,
  },
};
const point: FieldList = { airport: null, city_code: null, city_name: null, terminal: null, time_local: null };

/** Itinerary. */
export const itineraryFields: FieldList = {
  id: null,
  cabin_type: null,
  fare_brand: null,
  deep_link: null,
  score: null,
  search_timestamp: null,
  conversion_rate: null,
  total_amount: amount,
  origin_total_amount: amount,
  origin_city_code: null,
  origin_city_name: null,
  origin_city_image: null,
  origin_location: location,
  destination_city_code: null,
  destination_city_name: null,
  destination_city_image: null,
  destination_location: location,
  jinko_advice: advice,
  slices: [
    {
      cabin: null,
      origin: null,
      destination: null,
      origin_airport_name: null,
      origin_city_name: null,
      destination_airport_name: null,
      destination_city_name: null,
      duration_minutes: null,
      marketing_carrier_info: carrierInfo,
      segments: [
        {
          flight_number: null,
          aircraft: null,
          depart: point,
          arrive: point,
          duration_minutes: null,
          layover_minutes_after: null,
          marketing_carrier: null,
          operating_carrier: null,
          marketing_carrier_info: carrierInfo,
          operating_carrier_info: carrierInfo,
        },
      ],
    },
  ],
};

const flight: FieldList = {
  airline: null,
  airline_name: null,
  airline_logo: null,
  origin: null,
  destination: null,
  origin_airport_name: null,
  origin_city_name: null,
  destination_airport_name: null,
  destination_city_name: null,
  departure_datetime: null,
  arrival_datetime: null,
  duration_minutes: null,
  stops: null,
  stop_infos: [{ airport_code: null, duration_minutes: null }],
  segments: [
    {
      flight_number: null,
      aircraft: null,
      airline: null,
      departure_airport: null,
      departure_city: null,
      departure_city_name: null,
      departure_terminal: null,
      departure_time: null,
      departure_time_local: null,
      arrival_airport: null,
      arrival_city: null,
      arrival_city_name: null,
      arrival_terminal: null,
      arrival_time: null,
      arrival_time_local: null,
      duration_minutes: null,
      layover_minutes: null,
      operating_carrier: null,
      operating_carrier_info: carrierInfo,
    },
  ],
};
const baggageOption: FieldList = {
  id: null,
  description: null,
  is_included: null,
  journey_id: null,
  segment_id: null,
  pieces: null,
  weight: null,
  weight_unit: null,
  price_per_bag: amount,
  total_price: amount,
};
const baggage: FieldList = { description: null, dimensions: null, pieces: null, weight: null, weight_unit: null };

/** Fare. */
export const fareFields: FieldList = {
  trip_item_token: null,
  brand_name: null,
  fare_brand_code: null,
  fare_basis_code: null,
  cabin_class: null,
  rbd: null,
  total_price: amount,
  price_per_person: amount,
  price_per_passenger: [
    { passenger_type: null, quantity: null, base_fare: amount, taxes: amount, total_per_person: amount },
  ],
  booking_fees: amount,
  change_fee: null,
  cancellation_fee: null,
  change_policy: null,
  refund_policy: null,
  is_changeable: null,
  is_name_changeable: null,
  is_refundable: null,
  seat_selection_included: null,
  priority_boarding: null,
  included_baggage: baggage,
  carry_on_baggage: baggage,
  fare_descriptions: null,
  fare_rules_summary: null,
  fare_rules: [
    {
      rule_type: null,
      direction: null,
      penalty: null,
      penalty_fee: null,
      charge_model: null,
      channels: null,
      min_minutes_before_departure: null,
      max_minutes_before_departure: null,
      max_minutes_after_departure: null,
    },
  ],
  provider_metadata: null,
};

/** Live offer. */
export const liveOfferFields: FieldList = {
  offer_id: null,
  offer_token: null,
  response_id: null,
  provider: null,
  provider_name: null,
  owner: null,
  is_round_trip: null,
  passenger_count: null,
  passengers: { adt: null, chd: null, inf: null },
  total_duration_minutes: null,
  validating_carrier: null,
  validating_carrier_info: carrierInfo,
  outbound_flight: flight,
  inbound_flight: flight,
  extra_baggage_options: [baggageOption],
  extra_carry_on_options: [baggageOption],
  seat_maps: null,
  fares: [fareFields],
  jinko_advice: advice,
};

/** The whole answer. */
export const searchAnswerFields: FieldList = {
  destination: { city_main_image: null, city_name: null, iata_code: null, location },
  facets: {
    airlines: null,
    cabins: null,
    destinations: null,
    origins: null,
    stops: null,
    emissions: { avg: null, max: null, min: null },
    prices: [{ count: null, from: amount, to: amount, label: null }],
  },
  itineraries: [itineraryFields],
  live_offers: [liveOfferFields],
  live_shop_status: null,
  pagination: null,
};

/** The paths of listed fields that a value does not have; a list is looked into at every element it has. */
export function missingFields(value: unknown, fields: FieldList, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [path];
  const found = new Map(Object.entries(value));
  return Object.entries(fields).flatMap(([name, shape]): readonly string[] => {
    const here = `${path}.${name}`;
    if (!found.has(name)) return [here];
    const inside: unknown = found.get(name);
    if (shape === null) return [];
    if (isElementShape(shape))
      return Array.isArray(inside)
        ? inside.flatMap((element, index) => missingFields(element, shape[0], `${here}[${index}]`))
        : [here];
    return missingFields(inside, shape, here);
  });
}

function isElementShape(shape: FieldList | readonly [FieldList]): shape is readonly [FieldList] {
  return Array.isArray(shape);
}

/** Hotel shop. */
export const hotelAnswerFields: FieldList = {
  total: null,
  hotels: [
    {
      hotel_id: null,
      name: null,
      address: null,
      city: null,
      country: null,
      latitude: null,
      longitude: null,
      main_photo: null,
      thumbnail: null,
      rating: null,
      review_count: null,
      star_rating: null,
      rooms: [
        {
          room_id: null,
          room_name: null,
          description: null,
          max_occupancy: null,
          rates: [
            {
              offer_id: null,
              board_name: null,
              board_type: null,
              currency: null,
              total_amount: null,
              is_refundable: null,
              free_cancellation_until: null,
              payment_types: null,
              cancellation_schedule: [{ cancel_time: null, amount: null, currency: null, type: null }],
              taxes_breakdown: [{ description: null, amount: null, currency: null, included: null }],
              semantic_matches: { board_type: null, max_price: null, refundable: null },
            },
          ],
        },
      ],
    },
  ],
  pagination: null,
  destination_resolution: null,
  supplier_statuses: [{ provider: null, status: null, offer_count: null, elapsed_ms: null }],
  empty_reason: null,
};
