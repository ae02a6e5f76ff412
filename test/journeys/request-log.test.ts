import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiKey, type NewApiKey } from '../../src/identity/keys/create-api-key.ts';
import type { OrganizationId } from '../../src/platform/ids.ts';
import { connectAgent } from '../support/mcp.ts';
import { type Answer, startService, type TestService } from '../support/service/service.ts';

let service: TestService;
let mine: { readonly key: string; readonly organizationId: OrganizationId };
let other: { readonly key: string };

beforeAll(async () => {
  service = await startService();
  mine = await service.makeKey({ name: 'checkout server', rate: { perSecond: 1_000, burst: 1_000 } });
  other = await service.makeKey({ rate: { perSecond: 1_000, burst: 1_000 } });
});
afterAll(() => service.close());

const as = (
  { key }: { readonly key: string },
  method: string,
  path: string,
  body?: unknown,
  requestId?: string,
): Promise<Answer> =>
  service.call(method, path, body, {
    'x-api-key': key,
    ...(requestId === undefined ? {} : { 'x-request-id': requestId }),
  });
/** Another key of the same organization. */
async function anotherKey(limits: Pick<NewApiKey, 'quotaCalls' | 'rate'>): Promise<{ readonly key: string }> {
  const { organizationId } = mine;
  return { key: (await createApiKey(service.app, { name: 'limited', organizationId, ...limits })).key };
}
const logOf = async (key: { readonly key: string }, query = '') =>
  (await as(key, 'GET', `/v1/request_log${query}`)).body;

describe('what is recorded', () => {
  test('a call is found by the id of its answer, with who called, how it ended and how long it took', async () => {
    const answer = await as(mine, 'GET', '/v1/account');
    const id = answer.headers.get('x-request-id') ?? '';
    const { requests, not_recorded: lost, retention_days: days } = await logOf(mine, `?request_id=${id}`);
    expect([lost, days]).toEqual([0, 7]);
    expect(requests).toEqual([
      {
        request_id: id,
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        method: 'GET',
        path: '/v1/account',
        operation: 'account',
        status: 200,
        elapsed_ms: expect.any(Number),
        credential: { kind: 'api_key', id: expect.stringMatching(/^key_/), name: 'checkout server' },
      },
    ]);
  });

  test('an error says why in general, and nothing of what was sent', async () => {
    const secret = 'nellie.bly@example.com';
    await as(mine, 'POST', '/v1/get_booking', { booking_ref: 'BLY-ZZZZZZ', last_name: secret }, 'find-1');
    await as(mine, 'GET', `/v1/bookings?end_user_id=${secret}&limit=nonsense`, undefined, 'find-2');
    await as(mine, 'GET', `/v1/trip/${secret}`, undefined, 'find-3');
    await as(mine, 'POST', '/v1/flight_search', '{"broken', 'find-4');
    const found = await Promise.all(
      ['find-1', 'find-2', 'find-3', 'find-4'].map(async (id) => (await logOf(mine, `?request_id=${id}`)).requests[0]),
    );
    expect(
      found.map(({ path, status, error }: { path: string; status: number; error: { code: string } }) => [
        path,
        status,
        error.code,
      ]),
    ).toEqual([
      ['/v1/get_booking', 404, 'NOT_FOUND'],
      ['/v1/bookings', 422, 'BAD_REQUEST'],
      ['/v1/trip/:trip_id', 404, 'NOT_FOUND'],
      ['/v1/flight_search', 400, 'BAD_REQUEST'],
    ]);
    expect(JSON.stringify(found)).not.toContain('nellie');
  });

  test('calls of a program over MCP stand in it, each as the operation that it was', async () => {
    const agent = await connectAgent(service.url, { headers: { 'x-api-key': mine.key } });
    await agent.call('usage', {});
    await agent.close();
    const { requests } = await logOf(mine, '?path=/v1/usage');
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ operation: 'usage', status: 200, credential: { name: 'checkout server' } });
  });

  test('who sends no good key stands in nobody’s log', async () => {
    await service.call('GET', '/v1/account', undefined, {
      'x-api-key': `bly_s${'x'.repeat(32)}`,
      'x-request-id': 'no-1',
    });
    await service.call('GET', '/v1/account', undefined, { 'x-api-key': '', 'x-request-id': 'no-1' });
    for (const key of [mine, other, service]) expect((await logOf(key, '?request_id=no-1')).requests).toEqual([]);
  });
});

describe('a 429', () => {
  test('of a rate says how many calls at once are allowed, what is left and when one is free again', async () => {
    const slow = await anotherKey({ rate: { perSecond: 1, burst: 1 } });
    const answers = await Promise.all(Array.from({ length: 20 }, () => as(slow, 'GET', '/v1/account')));
    const id = answers.find(({ status }) => status === 429)?.headers.get('x-request-id') ?? 'none';
    const [met] = (await logOf(mine, `?request_id=${id}`)).requests;
    expect(met).toMatchObject({
      status: 429,
      error: { code: 'RATE_LIMITED', condition: 'rate_exceeded' },
      limit: { name: 'rate', max: 1, left: 0 },
    });
    expect(Date.parse(met.limit.free_at) - Date.parse(met.at)).toBe(1_000);
  });

  test('of a quota says how large it is', async () => {
    const small = await anotherKey({ quotaCalls: 1 });
    for (let n = 0; n < 2; n += 1) await as(small, 'GET', '/v1/bookings', undefined, `quota-${n}`);
    const { requests } = await logOf(mine, '?request_id=quota-1');
    expect(requests[0]).toMatchObject({
      status: 429,
      error: { code: 'RATE_LIMITED', condition: 'quota_exceeded' },
      limit: { name: 'quota', max: 1, left: 0, free_at: expect.any(String) },
    });
  });
});

describe('looking for calls', () => {
  test('by status, path, credential and time, page by page and newest first', async () => {
    const busy = await service.makeKey({ name: 'busy', rate: { perSecond: 1_000, burst: 1_000 } });
    for (let n = 0; n < 5; n += 1)
      await as(busy, 'GET', n % 2 === 0 ? '/v1/account' : '/v1/trip/trip_unknown0000', undefined, `b-${n}`);
    const idsOf = async (query: string) =>
      (await logOf(busy, query)).requests.map(({ request_id: id }: { request_id: string }) => id);
    expect((await idsOf('?path=/v1/account')).toSorted()).toEqual(['b-0', 'b-2', 'b-4']);
    expect(await idsOf('?status=4xx')).toEqual(['b-3', 'b-1']);
    expect(await idsOf('?status=refused&limit=1')).toEqual(['b-3']);
    expect(await idsOf('?status=5xx')).toEqual([]);
    expect(await idsOf('?credential=key_of_nobody')).toEqual([]);
    expect(await idsOf('?from=2999-01-01')).toEqual([]);
    expect(await idsOf('?to=2000-01-01')).toEqual([]);
    const first = await logOf(busy, '?path=/v1/account&limit=2');
    const next = await logOf(busy, `?path=/v1/account&limit=2&page_token=${encodeURIComponent(first.next_page_token)}`);
    expect([...first.requests, ...next.requests].map(({ request_id: id }) => id)).toEqual(['b-4', 'b-2', 'b-0']);
    expect(next.next_page_token).toBeUndefined();
  });

  test('what cannot be looked for is 422', async () => {
    for (const query of [
      'status=3xx',
      'path=account',
      'from=yesterday',
      'page_token=made-up',
      'limit=0',
      'request_id=',
    ])
      expect((await as(mine, 'GET', `/v1/request_log?${query}`)).status, query).toBe(422);
    const { next_page_token: token } = await logOf(mine, '?limit=1');
    const elsewhere = await as(
      mine,
      'GET',
      `/v1/request_log?limit=1&status=4xx&page_token=${encodeURIComponent(token)}`,
    );
    expect(elsewhere.status).toBe(422);
  });

  test('another organization finds none of it, and a key that may only search finds none at all', async () => {
    await as(mine, 'GET', '/v1/account', undefined, 'mine-1');
    expect((await logOf(other, '?request_id=mine-1')).requests).toEqual([]);
    const { next_page_token: token } = await logOf(mine, '?limit=1');
    const stolen = await as(other, 'GET', `/v1/request_log?limit=1&page_token=${encodeURIComponent(token)}`);
    expect(stolen.status).toBe(422);
    const searcher = await service.makeKey({ scopes: ['search'] });
    expect((await as(searcher, 'GET', '/v1/request_log')).status).toBe(403);
  });
});
