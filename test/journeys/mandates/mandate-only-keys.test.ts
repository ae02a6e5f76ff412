import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeKeyForAdmin } from '../../../src/identity/keys/make-key-for-admin.ts';
import { isRefusedToMandateOnlyKeys } from '../../../src/platform/http/route.ts';
import { routes } from '../../../src/routes.ts';
import { aUser, PASSWORD, type Visitor, wordsOf } from '../../support/accounts.ts';
import { CONTACT, daysAhead, makeTrip, NELLIE, searchFares } from '../../support/faults/trip-journeys.ts';
import { connectAgent } from '../../support/mcp.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { startPlatform } from '../../support/ucp/platform.ts';

const FLIGHT = { origin: 'PAR', destination: 'LON' } as const;
/** Every operation a key may call that pays, books, refunds or spends, beside buying out of a mandate. */
const MOVES_MONEY = [
  'add_services_commit',
  'car_cancel',
  'car_exchange_commit',
  'exchange_commit',
  'hotel_cancel',
  'refund_commit',
  'sandbox_bookings',
  'sandbox_credits',
  'sandbox_pay',
  'schedule_change_accept',
  'submit_agent_payment',
];
/** Writes that move nothing, or move it out of a mandate: what such a key is for. */
const ALLOWED = [
  'approval_request',
  'book',
  'cancel_trip',
  'checkout',
  'delete_price_monitor',
  'execute_proposal',
  'mandate_request',
  'mandate_revoke',
  'price_monitoring',
  'propose',
  'select_ancillaries',
  'shop_sync',
  'shop_sync_checkout',
  'trip',
];
const REFUSED = {
  status: 403,
  body: { error: { code: 'FORBIDDEN', message: expect.stringContaining('pays by mandates alone') } },
};
const writes = routes.filter(({ access, isWrite }) => access === 'key' && isWrite);
let service: TestService;
let owner: Visitor;
let key: string;
let agent: TestService;
beforeAll(async () => {
  service = await startService();
  owner = await aUser(service, 'owner@example.com');
  await owner.get('/account');
  const csrf = { 'x-csrf-token': /name="csrf" value="([^"]+)"/.exec((await owner.get('/account')).text)?.[1] ?? '' };
  const cookie = [...owner.jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const made = await service.call(
    'POST',
    '/v1/api_keys',
    { name: 'agent', mandate_only: true },
    { 'x-api-key': '', cookie, ...csrf },
  );
  expect(made).toMatchObject({ status: 201, body: { mandate_only: true, key: expect.any(String) } });
  key = made.body.key;
  agent = {
    ...service,
    call: (method, path, body, headers) => service.call(method, path, body, { 'x-api-key': key, ...headers }),
  };
});
afterAll(() => service.close());

describe('by the declarations of operations', () => {
  test('every operation that moves money is refused, and so is a write that says nothing', () => {
    const refused = writes.filter(isRefusedToMandateOnlyKeys).map(({ operationId }) => operationId);
    expect(refused).toEqual(expect.arrayContaining(MOVES_MONEY));
    expect(isRefusedToMandateOnlyKeys({ access: 'key', isWrite: true })).toBe(true);
    const open = writes.filter((route) => !isRefusedToMandateOnlyKeys(route)).map(({ operationId }) => operationId);
    expect(open.sort()).toEqual(ALLOWED);
  });

  test('no operation that destroys what was bought is said to be no write', () => {
    const destroying = routes.filter(({ tool, isWrite }) => tool?.isReadOnly === false && !isWrite);
    expect(destroying.map(({ operationId }) => operationId)).toEqual([]);
  });
});

test.each(writes.map((route) => [route.operationId, route] as const))('HTTP: %s', async (_, route) => {
  const path = route.path.replaceAll(/:\w+/g, 'x1');
  const answer = await agent.call(route.method, path, route.method === 'DELETE' ? undefined : {});
  if (isRefusedToMandateOnlyKeys(route)) expect(answer).toMatchObject(REFUSED);
  else expect(answer.status).not.toBe(403);
});

test('MCP: the list has nothing of what is refused, and calling it all the same is refused', async () => {
  const mcp = await connectAgent(service.url, { headers: { 'x-api-key': key } });
  const names = (await mcp.client.listTools()).tools.map(({ name }) => name);
  const refused = writes.filter(
    (route) => route.tool && route.path.startsWith('/v1/') && isRefusedToMandateOnlyKeys(route),
  );
  expect(names).toEqual(
    expect.arrayContaining(['flight_search', 'trip', 'propose', 'execute_proposal', 'get_booking']),
  );
  expect(names.filter((name) => refused.some(({ operationId }) => operationId === name))).toEqual([]);
  const trip_id = (await makeTrip(agent, FLIGHT)).body.trip_id;
  await agent.call('POST', '/v1/checkout', { trip_id });
  const paid = await mcp.call('submit_agent_payment', { trip_id, shared_payment_token: 'spt_test_ok' });
  expect([paid.isError, paid.data]).toMatchObject([true, { error: { code: 'FORBIDDEN' } }]);
  const acted = await mcp.call('sandbox_pay', { trip_id, card: { number: '4242424242424242' } });
  expect([acted.isError, acted.data]).toMatchObject([true, { error: { code: 'FORBIDDEN' } }]);
  expect((await agent.call('GET', `/v1/trip/${trip_id}`)).body.status).toBe('quoted');
  await mcp.close();
});

test('UCP: a checkout is made and priced, its page is for a person, and completing it with a token is refused', async () => {
  const platform = await startPlatform(service);
  const { fares } = await searchFares(agent, FLIGHT);
  const own = { 'x-api-key': key };
  const created = await platform.call(
    'POST',
    '/checkout-sessions',
    {
      line_items: [{ item: { id: fares[0]?.trip_item_token }, quantity: 1 }],
      buyer: { first_name: 'Nellie', last_name: 'Bly', email: CONTACT.email, phone_number: CONTACT.phone },
      travelers: [NELLIE],
    },
    own,
  );
  expect(created.body.status).toBe('ready_for_complete');
  const credential = { type: 'shared_payment_token', token: 'spt_test_ok' };
  const instrument = { id: 'i1', handler_id: 'shared_payment_token', type: 'shared_payment_token', credential };
  const completed = await platform.call(
    'POST',
    `/checkout-sessions/${created.body.id}/complete`,
    { payment: { instruments: [{ ...instrument, selected: true }] } },
    own,
  );
  expect([completed.status, completed.text]).toEqual([403, expect.stringContaining('pays by mandates alone')]);
  const read = await platform.call('GET', `/checkout-sessions/${created.body.id}`, undefined, own);
  expect(read.body.status).toBe('ready_for_complete');
  await platform.close();
});

test('it searches, builds a trip, proposes, executes and reads the booking', async () => {
  const asked = await agent.call('POST', '/v1/mandate_request', {
    name: 'Trips',
    currency: 'USD',
    budget: 5_000,
    valid_until: `${daysAhead(60)}T00:00:00Z`,
  });
  const { mandate_id } = asked.body;
  // It cannot play its own owner, either.
  expect(await agent.call('POST', '/v1/sandbox/approve', { mandate_id, decision: 'approve' })).toMatchObject(REFUSED);
  await owner.get('/account/approvals');
  await owner.post(`/account/approvals/${mandate_id}`, { current_password: PASSWORD, decision: 'approve' });
  const trip_id = (await makeTrip(agent, FLIGHT)).body.trip_id;
  const { proposal_id } = (await agent.call('POST', '/v1/propose', { mandate_id, trip_id })).body;
  const bought = await agent.call('POST', '/v1/execute_proposal', { proposal_id, shared_payment_token: 'spt_test_ok' });
  expect(bought.body.outcome).toBe('authorised');
  await service.drain();
  expect((await agent.call('GET', `/v1/bookings/${bought.body.booking_ref}`)).status).toBe(200);
  const ref = { booking_ref: bought.body.booking_ref, last_name: 'Bly' };
  expect(await agent.call('POST', '/v1/refund_commit', ref)).toMatchObject(REFUSED);
});

test('lists say which keys they are, and the page and the command line make them, too', async () => {
  const { api_keys } = (await owner.get('/v1/api_keys')).body;
  expect(api_keys).toMatchObject([{ name: 'agent', mandate_only: true }]);
  await owner.get('/account');
  await owner.post('/console/keys', { name: 'page', scope_search: 'on', scope_book: 'on', mandate_only: 'on' });
  await owner.get('/account');
  await owner.post('/console/keys', { name: 'plain', scope_search: 'on', scope_book: 'on' });
  const { organization } = (await owner.get('/v1/account')).body;
  await makeKeyForAdmin(service.app, {
    name: 'command line',
    organizationId: organization.organization_id,
    isMandateOnly: true,
  });
  const listed = (await owner.get('/v1/api_keys')).body.api_keys;
  expect(listed.map(({ name, mandate_only }: { name: string; mandate_only: boolean }) => [name, mandate_only])).toEqual(
    [
      ['agent', true],
      ['page', true],
      ['plain', false],
      ['command line', true],
    ],
  );
  expect(wordsOf(await owner.get('/console/keys'))).toContain('buys out of mandates alone');
});
