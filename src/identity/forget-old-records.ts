import type { App } from '../context.ts';
import { DELETE_BATCH_MAX } from '../platform/db/delete-oldest.ts';
import { deleteAuditEventsBefore } from './audit-store.ts';
import { deleteInvitationsBefore } from './members/invitation-store.ts';
import { auditRetentionDays } from './model/audit.ts';
import { invitationRetentionDays } from './model/invitation.ts';

const dayMs = 86_400_000;
/** The database's clock judges an entry's age once more and may be behind ours. */
const graceDays = 1;
/** One run deletes at most this many batches; the rest waits a day. */
const batchesMax = 2_000;

/** Deletes audit entries and ended invitations past their retention. Real time. */
export async function forgetOldRecords(app: Pick<App, 'db' | 'clock'>, signal: AbortSignal): Promise<void> {
  const nowMs = app.clock.now().getTime();
  await deleteInvitationsBefore(app.db, new Date(nowMs - invitationRetentionDays * dayMs));
  const before = new Date(nowMs - (auditRetentionDays + graceDays) * dayMs);
  for (let batch = 0; batch < batchesMax && !signal.aborted; batch += 1) {
    if ((await deleteAuditEventsBefore(app.db, before, DELETE_BATCH_MAX)) < DELETE_BATCH_MAX) return;
  }
}
