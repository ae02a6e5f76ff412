import type { App } from '../../context.ts';
import type { LockedPurpose, PaymentPurposeHandler, SettledAttempt } from '../../payments/payment-purposes.ts';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/errors.ts';
import { requestChange } from '../engine/commit-change.ts';
import { type BookingChange, dueOf } from '../model/change.ts';
import { moveChange } from '../model/change-states.ts';
import { publishFailed } from '../engine/publish-change.ts';
import { findChangeForUpdate, saveChange } from '../store.ts';

/**
 * What happens to a change when what it costs is authorised or declined; registered by `app.ts` for both kinds of
 * exchange and for added services.
 */
export const exchangePaymentPurpose: PaymentPurposeHandler = {
  async lock(tx, { organizationId, purposeId }, app): Promise<LockedPurpose> {
    const change = await findChangeForUpdate(tx, { organizationId, changeId: purposeId });
    return {
      onAuthorised: (payment) => onAuthorised(tx, app, change, payment),
      // The payer may try another card: the change waits for as long as its link lives.
      onDeclined: async () => undefined,
    };
  },
};

/**
 * The difference is held: the supplier is asked. A hold for anything else than this change as it waits is given back.
 * Whether the quote has run out while the payer's bank was thinking is not looked at: the supplier receives the total
 * that was agreed to and refuses where it has become dearer; then the hold goes back as well.
 */
async function onAuthorised(
  tx: Tx,
  app: App,
  change: BookingChange | undefined,
  payment: SettledAttempt,
): Promise<'taken' | 'unwanted'> {
  if (change?.status !== 'paying' || change.paymentId !== payment.paymentId) return 'unwanted';
  const due = dueOf(change.plan);
  if (due.value !== payment.amount.value || due.currency !== payment.amount.currency) return 'unwanted';
  try {
    await requestChange(tx, app, change, { now: payment.now, isCalledAtOnce: false });
    return 'taken';
  } catch (failure) {
    // Somebody has changed the booking since: nothing was written by the attempt, and the hold goes back.
    if (!(failure instanceof Refusal)) throw failure;
    const failed: BookingChange = { ...moveChange(change, 'failed'), failure: failure.message, endedAt: payment.now };
    await saveChange(tx, change, failed);
    await publishFailed(tx, app, { before: change, failed }, payment.now);
    return 'unwanted';
  }
}
