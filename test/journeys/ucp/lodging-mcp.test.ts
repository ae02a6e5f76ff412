import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, startService, type TestService } from '../../support/service/service.ts';
import { expectBooking } from '../../support/ucp/booking-shape.ts';
import { bookingOf, findStay, payWith } from '../../support/ucp/lodging.ts';
import { expectOfficial } from '../../support/ucp/official-schemas.ts';
import { type Platform, startPlatform } from '../../support/ucp/platform.ts';

let service: TestService;
let platform: Platform;
beforeAll(async () => {
  service = await startService({ config: { ucpDrafts: ['lodging'] } });
  platform = await startPlatform(service);
});
afterAll(async () => {
  await platform.close();
  await service.close();
});

const rpc = (method: string, params: object, headers: Readonly<Record<string, string>> = {}) =>
  service.call('POST', '/ucp/lodging/mcp', { jsonrpc: '2.0', id: 7, method, params }, headers);

async function callTool(name: string, args: object, meta: object = {}, headers = {}): Promise<Answer> {
  const all = { meta: { 'ucp-agent': { profile: platform.profileUrl }, ...meta }, ...args };
  const answer = await rpc('tools/call', { name, arguments: all }, headers);
  expectOfficial('transports/mcp_tool_call.json', answer.body);
  return answer;
}
/** The session of a result, which stands in it twice: as an object and as text. */
function sessionOf({ body }: Answer, status: string): Answer['body'] {
  const { structuredContent, content } = body.result;
  expect(JSON.parse(content[0].text)).toEqual(structuredContent);
  return expectBooking({ body: structuredContent, text: content[0].text }, status);
}

test('a platform books a room without a session, and a repeat of its call books nothing more', async () => {
  const found = await findStay(service, [{ adults: 2 }]);
  const guests = [
    { id: 'gst_01', first_name: 'Nellie', last_name: 'Bly' },
    { id: 'gst_02', first_name: 'Elizabeth', last_name: 'Bisland' },
  ];
  const created = sessionOf(await callTool('create_booking_session', { booking: bookingOf(found) }), 'incomplete');
  expect(created.messages[0]).toMatchObject({ code: 'field_required', path: '$.guests' });
  const booking = bookingOf(found, { guests });
  const id = created.id;
  sessionOf(await callTool('update_booking_session', { id, booking }), 'ready_for_complete');
  const paying = { id, booking: payWith('spt_test_ok') };
  const paid = await callTool('complete_booking_session', paying, { 'idempotency-key': 'lodging-1' });
  sessionOf(paid, 'complete_in_progress');
  await service.drain();
  const again = await callTool('complete_booking_session', paying, { 'idempotency-key': 'lodging-1' });
  expect(again.body).toEqual(paid.body);
  const read = sessionOf(await callTool('get_booking_session', { id }), 'completed');
  expect(read.confirmation).toMatchObject({ id: expect.stringMatching(/^BLY-/), label: expect.any(String) });
  const { body: ledger } = await service.call('GET', `/v1/trip/${id}/ledger`);
  expect(ledger.entries.map(({ step }: { step: string }) => step)).toEqual(['quote', 'authorise', 'book', 'capture']);
  const { key } = await service.makeKey();
  const stranger = await callTool('get_booking_session', { id }, {}, { 'x-api-key': key });
  expect(stranger.body.result.structuredContent.messages[0].code).toBe('not_found');
});

test('the bank asks for a person: once they have answered on the page the session completes', async () => {
  const found = await findStay(service);
  const { id } = sessionOf(
    await callTool('create_booking_session', { booking: bookingOf(found) }),
    'ready_for_complete',
  );
  const paying = { id, booking: payWith('spt_test_step_up') };
  const asked = await callTool('complete_booking_session', paying, { 'idempotency-key': 'lodging-2' });
  const { continue_url: url } = sessionOf(asked, 'requires_escalation');
  expect((await fetch(url)).status).toBe(200);
  const canceled = await callTool('cancel_booking_session', { id }, { 'idempotency-key': 'lodging-3' });
  expect(canceled.body.result.structuredContent.messages[0].code).toBe('not_cancelable');
});

test('the tools are those of the draft, and those of shopping are not among them', async () => {
  const { body } = await rpc('tools/list', {}, { 'x-api-key': '' });
  expect(body.result.tools.map(({ name }: { name: string }) => name)).toEqual([
    'create_booking_session',
    'get_booking_session',
    'update_booking_session',
    'complete_booking_session',
    'cancel_booking_session',
  ]);
  const [create] = body.result.tools;
  expect(create.inputSchema.properties.booking.required).toEqual(['property', 'stays']);
});

test('what is no outcome is a JSON-RPC error with its HTTP status', async () => {
  const outcomes = await Promise.all([
    callTool('get_booking_session', { id: 'trip_1' }, {}, { 'x-api-key': '' }),
    callTool('get_booking_session', { id: 'trip_1' }, { 'ucp-agent': { profile: 'ftp://x' } }),
    callTool('complete_booking_session', { id: 'trip_1', booking: {} }),
    callTool('cancel_booking_session', { id: 'trip_1' }),
    callTool('create_booking_session', { booking: {} }),
    callTool('create_booking_session', { checkout: {} }),
    callTool('create_checkout', { checkout: {} }),
    rpc('resources/list', {}),
    service.call('POST', '/ucp/lodging/mcp', '{'),
  ]);
  expect(outcomes.map(({ status, body }) => [status, body.error.code])).toEqual([
    [401, -32_000],
    [400, -32_001],
    [400, -32_602],
    [400, -32_602],
    [400, -32_602],
    [400, -32_602],
    [400, -32_602],
    [200, -32_601],
    [400, -32_700],
  ]);
});
