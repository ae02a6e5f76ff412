import { airlineSamples, airportSamples, segmentSample, sparseSegmentSample } from './search-samples.ts';

/** Orders and what happens to them in Duffel's shape, written by hand. */
const [owner, nameless] = airlineSamples;
const [heathrow, munich] = airportSamples;
const forbidden = { allowed: false, penalty_amount: null, penalty_currency: null };
const forMoney = { allowed: true, penalty_amount: '40.00', penalty_currency: 'GBP' };

const seat = { designator: '14B', name: 'Exit row seat', disclosures: ['Do not seat children in exit row seats.'] };
const withSeat = (segment: typeof segmentSample | typeof sparseSegmentSample) => ({
  ...segment,
  passengers: segment.passengers.flatMap((passenger) => [
    { ...passenger, seat },
    { ...passenger, seat: null },
  ]),
});
const orderSlice = {
  id: 'sli_0000AcSb88q78lMMAsQ8jn',
  origin: heathrow,
  destination: munich,
  origin_type: 'airport',
  destination_type: 'airport',
  duration: 'PT01H50M',
  fare_brand_name: 'Basic',
  changeable: true,
  conditions: { change_before_departure: forMoney },
  segments: [withSeat(segmentSample), withSeat(sparseSegmentSample)],
};
const slices = [
  orderSlice,
  { ...orderSlice, origin: munich, destination: heathrow, duration: null, fare_brand_name: null },
  { ...orderSlice, conditions: { change_before_departure: forbidden } },
  { ...orderSlice, conditions: { change_before_departure: null } },
];

const change = {
  id: 'aic_0000AcSb88q78lMMAsQ8jo',
  order_id: 'ord_0000AcSb88q78lMMAsQ8jp',
  created_at: '2027-01-10T09:00:00Z',
  updated_at: '2027-01-10T09:00:00Z',
  action_taken: 'accepted',
  action_taken_at: '2027-01-10T09:00:00Z',
  added: slices,
  removed: slices,
  available_actions: ['accept', 'cancel', 'update'],
  travel_agent_ticket: null,
};
export const airlineChangeSamples: readonly object[] = [
  change,
  { ...change, action_taken: null, action_taken_at: null },
];

const credit = {
  id: 'acd_0000AcSb88q78lMMAsQ8jq',
  credit_name: 'Duffel Travel Credit',
  credit_code: '1234567890123',
  credit_amount: '45.40',
  credit_currency: 'GBP',
  issued_on: '2027-01-10',
  passenger_id: 'pas_0000AUde3KY1SptM6ABSfU',
};
const cancellation = {
  id: 'ore_0000AcSb88q78lMMAsQ8jr',
  order_id: 'ord_0000AcSb88q78lMMAsQ8jp',
  live_mode: false,
  created_at: '2027-01-10T09:00:00Z',
  expires_at: '2027-01-10T10:00:00Z',
  confirmed_at: null,
  refund_amount: '90.80',
  refund_currency: 'GBP',
  refund_to: 'balance',
  airline_credits: [],
};
export const cancellationSamples: readonly object[] = [
  cancellation,
  { ...cancellation, refund_amount: null, refund_currency: null },
  {
    ...cancellation,
    confirmed_at: '2027-01-10T09:30:00Z',
    airline_credits: [credit, { ...credit, credit_code: null, issued_on: null }],
  },
];

const orderPassenger = {
  id: 'pas_0000AUde3KY1SptM6ABSfU',
  type: 'adult',
  title: 'ms',
  gender: 'f',
  given_name: 'Nellie',
  family_name: 'Bly',
  born_on: '1990-05-05',
  email: 'nellie@example.com',
  phone_number: '+442080160509',
  infant_passenger_id: null,
  loyalty_programme_accounts: [],
};
const service = {
  id: 'ser_0000AcSb88q78lMMAsQ8js',
  type: 'baggage',
  quantity: 1,
  passenger_ids: ['pas_0000AUde3KY1SptM6ABSfU'],
  segment_ids: ['seg_0000AcSb88q78lMMAsQ8jg'],
  total_amount: '35.00',
  total_currency: 'GBP',
};
const bagMetadata = {
  type: 'checked',
  maximum_weight_kg: 23,
  maximum_height_cm: 90,
  maximum_length_cm: 75,
  maximum_depth_cm: 43,
};

const order = {
  id: 'ord_0000AcSb88q78lMMAsQ8jp',
  live_mode: false,
  type: 'instant',
  offer_id: 'off_0000AcSb88q78lMMAsQ8ji',
  created_at: '2027-01-10T09:00:00Z',
  synced_at: '2027-01-10T09:00:00Z',
  cancelled_at: null,
  booking_reference: 'RZPNX8',
  booking_references: [{ booking_reference: 'RZPNX8', carrier: owner }],
  owner,
  content: 'managed',
  total_amount: '105.80',
  total_currency: 'GBP',
  base_amount: '90.00',
  base_currency: 'GBP',
  tax_amount: '15.80',
  tax_currency: 'GBP',
  conditions: { change_before_departure: forMoney, refund_before_departure: forbidden },
  payment_status: {
    awaiting_payment: false,
    payment_required_by: null,
    price_guarantee_expires_at: null,
    paid_at: '2027-01-10T09:00:00Z',
  },
  documents: [
    { type: 'electronic_ticket', unique_identifier: '1252106312810', passenger_ids: ['pas_0000AUde3KY1SptM6ABSfU'] },
  ],
  passengers: [
    orderPassenger,
    {
      ...orderPassenger,
      infant_passenger_id: 'pas_0000AUde3KY1SptM6ABSfV',
      loyalty_programme_accounts: [{ airline_iata_code: 'ZZ', account_number: '1234567890' }],
      user_id: 'icu_0000AUde3KY1SptM6ABSfW',
    },
  ],
  services: [
    { ...service, metadata: bagMetadata },
    { ...service, type: 'seat', metadata: seat },
  ],
  slices,
  available_actions: ['cancel', 'change', 'update'],
  airline_initiated_changes: airlineChangeSamples,
  changes: [{ id: 'oce_0000AcSb88q78lMMAsQ8jt', confirmed_at: '2027-01-10T09:00:00Z' }],
  cancellation: null,
  metadata: { bly_ref: 'bki_1' },
  users: [],
  void_window_ends_at: '2027-01-11T09:00:00Z',
};
export const orderSamples: readonly object[] = [
  order,
  {
    ...order,
    type: 'hold',
    owner: nameless,
    booking_references: [{ booking_reference: 'RZPNX8', carrier: nameless }],
    tax_amount: null,
    tax_currency: null,
    conditions: { change_before_departure: null, refund_before_departure: null },
    payment_status: {
      awaiting_payment: true,
      payment_required_by: '2027-01-13T09:00:00Z',
      price_guarantee_expires_at: '2027-01-12T09:00:00Z',
      paid_at: null,
    },
    documents: [],
    metadata: null,
    void_window_ends_at: null,
  },
  {
    ...order,
    cancelled_at: '2027-01-10T09:30:00Z',
    conditions: { change_before_departure: forbidden, refund_before_departure: forMoney },
  },
  ...cancellationSamples.map((one) => ({ ...order, cancellation: one })),
];

const changePrice = {
  change_total_amount: '125.00',
  change_total_currency: 'GBP',
  new_total_amount: '205.80',
  new_total_currency: 'GBP',
  penalty_total_amount: '25.00',
  penalty_total_currency: 'GBP',
  penalty_amount: '25.00',
  penalty_currency: 'GBP',
  refund_to: 'original_form_of_payment',
  live_mode: false,
  created_at: '2027-01-10T09:00:00Z',
  expires_at: '2027-01-10T09:30:00Z',
  slices: { add: slices, remove: slices },
};
const changeOffer = {
  ...changePrice,
  id: 'oco_0000AcSb88q78lMMAsQ8ju',
  order_change_id: 'oce_0000AcSb88q78lMMAsQ8jt',
  updated_at: '2027-01-10T09:00:00Z',
};
const changeOffers = [
  changeOffer,
  {
    ...changeOffer,
    change_total_amount: null,
    change_total_currency: null,
    new_total_amount: null,
    penalty_total_amount: null,
    penalty_total_currency: null,
    penalty_amount: null,
    penalty_currency: null,
  },
];
export const changeRequestSamples: readonly object[] = [
  {
    id: 'ocr_0000AcSb88q78lMMAsQ8jv',
    order_id: 'ord_0000AcSb88q78lMMAsQ8jp',
    live_mode: false,
    created_at: '2027-01-10T09:00:00Z',
    updated_at: '2027-01-10T09:00:00Z',
    slices: {
      remove: [{ slice_id: 'sli_0000AcSb88q78lMMAsQ8jn' }],
      add: [{ origin: 'LHR', destination: 'JFK', departure_date: '2027-04-01', cabin_class: 'economy' }],
    },
    order_change_offers: changeOffers,
  },
];
const orderChange = {
  ...changePrice,
  id: 'oce_0000AcSb88q78lMMAsQ8jt',
  order_id: 'ord_0000AcSb88q78lMMAsQ8jp',
  available_payment_types: ['balance', 'card'],
  confirmed_at: null,
};
export const changeSamples: readonly object[] = [orderChange, { ...orderChange, confirmed_at: '2027-01-10T09:10:00Z' }];

export const errorSamples: readonly object[] = [undefined, { field: 'origin', pointer: '/slices/0/origin' }].map(
  (source) => ({
    meta: { status: 422, request_id: 'FZW0H3HdJwKk5HMAAKxB' },
    errors: [
      {
        type: 'validation_error',
        code: 'validation_required',
        title: 'Required field',
        message: "Field 'origin' can't be blank",
        documentation_url: 'https://duffel.com/docs/api/overview/errors',
        ...(source === undefined ? {} : { source }),
      },
    ],
  }),
);

export const eventSamples: readonly object[] = [
  {
    id: 'wev_0000AcSb88q78lMMAsQ8jw',
    api_version: 'v2',
    type: 'order.created',
    live_mode: false,
    idempotency_key: 'ord_0000AcSb88q78lMMAsQ8jp',
    created_at: '2027-01-10T09:00:00Z',
    identity_organisation_id: 'org_0000AcSb88q78lMMAsQ8jx',
    data: { object: { id: 'ord_0000AcSb88q78lMMAsQ8jp', offer_id: 'off_0000AcSb88q78lMMAsQ8ji' } },
  },
];
