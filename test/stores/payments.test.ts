import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcile } from '../../src/bookings/reconcile/reconcile.ts';
import { readLedger } from '../../src/ledger/read-ledger.ts';
import type { Payment } from '../../src/payments/model/payment.ts';
import { cte } from '../../src/platform/db/cte.ts';
import { getPayment, newPayment, openingCte } from '../../src/payments/open-payment.ts';
import { recordOutcome } from '../../src/payments/record-outcome.ts';
import { refundPayment } from '../../src/payments/refund-payment.ts';
import { beginCapture, callCapture, finishCapture } from '../../src/payments/settle-payment.ts';
import { updateStatus } from '../../src/payments/store-moves.ts';
import { startAttempt, submitCard, submitNothing, submitSharedToken } from '../../src/payments/submit-payment.ts';
import { voidPayment } from '../../src/payments/void-payment.ts';
import { asId, newId } from '../../src/platform/ids.ts';
import type { CardDetails, ProcessorPayment } from '../../src/suppliers/ports/payments.ts';
import { money } from '../../src/travel/money.ts';
import { startService, type TestService } from '../support/service/service.ts';

/** Payments by themselves: their trips do not exist, so that whatever is authorised has no taker. */
let service: TestService;
const organizationId = newId('organization');
const CARD_OK: CardDetails = {
  number: '4242424242424242',
  expiryMonth: 12,
  expiryYear: new Date().getFullYear() + 3,
  securityCode: '123',
  holder: 'Nellie Bly',
};
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function open(amount = money(5_000, 'JPY')): Promise<Payment> {
  const now = new Date();
  const tripId = newId('trip');
  const payment = newPayment({
    organizationId,
    purpose: { kind: 'trip', id: tripId },
    tripId,
    sessionId: newId('session'),
    amount,
    description: 'Trip',
    expiresAt: new Date(now.getTime() + 3_600_000),
    now,
  });
  const opened = openingCte(payment, cte('moved'));
  await sql`with moved as (select 1), opened as ${opened.sql} select 1`.execute(service.app.db.q);
  expect(await getPayment(service.app.db, payment)).toEqual(payment);
  return payment;
}
async function start(payment: Payment): Promise<Payment> {
  const started = await service.app.db.transaction((tx) => startAttempt(tx, payment, new Date(), service.app));
  expect(started.kind).toBe('started');
  return started.payment;
}
const processorSays = (payment: Payment, status: ProcessorPayment['status']): ProcessorPayment => ({
  processorRef: `sp_${payment.paymentId}`,
  status,
  amount: payment.amount,
  amountCaptured: money(0, 'JPY'),
  amountRefunded: money(0, 'JPY'),
  captureBefore: undefined,
  declineReason: undefined,
});
const record = (payment: Payment, status: ProcessorPayment['status'], attempt = payment.attempt) =>
  recordOutcome(service.app, payment, {
    attempt,
    processorId: 'sandbox',
    payment: processorSays(payment, status),
    now: new Date(),
  });
const stepsOf = async (payment: Payment) =>
  (await readLedger(service.app.db, organizationId, asId('trip', payment.purpose.id))).entries.map(
    (entry) => entry.step,
  );

test('an authorisation nobody has a use for is entered, released and never fulfilled', async () => {
  const payment = await start(await open());
  expect((await submitCard(service.app, payment, CARD_OK)).status).toBe('releasing');
  await service.drain();
  expect((await getPayment(service.app.db, payment)).status).toBe('released');
  expect(await stepsOf(payment)).toEqual(['quote', 'authorise', 'release']);
});

test('an authorisation that arrives for a voided payment is entered and given back', async () => {
  const payment = await start(await open());
  await service.app.db.transaction((tx) => voidPayment(tx, payment, service.app));
  expect((await submitCard(service.app, payment, CARD_OK)).status).toBe('releasing');
  await service.drain();
  expect((await getPayment(service.app.db, payment)).status).toBe('released');
  expect(await stepsOf(payment)).toEqual(['quote', 'authorise', 'release']);
});

test('a voided payment that was submitted is closed at the processor, so that a late card finds it shut', async () => {
  const payment = await start(await open());
  await service.app.db.transaction((tx) => voidPayment(tx, payment, service.app));
  await service.drain();
  expect((await getPayment(service.app.db, payment)).status).toBe('released');
  expect((await submitCard(service.app, payment, CARD_OK)).status).toBe('released');
  expect(await stepsOf(payment)).toEqual([]);
});

test('a payment voided before any attempt costs no call', async () => {
  const payment = await open();
  await service.app.db.transaction((tx) => voidPayment(tx, payment, service.app));
  expect(await service.drain()).toBe(0);
  expect((await getPayment(service.app.db, payment)).status).toBe('voided');
});

test('fifty attempts at once: one starts', async () => {
  const payment = await open();
  const starts = await Promise.all(
    Array.from({ length: 50 }, () =>
      service.app.db.transaction((tx) => startAttempt(tx, payment, new Date(), service.app)),
    ),
  );
  expect(starts.filter((attempt) => attempt.kind === 'started')).toHaveLength(1);
  expect(starts.filter((attempt) => attempt.kind === 'in_flight')).toHaveLength(49);
});

test('the same outcome twenty times at once is one outcome', async () => {
  const payment = await start(await open());
  await Promise.all(Array.from({ length: 20 }, () => record(payment, 'authorised')));
  expect(await stepsOf(payment)).toEqual(['quote', 'authorise']);
});

test('the outcome of an older attempt never overwrites a newer one', async () => {
  const first = await start(await open());
  expect((await record(first, 'declined')).status).toBe('declined');
  const second = await start(await getPayment(service.app.db, first));
  expect((await record(second, 'declined', first.attempt)).status).toBe('submitted');
  expect((await record(second, 'requires_action', first.attempt)).status).toBe('submitted');
  expect((await record(second, 'declined')).status).toBe('declined');
});

test('a hold that appears after the payer was told "declined" is given back', async () => {
  const payment = await start(await open());
  await record(payment, 'declined');
  expect((await record(payment, 'authorised')).status).toBe('releasing');
});

test.each([
  ['spt_test_ok', 'releasing'],
  ['spt_test_declined', 'declined'],
  ['spt_test_step_up', 'requires_action'],
])('%s: %s', async (token, status) => {
  expect((await submitSharedToken(service.app, await start(await open()), token)).status).toBe(status);
  await service.drain();
});

test('a payment of nothing is authorised without a processor, and leaves no ledger entry', async () => {
  const payment = await start(await open(money(0, 'JPY')));
  expect((await submitNothing(service.app, payment)).status).toBe('releasing');
  await service.drain();
  expect((await getPayment(service.app.db, payment)).status).toBe('released');
  expect(await stepsOf(payment)).toEqual([]);
  await expect(submitNothing(service.app, await start(await open()))).rejects.toThrow('Only a payment of nothing');
});

test('refunds: each reference once, together at most the capture, and the ledger follows', async () => {
  const { app } = service;
  const started = await start(await open());
  await submitCard(app, started, CARD_OK);
  // Taken back from the release its missing trip has asked for: this test is about what comes after a capture.
  await app.db.q
    .withTables<{ payment: { payment_id: string; status: string } }>()
    .updateTable('payment')
    .set({ status: 'authorised' })
    .where('payment_id', '=', started.paymentId)
    .execute();
  await app.db.transaction((tx) =>
    app.jobs.cancel(tx, { name: 'payments.release' }, { organizationId, key: started.paymentId }),
  );
  const capturing = await app.db.transaction((tx) => beginCapture(tx, started, money(4_000, 'JPY')));
  if (capturing === undefined) throw new Error('not capturing');
  expect(await callCapture(app, capturing)).toBe('captured');
  await app.db.transaction((tx) => finishCapture(tx, capturing, 'captured', new Date()));
  const refund = (reference: string, value: number) =>
    app.db.transaction((tx) => refundPayment(tx, started, { reference, amount: money(value, 'JPY') }, new Date(), app));
  expect(await Promise.all(Array.from({ length: 5 }, () => refund('rfd_a', 3_000)))).toEqual(
    expect.arrayContaining([true, false, false, false, false]),
  );
  expect(await refund('rfd_b', 1_001)).toBe(false);
  expect(await refund('rfd_c', 1_000)).toBe(true);
  await service.drain();
  expect((await getPayment(app.db, started)).amountRefunded.value).toBe(4_000);
  expect((await stepsOf(started)).slice(2)).toEqual(['capture', 'release', 'refund', 'refund']);
});

test('a move that the table of states does not have is refused before anything is written', async () => {
  const payment = await open();
  const move = service.app.db.transaction((tx) => updateStatus(tx, payment, { statuses: ['created'] }, 'captured', {}));
  await expect(move).rejects.toThrow('A payment cannot go from created to captured.');
  expect((await getPayment(service.app.db, payment)).status).toBe('created');
});

test('reconcile names the capture that no booking knows', async () => {
  const { problems } = await reconcile(service.app);
  expect(problems.map(({ problem }) => problem)).toContain('it is captured and no booking knows it');
});
