import type { Values } from '../model/cut-lists.ts';
import { objectsOf } from './texts.ts';
import { isObject } from '../../platform/text/json-object.ts';

/** What an agent does next once a call has gone well: in the imperative, by the names of tools and arguments. */
type NextStep = (answer: Values) => string | undefined;

const intoTrip =
  (what: string): NextStep =>
  (answer) =>
    answer['total'] === 0
      ? 'Nothing was found: relax a filter, or search other dates or places.'
      : `Let the person choose, then call trip with add_item: {trip_item_token: ${what}}; with trip_id it goes into a trip there is.`;

const STEPS: Readonly<Record<string, NextStep>> = {
  flight_search: intoTrip("a fare's trip_item_token"),
  hotel_search: intoTrip("a rate's offer_id"),
  car_search: intoTrip("a car's offer_id"),
  flight_calendar: () => 'flight_search with a date of the table finds what can be booked.',
  find_dates: () => 'flight_search with dates of the table finds what can be booked.',
  lowest_fare: () => 'flight_search with this date finds what can be booked.',
  find_destination: () => 'flight_search with a code of the table finds what can be booked.',
  trip: afterTrip,
  get_trip: afterTrip,
  select_ancillaries: () => 'checkout prices the trip with them.',
  checkout: () =>
    'Tell the person the total, and show checkout_url to pay. Then call trip_status until status is fulfilled.',
  submit_agent_payment: afterPayment,
  sandbox_pay: afterPayment,
  trip_status: afterStatus,
  get_booking: () =>
    'available_actions of an item names the tools that change it; ask what it costs (…_check, …_preview, exchange_shop) before any commit.',
  refund_check: () => 'Tell the person what comes back; after a clear yes call refund_commit.',
  exchange_shop: (answer) =>
    objectsOf(answer['offers']).length === 0
      ? 'Nothing on these days: try a few other days, then tell the person that this ticket cannot be changed to what they want.'
      : 'exchange_price with an offer_id says what is due; commit only after a clear yes.',
  exchange_price: () => 'Tell the person what is due or comes back; after a clear yes call exchange_commit.',
  refund_commit: () => 'refund_status says how it went.',
  mandate_request: afterMandate,
  get_mandate: afterMandate,
  propose: afterProposal,
  approval_request: afterProposal,
  get_proposal: afterProposal,
  execute_proposal: afterExecution,
  exchange_commit: () => 'exchange_status says how it went.',
  car_exchange_commit: () => 'car_exchange_status says how it went.',
};

/** The next step after a call of a tool that went well; undefined where there is none to name. */
export function nextStepAfter(tool: string, answer: Values): string | undefined {
  return Object.hasOwn(STEPS, tool) ? STEPS[tool]?.(answer) : undefined;
}

/** A draft says what checking out still needs. */
function afterTrip(answer: Values): string | undefined {
  if (answer['status'] !== 'draft') return 'trip_status says how far it is.';
  if (objectsOf(answer['items']).length === 0) return 'Search, and add what the person chooses with add_item.';
  const missing = [
    ...(objectsOf(answer['travelers']).length === 0 ? ['travelers'] : []),
    ...(isObject(answer['contact']) ? [] : ['contact']),
  ];
  return missing.length === 0
    ? 'Add more, or call checkout for the price and the link to pay.'
    : `Still missing before checkout: ${missing.join(' and ')} (trip with upsert_travelers). More items go in by add_item.`;
}

function afterStatus({ status, booking_ref: reference }: Values): string | undefined {
  if (status === 'fulfilled')
    return `Booked${typeof reference === 'string' ? ` as ${reference}` : ''}: get_booking with booking_ref and last_name shows confirmations.`;
  if (status === 'draft') return 'checkout is next.';
  if (status === 'failed' || status === 'expired' || status === 'cancelled')
    return 'get_trip says what happened; a new trip begins with a fresh search.';
  return 'Not done so far: call trip_status again in a few seconds, or once the person has paid.';
}

function afterPayment({ status }: Values): string {
  switch (status) {
    case 'declined':
      return 'Nothing was charged: pay again with another token or card, or show the person checkout_url.';
    case 'requires_action':
      return 'The bank wants the person: show checkout_url, then call trip_status until status is fulfilled.';
    default:
      return 'Call trip_status until status is fulfilled.';
  }
}

function afterMandate({ status }: Values): string | undefined {
  return status === 'proposed'
    ? 'An owner grants it: show approval_url where there is one. get_mandate says when it is active.'
    : undefined;
}

function afterProposal({ status, decision }: Values): string | undefined {
  if (status === 'approved' || (status === 'open' && decision === 'within')) return 'execute_proposal buys it.';
  if (status === 'requested') return 'Nobody has decided so far: show approval_url, and call get_proposal again later.';
  if (status === 'open' && decision === 'ask')
    return 'approval_request puts it to the owners; get_proposal says what they said.';
  return 'It is not to be bought: choose what the judgements and the reason allow, and propose again.';
}

function afterExecution({ outcome }: Values): string | undefined {
  switch (outcome) {
    case 'authorised':
      return 'Call trip_status until status is fulfilled.';
    case 'processing':
      return 'Call execute_proposal again in a few seconds.';
    case 'approval_required':
      return 'approval_request puts it to the owners; once get_proposal says approved, call execute_proposal again.';
    case 'requires_action':
    case 'payment_declined':
      return 'Show the person checkout_url, or call execute_proposal again with another token.';
    default:
      return 'It is not bought: propose again, with what the judgements and the reason allow.';
  }
}
