import { lockBooking } from '../../bookings/guests/look-up-booking.ts';
import type { App } from '../../context.ts';
import { recordAudit } from '../../identity/record-audit.ts';
import { recordRefundByHand } from '../../payments/refund-payment.ts';
import { refuse } from '../../platform/errors.ts';
import { moveChange } from '../model/change-states.ts';
import { type ChangeKey, findChange, saveChange } from '../store.ts';
import { requireChange } from './commit-change.ts';
import type { Decider } from './decide-change.ts';
import { publishSettledByHand } from './publish-change.ts';

/**
 * Ends a change whose money could not be moved (`partial`): people of the seller have given back what the processor
 * refused, or have collected or written off what was never paid for an exchange. `reason`: how, for the audit log. What
 * was given back stands in the ledger under `returned_by_hand`, counts as refunded, and is mailed to the traveler; what
 * was collected by hand is the seller's own to enter. Once: throws state_conflict for a change whose money waits for
 * nobody.
 */
export async function settleByHand(app: App, key: ChangeKey, reason: string, decider: Decider): Promise<void> {
  const { now, actor, request } = decider;
  await app.db.transaction(async (tx) => {
    // The booking before the change, as everybody who ends a change locks them.
    const known = await findChange(tx, key);
    if (known !== undefined) await lockBooking(tx, known.organizationId, known.bookingRef);
    const change = await requireChange(tx, key);
    if (change.status !== 'partial') throw refuse('state_conflict', { message: 'Its money does not wait for people.' });
    const { organizationId, bookingRef, changeId, tripId } = change;
    const settled = { ...moveChange(change, 'done'), failure: undefined, endedAt: now };
    if (!(await saveChange(tx, change, settled)))
      throw refuse('state_conflict', { message: 'Somebody else has settled it.' });
    await recordRefundByHand(tx, { organizationId, tripId, reference: changeId }, now);
    await publishSettledByHand(tx, app, settled, now);
    await app.bookingInvoices.enqueue(tx, settled, app);
    await recordAudit(tx, app.clock, {
      organizationId,
      actor,
      action: 'booking.change_decided',
      target: bookingRef,
      detail: { change: changeId, decision: 'settled', reason },
      request,
    });
  });
}
