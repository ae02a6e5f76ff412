import { type Money, sumMoney, zeroMoney } from '../../travel/money.ts';
import type { ProcessorPayment } from '../ports/payments.ts';
import { fromStripeAmount } from './amounts.ts';
import { declineReasonOf } from './decline-reason.ts';
import type { StripeIntent, StripeRefund, StripeSession } from './wire.ts';

/** A payment as Stripe reports it. */
export interface StripeFacts {
  readonly processorRef: string;
  /** What was asked for: counts while nothing at Stripe says otherwise. */
  readonly requested: Money;
  /** We have closed it: no page is opened and no token taken for it any more. */
  readonly isClosed: boolean;
  readonly session: StripeSession | undefined;
  readonly intent: StripeIntent | undefined;
  readonly refunds: readonly StripeRefund[];
  /** How far the organization's clock runs ahead of the real one, which Stripe's instants are of. */
  readonly clockAheadMs: number;
}

const REFUNDED_STATUSES: ReadonlySet<string> = new Set(['succeeded', 'pending', 'requires_action']);

/** The payment in our words; undefined when Stripe says something we do not understand. */
export function toProcessorPayment(facts: StripeFacts): ProcessorPayment | undefined {
  const { intent, session, requested } = facts;
  const amount = intent ? fromStripeAmount(intent.amount, intent.currency) : requested;
  const received = intent ? fromStripeAmount(intent.amount_received, intent.currency) : zeroMoney(requested.currency);
  const refunded = readRefunded(facts);
  const status = readStatus(facts);
  if (amount === undefined || received === undefined || refunded === undefined || status === undefined)
    return undefined;
  const failure = intent?.last_payment_error;
  const card = intent?.latest_charge?.payment_method_details?.card;
  const captureBefore = card?.capture_before;
  const isPayable = session?.status === 'open' && (status === 'open' || status === 'requires_action');
  return {
    processorRef: facts.processorRef,
    status,
    amount,
    amountCaptured: received,
    amountRefunded: refunded,
    captureBefore: captureBefore ? new Date(captureBefore * 1000 + facts.clockAheadMs) : undefined,
    declineReason: failure ? declineReasonOf(failure) : undefined,
    ...(isPayable ? { isAwaitingPayer: true } : {}),
    ...(card?.last4 && isLastFour(card.last4)
      ? { card: { brand: card.brand ?? undefined, last4: card.last4, wallet: card.wallet?.type ?? undefined } }
      : {}),
  };
}

/** What is shown on receipts is what such a thing looks like, or nothing. */
function isLastFour(text: string): boolean {
  return /^\d{4}$/.test(text);
}

function readStatus({ session, intent, isClosed }: StripeFacts): ProcessorPayment['status'] | undefined {
  if (intent) return statusOfIntent(intent, session);
  if (session) return statusOfSession(session);
  return isClosed ? 'released' : 'open';
}

/**
 * Never read from the session's payment_status: with manual capture only the PaymentIntent knows (suppliers.md 2.3).
 */
function statusOfIntent(
  intent: StripeIntent,
  session: StripeSession | undefined,
): ProcessorPayment['status'] | undefined {
  switch (intent.status) {
    case 'requires_capture':
      return 'authorised';
    case 'succeeded':
      return 'captured';
    case 'canceled':
      return 'released';
    case 'processing':
      return 'processing';
    case 'requires_action':
      return 'requires_action';
    case 'requires_confirmation':
      return 'open';
    // After a failure the page stays open for another card, and so does the payment.
    case 'requires_payment_method':
      return intent.last_payment_error && session?.status !== 'open' ? 'declined' : 'open';
    case 'other':
      return undefined;
    default:
      return intent.status satisfies never;
  }
}

function statusOfSession(session: StripeSession): ProcessorPayment['status'] | undefined {
  switch (session.status) {
    case 'open':
      return 'open';
    case 'expired':
      return 'released';
    // Complete without a PaymentIntent: nothing we would know how to judge.
    case 'complete':
    case 'other':
      return undefined;
    default:
      return session.status satisfies never;
  }
}

/** Only refunds that carry our reference: what a partial capture let go of may be reported as refunded too. */
function readRefunded({ refunds, intent, requested }: StripeFacts): Money | undefined {
  const currency = intent?.currency.toUpperCase() ?? requested.currency;
  const amounts: Money[] = [];
  for (const refund of refunds) {
    if (!isRefundMade(refund)) continue;
    const amount = fromStripeAmount(refund.amount, currency);
    if (amount === undefined) return undefined;
    amounts.push(amount);
  }
  return sumMoney(amounts, currency);
}

/** A refund of ours that gives money back, now or soon. */
export function isRefundMade(refund: StripeRefund): boolean {
  return refund.metadata?.['reference'] !== undefined && REFUNDED_STATUSES.has(refund.status ?? 'pending');
}
