import type { App } from '../context.ts';
import { refuse } from '../platform/errors.ts';
import type { OrganizationId } from '../platform/ids.ts';
import { unknownOnFailure } from '../suppliers/calls/call-supplier.ts';
import type { Money } from '../travel/money.ts';
import type { PaymentKey } from './model/payment.ts';
import { findTokenObstacle } from './model/shared-token.ts';
import { processorContext } from './processor.ts';
import { findPayment } from './store.ts';

/** What is about to be paid with a token. The token is in memory only. */
interface TokenPayment {
  readonly organizationId: OrganizationId;
  readonly amount: Money;
  readonly token: string;
}

/**
 * Reads a shared payment token before anything is held or booked: throws `shared_token_unusable` where it is certain
 * not to pay the amount (its limit, its currency, its end). What the processor does not say is neither believed to be
 * fine nor refused by guess: the attempt follows, which holds the money or is declined before anything is booked.
 */
export async function refuseUnusableToken(app: App, { organizationId, amount, token }: TokenPayment): Promise<void> {
  const processor = app.paymentProcessor;
  const read = processor?.readSharedToken?.bind(processor);
  if (read === undefined || amount.value === 0) return;
  const context = await processorContext(app, { organizationId });
  const answer = await unknownOnFailure(app, { operation: 'shared token look-up', party: 'processor' }, () =>
    read(token, context),
  );
  if (answer.kind !== 'known') return;
  const obstacle = findTokenObstacle(answer.token, amount);
  if (obstacle === undefined) return;
  const { reason, problem } = obstacle;
  const path = 'shared_payment_token';
  throw refuse('shared_token_unusable', {
    message: `${path}: ${problem}`,
    keys: { reason, fields: [{ path, problem }] },
  });
}

/** Likewise for a payment that an attempt could begin on now; for one that is under way or made nothing is asked. */
export async function refuseUnusableTokenFor(app: App, key: PaymentKey, token: string): Promise<void> {
  const payment = await findPayment(app.db, key);
  if (payment?.status !== 'created' && payment?.status !== 'declined') return;
  await refuseUnusableToken(app, { organizationId: key.organizationId, amount: payment.amount, token });
}
