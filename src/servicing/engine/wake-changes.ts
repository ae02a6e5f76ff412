import { findFlightByReference } from '../../bookings/reschedule-item.ts';
import type { App } from '../../context.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import { type BookingChange, isAwaited } from '../model/change.ts';
import { listChangesUnderWay } from '../store.ts';
import { executeChangeJob } from './execute-change.ts';

/**
 * Has the changes of a flight that wait for their supplier looked up at once, because it has called: by the job that
 * would look later anyhow, so that however often this is called there is one queued look. False where nothing waits.
 */
export async function wakeChanges(
  app: App,
  named: { readonly organizationId: OrganizationId; readonly reference: string },
): Promise<boolean> {
  const flight = await findFlightByReference(app, named);
  if (flight === undefined) return false;
  const waiting = (await listChangesUnderWay(app.db, flight, flight.itemId)).filter(isAwaited);
  await app.db.transaction(async (tx) => {
    for (const change of waiting) await wakeChange(tx, app, change);
  });
  return waiting.length > 0;
}

/** Has the job of a committed change go on with it at once, in the caller's transaction. */
export async function wakeChange(
  tx: Tx,
  app: App,
  { organizationId, changeId, bookingRef }: Pick<BookingChange, 'organizationId' | 'changeId' | 'bookingRef'>,
): Promise<void> {
  await app.jobs.enqueue(tx, executeChangeJob, {
    organizationId,
    payload: { change_id: changeId },
    key: changeId,
    concurrencyKey: bookingRef,
  });
}
