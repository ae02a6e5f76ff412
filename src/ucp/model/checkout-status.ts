import type { TripStatus } from '../../trips/model/trip-states.ts';

/** The six states of a UCP checkout. */
export type CheckoutStatus =
  | 'incomplete'
  | 'requires_escalation'
  | 'ready_for_complete'
  | 'complete_in_progress'
  | 'completed'
  | 'canceled';

/**
 * The state of a checkout: of its trip, of an attempt to pay it that is under way, and of whether there is a price that
 * can be paid now. A trip whose booking failed is canceled: nothing is left to do with it.
 */
export function statusOf(
  trip: { readonly status: TripStatus },
  { attempt }: { readonly attempt: 'requires_action' | 'processing' | undefined },
  { isQuoted }: { readonly isQuoted: boolean },
): CheckoutStatus {
  switch (trip.status) {
    case 'draft':
    case 'quoting':
    case 'quoted':
      if (attempt === 'requires_action') return 'requires_escalation';
      if (attempt === 'processing') return 'complete_in_progress';
      return isQuoted ? 'ready_for_complete' : 'incomplete';
    case 'fulfilling':
      return 'complete_in_progress';
    case 'fulfilled':
      return 'completed';
    case 'failed':
    case 'cancelled':
    case 'expired':
      return 'canceled';
    default:
      return trip.status satisfies never;
  }
}
