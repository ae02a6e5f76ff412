import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { newId, type OrganizationId } from '../../../src/platform/ids.ts';
import type { PaymentProcessor, ProcessorAnswer, ProcessorPayment } from '../../../src/suppliers/ports/payments.ts';
import type { SupplierContext } from '../../../src/suppliers/ports/supplier.ts';
import { type Money, money } from '../../../src/travel/money.ts';

const log = pino({ level: 'silent' });

/** What a payer's card does. */
export type PayerCard = 'ok' | 'declined' | 'insufficient_funds' | 'processing_error' | 'challenge';

/** A processor, and the payer in front of it. */
export interface ProcessorUnderTest {
  processor(): PaymentProcessor;
  /** Lets the payer try a card, wherever the processor takes it. */
  pay(processorRef: string, card: PayerCard, context: SupplierContext): Promise<void>;
  /** The payer answers the bank. */
  answerBank(processorRef: string, result: 'approve' | 'reject', context: SupplierContext): Promise<void>;
  /** How a payment stands after a card was declined: over, or open for another card on the processor's own page. */
  readonly afterDecline: 'declined' | 'open';
}

/** A call of an organization, at the real time. */
export function aProcessorContext(organizationId: OrganizationId = newId('organization')): SupplierContext {
  return {
    organizationId,
    now: new Date(),
    signal: AbortSignal.timeout(60_000),
    deadlineMs: 10_000,
    purpose: 'booking',
    log,
  };
}

/** The payment of an answer that must be known. */
export function knownPayment(answer: ProcessorAnswer): ProcessorPayment {
  if (answer.kind !== 'known') throw new Error(`not known: ${answer.detail}`);
  return answer.payment;
}

/** Opens a payment for an amount. */
export async function openPayment(
  processor: PaymentProcessor,
  amount: Money,
  context: SupplierContext,
  reference: string = newId('payment'),
): Promise<string> {
  const { processorRef } = await processor.open(
    {
      reference,
      amount,
      description: 'Paris to Tokyo',
      expiresAt: new Date(context.now.getTime() + 4 * 3_600_000),
      returnUrl: 'http://127.0.0.1:9/checkout/cs_1',
    },
    context,
  );
  return processorRef;
}

/** What every payment processor must do with a payment. */
export function describeProcessor(
  name: string,
  { processor, pay, answerBank, afterDecline }: ProcessorUnderTest,
): void {
  const get = async (ref: string, context: SupplierContext) => knownPayment(await processor().get(ref, context));

  async function authorised(amount: Money) {
    const context = aProcessorContext();
    const ref = await openPayment(processor(), amount, context);
    await pay(ref, 'ok', context);
    return { ref, context };
  }
  async function captured(amount: Money, part: Money) {
    const held = await authorised(amount);
    await processor().capture(held.ref, part, held.context);
    return held;
  }

  describe(`${name}: a payment nobody has paid`, () => {
    test('opening a reference twice is one payment, open and empty', async () => {
      const context = aProcessorContext();
      const reference = newId('payment');
      const ref = await openPayment(processor(), money(5_000, 'USD'), context, reference);
      expect(await openPayment(processor(), money(5_000, 'USD'), context, reference)).toBe(ref);
      expect(await get(ref, context)).toEqual({
        processorRef: ref,
        status: 'open',
        amount: money(5_000, 'USD'),
        amountCaptured: money(0, 'USD'),
        amountRefunded: money(0, 'USD'),
        captureBefore: undefined,
        declineReason: undefined,
      });
    });

    test('released before anybody paid: closed, and closed to every card and token from then on', async () => {
      const context = aProcessorContext();
      const ref = await openPayment(processor(), money(5_000, 'USD'), context);
      expect(knownPayment(await processor().release(ref, context)).status).toBe('released');
      expect(knownPayment(await processor().release(ref, context)).status).toBe('released');
      expect(knownPayment(await processor().submitSharedToken(ref, 'spt_test_ok', context)).status).toBe('released');
      expect(knownPayment(await processor().capture(ref, money(5_000, 'USD'), context)).status).toBe('released');
      expect((await get(ref, context)).status).toBe('released');
    });

    test('another organization does not see it', async () => {
      const ref = await openPayment(processor(), money(5_000, 'USD'), aProcessorContext());
      await expect(processor().get(ref, aProcessorContext())).rejects.toMatchObject({
        name: 'SupplierFailure',
        kind: 'rejected',
      });
    });
  });

  describe(`${name}: paying`, () => {
    test.each([
      ['JPY', 5_000],
      ['KWD', 12_340],
      ['USD', 12_345],
      ['KRW', 70_001],
    ])('%s: the whole amount is held for about a week and nothing is captured', async (currency, value) => {
      const { ref, context } = await authorised(money(value, currency));
      const payment = await get(ref, context);
      expect(payment).toMatchObject({
        status: 'authorised',
        amount: { value, currency },
        amountCaptured: { value: 0, currency },
        amountRefunded: { value: 0, currency },
      });
      const days = ((payment.captureBefore?.getTime() ?? 0) - context.now.getTime()) / 86_400_000;
      expect(days).toBeGreaterThan(6.9);
      expect(days).toBeLessThan(7.1);
    });

    test.each([
      ['declined', 'card_declined'],
      ['insufficient_funds', 'insufficient_funds'],
      ['processing_error', 'processing_error'],
    ] as const)('a card that is %s holds nothing, says why, and another card pays', async (card, reason) => {
      const context = aProcessorContext();
      const ref = await openPayment(processor(), money(5_000, 'USD'), context);
      await pay(ref, card, context);
      expect(await get(ref, context)).toMatchObject({
        status: afterDecline,
        declineReason: reason,
        amountCaptured: { value: 0 },
      });
      await pay(ref, 'ok', context);
      expect(await get(ref, context)).toMatchObject({ status: 'authorised', declineReason: undefined });
    });

    test("3DS: the payer's answer to the bank decides", async () => {
      const context = aProcessorContext();
      const [approved, rejected] = [
        await openPayment(processor(), money(5_000, 'USD'), context),
        await openPayment(processor(), money(5_000, 'USD'), context),
      ];
      for (const ref of [approved, rejected]) {
        await pay(ref, 'challenge', context);
        expect((await get(ref, context)).status).toBe('requires_action');
      }
      await answerBank(approved, 'approve', context);
      expect((await get(approved, context)).status).toBe('authorised');
      await answerBank(rejected, 'reject', context);
      expect(await get(rejected, context)).toMatchObject({
        status: afterDecline,
        declineReason: 'authentication_failed',
      });
    });

    test.each([
      ['spt_test_ok', 'authorised'],
      ['spt_test_declined', 'declined'],
      ['spt_test_step_up', 'requires_action'],
      ['spt_test_nobody', 'declined'],
    ] as const)('%s: %s', async (token, status) => {
      const context = aProcessorContext();
      const ref = await openPayment(processor(), money(5_000, 'USD'), context);
      const answered = knownPayment(await processor().submitSharedToken(ref, token, context));
      expect(answered).toMatchObject({ status, declineReason: status === 'declined' ? 'card_declined' : undefined });
    });

    test('a declined token leaves the payment to the next token', async () => {
      const context = aProcessorContext();
      const ref = await openPayment(processor(), money(5_000, 'USD'), context);
      await processor().submitSharedToken(ref, 'spt_test_declined', context);
      expect(knownPayment(await processor().submitSharedToken(ref, 'spt_test_ok', context)).status).toBe('authorised');
      expect(knownPayment(await processor().submitSharedToken(ref, 'spt_test_declined', context)).status).toBe(
        'authorised',
      );
    });
  });

  describe(`${name}: capturing`, () => {
    test.each([
      ['JPY', 5_000, 3_001],
      ['KWD', 12_340, 10_010],
      ['USD', 12_345, 1],
    ])('%s: a part is captured exactly and the rest is let go of', async (currency, value, part) => {
      const { ref, context } = await authorised(money(value, currency));
      expect(knownPayment(await processor().capture(ref, money(part, currency), context))).toMatchObject({
        status: 'captured',
        amount: { value },
        amountCaptured: { value: part, currency },
      });
      expect(await get(ref, context)).toMatchObject({
        status: 'captured',
        amount: { value },
        amountCaptured: { value: part, currency },
        amountRefunded: { value: 0, currency },
      });
    });

    test('captured twice, with the same amount or another, it is captured once', async () => {
      const { ref, context } = await captured(money(12_345, 'USD'), money(12_345, 'USD'));
      expect(knownPayment(await processor().capture(ref, money(12_345, 'USD'), context)).amountCaptured.value).toBe(
        12_345,
      );
      expect(knownPayment(await processor().capture(ref, money(12_000, 'USD'), context)).amountCaptured.value).toBe(
        12_345,
      );
    });

    test('twenty captures at once take the money once', async () => {
      const { ref, context } = await authorised(money(12_345, 'USD'));
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) => processor().capture(ref, money(1_000 + i, 'USD'), context)),
      );
      const amounts = new Set(
        answers.flatMap((answer) => (answer.kind === 'known' ? [answer.payment.amountCaptured.value] : [])),
      );
      expect([...amounts]).toEqual([(await get(ref, context)).amountCaptured.value]);
    });

    test('more than is held, or another currency, is refused and nothing is captured', async () => {
      const { ref, context } = await authorised(money(12_345, 'USD'));
      await expect(processor().capture(ref, money(12_346, 'USD'), context)).rejects.toThrow(
        'larger than the authorisation',
      );
      await expect(processor().capture(ref, money(100, 'JPY'), context)).rejects.toThrow('another currency');
      expect((await get(ref, context)).status).toBe('authorised');
    });
  });

  describe(`${name}: giving back`, () => {
    test('a hold is released once and cannot be captured after', async () => {
      const { ref, context } = await authorised(money(12_345, 'USD'));
      expect(knownPayment(await processor().release(ref, context)).status).toBe('released');
      expect(knownPayment(await processor().release(ref, context)).status).toBe('released');
      expect(knownPayment(await processor().capture(ref, money(12_345, 'USD'), context))).toMatchObject({
        status: 'released',
        amountCaptured: { value: 0 },
      });
    });

    test('what is captured is not released', async () => {
      const { ref, context } = await captured(money(12_345, 'USD'), money(10_000, 'USD'));
      expect(knownPayment(await processor().release(ref, context))).toMatchObject({
        status: 'captured',
        amountCaptured: { value: 10_000 },
      });
    });

    test.each([
      ['JPY', 5_000, 3_000, 2_000],
      ['KWD', 12_340, 12_330, 10],
      ['USD', 12_345, 6_000, 6_345],
    ])(
      '%s: each reference is refunded once, together at most what was captured',
      async (currency, value, first, rest) => {
        const { ref, context } = await captured(money(value, currency), money(value, currency));
        const refund = async (amount: number, reference: string) =>
          knownPayment(await processor().refund(ref, money(amount, currency), reference, context)).amountRefunded;
        expect(await refund(first, 'rfd_1')).toEqual({ value: first, currency });
        expect(await refund(first, 'rfd_1')).toEqual({ value: first, currency });
        await expect(refund(rest + 10, 'rfd_2')).rejects.toThrow('larger than what is left');
        expect(await refund(rest, 'rfd_3')).toEqual({ value, currency });
        await expect(refund(10, 'rfd_4')).rejects.toThrow('larger than what is left');
        expect(await get(ref, context)).toMatchObject({
          status: 'captured',
          amountCaptured: { value },
          amountRefunded: { value },
        });
      },
    );

    test('one refund asked for many times at once is made once', async () => {
      const { ref, context } = await captured(money(12_345, 'USD'), money(12_345, 'USD'));
      await Promise.allSettled(
        Array.from({ length: 10 }, () => processor().refund(ref, money(6_000, 'USD'), 'rfd_1', context)),
      );
      expect((await get(ref, context)).amountRefunded.value).toBe(6_000);
    });

    test('before a capture there is nothing to refund', async () => {
      const { ref, context } = await authorised(money(12_345, 'USD'));
      await expect(processor().refund(ref, money(100, 'USD'), 'rfd_1', context)).rejects.toThrow(
        'larger than what is left',
      );
    });
  });
}
