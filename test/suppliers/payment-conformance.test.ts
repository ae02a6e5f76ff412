import { afterAll, beforeAll } from 'vitest';
import { systemClock } from '../../src/platform/clock.ts';
import type { CardDetails, PaymentProcessor } from '../../src/suppliers/ports/payments.ts';
import { createSandboxPaymentProcessor } from '../../simulator/payments/payments.ts';
import { createStripeProcessor } from '../../src/suppliers/stripe/payments.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';
import { describeProcessor, type PayerCard } from '../support/suppliers/processor-conformance.ts';
import type { Outcome } from '../../src/suppliers/stubs/stripe/outcomes.ts';
import { type StripeStub, startStripeStub } from '../../src/suppliers/stubs/stripe/start-stripe-stub.ts';

/** One suite, two processors: whatever the payments folder relies on, both must do. */
const NUMBERS = {
  ok: '4242424242424242',
  declined: '4000000000000002',
  insufficient_funds: '4000000000009995',
  processing_error: '4000000000000119',
  challenge: '4000002500003155',
} as const satisfies Record<PayerCard, string>;
const OUTCOMES = {
  ok: 'authorise',
  declined: 'decline',
  insufficient_funds: 'insufficient_funds',
  processing_error: 'processing_error',
  challenge: 'challenge',
} as const satisfies Record<PayerCard, Outcome>;
const cardOf = (number: string): CardDetails => ({
  number,
  expiryMonth: 12,
  expiryYear: new Date().getFullYear() + 3,
  securityCode: '123',
  holder: 'Nellie Bly',
});

let db: TestDatabase;
let stub: StripeStub;
let sandbox: PaymentProcessor;
let stripe: PaymentProcessor;
beforeAll(async () => {
  db = await openTestDatabase();
  stub = await startStripeStub();
  sandbox = createSandboxPaymentProcessor(db);
  stripe = await createStripeProcessor({
    config: { secretKey: stub.secretKey, isLive: false, webhookSecret: stub.webhookSecret, apiBase: stub.url },
    db,
    clock: systemClock,
  });
});
afterAll(async () => {
  await stub.close();
  await db.close();
});

describeProcessor('the built-in processor', {
  processor: () => sandbox,
  afterDecline: 'declined',
  async pay(ref, card, context) {
    await sandbox.submitCard(ref, cardOf(NUMBERS[card]), context);
  },
  async answerBank(ref, result, context) {
    await sandbox.completeAction(ref, result, context);
  },
});

describeProcessor('Stripe, against the stub', {
  processor: () => stripe,
  afterDecline: 'open',
  async pay(ref, card, context) {
    const page = await stripe.openPage?.(ref, new Date(context.now.getTime() + 4 * 3_600_000), context);
    if (page?.kind !== 'page') throw new Error('There is no page to pay on.');
    stub.pay(page.url, OUTCOMES[card]);
  },
  async answerBank(ref, result, context) {
    const page = await stripe.openPage?.(ref, context.now, context);
    const session =
      page?.kind === 'page' ? stub.account.getSession(new URL(page.url).pathname.split('/').at(-1) ?? '') : undefined;
    if (!session?.payment_intent) throw new Error('Nobody has paid on this page.');
    stub.account.answerBank(session.payment_intent, result === 'approve');
  },
});
