import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiKey } from '../../../src/identity/keys/create-api-key.ts';
import type { User } from '../../../src/identity/model/user.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { installationId } from '../../../src/platform/ids.ts';
import { standingJobs } from '../../../src/jobs.ts';
import type { DuffelStub } from '../../../src/suppliers/stubs/duffel/start-duffel-stub.ts';
import { createSupplierBookings } from '../../../src/suppliers/common/create-supplier-bookings.ts';
import { money } from '../../../src/travel/money.ts';
import { openTestDatabase, type TestDatabase } from '../../support/service/database.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { callsOf, orderData } from '../../support/suppliers/duffel-calls.ts';
import { startStubWith, suppliersOf } from '../../support/suppliers/duffel-service.ts';
import { makeUser, signInAs, trustingUsers } from '../../support/users.ts';

const TOKEN_A = 'duffel_test_ofOrganizationA';
const TOKEN_A2 = 'duffel_test_ofOrganizationA2';
const TOKEN_B = 'duffel_test_ofOrganizationB';

let db: TestDatabase;
let stub: DuffelStub;
let service: TestService;
/** A second process on the same database. */
let other: TestService;
/** Added to real time. */
let aheadMs = 0;
beforeAll(async () => {
  db = await openTestDatabase();
  stub = await startStubWith(TOKEN_A, TOKEN_A2, TOKEN_B);
  const clock = { ...systemClock, now: () => new Date(systemClock.now().getTime() + aheadMs) };
  const options = { users: trustingUsers, clock, config: { suppliers: suppliersOf(stub) } };
  service = await startService({ ...options, db });
  other = await startService({ ...options, db: { ...db, close: async () => undefined } });
});
afterAll(async () => {
  await other.close();
  await service.close();
  await stub.close();
});

const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const users = { count: 0 };
const makeOwner = async (): Promise<User> => {
  users.count += 1;
  return await makeUser(service, { email: `owner-${users.count}@example.com` });
};
const as =
  (user: User) =>
  (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    service.call(method, path, body, { ...signInAs(user), ...headers });
const PATH = '/v1/supplier_accounts';
const add = (user: User, token: string, more: object = {}) =>
  as(user)('POST', PATH, { supplier: 'duffel', credentials: { token }, ...more });
const tokenFor = async (at: TestService, { organizationId }: User) =>
  (await at.app.supplierAccounts.findForSale('duffel', organizationId))?.token;
const acts = async (user: User, action: string) =>
  (await as(user)('GET', `/v1/audit_log?action=${action}`)).body.events;

describe('an account of an organization', () => {
  test('is asked for at its supplier, sealed, sold through at once, and its token is never answered', async () => {
    const owner = await makeOwner();
    expect(await tokenFor(service, owner)).toBe(stub.token);
    const added = await add(owner, TOKEN_A, {
      credentials: { token: TOKEN_A, webhook_secret: 'secret-of-the-webhook' },
      settings: { max_searches_per_day: 500 },
    });
    expect(added).toMatchObject({
      status: 201,
      body: {
        account_id: expect.stringMatching(/^sac_/),
        supplier: 'duffel',
        is_live: false,
        token_ends_in: 'ionA',
        has_webhook_secret: true,
        webhook_url: `${service.url}/v1/suppliers/duffel/webhook/${added.body.account_id}`,
        settings: { kinds: ['flight'], max_searches_per_day: 500 },
        enabled: true,
        status: 'ok',
      },
    });
    const list = await as(owner)('GET', PATH);
    const one = await as(owner)('GET', `${PATH}/${added.body.account_id}`);
    expect(list.body).toEqual({ supplier_accounts: [one.body] });
    for (const { text } of [added, list, one]) {
      expect(text).not.toContain(TOKEN_A);
      expect(text).not.toContain('secret-of-the-webhook');
    }
    const { rows } = await sql<{ row: string }>`select to_jsonb(t)::text as row from supplier_account t`.execute(db.q);
    expect(rows.map(({ row }) => row).join()).not.toContain(TOKEN_A);
    expect(await service.app.supplierAccounts.findForSale('duffel', owner.organizationId)).toEqual({
      accountId: added.body.account_id,
      supplier: 'duffel',
      organizationId: owner.organizationId,
      token: TOKEN_A,
      webhookSecret: 'secret-of-the-webhook',
      baseUrl: stub.url,
      isLive: false,
      searchesPerDayMax: 500,
    });
    expect(await acts(owner, 'supplier_account.created')).toMatchObject([
      { target: added.body.account_id, detail: { supplier: 'duffel', token_ends_in: 'ionA', is_live: false } },
    ]);
  });

  test('is managed by owners with a credential of their own, by members and API keys never', async () => {
    const owner = await makeOwner();
    const { organizationId } = owner;
    const member = await makeUser(service, { email: `member-${users.count}@example.com`, organizationId });
    const { key } = await createApiKey(service.app, { organizationId, name: 'server' });
    const { account_id: id } = (await add(owner, TOKEN_A)).body;
    const calls = [
      ['POST', PATH, { supplier: 'duffel', credentials: { token: TOKEN_B } }],
      ['PATCH', `${PATH}/${id}`, { enabled: false }],
      ['DELETE', `${PATH}/${id}`, undefined],
      ['PATCH', '/v1/account', { use_installation_account: false }],
    ] as const;
    for (const [method, path, body] of calls) {
      const answer = await as(member)(method, path, body);
      expect([path, answer.status, answer.body.error.message]).toEqual([
        path,
        403,
        'Only an owner of the organization may do this.',
      ]);
      expect((await service.call(method, path, body, { 'x-api-key': key })).status).toBe(403);
    }
    expect((await as(member)('GET', PATH)).body.supplier_accounts).toHaveLength(1);
    expect((await service.call('GET', PATH, undefined, { 'x-api-key': key })).status).toBe(403);
    expect((await service.call('GET', PATH, undefined, signInAs(owner, ['search', 'book']))).status).toBe(403);
    expect(await tokenFor(service, owner)).toBe(TOKEN_A);
  });

  test('is made once for one Idempotency-Key', async () => {
    const owner = await makeOwner();
    const again = () =>
      as(owner)('POST', PATH, { supplier: 'duffel', credentials: { token: TOKEN_A } }, { 'idempotency-key': 'once' });
    const [first, second] = [await again(), await again()];
    expect(second.body).toEqual(first.body);
    expect((await as(owner)('GET', PATH)).body.supplier_accounts).toHaveLength(1);
  });

  test('is one of its supplier that is sold through; others wait, disabled', async () => {
    const owner = await makeOwner();
    const first = (await add(owner, TOKEN_A)).body;
    const second = await add(owner, TOKEN_A2);
    expect(second).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } });
    expect(second.text).toContain(first.account_id);
    const spare = (await add(owner, TOKEN_A2, { enabled: false })).body;
    expect((await as(owner)('PATCH', `${PATH}/${spare.account_id}`, { enabled: true })).status).toBe(409);
    await as(owner)('PATCH', `${PATH}/${first.account_id}`, { enabled: false });
    expect(await tokenFor(service, owner)).toBe(stub.token);
    expect((await as(owner)('PATCH', `${PATH}/${spare.account_id}`, { enabled: true })).body.enabled).toBe(true);
    expect(await tokenFor(service, owner)).toBe(TOKEN_A2);
    // What was booked with the first is still serviced with it.
    expect((await service.app.supplierAccounts.get('duffel', first.account_id))?.token).toBe(TOKEN_A);
  });

  test('changes in its own process at once, in another within seconds', async () => {
    const owner = await makeOwner();
    const { account_id: id } = (await add(owner, TOKEN_A)).body;
    expect(await tokenFor(other, owner)).toBe(TOKEN_A);
    const changed = await as(owner)('PATCH', `${PATH}/${id}`, {
      credentials: { token: TOKEN_A2, webhook_secret: 'another-secret' },
      settings: { max_searches_per_day: 7 },
    });
    expect(changed.body).toMatchObject({ token_ends_in: 'onA2', has_webhook_secret: true, status: 'ok' });
    expect(await service.app.supplierAccounts.get('duffel', id)).toMatchObject({
      token: TOKEN_A2,
      webhookSecret: 'another-secret',
      searchesPerDayMax: 7,
    });
    await expect.poll(() => tokenFor(other, owner)).toBe(TOKEN_A2);
    const back = await as(owner)('PATCH', `${PATH}/${id}`, {
      credentials: { webhook_secret: null },
      settings: { max_searches_per_day: null },
    });
    expect(back.body).toMatchObject({ has_webhook_secret: false, settings: { max_searches_per_day: null } });
    expect(await acts(owner, 'supplier_account.changed')).toMatchObject([
      { detail: { changed: ['webhook_secret', 'max_searches_per_day'] } },
      { detail: { changed: ['token', 'webhook_secret', 'max_searches_per_day'] } },
    ]);
  });
});

describe('a token that is not saved', () => {
  const refusalOf = async (user: User, token: string) => {
    const answer = await add(user, token);
    expect(answer.text).not.toContain(token);
    expect((await as(user)('GET', PATH)).body.supplier_accounts).toEqual([]);
    return [answer.status, answer.body.fields?.[0]?.path, answer.body.error.message];
  };

  test('is of another kind, of another mode, unknown, suspended or without permission: each says what to do', async () => {
    const owner = await makeOwner();
    const path = 'credentials.token';
    expect(await refusalOf(owner, 'sk_test_4242424242424242')).toEqual([
      422,
      path,
      'credentials.token: must begin with duffel_test_ or duffel_live_',
    ]);
    expect(await refusalOf(owner, 'duffel_live_0123456789')).toEqual([
      422,
      path,
      'credentials.token: is a live token, and this is a sandbox: use a test token',
    ]);
    expect(await refusalOf(owner, 'duffel_test_nobodyKnowsThis')).toEqual([
      422,
      path,
      'credentials.token: is not known to the supplier: copy it once more, whole',
    ]);
    stub.controlOf(TOKEN_B).set({ suspended: 'expired' });
    expect(await refusalOf(owner, TOKEN_B)).toEqual([
      422,
      path,
      'credentials.token: has expired or was suspended by the supplier: make a new one there',
    ]);
    stub.controlOf(TOKEN_B).set({ suspended: 'forbidden' });
    expect(await refusalOf(owner, TOKEN_B)).toEqual([
      422,
      path,
      'credentials.token: lacks a permission at the supplier: make one that may read and write',
    ]);
    stub.controlOf(TOKEN_B).set({ suspended: 'no' });
  });

  test('could not be asked for: 503, with the wait that the supplier names', async () => {
    const owner = await makeOwner();
    const control = stub.controlOf(TOKEN_B);
    for (const fault of [{ kind: 'reset' }, { kind: 'html' }, { kind: 'error', status: 500 }] as const) {
      control.addFault({ operation: 'places', fault, times: 1 });
      expect((await refusalOf(owner, TOKEN_B))[0]).toBe(503);
    }
    control.addFault({ operation: 'places', fault: { kind: 'rate_limited', seconds: 30 }, times: 1 });
    const answer = await add(owner, TOKEN_B);
    expect(answer).toMatchObject({ status: 503, body: { error: { code: 'UPSTREAM_UNAVAILABLE' } } });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(25);
    expect((await add(owner, TOKEN_B)).status).toBe(201);
  });

  test('is one of very many that an organization has tried', async () => {
    const owner = await makeOwner();
    const statuses: number[] = [];
    for (let tried = 0; tried < 21; tried += 1) statuses.push((await add(owner, 'duffel_test_nobodyKnowsThis')).status);
    expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 422));
    expect(statuses[20]).toBe(429);
  });
});

describe('deletion', () => {
  test('takes an account out of sale at once, and its keys out of the database once nothing can need them', async () => {
    const owner = await makeOwner();
    const { account_id: id } = (await add(owner, TOKEN_A)).body;
    const gone = await as(owner)('DELETE', `${PATH}/${id}`);
    expect(gone.body).toEqual({ account_id: id, deleted: true });
    expect(await tokenFor(service, owner)).toBe(stub.token);
    expect((await as(owner)('GET', `${PATH}/${id}`)).status).toBe(404);
    expect((await as(owner)('DELETE', `${PATH}/${id}`)).status).toBe(404);
    // An order that another process had just begun with it can still be looked up.
    expect((await service.app.supplierAccounts.get('duffel', id))?.token).toBe(TOKEN_A);
    aheadMs += 16 * 60_000;
    await runStandingJobs();
    expect(await service.app.supplierAccounts.get('duffel', id)).toBeUndefined();
    expect(await acts(owner, 'supplier_account.deleted')).toMatchObject([{ target: id }]);
  });
});

test('an account that open bookings need is not deleted, only disabled, until they have been flown or ended', async () => {
  const owner = await makeOwner();
  const { organizationId } = owner;
  const { key } = await createApiKey(service.app, { organizationId, name: 'server' });
  const { account_id: id } = (await add(owner, TOKEN_A)).body;
  const sold = await service.call('POST', '/v1/sandbox/bookings', { kind: 'flight' }, { 'x-api-key': key });
  expect(sold.status).toBe(200);
  const { rows } = await sql<{ reference: string }>`
    select reference from booking_item where organization_id = ${organizationId}`.execute(db.q);
  const ordered = {
    supplier: 'duffel' as const,
    organizationId,
    accountId: id,
    offerId: 'off_1',
    searchId: undefined,
    total: money(1_000, 'EUR'),
  };
  const made = async (reference: string) => {
    const bookings = createSupplierBookings(db);
    const intended = await bookings.intend({ ...ordered, reference, ordered: {} });
    const called = intended && (await bookings.beginCall(intended, new Date()));
    if (called === undefined) throw new Error('not begun');
    return called;
  };
  const remove = () => as(owner)('DELETE', `${PATH}/${id}`);
  const lost = await made('nobody-knows-yet');
  const flown = await made(rows[0]?.reference ?? '');
  await createSupplierBookings(db).settle(flown, { orderId: 'ord_1' });
  expect((await remove()).body).toMatchObject({ open_bookings: 2, error: { code: 'CONFLICT' } });
  await createSupplierBookings(db).settle(lost, { proof: '422 offer_expired' });
  const refused = await remove();
  expect(refused).toMatchObject({
    status: 409,
    body: {
      open_bookings: 1,
      error: { message: '1 open booking needs this account. Disable it instead: enabled: false.' },
    },
  });
  expect((await as(owner)('PATCH', `${PATH}/${id}`, { enabled: false })).body.enabled).toBe(false);
  expect(await tokenFor(service, owner)).toBe(stub.token);
  await service.call('POST', '/v1/sandbox/clock', { advance_seconds: 360 * 86_400 }, { 'x-api-key': key });
  expect((await remove()).status).toBe(200);
});

test('a token that does not see what was booked with the account is another account: refused', async () => {
  const owner = await makeOwner();
  const { organizationId } = owner;
  const { account_id: id } = (await add(owner, TOKEN_A)).body;
  const { search, call } = callsOf(stub, TOKEN_A);
  const departure = { slices: [{ origin: 'LHR', destination: 'JFK', departure_date: daysAhead(60) }] };
  const { offers } = await search('LHR-JFK', { ...departure, query: '?return_offers=true' });
  const order = await call('POST', '/air/orders', orderData(offers[0]));
  expect(order.status).toBe(201);
  const bookings = createSupplierBookings(db);
  const intended = await bookings.intend({
    supplier: 'duffel',
    organizationId,
    accountId: id,
    reference: 'booked-yesterday',
    offerId: offers[0].id,
    searchId: undefined,
    total: money(1_000, 'EUR'),
    ordered: {},
  });
  if (intended === undefined) throw new Error('not intended');
  await bookings.beginCall(intended, new Date(Date.now() - 86_400_000));
  await bookings.settle(intended, { orderId: order.body.data.id });
  const change = (token: string) => as(owner)('PATCH', `${PATH}/${id}`, { credentials: { token } });
  expect(await change(TOKEN_A2)).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'credentials.token', problem: expect.stringContaining('does not see ord_') }] },
  });
  stub.controlOf(TOKEN_A).addFault({ operation: 'order_read', fault: { kind: 'reset' }, times: 1 });
  expect((await change(TOKEN_A)).status).toBe(503);
  expect((await change(TOKEN_A)).status).toBe(200);
});

async function runStandingJobs(): Promise<void> {
  await db.transaction(async (tx) => {
    for (const job of standingJobs)
      await service.app.jobs.enqueue(tx, job, { organizationId: installationId, payload: {}, key: 'standing' });
  });
  await service.drain();
}

describe("the installation's account", () => {
  test('stands in for organizations without one, unless they say otherwise', async () => {
    const owner = await makeOwner();
    const account = async () => (await as(owner)('GET', '/v1/account')).body;
    expect(await account()).toMatchObject({ use_installation_account: true });
    const turnedOff = await as(owner)('PATCH', '/v1/account', { use_installation_account: false });
    expect(turnedOff).toMatchObject({ status: 200, body: { use_installation_account: false } });
    expect(await tokenFor(service, owner)).toBeUndefined();
    await add(owner, TOKEN_A);
    expect(await tokenFor(service, owner)).toBe(TOKEN_A);
    await as(owner)('PATCH', '/v1/account', { use_installation_account: true });
    await as(owner)('PATCH', '/v1/account', { use_installation_account: true });
    expect(await acts(owner, 'organization.supply_changed')).toHaveLength(2);
    expect(await service.app.supplierAccounts.get('duffel', 'installation')).toMatchObject({ token: stub.token });
  });
});
