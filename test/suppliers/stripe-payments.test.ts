import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigError } from '../../src/platform/config.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { newId } from '../../src/platform/ids.ts';
import type { PaymentProcessor } from '../../src/suppliers/ports/payments.ts';
import type { SupplierContext } from '../../src/suppliers/ports/supplier.ts';
import { createStripeProcessor } from '../../src/suppliers/stripe/payments.ts';
import { money } from '../../src/travel/money.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';
import { aProcessorContext, knownPayment, openPayment } from '../support/suppliers/processor-conformance.ts';
import { textAt, textsAt } from '../../src/suppliers/stubs/stripe/form.ts';
import type { StubTrouble } from '../../src/suppliers/stubs/stripe/serve.ts';
import { signatureOf } from '../../src/suppliers/stubs/stripe/sign.ts';
import { type StripeStub, startStripeStub } from '../../src/suppliers/stubs/stripe/start-stripe-stub.ts';
import { cellsOf } from '../support/service/cells-of.ts';

const HOUR_MS = 3_600_000;
let db: TestDatabase;
let stub: StripeStub;
let stripe: PaymentProcessor;
const configOf = (changes: { readonly secretKey?: string } = {}) => ({
  secretKey: stub.secretKey,
  isLive: false,
  webhookSecret: stub.webhookSecret,
  apiBase: stub.url,
  ...changes,
});
beforeAll(async () => {
  db = await openTestDatabase();
  stub = await startStripeStub();
  stripe = await createStripeProcessor({ config: configOf(), db, clock: systemClock });
});
afterAll(async () => {
  await stub.close();
  await db.close();
});

/**
 * A call that gives up where nothing will ever come, as soon as the request that hangs has arrived: on a busy machine
 * no other may.
 */
function patienceFor(kind: StubTrouble, context: SupplierContext): SupplierContext {
  if (kind !== 'hang') return context;
  const patience = new AbortController();
  void stub
    .nextHung()
    .then(() => patience.abort(new DOMException('The caller has waited long enough.', 'TimeoutError')));
  return { ...context, signal: patience.signal };
}
const since = (count: number) =>
  stub.requests.slice(count).map(({ method, path }) => `${method} ${path.replace(/(cs_test|pi)_stub\d+/, '$1')}`);
async function openPageOf(ref: string, context: SupplierContext): Promise<string> {
  const page = await stripe.openPage?.(ref, new Date(context.now.getTime() + 4 * HOUR_MS), context);
  if (page?.kind !== 'page') throw new Error(`no page: ${JSON.stringify(page)}`);
  return page.url;
}
const sessionOf = (url: string) => stub.account.getSession(url.split('/').at(-1) ?? '');
async function opened(amount = money(12_345, 'USD')) {
  const context = aProcessorContext();
  const reference = newId('payment');
  return { context, reference, ref: await openPayment(stripe, amount, context, reference) };
}
async function held(amount = money(12_345, 'USD')) {
  const payment = await opened(amount);
  const url = await openPageOf(payment.ref, payment.context);
  stub.pay(url, 'authorise');
  return { ...payment, url };
}
const statusOf = async (ref: string, context: SupplierContext) => knownPayment(await stripe.get(ref, context)).status;

describe('what Stripe is asked', () => {
  test('a page holds the money by hand, says whose payment it is, and lives as long as the link', async () => {
    const { ref, reference, context } = await opened(money(5_000, 'JPY'));
    const session = sessionOf(await openPageOf(ref, context));
    const { form, idempotencyKey, version } = stub.requests.at(-1) ?? {};
    const metadata = { organization_id: context.organizationId, payment_id: reference };
    expect([idempotencyKey, version]).toEqual([`st_${reference}:session:1`, '2026-10-28.endive']);
    expect(textAt(form, 'payment_intent_data', 'capture_method')).toBe('manual');
    expect([textsAt(form, 'metadata'), textsAt(form, 'payment_intent_data', 'metadata')]).toEqual([metadata, metadata]);
    expect(session).toMatchObject({
      client_reference_id: reference,
      amount_total: 5_000,
      currency: 'jpy',
      success_url: 'http://127.0.0.1:9/checkout/cs_1?paid=1',
      cancel_url: 'http://127.0.0.1:9/checkout/cs_1',
    });
    expect(Math.abs(session.expires_at * 1000 - (context.now.getTime() + 4 * HOUR_MS))).toBeLessThan(60_000);
  });

  test('a link that ends in five minutes still gets the 30 minutes Stripe asks for, and the same page when asked again', async () => {
    const { ref, context } = await opened();
    const expiresAt = new Date(context.now.getTime() + 300_000);
    const [first, second] = [
      await stripe.openPage?.(ref, expiresAt, context),
      await stripe.openPage?.(ref, expiresAt, context),
    ];
    expect(first).toEqual({ kind: 'page', url: expect.stringContaining('/c/pay/cs_test_stub') });
    expect(second).toEqual(first);
  });

  test('a page asked for ten times at once is one page', async () => {
    const { ref, context } = await opened();
    const before = stub.account.sessions.size;
    await Promise.all(Array.from({ length: 10 }, () => stripe.openPage?.(ref, context.now, context)));
    expect(stub.account.sessions.size).toBe(before + 1);
  });

  test('a token is confirmed on a PaymentIntent that is known before, in the version that takes tokens', async () => {
    const { ref, context } = await opened();
    const before = stub.requests.length;
    await stripe.submitSharedToken(ref, 'spt_test_ok', context);
    expect(since(before)).toEqual(['POST /v1/payment_intents', 'POST /v1/payment_intents/pi/confirm']);
    expect(stub.requests.slice(before).map(({ version }) => version)).toEqual([
      '2026-10-28.endive',
      '2026-04-22.preview',
    ]);
  });

  test.each([
    [money(12_345, 'KWD'), 'KWD 12.345 cannot be charged exactly'],
    [money(1_000, 'LYD'), 'Stripe does not take LYD'],
  ])('%o is refused before anything is opened', async (amount, reason) => {
    const before = stub.requests.length;
    expect(stripe.findObstacle?.(amount)).toContain(reason);
    await expect(openPayment(stripe, amount, aProcessorContext())).rejects.toMatchObject({
      kind: 'rejected',
      message: expect.stringContaining(reason),
    });
    expect(stub.requests.length).toBe(before);
  });

  test('a card never gets as far as a request', async () => {
    const { ref, context } = await opened();
    const before = stub.requests.length;
    const card = {
      number: '4242424242424242',
      expiryMonth: 12,
      expiryYear: 2030,
      securityCode: '123',
      holder: 'Nellie Bly',
    };
    await expect(stripe.submitCard(ref, card, context)).rejects.toMatchObject({ kind: 'rejected' });
    expect(stub.requests.length).toBe(before);
  });

  test('without the package a key stops the start', async () => {
    const load = () =>
      Promise.reject(Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' }));
    await expect(createStripeProcessor({ config: configOf(), db, clock: systemClock, load })).rejects.toThrow(
      ConfigError,
    );
    await expect(createStripeProcessor({ config: configOf(), db, clock: systemClock, load })).rejects.toThrow(
      'the package stripe is not installed',
    );
  });
});

describe('an outcome that is not known', () => {
  const KINDS: readonly StubTrouble[] = [
    'hang',
    'reset_before',
    'reset_after',
    'error_before',
    'error_after',
    'rate_limited',
  ];
  const FEW = cellsOf(KINDS, ['reset_before', 'error_after']);
  /** A connection that closes is tried once more by the package, under the same key. */
  const timesOf = (kind: StubTrouble) => (kind.startsWith('reset') ? 2 : 1);

  test.each(FEW)('capture, %s: unknown, then learnt by looking; the money is taken once and exactly', async (kind) => {
    const { ref, context } = await held();
    stub.trouble(/capture$/, kind, timesOf(kind));
    expect((await stripe.capture(ref, money(10_000, 'USD'), patienceFor(kind, context))).kind).toBe('unknown');
    const isDone = kind === 'reset_after' || kind === 'error_after';
    expect(await statusOf(ref, context)).toBe(isDone ? 'captured' : 'authorised');
    if (kind === 'error_before') stub.forgetKeys();
    expect(knownPayment(await stripe.capture(ref, money(10_000, 'USD'), context))).toMatchObject({
      status: 'captured',
      amountCaptured: { value: 10_000 },
    });
  });

  test.each(FEW)('release, %s: unknown, then learnt by looking', async (kind) => {
    const { ref, context } = await held();
    stub.trouble(/cancel$/, kind, timesOf(kind));
    expect((await stripe.release(ref, patienceFor(kind, context))).kind).toBe('unknown');
    if (kind === 'error_before') stub.forgetKeys();
    expect(knownPayment(await stripe.release(ref, context)).status).toBe('released');
    expect(await statusOf(ref, context)).toBe('released');
  });

  test.each(FEW)('a token, %s: unknown, then learnt by looking; never a second hold', async (kind) => {
    const { ref, context } = await opened();
    const before = stub.account.intents.size;
    stub.trouble(/confirm$/, kind, timesOf(kind));
    expect((await stripe.submitSharedToken(ref, 'spt_test_ok', patienceFor(kind, context))).kind).toBe('unknown');
    const isDone = kind === 'reset_after' || kind === 'error_after';
    expect(await statusOf(ref, context)).toBe(isDone ? 'authorised' : 'open');
    expect([...stub.account.intents.values()].slice(before)).toHaveLength(1);
  });

  test.each(FEW)('a refund, %s: unknown, then made once under its reference, also a day later', async (kind) => {
    const { ref, context } = await held();
    await stripe.capture(ref, money(10_000, 'USD'), context);
    stub.trouble(/^POST \/v1\/refunds$/, kind, timesOf(kind));
    expect((await stripe.refund(ref, money(6_000, 'USD'), 'rfd_1', patienceFor(kind, context))).kind).toBe('unknown');
    stub.forgetKeys();
    expect(knownPayment(await stripe.refund(ref, money(6_000, 'USD'), 'rfd_1', context)).amountRefunded.value).toBe(
      6_000,
    );
    expect(knownPayment(await stripe.get(ref, context)).amountRefunded.value).toBe(6_000);
  });

  test.each(FEW)('a page, %s: unknown, and nobody was sent to it; asked again there is one', async (kind) => {
    const { ref, context } = await opened();
    stub.trouble(/^POST \/v1\/checkout\/sessions$/, kind, timesOf(kind));
    expect((await stripe.openPage?.(ref, context.now, patienceFor(kind, context)))?.kind).toBe('unknown');
    expect(await statusOf(ref, context)).toBe('open');
    if (kind.startsWith('error')) stub.forgetKeys();
    expect((await stripe.openPage?.(ref, context.now, context))?.kind).toBe('page');
  });

  test.each(FEW)('a look, %s: unknown, never "nothing happened"', async (kind) => {
    const { ref, context } = await held();
    stub.trouble(/^GET/, kind, timesOf(kind));
    expect((await stripe.get(ref, patienceFor(kind, context))).kind).toBe('unknown');
    expect(await statusOf(ref, context)).toBe('authorised');
  });

  test('one broken connection is repeated under the same key: the capture is known and made once', async () => {
    const { ref, context } = await held();
    stub.trouble(/capture$/, 'reset_after');
    expect(knownPayment(await stripe.capture(ref, money(10_000, 'USD'), context)).amountCaptured.value).toBe(10_000);
  });

  test('nothing else is ever sent again by itself', async () => {
    const { ref, context } = await held();
    for (const kind of ['error_before', 'rate_limited'] as const) {
      stub.trouble(/capture$/, kind);
      const before = stub.requests.length;
      await stripe.capture(ref, money(10_000, 'USD'), context);
      expect(since(before)).toEqual(['GET /v1/checkout/sessions/cs_test', 'POST /v1/payment_intents/pi/capture']);
    }
  });

  test('a key of another account proves nothing about a payment', async () => {
    const { ref, context } = await held();
    const stranger = await createStripeProcessor({
      config: configOf({ secretKey: 'sk_test_other' }),
      db,
      clock: systemClock,
    });
    expect((await stranger.get(ref, context)).kind).toBe('unknown');
    expect((await stranger.capture(ref, money(10_000, 'USD'), context)).kind).toBe('unknown');
    stub.account.sessions.clear();
    expect((await stripe.get(ref, context)).kind).toBe('unknown');
  });
});

describe('what a page comes to', () => {
  test('a declined card leaves the page open: the payment goes on, and the page stays the same', async () => {
    const { ref, context } = await opened();
    const url = await openPageOf(ref, context);
    expect(knownPayment(await stripe.get(ref, context))).toMatchObject({ status: 'open', isAwaitingPayer: true });
    stub.pay(url, 'insufficient_funds');
    expect(knownPayment(await stripe.get(ref, context))).toMatchObject({
      status: 'open',
      isAwaitingPayer: true,
      declineReason: 'insufficient_funds',
    });
    expect(await openPageOf(ref, context)).toBe(url);
    stub.pay(url, 'process');
    expect(knownPayment(await stripe.get(ref, context))).toEqual(
      expect.not.objectContaining({ isAwaitingPayer: true }),
    );
    expect(await statusOf(ref, context)).toBe('processing');
    expect(knownPayment(await stripe.release(ref, context)).status).toBe('processing');
  });

  test('a payment that is declined after processing is declined', async () => {
    const { ref, context } = await opened();
    const { payment_intent: intent } = stub.pay(await openPageOf(ref, context), 'process');
    if (!intent) throw new Error('no PaymentIntent');
    stub.account.finishProcessing(intent, false);
    expect(knownPayment(await stripe.get(ref, context))).toMatchObject({
      status: 'declined',
      declineReason: 'card_declined',
    });
  });

  test('a page that has run out is followed by the next one; the payer can be at one at a time', async () => {
    const { ref, context } = await opened();
    const first = await openPageOf(ref, context);
    stub.account.expireSession(sessionOf(first).id);
    expect(await statusOf(ref, context)).toBe('released');
    const second = await openPageOf(ref, context);
    expect(second).not.toBe(first);
    stub.pay(second, 'authorise');
    expect(await statusOf(ref, context)).toBe('authorised');
  });

  test('closing a payment closes its page, and a payer who was quicker gets the hold back', async () => {
    const { ref, context } = await opened();
    const url = await openPageOf(ref, context);
    stub.pay(url, 'decline');
    expect(knownPayment(await stripe.release(ref, context)).status).toBe('released');
    expect(sessionOf(url).status).toBe('expired');
    expect(() => stub.pay(url, 'authorise')).toThrow('This page has been closed.');
    const quick = await held();
    expect(knownPayment(await stripe.release(quick.ref, quick.context)).status).toBe('released');
    expect(sessionOf(quick.url).payment_intent?.status).toBe('canceled');
  });

  test('a person takes over from an agent: what the agent began is closed before a page opens', async () => {
    const { ref, context } = await opened();
    await stripe.submitSharedToken(ref, 'spt_test_step_up', context);
    const agents = [...stub.account.intents.values()].at(-1);
    const url = await openPageOf(ref, context);
    expect(agents?.status).toBe('canceled');
    stub.pay(url, 'authorise');
    expect(await statusOf(ref, context)).toBe('authorised');
    expect(knownPayment(await stripe.submitSharedToken(ref, 'spt_test_ok', context)).status).toBe('authorised');
  });

  test('a person and an agent at the same moment: never a page beside a hold', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { ref, context } = await opened();
      const [page, token] = await Promise.all([
        stripe.openPage?.(ref, context.now, context),
        stripe.submitSharedToken(ref, 'spt_test_ok', context),
      ]);
      const isHeld = token.kind === 'known' && token.payment.status === 'authorised';
      expect([page?.kind === 'page', isHeld]).not.toEqual([true, true]);
      expect([page?.kind === 'page', isHeld]).toContain(true);
    }
  });

  test("no page opens while an agent's confirmation may be on its way", async () => {
    const { ref, context } = await opened();
    stub.trouble(/confirm$/, 'hang');
    await stripe.submitSharedToken(ref, 'spt_test_ok', patienceFor('hang', context));
    expect(await stripe.openPage?.(ref, context.now, context)).toEqual({
      kind: 'unknown',
      detail: 'an agent is paying at this moment',
    });
  });

  test('a status Stripe has never told us of is unknown', async () => {
    const { ref, context, url } = await held();
    Object.assign(sessionOf(url).payment_intent ?? {}, { status: 'requires_patience' });
    expect((await stripe.get(ref, context)).kind).toBe('unknown');
  });
});

describe('callbacks', () => {
  const at = (offsetSeconds: number) => new Date(Date.now() + offsetSeconds * 1000);
  function headersOf(body: string, changes: { readonly secret?: string; readonly signedAt?: Date } = {}) {
    return {
      'stripe-signature': signatureOf(body, changes.secret ?? stub.webhookSecret, changes.signedAt ?? new Date()),
    };
  }
  const read = (body: string, headers: Readonly<Record<string, string>>) =>
    stripe.readCallback?.({ body: Buffer.from(body), headers });

  test('a signed event names its payment', async () => {
    const { context, reference } = await held();
    const bodies = stub.events.filter(({ body }) => body.includes(reference));
    expect(bodies.map(({ type }) => type)).toEqual([
      'payment_intent.amount_capturable_updated',
      'checkout.session.completed',
    ]);
    for (const { body, type } of bodies) {
      expect(read(body, headersOf(body))).toEqual({
        kind: 'payment',
        organizationId: context.organizationId,
        reference,
        what: expect.stringContaining(type),
      });
    }
  });

  test("anything else than Stripe's own signature of the last five minutes is forged", async () => {
    await held();
    const { body } = stub.events.at(-1) ?? { body: '' };
    const good = headersOf(body);
    expect(read(`${body} `, good)).toEqual({ kind: 'forged' });
    expect(read(body, {})).toEqual({ kind: 'forged' });
    expect(read(body, { 'stripe-signature': 't=1,v1=abc' })).toEqual({ kind: 'forged' });
    expect(read(body, headersOf(body, { secret: 'whsec_other' }))).toEqual({ kind: 'forged' });
    expect(read(body, headersOf(body, { signedAt: at(-302) }))).toEqual({ kind: 'forged' });
    expect(read(body, headersOf(body, { signedAt: at(-290) }))?.kind).toBe('payment');
  });

  test("events of other kinds, of the live mode, or of somebody else's payments are ignored", async () => {
    await held();
    const { body } = stub.events.at(-1) ?? { body: '' };
    const event: { type: string; livemode: boolean; data: { object: object } } = JSON.parse(body);
    const others = [
      { ...event, type: 'customer.created' },
      { ...event, livemode: true },
      { ...event, data: { object: { ...event.data.object, metadata: {} } } },
      { nonsense: 1 },
    ];
    for (const other of others.map((one) => JSON.stringify(one)))
      expect(read(other, headersOf(other))?.kind).toBe('ignored');
  });
});
