import * as z from 'zod';
import { readFields } from '../read-fields.ts';
import { refusal } from '../refusals.ts';

const METHODS: readonly string[] = ['ACC_CREDIT_CARD', 'WALLET', 'CREDIT', 'TRANSACTION_ID'];
const tagsMax = 5;
const Name = z.string().trim().min(1);
const Email = z.email();

const Holder = z.strictObject({ firstName: Name, lastName: Name, email: Email, phone: Name });
const Guest = z.strictObject({
  occupancyNumber: z.int().min(1),
  firstName: Name,
  lastName: Name,
  email: Email,
  phone: z.string().optional(),
  remarks: z.string().optional(),
});
const GuestPayment = z
  .strictObject({
    method: z.string(),
    phone: z.string(),
    payee_first_name: z.string(),
    payee_last_name: z.string(),
    last_4_digits: z.string(),
    address: z.record(z.string(), z.string()),
  })
  .partial();
const Metadata = z.record(
  z.string().regex(/^(ip|country|language|platform|device_id|user_agent|utm_[a-z]+)$/),
  z.string(),
);
const CustomTags = z
  .record(z.string().regex(/^[A-Z0-9_-]+$/), z.string().max(255))
  .refine((tags) => Object.keys(tags).length <= tagsMax, `at most ${tagsMax}`);

const BookRequest = z.strictObject({
  prebookId: z.string().min(1),
  clientReference: z.string().optional(),
  holder: Holder,
  guests: z.array(Guest).min(1),
  payment: z.unknown().optional(),
  guestPayment: GuestPayment.optional(),
  metadata: Metadata.optional(),
  customTags: CustomTags.optional(),
  /** The booking that a rebooking takes the place of. */
  existingBookingId: z.string().optional(),
});

/** How a booking is paid. */
interface Payment {
  readonly method: string;
  readonly transactionId: string | undefined;
}
export type BookFields = Omit<z.infer<typeof BookRequest>, 'payment'> & { readonly payment: Payment };

/** Reads a booking's request; throws 4002 for fields and 4000 for a payment that is missing or not supported. */
export function readBookRequest(fields: unknown, isSandbox: boolean): BookFields {
  const request = readFields(BookRequest, fields);
  return { ...request, payment: readPayment(request.payment, isSandbox) };
}

/** A credit line is real money: a sandbox key has none. */
function readPayment(payment: unknown, isSandbox: boolean): Payment {
  const method = fieldOf(payment, 'method');
  if (method === undefined || !METHODS.includes(method) || (isSandbox && method === 'CREDIT'))
    throw refusal(4000, 'missing or not supported payment method');
  const transactionId = fieldOf(payment, 'transactionId');
  if (method === 'TRANSACTION_ID' && (transactionId ?? '') === '')
    throw refusal(4002, 'missing or empty transaction id');
  return { method, transactionId };
}

function fieldOf(value: unknown, name: string): string | undefined {
  const field = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return typeof field === 'string' ? field : undefined;
}
