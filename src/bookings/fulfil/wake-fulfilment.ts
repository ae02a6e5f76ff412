import type { App } from '../../context.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import { findOpenTripOfItem } from '../store-open.ts';
import { fulfilTripJob } from './fulfil-trip.ts';

/**
 * Lets the fulfilment that waits for a supplier's answer about a reference look it up at once, by the job that would
 * look later anyhow: however often this is called there is one queued look. False where nothing waits: the reference is
 * not ours, or its trip is over.
 */
export async function wakeFulfilment(
  app: App,
  { organizationId, reference }: { readonly organizationId: OrganizationId; readonly reference: string },
): Promise<boolean> {
  const tripId = await findOpenTripOfItem(app.db, organizationId, reference);
  if (tripId === undefined) return false;
  await app.db.transaction((tx) =>
    app.jobs.enqueue(tx, fulfilTripJob, {
      organizationId,
      payload: { trip_id: tripId },
      key: tripId,
      concurrencyKey: tripId,
    }),
  );
  return true;
}
