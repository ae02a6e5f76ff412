import type { StubAnswer } from '../send-answer.ts';

/** One entry of `errors` in Duffel's error answer. */
export interface RefusalEntry {
  readonly type: string;
  readonly code: string | number;
  readonly title: string;
  readonly message: string;
  /** An object where a field is at fault; the airline's name where an airline refused. */
  readonly source?: { readonly field: string; readonly pointer: string } | string | undefined;
}

const TYPES = {
  authentication: 'authentication_error',
  airline: 'airline_error',
  state: 'invalid_state_error',
  rate: 'rate_limit_error',
  validation: 'validation_error',
  request: 'invalid_request_error',
  api: 'api_error',
} as const;

type Row = readonly [status: number, type: keyof typeof TYPES, title: string];

/** The codes this stub answers by itself. A fault switch may name any other code. */
const CODES = {
  access_token_not_found: [401, 'authentication', 'Access token not found'],
  expired_access_token: [401, 'authentication', 'Expired access token'],
  insufficient_permissions: [403, 'authentication', 'Insufficient permissions'],
  missing_authorization_header: [401, 'authentication', 'Missing authorization header'],
  invalid_authorization_header: [401, 'authentication', 'Invalid authorization header'],
  missing_version_header: [400, 'request', 'Missing version header'],
  invalid_version_header: [400, 'request', 'Invalid version header'],
  unsupported_version: [400, 'request', 'Unsupported version'],
  missing_content_type_header: [400, 'request', 'Missing content type header'],
  invalid_content_type_header: [400, 'request', 'Invalid content type header'],
  unsupported_format: [406, 'request', 'Unsupported format'],
  bad_request: [400, 'request', 'Malformed request'],
  missing_data_param: [400, 'request', 'Missing data param'],
  malformed_data_param: [400, 'request', 'Malformed data param'],
  not_found: [404, 'request', 'Requested resource not found'],
  unavailable_feature: [403, 'request', 'Feature is not available'],
  validation_required: [422, 'validation', 'Required field'],
  validation_format: [422, 'validation', 'Invalid format'],
  validation_length: [422, 'validation', 'Invalid length'],
  validation_inclusion: [422, 'validation', 'Invalid value'],
  validation_type: [422, 'validation', 'Invalid type'],
  validation_unique: [422, 'validation', 'Not unique'],
  rate_limit_exceeded: [429, 'rate', 'Rate limit exceeded'],
  gateway_timeout_error: [504, 'api', 'Gateway timeout'],
  internal_server_error: [500, 'api', 'Internal server error'],
  order_not_created: [502, 'airline', 'Order was not created'],
  airline_unknown: [502, 'airline', 'Unknown airline error'],
  airline_internal: [502, 'airline', 'Airline internal error'],
  service_unavailable: [503, 'api', 'Service unavailable'],
  offer_no_longer_available: [422, 'airline', 'Requested offer is no longer available'],
  offer_expired: [422, 'state', 'Offer expired'],
  price_changed: [422, 'state', 'Price changed'],
  offer_request_already_booked: [422, 'state', 'Offer request already booked'],
  order_creation_already_attempted: [422, 'state', 'Order creation already attempted'],
  order_passengers_incompatible_with_offer: [422, 'state', 'Passengers do not match the offer'],
  not_valid_with_selected_offer: [422, 'state', 'Not valid with the selected offer'],
  invalid_order_create_type: [422, 'validation', 'Invalid order type'],
  payments_not_allowed_for_order_type: [422, 'validation', 'Payments are not allowed for this order type'],
  services_not_allowed_for_order_type: [422, 'validation', 'Services are not allowed for this order type'],
  duplicate_passenger_name: [422, 'validation', 'Passengers have the same name'],
  duplicate_booking: [422, 'airline', 'Duplicate booking'],
  invalid_passenger_name: [422, 'validation', 'Invalid passenger name'],
  invalid_passenger_title: [422, 'validation', 'Invalid passenger title'],
  invalid_phone_number: [422, 'validation', 'Invalid phone number'],
  invalid_email_address: [422, 'validation', 'Invalid email address'],
  invalid_loyalty_card: [422, 'airline', 'Invalid loyalty card'],
  insufficient_balance: [422, 'state', 'Insufficient balance'],
  payment_amount_does_not_match_order_amount: [422, 'validation', 'Payment amount does not match'],
  payment_currency_does_not_match_order_currency: [422, 'validation', 'Payment currency does not match'],
  payment_declined: [422, 'state', 'Payment declined'],
  three_d_secure_session_not_found: [422, 'validation', 'Three D secure session not found'],
  already_paid: [422, 'state', 'Order already paid'],
  already_cancelled: [422, 'state', 'Order already cancelled'],
  past_payment_required_by_date: [422, 'state', 'Past the date payment is required by'],
  order_type_not_eligible_for_payment: [422, 'state', 'Order type is not eligible for payment'],
  ancillary_service_not_available: [422, 'airline', 'Ancillary service is not available'],
  schedule_changed: [422, 'airline', 'Schedule changed'],
  order_not_cancellable: [422, 'state', 'Order cannot be cancelled'],
  order_cancellation_stale: [422, 'state', 'Order cancellation is stale'],
  order_not_changeable: [422, 'state', 'Order cannot be changed'],
  order_not_changeable_yet: [422, 'state', 'Order cannot be changed yet'],
  order_change_already_actioned: [422, 'state', 'Order change already actioned'],
  stale_airline_initiated_change_accept: [422, 'state', 'Airline-initiated change is stale'],
  stale_airline_initiated_change_update: [422, 'state', 'Airline-initiated change is stale'],
  pay_later_order_no_payment_for_ancillaries: [422, 'state', 'Order is not paid yet'],
  unsafe_unique: [422, 'validation', 'A webhook exists already'],
  webhook_client_error: [422, 'state', 'The webhook did not answer well'],
  unsupported_action: [400, 'request', 'Unsupported action'],
} as const satisfies Record<string, Row>;
export type RefusalCode = keyof typeof CODES;

/** An error answer of Duffel, thrown from anywhere in a handler. */
export class DuffelRefusal extends Error {
  readonly status: number;
  readonly entries: readonly RefusalEntry[];

  constructor(status: number, entries: readonly RefusalEntry[]) {
    super(entries.map(({ code, message }) => `${code}: ${message}`).join('; '));
    this.name = 'DuffelRefusal';
    this.status = status;
    this.entries = entries;
  }
}

/** A refusal by its code. `field` is the JSON pointer of what is wrong: `/slices/0/origin`. */
export function refusal(code: RefusalCode, message?: string, field?: string): DuffelRefusal {
  return new DuffelRefusal(CODES[code][0], [entryOf(code, message, field)]);
}

/** One entry of a refusal; several make one answer. */
export function entryOf(code: RefusalCode, message?: string, field?: string): RefusalEntry {
  const [, type, title] = CODES[code];
  const source = field === undefined ? undefined : { field: field.split('/').at(-1) ?? '', pointer: field };
  return { type: TYPES[type], code, title, message: message ?? `${title}.`, source };
}

/** The status, type and title that belong to a code, where it is one of Duffel's that are known here. */
export function knownCode(code: string): { readonly status: number; readonly type: string; readonly title: string } {
  const row = Object.entries(CODES).find(([name]) => name === code)?.[1];
  if (row === undefined) return { status: 422, type: TYPES.state, title: code };
  return { status: row[0], type: TYPES[row[1]], title: row[2] };
}

/** The answer a refusal is sent as. */
export function presentRefusal({ status, entries }: DuffelRefusal, requestId: string): StubAnswer {
  return {
    status,
    body: {
      meta: { status, request_id: requestId },
      errors: entries.map((entry) => ({ ...entry, documentation_url: 'https://duffel.com/docs/api/overview/errors' })),
    },
  };
}
