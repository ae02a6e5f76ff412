import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import { commitCarExchange } from './commit-car-exchange.ts';
import { toClaim } from '../contract-claim.ts';
import {
  CarExchangeCommitRequest,
  CarExchangePreviewRequest,
  CarExchangePreviewResponse,
  CarExchangeResponse,
  CarExchangeStatusRequest,
  presentCarExchange,
  presentPreview,
  toCarExchangeCommit,
  toRentalChanges,
} from './contract-car-exchange.ts';
import { previewCarExchange } from './preview-car-exchange.ts';
import { readCarExchange } from './read-car-exchange.ts';

const CALL_COST = 1;
const common = {
  tag: 'Servicing',
  method: 'POST',
  access: 'key',
  scope: 'manage',
  cost: CALL_COST,
  takesEndUser: true,
} as const;
const read = { isReadOnly: true, isIdempotent: true, isDestructive: false } as const;
const guest = ['booking_not_found', 'guest_attempts_exceeded'] as const;
const suppliers = ['supplier_rejected', 'supplier_failed', 'supplier_unavailable', 'supplier_timeout'] as const;

const previewRoute = defineRoute({
  ...common,
  isWrite: false,
  tool: read,
  operationId: 'car_exchange_preview',
  path: '/v1/car_exchange_preview',
  summary: 'Preview exchange offers for a booked car',
  description:
    'Every vehicle of the same branches at the requested times, with its full pay-now price and the difference to what was paid. Changes nothing. ' +
    'A car that cannot be exchanged (cancelled, begun, an exchange under way) is 200 with exchangeable false and a reason; 409 means that several ' +
    'cars could be meant. exchange_id and one exchange_offer_token go into car_exchange_commit within 10 minutes.',
  body: CarExchangePreviewRequest,
  response: CarExchangePreviewResponse,
  refusals: [...guest, 'state_conflict', ...suppliers],
  example: {
    booking_ref: 'BLY-7K2QXM',
    last_name: 'Bly',
    drop_off_date_time: '2027-03-12T10:00:00',
    ancillaries: [{ offer_id: 'child_seat', quantity: 1 }],
  },
  async handle({ app, caller, body, request }) {
    return presentPreview(
      await previewCarExchange(app, caller, { claim: toClaim(body), changes: toRentalChanges(body) }, request.signal),
    );
  },
});

const commitRoute = defineRoute({
  ...common,
  isWrite: true,
  tool: { isReadOnly: false, isIdempotent: true, isDestructive: true },
  operationId: 'car_exchange_commit',
  path: '/v1/car_exchange_commit',
  summary: 'Commit a previewed car exchange',
  description:
    'add_collect: paid with shared_payment_token at once, else status payment_required and checkout_url. refund: the difference goes back to the ' +
    'original payment. An on-request offer is pending and ends with booking.exchanged or booking.exchange_failed. A repeat answers the first result.',
  body: CarExchangeCommitRequest,
  response: CarExchangeResponse,
  refusals: [
    ...guest,
    'token_invalid',
    'quote_expired',
    'offer_unavailable',
    'shared_token_unusable',
    'state_conflict',
    ...suppliers,
  ],
  example: { booking_ref: 'BLY-7K2QXM', last_name: 'Bly', exchange_id: 'exc_…', exchange_offer_token: 'cxo_…' },
  async handle({ app, caller, body, request }) {
    return presentCarExchange(await commitCarExchange(app, caller, toCarExchangeCommit(body), request.signal));
  },
});

const statusRoute = defineRoute({
  ...common,
  isWrite: false,
  tool: read,
  operationId: 'car_exchange_status',
  path: '/v1/car_exchange_status',
  summary: 'Get the status of a car exchange',
  description: 'Whether it waits for payment, for the desk, is done or has failed, and what was paid or returned.',
  body: CarExchangeStatusRequest,
  response: CarExchangeResponse,
  refusals: [...guest, 'resource_not_found', 'token_invalid'],
  example: { booking_ref: 'BLY-7K2QXM', last_name: 'Bly' },
  async handle({ app, caller, body }) {
    return presentCarExchange(
      await readCarExchange(app, caller, { claim: toClaim(body), exchangeId: body.exchange_id }),
    );
  },
});

/** Exchanges of booked cars. */
export const carExchangeRoutes: readonly AnyRoute[] = [previewRoute, commitRoute, statusRoute];
