import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asId, type DeliveryId, newId, type OrganizationId } from '../../src/platform/ids.ts';
import type { EventType } from '../../src/webhooks/model/event-types.ts';
import {
  cancelDelivery,
  type DeliveryToSend,
  findDeliveriesToSend,
  findDelivery,
  insertDelivery,
  listDeliveries,
  recordAttempts,
} from '../../src/webhooks/delivery-store.ts';
import {
  deleteEndpoint,
  findEndpoint,
  findEndpointForUpdate,
  insertEndpoint,
  insertEventWithDeliveries,
  insertTestEvent,
  listEndpoints,
  listEvents,
  markFailing,
  updateEndpoint,
} from '../../src/webhooks/store.ts';
import type { Page } from '../../src/webhooks/store-tables.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';

let db: TestDatabase;
const now = new Date('2026-03-01T08:00:00.000Z');
const later = new Date('2026-03-01T09:00:00.000Z');
const all = { after: undefined, offset: 0, limit: 100 };

beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

function addEndpoint(organizationId: OrganizationId, events: readonly EventType[]) {
  return db.transaction((tx) =>
    insertEndpoint(tx, {
      organizationId,
      url: 'https://hooks.example.com/',
      events,
      secretSealed: 'sealed',
      createdAt: now,
    }),
  );
}

function publish(organizationId: OrganizationId, type: EventType, bookingRef: string | undefined = 'BLY-ABCDEF') {
  const eventId = newId('event');
  const record = { organizationId, eventId, type, bookingRef, occurredAt: now, payload: `{"event":"${type}"}` };
  return db.transaction(async (tx) => ({ eventId, deliveries: await insertEventWithDeliveries(tx, record) }));
}

async function findToSend(organizationId: OrganizationId, deliveryId: DeliveryId): Promise<DeliveryToSend | undefined> {
  return (await findDeliveriesToSend(db, [{ organizationId, deliveryId }]))[0];
}

describe('endpoints', () => {
  test('have integer ids of their own and change column by column', async () => {
    const org = newId('organization');
    const first = await addEndpoint(org, ['booking.completed', 'booking.failed']);
    const second = await addEndpoint(org, ['booking.failed']);
    expect(Number.isInteger(first.endpointId)).toBe(true);
    expect(second.endpointId).not.toBe(first.endpointId);
    expect((await listEndpoints(db, org)).map((endpoint) => endpoint.events)).toEqual([
      ['booking.completed', 'booking.failed'],
      ['booking.failed'],
    ]);

    const previousSecrets = [
      { sealed: 'sealed', until: later },
      { sealed: 'older', until: now },
    ];
    const changed = {
      ...first,
      events: ['webhook.disabled'] as const,
      status: 'disabled' as const,
      disabledReason: 'gone' as const,
      secretSealed: 'newer',
      previousSecrets,
      failingSince: now,
    };
    await db.transaction((tx) => updateEndpoint(tx, changed));
    expect(await findEndpoint(db, org, first.endpointId)).toEqual(changed);
    await db.transaction(async (tx) => {
      expect(await findEndpointForUpdate(tx, org, first.endpointId)).toEqual(changed);
    });
  });

  test('are seen and deleted by their own organization only', async () => {
    const [mine, theirs] = [newId('organization'), newId('organization')];
    const endpoint = await addEndpoint(mine, ['booking.failed']);
    expect(await findEndpoint(db, theirs, endpoint.endpointId)).toBeUndefined();
    expect(await db.transaction((tx) => deleteEndpoint(tx, theirs, endpoint.endpointId))).toBe(false);
    expect(await db.transaction((tx) => deleteEndpoint(tx, mine, endpoint.endpointId))).toBe(true);
    expect(await db.transaction((tx) => deleteEndpoint(tx, mine, endpoint.endpointId))).toBe(false);
  });

  test('remember the first failure since a success', async () => {
    const org = newId('organization');
    const endpoint = await addEndpoint(org, ['booking.failed']);
    await markFailing(db, endpoint, now);
    await markFailing(db, endpoint, later);
    expect((await findEndpoint(db, org, endpoint.endpointId))?.failingSince).toEqual(now);
    await markFailing(db, endpoint, undefined);
    expect((await findEndpoint(db, org, endpoint.endpointId))?.failingSince).toBeUndefined();
  });
});

describe('events', () => {
  test('become one delivery for each active endpoint of the organization that subscribed', async () => {
    const [org, other] = [newId('organization'), newId('organization')];
    const both = await addEndpoint(org, ['booking.completed', 'booking.failed']);
    const failedOnly = await addEndpoint(org, ['booking.failed']);
    const disabled = await addEndpoint(org, ['booking.failed']);
    await db.transaction((tx) => updateEndpoint(tx, { ...disabled, status: 'disabled', disabledReason: 'requested' }));
    await addEndpoint(other, ['booking.failed']);

    expect((await publish(org, 'booking.completed')).deliveries.map((delivery) => delivery.endpointId)).toEqual([
      both.endpointId,
    ]);
    const { eventId, deliveries } = await publish(org, 'booking.failed');
    expect(new Set(deliveries.map((delivery) => delivery.endpointId))).toEqual(
      new Set([both.endpointId, failedOnly.endpointId]),
    );
    expect(deliveries.every(({ deliveryId }) => deliveryId.startsWith(`dlv_${eventId.slice(4)}`))).toBe(true);
    expect((await publish(org, 'booking.cancelled')).deliveries).toEqual([]);
  });

  test('are listed newest first by type, reference and time; samples never are', async () => {
    const org = newId('organization');
    const [first, second, third] = [
      await publish(org, 'booking.completed'),
      await publish(org, 'booking.failed', 'BLY-ZZZZZZ'),
      await publish(org, 'webhook.disabled', undefined),
    ];
    const sample = {
      organizationId: org,
      eventId: newId('event'),
      type: 'booking.completed' as const,
      bookingRef: 'BLY-TESTAA',
      occurredAt: now,
      payload: '{}',
    };
    await db.transaction((tx) => insertTestEvent(tx, sample));
    const list = async (more: { type?: EventType; bookingRef?: string; since?: Date }, page: Page = all) =>
      (
        await listEvents(db, { organizationId: org, since: now, type: undefined, bookingRef: undefined, ...more }, page)
      ).map((event) => event.eventId);
    const newestFirst = [first, second, third]
      .map((event) => event.eventId)
      .sort()
      .reverse();
    expect(await list({})).toEqual(newestFirst);
    expect(await list({ type: 'booking.failed' })).toEqual([second.eventId]);
    expect(await list({ bookingRef: 'BLY-ZZZZZZ' })).toEqual([second.eventId]);
    expect(await list({ since: later })).toEqual([]);
    expect(await list({}, { after: newestFirst[0], offset: 0, limit: 1 })).toEqual([newestFirst[1]]);
    expect(await list({}, { after: undefined, offset: 2, limit: 9 })).toEqual([newestFirst[2]]);
  });
});

describe('deliveries', () => {
  const attempt = {
    attempt: 1,
    at: now,
    verdict: 'failed' as const,
    httpStatus: 500,
    failure: undefined,
    elapsedMs: 12,
    responseExcerpt: 'no',
  };

  test('an attempt is recorded once however often its job runs, and the log keeps every attempt', async () => {
    const org = newId('organization');
    const endpoint = await addEndpoint(org, ['booking.failed']);
    const deliveryId = (await publish(org, 'booking.failed')).deliveries[0]?.deliveryId ?? asId('delivery', '');
    const key = { organizationId: org, deliveryId };
    const record = { ...key, attempt, status: 'retrying' as const, nextAttemptAt: later, settledAt: undefined };
    expect([...(await recordAttempts(db, [record]))]).toEqual([deliveryId]);
    expect([...(await recordAttempts(db, [record]))]).toEqual([]);
    expect(await findToSend(org, deliveryId)).toMatchObject({
      delivery: { status: 'retrying', attemptCount: 1, nextAttemptAt: later },
      isTest: false,
      payload: '{"event":"booking.failed"}',
      endpoint: { endpointId: endpoint.endpointId, status: 'active', secretSealed: 'sealed', previousSecrets: [] },
    });
    const second = {
      attempt: 2,
      at: later,
      verdict: 'delivered' as const,
      httpStatus: 204,
      failure: undefined,
      elapsedMs: 3,
      responseExcerpt: undefined,
    };
    const settled = { ...key, status: 'delivered' as const, nextAttemptAt: undefined, settledAt: later };
    expect((await recordAttempts(db, [{ ...settled, attempt: second }])).size).toBe(1);
    expect(await findDelivery(db, org, deliveryId)).toMatchObject({
      status: 'delivered',
      attemptCount: 2,
      settledAt: later,
      attempts: [attempt, second],
    });
    expect((await recordAttempts(db, [{ ...settled, attempt: { ...second, attempt: 3 } }])).size).toBe(0);
  });

  test('one whose endpoint is gone finds none and settles', async () => {
    const org = newId('organization');
    const endpoint = await addEndpoint(org, ['booking.failed']);
    const { eventId, deliveries } = await publish(org, 'booking.failed');
    const again = newId('delivery');
    await db.transaction((tx) =>
      insertDelivery(tx, {
        organizationId: org,
        deliveryId: again,
        eventId,
        endpointId: endpoint.endpointId,
        createdAt: now,
      }),
    );
    await db.transaction((tx) => deleteEndpoint(tx, org, endpoint.endpointId));
    const deliveryId = deliveries[0]?.deliveryId ?? again;
    expect(await findToSend(org, deliveryId)).toMatchObject({ endpoint: undefined });
    await cancelDelivery(db, { organizationId: org, deliveryId }, later);
    expect(await findDelivery(db, org, deliveryId)).toMatchObject({ status: 'cancelled', settledAt: later });
    expect(
      await listDeliveries(db, { organizationId: org, endpointId: endpoint.endpointId, status: 'pending' }, all),
    ).toMatchObject([{ deliveryId: again }]);
    expect(await findToSend(newId('organization'), again)).toBeUndefined();
  });
});
