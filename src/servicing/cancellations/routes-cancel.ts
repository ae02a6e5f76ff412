import type * as z from 'zod';
import type { App, Caller } from '../../context.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import { commitCancellation, readCancellation } from './commit-cancellation.ts';
import { CancelBody, CancelResponse, presentCancel, presentPreview } from './contract-cancel.ts';
import { toClaim } from '../contract-claim.ts';
import { quoteCancellation } from './quote-cancellation.ts';

const CALL_COST = 1;

const common = {
  method: 'POST',
  tag: 'Servicing',
  access: 'key',
  scope: 'manage',
  cost: CALL_COST,
  takesEndUser: true,
  isWrite: true,
  body: CancelBody,
  response: CancelResponse,
  tool: { isReadOnly: false, isIdempotent: true, isDestructive: true },
  example: { booking_ref: 'BLY-7K2QXM', last_name: 'Bly', action: 'preview' },
  description:
    'A preview quotes for 10 minutes; commit takes its quote_id, else the newest quote, and answers a repeat the same.',
  refusals: [
    'booking_not_found',
    'resource_not_found',
    'guest_attempts_exceeded',
    'state_conflict',
    'quote_expired',
    'supplier_rejected',
    'supplier_failed',
    'supplier_unavailable',
    'supplier_timeout',
  ],
} as const;

const hotelCancelRoute = defineRoute({
  ...common,
  operationId: 'hotel_cancel',
  path: '/v1/hotel_cancel',
  summary: 'Cancel a hotel stay: preview the refund, commit, read its status',
  handle: ({ app, caller, body }) => cancel(app, caller, body, 'hotel'),
});

const carCancelRoute = defineRoute({
  ...common,
  operationId: 'car_cancel',
  path: '/v1/car_cancel',
  summary: 'Cancel a rental car: preview the refund, commit, read its status',
  handle: ({ app, caller, body }) => cancel(app, caller, body, 'car'),
});

/** Cancellations of stays and rentals. */
export const cancelRoutes: readonly AnyRoute[] = [hotelCancelRoute, carCancelRoute];

async function cancel(
  app: App,
  caller: Caller,
  body: z.infer<typeof CancelBody>,
  kind: 'hotel' | 'car',
): Promise<z.infer<typeof CancelResponse>> {
  const claim = { ...toClaim(body), quoteId: body.quote_id ?? body.refund_reference };
  switch (body.action) {
    case 'preview':
      return presentPreview(await quoteCancellation(app, caller, toClaim(body), kind));
    case 'commit':
      return presentCancel('commit', await commitCancellation(app, caller, claim, kind));
    case 'status':
      return presentCancel('status', await readCancellation(app, caller, claim, kind));
    default:
      return body.action satisfies never;
  }
}
