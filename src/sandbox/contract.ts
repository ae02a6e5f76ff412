import * as z from 'zod';
import type { App } from '../context.ts';
import type { TripPayment } from './pay-trip.ts';

/** The furthest one call moves the clock: beyond it the built-in world sells no flights. */
const advanceSecondsMax = 400 * 86_400;
const delaySecondsMax = 30 * 86_400;
const creditsMax = 100_000_000;

/** Body of POST /v1/sandbox/clock. */
export const MoveClockRequest = z.object({ advance_seconds: z.int().min(0).max(advanceSecondsMax) });
/** The organization's clock. */
export const ClockResponse = z.looseObject({ now: z.string() });

const CardNumber = z.string().regex(/^[\d -]{12,30}$/, 'must be a card number');
const Card = z.union([
  CardNumber,
  z.object({
    number: CardNumber,
    expiry_month: z.int().min(1).max(12).optional(),
    expiry_year: z.int().min(2000).max(2100).optional(),
    security_code: z
      .string()
      .regex(/^\d{3,4}$/)
      .optional(),
    holder: z.string().min(1).max(100).optional(),
  }),
]);
/** Body of POST /v1/sandbox/pay. */
export const PayTripRequest = z
  .object({
    trip_id: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .meta({ description: 'The checked-out trip. Either this or session_id.' }),
    session_id: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .meta({ description: 'The session of a checkout_url: of a trip, or of an exchange that costs something.' }),
    card: Card.optional().meta({
      description: "A test card's number, or its details. May be left out only where the total is 0.",
    }),
    challenge: z
      .enum(['approve', 'reject'])
      .optional()
      .meta({ description: "How the bank's challenge (3DS) is answered, where the card asks for one." }),
    authorise_delay_seconds: z.int().min(0).max(delaySecondsMax).optional().meta({
      description: "The authorisation becomes known only once the organization's clock has moved on by so much.",
    }),
  })
  .refine(
    (body) => (body.trip_id === undefined) !== (body.session_id === undefined),
    'must have exactly one of trip_id and session_id',
  );
/** How the payment went. */
export const PayTripResponse = z.looseObject({
  trip_id: z.string(),
  payment_id: z.string(),
  status: z.string().meta({ description: 'authorised | requires_action | declined | processing' }),
  decline_reason: z.string().optional(),
  booking_ref: z.string().optional(),
  checkout_url: z.url().optional().meta({
    description:
      'While it is requires_action or declined: where a person answers the bank (3DS) or pays with another card.',
  }),
});

/** Body of POST /v1/sandbox/credits. */
export const AddCreditsRequest = z.object({ amount: z.int().min(1).max(creditsMax) });
export const BalanceResponse = z.looseObject({ balance: z.int() });
/** Body of POST /v1/sandbox/reset. */
export const ResetRequest = z.object({});
export const ResetResponse = z.looseObject({ now: z.string(), balance: z.int() });

/** The clock on the wire. */
export function presentClock(now: Date): z.infer<typeof ClockResponse> {
  return { now: now.toISOString() };
}

/** A payment's outcome on the wire. */
export function presentPayment({ config }: Pick<App, 'config'>, payment: TripPayment): z.infer<typeof PayTripResponse> {
  const needsPerson = payment.status === 'requires_action' || payment.status === 'declined';
  return {
    trip_id: payment.tripId,
    payment_id: payment.paymentId,
    status: payment.status,
    ...(payment.declineReason === undefined ? {} : { decline_reason: payment.declineReason }),
    ...(payment.bookingRef === undefined ? {} : { booking_ref: payment.bookingRef }),
    ...(needsPerson ? { checkout_url: `${config.publicUrl}/checkout/${payment.sessionId}` } : {}),
  };
}
