/** What becomes of what a table holds about people. */
export type PersonalData =
  | {
      readonly kind: 'erased';
      /** Emptied, or rid of names, when the trip they belong to is erased. */
      readonly columns: readonly string[];
      /** Texts and documents beside them that say nothing about who somebody is. */
      readonly plain: readonly string[];
    }
  | { readonly kind: 'gone_with_trip'; readonly columns: readonly string[] }
  | { readonly kind: 'short_lived'; readonly after: string; readonly columns: readonly string[] }
  /** People who work for an organization, as long as they do. */
  | { readonly kind: 'staff'; readonly columns: readonly string[] }
  | { readonly kind: 'nobody'; readonly columns: readonly string[] };

const erased = (columns: readonly string[], plain: readonly string[]): PersonalData => ({
  kind: 'erased',
  columns,
  plain,
});
const gone = (...columns: readonly string[]): PersonalData => ({ kind: 'gone_with_trip', columns });
const short = (after: string, ...columns: readonly string[]): PersonalData => ({ kind: 'short_lived', after, columns });
const staff = (...columns: readonly string[]): PersonalData => ({ kind: 'staff', columns });
const nobody = (...columns: readonly string[]): PersonalData => ({ kind: 'nobody', columns });

/**
 * Every table. Of those that hold a traveler's data each text and document column is named; of the others, each
 * document (jsonb, bytea, text[]): new ones cannot be forgotten (test/stores/personal-data.test.ts).
 */
export const PERSONAL_DATA: Readonly<Record<string, PersonalData>> = {
  trip: erased(
    ['travelers', 'contact', 'metadata', 'end_user_id'],
    [
      ...['organization_id', 'trip_id', 'status', 'currency', 'items', 'quote', 'on_partial', 'fulfilment_status'],
      ...['fulfilment_phase', 'outcome', 'booking_ref'],
    ],
  ),
  trip_archive: nobody('items', 'quote'),
  booking: erased(
    ['travelers', 'contact', 'last_name_folded', 'end_user_id'],
    ['organization_id', 'booking_ref', 'trip_id', 'payment_id', 'status', 'phase', 'failure', 'on_partial', 'currency'],
  ),
  booking_item: erased(
    ['failure'],
    [
      ...['organization_id', 'booking_ref', 'item_id', 'kind', 'status', 'supplier_id', 'reference', 'currency'],
      ...['origin_currency', 'description', 'details', 'supplier_order_id', 'confirmation_number', 'tickets'],
      ...['replaced_by', 'failure_code'],
    ],
  ),
  booking_item_archive: erased(
    ['failure'],
    [
      ...['organization_id', 'booking_ref', 'item_id', 'kind', 'status', 'supplier_id', 'reference', 'currency'],
      ...['origin_currency', 'description', 'details', 'supplier_order_id', 'confirmation_number', 'tickets'],
      ...['replaced_by', 'failure_code'],
    ],
  ),
  booking_change: erased(
    ['terms', 'failure'],
    [
      ...['organization_id', 'change_id', 'booking_ref', 'trip_id', 'item_id', 'kind', 'status', 'reference'],
      ...['payment_id', 'session_id', 'result'],
    ],
  ),
  supplier_booking: erased(
    ['reason'],
    [
      ...['organization_id', 'supplier', 'reference', 'account_id', 'status', 'offer_id', 'search_id', 'currency'],
      ...['ordered', 'order_id', 'request_id', 'proof', 'failure_event_id'],
    ],
  ),
  supplier_cancellation: erased(
    ['reason'],
    [
      ...['organization_id', 'supplier', 'change_reference', 'reference', 'status', 'quote_id', 'currency'],
      ...['credits', 'proof'],
    ],
  ),
  ap2_mandate: erased(
    ['mandate'],
    ['organization_id', 'checkout_id', 'reference', 'open_reference', 'issuer', 'presentation_id', 'receipt', 'error'],
  ),
  mandate_issuers: nobody('issuers'),
  ucp_checkout: erased(
    ['attribution', 'party'],
    ['organization_id', 'checkout_id', 'platform_profile', 'lines', 'shown', 'stays'],
  ),
  mandate_proposal: erased(
    ['judgements', 'note', 'decided_reason'],
    [
      ...['organization_id', 'proposal_id', 'mandate_id', 'trip_id', 'status', 'quote_id', 'content_hash', 'currency'],
      ...['decision', 'decided_by', 'decided_acr'],
    ],
  ),
  mandate: erased(
    ['terms', 'reason', 'decided_reason'],
    [
      ...['organization_id', 'mandate_id', 'status', 'agent_kind', 'agent_id', 'agent_name', 'name', 'decided_by'],
      ...['decided_acr', 'ended_reason'],
    ],
  ),
  booking_note: erased(['text'], ['organization_id', 'note_id', 'booking_ref', 'author_kind', 'author_id']),
  mail_language: gone(),
  guest_directory: gone(),
  mail_message: nobody(),
  schedule_change: nobody('moves', 'affected', 'segments'),
  signed_document: nobody(),
  document_signing_key: nobody('public_jwk'),
  payment: erased(
    ['card_brand', 'card_last4', 'card_wallet'],
    [
      ...['organization_id', 'payment_id', 'purpose_kind', 'purpose_id', 'session_id', 'processor_id', 'processor_ref'],
      ...['status', 'currency', 'decline_reason', 'description', 'trip_id', 'success_url', 'cancel_url'],
    ],
  ),
  payment_refund: nobody(),
  ledger_transfer: nobody(),
  mandate_execution: nobody(),
  mandate_transfer: nobody(),
  ucp_order_event: nobody('item_ids'),
  ucp_order_attempt: nobody(),
  stripe_payment: nobody(),
  webhook_event: short('30 days'),
  webhook_delivery: short('30 days', 'attempts'),
  webhook_endpoint: staff('events', 'older_secrets'),
  idempotency_key: short('24 hours', 'result'),
  job: short('its end', 'payload'),
  mcp_offer_handle: short('a day', 'tokens'),
  supplier_answer: short('minutes', 'sealed'),
  supplier_event: short('weeks'),
  oauth_payload: short('its life'),
  request_log: short('7 days'),
  audit_event: short('400 days', 'detail'),
  sign_in_failure: short('its window'),
  sign_in_count: short('its window'),
  price_monitor: nobody('question'),
  organization: staff(),
  organization_profile: staff('support', 'legal', 'return_hosts'),
  organization_logo: staff('bytes'),
  issued_document: staff('seller', 'body'),
  api_key: staff('scopes'),
  user_account: staff(),
  user_password: staff(),
  user_link: staff(),
  web_session: staff(),
  user_second_factor: staff(),
  user_recovery_code: staff(),
  member_invitation: staff(),
  oauth_grant: staff(),
  supplier_account: nobody('settings'),
  supplier_account_health: nobody(),
  supplier_call_state: nobody(),
  organization_clock: nobody(),
  organization_supply: nobody(),
  sale_switch: nobody(),
  installation_sale_switch: nobody(),
  pricing_rules: nobody('rules'),
  credit_balance: nobody(),
  usage_day: nobody(),
  request_log_gap: nobody(),
  usage_minute: nobody(),
  usage_writer: nobody(),
  oauth_signing_key: nobody('public_jwk'),
  // Counted by organization, and that hashed; no traveler and no end user.
  demand_caller_key: nobody(),
  demand_event: nobody(),
  demand_progress: nobody(),
  demand_rollup: nobody(),
  demand_slice: nobody('head', 'index', 'shapes', 'daily'),
  fare_observation: nobody('carriers'),
  stay_observation: nobody(),
  observed_fare: nobody('cheapest_small', 'cheapest', 'offers'),
  fare_warming: nobody('journeys'),
  fx_rate: nobody(),
  hotel_content: nobody('facts', 'detail'),
  hotel_content_city: nobody(),
  export_file: nobody(),
  installation: nobody(),
  schema_migration: nobody(),
  reconcile_claim: nobody(),
  reconcile_run: nobody('findings'),
  // Of the simulator: travelers by their id in the trip alone.
  sandbox_added_services: nobody('services'),
  sandbox_assigned_seat: nobody(),
  sandbox_cancellation: nobody(),
  sandbox_order: nobody('tickets', 'seats', 'fare', 'booked'),
  sandbox_payment: nobody('refunds'),
  sandbox_schedule_change: nobody('shifts', 'flights'),
  sandbox_sold_seats: nobody(),
  sandbox_sold_stock: nobody(),
};
