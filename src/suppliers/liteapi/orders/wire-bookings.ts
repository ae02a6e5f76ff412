import * as z from 'zod';
import { WirePolicies } from '../mapping/wire-rates.ts';

const Text = z.string().nullish();
const Amount = z.union([z.number(), z.string()]);

/** A booking as making it, reading it and listing it answer; fields that are not read are let through. */
export const WireBooking = z.object({
  bookingId: z.string().min(1),
  clientReference: Text,
  status: z.string(),
  hotelConfirmationCode: Text,
  checkin: z.string(),
  checkout: z.string(),
  hotel: z.object({ hotelId: z.string() }),
  price: Amount,
  currency: z.string(),
  cancellationPolicies: WirePolicies.nullish(),
  createdAt: Text,
  cancelledAt: Text,
  amountRefunded: Amount.nullish(),
});
export type WireBooking = z.infer<typeof WireBooking>;

/** The answer to a booking's creation: the booking, or as much of it as can be read. */
export interface CreatedBooking {
  readonly bookingId: string;
  readonly booking: WireBooking | undefined;
}
const Named = z.object({ bookingId: z.string().min(1) });

/** Reads the answer to a booking's creation; undefined where it does not even name it. */
export function readCreatedBooking(data: unknown): CreatedBooking | undefined {
  const named = Named.safeParse(data).data;
  return named && { bookingId: named.bookingId, booking: WireBooking.safeParse(data).data };
}

/** The bookings of a list; one that cannot be read stands as `unreadable`. */
export function readBookingList(data: unknown): readonly (WireBooking | 'unreadable')[] | undefined {
  return Array.isArray(data) ? data.map((entry) => WireBooking.safeParse(entry).data ?? 'unreadable') : undefined;
}

/** The answer to a cancellation. */
export const WireCancellation = z.object({
  bookingId: Text,
  status: z.string(),
  cancellation_fee: Amount.nullish(),
  refund_amount: Amount.nullish(),
  currency: Text,
});
export type WireCancellation = z.infer<typeof WireCancellation>;

/** An event: request and response are JSON texts. Nothing signs it, nothing identifies it. */
export const WireEvent = z.object({ event_name: z.string(), request: Text, response: Text });
export const WireEventRequest = z.object({ prebookId: Text });
export const WireEventResponse = z.object({
  data: z.object({ bookingId: Text, prebookId: Text }).nullish(),
  sandbox: z.boolean().nullish(),
});
