import { itemOf } from '../../bookings/fulfil/book-item.ts';
import { lockBooking } from '../../bookings/guests/look-up-booking.ts';
import type { BookingItem } from '../../bookings/model/booking.ts';
import { asPaid } from '../../bookings/model/paid-of.ts';
import { returnableOf } from '../../bookings/model/refund-of.ts';
import type { App } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { convertMoney, describeMoney, type Money, subtractMoney, zeroMoney } from '../../travel/money.ts';
import type { CancellationPlan } from '../model/change.ts';
import { moveChange } from '../model/change-states.ts';
import { type ChangeKey, saveChange } from '../store.ts';
import { requestChange, requireChange } from './commit-change.ts';

/** What people of the seller have decided about a cancellation of which nobody knew what it brings back. */
export type Decision =
  /** It is cancelled with its supplier, and the payer gets this, whatever the supplier gives back by then. */
  | { readonly kind: 'cancel'; readonly refund: Money; readonly by: string }
  /** Nothing is cancelled, and why, in a sentence. */
  | { readonly kind: 'decline'; readonly reason: string; readonly by: string };

/**
 * Decides a change that waits for people of the seller. A yes is carried out by the job of changes; the supplier is
 * asked for a fresh quote, and where that says by now that less comes back than was decided, the change fails and the
 * item stands. Throws state_conflict where nothing waits any more, or for a refund of more than can be given back.
 */
export async function decideChange(app: App, key: ChangeKey, decision: Decision, now: Date): Promise<void> {
  await app.db.transaction(async (tx) => {
    const change = await requireChange(tx, key);
    const { plan } = change;
    if (change.status !== 'deciding' || plan.kind !== 'cancellation')
      throw refuse('state_conflict', { message: 'It does not wait for a decision any more.' });
    if (decision.kind === 'decline') {
      const failed = { ...moveChange(change, 'failed'), plan, failure: decision.reason, endedAt: now };
      if (!(await saveChange(tx, change, failed))) throw refuseOvertaken();
      return;
    }
    const booking = await lockBooking(tx, change.organizationId, change.bookingRef);
    const decided = decidePlan(plan, asPaid(booking, itemOf(booking, change)), decision);
    await requestChange(tx, app, { ...change, plan: decided }, { now, isCalledAtOnce: false });
  });
}

/** The most that can be given back of an item: what was paid without service fee and what earlier changes used up. */
export function refundMaxOf(item: BookingItem): Money {
  return returnableOf(item, zeroMoney(item.total.currency));
}

function decidePlan(
  plan: CancellationPlan,
  item: BookingItem,
  { refund, by }: Extract<Decision, { readonly kind: 'cancel' }>,
): CancellationPlan {
  const most = refundMaxOf(item);
  if (refund.currency !== most.currency || refund.value < 0 || refund.value > most.value)
    throw refuse('state_conflict', { message: `Between nothing and ${describeMoney(most)} can be given back.` });
  return {
    ...plan,
    refund,
    penalty: subtractMoney(plan.totalPaid, refund),
    originPenalty: originPenaltyOf(item, refund, most),
    decidedBy: by,
  };
}

/** What the supplier may withhold so that the decided refund costs the seller nothing, at the rate of the sale. */
function originPenaltyOf({ originTotal, rate }: BookingItem, refund: Money, most: Money): Money {
  if (refund.value === 0) return originTotal;
  const { currency } = originTotal;
  if (refund.value === most.value) return zeroMoney(currency);
  const back = refund.currency === currency ? refund : convertMoney(refund, currency, 1 / rate);
  return { value: Math.max(0, originTotal.value - back.value), currency };
}

function refuseOvertaken() {
  return refuse('state_conflict', { message: 'Somebody else has decided it.' });
}
