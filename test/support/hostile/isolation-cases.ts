import type { Named } from './isolation-tenant.ts';

/** One request with somebody's ids in it. */
export interface Attempt {
  /** What of the other organization it holds. */
  readonly what: string;
  /** Of the operation's path: what stands for its parameter, and its query. */
  readonly id?: string;
  readonly query?: string;
  readonly body?: object;
  /** 404 unless told: sealed tokens are 422 (contract, section 2), filters that find nothing are 200. */
  readonly status?: 200 | 422;
}

/** What the stranger has of their own, to which the others' ids are added. */
export interface Own {
  readonly tripId: string;
  readonly itemId: string;
  readonly flightRef: string;
  readonly carRef: string;
}
type Case = (ids: Named, own: Own) => readonly Attempt[];

const pair = (bookingRef: string, { lastName }: Named) => ({ booking_ref: bookingRef, last_name: lastName });
const byTrip =
  (more: object = {}): Case =>
  ({ tripId }) => [{ what: 'trip', body: { trip_id: tripId, ...more } }];
const byFlight =
  (more: object = {}): Case =>
  (ids) => [{ what: 'booking and last name', body: { ...pair(ids.flightRef, ids), ...more } }];
const byId =
  (what: string, idOf: (ids: Named) => string, body?: object): Case =>
  (ids) => [{ what, id: idOf(ids), ...(body ? { body } : {}) }];
const byToken =
  (key: (ids: Named, own: Own) => object, what: string): Case =>
  (ids, own) => [{ what, body: key(ids, own), status: 422 }];
const all =
  (...cases: readonly Case[]): Case =>
  (ids, own) =>
    cases.flatMap((one) => one(ids, own));

/** Every operation that takes an id, a token or a reference of an organization. */
export const STRANGER_CASES: Readonly<Record<string, Case>> = {
  get_price_monitor: byId('monitor', ({ monitorId }) => monitorId),
  delete_price_monitor: byId('monitor', ({ monitorId }) => monitorId),
  get_booking_timeline: byId('booking', ({ flightRef }) => flightRef),
  list_booking_notes: byId('booking', ({ flightRef }) => flightRef),
  create_booking_note: byId('booking', ({ flightRef }) => flightRef, { text: 'of a stranger' }),
  resend_booking_mail: byId('booking', ({ flightRef }) => flightRef, { mail_id: 'evt_none' }),
  get_event: byId('event', ({ eventId }) => eventId),
  decide_manual_change: byId('change', ({ refundQuoteId }) => refundQuoteId, { decision: 'decline', reason: 'x' }),
  retry_booking: byId('booking', ({ flightRef }) => flightRef, {}),
  booking_search: ({ flightRef }) => [{ what: 'reference', query: `query=${flightRef}`, status: 200 }],
  get_mandate: byId('mandate', ({ mandateId }) => mandateId),
  mandate_revoke: ({ mandateId }) => [{ what: 'mandate', body: { mandate_id: mandateId } }],
  sandbox_approve: ({ mandateId, proposalId }) => [
    { what: 'mandate', body: { mandate_id: mandateId, decision: 'approve' } },
    { what: 'proposal', body: { proposal_id: proposalId, decision: 'approve' } },
  ],
  propose: all(({ mandateId }, { tripId }) => [{ what: 'mandate', body: { mandate_id: mandateId, trip_id: tripId } }]),
  approval_request: ({ proposalId }) => [{ what: 'proposal', body: { proposal_id: proposalId } }],
  execute_proposal: ({ proposalId }) => [
    { what: 'proposal', body: { proposal_id: proposalId, shared_payment_token: 'spt_test_ok' } },
  ],
  get_proposal: byId('proposal', ({ proposalId }) => proposalId),
  mandate_request: ({ keyId }) => [
    {
      what: 'API key',
      body: {
        name: 'Mine',
        currency: 'EUR',
        budget: 1,
        valid_until: new Date(Date.now() + 86_400_000).toISOString(),
        api_key_id: keyId,
      },
    },
  ],
  trip: all(
    byTrip({ metadata: { note: 'mine' } }),
    byToken(({ flightItemToken }) => ({ add_item: { trip_item_token: flightItemToken } }), 'flight token'),
    byToken(({ hotelToken }) => ({ add_item: { trip_item_token: hotelToken } }), 'hotel token'),
    byToken(({ carToken }) => ({ add_item: { trip_item_token: carToken } }), 'car token'),
    byToken(
      ({ flightItemToken }, { tripId }) => ({ trip_id: tripId, add_item: { trip_item_token: flightItemToken } }),
      'flight token, into an own trip',
    ),
    ({ itemId }, { tripId }) => [
      { what: 'item, of an own trip', body: { trip_id: tripId, remove_item: { item_id: itemId } } },
    ],
  ),
  get_trip: byId('trip', ({ tripId }) => tripId),
  trip_status: byTrip(),
  cancel_trip: byTrip(),
  select_ancillaries: all(
    ({ tripId, itemId, travelerId }) => [
      {
        what: 'trip, item and traveler',
        body: {
          trip_id: tripId,
          item_id: itemId,
          selections: [{ offer_id: 'bag', pax_ref_id: travelerId, quantity: 1 }],
        },
      },
    ],
    ({ itemId }, { tripId }) => [
      { what: 'item, of an own trip', body: { trip_id: tripId, item_id: itemId, selections: [] } },
    ],
  ),
  get_trip_ancillaries: byId('trip', ({ tripId }) => tripId),
  get_trip_seat_maps: byId('trip', ({ tripId }) => tripId),
  shop_sync: all(
    byTrip({ actions: [{ action: 'remove_travelers' }] }),
    byToken(
      ({ flightItemToken }) => ({ actions: [{ action: 'add_product', trip_item_token: flightItemToken }] }),
      'flight token',
    ),
  ),
  checkout: byTrip(),
  book: byTrip(),
  shop_sync_checkout: byTrip(),
  submit_agent_payment: byTrip({ shared_payment_token: 'spt_test_ok' }),
  get_trip_ledger: byId('trip', ({ tripId }) => tripId),
  get_trip_receipt: byId('trip', ({ tripId }) => tripId),
  get_booking: byFlight(),
  bookings_lookup: byFlight(),
  read_booking: byId('booking', ({ flightRef }) => flightRef),
  list_booking_invoices: byId('booking', ({ flightRef }) => flightRef),
  list_order_deliveries: byId('booking', ({ flightRef }) => flightRef),
  refund_check: byFlight(),
  flights_refund_check: byFlight(),
  refund_commit: all(
    byFlight(),
    (ids) => [
      { what: 'booking, last name and quote', body: { ...pair(ids.flightRef, ids), quote_id: ids.refundQuoteId } },
    ],
    (ids, { flightRef }) => [
      { what: 'quote, of an own booking', body: { ...pair(flightRef, ids), quote_id: ids.refundQuoteId } },
    ],
  ),
  refund_status: all(byFlight(), (ids, { flightRef }) => [
    { what: 'quote, of an own booking', body: { ...pair(flightRef, ids), quote_id: ids.refundQuoteId } },
  ]),
  hotel_cancel: (ids) =>
    (['preview', 'commit', 'status'] as const).map((action) => ({
      what: `booking and last name (${action})`,
      body: { ...pair(ids.hotelRef, ids), action },
    })),
  car_cancel: (ids) =>
    (['preview', 'commit', 'status'] as const).map((action) => ({
      what: `booking and last name (${action})`,
      body: { ...pair(ids.carRef, ids), action },
    })),
  exchange_shop: byFlight({ preferred_departure_date: '2027-06-20' }),
  exchange_price: all(
    (ids) => [
      {
        what: 'booking, last name and offer',
        body: { ...pair(ids.flightRef, ids), offer_id: ids.exchangeOfferId },
      },
    ],
    byToken(
      (ids, { flightRef }) => ({ ...pair(flightRef, ids), offer_id: ids.exchangeOfferId }),
      'offer, for an own booking',
    ),
  ),
  flights_exchange_price: (ids) => [
    { what: 'booking, last name and offer', body: { ...pair(ids.flightRef, ids), offer_id: ids.exchangeOfferId } },
  ],
  exchange_commit: all(
    (ids) => [
      {
        what: 'booking, last name and session',
        body: { ...pair(ids.flightRef, ids), session_reference: ids.exchangeId, shared_payment_token: 'spt_test_ok' },
      },
    ],
    (ids, { flightRef }) => [
      { what: 'session, of an own booking', body: { ...pair(flightRef, ids), session_reference: ids.exchangeId } },
    ],
  ),
  exchange_status: all(
    (ids) => [
      {
        what: 'booking, last name and session',
        body: { ...pair(ids.flightRef, ids), session_reference: ids.exchangeId },
      },
    ],
    (ids, { flightRef }) => [
      { what: 'session, of an own booking', body: { ...pair(flightRef, ids), session_reference: ids.exchangeId } },
    ],
  ),
  add_services_check: byFlight(),
  add_services_commit: all(
    (ids) => [
      {
        what: 'booking, last name and quote',
        body: { ...pair(ids.flightRef, ids), quote_id: ids.servicesQuoteId, shared_payment_token: 'spt_test_ok' },
      },
    ],
    (ids, { flightRef }) => [
      { what: 'quote, of an own booking', body: { ...pair(flightRef, ids), quote_id: ids.servicesQuoteId } },
    ],
  ),
  schedule_change_accept: byFlight(),
  car_exchange_preview: (ids) => [
    { what: 'booking and last name', body: { ...pair(ids.carRef, ids), drop_off_date_time: '2027-03-12T10:00:00' } },
  ],
  car_exchange_commit: all(
    (ids) => [
      {
        what: 'booking, last name, preview and offer',
        body: { ...pair(ids.carRef, ids), exchange_id: ids.carExchangeId, exchange_offer_token: ids.carExchangeToken },
      },
    ],
    byToken(
      (ids, { carRef }) => ({
        ...pair(carRef, ids),
        exchange_id: ids.carExchangeId,
        exchange_offer_token: ids.carExchangeToken,
      }),
      'preview and offer, for an own booking',
    ),
  ),
  car_exchange_status: all(
    (ids) => [{ what: 'booking and last name', body: pair(ids.carRef, ids) }],
    byToken(
      (ids, { carRef }) => ({ ...pair(carRef, ids), exchange_id: ids.carExchangeId }),
      'preview, of an own booking',
    ),
  ),
  redeliver_webhook: byId('delivery', ({ deliveryId }) => deliveryId, {}),
  get_webhook: byId('endpoint', ({ webhookId }) => webhookId),
  update_webhook: byId('endpoint', ({ webhookId }) => webhookId, { status: 'disabled' }),
  delete_webhook: byId('endpoint', ({ webhookId }) => webhookId),
  test_webhook: byId('endpoint', ({ webhookId }) => webhookId, {}),
  recover_webhook: byId('endpoint', ({ webhookId }) => webhookId, { since: '2026-01-01T00:00:00Z' }),
  rotate_webhook_secret: byId('endpoint', ({ webhookId }) => webhookId, {}),
  list_webhook_deliveries: byId('endpoint', ({ webhookId }) => webhookId),
  list_events: all(
    ({ eventsPageToken }) => [{ what: 'page token', query: `page_token=${eventsPageToken}`, status: 422 }],
    ({ flightRef }) => [{ what: 'booking, as a filter', query: `booking_ref=${flightRef}`, status: 200 }],
  ),
  delete_api_key: byId('key', ({ keyId }) => keyId),
  update_member: byId('member', ({ userId }) => userId, { role: 'member' }),
  delete_member: byId('member', ({ userId }) => userId),
  get_supplier_account: byId('account', ({ supplierAccountId }) => supplierAccountId),
  update_supplier_account: byId('account', ({ supplierAccountId }) => supplierAccountId, { enabled: false }),
  delete_supplier_account: byId('account', ({ supplierAccountId }) => supplierAccountId),
  // A supplier is no organization's: the stranger switches it for themselves.
  switch_supplier_sale: () => [{ what: 'supplier', id: 'sandbox', body: { for_sale: true }, status: 200 }],
  delete_invitation: byId('invitation', ({ invitationId }) => invitationId),
  audit_log: ({ eventsPageToken }) => [{ what: 'page token', query: `page_token=${eventsPageToken}`, status: 422 }],
  sandbox_pay: all(byTrip({ card: '4242424242424242' }), ({ sessionId }) => [
    { what: 'session', body: { session_id: sessionId, card: '4242424242424242' } },
  ]),
  sandbox_schedule_change: byId('booking', ({ flightRef }) => flightRef, {}),
};

/**
 * Every operation that takes none: what it is called with, as the stranger. It must tell nothing of the other
 * organization and change nothing there.
 */
export const OWN_CASES: Readonly<Record<string, Pick<Attempt, 'id' | 'query' | 'body'>>> = {
  flight_search: { body: { origin: 'PAR', destination: 'LIS', departure_date: '2027-03-05' } },
  flights_search: {
    body: {
      passengers: { adt: 1 },
      filters: {
        trip_type: 'oneway',
        locations: { origins: ['PAR'], destinations: ['LIS'] },
        dates: { departure_dates: ['2027-03-05'] },
      },
    },
  },
  flights_destination_search: {
    body: {
      passengers: { adt: 1 },
      filters: {
        trip_type: 'oneway',
        locations: { origins: ['LIS'] },
        dates: { departure_date_ranges: [{ start: '2027-03-01', end: '2027-03-02' }] },
      },
    },
  },
  find_destination: { body: { origins: ['LIS'], departure_date_ranges: [{ start: '2027-03-01', end: '2027-03-02' }] } },
  flight_calendar: {
    body: {
      origins: ['PAR'],
      destinations: ['LIS'],
      departure_date_ranges: [{ start: '2027-03-01', end: '2027-03-02' }],
    },
  },
  find_dates: {
    body: {
      origins: ['PAR'],
      destinations: ['LIS'],
      departure_date_ranges: [{ start: '2027-03-01', end: '2027-03-02' }],
    },
  },
  lowest_fare: { body: { origins: ['PAR'], destinations: ['LIS'], departure_date: '2027-03-05', adults: 1 } },
  price_monitoring: { body: { origin: 'PAR', destination: 'TYO', departure_date: '2027-03-05', adults: 1 } },
  list_price_monitors: {},
  list_mandates: {},
  hotel_price_index: { body: { city: 'LIS' } },
  price_history: { body: { origin: 'PAR', destination: 'NYC' } },
  car_search: {
    body: {
      pick_up: { location: 'LIS', date_time: '2027-03-05T10:00:00' },
      drop_off: { date_time: '2027-03-10T10:00:00' },
      driver_age: 34,
    },
  },
  hotel_search: { body: { city_name: 'Lisbon', checkin: '2027-03-05', checkout: '2027-03-06', adults: 1 } },
  hotels_shop: {
    body: {
      checkin: '2027-03-05',
      checkout: '2027-03-06',
      destination: { city_name: 'Lisbon' },
      occupancies: [{ adults: 1 }],
    },
  },
  hotel_details: { id: 'bhnemo-unknown' },
  places: { query: 'query=lis' },
  demand_trends: { body: { series: [{ destination: 'LIS' }], forecast_periods: 4 } },
  demand_destinations: { body: { market: 'FR' } },
  demand_markets: { body: { destination: 'LIS', group_by: 'city' } },
  demand_audiences: { body: { destination: 'LIS' } },
  air_traffic_traveled: { query: 'originCityCode=PAR&period=2026-03' },
  air_traffic_booked: { query: 'originCityCode=PAR&period=2026-03' },
  air_traffic_busiest_period: { query: 'cityCode=PAR&period=2025' },
  list_trips: {},
  list_bookings: {},
  list_webhooks: {},
  list_api_keys: {},
  list_members: {},
  list_invitations: {},
  list_supplier_accounts: {},
  list_suppliers: {},
  get_organization: {},
  replace_organization: { body: { name: 'Stranger', return_hosts: ['shop.stranger.example'] } },
  replace_organization_logo: {
    body: {
      data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    },
  },
  delete_organization_logo: {},
  get_mandate_issuers: {},
  replace_mandate_issuers: { body: { issuers: [], version: 0 } },
  get_pricing_rules: {},
  pricing_rules_try: { body: { example: { kind: 'car', amount: 100, currency: 'EUR' } } },
  replace_pricing_rules: { body: { rules: [{ match: { kind: 'car' }, percent: 1 }], version: 0 } },
  account: {},
  update_account: { body: { use_installation_account: false } },
  usage: {},
  overview: {},
  list_manual_changes: {},
  request_log: {},
  get_sandbox_clock: {},
  openapi: {},
  create_webhook: { body: { url: 'http://127.0.0.1:9/', events: ['booking.completed'] } },
  create_api_key: { body: { name: 'of B' } },
  create_supplier_account: { body: { supplier: 'duffel', credentials: { token: 'duffel_test_ofTheStranger' } } },
  create_invitation: { body: { email: 'invited-by-b@example.com', role: 'member' } },
  sandbox_clock: { body: { advance_seconds: 86_400 } },
  sandbox_bookings: { body: { kind: 'car' } },
  sandbox_credits: { body: { amount: 1 } },
  sandbox_reset: { body: {} },
};
