import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApiKey } from '../../../src/identity/keys/create-api-key.ts';
import type { User } from '../../../src/identity/model/user.ts';
import type { DuffelStub } from '../../../src/suppliers/stubs/duffel/start-duffel-stub.ts';
import { CONTACT, departureDate, NELLIE } from '../../support/faults/trip-journeys.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { startStubWith, suppliersOf } from '../../support/suppliers/duffel-service.ts';
import { makeUser, signInAs, trustingUsers } from '../../support/users.ts';

const TOKEN_A = 'duffel_test_ofOrganizationA';
const TOKEN_B = 'duffel_test_ofOrganizationB';
const TOKEN_B2 = 'duffel_test_ofOrganizationB2';
const SEARCH = { origin: 'LHR', destination: 'JFK', departure_date: departureDate(), currency: 'GBP', limit: 3 };

interface Tenant {
  readonly owner: User;
  readonly key: string;
}

let stub: DuffelStub;
let service: TestService;
let a: Tenant;
let b: Tenant;
/** An organization without an account of its own. */
let c: Tenant;
beforeAll(async () => {
  stub = await startStubWith(TOKEN_A, TOKEN_B, TOKEN_B2);
  for (const token of [stub.token, TOKEN_A, TOKEN_B]) stub.controlOf(token).set({ documents_required: false });
  service = await startService({ users: trustingUsers, config: { suppliers: suppliersOf(stub, ['duffel']) } });
  [a, b, c] = await Promise.all([makeTenant('a'), makeTenant('b'), makeTenant('c')]);
  await Promise.all([addAccount(a, TOKEN_A), addAccount(b, TOKEN_B)]);
});
afterAll(async () => {
  await service.close();
  await stub.close();
});
beforeEach(() => {
  for (const token of [stub.token, TOKEN_A, TOKEN_B]) stub.controlOf(token).forgetCalls();
});

async function makeTenant(name: string): Promise<Tenant> {
  const owner = await makeUser(service, { email: `owner-of-${name}@example.com` });
  const { key } = await createApiKey(service.app, { organizationId: owner.organizationId, name: 'server' });
  return { owner, key };
}

const manage = ({ owner }: Tenant, method: string, path: string, body?: unknown) =>
  service.call(method, path, body, signInAs(owner));
const call = ({ key }: Tenant, path: string, body: object) => service.call('POST', path, body, { 'x-api-key': key });

async function addAccount(tenant: Tenant, token: string): Promise<void> {
  const { status } = await manage(tenant, 'POST', '/v1/supplier_accounts', {
    supplier: 'duffel',
    credentials: { token },
  });
  expect(status).toBe(201);
}

/** Searches that reached the stub under each key: the installation's, A's, B's. */
const searches = () => [stub.token, TOKEN_A, TOKEN_B].map((token) => stub.controlOf(token).calls().search ?? 0);

async function accountOf(tenant: Tenant): Promise<string> {
  return (await manage(tenant, 'GET', '/v1/supplier_accounts')).body.supplier_accounts[0].account_id;
}

test('each organization searches with its own key, and the same search of another is never answered from it', async () => {
  for (const tenant of [a, b, c]) {
    const { status, body } = await call(tenant, '/v1/flight_search', SEARCH);
    expect([status, body.live_offers.length]).toEqual([200, 3]);
  }
  expect(searches()).toEqual([1, 1, 1]);
});

test("an offer of one organization's account is nothing to another organization", async () => {
  const { body } = await call(a, '/v1/flight_search', SEARCH);
  const token = body.live_offers[0].fares[0].trip_item_token;
  const trip = {
    add_item: { trip_item_token: token },
    upsert_travelers: { travelers: [{ ...NELLIE, title: 'ms' }], contact: CONTACT },
  };
  expect((await call(b, '/v1/trip', trip)).status).toBe(422);
  const own = await call(a, '/v1/trip', trip);
  expect((await call(a, '/v1/checkout', { trip_id: own.body.trip_id })).status).toBe(200);
  expect([stub.token, TOKEN_A, TOKEN_B].map((name) => stub.controlOf(name).calls().offer ?? 0)).toEqual([0, 1, 0]);
});

test("an account that is disabled gives way to the installation's, which an organization may refuse", async () => {
  const later = { ...SEARCH, destination: 'MUC' };
  await manage(a, 'PATCH', `/v1/supplier_accounts/${await accountOf(a)}`, { enabled: false });
  expect((await call(a, '/v1/flight_search', later)).status).toBe(200);
  expect(searches()).toEqual([1, 0, 0]);
  await manage(a, 'PATCH', '/v1/account', { use_installation_account: false });
  const { body } = await call(a, '/v1/flight_search', { ...later, destination: 'CDG' });
  expect(body.live_offers ?? []).toEqual([]);
  expect(searches()).toEqual([1, 0, 0]);
  expect((await manage(a, 'GET', '/v1/account')).body.suppliers).toEqual([]);
});

test('a key that is suspended stops one organization and no other, says so, and sells again once a new one is saved', async () => {
  const statusFor = async (tenant: Tenant) => (await manage(tenant, 'GET', '/v1/account')).body.suppliers[0].status;
  stub.controlOf(TOKEN_B).set({ suspended: 'expired' });
  const there = { ...SEARCH, destination: 'AMS' };
  expect((await call(b, '/v1/flight_search', there)).status).toBe(503);
  expect((await call(c, '/v1/flight_search', there)).status).toBe(200);
  expect([await statusFor(b), await statusFor(c)]).toEqual(['unauthorised', 'ok']);
  const path = `/v1/supplier_accounts/${await accountOf(b)}`;
  const save = (token: string) => manage(b, 'PATCH', path, { credentials: { token } });
  expect((await save(TOKEN_B)).status).toBe(422);
  expect((await save(TOKEN_B2)).body.status).toBe('ok');
  expect((await call(b, '/v1/flight_search', there)).status).toBe(200);
});
