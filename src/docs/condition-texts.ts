import type { ConditionName } from '../platform/errors.ts';

/** When each condition happens, for the error list: a condition without a text does not compile. */
export const CONDITION_TEXTS: Readonly<Record<ConditionName, string>> = {
  credential_missing: 'Neither `X-API-Key` nor `Authorization: Bearer` was sent.',
  credential_invalid: 'The key or token is unknown, revoked, expired or of another environment.',
  scope_missing: 'The key or token lacks the scope of the operation.',
  csrf_token_invalid: 'A browser session wrote without its `X-CSRF-Token`.',
  user_required: 'An API key called an operation that only signed-in users have.',
  role_forbidden: 'A person’s role in the organization does not allow the operation: `read_only` changes nothing.',
  owner_required: 'A member who is no owner tried to change the organization.',
  mandate_agent_required: 'Another key or program than the agent of the mandate proposed or executed with it.',
  mandate_required: 'A key that pays by mandates alone (`mandate_only`) called an operation that could pay otherwise.',
  balance_exhausted: 'A metered call costs more credits than are left.',
  rate_exceeded: 'The key’s burst is used up.',
  quota_exceeded: 'The key, or the signed-in user, has used the calls of its quota for 30 days.',
  answers_unread:
    'Clients of the organization leave more than 16 MiB of answers unread; further large ones are refused until they are read.',
  concurrency_exceeded: 'Four long questions of the organization (searches, discovery, demand) are under way already.',
  guest_attempts_exceeded: 'Reference and last name were guessed wrong too often.',
  body_malformed: 'The body cannot be read as JSON.',
  body_invalid:
    'A field is missing, of the wrong type or out of its limits, or its meaning is wrong (an unknown airport, a date in the past).',
  shared_token_unusable:
    'The shared payment token is limited to less than is due or to another currency, has expired or was deactivated (`reason`); nothing was held.',
  body_too_large: 'The body has more than 1 MiB.',
  content_type_unsupported: 'The body came as something other than JSON.',
  method_not_allowed: 'The path exists with other methods; `Allow` lists them.',
  token_invalid: 'An offer, quote or page token was shortened, changed, or made for somebody else.',
  idempotency_mismatch: 'The same `Idempotency-Key` came with another body within 24 hours.',
  idempotency_running: 'A request with this `Idempotency-Key` has not been answered yet.',
  path_unknown: 'No operation has this path, or it was a deprecated one past its Sunset.',
  resource_not_found: 'The id is unknown to this organization.',
  trip_not_found: 'The trip is unknown to this organization.',
  trip_item_not_found: 'The item was removed, or is of another trip.',
  booking_not_found:
    'Reference and last name do not belong together, or an `order_id`, `provider` or ticket number sent with them is of another booking. An `item_id` or `quote_id` of the booking that is of another kind or operation is named in the message.',
  webhook_not_found: 'The endpoint was deleted or is of another organization.',
  state_conflict: 'Another commit of the same item runs, or what is asked for was already decided otherwise.',
  currency_unsupported: 'There is no exchange rate to or from this currency.',
  offer_expired: 'A token was used after its `expires_at`.',
  offer_unavailable: 'The supplier no longer sells this offer; noticed when it is added or checked out.',
  price_changed: 'Checkout with `fail_on_price_change`, or above `max_price_increase`, found another price.',
  quote_expired: 'A payment or commit came after the quote’s end: 300 seconds for a trip, ten minutes for a change.',
  trip_expired: 'A trip that lay idle for 24 hours was read, written or checked out.',
  trip_state_conflict:
    'A write or checkout came while another checkout or a payment ran, or after the trip was paid, cancelled or failed.',
  customer_details_missing: 'Checkout found travelers or contact incomplete, or another party than was searched for.',
  supplier_rejected: 'Every provider that was asked refused.',
  supplier_failed: 'A provider’s answer was an error, or could not be read.',
  supplier_unavailable: 'Providers are down, overloaded, or none is configured for this product.',
  supplier_limit_reached:
    'The share of the provider’s calls that this service allows itself for this purpose today is used, or too many wait for it already.',
  deadline_exceeded:
    'The operation’s own deadline passed before the work was done. A request larger than what the base price covers is charged.',
  supplier_timeout: 'Every provider that was asked was late.',
  database_unavailable:
    'The database of the service is away, is being moved to another server, or takes no writes for a moment.',
  answers_congested: 'All clients together leave more answers unread than this process has room for.',
  service_stopping: 'This process is being replaced; another one, or the next, answers.',
  internal: 'Something failed that nobody had foreseen.',
};
