/**
 * Search answers in Duffel's shape, written by hand from what is known of the real ones. Values are invented; keys and
 * kinds of values are what counts. A field that may be null is null in one sample.
 */
const heathrow = {
  type: 'airport',
  id: 'arp_lhr_gb',
  name: 'Heathrow Airport',
  iata_code: 'LHR',
  iata_country_code: 'GB',
  icao_code: 'EGLL',
  iata_city_code: 'LON',
  city_name: 'London',
  latitude: 51.47,
  longitude: -0.45,
  time_zone: 'Europe/London',
  city: {
    type: 'city',
    id: 'cit_lon_gb',
    name: 'London',
    iata_code: 'LON',
    iata_country_code: 'GB',
    iata_city_code: 'LON',
    icao_code: null,
    latitude: null,
    longitude: null,
    time_zone: null,
    city_name: null,
  },
  airports: null,
};
const munich = { ...heathrow, id: 'arp_muc_de', iata_code: 'MUC', city: null };
export const airportSamples: readonly object[] = [heathrow, munich];

const duffelAirways = {
  id: 'arl_zz',
  name: 'Duffel Airways',
  iata_code: 'ZZ',
  logo_symbol_url: 'https://assets.duffel.com/ZZ.svg',
  logo_lockup_url: 'https://assets.duffel.com/lockup/ZZ.svg',
  conditions_of_carriage_url: 'https://www.example.com/conditions',
};
const nameless = {
  ...duffelAirways,
  id: 'arl_northernseaplanes',
  iata_code: null,
  logo_symbol_url: null,
  logo_lockup_url: null,
  conditions_of_carriage_url: null,
};
export const airlineSamples: readonly object[] = [duffelAirways, nameless];

const forbidden = { allowed: false, penalty_amount: null, penalty_currency: null };
const forMoney = { allowed: true, penalty_amount: '40.00', penalty_currency: 'GBP' };
const conditions = { change_before_departure: forMoney, refund_before_departure: forbidden };
const unknown = { change_before_departure: null, refund_before_departure: null };

const segmentPassenger = {
  passenger_id: 'pas_0000AUde3KY1SptM6ABSfU',
  cabin_class: 'economy',
  cabin_class_marketing_name: 'Economy',
  fare_basis_code: 'Y20LGTN2',
  baggages: [
    { type: 'checked', quantity: 1 },
    { type: 'carry_on', quantity: 1 },
  ],
  cabin: {
    name: 'economy',
    marketing_name: 'Economy',
    amenities: {
      wifi: { available: true, cost: 'paid' },
      seat: { pitch: 'standard', type: 'standard', legroom: 'standard' },
      power: { available: true },
    },
  },
};
const withoutWifi = {
  ...segmentPassenger,
  fare_basis_code: null,
  baggages: [],
  cabin: { ...segmentPassenger.cabin, amenities: { wifi: null, seat: null, power: null } },
};

export const segmentSample = {
  id: 'seg_0000AcSb88q78lMMAsQ8jg',
  origin: heathrow,
  destination: munich,
  origin_terminal: '2',
  destination_terminal: '1',
  departing_at: '2027-03-01T09:15:00',
  arriving_at: '2027-03-01T12:05:00',
  duration: 'PT01H50M',
  distance: '941.7',
  aircraft: { id: 'arc_320', name: 'Airbus A320', iata_code: '320' },
  marketing_carrier: duffelAirways,
  marketing_carrier_flight_number: '0109',
  operating_carrier: duffelAirways,
  operating_carrier_flight_number: '0109',
  stops: [],
  passengers: [segmentPassenger],
};
export const sparseSegmentSample = {
  ...segmentSample,
  origin: munich,
  destination: heathrow,
  origin_terminal: null,
  destination_terminal: null,
  duration: null,
  distance: null,
  aircraft: null,
  marketing_carrier: nameless,
  operating_carrier: nameless,
  operating_carrier_flight_number: null,
  stops: [
    {
      id: 'sto_0000AcSb88q78lMMAsQ8jh',
      airport: heathrow,
      arriving_at: '2027-03-01T10:15:00',
      departing_at: '2027-03-01T11:15:00',
      duration: 'PT01H00M',
    },
    {
      id: 'sto_0000AcSb88q78lMMAsQ8ji',
      airport: munich,
      arriving_at: '2027-03-01T10:15:00',
      departing_at: '2027-03-01T11:15:00',
      duration: 'PT01H00M',
    },
  ],
  passengers: [withoutWifi, { ...segmentPassenger, cabin: null }],
};

const slice = {
  id: 'sli_0000AcSb88q78lMMAsQ8jh',
  origin: heathrow,
  destination: munich,
  origin_type: 'airport',
  destination_type: 'airport',
  duration: 'PT01H50M',
  fare_brand_name: 'Basic',
  ngs_shelf: 1,
  comparison_key: 'BmlZDw==',
  conditions: { ...conditions, advance_seat_selection: true, priority_boarding: false, priority_check_in: false },
  segments: [segmentSample, sparseSegmentSample],
};
const sparseSlice = {
  ...slice,
  origin: munich,
  destination: heathrow,
  duration: null,
  fare_brand_name: null,
  ngs_shelf: null,
  conditions: { ...unknown, advance_seat_selection: null, priority_boarding: null, priority_check_in: null },
};
const refundable = { ...slice.conditions, refund_before_departure: forMoney, change_before_departure: forbidden };

const passenger = {
  id: 'pas_0000AUde3KY1SptM6ABSfU',
  type: 'adult',
  age: null,
  fare_type: null,
  given_name: 'Amelia',
  family_name: 'Earhart',
  loyalty_programme_accounts: [{ airline_iata_code: 'ZZ', account_number: '1234567890' }],
};
const child = {
  ...passenger,
  type: null,
  age: 14,
  fare_type: 'student',
  given_name: null,
  family_name: null,
  loyalty_programme_accounts: [],
};

const offer = {
  id: 'off_0000AcSb88q78lMMAsQ8ji',
  live_mode: false,
  created_at: '2027-01-10T09:00:00.000000Z',
  updated_at: '2027-01-10T09:00:00.000000Z',
  expires_at: '2027-01-10T09:30:00.000000Z',
  owner: duffelAirways,
  total_amount: '105.80',
  total_currency: 'GBP',
  base_amount: '90.00',
  base_currency: 'GBP',
  tax_amount: '15.80',
  tax_currency: 'GBP',
  total_emissions_kg: '460',
  conditions,
  payment_requirements: {
    requires_instant_payment: false,
    payment_required_by: '2027-01-13T09:00:00Z',
    price_guarantee_expires_at: '2027-01-12T09:00:00Z',
  },
  passenger_identity_documents_required: false,
  supported_passenger_identity_document_types: ['passport', 'known_traveler_number', 'passenger_redress_number'],
  supported_loyalty_programmes: ['ZZ'],
  passengers: [passenger, child],
  private_fares: [{ type: 'corporate', corporate_code: 'FLX53', tracking_reference: 'ABN:2345678' }],
  partial: false,
  slices: [slice, sparseSlice, { ...slice, conditions: refundable }],
};
export const offerSamples: readonly object[] = [
  offer,
  {
    ...offer,
    owner: nameless,
    tax_amount: null,
    tax_currency: null,
    total_emissions_kg: null,
    conditions: unknown,
    payment_requirements: null,
  },
  {
    ...offer,
    conditions: { change_before_departure: forbidden, refund_before_departure: forMoney },
    payment_requirements: {
      requires_instant_payment: true,
      payment_required_by: null,
      price_guarantee_expires_at: null,
    },
  },
];

const london = { ...heathrow.city, airports: [{ ...heathrow, city: null }] };
const ends = [heathrow, munich, london];
export const searchSamples: readonly object[] = ends.map((origin, index) => ({
  id: 'orq_0000AcSb88q78lMMAsQ8jj',
  live_mode: false,
  created_at: '2027-01-10T09:00:00.000000Z',
  cabin_class: origin === london ? null : 'economy',
  slices: [
    {
      origin,
      destination: ends[(index + 1) % ends.length],
      origin_type: origin.type,
      destination_type: 'airport',
      departure_date: '2027-03-01',
    },
  ],
  passengers: [passenger, child],
  offers: offerSamples,
}));

const service = {
  id: 'ase_0000AcSb88q78lMMAsQ8jk',
  type: 'baggage',
  maximum_quantity: 2,
  passenger_ids: ['pas_0000AUde3KY1SptM6ABSfU'],
  segment_ids: ['seg_0000AcSb88q78lMMAsQ8jg'],
  total_amount: '35.00',
  total_currency: 'GBP',
};
export const serviceSamples: readonly object[] = [
  {
    ...service,
    metadata: {
      type: 'checked',
      maximum_weight_kg: 23,
      maximum_height_cm: 90,
      maximum_length_cm: 75,
      maximum_depth_cm: 43,
    },
  },
  {
    ...service,
    metadata: {
      type: 'carry_on',
      maximum_weight_kg: null,
      maximum_height_cm: null,
      maximum_length_cm: null,
      maximum_depth_cm: null,
    },
  },
  {
    ...service,
    type: 'cancel_for_any_reason',
    metadata: {
      refund_amount: '105.80',
      merchant_copy: 'Cancel for any reason.',
      terms_and_conditions_url: 'https://duffel.com/terms',
    },
  },
];

const seat = {
  type: 'seat',
  designator: '14B',
  name: 'Exit row seat',
  disclosures: ['Do not seat children in exit row seats.'],
  available_services: [
    {
      id: 'ase_0000AcSb88q78lMMAsQ8jl',
      passenger_id: 'pas_0000AUde3KY1SptM6ABSfU',
      total_amount: '30.00',
      total_currency: 'GBP',
    },
  ],
};
export const seatMapSamples: readonly object[] = [{ first_row_index: 0, last_row_index: 1 }, null].map((wings) => ({
  id: 'sea_0000AcSb88q78lMMAsQ8jm',
  slice_id: 'sli_0000AcSb88q78lMMAsQ8jh',
  segment_id: 'seg_0000AcSb88q78lMMAsQ8jg',
  cabins: [
    {
      deck: 0,
      cabin_class: 'economy',
      aisles: 1,
      wings,
      rows: [{ sections: [{ elements: [seat, { type: 'lavatory' }] }, { elements: [] }] }],
    },
  ],
}));
