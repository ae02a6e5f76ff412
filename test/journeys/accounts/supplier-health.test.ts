import { afterAll, beforeAll, expect, test } from 'vitest';
import type { User } from '../../../src/identity/model/user.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import type { DuffelStub } from '../../../src/suppliers/stubs/duffel/start-duffel-stub.ts';
import { createSandboxFlights } from '../../../simulator/flights/flights.ts';
import { openTestDatabase, type TestDatabase } from '../../support/service/database.ts';
import { startService, type TestService, testWorld } from '../../support/service/service.ts';
import { startStubWith, suppliersOf } from '../../support/suppliers/duffel-service.ts';
import { makeUser, signInAs, trustingUsers } from '../../support/users.ts';

const TOKEN_A = 'duffel_test_ofOrganizationA';
const INSTALLATION = { supplier: 'duffel', accountId: 'installation' } as const;

let db: TestDatabase;
let stub: DuffelStub;
let service: TestService;
let other: TestService;
let owner: User;
beforeAll(async () => {
  db = await openTestDatabase();
  stub = await startStubWith(TOKEN_A);
  const sandbox = createSandboxFlights({ world: testWorld(), db, clock: systemClock });
  const options = {
    users: trustingUsers,
    config: { suppliers: suppliersOf(stub) },
    flightSuppliers: [sandbox, { ...sandbox, id: 'duffel' }],
  };
  service = await startService({ ...options, db });
  other = await startService({ ...options, db: { ...db, close: async () => undefined } });
  owner = await makeUser(service, { email: 'owner@example.com' });
});
afterAll(async () => {
  await other.close();
  await service.close();
  await stub.close();
});
const as = (at: TestService, method: string, path: string, body?: unknown) =>
  at.call(method, path, body, signInAs(owner));
const suppliersAt = async (at: TestService) => (await as(at, 'GET', '/v1/account')).body.suppliers;

test('the account names who serves what, and whether it is well', async () => {
  const builtIn = [
    { supplier: 'sandbox', kinds: ['flight'], status: 'ok' },
    { supplier: 'sandbox_hotels', kinds: ['hotel'], status: 'ok' },
    { supplier: 'sandbox_cars', kinds: ['car'], status: 'ok' },
  ];
  const sorted = [builtIn[0], { supplier: 'duffel', kinds: ['flight'], status: 'unknown' }, builtIn[1], builtIn[2]];
  expect(await suppliersAt(service)).toEqual(sorted);
  await as(service, 'PATCH', '/v1/account', { use_installation_account: false });
  expect(await suppliersAt(service)).toEqual(builtIn);
  await as(service, 'PATCH', '/v1/account', { use_installation_account: true });
});

test('a refused key of the installation is said in words at /readyz, which stays 200, and goes when a call succeeds', async () => {
  const ready = () => service.call('GET', '/readyz', undefined, { 'x-api-key': '' });
  expect((await ready()).body).toEqual({ status: 'ready' });
  service.app.supplierAccountHealth.report(INSTALLATION, {
    status: 'unauthorised',
    detail: '401 access_token_not_found',
  });
  expect(await ready()).toMatchObject({
    status: 200,
    body: {
      status: 'ready',
      suppliers: [
        {
          supplier: 'duffel',
          status: 'unauthorised',
          problem:
            'refuses the key: it is wrong, has expired, was suspended or lacks a permission (401 access_token_not_found)',
        },
      ],
    },
  });
  expect((await suppliersAt(service))[1]).toMatchObject({ status: 'unauthorised', since: expect.any(String) });
  // Another process sees it within seconds.
  await expect.poll(async () => (await suppliersAt(other))[1].status).toBe('unauthorised');
  other.app.supplierAccountHealth.report(INSTALLATION, { status: 'ok' });
  await expect.poll(async () => (await ready()).body).toEqual({ status: 'ready' });
});

test("an organization sees how its own account does, and nobody else's words", async () => {
  const { body: account } = await as(service, 'POST', '/v1/supplier_accounts', {
    supplier: 'duffel',
    credentials: { token: TOKEN_A },
  });
  const name = { supplier: 'duffel', accountId: account.account_id } as const;
  service.app.supplierAccountHealth.report(INSTALLATION, { status: 'unreachable', detail: 'ECONNREFUSED' });
  const failure = { detail: '422 insufficient_balance', status: 422, requestId: 'duffel-7' };
  service.app.supplierAccountHealth.report(name, { status: 'degraded', detail: failure.detail, failure });
  service.app.supplierAccountHealth.report(name, { status: 'degraded', detail: failure.detail });
  expect((await suppliersAt(service))[1].status).toBe('degraded');
  expect((await as(service, 'GET', `/v1/supplier_accounts/${account.account_id}`)).body).toMatchObject({
    status: 'degraded',
    status_since: expect.any(String),
    status_detail: '422 insufficient_balance',
  });
  const listed = (at: TestService) => as(at, 'GET', '/v1/suppliers').then(({ body }) => body.suppliers[1]);
  await service.app.supplierAccountHealth.flush();
  const last = { at: expect.any(String), status: 422, request_id: 'duffel-7', detail: failure.detail };
  await expect.poll(async () => (await listed(other)).last_error).toEqual(last);
  expect(await listed(service)).toMatchObject({ for_sale: true, searches_today: { used: 0, max: null } });
  await as(service, 'PATCH', `/v1/supplier_accounts/${account.account_id}`, { enabled: false });
  expect((await suppliersAt(service))[1].status).toBe('unreachable');
  expect((await as(service, 'GET', '/v1/account')).text).not.toContain('ECONNREFUSED');
  expect(await listed(service)).toMatchObject({ account_id: 'installation', searches_today: { used: 0 } });
  expect((await listed(service)).last_error).toBeUndefined();
});

test('of many reports at once the last one made is what is known', async () => {
  const name = { supplier: 'duffel', accountId: 'sac_many' } as const;
  const statuses = ['ok', 'degraded', 'unreachable', 'unauthorised'] as const;
  for (let made = 0; made < 200; made += 1)
    service.app.supplierAccountHealth.report(name, { status: statuses[made % statuses.length] ?? 'ok' });
  service.app.supplierAccountHealth.report(name, { status: 'degraded', detail: 'x'.repeat(10_000) });
  expect(await service.app.supplierAccountHealth.read(name)).toMatchObject({
    status: 'degraded',
    detail: 'x'.repeat(200),
  });
  await service.app.supplierAccountHealth.flush();
});
