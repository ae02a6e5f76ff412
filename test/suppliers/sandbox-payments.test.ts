import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import type { CardDetails, PaymentProcessor, ProcessorAnswer } from '../../src/suppliers/ports/payments.ts';
import type { SupplierContext } from '../../src/suppliers/ports/supplier.ts';
import { createSandboxPaymentProcessor } from '../../simulator/payments/payments.ts';
import { money } from '../../src/travel/money.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';

const organizationId = newId('organization');
const CARD_OK: CardDetails = {
  number: '4242424242424242',
  expiryMonth: 12,
  expiryYear: 2030,
  securityCode: '123',
  holder: 'Nellie Bly',
};
const at = (instant: string): SupplierContext => ({
  organizationId,
  now: new Date(instant),
  signal: AbortSignal.timeout(10_000),
  deadlineMs: 10_000,
  purpose: 'booking',
  log: pino({ level: 'silent' }),
});
const NOON = at('2026-06-01T12:00:00Z');
const amount = money(12_345, 'KWD');

let db: TestDatabase;
let processor: PaymentProcessor;
beforeAll(async () => {
  db = await openTestDatabase();
  processor = createSandboxPaymentProcessor(db);
});
afterAll(() => db.close());

async function open(reference: string = newId('payment')): Promise<string> {
  const opened = await processor.open(
    { reference, amount, description: 'Trip', expiresAt: NOON.now, returnUrl: 'http://localhost/' },
    NOON,
  );
  return opened.processorRef;
}
function known(answer: ProcessorAnswer) {
  if (answer.kind !== 'known') throw new Error(answer.detail);
  return answer.payment;
}

describe('the built-in processor', () => {
  test('opening a reference twice is one payment', async () => {
    const reference = newId('payment');
    expect(await open(reference)).toBe(await open(reference));
  });

  test("a hold lives seven days on the organization's clock", async () => {
    const ref = await open();
    expect(known(await processor.submitCard(ref, CARD_OK, NOON))).toMatchObject({
      status: 'authorised',
      captureBefore: new Date('2026-06-08T12:00:00Z'),
    });
    expect(known(await processor.get(ref, at('2026-06-08T11:59:59Z'))).status).toBe('authorised');
    expect(known(await processor.get(ref, at('2026-06-08T12:00:00Z'))).status).toBe('released');
    expect(known(await processor.capture(ref, amount, at('2026-06-08T12:00:00Z'))).status).toBe('released');
  });

  test('captures once, at most what is held; repeating it changes nothing', async () => {
    const ref = await open();
    await processor.submitCard(ref, CARD_OK, NOON);
    await expect(processor.capture(ref, money(12_346, 'KWD'), NOON)).rejects.toThrow('larger than the authorisation');
    await expect(processor.capture(ref, money(100, 'USD'), NOON)).rejects.toThrow('another currency');
    expect(known(await processor.capture(ref, money(10_000, 'KWD'), NOON))).toMatchObject({
      status: 'captured',
      amountCaptured: { value: 10_000 },
    });
    expect(known(await processor.capture(ref, money(12_000, 'KWD'), NOON)).amountCaptured.value).toBe(10_000);
    expect(known(await processor.release(ref, NOON)).status).toBe('captured');
  });

  test('twenty captures at once take the money once', async () => {
    const ref = await open();
    await processor.submitCard(ref, CARD_OK, NOON);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => processor.capture(ref, money(1_000 + i, 'KWD'), NOON)),
    );
    expect(new Set(answers.map((answer) => known(answer).amountCaptured.value)).size).toBe(1);
  });

  test('a released or closed payment takes no card and no capture', async () => {
    const ref = await open();
    expect(known(await processor.release(ref, NOON)).status).toBe('released');
    expect(known(await processor.submitCard(ref, CARD_OK, NOON)).status).toBe('released');
    expect(known(await processor.capture(ref, amount, NOON)).status).toBe('released');
  });

  test('refunds each reference once, together at most what was captured', async () => {
    const ref = await open();
    await processor.submitCard(ref, CARD_OK, NOON);
    await processor.capture(ref, money(10_000, 'KWD'), NOON);
    expect(known(await processor.refund(ref, money(6_000, 'KWD'), 'rfd_1', NOON)).amountRefunded.value).toBe(6_000);
    expect(known(await processor.refund(ref, money(6_000, 'KWD'), 'rfd_1', NOON)).amountRefunded.value).toBe(6_000);
    await expect(processor.refund(ref, money(4_001, 'KWD'), 'rfd_2', NOON)).rejects.toThrow('larger than what is left');
    expect(known(await processor.refund(ref, money(4_000, 'KWD'), 'rfd_3', NOON)).amountRefunded.value).toBe(10_000);
  });

  test('3DS: the challenge decides, and only once', async () => {
    const ref = await open();
    expect(known(await processor.submitCard(ref, { ...CARD_OK, number: '4000002500003155' }, NOON)).status).toBe(
      'requires_action',
    );
    expect(known(await processor.completeAction(ref, 'approve', NOON)).status).toBe('authorised');
    expect(known(await processor.completeAction(ref, 'reject', NOON)).status).toBe('authorised');
  });

  test('a declined card does not close the payment: another card pays it', async () => {
    const ref = await open();
    expect(known(await processor.submitCard(ref, { ...CARD_OK, number: '4000000000000002' }, NOON))).toMatchObject({
      status: 'declined',
      declineReason: 'card_declined',
    });
    expect(known(await processor.submitCard(ref, CARD_OK, NOON))).toMatchObject({
      status: 'authorised',
      declineReason: undefined,
    });
  });

  test("a slow card is known when the organization's clock has reached its time", async () => {
    const ref = await open();
    expect(known(await processor.submitCard(ref, { ...CARD_OK, authoriseDelaySeconds: 60 }, NOON)).status).toBe(
      'processing',
    );
    expect(known(await processor.get(ref, at('2026-06-01T12:00:59Z'))).status).toBe('processing');
    expect(known(await processor.get(ref, at('2026-06-01T12:01:00Z')))).toMatchObject({
      status: 'authorised',
      captureBefore: new Date('2026-06-08T12:01:00Z'),
    });
  });

  test('a slow card whose bank asks first is no sooner known for the answer', async () => {
    const slow = { ...CARD_OK, number: '4000002500003155', authoriseDelaySeconds: 60 };
    const ref = await open();
    expect(known(await processor.submitCard(ref, slow, NOON)).status).toBe('requires_action');
    expect(known(await processor.completeAction(ref, 'approve', at('2026-06-01T12:00:10Z'))).status).toBe('processing');
    expect(known(await processor.get(ref, at('2026-06-01T12:00:59Z'))).status).toBe('processing');
    expect(known(await processor.get(ref, at('2026-06-01T12:01:00Z')))).toMatchObject({
      status: 'authorised',
      captureBefore: new Date('2026-06-08T12:01:00Z'),
    });
    const answeredLate = await open();
    await processor.submitCard(answeredLate, slow, NOON);
    expect(known(await processor.completeAction(answeredLate, 'approve', at('2026-06-01T12:01:00Z'))).status).toBe(
      'authorised',
    );
    const rejected = await open();
    await processor.submitCard(rejected, slow, NOON);
    expect(known(await processor.completeAction(rejected, 'reject', NOON))).toMatchObject({
      status: 'declined',
      declineReason: 'authentication_failed',
    });
  });

  test('of a card its brand and last four digits are written, for receipts, and nothing else', async () => {
    const ref = await open();
    await processor.submitCard(ref, CARD_OK, NOON);
    const { rows } = await db.q
      .withTables<{ sandbox_payment: Record<string, unknown> }>()
      .selectFrom('sandbox_payment')
      .selectAll()
      .execute()
      .then((found) => ({ rows: found }));
    expect(rows.find((row) => row['processor_ref'] === ref)).toMatchObject({ card_brand: 'visa', card_last4: '4242' });
    expect(JSON.stringify(rows)).not.toMatch(/42424|Nellie/);
  });

  test('another organization does not see the payment', async () => {
    const ref = await open();
    await expect(processor.get(ref, { ...NOON, organizationId: newId('organization') })).rejects.toThrow('No payment');
  });
});
