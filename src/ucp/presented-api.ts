import type * as z from 'zod';
import type { CheckoutResponse } from '../checkout/contract.ts';
import type { TripResponse } from '../trips/contract.ts';

/** Answers of the API's operations that a UCP operation runs. */
export { AgentPaymentResponse, CheckoutResponse } from '../checkout/contract.ts';
export { SyncResponse, TripResponse } from '../trips/contract.ts';

/** A trip, as the API answers it. */
export type Trip = z.infer<typeof TripResponse>;
/** A checkout, as the API answers it. */
export type Quote = z.infer<typeof CheckoutResponse>;
