import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
import { routes } from '../../../src/routes.ts';
import { type Agent, connectAgent } from '../../support/mcp.ts';
import { BOOTSTRAP_KEY, startService, type TestService } from '../../support/service/service.ts';
import { CONTACT, daysAhead, NELLIE } from '../../support/faults/trip-journeys.ts';
import { makeUser, signInAs, trustingUsers } from '../../support/users.ts';

let service: TestService;
let agent: Agent;
beforeAll(async () => {
  service = await startService({ runsJobs: true, users: trustingUsers });
  agent = await connectAgent(service.url);
});
afterAll(async () => {
  await agent.close();
  expect((await reconcile(service.app)).problems).toEqual([]);
  await service.close();
});

const outward = daysAhead(60);
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};
const ACCEPT = { accept: 'application/json, text/event-stream' };
const post = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  service.call('POST', '/mcp', body, { ...ACCEPT, ...headers });
const listTools = async (sessionId: string, headers: Readonly<Record<string, string>> = {}) =>
  post({ jsonrpc: '2.0', id: 2, method: 'tools/list' }, { 'mcp-session-id': sessionId, ...headers });

describe('payment', () => {
  test('a client that can open links is asked to, and told the link all the same', async () => {
    const asked: unknown[] = [];
    const opener = await connectAgent(service.url, {
      capabilities: { elicitation: { url: {} } },
      beforeConnect: (client) =>
        client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
          asked.push(params);
          return { action: 'accept' };
        }),
    });
    const { data: found } = await opener.call('flight_search', {
      origin: 'MUC',
      destination: 'LIS',
      departure_date: outward,
      limit: 1,
    });
    const { data: trip } = await opener.call('trip', {
      add_item: { trip_item_token: found.live_offers[0].fares[0].trip_item_token },
      upsert_travelers: { travelers: [NELLIE], contact: CONTACT },
    });
    const quoted = await opener.call('checkout', { trip_id: trip.trip_id });
    await expect
      .poll(() => asked)
      .toEqual([
        { mode: 'url', elicitationId: expect.any(String), url: quoted.data.checkout_url, message: expect.any(String) },
      ]);
    expect(quoted.data.checkout_url).toMatch(/^http/);
    await opener.close();
  });

  test("a request that is sent again is done once; an agent's own key holds across requests", async () => {
    const {
      data: {
        live_offers: [offer],
      },
    } = await agent.call('flight_search', { origin: 'MUC', destination: 'LIS', departure_date: outward, limit: 1 });
    const args = { add_item: { trip_item_token: offer.fares[0].trip_item_token } };
    const send = async (id: number, more: object = {}) =>
      JSON.parse(
        (
          await post(
            { jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'trip', arguments: { ...args, ...more } } },
            { 'mcp-session-id': agent.sessionId },
          )
        ).body.result.content.at(-1).text,
      );
    const first = await send(9_001);
    expect(await send(9_001)).toMatchObject({ trip_id: first.trip_id, replayed: true });
    expect((await send(9_002)).trip_id).not.toBe(first.trip_id);
    const keyed = await send(9_003, { idempotency_key: 'the trip of Tuesday' });
    expect(await send(9_004, { idempotency_key: 'the trip of Tuesday' })).toMatchObject({
      trip_id: keyed.trip_id,
      replayed: true,
    });
  });
});

describe('the same path as over the wire', () => {
  test('deleting, path parameters, the end user and the session reach the operation', async () => {
    const { data: hook } = await agent.call('create_webhook', {
      url: 'https://example.com/hook',
      events: ['booking.completed'],
    });
    expect((await agent.call('get_webhook', { id: hook.webhook_id ?? hook.id })).data).toMatchObject({
      url: 'https://example.com/hook',
    });
    expect((await agent.call('delete_webhook', { id: hook.webhook_id ?? hook.id })).isError).toBe(false);
    expect((await agent.call('get_webhook', { id: hook.webhook_id ?? hook.id })).data.error.code).toBe('NOT_FOUND');
    const call = { jsonrpc: '2.0', id: 7_001, method: 'tools/call', params: { name: 'trip', arguments: {} } };
    const { body, headers } = await post(call, {
      'mcp-session-id': agent.sessionId,
      'x-end-user-id': 'user_of_ours',
      'x-request-id': 'req-of-the-test',
      'x-session-id': 'ses-of-the-test',
    });
    expect([body.result.isError, JSON.parse(body.result.content.at(-1).text)]).toMatchObject([
      true,
      { fields: [{ path: 'X-End-User-Id', problem: 'must not begin with user_ or org_' }] },
    ]);
    expect([headers.get('x-request-id'), headers.get('x-session-id')]).toEqual(['req-of-the-test', 'ses-of-the-test']);
  });

  test('a scope that is missing is told with what to do', async () => {
    const { key } = await service.makeKey({ scopes: ['search'] });
    const searcher = await connectAgent(service.url, { headers: { 'x-api-key': key } });
    const refused = await searcher.call('checkout', { trip_id: 'trip_1' });
    expect(refused.data.error).toMatchObject({ code: 'FORBIDDEN', message: expect.stringContaining('book') });
    expect(refused.notes).toContain('Next: Tell the person which permission is missing');
    expect((await searcher.call('list_bookings', {})).data.error.code).toBe('FORBIDDEN');
    await searcher.close();
  });
});

describe('who may call', () => {
  test('without a good credential: 401 with the way to a token', async () => {
    const challenge = `resource_metadata="${service.url}/.well-known/oauth-protected-resource/mcp"`;
    const none = await post(INITIALIZE, { 'x-api-key': '' });
    expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, `Bearer ${challenge}`]);
    const wrong = await post(INITIALIZE, { authorization: 'Bearer bly_sNobody' });
    expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer error="invalid_token", ${challenge}`,
    ]);
    expect((await post(INITIALIZE, { 'x-api-key': '', cookie: 'bly_session=abc' })).status).toBe(401);
    expect((await service.call('GET', '/mcp', undefined, { 'x-api-key': '' })).status).toBe(401);
  });

  test('a page of another origin: 403', async () => {
    expect((await post(INITIALIZE, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await post(INITIALIZE, { origin: 'null' })).status).toBe(403);
    expect((await post(INITIALIZE, { origin: 'http://localhost:6274' })).status).toBe(200);
    expect((await post(INITIALIZE, { origin: service.url })).status).toBe(200);
  });

  test('tools of signed-in users are shown to them, and not to a key', async () => {
    const user = await makeUser(service, { email: 'maria@example.com' });
    const signedIn = await connectAgent(service.url, { headers: signInAs(user) });
    const made = await signedIn.call('create_api_key', { name: 'from the agent', scopes: 'search' });
    expect(made, made.notes).toMatchObject({ isError: false });
    const withKey = await connectAgent(service.url, { headers: { 'x-api-key': made.data.key } });
    expect((await withKey.call('account', {})).isError).toBe(false);
    // A stream of the key ends soon after the key is revoked.
    const stream = await fetch(`${service.url}/mcp`, {
      headers: { 'x-api-key': made.data.key, accept: 'text/event-stream', 'mcp-session-id': withKey.sessionId },
    });
    const revokedAt = performance.now();
    expect([stream.status, (await signedIn.call('delete_api_key', { id: made.data.key_id })).isError]).toEqual([
      200,
      false,
    ]);
    await stream.text();
    expect(performance.now() - revokedAt).toBeLessThan(30_000);
    await Promise.all([signedIn.close(), withKey.close()]);
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain('create_api_key');
    expect(routes.find(({ operationId }) => operationId === 'create_api_key')).toMatchObject({
      access: 'user',
      tool: { isReadOnly: false },
    });
  });
});

describe('sessions', () => {
  test('end with DELETE; belong to who opened them; a request without one is told to begin', async () => {
    const opened = await post(INITIALIZE);
    const id = opened.headers.get('mcp-session-id') ?? '';
    expect([opened.status, opened.body.result.protocolVersion]).toEqual([200, '2025-11-25']);
    expect((await listTools(id)).status).toBe(200);
    const other = await service.makeKey();
    expect((await listTools(id, { 'x-api-key': other.key })).status).toBe(404);
    expect((await listTools(`${id}x`)).status).toBe(404);
    expect((await post({ jsonrpc: '2.0', id: 2, method: 'tools/list' })).status).toBe(400);
    expect((await listTools(id, { 'mcp-protocol-version': '1999-01-01' })).status).toBe(400);
    expect((await service.call('DELETE', '/mcp', undefined, { 'mcp-session-id': id })).status).toBe(204);
    const after = await listTools(id);
    expect([after.status, after.body.error.code]).toEqual([404, -32_001]);
    expect((await service.call('DELETE', '/mcp', undefined, { 'mcp-session-id': id })).status).toBe(404);
  });

  test('older protocol revisions are spoken, unknown ones answered with the newest', async () => {
    const versionFor = async (protocolVersion: string) =>
      (await post({ ...INITIALIZE, params: { ...INITIALIZE.params, protocolVersion } })).body.result.protocolVersion;
    expect([await versionFor('2025-03-26'), await versionFor('2025-06-18'), await versionFor('2099-01-01')]).toEqual([
      '2025-03-26',
      '2025-06-18',
      '2025-11-25',
    ]);
  });

  test('any process serves them, a restart ends none, and a stop ends the streams', async () => {
    // The second process has the database of the first, which stays the first's to close.
    const second = await startService({
      db: { ...service.app.db, databaseUrl: undefined, close: async () => undefined },
      config: { publicUrl: service.url },
    });
    const headers = { ...ACCEPT, 'mcp-session-id': agent.sessionId };
    const listed = await second.call('POST', '/mcp', { jsonrpc: '2.0', id: 5, method: 'tools/list' }, headers);
    expect(listed.status).toBe(200);
    const streams = await Promise.all(
      Array.from({ length: 17 }, () =>
        fetch(`${second.url}/mcp`, {
          headers: { 'x-api-key': BOOTSTRAP_KEY, ...headers, accept: 'text/event-stream' },
        }),
      ),
    );
    expect(streams.map(({ status }) => status).toSorted()).toEqual([...Array.from({ length: 16 }, () => 200), 429]);
    expect(streams[0]?.headers.get('content-type')).toBe('text/event-stream');
    const ended = Promise.all(streams.map((stream) => stream.text()));
    const startedAt = performance.now();
    await second.close();
    await ended;
    expect(performance.now() - startedAt).toBeLessThan(30_000);
    const afterwards = await startService({
      db: { ...service.app.db, databaseUrl: undefined, close: async () => undefined },
      config: { publicUrl: service.url },
    });
    expect(
      (await afterwards.call('POST', '/mcp', { jsonrpc: '2.0', id: 6, method: 'tools/list' }, headers)).status,
    ).toBe(200);
    await afterwards.close();
  });

  test('every message takes a token of the rate: 429 with when to come again; a batch holds ten', async () => {
    const { key } = await service.makeKey({ rate: { perSecond: 1, burst: 5 } });
    const headers = { 'x-api-key': key };
    const opened = await post(INITIALIZE, headers);
    expect([
      opened.status,
      ...['ratelimit-limit', 'ratelimit-remaining', 'x-quota-limit', 'x-quota-remaining'].map((name) =>
        opened.headers.get(name),
      ),
    ]).toEqual([200, '5', '4', '1000', '1000']);
    const id = opened.headers.get('mcp-session-id') ?? '';
    const ping = { jsonrpc: '2.0', id: 3, method: 'tools/list' };
    expect(
      (
        await post(
          Array.from({ length: 11 }, () => ping),
          { ...headers, 'mcp-session-id': id },
        )
      ).status,
    ).toBe(400);
    expect(Number((await listTools(id, headers)).headers.get('ratelimit-remaining'))).toBeLessThan(5);
    const refused = await post(
      Array.from({ length: 10 }, () => ping),
      { ...headers, 'mcp-session-id': id },
    );
    expect([
      refused.status,
      refused.body.error.code,
      Number(refused.headers.get('retry-after')) > 0,
      refused.headers.get('ratelimit-remaining'),
    ]).toEqual([429, -32_000, true, '0']);
  });

  test('what is not JSON, too long or of another method is refused', async () => {
    expect((await post('{oops', { 'content-type': 'application/json' })).status).toBe(400);
    expect(
      (await post(`${'['.repeat(100_000)}${']'.repeat(100_000)}`, { 'content-type': 'application/json' })).status,
    ).toBe(400);
    expect(
      (
        await post(JSON.stringify({ ...INITIALIZE, pad: 'x'.repeat(1_100_000) }), {
          'content-type': 'application/json',
        })
      ).status,
    ).toBe(413);
    expect((await service.call('PATCH', '/mcp')).status).toBe(405);
  });
});
