import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAuditEvents } from '../../../src/identity/audit-store.ts';
import type { OrganizationId } from '../../../src/platform/ids.ts';
import type { EventType } from '../../../src/webhooks/model/event-types.ts';
import { publishEvent } from '../../../src/webhooks/publish-event.ts';
import { type Receiver, startReceiver } from '../../support/service/receiver.ts';
import { startService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let hook: Receiver;
let key: string;
let organizationId: OrganizationId;
const generous = { quotaCalls: 100_000, rate: { perSecond: 1_000, burst: 10_000 } };

beforeAll(async () => {
  [service, hook] = [await startService(), await startReceiver()];
  ({ key, organizationId } = await service.makeKey(generous));
});
afterAll(async () => {
  await service.close();
  await hook.close();
});

const call = (method: string, path: string, body?: unknown, as = key) =>
  service.call(method, path, body, { 'x-api-key': as });
async function advance(seconds: number) {
  expect((await call('POST', '/v1/sandbox/clock', { advance_seconds: seconds })).status).toBe(200);
  await service.drain();
}
async function publish(type: EventType, bookingRef = 'BLY-ABCDEF', owner = organizationId) {
  const occurredAt = await service.app.organizationNow(owner);
  return service.app.db.transaction((tx) =>
    publishEvent(tx, { organizationId: owner, type, bookingRef, status: 'confirmed', occurredAt }, service.app),
  );
}
const now = async (): Promise<string> => (await call('GET', '/v1/sandbox/clock')).body.now;
const arrived = (from: number) => hook.received.slice(from).map(({ event }) => event.event_id);

test('what an endpoint missed is sent again once: failed for good, or while it was disabled; not what it has or will get', async () => {
  const {
    body: { id },
  } = await call('POST', '/v1/webhooks', { url: hook.url, events: ['booking.completed'] });
  const since = await now();
  const accepted = await publish('booking.completed');
  await service.drain();
  hook.answerWith({ status: 500 });
  const failed = await publish('booking.completed');
  await service.drain();
  for (const wait of [5, 60, 600, 1_800, 3_600, 7_200, 14_400]) await advance(wait);
  await call('PATCH', `/v1/webhooks/${id}`, { status: 'disabled' });
  const unseen = await publish('booking.completed');
  await publish('booking.failed');
  expect(await call('POST', `/v1/webhooks/${id}/recover`, { since })).toMatchObject({
    status: 409,
    body: { error: { code: 'CONFLICT' } },
  });
  await call('PATCH', `/v1/webhooks/${id}`, { status: 'active' });
  const retrying = await publish('booking.completed');
  await service.drain();

  hook.answerWith({ status: 200 });
  const before = hook.received.length;
  const started = await call('POST', `/v1/webhooks/${id}/recover`, { since });
  expect(started).toMatchObject({ status: 202, body: { delivery_count: 2, has_more: false } });
  await service.drain();
  expect(new Set(arrived(before))).toEqual(new Set([failed, unseen]));
  expect((await call('POST', `/v1/webhooks/${id}/recover`, { since })).body.delivery_count).toBe(0);
  await advance(5);
  expect(arrived(before)).toContain(retrying);
  expect(arrived(before)).not.toContain(accepted);

  expect(await call('POST', `/v1/webhooks/${id}/recover`, { since, until: '2020-01-01T00:00:00Z' })).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'since' }] },
  });
  expect((await call('POST', `/v1/webhooks/${id}/recover`, {})).status).toBe(422);
  const stranger = await service.makeKey(generous);
  expect((await call('POST', `/v1/webhooks/${id}/recover`, { since }, stranger.key)).status).toBe(404);
});

test('strangers can neither send a delivery again nor find events by somebody else’s reference', async () => {
  const {
    body: { id },
  } = await call('POST', '/v1/webhooks', { url: hook.url, events: ['booking.failed'] });
  await publish('booking.failed', 'BLY-MMMMMM');
  await service.drain();
  const [delivery] = (await call('GET', `/v1/webhooks/${id}/deliveries`)).body.deliveries;
  const stranger = await service.makeKey(generous);
  expect(
    (await call('POST', `/v1/webhooks/deliveries/${delivery.delivery_id}/redeliver`, undefined, stranger.key)).status,
  ).toBe(404);
  expect((await call('GET', '/v1/events?booking_ref=BLY-MMMMMM', undefined, stranger.key)).body.events).toEqual([]);
  expect((await call('GET', '/v1/events?booking_ref=bly-mmmmmm')).body.events).toHaveLength(1);
  const page = (await call('GET', '/v1/events?limit=1')).body.next_page_token;
  expect((await call('GET', `/v1/events?page_token=${page}`, undefined, stranger.key)).status).toBe(422);
});

test('Retry-After as a date is obeyed, and at most for the length of the whole schedule', async () => {
  const {
    body: { id },
  } = await call('POST', '/v1/webhooks', { url: hook.url, events: ['booking.refunded'] });
  const nextWait = async (retryAfter: string) => {
    hook.answerWith({ status: 503, headers: { 'retry-after': retryAfter } });
    await publish('booking.refunded');
    await service.drain();
    const [{ next_attempt_at: at, attempts }] = (await call('GET', `/v1/webhooks/${id}/deliveries`)).body.deliveries;
    return (Date.parse(at) - Date.parse(attempts[0].at)) / 1_000;
  };
  const waited = await nextWait(new Date(Date.now() + 300_000).toUTCString());
  expect(waited).toBeGreaterThan(240);
  expect(waited).toBeLessThanOrEqual(301);
  expect(await nextWait('86400')).toBe(27_665);
  expect(await nextWait('-1')).toBeLessThanOrEqual(5);
  hook.answerWith({ status: 200 });
  await call('DELETE', `/v1/webhooks/${id}`);
});

test('a sandbox reset keeps endpoints and their secrets, and forgets events and deliveries', async () => {
  const owner = await service.makeKey(generous);
  const own = (method: string, path: string, body?: unknown) => call(method, path, body, owner.key);
  const {
    body: { id },
  } = await own('POST', '/v1/webhooks', { url: hook.url, events: ['booking.completed'] });
  await publish('booking.completed', 'BLY-ABCDEF', owner.organizationId);
  await service.drain();
  expect((await own('POST', '/v1/sandbox/reset')).status).toBe(200);
  expect((await own('GET', '/v1/webhooks')).body.webhooks).toMatchObject([{ id, status: 'active' }]);
  expect((await own('GET', '/v1/events')).body.events).toEqual([]);
  expect((await own('GET', `/v1/webhooks/${id}/deliveries`)).body.deliveries).toEqual([]);
  const before = hook.received.length;
  await own('POST', `/v1/webhooks/${id}/test`);
  await service.drain();
  expect(hook.received.slice(before).map(({ event }) => [event.booking_ref, event.livemode])).toEqual([
    ['BLY-TESTAA', false],
  ]);
});

test('every act on an endpoint is on record, without its secret', async () => {
  const owner = await service.makeKey(generous);
  const own = (method: string, path: string, body?: unknown) => call(method, path, body, owner.key);
  const {
    body: { id, secret },
  } = await own('POST', '/v1/webhooks', { url: hook.url, events: ['booking.completed'] });
  await own('PATCH', `/v1/webhooks/${id}`, { events: ['booking.failed'] });
  await own('POST', `/v1/webhooks/${id}/rotate_secret`);
  hook.answerWith({ status: 410 });
  await publish('booking.failed', 'BLY-ABCDEF', owner.organizationId);
  await service.drain();
  hook.answerWith({ status: 200 });
  await own('DELETE', `/v1/webhooks/${id}`);
  await own('DELETE', `/v1/webhooks/${id}`);
  const events = await listAuditEvents(service.app.db, owner.organizationId, {
    after: undefined,
    limit: 20,
    action: undefined,
  });
  const acts = events
    .filter(({ action }) => action.startsWith('webhook.'))
    .map(({ action, actor, target, detail }) => ({ action, by: actor.kind, target, detail }))
    .reverse();
  expect(acts).toEqual([
    {
      action: 'webhook.created',
      by: 'api_key',
      target: String(id),
      detail: { url: hook.url, events: ['booking.completed'] },
    },
    {
      action: 'webhook.changed',
      by: 'api_key',
      target: String(id),
      detail: { url: hook.url, events: ['booking.failed'], status: 'active' },
    },
    { action: 'webhook.secret_rotated', by: 'api_key', target: String(id), detail: {} },
    { action: 'webhook.changed', by: 'system', target: String(id), detail: { status: 'disabled', reason: 'gone' } },
    { action: 'webhook.deleted', by: 'api_key', target: String(id), detail: {} },
  ]);
  expect(JSON.stringify(events)).not.toContain(secret);
});
