import * as z from 'zod';
import type { App, Caller } from '../context.ts';
import { presentLedger, TripLedgerResponse } from '../ledger/contract.ts';
import { readLedger } from '../ledger/read-ledger.ts';
import { type AnyRoute, defineRoute, type PageDeclaration } from '../platform/http/route.ts';
import { asId } from '../platform/ids.ts';
import { readTrip } from '../trips/read/read-trip.ts';
import {
  AgentPaymentBody,
  AgentPaymentResponse,
  CheckoutBody,
  CheckoutResponse,
  presentAgentPayment,
  presentCheckout,
  presentReceipt,
  readCheckoutBody,
  TripReceiptResponse,
} from './contract.ts';
import { readReceipt } from './signed/read-receipt.ts';
import { openCheckout } from './open-checkout.ts';
import { leaveCheckoutPage, payCheckoutPage, showCheckoutPage } from './pages.ts';
import { submitAgentPayment } from './submit-agent-payment.ts';

const callCost = 1;
const idLengthMax = 64;
/** `/v1/book` answers 404 from then on (spec.md, Versioning: at least 90 days beside its successor). */
const bookSunset = '2027-06-30T00:00:00Z';

const checkout = {
  method: 'POST',
  tag: 'Checkout',
  access: 'key',
  scope: 'book',
  cost: callCost,
  isWrite: true,
  // It opens a page on which a person pays.
  isForMandateOnlyKeys: true,
  takesEndUser: true,
  body: CheckoutBody,
  response: CheckoutResponse,
  example: { trip_id: 'trip_…', fail_on_price_change: false },
  refusals: [
    'trip_not_found',
    'trip_expired',
    'trip_state_conflict',
    'customer_details_missing',
    'price_changed',
    'offer_unavailable',
    'currency_unsupported',
    'supplier_rejected',
    'supplier_failed',
    'supplier_unavailable',
    'supplier_timeout',
  ],
  async handle({ app, caller, body }: { readonly app: App; readonly caller: Caller; readonly body: CheckoutBody }) {
    return presentCheckout(app.config.publicUrl, await openCheckout(app, caller, readCheckoutBody(body)));
  },
} as const;

const checkoutRoute = defineRoute({
  ...checkout,
  operationId: 'checkout',
  path: '/v1/checkout',
  summary: 'Create a checkout session: a quote for 300 seconds and a page to pay it',
  description:
    'Every item is re-priced at its supplier. Inspect price_changed before charging anyone. Called again while the quote is valid it answers the same.',
  tool: { isReadOnly: false, isIdempotent: true, isDestructive: false },
});

const bookRoute = defineRoute({
  ...checkout,
  operationId: 'book',
  path: '/v1/book',
  summary: 'Deprecated name of POST /v1/checkout',
  description: 'Use /v1/checkout: same request, same answer.',
  deprecation: { sunset: bookSunset, successor: '/v1/checkout' },
});

const syncCheckoutRoute = defineRoute({
  ...checkout,
  operationId: 'shop_sync_checkout',
  path: '/api/v1/shop/sync/checkout',
  summary: 'Create a checkout session (fuller surface)',
  description: 'The same operation under the name of the fuller surface.',
});

const agentPaymentRoute = defineRoute({
  operationId: 'submit_agent_payment',
  method: 'POST',
  path: '/v1/submit_agent_payment',
  tag: 'Checkout',
  access: 'key',
  scope: 'book',
  cost: callCost,
  isWrite: true,
  takesEndUser: true,
  summary: 'Pay a checked-out trip with a shared payment token',
  description:
    'Repeating it is safe: while an attempt is under way, or once one has succeeded, it tells how that one stands. After a decline a repeat is another attempt. ' +
    'Where the bank asks for a person, or declines, send them to checkout_url. A quote that has run out answers 410: check out again.',
  body: AgentPaymentBody,
  response: AgentPaymentResponse,
  example: { trip_id: 'trip_…', shared_payment_token: 'spt_test_ok' },
  refusals: [
    'trip_not_found',
    'trip_expired',
    'trip_state_conflict',
    'quote_expired',
    'shared_token_unusable',
    'supplier_rejected',
    'supplier_unavailable',
  ],
  tool: { isReadOnly: false, isIdempotent: true, isDestructive: true },
  async handle({ app, caller, body }) {
    const quoteId = body.quote_id === undefined ? undefined : asId('quote', body.quote_id);
    const payment = { tripId: asId('trip', body.trip_id), token: body.shared_payment_token, quoteId };
    return presentAgentPayment(app.config.publicUrl, body.trip_id, await submitAgentPayment(app, caller, payment));
  },
});

const tripLedgerRoute = defineRoute({
  operationId: 'get_trip_ledger',
  method: 'GET',
  path: '/v1/trip/:trip_id/ledger',
  tag: 'Checkout',
  access: 'key',
  scope: 'book',
  cost: callCost,
  isWrite: false,
  summary: 'List the ledger entries of a trip',
  description: 'Double entry: in each currency debits equal credits after every entry.',
  params: z.object({ trip_id: z.string().min(1).max(idLengthMax) }),
  response: TripLedgerResponse,
  refusals: ['trip_not_found'],
  tool: { isReadOnly: true, isIdempotent: true, isDestructive: false },
  async handle({ app, caller, params }) {
    const trip = await readTrip(app, caller, asId('trip', params.trip_id));
    return presentLedger(await readLedger(app.db, caller.organizationId, trip.tripId));
  },
});

const tripReceiptRoute = defineRoute({
  operationId: 'get_trip_receipt',
  method: 'GET',
  path: '/v1/trip/:trip_id/receipt',
  tag: 'Checkout',
  access: 'key',
  scope: 'book',
  cost: callCost,
  isWrite: false,
  summary: 'Get the signed receipt of a trip',
  description:
    'Signed once for each state of the money: the same text until something more is paid or goes back. Before anything was taken: 409.',
  params: z.object({ trip_id: z.string().min(1).max(idLengthMax) }),
  response: TripReceiptResponse,
  refusals: ['trip_not_found', 'trip_state_conflict'],
  tool: { isReadOnly: true, isIdempotent: true, isDestructive: false },
  async handle({ app, caller, params }) {
    return presentReceipt(await readReceipt(app, caller, asId('trip', params.trip_id)));
  },
});

/** Every operation of this folder. */
export const checkoutRoutes: readonly AnyRoute[] = [
  checkoutRoute,
  bookRoute,
  syncCheckoutRoute,
  agentPaymentRoute,
  tripLedgerRoute,
  tripReceiptRoute,
];

/** The hosted page. */
export const checkoutPages: readonly PageDeclaration[] = [showCheckoutPage, payCheckoutPage, leaveCheckoutPage];
