export const FULFILMENT_FAILURES = [
  'sold_out',
  'price_changed',
  'refused',
  'not_confirmed',
  'quote_expired',
  'payment_lapsed',
] as const;
/**
 * Why something that was paid for was not booked. `not_confirmed`: its supplier never answered, or not in time.
 * `quote_expired`: the payment became known only after the prices had run out, and they had risen. `payment_lapsed`:
 * the hold on the card ended before everything was booked.
 */
export type FulfilmentFailure = (typeof FULFILMENT_FAILURES)[number];

/** A failure as programs and people read it. */
export type FailureReport = { readonly reason: FulfilmentFailure; readonly message: string };

const MESSAGES = {
  sold_out: 'Sold out while it was being paid for. Search again.',
  price_changed: 'Its supplier asked for another price than was quoted. Search again.',
  refused: 'The airline, property or rental company refused the booking. Choose something else.',
  not_confirmed: 'The airline, property or rental company did not confirm the booking in time. Choose something else.',
  quote_expired:
    'The payment was confirmed after the quote had run out, and by then the trip cost more or was gone. Build the trip anew.',
  payment_lapsed: 'The hold on the card ended before everything was booked. Build the trip anew.',
} as const satisfies Record<FulfilmentFailure, string>;

/** The word with its sentence; no supplier's own words are in it. */
export function reportFailure(reason: FulfilmentFailure): FailureReport {
  return { reason, message: MESSAGES[reason] };
}
