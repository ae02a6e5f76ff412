import type { App } from '../context.ts';
import type { Tx } from '../platform/db/db.ts';
import type { EventId } from '../platform/ids.ts';
import { deliverJob } from './jobs.ts';
import { type NewEvent, recordEvent } from './record-event.ts';

/**
 * Records an event in the caller's transaction, with one delivery and one job for each endpoint that subscribed to it:
 * what is committed will be sent, what is rolled back never happened. One statement, and one more per endpoint.
 */
export async function publishEvent(tx: Tx, event: NewEvent, app: App): Promise<EventId> {
  const eventId = await recordEvent(tx, event, app, deliverJob);
  const { organizationId, bookingRef, type, occurredAt, data } = event;
  // Who hears of it lists what it is about: not out of what was known before.
  tx.afterCommit(() => void app.reads.noteWrite(organizationId));
  if (bookingRef !== undefined)
    await app.ucpOrders.record(
      tx,
      { organizationId, eventId, bookingRef, type, occurredAt, itemIds: itemIdsOf(data) },
      app,
    );
  return eventId;
}

function itemIdsOf(data: NewEvent['data']): readonly string[] {
  const { item_id: one, item_ids: several, new_item_id: other } = data ?? {};
  return [one, several, other].flat().filter((id) => typeof id === 'string');
}
