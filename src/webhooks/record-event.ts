import type { App } from '../context.ts';
import type { Tx } from '../platform/db/db.ts';
import { type EventId, newId, type OrganizationId } from '../platform/ids.ts';
import type { JobDeclaration } from '../platform/jobs/job.ts';
import { presentEvent } from './model/event.ts';
import type { EventType } from './model/event-types.ts';
import { insertEventWithDeliveries } from './store.ts';

/** Something that happened and that endpoints may want to hear of. Identifiers only, never a traveler's data. */
export interface NewEvent {
  readonly organizationId: OrganizationId;
  /** Made beforehand by anyone who names the event elsewhere at the same time; made here otherwise. */
  readonly eventId?: EventId;
  readonly type: EventType;
  /** Absent where no booking is concerned (a price monitor, an endpoint). */
  readonly bookingRef?: string | undefined;
  /** Only on events of a price monitor, which have no booking. */
  readonly monitorId?: string | undefined;
  /** The subject's status, for instance `confirmed`. */
  readonly status: string;
  /** The organization's clock. */
  readonly occurredAt: Date;
  /** More identifiers, for instance which items of a booking are concerned. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** What the delivering job answers. */
export interface DeliverPayload {
  readonly delivery_id: string;
}

/**
 * Writes the event with its deliveries and their jobs. The job arrives as an argument because it publishes events
 * itself.
 */
export async function recordEvent(
  tx: Tx,
  event: NewEvent,
  app: App,
  deliverJob: JobDeclaration<DeliverPayload>,
): Promise<EventId> {
  const { organizationId, type, bookingRef, occurredAt } = event;
  const eventId = event.eventId ?? newId('event');
  const payload = JSON.stringify(presentEvent({ ...event, eventId, isLive: app.config.environment === 'production' }));
  const deliveries = await insertEventWithDeliveries(tx, {
    organizationId,
    eventId,
    type,
    bookingRef,
    occurredAt,
    payload,
  });
  for (const { deliveryId, endpointId } of deliveries) {
    await app.jobs.enqueue(tx, deliverJob, {
      organizationId,
      payload: { delivery_id: deliveryId },
      concurrencyKey: String(endpointId),
    });
  }
  return eventId;
}
