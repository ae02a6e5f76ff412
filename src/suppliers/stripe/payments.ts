import type { Clock } from '../../platform/clock.ts';
import type { StripeConfig } from '../../platform/config-stripe.ts';
import type { Db } from '../../platform/db/db.ts';
import { type FaultPoints, noFaultPoints } from '../../platform/fault-points.ts';
import type { PaymentProcessor } from '../ports/payments.ts';
import { type SupplierContext, SupplierFailure } from '../ports/supplier.ts';
import { toStripeAmount } from './amounts.ts';
import { loadStripe } from './client.ts';
import { readStripeCallback } from './read-callback.ts';
import { getPayment, type StripeAdapter } from './read-payment.ts';
import { readSharedToken } from './read-token.ts';
import { capturePayment, refundPayment, releasePayment } from './settle-payment.ts';
import { openRecord } from './store.ts';
import { openPage, submitSharedToken } from './take-payment.ts';

/** Where Stripe's hosted page lives. */
const PAGE_ORIGIN = 'https://checkout.stripe.com';
const PLAIN_DESCRIPTION = 'Trip';

/** What the adapter is made of. */
export interface StripeParts {
  readonly config: StripeConfig;
  readonly db: Db;
  readonly clock: Clock;
  /** Where a fault test may end the process. */
  readonly faults?: FaultPoints;
  /** A test's stand-in for a package that is missing. */
  readonly load?: Parameters<typeof loadStripe>[1];
}

type OpenRequest = Parameters<PaymentProcessor['open']>[0];

/**
 * Stripe behind the port: people pay on its hosted page, agents with shared payment tokens, always with manual capture.
 * It keeps which object at Stripe stands for which payment; what became of it is asked, never remembered. No card ever
 * comes here.
 */
export async function createStripeProcessor(parts: StripeParts): Promise<PaymentProcessor> {
  const { config, db, clock, faults = noFaultPoints } = parts;
  const client = await loadStripe(config, parts.load);
  const adapter: StripeAdapter = { client, db, clock, faults };
  const signer =
    config.webhookSecret === undefined ? undefined : { secret: config.webhookSecret, isLive: config.isLive };
  return {
    id: 'stripe',
    entry: 'redirect',
    pageOrigins: config.apiBase === undefined ? [PAGE_ORIGIN] : [PAGE_ORIGIN, new URL(config.apiBase).origin],
    findObstacle(amount) {
      const converted = toStripeAmount(amount);
      return converted.kind === 'obstacle' ? converted.reason : undefined;
    },
    open: (request, context) => open(db, request, context),
    openPage: (processorRef, expiresAt, context) => openPage(adapter, processorRef, expiresAt, context),
    submitCard: () => refuseCard(),
    completeAction: () => refuseCard(),
    readSharedToken: (token, context) => readSharedToken(adapter, token, context),
    submitSharedToken: (processorRef, token, context) => submitSharedToken(adapter, processorRef, token, context),
    get: (processorRef, context) => getPayment(adapter, processorRef, context),
    capture: (processorRef, amount, context) => capturePayment(adapter, processorRef, amount, context),
    release: (processorRef, context) => releasePayment(adapter, processorRef, context),
    refund: (processorRef, amount, reference, context) =>
      refundPayment(adapter, processorRef, { amount, reference }, context),
    ...(signer && {
      readCallback: ({ body, headers }) => {
        const signature = headers['stripe-signature'];
        return readStripeCallback(client, signer, {
          body,
          signature: typeof signature === 'string' ? signature : '',
          now: clock.now(),
        });
      },
    }),
  };
}

/**
 * Asks Stripe nothing: what is made there depends on who pays. An amount Stripe cannot take exactly is refused before
 * that.
 */
async function open(
  db: Db,
  request: OpenRequest,
  { organizationId }: SupplierContext,
): Promise<{ readonly processorRef: string }> {
  const converted = toStripeAmount(request.amount);
  if (converted.kind === 'obstacle') throw new SupplierFailure('rejected', converted.reason);
  const record = await openRecord(db, {
    organizationId,
    processorRef: `st_${request.reference}`,
    reference: request.reference,
    amount: request.amount,
    description: request.description || PLAIN_DESCRIPTION,
    returnUrl: request.returnUrl,
    generation: 0,
    objectKind: undefined,
    objectId: undefined,
    sessionExpiresAt: undefined,
    isClosed: false,
  });
  if (record.amount.value !== request.amount.value || record.amount.currency !== request.amount.currency) {
    throw new SupplierFailure('rejected', 'A payment of this reference was opened for another amount.');
  }
  return { processorRef: record.processorRef };
}

async function refuseCard(): Promise<never> {
  throw new SupplierFailure('rejected', "Cards are typed on Stripe's own page, and so are the answers to the bank.");
}
