import type { ErrorCode } from '../../platform/errors.ts';

/** What an agent should do about each code: one sentence, in the imperative. */
const NEXT_STEPS: Readonly<Record<ErrorCode, string>> = {
  AUTH_REQUIRED: 'Ask the person to connect again or to give a valid key; repeating the call will not help.',
  PAYMENT_REQUIRED: "Stop calling and tell the person that the organization's credit has to be topped up.",
  RATE_LIMITED: 'Wait as long as retry_after_seconds says, then repeat the same call once.',
  BAD_REQUEST: 'Correct the named fields and call again; repeating it unchanged fails again.',
  FORBIDDEN: 'Tell the person which permission is missing; another credential is needed.',
  NOT_FOUND: 'Check the id or the booking reference and last name; do not guess others.',
  CONFLICT:
    "Read the current state (trip_status, get_booking, or the operation's own status tool) and decide from there.",
  PRICE_CHANGED: 'Tell the person the new price; if they accept it, call checkout again without fail_on_price_change.',
  QUOTE_EXPIRED:
    'Ask for a fresh quote with the tool that gives it (checkout, refund_check, exchange_price, add_services_check, hotel_cancel and car_cancel with action "preview", car_exchange_preview), show what it says, then commit to it.',
  TRIP_EXPIRED: 'Build a new trip from a fresh search.',
  TRIP_STATE_CONFLICT: 'Call trip_status and go on from the state it tells.',
  OFFER_EXPIRED: 'Search again and use a token of the new answer.',
  OFFER_UNAVAILABLE: 'Search again and let the person choose another offer.',
  MISSING_CUSTOMER_DETAILS:
    'Ask the person for what is listed in missing, send it with the tool trip (upsert_travelers), then check out again.',
  CURRENCY_UNSUPPORTED: 'Choose one of the currencies in supported.',
  UPSTREAM_REJECTED: 'The travel provider refused this; let the person choose something else.',
  UPSTREAM_UNAVAILABLE:
    'Wait as long as retry_after_seconds says (a few seconds where it is missing), then repeat the same call once.',
  UPSTREAM_TIMEOUT: 'A search may be repeated once. After a write, read the state first: it may have gone through.',
  UPSTREAM_ERROR: 'Repeat a read once; after a write, read the state first.',
  INTERNAL: 'Repeat a read once; after a write, read the state first. Report the request id if it stays.',
};

/** The sentence for a code; codes of later versions get a plain one. */
export function nextStepOf(code: string): string {
  const known = Object.entries(NEXT_STEPS).find(([name]) => name === code);
  return known ? known[1] : 'Read the message and decide whether to change the request.';
}
