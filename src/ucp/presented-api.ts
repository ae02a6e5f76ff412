import type * as z from 'zod';
import type { BookingResponse } from '../bookings/contract.ts';
import type { CheckoutResponse } from '../checkout/contract.ts';
import type { TripResponse } from '../trips/contract.ts';

/** Answers of the API's operations that a UCP operation runs. */
export { BookingResponse } from '../bookings/contract.ts';
export { AgentPaymentResponse, CheckoutResponse } from '../checkout/contract.ts';
export { SyncResponse, TripResponse } from '../trips/contract.ts';

/** A trip, as the API answers it. */
export type PresentedTrip = z.infer<typeof TripResponse>;
/** A checkout, as the API answers it. */
export type PresentedCheckout = z.infer<typeof CheckoutResponse>;
/** A booking, as the API answers it. */
export type PresentedBooking = z.infer<typeof BookingResponse>['booking'];
