import * as z from 'zod';
import { isIsoDate } from '../../../../travel/dates.ts';
import { readData } from '../read-data.ts';

const IdentityDocument = z.object({
  type: z.enum(['passport', 'tax_id', 'known_traveler_number', 'passenger_redress_number']),
  unique_identifier: z.string().min(1).max(40),
  issuing_country_code: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  expires_on: z.string().refine(isIsoDate).optional(),
});

const Passenger = z.object({
  id: z.string(),
  title: z.enum(['mr', 'ms', 'mrs', 'miss', 'dr']),
  gender: z.enum(['m', 'f']),
  given_name: z.string().min(1),
  family_name: z.string().min(1),
  born_on: z.string().refine(isIsoDate),
  email: z.string().min(1),
  phone_number: z.string().min(1),
  infant_passenger_id: z.string().nullish(),
  identity_documents: z.array(IdentityDocument).max(1).optional(),
  loyalty_programme_accounts: z
    .array(z.object({ airline_iata_code: z.string().length(2), account_number: z.string().min(1) }))
    .optional(),
  user_id: z.string().nullish(),
});
export type PassengerData = z.infer<typeof Passenger>;

/** How something is paid: the account's balance, an agency's own settlement, a card that was challenged. */
export const PaymentData = z.object({
  type: z.enum(['balance', 'arc_bsp_cash', 'card']),
  amount: z.string().min(1),
  currency: z.string().length(3),
  three_d_secure_session_id: z.string().optional(),
});
export type PaymentData = z.infer<typeof PaymentData>;

/** Flat texts: at most 50, keys to 40 characters, values to 500. */
export const Metadata = z
  .record(z.string().min(1).max(40), z.string().max(500))
  .refine((map) => Object.keys(map).length <= 50, 'at most 50 pairs');

const OrderData = z.object({
  // The documents say hold, the types of the official client pay_later.
  type: z.enum(['instant', 'hold', 'pay_later']),
  selected_offers: z.array(z.string()).min(1).max(1),
  passengers: z.array(Passenger).min(1),
  services: z.array(z.object({ id: z.string(), quantity: z.int().min(1) })).optional(),
  payments: z.array(PaymentData).max(1).optional(),
  metadata: Metadata.nullish(),
  users: z.array(z.string()).optional(),
});
export type OrderData = z.infer<typeof OrderData>;

/** Reads the `data` of a new order; throws a refusal for what does not have its form. */
export function readOrderData(data: unknown): OrderData {
  return readData(OrderData, data);
}
