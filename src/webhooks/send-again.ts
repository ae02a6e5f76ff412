import type { App, Caller } from '../context.ts';
import type { Tx } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import type { IdempotentRun } from '../platform/http/route.ts';
import { asId, type DeliveryId, type EventId, newId } from '../platform/ids.ts';
import { findDelivery, insertDelivery } from './delivery-store.ts';
import { deliverJob } from './jobs.ts';
import { deliveryIdOf } from './model/delivery.ts';
import { presentEvent } from './model/event.ts';
import { SAMPLE_EVENTS } from './model/sample-events.ts';
import { findEndpoint, insertTestEvent } from './store.ts';

/** What was put on its way. */
export interface SentAgain {
  readonly eventId: EventId;
  readonly deliveryId: DeliveryId;
}

/**
 * Sends a sample of the first event the endpoint subscribed to, complete, with ids of nothing and livemode false,
 * disabled or not.
 */
export async function testWebhook(
  app: App,
  caller: Caller,
  endpointId: number,
  idempotency: IdempotentRun | undefined,
): Promise<SentAgain> {
  const earlier = findEarlier(idempotency);
  if (earlier !== undefined) return earlier;
  const { organizationId, now } = caller;
  return app.db.transaction(async (tx) => {
    const endpoint = await findEndpoint(tx, organizationId, endpointId);
    if (endpoint === undefined) throw refuse('webhook_not_found');
    const type = endpoint.events[0] ?? 'booking.completed';
    const eventId = newId('event');
    const sample = SAMPLE_EVENTS[type];
    const payload = JSON.stringify(presentEvent({ ...sample, eventId, type, occurredAt: now, isLive: false }));
    await insertTestEvent(tx, {
      organizationId,
      eventId,
      type,
      bookingRef: sample.bookingRef,
      occurredAt: now,
      payload,
    });
    return startDelivery(app, tx, { caller, eventId, endpointId, idempotency });
  });
}

/** What an id of no delivery is answered with. */
export const UNKNOWN_DELIVERY = 'No delivery has this id.';

/**
 * Sends an event once more to the endpoint it was for, as a delivery of its own. Takes a delivery's id or an attempt's.
 */
export async function redeliver(
  app: App,
  caller: Caller,
  deliveryIdText: string,
  idempotency: IdempotentRun | undefined,
): Promise<SentAgain> {
  const started = findEarlier(idempotency);
  if (started !== undefined) return started;
  return app.db.transaction(async (tx) => {
    const earlier = await findDelivery(tx, caller.organizationId, asId('delivery', deliveryIdOf(deliveryIdText)));
    if (earlier === undefined) throw refuse('resource_not_found', { message: UNKNOWN_DELIVERY });
    const endpoint = await findEndpoint(tx, caller.organizationId, earlier.endpointId);
    if (endpoint === undefined) throw refuse('webhook_not_found');
    if (endpoint.status === 'disabled') {
      throw refuse('state_conflict', { message: 'This webhook endpoint is disabled. Make it active first.' });
    }
    return startDelivery(app, tx, { caller, eventId: earlier.eventId, endpointId: earlier.endpointId, idempotency });
  });
}

interface DeliveryToStart {
  readonly caller: Caller;
  readonly eventId: EventId;
  readonly endpointId: number;
  readonly idempotency: IdempotentRun | undefined;
}

async function startDelivery(app: App, tx: Tx, what: DeliveryToStart): Promise<SentAgain> {
  const { organizationId, now } = what.caller;
  const deliveryId = newId('delivery');
  await insertDelivery(tx, {
    organizationId,
    deliveryId,
    eventId: what.eventId,
    endpointId: what.endpointId,
    createdAt: now,
  });
  await app.jobs.enqueue(tx, deliverJob, {
    organizationId,
    payload: { delivery_id: deliveryId },
    concurrencyKey: String(what.endpointId),
  });
  await what.idempotency?.recordResult(tx, { event_id: what.eventId, delivery_id: deliveryId });
  return { eventId: what.eventId, deliveryId };
}

/** What a run of the same Idempotency-Key started before its process crashed. */
function findEarlier(idempotency: IdempotentRun | undefined): SentAgain | undefined {
  const { event_id: eventId, delivery_id: deliveryId } = idempotency?.earlierResult ?? {};
  if (eventId === undefined || deliveryId === undefined) return undefined;
  return { eventId: asId('event', eventId), deliveryId: asId('delivery', deliveryId) };
}
