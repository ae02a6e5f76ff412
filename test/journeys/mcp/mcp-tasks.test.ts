import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { daysAhead, makeTrip } from '../../support/faults/trip-journeys.ts';
import { startService, type TestService } from '../../support/service/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const REVISION = '2026-07-28';
const TASKS = 'io.modelcontextprotocol/tasks';
/** Capabilities of a client that takes tasks, and of one that has its person open pages. */
const [TAKES_TASKS, TAKES_URLS] = [{ extensions: { [TASKS]: {} } }, { elicitation: { url: {} } }];

/** A message as it goes over the wire, of a client with such capabilities. */
function send(
  capabilities: object,
  method: string,
  params: Readonly<Record<string, unknown>>,
  { path = '/mcp', headers = {} }: { readonly path?: string; readonly headers?: Readonly<Record<string, string>> } = {},
) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  const name = params['name'] ?? params['taskId'];
  return service.call(
    'POST',
    path,
    { jsonrpc: '2.0', id: 1, method, params: { _meta, ...params } },
    {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': REVISION,
      'mcp-method': method,
      ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
      ...headers,
    },
  );
}
const call = (capabilities: object, name: string, args: object, more: object = {}) =>
  send(capabilities, 'tools/call', { name, arguments: args, ...more });
const read = (taskId: string) => send(TAKES_TASKS, 'tasks/get', { taskId });
const dataOf = (result: { readonly content: readonly { readonly text: string }[] }) =>
  JSON.parse(result.content.at(-1)?.text ?? '');

/** A trip that is checked out and waits for its payment; `how` chooses the scenario of its flight. */
async function aQuotedTrip(route: Parameters<typeof makeTrip>[1] = { origin: 'PAR', destination: 'LON' }) {
  const tripId: string = (await makeTrip(service, route)).body.trip_id;
  await service.call('POST', '/v1/checkout', { trip_id: tripId });
  return tripId;
}
const pay = (capabilities: object, trip_id: string, token = 'spt_test_ok') =>
  call(capabilities, 'submit_agent_payment', { trip_id, shared_payment_token: token });

describe('a booking that takes time', () => {
  test('is a task for a client that declares the extension with the call, until it has ended', async () => {
    const { body: discovered } = await send(TAKES_TASKS, 'server/discover', {});
    expect(discovered.result.capabilities.extensions).toMatchObject({ [TASKS]: {} });
    const tripId = await aQuotedTrip();
    const { body: begun } = await pay(TAKES_TASKS, tripId);
    expect(begun.result).toMatchObject({
      resultType: 'task',
      status: 'working',
      statusMessage: 'The booking is processing (booking).',
      ttlMs: 604_800_000,
      pollIntervalMs: 3_000,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      lastUpdatedAt: begun.result.createdAt,
    });
    const { taskId } = begun.result;
    expect((await read(taskId)).body.result).toMatchObject({ resultType: 'complete', taskId, status: 'working' });
    await service.drain();
    const { body: ended } = await read(taskId);
    expect(ended.result).toMatchObject({ resultType: 'complete', taskId, status: 'completed' });
    expect(ended.result.result).toMatchObject({ resultType: 'complete' });
    expect(ended.result.result).not.toHaveProperty('isError');
    expect(dataOf(ended.result.result)).toMatchObject({
      trip_id: tripId,
      status: 'fulfilled',
      booking_ref: expect.stringMatching(/^BLY-/),
      next: expect.stringContaining('get_booking'),
    });
  });

  test('is answered as ever to all others, and once it is done', async () => {
    for (const capabilities of [{}, { extensions: {} }, { extensions: { 'com.example/tasks': {} } }]) {
      const { body } = await pay(capabilities, await aQuotedTrip());
      expect(body.result.resultType).toBe('complete');
      expect(dataOf(body.result)).toMatchObject({ status: 'authorised', trip_status: 'fulfilling' });
    }
    const tripId = await aQuotedTrip();
    await pay({}, tripId);
    await service.drain();
    const { body: again } = await pay(TAKES_TASKS, tripId);
    expect([again.result.resultType, dataOf(again.result).trip_status]).toEqual(['complete', 'fulfilled']);
    const { body: searched } = await call(TAKES_TASKS, 'places', { query: 'lisbon' });
    expect(searched.result.resultType).toBe('complete');
  });

  test('that comes to nothing completes with an error of the tool, not of the protocol', async () => {
    const { body } = await pay(TAKES_TASKS, await aQuotedTrip({ origin: 'QAA', destination: 'QAI' }));
    await service.drain();
    const { body: ended } = await read(body.result.taskId);
    expect(ended.result).toMatchObject({ status: 'completed', result: { isError: true } });
    expect(dataOf(ended.result.result)).toMatchObject({ status: 'failed', fulfillment: { status: 'failed' } });
  });

  test('a wish to cancel, and answers to nothing that was asked, are noted; a paid booking goes its way', async () => {
    const { body } = await pay(TAKES_TASKS, await aQuotedTrip());
    const { taskId } = body.result;
    const noted = [
      await send(TAKES_TASKS, 'tasks/cancel', { taskId }),
      await send(TAKES_TASKS, 'tasks/update', { taskId, inputResponses: { nobody_asked: { action: 'accept' } } }),
    ];
    for (const { body: answer } of noted) expect(answer.result).toMatchObject({ resultType: 'complete' });
    await service.drain();
    expect((await read(taskId)).body.result).toMatchObject({ status: 'completed' });
  });

  test('its id is one credential’s, whole, and ends after a week', async () => {
    const { body } = await pay(TAKES_TASKS, await aQuotedTrip());
    const { taskId } = body.result;
    const { key } = await service.makeKey({ scopes: ['search', 'book', 'manage'] });
    const refused = [
      await send(TAKES_TASKS, 'tasks/get', { taskId }, { headers: { 'x-api-key': key } }),
      await send(TAKES_TASKS, 'tasks/cancel', { taskId }, { headers: { 'x-api-key': key } }),
      await read(`${taskId.slice(0, -4)}AAAA`),
      await read('made up'),
      await send(TAKES_TASKS, 'tasks/update', { taskId: 'made up', inputResponses: {} }),
      await send(TAKES_TASKS, 'tasks/get', { taskId }, { path: '/mcp/demand' }),
    ];
    for (const answer of refused) expect(answer.body.error).toMatchObject({ code: -32_602 });
    // A header that names another task than the body is no request at all.
    expect((await send(TAKES_TASKS, 'tasks/get', { taskId }, { headers: { 'mcp-name': 'x' } })).status).toBe(400);
    await service.advance(604_801);
    expect((await read(taskId)).body.error.code).toBe(-32_602);
  });

  test('older revisions have no such methods', async () => {
    const opened = await service.call(
      'POST',
      '/mcp',
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'old', version: '1' } },
      },
      { accept: 'application/json, text/event-stream' },
    );
    expect(opened.body.result.capabilities.extensions).not.toHaveProperty([TASKS]);
    const session = opened.headers.get('mcp-session-id') ?? '';
    const { body } = await service.call(
      'POST',
      '/mcp',
      { jsonrpc: '2.0', id: 2, method: 'tasks/get', params: { taskId: 'x' } },
      { accept: 'application/json, text/event-stream', 'mcp-session-id': session },
    );
    expect(body.error.code).toBe(-32_601);
  });
});

describe('a person who has to approve is asked to open the page', () => {
  async function aProposal(capabilities: object, terms: object) {
    const { body } = await service.call('POST', '/v1/mandate_request', {
      name: 'Trips',
      currency: 'USD',
      budget: 100_000,
      valid_until: `${daysAhead(60)}T00:00:00Z`,
      ...terms,
    });
    await service.call('POST', '/v1/sandbox/approve', { mandate_id: body.mandate_id, decision: 'approve' });
    const tripId: string = (await makeTrip(service, { origin: 'PAR', destination: 'LON' })).body.trip_id;
    return await call(capabilities, 'propose', { mandate_id: body.mandate_id, trip_id: tripId });
  }

  test('by a proposal, its request and its execution; the repeated call says what was decided', async () => {
    const { body: proposed } = await aProposal(TAKES_URLS, { ask_above: 1 });
    expect(proposed.result).toMatchObject({
      resultType: 'input_required',
      inputRequests: {
        open_page: {
          method: 'elicitation/create',
          params: {
            mode: 'url',
            url: expect.stringMatching(/^http.*\/account\/approvals/),
            message: expect.stringContaining('decide'),
          },
        },
      },
    });
    const { body: plain } = await aProposal({}, { ask_above: 1 });
    const { proposal_id: id, approval_url: url, next } = dataOf(plain.result);
    expect([url, next]).toEqual([expect.stringContaining(id), expect.stringContaining('approval_request')]);
    const args = { proposal_id: id, shared_payment_token: 'spt_test_ok' };
    const { body: stopped } = await call(TAKES_URLS, 'execute_proposal', args);
    expect(stopped.result.inputRequests.open_page.params.url).toBe(url);
    await call(TAKES_URLS, 'approval_request', { proposal_id: id });
    const { requestState } = stopped.result;
    const again = async (action: string) =>
      dataOf(
        (await call(TAKES_URLS, 'execute_proposal', args, { requestState, inputResponses: { open_page: { action } } }))
          .body.result,
      );
    expect(await again('accept')).toMatchObject({
      outcome: 'approval_required',
      person: 'agreed to open the page',
      now: { status: 'requested' },
      next: expect.stringContaining('get_proposal'),
    });
    await service.call('POST', '/v1/sandbox/approve', { proposal_id: id, decision: 'approve' });
    expect(await again('accept')).toMatchObject({ now: { status: 'approved' }, next: 'execute_proposal buys it.' });
    const { body: bought } = await call({ ...TAKES_URLS, ...TAKES_TASKS }, 'execute_proposal', args);
    expect(bought.result).toMatchObject({ resultType: 'task', status: 'working' });
    await service.drain();
    expect((await read(bought.result.taskId)).body.result).toMatchObject({ status: 'completed' });
  });

  test('who only reads is told the link; what needs nobody asks nobody', async () => {
    const { body: within } = await aProposal(TAKES_URLS, {});
    expect(within.result.resultType).toBe('complete');
    expect(dataOf(within.result)).toMatchObject({ decision: 'within', next: 'execute_proposal buys it.' });
    const { body: plain } = await aProposal({}, { ask_above: 1 });
    const { proposal_id: id } = dataOf(plain.result);
    const { body: looked } = await call(TAKES_URLS, 'get_proposal', { proposal_id: id });
    expect(looked.result.resultType).toBe('complete');
    expect(dataOf(looked.result).approval_url).toContain(id);
  });
});
