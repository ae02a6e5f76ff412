import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCredits } from '../../src/metering/change-credits.ts';
import { deprecatedRoutes, echoRoute, readRoute } from '../support/hostile/probe-routes.ts';
import { startService, type TestService } from '../support/service/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({
    routes: [
      echoRoute(),
      readRoute('read'),
      readRoute('dear', { cost: 10 }),
      readRoute('free', { cost: 0 }),
      ...deprecatedRoutes,
    ],
  });
});
afterAll(async () => {
  await service.close();
});
const callAs = (key: string, body: unknown, headers: Record<string, string> = {}) =>
  service.call('POST', '/v1/probe/echo', body, { 'x-api-key': key, ...headers });
const bad = '{"name":';

describe('order of checks', () => {
  test('401 comes before everything the body could be', async () => {
    for (const body of [bad, 'x'.repeat(1_100_000), { name: 'a' }]) {
      const answer = await callAs('bly_s00000000000000000000000000000000', body, { 'content-type': 'text/plain' });
      expect([answer.status, answer.body.error.code]).toEqual([401, 'AUTH_REQUIRED']);
      expect(answer.headers.get('www-authenticate')).toContain(
        'Bearer realm="bly", error="invalid_token", resource_metadata="',
      );
      expect(answer.headers.has('ratelimit-limit')).toBe(false);
    }
  });
  test('403 comes before 429, and still says how the rate stands', async () => {
    const { key } = await service.makeKey({ scopes: ['search'], rate: { perSecond: 1, burst: 1 } });
    for (let call = 0; call < 3; call += 1) {
      const answer = await callAs(key, bad);
      expect([answer.status, answer.headers.get('ratelimit-remaining')]).toEqual([403, '1']);
    }
  });
  test('429 comes before 402', async () => {
    const { key, organizationId } = await service.makeKey({ rate: { perSecond: 1, burst: 1 } });
    await addCredits(service.app, organizationId, -100_000);
    expect([(await callAs(key, {})).status, (await callAs(key, {})).status]).toEqual([402, 429]);
    const quota = await service.makeKey({ quotaCalls: 0 });
    await addCredits(service.app, quota.organizationId, -100_000);
    expect((await callAs(quota.key, {})).status).toBe(429);
  });
  test('402 comes before 400, 415 and 422', async () => {
    const { key, organizationId } = await service.makeKey();
    await addCredits(service.app, organizationId, -100_000);
    const answers = [
      await callAs(key, bad),
      await callAs(key, 'a', { 'content-type': 'text/plain' }),
      await callAs(key, {}, { 'x-end-user-id': 'user_1' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([402, 402, 402]);
  });
  test('validation comes before the operation and before the Idempotency-Key is taken', async () => {
    const headers = { 'idempotency-key': 'order' };
    expect((await callAs(service.key, { name: 'a' }, headers)).status).toBe(422);
    expect((await callAs(service.key, { name: 'ab' }, headers)).status).toBe(200);
  });
});

describe('credentials', () => {
  test('a key is taken from X-API-Key or as a Bearer token', async () => {
    for (const headers of [
      { 'x-api-key': service.key },
      { authorization: `Bearer ${service.key}` },
      { authorization: `bearer ${service.key}` },
    ]) {
      expect((await service.call('GET', '/v1/probe/read', undefined, headers)).status).toBe(200);
    }
  });
  test('none at all is 401 with a challenge', async () => {
    for (const headers of [{ 'x-api-key': '' }, { authorization: 'Basic YTpi' }, { authorization: 'Bearer' }]) {
      const answer = await service.call('GET', '/v1/probe/read', undefined, headers);
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
        401,
        expect.stringContaining('Bearer realm="bly", resource_metadata="'),
      ]);
    }
  });
});

describe('rate', () => {
  test('a burst is followed by 429 with when to come back; the headers count down', async () => {
    const { key } = await service.makeKey({ rate: { perSecond: 1, burst: 3 } });
    const answers = [];
    for (let call = 0; call < 4; call += 1)
      answers.push(await service.call('GET', '/v1/probe/read', undefined, { 'x-api-key': key }));
    expect(
      answers.map(({ status, headers }) => [
        status,
        headers.get('ratelimit-limit'),
        headers.get('ratelimit-remaining'),
      ]),
    ).toEqual([
      [200, '3', '2'],
      [200, '3', '1'],
      [200, '3', '0'],
      [429, '3', '0'],
    ]);
    const [, , , refused] = answers;
    expect([refused?.body.error.code, refused?.body.limit, refused?.headers.get('retry-after')]).toEqual([
      'RATE_LIMITED',
      'rate',
      '1',
    ]);
    expect(Date.parse(refused?.body.resets_at)).toBeGreaterThan(Date.now() - 1_000);
  });
  test('unmetered calls are rated too; each end user has a bucket of their own', async () => {
    const { key } = await service.makeKey({ rate: { perSecond: 1, burst: 2 } });
    const statuses = [];
    for (let call = 0; call < 3; call += 1)
      statuses.push((await service.call('GET', '/v1/probe/free', undefined, { 'x-api-key': key })).status);
    expect(statuses).toEqual([200, 200, 429]);
    const wide = await service.makeKey({ rate: { perSecond: 1_000, burst: 1_000 } });
    const busy = await Promise.all(
      Array.from({ length: 140 }, () => callAs(wide.key, {}, { 'x-end-user-id': 'busy' })),
    );
    expect(busy.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    expect((await callAs(wide.key, {}, { 'x-end-user-id': 'calm' })).status).toBe(200);
  });
});
