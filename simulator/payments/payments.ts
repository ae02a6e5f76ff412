import { createHash } from 'node:crypto';
import type { Db } from '../../src/platform/db/db.ts';
import { type Money, money, zeroMoney } from '../../src/travel/money.ts';
import type { CardDetails, PaymentProcessor, ProcessorAnswer } from '../../src/suppliers/ports/payments.ts';
import { type SupplierContext, SupplierFailure } from '../../src/suppliers/ports/supplier.ts';
import { type CardVerdict, judgeCard, judgeSharedToken, readTestToken } from './payments-cards.ts';
import {
  type SandboxCard,
  type SandboxPayment,
  type SandboxPaymentKey,
  type SandboxVerdict,
  findPayment,
  hasRefund,
  submitVerdict,
  updateCaptured,
  updateRefunded,
  updateReleased,
  updateVerdict,
} from './payments-store.ts';
import { PAYABLE, type SandboxPaymentStatus } from './payment-states.ts';

/** How long an authorisation is held, on the organization's clock. */
const HOLD_LIFE_MS = 7 * 24 * 3_600_000;

const OWNER_LENGTH = 8;
const SHORTEST_CARD = 12;

const SLOW_VERDICT = {
  status: 'processing',
  verdictAfter: 'authorised',
  declineReason: undefined,
  captureBefore: undefined,
} as const;

/**
 * The built-in payment processor: manual capture, Stripe's public test cards, 3DS, idempotent by (processorRef,
 * operation). It keeps its own table, as a processor elsewhere would, and knows nothing of trips.
 */
export function createSandboxPaymentProcessor(db: Db): PaymentProcessor {
  return {
    id: 'sandbox',
    entry: 'form',
    // Opening is idempotent and writes nothing: the name says all there is to know before the first attempt.
    open: async ({ reference, amount }, { organizationId }) => ({
      processorRef: nameOf(reference, amount, organizationId),
    }),
    submitCard: (processorRef, card, context) => submitCard(db, keyOf(processorRef, context), card, context.now),
    readSharedToken: async (token) => readTestToken(token),
    submitSharedToken: (processorRef, token, context) =>
      submit(db, keyOf(processorRef, context), toVerdict(judgeSharedToken(token), context.now), context.now),
    completeAction: (processorRef, result, context) =>
      completeAction(db, keyOf(processorRef, context), result, context.now),
    get: (processorRef, context) => answer(db, keyOf(processorRef, context), context.now),
    capture: (processorRef, amount, context) => capture(db, keyOf(processorRef, context), amount, context.now),
    async release(processorRef, context) {
      const key = keyOf(processorRef, context);
      const released = await updateReleased(db, key, amountOf(key));
      return released === undefined ? answer(db, key, context.now) : known(released, context.now);
    },
    refund: (processorRef, amount, reference, context) =>
      refund(db, keyOf(processorRef, context), { amount, reference }, context.now),
  };
}

function nameOf(reference: string, amount: Money, organizationId: string): string {
  const owner = createHash('sha256').update(organizationId).digest('hex').slice(0, OWNER_LENGTH);
  return `sp_${reference}_${amount.value}_${amount.currency}_${owner}`;
}

/** What a payment of this name is for; a name we never gave this organization is refused. */
function amountOf({ processorRef, organizationId }: SandboxPaymentKey): Money {
  const [, reference = '', value = '', currency = ''] =
    /^sp_(.+)_(\d{1,15})_([A-Z]{3})_[0-9a-f]+$/.exec(processorRef) ?? [];
  const amount = money(Number(value), currency);
  if (processorRef !== nameOf(reference, amount, organizationId))
    throw new SupplierFailure('rejected', 'No payment has this reference.');
  return amount;
}

function keyOf(processorRef: string, context: SupplierContext): SandboxPaymentKey {
  return { organizationId: context.organizationId, processorRef };
}

async function submitCard(db: Db, key: SandboxPaymentKey, card: CardDetails, now: Date): Promise<ProcessorAnswer> {
  const verdict = toVerdict(judgeCard(card, now), now);
  const readyAt = new Date(now.getTime() + (card.authoriseDelaySeconds ?? 0) * 1000);
  // Where the bank asks first, the delay is stored with its challenge.
  const delayed = verdict.status === 'requires_action' ? { ...verdict, readyAt } : delayVerdict(verdict, readyAt, now);
  return submit(db, key, delayed, now, receiptCardOf(card));
}

/** What receipts may say of a card: never more. */
function receiptCardOf({ number }: CardDetails): SandboxCard | undefined {
  const digits = number.replaceAll(/\D/g, '');
  return digits.length < SHORTEST_CARD
    ? undefined
    : { brand: digits.startsWith('4') ? 'visa' : undefined, last4: digits.slice(-4) };
}

/** A slow processor: reports an authorisation only once the organization's clock has reached `readyAt`. */
function delayVerdict(verdict: SandboxVerdict, readyAt: Date | undefined, now: Date): SandboxVerdict {
  return verdict.status === 'authorised' && readyAt !== undefined && readyAt > now
    ? { ...SLOW_VERDICT, readyAt }
    : verdict;
}

/** The verdict on an attempt; the first one writes the payment. */
async function submit(
  db: Db,
  key: SandboxPaymentKey,
  verdict: SandboxVerdict,
  now: Date,
  card?: SandboxCard,
): Promise<ProcessorAnswer> {
  const decided = await submitVerdict(db, key, { amount: amountOf(key), from: PAYABLE, verdict, card });
  return decided === undefined ? answer(db, key, now) : known(decided, now);
}

async function completeAction(
  db: Db,
  key: SandboxPaymentKey,
  result: 'approve' | 'reject',
  now: Date,
): Promise<ProcessorAnswer> {
  const payment = await getPayment(db, key);
  if (payment.status !== 'requires_action') return known(payment, now);
  const verdict: CardVerdict =
    result === 'approve' && payment.verdictAfter === 'authorised'
      ? { kind: 'authorised' }
      : { kind: 'declined', reason: 'card_declined' };
  const delayed = delayVerdict(toVerdict(verdict, now), payment.readyAt, now);
  return decide(
    db,
    key,
    ['requires_action'],
    result === 'reject' ? { ...delayed, declineReason: 'authentication_failed' } : delayed,
    now,
  );
}

async function capture(db: Db, key: SandboxPaymentKey, amount: Money, now: Date): Promise<ProcessorAnswer> {
  const captured = await updateCaptured(db, key, amount, now);
  if (captured !== undefined) return known(captured, now);
  const payment = await getPayment(db, key);
  if (amount.value > payment.amount.value || amount.currency !== payment.amount.currency) {
    throw new SupplierFailure('rejected', 'The capture is larger than the authorisation or in another currency.');
  }
  return known(payment, now);
}

async function refund(
  db: Db,
  key: SandboxPaymentKey,
  { amount, reference }: { readonly amount: Money; readonly reference: string },
  now: Date,
): Promise<ProcessorAnswer> {
  const refunded = await updateRefunded(db, key, amount, reference);
  if (refunded !== undefined) return known(refunded, now);
  if (await hasRefund(db, key, reference)) return answer(db, key, now);
  throw new SupplierFailure('rejected', 'The refund is larger than what is left of the capture.');
}

/** Records a verdict on a payment that still takes one; a payment that is past it answers as it stands. */
async function decide(
  db: Db,
  key: SandboxPaymentKey,
  from: readonly SandboxPaymentStatus[],
  verdict: SandboxVerdict,
  now: Date,
): Promise<ProcessorAnswer> {
  const decided = await updateVerdict(db, key, from, verdict);
  return decided === undefined ? answer(db, key, now) : known(decided, now);
}

/** The payment as it stands. A slow card becomes authorised when the organization's clock has reached its time. */
async function answer(db: Db, key: SandboxPaymentKey, now: Date): Promise<ProcessorAnswer> {
  const payment = await getPayment(db, key);
  if (payment.status !== 'processing' || payment.readyAt === undefined || payment.readyAt > now)
    return known(payment, now);
  const settled = await updateVerdict(db, key, ['processing'], toVerdict({ kind: 'authorised' }, now));
  return known(settled ?? (await getPayment(db, key)), now);
}

async function getPayment(db: Db, key: SandboxPaymentKey): Promise<SandboxPayment> {
  return (await findPayment(db, key)) ?? openPayment(key);
}

/** A payment nobody has tried to pay yet. */
function openPayment(key: SandboxPaymentKey): SandboxPayment {
  const amount = amountOf(key);
  const nothing = zeroMoney(amount.currency);
  return {
    processorRef: key.processorRef,
    status: 'open',
    amount,
    amountCaptured: nothing,
    amountRefunded: nothing,
    declineReason: undefined,
    verdictAfter: undefined,
    readyAt: undefined,
    captureBefore: undefined,
    card: undefined,
  };
}

function toVerdict(verdict: CardVerdict, now: Date): SandboxVerdict {
  const nothing = { declineReason: undefined, verdictAfter: undefined, readyAt: undefined, captureBefore: undefined };
  switch (verdict.kind) {
    case 'authorised':
      return { ...nothing, status: 'authorised', captureBefore: new Date(now.getTime() + HOLD_LIFE_MS) };
    case 'declined':
      return { ...nothing, status: 'declined', declineReason: verdict.reason };
    case 'challenge':
      return { ...nothing, status: 'requires_action', verdictAfter: verdict.after };
    default:
      return verdict satisfies never;
  }
}

function known(payment: SandboxPayment, now: Date): ProcessorAnswer {
  const hasLapsed =
    payment.status === 'authorised' && payment.captureBefore !== undefined && payment.captureBefore <= now;
  return {
    kind: 'known',
    payment: {
      processorRef: payment.processorRef,
      status: hasLapsed ? 'released' : payment.status,
      amount: payment.amount,
      amountCaptured: payment.amountCaptured,
      amountRefunded: payment.amountRefunded,
      captureBefore: payment.captureBefore,
      declineReason: payment.declineReason,
      ...(payment.card && { card: { ...payment.card, wallet: undefined } }),
    },
  };
}
