import type { App } from '../../context.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import { findFlightOfReference, type ItemKey } from '../store-schedule.ts';
import { refreshItemJob } from './refresh-item.ts';

/**
 * Has the numbers of a sold flight asked for at once, those it has, too: its supplier says that it has changed the
 * order. False where our reference names none that stands.
 */
export async function wakeRefresh(
  app: App,
  { organizationId, reference }: { readonly organizationId: OrganizationId; readonly reference: string },
): Promise<boolean> {
  const key = await findFlightOfReference(app.db, organizationId, reference);
  if (key === undefined) return false;
  await app.db.transaction((tx) => enqueueReissue(tx, app, key));
  return true;
}

/** Enqueues a look at the numbers of an item whose tickets may have been issued anew. */
export function enqueueReissue(
  tx: Tx,
  app: Pick<App, 'jobs'>,
  { organizationId, bookingRef, itemId }: ItemKey,
): Promise<void> {
  return app.jobs.enqueue(tx, refreshItemJob, {
    organizationId,
    payload: { booking_ref: bookingRef, item_id: itemId, is_changed: true },
    key: `changed ${bookingRef} ${itemId}`,
  });
}
