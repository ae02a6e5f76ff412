import type { CheckoutView } from '../../../web/checkout/view.ts';
import type { ReturnTo } from '../../payments/model/payment.ts';
import type { Money } from '../../travel/money.ts';

/**
 * How a session stands when its payer leaves. `pending`: paid or being paid, and not known yet what comes of it.
 * `open`: nothing was bought, and the link still takes a payment. `closed`: nothing was bought, and it takes none any
 * more. `changed`: booked, and given up or exchanged in part since.
 */
export type CheckoutOutcome = 'booked' | 'partly_booked' | 'changed' | 'pending' | 'failed' | 'open' | 'closed';

/** An outcome with what is known beside it. */
export interface LeavingFacts {
  readonly outcome: CheckoutOutcome;
  readonly bookingRef: string | undefined;
  /** What was charged; undefined where nothing was, or it is not known yet. */
  readonly paid: Money | undefined;
}

/** What a page says of its session, in a word; undefined for a page that nobody is led back from. */
export function leavingFactsOf(view: CheckoutView): LeavingFacts | undefined {
  const plain = (outcome: CheckoutOutcome): LeavingFacts => ({ outcome, bookingRef: undefined, paid: undefined });
  switch (view.kind) {
    case 'pay':
      return plain('open');
    case 'challenge':
      return plain('pending');
    case 'processing':
      return plain(view.cause === 'bank' ? 'pending' : 'open');
    case 'booking':
      return { ...plain('pending'), bookingRef: view.bookingRef };
    case 'confirmed':
      return {
        outcome: view.isPartial ? 'partly_booked' : 'booked',
        bookingRef: view.bookingRef,
        paid: view.order.isPaid ? view.order.total : undefined,
      };
    case 'serviced':
      return { outcome: 'changed', bookingRef: view.bookingRef, paid: view.paid };
    case 'failed':
      return { ...plain('failed'), bookingRef: view.bookingRef };
    case 'closed':
      return plain(view.reason === 'supplier_silent' || view.reason === 'too_many_attempts' ? 'open' : 'closed');
    case 'exchange':
      return undefined;
    default:
      return view satisfies never;
  }
}

/** Which of the two addresses an outcome leads to; undefined where that one was not given. */
export function addressOf(outcome: CheckoutOutcome, { successUrl, cancelUrl }: ReturnTo): string | undefined {
  return isOnward(outcome) ? successUrl : cancelUrl;
}

/** Whether an outcome leads on to what comes after buying; else back to where nothing was bought. */
export function isOnward(outcome: CheckoutOutcome): boolean {
  switch (outcome) {
    case 'booked':
    case 'partly_booked':
    case 'changed':
    case 'pending':
      return true;
    case 'failed':
    case 'open':
    case 'closed':
      return false;
    default:
      return outcome satisfies never;
  }
}
