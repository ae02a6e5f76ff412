import type { App, Caller } from '../context.ts';
import { refuse, refuseFields } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { insertDelivery, listMissedEvents } from './delivery-store.ts';
import { deliverJob } from './jobs.ts';
import { eventRetentionDays } from './model/event.ts';
import { findEndpointForUpdate } from './store.ts';

/** What one call puts on its way at most; a longer absence takes several. */
const eventsMax = 500;
const dayMs = 86_400_000;

/** Which events are to be sent again. `until` undefined: up to now. */
export interface RecoverySpan {
  readonly since: Date;
  readonly until: Date | undefined;
}
/** How far a recovery has come. */
export interface Recovery {
  readonly deliveryCount: number;
  readonly recoveredUntil: Date;
  readonly hasMore: boolean;
}

/**
 * Sends what an endpoint has missed within a span: events it subscribed to whose deliveries all failed, and those that
 * happened while it was disabled. What was accepted or is still being tried is left alone, so a repeat sends nothing
 * twice.
 */
export async function recoverWebhook(
  app: App,
  caller: Caller,
  endpointId: number,
  span: RecoverySpan,
): Promise<Recovery> {
  const { organizationId, now } = caller;
  const until = span.until !== undefined && span.until < now ? span.until : now;
  if (span.since > until)
    throw refuseFields([{ path: 'since', problem: 'must lie before until and not in the future' }]);
  const oldest = new Date(now.getTime() - eventRetentionDays * dayMs);
  const since = span.since > oldest ? span.since : oldest;
  return app.db.transaction(async (tx) => {
    // Locked, so that two recoveries at once do not both find the same events missing.
    const endpoint = await findEndpointForUpdate(tx, organizationId, endpointId);
    if (endpoint === undefined) throw refuse('webhook_not_found');
    if (endpoint.status === 'disabled')
      throw refuse('state_conflict', { message: 'This webhook endpoint is disabled. Make it active first.' });
    const missed = await listMissedEvents(tx, { endpoint, since, until, limit: eventsMax + 1 });
    const wanted = missed.slice(0, eventsMax);
    for (const { eventId } of wanted) {
      const deliveryId = newId('delivery');
      await insertDelivery(tx, { organizationId, deliveryId, eventId, endpointId, createdAt: now });
      await app.jobs.enqueue(tx, deliverJob, {
        organizationId,
        payload: { delivery_id: deliveryId },
        concurrencyKey: String(endpointId),
      });
    }
    const hasMore = missed.length > eventsMax;
    return {
      deliveryCount: wanted.length,
      recoveredUntil: hasMore ? (wanted.at(-1)?.occurredAt ?? until) : until,
      hasMore,
    };
  });
}
