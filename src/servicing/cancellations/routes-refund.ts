import * as z from 'zod';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import { commitCancellation, readCancellation } from './commit-cancellation.ts';
import { toClaim } from '../contract-claim.ts';
import {
  presentCheck,
  presentOutcome,
  RefundCheckBody,
  RefundCheckResponse,
  RefundCommitBody,
  RefundOutcomeResponse,
  RefundStatusBody,
} from './contract-refund.ts';
import { quoteCancellation } from './quote-cancellation.ts';

const CALL_COST = 1;

const common = {
  method: 'POST',
  tag: 'Servicing',
  access: 'key',
  scope: 'manage',
  cost: CALL_COST,
  takesEndUser: true,
} as const;
const readOnlyTool = { isReadOnly: true, isIdempotent: true, isDestructive: false } as const;
const pair = { booking_ref: 'BLY-7K2QXM', last_name: 'Bly' } as const;
const supplierRefusals = ['supplier_rejected', 'supplier_failed', 'supplier_unavailable', 'supplier_timeout'] as const;
const check = {
  ...common,
  isWrite: false,
  tool: readOnlyTool,
  body: RefundCheckBody,
  response: RefundCheckResponse,
  example: pair,
  refusals: ['booking_not_found', 'guest_attempts_exceeded', 'state_conflict', ...supplierRefusals],
} as const;

const refundCheckRoute = defineRoute({
  ...check,
  operationId: 'refund_check',
  path: '/v1/refund_check',
  summary: 'Quote a flight refund by the rules of its fare',
  description:
    'The quote lives 10 minutes; commit it with refund_commit. A ticket that returns nothing is an answer, too: is_refundable is false and warnings say why.',
  handle: async ({ app, caller, body }) => presentCheck(await quoteCancellation(app, caller, toClaim(body), 'flight')),
});

const flightsRefundCheckRoute = defineRoute({
  ...check,
  operationId: 'flights_refund_check',
  path: '/api/v1/flights/refund-check',
  summary: 'Quote a flight refund (fuller surface)',
  description: 'The operation of POST /v1/refund_check.',
  query: z.object({ provider: z.string().min(1).optional().describe("Counts instead of the body's.") }),
  async handle({ app, caller, body, query }) {
    const claim = toClaim(body);
    return presentCheck(
      await quoteCancellation(app, caller, { ...claim, provider: query.provider ?? claim.provider }, 'flight'),
    );
  },
});

const refundCommitRoute = defineRoute({
  ...common,
  operationId: 'refund_commit',
  path: '/v1/refund_commit',
  summary: 'Commit a quoted flight refund',
  isWrite: true,
  description:
    'The supplier first, then the money. A repeat answers the first result; what people at the supplier decide is `manual` until they have.',
  tool: { isReadOnly: false, isIdempotent: true, isDestructive: true },
  body: RefundCommitBody,
  response: RefundOutcomeResponse,
  refusals: ['booking_not_found', 'guest_attempts_exceeded', 'state_conflict', 'quote_expired'],
  example: pair,
  handle: async ({ app, caller, body }) =>
    presentOutcome(await commitCancellation(app, caller, { ...toClaim(body), quoteId: body.quote_id }, 'flight')),
});

const refundStatusRoute = defineRoute({
  ...common,
  operationId: 'refund_status',
  path: '/v1/refund_status',
  summary: 'Get the status of a flight refund',
  description:
    "By the quote or the refund it names, else the item's last; booking.refunded tells of the end without asking.",
  isWrite: false,
  tool: readOnlyTool,
  body: RefundStatusBody,
  response: RefundOutcomeResponse,
  refusals: ['booking_not_found', 'resource_not_found', 'guest_attempts_exceeded', 'state_conflict'],
  example: pair,
  handle: async ({ app, caller, body }) =>
    presentOutcome(
      await readCancellation(
        app,
        caller,
        { ...toClaim(body), quoteId: body.quote_id ?? body.refund_reference },
        'flight',
      ),
    ),
});

/** Refunds of flights. */
export const refundRoutes: readonly AnyRoute[] = [
  refundCheckRoute,
  refundCommitRoute,
  refundStatusRoute,
  flightsRefundCheckRoute,
];
