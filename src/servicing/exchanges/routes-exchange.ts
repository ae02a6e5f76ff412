import { type AnyRoute, defineRoute, DISCOVERY_WORK } from '../../platform/http/route.ts';
import { commitExchange, readExchange } from './commit-exchange.ts';
import { toClaim } from '../contract-claim.ts';
import {
  ExchangeCommitBody,
  ExchangePriceBody,
  ExchangePriceResponse,
  ExchangeShopBody,
  ExchangeShopResponse,
  ExchangeStateResponse,
  ExchangeStatusBody,
  presentExchange,
  presentPrice,
  presentShop,
  ProviderQuery,
  readFlightChanges,
} from './contract-exchange.ts';
import { priceExchange } from './price-exchange.ts';
import { shopExchange } from './shop-exchange.ts';

const CALL_COST = 1;
const EXAMPLE = { booking_ref: 'BLY-7K2QXM', last_name: 'Bly' } as const;
const SUPPLIER = ['supplier_rejected', 'supplier_failed', 'supplier_unavailable', 'supplier_timeout'] as const;
const PAIR = ['booking_not_found', 'guest_attempts_exceeded', 'state_conflict'] as const;

const shared = {
  method: 'POST',
  tag: 'Servicing',
  access: 'key',
  scope: 'manage',
  cost: CALL_COST,
  takesEndUser: true,
} as const;

const shopRoute = defineRoute({
  ...shared,
  operationId: 'exchange_shop',
  path: '/v1/exchange_shop',
  summary: 'Search exchange offers for a booked flight',
  description:
    'Same carrier, cities, cabin and party; the fare brand that was bought, or a higher one. Slices that are not named stay exactly as booked. ' +
    'A flight that cannot be exchanged answers 200 with exchangeable false and the reason.',
  isWrite: false,
  longWork: DISCOVERY_WORK,
  tool: { isReadOnly: true, isIdempotent: true, isDestructive: false },
  body: ExchangeShopBody,
  response: ExchangeShopResponse,
  refusals: [...PAIR, ...SUPPLIER],
  example: { ...EXAMPLE, segments_to_exchange: [1], preferred_departure_date: '2027-06-20' },
  async handle({ app, caller, body }) {
    return presentShop(app, await shopExchange(app, caller, toClaim(body), readFlightChanges(body)));
  },
});

const price = {
  ...shared,
  isWrite: true,
  tool: { isReadOnly: false, isIdempotent: false, isDestructive: false },
  body: ExchangePriceBody,
  response: ExchangePriceResponse,
  refusals: [...PAIR, 'token_invalid', 'offer_expired', 'offer_unavailable', ...SUPPLIER],
  example: { ...EXAMPLE, offer_id: 'exo_…' },
} as const;

const priceRoute = defineRoute({
  ...price,
  operationId: 'exchange_price',
  path: '/v1/exchange_price',
  summary: 'Quote an exchange offer for 10 minutes',
  description:
    'fare_difference plus penalty_amount is total_due or, below zero, total_refund. Changes nothing at the airline.',
  async handle({ app, caller, body }) {
    return presentPrice(await priceExchange(app, caller, toClaim(body), body.offer_id));
  },
});

const fullerPriceRoute = defineRoute({
  ...price,
  operationId: 'flights_exchange_price',
  path: '/api/v1/flights/exchange-price',
  summary: 'Quote an exchange offer (fuller surface)',
  description: 'The operation of POST /v1/exchange_price.',
  query: ProviderQuery,
  async handle({ app, caller, body, query }) {
    const claim = toClaim(body);
    return presentPrice(
      await priceExchange(app, caller, { ...claim, provider: query.provider ?? claim.provider }, body.offer_id),
    );
  },
});

const commitRoute = defineRoute({
  ...shared,
  operationId: 'exchange_commit',
  path: '/v1/exchange_commit',
  summary: 'Commit a quoted flight exchange',
  description:
    'What it costs is authorised first, captured once the airline has issued the new tickets, and released if it refuses. Without a shared_payment_token ' +
    'checkout_url leads to the page to pay on. Repeating it is safe: the first result is answered. A price that has moved is 409 PRICE_CHANGED, and nothing is charged.',
  isWrite: true,
  tool: { isReadOnly: false, isIdempotent: true, isDestructive: true },
  body: ExchangeCommitBody,
  response: ExchangeStateResponse,
  refusals: [...PAIR, 'quote_expired', 'price_changed', 'offer_unavailable', 'shared_token_unusable', ...SUPPLIER],
  example: { ...EXAMPLE, session_reference: 'exc_…', shared_payment_token: 'spt_test_ok' },
  async handle({ app, caller, body }) {
    const commit = { sessionReference: body.session_reference, sharedPaymentToken: body.shared_payment_token };
    return presentExchange(await commitExchange(app, caller, toClaim(body), commit), caller.now);
  },
});

const statusRoute = defineRoute({
  ...shared,
  operationId: 'exchange_status',
  path: '/v1/exchange_status',
  summary: 'Get the status of a flight exchange',
  description:
    'Ask by the session reference of the commit; booking.exchanged or booking.exchange_failed tells of the end without asking.',
  isWrite: false,
  tool: { isReadOnly: true, isIdempotent: true, isDestructive: false },
  body: ExchangeStatusBody,
  response: ExchangeStateResponse,
  refusals: [...PAIR, 'resource_not_found'],
  example: { ...EXAMPLE, session_reference: 'exc_…' },
  async handle({ app, caller, body }) {
    return presentExchange(await readExchange(app, caller, toClaim(body), body.session_reference), caller.now);
  },
});

/** Every operation of flight exchanges. */
export const exchangeRoutes: readonly AnyRoute[] = [shopRoute, priceRoute, fullerPriceRoute, commitRoute, statusRoute];
