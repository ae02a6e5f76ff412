import { createApiKey } from '../../../src/identity/keys/create-api-key.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { asId, type OrganizationId } from '../../../src/platform/ids.ts';
import type { EventType } from '../../../src/webhooks/model/event-types.ts';
import { publishEvent } from '../../../src/webhooks/publish-event.ts';
import { isSignedWith, isStandardSignedWith, type Receiver, startReceiver } from '../../support/service/receiver.ts';
import { startService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let key: string;
let organizationId: OrganizationId;
const receivers: Receiver[] = [];
const generous = { quotaCalls: 100_000, rate: { perSecond: 1_000, burst: 10_000 } };

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  ({ key, organizationId } = await service.makeKey(generous));
});
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});

async function receiver(): Promise<Receiver> {
  const started = await startReceiver();
  receivers.push(started);
  return started;
}

function call(method: string, path: string, body?: unknown) {
  return service.call(method, path, body, { 'x-api-key': key });
}

async function register(url: string, events: readonly EventType[] = ['booking.completed', 'booking.failed']) {
  const answer = await call('POST', '/v1/webhooks', { url, events });
  expect(answer.status).toBe(201);
  return answer.body;
}

async function advance(seconds: number) {
  expect((await call('POST', '/v1/sandbox/clock', { advance_seconds: seconds })).status).toBe(200);
  await service.drain();
}

/** What bookings do at the end of a fulfilment. */
async function publish(type: EventType = 'booking.completed', bookingRef = 'BLY-ABCDEF') {
  const occurredAt = await service.app.organizationNow(organizationId);
  return service.app.db.transaction((tx) =>
    publishEvent(tx, { organizationId, type, bookingRef, status: 'confirmed', occurredAt }, service.app),
  );
}

async function deliveries(webhookId: number) {
  return (await call('GET', `/v1/webhooks/${webhookId}/deliveries`)).body.deliveries;
}

describe('registering', () => {
  test('answers the resource with its secret once, and lists and reads it without', async () => {
    const created = await register('http://127.0.0.1:9/hook');
    expect(created).toMatchObject({
      url: 'http://127.0.0.1:9/hook',
      events: ['booking.completed', 'booking.failed'],
      status: 'active',
    });
    expect(Number.isInteger(created.id)).toBe(true);
    expect(created.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const read = await call('GET', `/v1/webhooks/${created.id}`);
    const list = await call('GET', '/v1/webhooks');
    expect(read.body).toEqual({
      id: created.id,
      url: created.url,
      events: created.events,
      status: 'active',
      created_at: created.created_at,
    });
    expect(list.body).toEqual({ webhooks: [read.body] });
    expect(read.text + list.text).not.toContain('whsec_');
  });

  test('refuses unknown events, no events, and urls that are not public, each with its field', async () => {
    const url = 'https://hooks.example.com/';
    for (const body of [
      { url, events: ['booking.exploded'] },
      { url, events: [] },
      { url },
      { url, events: 'booking.completed' },
      { events: ['booking.failed'] },
    ]) {
      expect(await call('POST', '/v1/webhooks', body)).toMatchObject({
        status: 422,
        body: { error: { code: 'BAD_REQUEST' } },
      });
    }
    for (const hostile of [
      'https://10.0.0.1/',
      'https://169.254.169.254/latest',
      'https://[::ffff:127.0.0.1]/',
      'https://0xa9fea9fe/',
      'ftp://hooks.example.com/',
      'https://u:p@hooks.example.com/',
      'hooks',
    ]) {
      const answer = await call('POST', '/v1/webhooks', { url: hostile, events: ['booking.failed'] });
      expect(answer).toMatchObject({ status: 422, body: { fields: [{ path: 'url' }] } });
    }
    expect((await call('GET', '/v1/webhooks')).body).toEqual({ webhooks: [] });
  });

  test('an organization sees only its own, and has at most twenty', async () => {
    const { id } = await register('https://hooks.example.com/');
    const { key: stranger } = await service.makeKey(generous);
    for (const [method, path] of [
      ['GET', `/v1/webhooks/${id}`],
      ['DELETE', `/v1/webhooks/${id}`],
      ['POST', `/v1/webhooks/${id}/test`],
      ['POST', `/v1/webhooks/${id}/rotate_secret`],
      ['GET', `/v1/webhooks/${id}/deliveries`],
    ] as const) {
      expect(
        await service.call(method, path, method === 'POST' ? {} : undefined, { 'x-api-key': stranger }),
      ).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
    }
    for (let more = 1; more < 20; more += 1) await register('https://hooks.example.com/');
    expect(
      await call('POST', '/v1/webhooks', { url: 'https://hooks.example.com/', events: ['booking.failed'] }),
    ).toMatchObject({ status: 409 });
  });

  test('an organization has no more than twenty when sixty are registered at once', async () => {
    const body = { url: 'https://hooks.example.com/', events: ['booking.failed'] };
    const answers = await Promise.all(Array.from({ length: 60 }, () => call('POST', '/v1/webhooks', body)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(40);
    expect((await call('GET', '/v1/webhooks')).body.webhooks).toHaveLength(20);
  });

  test('a repeat with the same Idempotency-Key is the same endpoint with the same secret', async () => {
    const headers = { 'x-api-key': key, 'idempotency-key': 'register-1' };
    const body = { url: 'https://hooks.example.com/', events: ['booking.failed'] };
    const first = await service.call('POST', '/v1/webhooks', body, headers);
    const again = await service.call('POST', '/v1/webhooks', body, headers);
    expect(again.body).toEqual(first.body);
    expect((await call('GET', '/v1/webhooks')).body.webhooks).toHaveLength(1);
  });

  test('an Idempotency-Key shows the secret to the credential that made it alone', async () => {
    const other = (await createApiKey(service.app, { name: 'other', organizationId, scopes: ['manage'] })).key;
    const body = { url: 'https://hooks.example.com/', events: ['booking.failed'] };
    const named = { 'idempotency-key': 'register-2' };
    const first = await service.call('POST', '/v1/webhooks', body, { 'x-api-key': key, ...named });
    const theirs = await service.call('POST', '/v1/webhooks', body, { 'x-api-key': other, ...named });
    expect(theirs.headers.get('idempotent-replayed')).toBeNull();
    expect(theirs.body.secret).not.toBe(first.body.secret);
    const path = `/v1/webhooks/${first.body.id}/rotate_secret`;
    const rotated = await service.call('POST', path, {}, { 'x-api-key': key, ...named });
    const again = await service.call('POST', path, {}, { 'x-api-key': other, ...named });
    expect(again.body.secret).not.toBe(rotated.body.secret);
  });

  test('can be changed and deleted; a deleted one hears nothing more', async () => {
    const hook = await receiver();
    const { id } = await register(hook.url, ['booking.failed']);
    expect(
      (await call('PATCH', `/v1/webhooks/${id}`, { events: ['booking.completed', 'booking.completed'] })).body.events,
    ).toEqual(['booking.completed']);
    expect(await call('PATCH', `/v1/webhooks/${id}`, { url: 'https://10.0.0.1/' })).toMatchObject({ status: 422 });
    expect((await call('PATCH', `/v1/webhooks/${id}`, { status: 'disabled' })).body).toMatchObject({
      status: 'disabled',
      disabled_reason: 'requested',
    });
    await publish();
    expect((await call('PATCH', `/v1/webhooks/${id}`, { status: 'active' })).body).not.toHaveProperty(
      'disabled_reason',
    );
    await publish();
    expect(await call('DELETE', `/v1/webhooks/${id}`)).toMatchObject({ status: 200, body: { id, deleted: true } });
    expect(await call('DELETE', `/v1/webhooks/${id}`)).toMatchObject({ status: 404 });
    await service.drain();
    expect(hook.received).toHaveLength(0);
  });
});

describe('a delivery', () => {
  test('of a test is signed both ways, not in live mode, and names the reserved reference', async () => {
    const hook = await receiver();
    const { id, secret } = await register(hook.url);
    const started = await call('POST', `/v1/webhooks/${id}/test`);
    expect(started.status).toBe(202);
    await service.drain();
    const post = hook.received[0];
    if (post === undefined) throw new Error('Nothing arrived.');
    expect(hook.received).toHaveLength(1);
    expect(isSignedWith(post, secret)).toBe(true);
    expect(isStandardSignedWith(post, secret)).toBe(true);
    expect(post.headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event-id': started.body.event_id,
      'x-service-delivery-id': started.body.delivery_id,
      'webhook-id': started.body.event_id,
    });
    expect(post.event).toEqual({
      event: 'booking.completed',
      booking_ref: 'BLY-TESTAA',
      status: 'confirmed',
      occurred_at: expect.stringMatching(/Z$/),
      event_id: started.body.event_id,
      livemode: false,
    });
    expect(Math.abs(Number(post.headers['x-service-timestamp']) - Date.now() / 1_000)).toBeLessThan(60);
    expect((await call('GET', '/v1/events')).body.events).toEqual([]);
  });

  test('goes to those who subscribed, once, and is in the log', async () => {
    const [hook, other] = [await receiver(), await receiver()];
    const { id } = await register(hook.url, ['booking.completed']);
    await register(other.url, ['booking.failed']);
    const eventId = await publish();
    await service.drain();
    expect(hook.received.map((post) => post.event.event_id)).toEqual([eventId]);
    expect(other.received).toEqual([]);
    expect(await deliveries(id)).toMatchObject([
      {
        event_id: eventId,
        event: 'booking.completed',
        status: 'delivered',
        attempt_count: 1,
        attempts: [{ attempt: 1, outcome: 'delivered', http_status: 200 }],
      },
    ]);
  });

  test('of an event that was rolled back never happens', async () => {
    const hook = await receiver();
    await register(hook.url);
    const failing = service.app.db.transaction(async (tx) => {
      await publishEvent(
        tx,
        {
          organizationId,
          type: 'booking.completed',
          bookingRef: 'BLY-ABCDEF',
          status: 'confirmed',
          occurredAt: new Date(),
        },
        service.app,
      );
      throw new Error('The booking could not be written.');
    });
    await expect(failing).rejects.toThrow('could not be written');
    await service.drain();
    expect(hook.received).toEqual([]);
    expect((await call('GET', '/v1/events')).body.events).toEqual([]);
  });

  test('that fails is tried eight times over the schedule, same event and bytes, a delivery id for each attempt', async () => {
    const hook = await receiver();
    hook.answerWith({ status: 500, body: 'no\u0000 thanks' });
    const { id, secret } = await register(hook.url);
    await publish();
    await service.drain();
    const counts = [hook.received.length];
    for (const wait of [5, 60, 600, 1_800, 3_600, 7_200, 14_400]) {
      await advance(wait * 0.8);
      counts.push(hook.received.length);
      await advance(wait * 0.2);
      counts.push(hook.received.length);
    }
    await advance(86_400);
    expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8]);
    expect(hook.received).toHaveLength(8);
    expect(new Set(hook.received.map((post) => post.body)).size).toBe(1);
    expect(new Set(hook.received.map((post) => post.headers['x-service-event-id'])).size).toBe(1);
    expect(new Set(hook.received.map((post) => post.headers['x-service-delivery-id'])).size).toBe(8);
    expect(hook.received.every((post) => isSignedWith(post, secret))).toBe(true);
    const [log] = await deliveries(id);
    expect(log).toMatchObject({ status: 'failed', attempt_count: 8 });
    expect(log.attempts[0]).toMatchObject({ outcome: 'failed', http_status: 500, response_excerpt: 'no thanks' });
  });

  test('recovers when the receiver does', async () => {
    const hook = await receiver();
    hook.answerWith({ status: 503 });
    const { id } = await register(hook.url);
    await publish();
    await service.drain();
    expect((await deliveries(id))[0]).toMatchObject({
      status: 'retrying',
      attempt_count: 1,
      next_attempt_at: expect.any(String),
    });
    expect((await call('GET', `/v1/webhooks/${id}`)).body).toHaveProperty('failing_since');
    hook.answerWith({ status: 204 });
    await advance(5);
    expect((await deliveries(id))[0]).toMatchObject({ status: 'delivered', attempt_count: 2 });
    expect((await call('GET', `/v1/webhooks/${id}`)).body).not.toHaveProperty('failing_since');
  });

  test('treats a redirect and a refused connection as failures', async () => {
    const hook = await receiver();
    hook.answerWith({ status: 302, headers: { location: `${hook.url}/elsewhere` } });
    const redirecting = await register(hook.url);
    const closed = await register('http://127.0.0.1:1/');
    await publish();
    await service.drain();
    expect(hook.received.map((post) => post.path)).toEqual(['/hook']);
    expect((await deliveries(redirecting.id))[0].attempts).toMatchObject([{ outcome: 'failed', http_status: 302 }]);
    expect((await deliveries(closed.id))[0].attempts).toMatchObject([
      { outcome: 'failed', failure: 'connection: ECONNREFUSED' },
    ]);
  });

  test('waits as long as Retry-After asks', async () => {
    const hook = await receiver();
    hook.answerWith({ status: 429, headers: { 'retry-after': '120' } });
    await register(hook.url);
    await publish();
    await service.drain();
    await advance(100);
    expect(hook.received).toHaveLength(1);
    await advance(20);
    expect(hook.received).toHaveLength(2);
  });

  test('answered 410 disables the endpoint, tells the others and drops what was still to come', async () => {
    const [hook, watcher] = [await receiver(), await receiver()];
    const { id } = await register(hook.url);
    await register(watcher.url, ['webhook.disabled']);
    hook.answerWith({ status: 500 });
    await publish();
    await service.drain();
    hook.answerWith({ status: 410 });
    await publish('booking.failed');
    await service.drain();
    expect((await call('GET', `/v1/webhooks/${id}`)).body).toMatchObject({
      status: 'disabled',
      disabled_reason: 'gone',
    });
    expect(watcher.received.map((post) => post.event)).toMatchObject([
      { event: 'webhook.disabled', status: 'disabled', data: { webhook_id: id, reason: 'gone' } },
    ]);
    expect(watcher.received[0]?.event).not.toHaveProperty('booking_ref');
    await advance(86_400);
    expect(hook.received).toHaveLength(2);
    expect((await deliveries(id)).map((delivery: { status: string }) => delivery.status).sort()).toEqual([
      'cancelled',
      'failed',
    ]);
    const again = await call('POST', `/v1/webhooks/deliveries/${(await deliveries(id))[0].delivery_id}/redeliver`);
    expect(again).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } });
  });

  test('that has failed for five days without one success disables the endpoint', async () => {
    const [hook, watcher] = [await receiver(), await receiver()];
    hook.answerWith({ status: 500 });
    const { id } = await register(hook.url);
    await register(watcher.url, ['webhook.disabled']);
    await publish();
    await service.drain();
    await advance(5 * 86_400 - 60);
    await publish();
    await service.drain();
    expect((await call('GET', `/v1/webhooks/${id}`)).body.status).toBe('active');
    await advance(60);
    await publish();
    await service.drain();
    expect((await call('GET', `/v1/webhooks/${id}`)).body).toMatchObject({
      status: 'disabled',
      disabled_reason: 'failing',
    });
    expect(watcher.received).toHaveLength(1);
    const { webhooks } = (await call('GET', '/v1/webhooks')).body;
    expect(webhooks.map((webhook: { status: string }) => webhook.status)).toEqual(['disabled', 'active']);
  });
});

describe('a rotated secret', () => {
  test('signs at once while the old one keeps working for a day', async () => {
    const hook = await receiver();
    const { id, secret: old } = await register(hook.url);
    const rotated = await call('POST', `/v1/webhooks/${id}/rotate_secret`);
    const fresh = rotated.body.secret;
    expect(fresh).not.toBe(old);
    hook.answerWith({ status: 500 });
    await publish();
    await service.drain();
    await advance(5);
    const [odd, even] = hook.received;
    if (odd === undefined || even === undefined) throw new Error('Two attempts were due.');
    expect([isSignedWith(odd, fresh), isSignedWith(even, fresh)]).toEqual([true, false]);
    expect([isSignedWith(odd, old), isSignedWith(even, old)]).toEqual([false, true]);
    for (const post of [odd, even])
      for (const secret of [fresh, old]) expect(isStandardSignedWith(post, secret)).toBe(true);
    hook.answerWith({ status: 200 });
    await advance(86_400);
    await publish();
    await service.drain();
    const last = hook.received.at(-1);
    if (last === undefined) throw new Error('Nothing arrived.');
    expect([isSignedWith(last, fresh), isStandardSignedWith(last, fresh), isStandardSignedWith(last, old)]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('events', () => {
  test('are listed newest first with filters and pages, and can be sent again', async () => {
    const hook = await receiver();
    const { id } = await register(hook.url);
    const [first, second] = [await publish(), await publish('booking.failed', 'BLY-ZZZZZZ')];
    await advance(60);
    const third = await publish();
    await service.drain();
    const ids = async (query: string) =>
      (await call('GET', `/v1/events${query}`)).body.events.map((event: { event_id: string }) => event.event_id);
    expect(new Set(await ids(''))).toEqual(new Set([first, second, third]));
    expect(await ids('?type=booking.failed')).toEqual([second]);
    expect(await ids('?booking_ref=BLY-ZZZZZZ')).toEqual([second]);
    expect(await ids(`?since=${encodeURIComponent((await call('GET', '/v1/sandbox/clock')).body.now)}`)).toEqual([]);
    const page = (await call('GET', '/v1/events?limit=2')).body;
    const rest = (await call('GET', `/v1/events?limit=2&page_token=${page.next_page_token}`)).body;
    expect([...page.events, ...rest.events].map((event) => event.event_id)).toEqual(await ids(''));
    expect(rest).not.toHaveProperty('next_page_token');
    for (const bad of ['?type=nope', '?limit=101', '?page_token=abc', '?since=yesterday'])
      expect((await call('GET', `/v1/events${bad}`)).status).toBe(422);

    const log = await deliveries(id);
    const earlier = log.find((delivery: { event_id: string }) => delivery.event_id === first);
    const again = await call('POST', `/v1/webhooks/deliveries/${earlier.delivery_id}-3/redeliver`);
    expect(again).toMatchObject({ status: 202, body: { event_id: first } });
    expect(again.body.delivery_id).not.toBe(earlier.delivery_id);
    await service.drain();
    expect(hook.received.at(-1)?.event.event_id).toBe(first);
    expect(await call('POST', '/v1/webhooks/deliveries/dlv_none/redeliver')).toMatchObject({ status: 404 });
    await advance(31 * 86_400);
    expect(await ids('')).toEqual([]);
  });
});

describe('lanes', () => {
  test('an endpoint that never answers does not delay another', async () => {
    const busy = await startService({ runsJobs: true });
    const [slow, quick] = [await receiver(), await receiver()];
    slow.answerWith('hang');
    for (const { url } of [slow, quick])
      await busy.call('POST', '/v1/webhooks', { url, events: ['booking.completed'] });
    const { body } = await busy.call('GET', '/v1/account');
    const own = asId('organization', body.organization.organization_id ?? body.organization.id ?? '');
    for (let round = 0; round < 3; round += 1) {
      await busy.app.db.transaction(async (tx) => {
        for (let i = 0; i < 50; i += 1) {
          await publishEvent(
            tx,
            {
              organizationId: own,
              type: 'booking.completed',
              bookingRef: 'BLY-ABCDEF',
              status: 'confirmed',
              occurredAt: new Date(),
            },
            busy.app,
          );
        }
      });
    }
    await quick.waitFor(150);
    expect(slow.received.length).toBeGreaterThan(0);
    expect(slow.received.length).toBeLessThanOrEqual(64);
    slow.answerWith({ status: 200 });
    slow.release();
    await slow.waitFor(150);
    await busy.close();
  });

  test('an organization with six hundred deliveries under way to receivers that hang does not delay another', async () => {
    const busy = await startService({ runsJobs: true });
    const [slow, quick] = [await receiver(), await receiver()];
    slow.answerWith('hang');
    const [crowd, neighbour] = [await busy.makeKey(generous), await busy.makeKey(generous)];
    const listen = (to: typeof crowd, url: string) =>
      busy.call('POST', '/v1/webhooks', { url, events: ['booking.completed'] }, { 'x-api-key': to.key });
    const publish = (of: typeof crowd, times: number) =>
      busy.app.db.transaction(async (tx) => {
        for (let i = 0; i < times; i += 1)
          await publishEvent(
            tx,
            {
              organizationId: of.organizationId,
              type: 'booking.completed',
              bookingRef: 'BLY-ABCDEF',
              status: 'confirmed',
              occurredAt: new Date(),
            },
            busy.app,
          );
      });
    for (let endpoint = 0; endpoint < 20; endpoint += 1) await listen(crowd, slow.url);
    await listen(neighbour, quick.url);
    await publish(crowd, 30);
    await slow.waitFor(150);
    await publish(neighbour, 1);
    await quick.waitFor(1);
    // The neighbour's delivery came before any of the others timed out: 192 places are all that one organization has.
    expect(slow.received.length).toBeLessThanOrEqual(192);
    slow.answerWith({ status: 200 });
    slow.release();
    await slow.waitFor(600);
    await busy.close();
  });
});
