import * as z from 'zod';
import { sendOrderJob } from '../jobs.ts';
import { isTaken } from '../send-order.ts';
import type { OrderDelivery } from './store-attempts.ts';

const refLengthMax = 64;
/** `{booking_ref}` in a path. */
export const OrderParams = z.object({ booking_ref: z.string().min(1).max(refLengthMax).describe('BLY-…') });

/** The answer of `GET /v1/bookings/{booking_ref}/order_deliveries`. */
export const OrderDeliveriesResponse = z.looseObject({
  deliveries: z.array(
    z.looseObject({
      event_id: z.string().describe('Webhook-Id of every attempt.'),
      type: z.string().describe('What happened to the booking.'),
      occurred_at: z.iso.datetime(),
      status: z
        .enum(['pending', 'retrying', 'delivered', 'failed'])
        .describe(
          'pending: not tried so far, or the platform names no address. failed: given up after eight attempts.',
        ),
      attempts: z.array(
        z.looseObject({
          attempt: z.int(),
          at: z.iso.datetime(),
          http_status: z.int().optional().describe('Absent where no answer came.'),
          failure: z.string().optional().describe('Why no answer came, or nothing was sent.'),
          elapsed_ms: z.int(),
        }),
      ),
    }),
  ),
});
type Response = z.infer<typeof OrderDeliveriesResponse>;

/** Deliveries of an order on the wire. */
export function presentOrderDeliveries(deliveries: readonly OrderDelivery[]): Response {
  return {
    deliveries: deliveries.map((delivery) => ({
      event_id: delivery.eventId,
      type: delivery.type,
      occurred_at: delivery.occurredAt.toISOString(),
      status: statusOf(delivery),
      attempts: delivery.attempts.map(({ attempt, at, httpStatus, failure, elapsedMs }) => ({
        attempt,
        at: at.toISOString(),
        ...(httpStatus === undefined ? {} : { http_status: httpStatus }),
        ...(failure === undefined ? {} : { failure }),
        elapsed_ms: elapsedMs,
      })),
    })),
  };
}

function statusOf({ attempts }: OrderDelivery): Response['deliveries'][number]['status'] {
  if (attempts.length === 0) return 'pending';
  if (attempts.some(isTaken)) return 'delivered';
  return attempts.length > sendOrderJob.retryDelaysSeconds.length ? 'failed' : 'retrying';
}
