import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
import { type Agent, connectAgent, connectStateless, type StatelessAgent } from '../../support/mcp.ts';
import { CONTACT, daysAhead, NELLIE } from '../../support/faults/trip-journeys.ts';
import { startService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let agent: StatelessAgent;
beforeAll(async () => {
  service = await startService({ runsJobs: true });
  agent = await connectStateless(service.url);
});
afterAll(async () => {
  await agent.close();
  expect((await reconcile(service.app)).problems).toEqual([]);
  await service.close();
});

const REVISION = '2026-07-28';
const outward = daysAhead(60);
const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': { elicitation: { url: {} } },
};
/** A message as it goes over the wire, with the headers that mirror it. */
const send = (
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
) =>
  service.call(
    'POST',
    '/mcp',
    { jsonrpc: '2.0', id: 1, method, params: { _meta: META, ...params } },
    {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': REVISION,
      'mcp-method': method,
      ...(typeof params['name'] === 'string' ? { 'mcp-name': params['name'] } : {}),
      ...headers,
    },
  );
const callRaw = (name: string, args: unknown, more: object = {}, headers: Readonly<Record<string, string>> = {}) =>
  send('tools/call', { name, arguments: args, ...more }, headers);
const dataOf = (answer: { readonly body: { readonly result: { readonly content: { readonly text: string }[] } } }) =>
  JSON.parse(answer.body.result.content.at(-1)?.text ?? '');

type Caller = Pick<Agent, 'call'>;
async function makeTrip(by: Caller = agent): Promise<string> {
  const { data: found } = await by.call('flight_search', {
    origin: 'MUC',
    destination: 'LIS',
    departure_date: outward,
    limit: 1,
  });
  const { data } = await by.call('trip', {
    add_item: { trip_item_token: found.live_offers[0].fares[0].trip_item_token },
    upsert_travelers: { travelers: [NELLIE], contact: CONTACT },
  });
  return String(data.trip_id);
}
async function payAndRead(by: Caller, tripId: string) {
  await by.call('sandbox_pay', { trip_id: tripId, card: '4242424242424242' });
  await expect
    .poll(async () => (await by.call('trip_status', { trip_id: tripId })).data.status, { timeout: 60_000 })
    .toBe('fulfilled');
  const { data: status } = await by.call('trip_status', { trip_id: tripId });
  return (await by.call('get_booking', { booking_ref: status.booking_ref, last_name: 'Bly' })).data.booking;
}

describe('both official clients, at the same address', () => {
  test('the second SDK speaks the new revision and books a trip', async () => {
    expect([agent.client.getProtocolEra(), agent.client.getServerVersion()?.name]).toEqual(['modern', 'bly']);
    const tripId = await makeTrip();
    const { data: quote } = await agent.call('checkout', { trip_id: tripId });
    expect(quote).toMatchObject({
      checkout_url: expect.stringMatching(/^http/),
      next: expect.stringContaining('show'),
    });
    expect((await payAndRead(agent, tripId)).items).toMatchObject([{ kind: 'flight', status: 'confirmed' }]);
  });

  test('it books one in a session, too, as the first SDK does', async () => {
    const older = await connectStateless(service.url, { negotiation: { mode: 'legacy' } });
    const first = await connectAgent(service.url);
    expect([older.client.getProtocolEra(), first.sessionId]).toEqual(['legacy', expect.stringMatching(/.{20}/)]);
    for (const by of [older, first]) {
      const tripId = await makeTrip(by);
      await by.call('checkout', { trip_id: tripId });
      expect((await payAndRead(by, tripId)).items).toMatchObject([{ status: 'confirmed' }]);
      await by.close();
    }
  });

  test('every address lists its set to it, in one order, and may be kept for minutes', async () => {
    const first = await connectAgent(service.url, { path: '/mcp/shop' });
    const shop = await connectStateless(service.url, { path: '/mcp/shop', negotiation: { mode: { pin: REVISION } } });
    const names = (await first.client.listTools()).tools.map(({ name }) => name);
    expect((await shop.client.listTools()).tools.map(({ name }) => name)).toEqual(names);
    const { body } = await send('tools/list');
    expect(body.result).toMatchObject({ resultType: 'complete', ttlMs: 300_000, cacheScope: 'private' });
    await Promise.all([first.close(), shop.close()]);
  });
});

describe('no sessions', () => {
  test('discovery says what there is and what day it is; no answer has a session', async () => {
    const { status, body, headers } = await send('server/discover');
    expect([status, headers.get('mcp-session-id')]).toEqual([200, null]);
    expect(body.result).toMatchObject({
      supportedVersions: expect.arrayContaining([REVISION]),
      capabilities: { tools: {}, prompts: {}, resources: {} },
      instructions: expect.stringMatching(/Today is \d{4}-\d\d-\d\d/),
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'bly' } },
    });
  });

  test('the same id in two conversations is two requests; a key of its own makes them one', async () => {
    const { data: found } = await agent.call('flight_search', {
      origin: 'MUC',
      destination: 'LIS',
      departure_date: outward,
      limit: 1,
    });
    const args = { add_item: { trip_item_token: found.live_offers[0].fares[0].trip_item_token } };
    const made = dataOf(await callRaw('trip', args));
    expect(dataOf(await callRaw('trip', args)).trip_id).not.toBe(made.trip_id);
    const keyed = dataOf(await callRaw('trip', { ...args, idempotency_key: 'the trip of Tuesday' }));
    expect(dataOf(await callRaw('trip', { ...args, idempotency_key: 'the trip of Tuesday' }))).toMatchObject({
      trip_id: keyed.trip_id,
      replayed: true,
    });
  });

  test.each([
    ['a header of another method', () => send('tools/list', {}, { 'mcp-method': 'prompts/list' }), 400, -32_020],
    ['a header of another tool', () => callRaw('account', {}, {}, { 'mcp-name': 'places' }), 400, -32_020],
    [
      'a revision that is not served',
      () =>
        send(
          'tools/list',
          { _meta: { ...META, 'io.modelcontextprotocol/protocolVersion': '2031-01-01' } },
          { 'mcp-protocol-version': '2031-01-01' },
        ),
      400,
      -32_022,
    ],
    [
      'no capabilities',
      () => send('tools/list', { _meta: { ...META, 'io.modelcontextprotocol/clientCapabilities': undefined } }),
      400,
      -32_602,
    ],
    [
      'an envelope of garbage',
      () => send('tools/list', { _meta: { 'io.modelcontextprotocol/protocolVersion': { a: 1 } } }),
      400,
      -32_602,
    ],
    ['a method of sessions', () => send('ping'), 404, -32_601],
    [
      'a stream of changes, which nothing here has',
      () => send('subscriptions/listen', { notifications: {} }),
      404,
      -32_601,
    ],
    ['a method nobody knows', () => send('tools/forget'), 404, -32_601],
    ['a tool nobody knows', () => callRaw('fly_to_the_moon', {}), 200, -32_602],
    [
      'a resource that is not there',
      () => send('resources/read', { uri: 'bly://guide/none' }, { 'mcp-name': 'bly://guide/none' }),
      200,
      -32_602,
    ],
  ] as const)('%s is refused in its own form', async (_name, ask, status, code) => {
    const answer = await ask();
    expect([answer.status, answer.body.error.code, answer.body.id]).toEqual([status, code, 1]);
  });
});

describe('a person is asked to open the page', () => {
  test('the question is the result; the call that is repeated says what they did and how far it is', async () => {
    const asked: unknown[] = [];
    const opener = await connectStateless(service.url, {
      async onPage(params) {
        asked.push(params);
        await agent.call('sandbox_pay', { trip_id: tripId, card: '4242424242424242' });
        return { action: 'accept' };
      },
    });
    const tripId = await makeTrip(opener);
    const { data } = await opener.call('checkout', { trip_id: tripId });
    expect(asked).toEqual([{ mode: 'url', url: data.checkout_url, message: expect.stringContaining('pay') }]);
    expect(data).toMatchObject({
      trip_id: tripId,
      total: expect.stringMatching(/^[A-Z]{3} /),
      person: 'agreed to open the page',
      now: { status: expect.not.stringMatching('draft') },
    });
    expect((await payAndRead(opener, tripId)).items).toMatchObject([{ status: 'confirmed' }]);
    await opener.close();
  });

  test('one who declines pays nothing, and the link is told', async () => {
    const opener = await connectStateless(service.url, { onPage: () => ({ action: 'decline' }) });
    const { data } = await opener.call('checkout', { trip_id: await makeTrip(opener) });
    expect(data).toMatchObject({
      person: 'declined',
      checkout_url: expect.stringMatching(/^http/),
      next: expect.stringContaining('show them the link'),
    });
    await opener.close();
  });

  test('a state is good for one call of one credential, for an hour, and whole', async () => {
    const [args, other] = [{ trip_id: await makeTrip() }, { trip_id: await makeTrip() }];
    const { body } = await callRaw('checkout', args);
    expect(body.result).toMatchObject({ resultType: 'input_required', requestState: expect.any(String) });
    const { requestState } = body.result;
    const again = (sent: object, state: unknown, headers: Readonly<Record<string, string>> = {}) =>
      callRaw('checkout', sent, { requestState: state, inputResponses: { open_page: { action: 'accept' } } }, headers);
    expect(dataOf(await again(args, requestState))).toMatchObject({ person: 'agreed to open the page' });
    expect(dataOf(await callRaw('checkout', args, { requestState, inputResponses: { open_page: [] } }))).toMatchObject({
      person: 'not asked',
    });
    const { key } = await service.makeKey({ scopes: ['search', 'book', 'manage'] });
    const refused = [
      await again(other, requestState),
      await again(args, `${requestState.slice(0, -4)}AAAA`),
      await again(args, 'made up'),
      await again(args, 7),
      await again(args, requestState, { 'x-api-key': key }),
    ];
    for (const answer of refused) expect(answer.body.error?.code).toBe(-32_602);
    await service.advance(3_601);
    expect((await again(args, requestState)).body.error.code).toBe(-32_602);
  });

  test('a client that can open none is told the link; the signed quote is there for who asks', async () => {
    const args = { trip_id: await makeTrip() };
    const { data } = await agent.call('checkout', args);
    expect(data).not.toHaveProperty('quote_jws');
    const signed = await agent.call('checkout', { ...args, signed: true });
    const { body } = await service.call('POST', '/v1/checkout', args);
    expect([signed.data.quote_jws, signed.data.quote_id]).toEqual([body.quote_jws, data.quote_id]);
    expect(signed.tokens).toBeLessThan(4_000);
    expect(data).toMatchObject({ checkout_url: expect.stringMatching(/^http/), next: expect.stringContaining('show') });
    expect(data).not.toHaveProperty('person');
  });
});
