import type { ChangeState, RefusalView } from '../../web/manage/view.ts';
import { type BookingChange, isCancelledElsewhere, isCharged, isDeclined } from '../servicing/model/change.ts';
import { isEndedUnpaid } from '../servicing/model/unpaid.ts';

/** A code, which no traveler reads. */
const CODE = /^[a-z_]+$/;

/** Why nothing came of it: what people have declined they say in their own words. */
export function refusalOf(change: BookingChange): RefusalView | undefined {
  const { status, failure } = change;
  if (status !== 'failed' || failure === undefined || CODE.test(failure)) return undefined;
  return { reason: failure, isEnglish: !isDeclined(change) };
}

/** How a change stands at an instant, for the one who asked for it. */
export function stateOf(change: BookingChange, now: Date): ChangeState {
  const { status, expiresAt } = change;
  if (isEndedUnpaid(change)) return 'expired';
  switch (status) {
    case 'quoted':
    case 'paying':
      return now < expiresAt ? status : 'expired';
    case 'requested':
    case 'unknown':
    case 'settling':
      return 'running';
    case 'failed':
      return isDeclined(change) ? 'declined' : status;
    case 'deciding':
      return isCancelledElsewhere(change.plan) ? 'cancelled_elsewhere' : status;
    case 'pending':
      // Its supplier has cancelled it already: what is left to decide is money.
      return isCharged(change) ? 'partial' : status;
    case 'done':
    case 'partial':
      return status;
    default:
      return status satisfies never;
  }
}
