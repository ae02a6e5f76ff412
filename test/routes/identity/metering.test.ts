import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { revokeApiKey } from '../../../src/identity/keys/revoke-api-key.ts';
import { addCredits } from '../../../src/metering/change-credits.ts';
import { asId } from '../../../src/platform/ids.ts';
import { echoRoute, readRoute } from '../../support/hostile/probe-routes.ts';
import { type Answer, startService, type TestService } from '../../support/service/service.ts';
import { makeUser, signInAs, trustingUsers } from '../../support/users.ts';

const DAY_SECONDS = 86_400;
let service: TestService;
beforeAll(async () => {
  service = await startService({
    users: trustingUsers,
    routes: [echoRoute(), readRoute('read'), readRoute('dear', { cost: 10 }), readRoute('free', { cost: 0 })],
  });
});
afterAll(async () => {
  await service.close();
});
const read = (key: string, name = 'read') => service.call('GET', `/v1/probe/${name}`, undefined, { 'x-api-key': key });
const statuses = async (calls: readonly (() => Promise<Answer>)[]) => {
  const seen: number[] = [];
  for (const call of calls) seen.push((await call()).status);
  return seen;
};
const balanceOf = async (key: string): Promise<number> =>
  (await service.call('GET', '/v1/account', undefined, { 'x-api-key': key })).body.balance;

describe('quota', () => {
  test('a used-up quota is 429 until the oldest call is 30 days old on the organization’s clock', async () => {
    const { key } = await service.makeKey({ quotaCalls: 2 });
    expect(await statuses([() => read(key), () => read(key), () => read(key), () => read(key, 'free')])).toEqual([
      200, 200, 429, 200,
    ]);
    const { body, headers } = await read(key);
    expect([body.error.code, body.limit]).toEqual(['RATE_LIMITED', 'quota']);
    const waitSeconds = (Date.parse(body.resets_at) - Date.now()) / 1_000;
    expect(waitSeconds).toBeGreaterThan(30 * DAY_SECONDS - 120);
    expect(Math.abs(Number(headers.get('retry-after')) - waitSeconds)).toBeLessThan(5);
    const move = (days: number) =>
      service.call('POST', '/v1/sandbox/clock', { advance_seconds: days * DAY_SECONDS }, { 'x-api-key': key });
    await move(29);
    expect((await read(key)).status).toBe(429);
    await move(1);
    expect((await read(key)).status).toBe(200);
  });
  test('many calls at once use no more than there is', async () => {
    const { key } = await service.makeKey({ quotaCalls: 5 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => read(key)));
    expect(answers.filter(({ status }) => status === 200).length).toBe(5);
  });
  test('what was counted is still counted after it has been written and read again', async () => {
    const { key, organizationId } = await service.makeKey({ quotaCalls: 2 });
    await read(key);
    await service.app.gate.flush();
    service.app.gate.forget(organizationId);
    expect(await statuses([() => read(key), () => read(key)])).toEqual([200, 429]);
  });
});

describe('credit', () => {
  test('a call costs its price; one the balance does not cover is 402 and says the balance', async () => {
    const { key, organizationId } = await service.makeKey();
    await addCredits(service.app, organizationId, -100_000 + 21);
    expect(await statuses([() => read(key, 'dear'), () => read(key, 'dear'), () => read(key, 'dear')])).toEqual([
      200, 200, 402,
    ]);
    expect((await read(key, 'dear')).body).toMatchObject({ error: { code: 'PAYMENT_REQUIRED' }, balance: 1 });
    expect(await statuses([() => read(key), () => read(key), () => read(key, 'free')])).toEqual([200, 402, 200]);
  });
  test('a top-up counts from the very next call', async () => {
    const { key, organizationId } = await service.makeKey();
    await addCredits(service.app, organizationId, -100_000);
    expect((await read(key)).status).toBe(402);
    await addCredits(service.app, organizationId, 1);
    expect(await statuses([() => read(key), () => read(key)])).toEqual([200, 402]);
  });
  test('answers 401, 403, 429 and 5xx cost nothing; 404, 409 and 422 cost', async () => {
    const { key } = await service.makeKey({ scopes: ['book'] });
    const post = (body: unknown) => service.call('POST', '/v1/probe/echo', body, { 'x-api-key': key });
    const before = await balanceOf(key);
    await post({ fail: 'bug' });
    await post({ fail: 'timeout' });
    await post({ fail: 'limited' });
    expect(await balanceOf(key)).toBe(before);
    await post({ fail: 'conflict' });
    await post({ name: 'a' });
    expect(await balanceOf(key)).toBe(before - 2);
  });
});

describe('headers', () => {
  const limits = (answer: Answer) =>
    ['limit', 'remaining', 'reset'].map((name) => answer.headers.get(`ratelimit-${name}`));

  test('every authenticated answer says what is left of the rate, whatever its status', async () => {
    const { key } = await service.makeKey({ scopes: ['book', 'manage'], quotaCalls: 3 });
    const send = (method: string, path: string, body?: unknown) =>
      service.call(method, path, body, { 'x-api-key': key });
    const answers = [
      await send('POST', '/v1/probe/echo', { name: 'ab' }),
      await send('POST', '/v1/probe/echo', { name: 'a' }),
      await send('POST', '/v1/flight_search', {}),
      await send('GET', '/v1/webhooks/1'),
      await send('POST', '/v1/probe/echo', { fail: 'bug' }),
      await send('GET', '/v1/usage'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 422, 403, 404, 429, 200]);
    for (const answer of answers) {
      const [limit, remaining, reset] = limits(answer);
      expect([limit, Number(remaining) < 100, Number(reset) >= 0]).toEqual(['100', true, true]);
    }
    expect(limits(await service.call('GET', '/v1/usage', undefined, { 'x-api-key': 'bly_sNobody' }))).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('every authenticated answer says what is left of the quota, calls that cost nothing included', async () => {
    const { key } = await service.makeKey({ scopes: ['book', 'manage'], quotaCalls: 3 });
    const quota = ({ status, headers }: Answer) => [
      status,
      headers.get('x-quota-limit'),
      headers.get('x-quota-remaining'),
    ];
    const send = (method: string, path: string, body?: unknown) =>
      service.call(method, path, body, { 'x-api-key': key });
    const first = await send('GET', '/v1/usage');
    expect([...quota(first), first.headers.get('x-quota-reset')]).toEqual([200, '3', '3', String(30 * DAY_SECONDS)]);
    const echo = await send('POST', '/v1/probe/echo', { name: 'ab' });
    expect(quota(echo)).toEqual([200, '3', '2']);
    expect(Number(echo.headers.get('x-quota-reset'))).toBeGreaterThan(30 * DAY_SECONDS - 120);
    expect(quota(await send('POST', '/v1/flight_search', {}))).toEqual([403, '3', '2']);
    expect(quota(await send('POST', '/v1/probe/echo', { name: 'a' }))).toEqual([422, '3', '1']);
    expect(quota(await send('GET', '/v1/webhooks/1'))).toEqual([404, '3', '0']);
    expect(quota(await send('POST', '/v1/probe/echo', { name: 'ab' }))).toEqual([429, '3', '0']);
    expect(
      (await service.call('GET', '/v1/usage', undefined, { 'x-api-key': 'bly_sNobody' })).headers.has('x-quota-limit'),
    ).toBe(false);
  });

  test('a key without quota says so in headers and usage, and so does a key of an organization without limits', async () => {
    const { key } = await service.makeKey({ quotaCalls: 'unlimited' });
    for (const credential of [key, service.key]) {
      const { headers } = await read(credential, 'free');
      expect(['limit', 'remaining', 'reset'].map((name) => headers.get(`x-quota-${name}`))).toEqual([
        'unlimited',
        'unlimited',
        '0',
      ]);
    }
    expect(await statuses([() => read(key), () => read(key)])).toEqual([200, 200]);
    const { body } = await service.call('GET', '/v1/usage', undefined, { 'x-api-key': key });
    expect(body.keys).toEqual([expect.objectContaining({ limit: null, used: 2, remaining: null, resets_at: null })]);
    expect(await balanceOf(key)).toBe(99_998);
    expect((await service.call('GET', '/v1/usage')).body.keys).toEqual([
      expect.objectContaining({ limit: null, remaining: null, resets_at: null }),
    ]);
  });

  test('the refusal of a used-up quota says what to do: in a sandbox with its commands, in production whom to ask', async () => {
    const { key, organizationId } = await service.makeKey({ quotaCalls: 1 });
    await read(key);
    const { message } = (await read(key)).body.error;
    expect(message).toContain('all 1 calls');
    expect(message).toContain('npm run bly -- admin create-key');
    expect(message).toContain(`npm run bly -- admin set-limits --organization ${organizationId} --unlimited`);
    const { gate } = service.app;
    const identity = await gate.authenticate({ kind: 'text', text: key }, 'api');
    const { refusal } = identity
      ? await gate.admit(
          { ...identity, environment: 'production' },
          { operationId: 'x', cost: 1, now: new Date(), endUserId: undefined },
        )
      : { refusal: undefined };
    expect(refusal?.message).toMatch(/Wait until resets_at, or ask the operator of this service/);
    expect(refusal?.message).not.toContain('npm');
  });

  test('reading events costs neither quota nor credit', async () => {
    const { key } = await service.makeKey({ quotaCalls: 1 });
    const events = () => service.call('GET', '/v1/events', undefined, { 'x-api-key': key });
    expect(await statuses([events, events, events, () => read(key), events])).toEqual([200, 200, 200, 200, 200]);
    expect(await balanceOf(key)).toBe(99_999);
  });

  test('an end user has a bucket of their own, and the headers speak of the one that is emptier', async () => {
    const { key, organizationId } = await service.makeKey({ rate: { perSecond: 1_000, burst: 1_000 } });
    const echo = (endUser: string) =>
      service.call('POST', '/v1/probe/echo', { name: 'ab' }, { 'x-api-key': key, 'x-end-user-id': endUser });
    const first = await echo('anna');
    expect([first.status, ...limits(first).slice(0, 2)]).toEqual([200, '20', '19']);
    let refused: Answer | undefined;
    // A token comes back every 200 ms: on a busy machine it may be there again before the call is.
    await expect
      .poll(
        async () => {
          await service.app.shared.takeToken(`rate:${organizationId}:anna`, { perSecond: 5, burst: 20 }, 20);
          while (
            (await service.app.shared.takeToken(`rate:${organizationId}:anna`, { perSecond: 5, burst: 20 }, 1))
              .isAllowed
          );
          refused = await echo('anna');
          return refused.status;
        },
        { timeout: 30_000 },
      )
      .toBe(429);
    expect(refused?.body).toMatchObject({ error: { code: 'RATE_LIMITED' }, limit: 'rate' });
    expect([refused?.headers.get('retry-after'), refused && limits(refused)[1]]).toEqual(['1', '0']);
    expect((await echo('bert')).status).toBe(200);
  });

  test('a used-up quota is told before an empty balance', async () => {
    const { key, organizationId } = await service.makeKey({ quotaCalls: 1 });
    await read(key);
    await addCredits(service.app, organizationId, -99_999);
    expect(await read(key)).toMatchObject({ status: 429, body: { limit: 'quota' } });
  });
});

describe('what was used', () => {
  test('users are listed beside keys, and an ended key as long as its calls count', async () => {
    const { key, organizationId } = await service.makeKey();
    const user = await makeUser(service, { email: 'usage@example.com', organizationId });
    const asUser = () => service.call('GET', '/v1/probe/read', undefined, signInAs(user));
    expect(await statuses([() => read(key), asUser, asUser])).toEqual([200, 200, 200]);
    const usage = async () => (await service.call('GET', '/v1/usage', undefined, signInAs(user))).body;
    const before = await usage();
    expect(before.users).toEqual([
      expect.objectContaining({
        user_id: user.userId,
        email: 'usage@example.com',
        limit: 1_000,
        used: 2,
        remaining: 998,
      }),
    ]);
    expect(before.days).toMatchObject([{ operation: 'probe_read', calls: 3, credits: 3 }]);
    await revokeApiKey(service.app, { organizationId, keyId: asId('apiKey', before.keys[0].key_id) });
    expect((await usage()).keys).toEqual([
      expect.objectContaining({ prefix: key.slice(0, 9), used: 1, revoked_at: expect.stringMatching(/Z$/) }),
    ]);
  });
  test('GET /v1/account and GET /v1/usage are exact to the last call, and free', async () => {
    const { key } = await service.makeKey({ quotaCalls: 50 });
    await read(key);
    await read(key, 'dear');
    const account = await service.call('GET', '/v1/account', undefined, { 'x-api-key': key });
    expect(account.body).toMatchObject({
      balance: 99_989,
      environment: 'sandbox',
      is_unlimited: false,
      organization: { name: 'Test' },
    });
    const { body } = await service.call('GET', '/v1/usage', undefined, { 'x-api-key': key });
    expect(body.keys).toEqual([
      expect.objectContaining({ prefix: key.slice(0, 9), limit: 50, used: 2, remaining: 48 }),
    ]);
    const date = new Date().toISOString().slice(0, 10);
    expect(body.days).toEqual([
      { date, operation: 'probe_dear', calls: 1, credits: 10 },
      { date, operation: 'probe_read', calls: 1, credits: 1 },
    ]);
  });
  test('an organization without limits has neither quota nor credit, and its calls are still on record', async () => {
    const answers = await Promise.all(Array.from({ length: 150 }, () => read(service.key)));
    expect(answers.every(({ status, headers }) => status === 200 && headers.get('ratelimit-remaining') === '100')).toBe(
      true,
    );
    expect((await service.call('GET', '/v1/usage')).body.days[0]).toMatchObject({
      operation: 'probe_read',
      calls: 150,
    });
  });
});
