import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONTACT, NELLIE, searchFares } from '../../support/faults/trip-journeys.ts';
import { type Answer, startService, type TestService } from '../../support/service/service.ts';
import { expectOfficial } from '../../support/ucp/official-schemas.ts';
import { type Platform, startPlatform } from '../../support/ucp/platform.ts';

let service: TestService;
let platform: Platform;
beforeAll(async () => {
  service = await startService();
  platform = await startPlatform(service);
});
afterAll(async () => {
  await platform.close();
  await service.close();
});

const INSTRUMENT = { id: 'i1', handler_id: 'shared_payment_token', type: 'shared_payment_token' };
const rpc = (method: string, params: object, headers: Readonly<Record<string, string>> = {}) =>
  service.call('POST', '/ucp/mcp', { jsonrpc: '2.0', id: 7, method, params }, headers);

async function callTool(name: string, args: object, meta: object = {}, headers = {}): Promise<Answer> {
  const all = { meta: { 'ucp-agent': { profile: platform.profileUrl }, ...meta }, ...args };
  const answer = await rpc('tools/call', { name, arguments: all }, headers);
  expectOfficial('transports/mcp_tool_call.json', answer.body);
  return answer;
}
/** The checkout of a result, which stands in it twice: as an object and as text. */
function checkoutOf({ body }: Answer): Answer['body'] {
  const { structuredContent, content } = body.result;
  expect(JSON.parse(content[0].text)).toEqual(structuredContent);
  expectOfficial('shopping/checkout.json', structuredContent);
  return structuredContent;
}

test('a platform buys a flight without a session, and a repeat of its call buys nothing more', async () => {
  const { fares } = await searchFares(service, { origin: 'PAR', destination: 'LON' });
  const checkout = {
    line_items: [{ item: { id: fares[0]?.trip_item_token }, quantity: 1 }],
    buyer: { email: CONTACT.email, phone_number: CONTACT.phone },
    travelers: [NELLIE],
  };
  const created = checkoutOf(await callTool('create_checkout', { checkout }));
  expect(created.status).toBe('ready_for_complete');
  const credential = { type: 'shared_payment_token', token: 'spt_test_ok' };
  const paying = { id: created.id, checkout: { payment: { instruments: [{ ...INSTRUMENT, credential }] } } };
  const paid = await callTool('complete_checkout', paying, { 'idempotency-key': 'mcp-1' });
  expect(checkoutOf(paid).status).toBe('complete_in_progress');
  await service.drain();
  expect((await callTool('complete_checkout', paying, { 'idempotency-key': 'mcp-1' })).body).toEqual(paid.body);
  const read = checkoutOf(await callTool('get_checkout', { id: created.id }));
  expect([read.status, read.order.id]).toEqual(['completed', expect.stringMatching(/^BLY-/)]);
  const { key } = await service.makeKey();
  const stranger = await callTool('get_checkout', { id: created.id }, {}, { 'x-api-key': key });
  expect(stranger.body.result.structuredContent.messages[0].code).toBe('not_found');
});

test('the tools are those of the binding, and anybody may see them', async () => {
  const { body } = await rpc('tools/list', {}, { 'x-api-key': '' });
  expect(body.result.tools.map(({ name }: { name: string }) => name)).toEqual([
    'create_checkout',
    'get_checkout',
    'update_checkout',
    'complete_checkout',
    'cancel_checkout',
    'get_order',
  ]);
});

test('what is no outcome is a JSON-RPC error with its HTTP status', async () => {
  const outcomes = await Promise.all([
    callTool('get_checkout', { id: 'trip_1' }, {}, { 'x-api-key': '' }),
    callTool('get_checkout', { id: 'trip_1' }, { 'ucp-agent': { profile: 'ftp://x' } }),
    callTool('complete_checkout', { id: 'trip_1', checkout: {} }),
    callTool('create_checkout', { checkout: {} }),
    callTool('drop_tables', {}),
    rpc('resources/list', {}),
    service.call('POST', '/ucp/mcp', '{'),
    service.call('POST', '/ucp/mcp', {}),
    callTool('get_checkout', {}),
    service.call('POST', '/ucp/mcp', { text: 'x'.repeat(20_000) }, { 'x-api-key': '' }),
  ]);
  expect(outcomes.map(({ status, body }) => [status, body.error.code])).toEqual([
    [401, -32_000],
    [400, -32_001],
    [400, -32_602],
    [400, -32_602],
    [400, -32_602],
    [200, -32_601],
    [400, -32_700],
    [400, -32_600],
    [400, -32_602],
    [413, -32_000],
  ]);
});

test('a notification is taken, a session is not needed and may be asked for', async () => {
  const note = await service.call('POST', '/ucp/mcp', { jsonrpc: '2.0', method: 'notifications/initialized' });
  expect([note.status, note.text]).toEqual([202, '']);
  const opened = await rpc('initialize', { protocolVersion: '2025-06-18', capabilities: {} });
  expect(opened.body.result.protocolVersion).toBe('2025-06-18');
});
