import type { App } from '../context.ts';
import type { Tx } from '../platform/db/db.ts';
import type { EventId } from '../platform/ids.ts';
import { deliverJob } from './jobs.ts';
import { type NewEvent, recordEvent } from './record-event.ts';

/**
 * Records an event in the caller's transaction, with one delivery and one job for each endpoint that subscribed to it:
 * what is committed will be sent, what is rolled back never happened. One statement, and one more per endpoint.
 */
export function publishEvent(tx: Tx, event: NewEvent, app: App): Promise<EventId> {
  return recordEvent(tx, event, app, deliverJob);
}
