import type { ConditionName, ErrorCode } from '../platform/errors.ts';

/** What the error list says of a code beside what its declaration says. */
export interface ErrorText {
  /** One sentence: what it means. */
  readonly meaning: string;
  /** Whether sending the same request again can help. */
  readonly retry: 'no' | 'after_change' | 'later';
  /** What to do, in order. */
  readonly next: readonly string[];
  /** Keys beside `error` in the example body; a journey's values, none that are secret. */
  readonly exampleKeys?: Readonly<Record<string, unknown>>;
  /** The condition whose message the example shows. */
  readonly example: ConditionName;
  /** Where what is answered says more than the condition's own sentence. */
  readonly exampleMessage?: string;
}

/** By code: a code without a text does not compile. */
export const ERROR_TEXTS: Readonly<Record<ErrorCode, ErrorText>> = {
  AUTH_REQUIRED: {
    meaning: 'The request carries no credential, or one this server does not know.',
    retry: 'after_change',
    example: 'credential_missing',
    next: [
      'Send the key as `X-API-Key`, or an API key or OAuth access token as `Authorization: Bearer …`.',
      'Look at the key’s prefix: `bly_s` belongs to a sandbox, `bly_p` to production. A key works only where it was made.',
      'With an OAuth token: refresh it. `WWW-Authenticate` names the metadata of the authorization server.',
    ],
  },
  PAYMENT_REQUIRED: {
    meaning: 'The organization’s prepaid credit does not cover the call.',
    retry: 'after_change',
    example: 'balance_exhausted',
    exampleKeys: { balance: 0 },
    next: [
      'Top the balance up; in the sandbox with `POST /v1/sandbox/credits`.',
      'Do not retry in a loop: nothing changes by itself.',
    ],
  },
  RATE_LIMITED: {
    meaning:
      'There were more calls than the key, the quota or a guest’s look-ups allow, or more long questions at once than an organization may have under way.',
    retry: 'later',
    example: 'quota_exceeded',
    exampleKeys: { limit: 'quota', resets_at: '2026-12-01T00:00:00.000Z' },
    next: [
      'Wait for `Retry-After` seconds, then send the same request again.',
      'With `limit: "rate"` spread calls out; `RateLimit-Remaining` of each answer says how many are left.',
      'With `limit: "quota"` the calls of 30 days are used; `X-Quota-Remaining` of each answer says how many are left. In your own sandbox make another key (`npm run bly -- admin create-key --name NAME`) or lift the limits (`npm run bly -- admin set-limits --organization ID --unlimited`); in production wait until `resets_at` or ask the operator.',
      'With `limit: "supplier"` the travel provider may not be asked more often: wait for `Retry-After`, or add an account of your own at it.',
      'With `limit: "concurrency"` wait for one of your four long questions to end, or read the answers that are under way.',
    ],
  },
  BAD_REQUEST: {
    meaning: 'The request is not what the contract says.',
    retry: 'after_change',
    example: 'body_invalid',
    exampleMessage: 'departure_date: must be an ISO date such as 2026-12-24',
    exampleKeys: { fields: [{ path: 'departure_date', problem: 'must be an ISO date such as 2026-12-24' }] },
    next: [
      'With 422, `fields` names every wrong field and what would be right. Mend it and send it again.',
      'A name sent for a place code: `suggested_value` is the code to send, or `candidates` are the places of that name. `GET /v1/places` finds any.',
      'With 400, 405, 413 and 415 the request as a whole is wrong: its JSON, method, size or content type.',
      'A token is sent exactly as it was answered. A repeated `Idempotency-Key` needs the same body; otherwise use a new key.',
    ],
  },
  FORBIDDEN: {
    meaning: 'The credential is good, but may not do this.',
    retry: 'after_change',
    example: 'scope_missing',
    next: [
      'Use a key with the scope the operation names in the reference (`search`, `book`, `manage`).',
      'What belongs to users, such as API keys and members, needs a signed-in user; some of it an owner.',
    ],
  },
  NOT_FOUND: {
    meaning: 'There is nothing here that this credential, or this pair of reference and last name, may see.',
    retry: 'after_change',
    example: 'booking_not_found',
    next: [
      'Check the id, and that it was made with a key of the same organization.',
      'For bookings send the reference and the lead traveler’s last name. A wrong name and a wrong reference answer the same.',
    ],
  },
  CONFLICT: {
    meaning: 'Something else is under way, or the present state does not allow the operation.',
    retry: 'later',
    example: 'state_conflict',
    exampleMessage: 'The booking has several items of kind flight. Say which with item_id.',
    exampleKeys: { items: [{ item_id: 'itm_0mm7p1c2gHq3VxT8rYwZ5Ab', kind: 'flight' }] },
    next: [
      'With `items`: several items could be meant; send one `item_id` of the list.',
      'With `Retry-After`: the first request with this `Idempotency-Key` still runs. Wait and send the same request again.',
      'Otherwise read the resource, then decide.',
    ],
  },
  PRICE_CHANGED: {
    meaning: 'A price moved since it was last shown, and the request asked not to proceed then.',
    retry: 'after_change',
    example: 'price_changed',
    exampleKeys: {
      items: [
        {
          item_id: 'itm_0mm7p1c2gHq3VxT8rYwZ5Ab',
          previous_price: { amount: 18_240, currency: 'EUR', decimal_places: 2 },
          price: { amount: 19_517, currency: 'EUR', decimal_places: 2 },
        },
      ],
    },
    next: [
      'Show the new price to whoever pays.',
      'Accepted: `POST /v1/checkout` again without `fail_on_price_change`.',
      'Not accepted: search again, or cancel the trip.',
    ],
  },
  QUOTE_EXPIRED: {
    meaning: 'The price was held for a time, and the time is over.',
    retry: 'after_change',
    example: 'quote_expired',
    next: [
      'A trip: `POST /v1/checkout` for a fresh quote and link.',
      'A refund, cancellation or exchange: ask for its price again (`refund_check`, `preview`, `exchange_price`), then commit the new quote.',
    ],
  },
  TRIP_EXPIRED: {
    meaning: 'Nothing was done with the trip for 24 hours.',
    retry: 'no',
    example: 'trip_expired',
    exampleKeys: { status: 'expired' },
    next: ['Search again and build a new trip. This one is final.'],
  },
  TRIP_STATE_CONFLICT: {
    meaning: 'The trip is where it cannot be changed or paid like this.',
    retry: 'after_change',
    example: 'trip_state_conflict',
    exampleKeys: { status: 'fulfilling' },
    next: [
      '`status` says where the trip is. Read it with `POST /v1/trip_status`.',
      '`quoting`: another checkout runs; wait a few seconds. `quoted` with a payment under way: wait for its outcome.',
      '`fulfilling`, `fulfilled`: it is paid; look at the booking. `cancelled`, `failed`: build a new trip.',
    ],
  },
  OFFER_EXPIRED: {
    meaning: 'An offer is older than it is good for (30 minutes, or less where its supplier says so).',
    retry: 'no',
    example: 'offer_expired',
    next: ['Search again and use the token of the new answer.'],
  },
  OFFER_UNAVAILABLE: {
    meaning: 'Somebody else bought it, or the supplier withdrew it.',
    retry: 'no',
    example: 'offer_unavailable',
    exampleKeys: { items: [{ item_id: 'itm_0mm7p1c2gHq3VxT8rYwZ5Ab' }] },
    next: [
      'At checkout `items` names what is gone; the trip is a draft again.',
      'Remove these items (`remove_item`), search again, add another offer.',
    ],
  },
  MISSING_CUSTOMER_DETAILS: {
    meaning: 'What the suppliers need to know about travelers or contact is not complete.',
    retry: 'after_change',
    example: 'customer_details_missing',
    exampleKeys: { missing: [{ path: 'travelers[0].date_of_birth', problem: 'is needed for a flight' }] },
    next: [
      '`missing` names each detail. Send them with `POST /v1/trip` (`upsert_travelers`), then check out again.',
      'The number and types of travelers must be those that were searched for.',
    ],
  },
  CURRENCY_UNSUPPORTED: {
    meaning: 'No price can be given in this currency.',
    retry: 'after_change',
    example: 'currency_unsupported',
    exampleKeys: { supported: ['EUR', 'GBP', 'JPY', 'USD'] },
    next: ['Choose one of `supported`, or leave `currency` out.'],
  },
  UPSTREAM_REJECTED: {
    meaning: 'The travel provider understood the request and refused it.',
    retry: 'no',
    example: 'supplier_rejected',
    next: ['Sending the same again brings the same answer. Try another offer, other dates or another provider.'],
  },
  UPSTREAM_UNAVAILABLE: {
    meaning: 'No provider could take the request now, or this server is about to stop.',
    retry: 'later',
    example: 'supplier_unavailable',
    next: [
      'Wait for `Retry-After` seconds where it is given, else begin with one second and double it.',
      'Writes: repeat with the same `Idempotency-Key`, so that nothing is done twice.',
    ],
  },
  UPSTREAM_TIMEOUT: {
    meaning: 'The provider did not answer within the deadline, or the request was too large to be answered in time.',
    retry: 'later',
    example: 'supplier_timeout',
    next: [
      'Searches: ask again, if you like with a larger `supplier_timeout_ms`, or for fewer places and dates.',
      'Commits: read the status before anything else. What may have happened is looked up by us and not done twice.',
    ],
  },
  UPSTREAM_ERROR: {
    meaning: 'The provider answered with a failure of its own.',
    retry: 'later',
    example: 'supplier_failed',
    next: [
      'Try again a little later; writes with the same `Idempotency-Key`.',
      'If it lasts, report it with the `X-Request-ID` of the answer.',
    ],
  },
  INTERNAL: {
    meaning: 'A mistake of ours.',
    retry: 'later',
    example: 'internal',
    next: [
      'Try once more; writes with the same `Idempotency-Key`.',
      'If it lasts, report it with the `X-Request-ID` of the answer: the log has its cause under that id.',
    ],
  },
};
