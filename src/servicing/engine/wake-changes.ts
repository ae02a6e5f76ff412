import { findFlightByReference } from '../../bookings/reschedule-item.ts';
import type { App } from '../../context.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import { isAwaited } from '../model/change.ts';
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
    for (const { organizationId, changeId, bookingRef } of waiting)
      await app.jobs.enqueue(tx, executeChangeJob, {
        organizationId,
        payload: { change_id: changeId },
        key: changeId,
        concurrencyKey: bookingRef,
      });
  });
  return waiting.length > 0;
}
