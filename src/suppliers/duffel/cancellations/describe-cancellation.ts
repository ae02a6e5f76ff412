import type { CancellationOutcome } from '../../ports/servicing.ts';
import type { SupplierCancellation } from './store.ts';

/** What is known of a cancellation, in the words of the port. */
export function describeCancellation({ status, refund, credits, reason }: SupplierCancellation): CancellationOutcome {
  switch (status) {
    case 'intended':
    case 'confirming':
      return { kind: 'unknown', detail: 'a call of it may be under way' };
    case 'accepted':
      return { kind: 'pending', isManual: false };
    case 'cancelled':
      return { kind: 'cancelled', refund, ...(credits.length > 0 && { credits }) };
    case 'refused':
      return { kind: 'refused', reason: reason ?? 'It was refused.' };
    default:
      return status satisfies never;
  }
}
