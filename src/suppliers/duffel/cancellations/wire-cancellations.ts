import * as z from 'zod';
import { OrderCancellation } from '../orders/wire-orders.ts';

/** What is read of Duffel's answers about cancellations and credits. Unknown fields and words are left alone. */
const Text = z.string().max(200);

const WireCredit = z.object({
  id: Text.nullish(),
  credit_name: Text.nullish(),
  credit_code: Text.nullish(),
  credit_amount: Text.nullish(),
  credit_currency: Text.nullish(),
  issued_on: Text.nullish(),
  passenger_id: Text.nullish(),
});
export type WireCredit = z.infer<typeof WireCredit>;

/** A quote of what a cancellation brings back, and, once it is confirmed, what it brought. */
export const CancellationQuote = OrderCancellation.extend({
  created_at: z.string().nullish(),
  expires_at: z.string().nullish(),
  airline_credits: z.array(WireCredit).nullish(),
});
export type CancellationQuote = z.infer<typeof CancellationQuote>;

/** An airline credit as it is read by its id: only here its expiry is said. */
export const AirlineCredit = z.object({ code: Text.nullish(), expires_at: z.string().nullish() });
export type AirlineCredit = z.infer<typeof AirlineCredit>;
