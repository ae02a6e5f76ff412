import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DuffelStub } from '../../src/suppliers/stubs/duffel/start-duffel-stub.ts';
import { type CliFixture, openCliFixture } from '../support/process/cli.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { startStubWith, suppliersOf } from '../support/suppliers/duffel-service.ts';

const TOKEN_A = 'duffel_test_ofOrganizationA';
const TOKEN_B = 'duffel_test_ofOrganizationB';
const UNKNOWN = 'duffel_test_nobodyKnowsThis';

let stub: DuffelStub;
let service: TestService;
let cli: CliFixture;
beforeAll(async () => {
  stub = await startStubWith(TOKEN_A, TOKEN_B);
  service = await startService({ config: { suppliers: suppliersOf(stub) } });
  cli = openCliFixture({ BLY_DUFFEL_TOKEN: stub.token, BLY_DUFFEL_URL: stub.url });
});
afterAll(async () => {
  await cli.remove();
  await service.close();
  await stub.close();
});
const admin = (args: readonly string[], more: Parameters<CliFixture['run']>[1] = {}) =>
  cli.run(['admin', ...args], more);
const idIn = (text: string) => /sac_\w+/.exec(text)?.[0] ?? '';

test('the process that runs adds an account at once; token and secret come by standard input and environment', async () => {
  const running = { BLY_DATA_DIR: service.dataDir };
  const { organizationId } = await service.makeKey();
  const wrong = await admin(['add-supplier-account', '--organization', organizationId], {
    env: running,
    input: UNKNOWN,
  });
  expect(wrong.code).toBe(1);
  expect(wrong.errors).toContain('nothing was saved: the key is not known to the supplier');
  const added = await admin(['add-supplier-account', '--organization', organizationId], {
    env: { ...running, BLY_SUPPLIER_WEBHOOK_SECRET: 'secret-of-the-webhook' },
    input: `${TOKEN_A}\n`,
  });
  expect([added.code, added.errors]).toEqual([0, '']);
  const accountId = idIn(added.output);
  expect(added.output).toBe(`${accountId} (…ionA) is sold through from now on.\n`);
  expect(await service.app.supplierAccounts.findForSale('duffel', organizationId)).toMatchObject({
    accountId,
    token: TOKEN_A,
    webhookSecret: 'secret-of-the-webhook',
  });
  const second = await admin(['add-supplier-account', '--organization', organizationId], {
    env: { ...running, BLY_SUPPLIER_TOKEN: TOKEN_B },
  });
  expect(second).toMatchObject({ code: 1, errors: expect.stringContaining(`is sold through ${accountId}`) });
  const listed = await admin(['list-supplier-accounts', '--organization', organizationId], { env: running });
  expect(listed.output.split('\n').slice(0, 2)).toEqual([
    'installation  duffel  test  …6789  unknown disabled',
    `${accountId}  duffel  test  …ionA  ok`,
  ]);
  stub.controlOf(TOKEN_A).set({ suspended: 'expired' });
  const checked = await admin(['check-supplier-account', '--account', accountId], { env: running });
  expect([checked.code, checked.output]).toEqual([
    1,
    expect.stringContaining(`${accountId}: the key has expired or was suspended by the supplier`),
  ]);
  expect((await service.app.supplierAccountHealth.read({ supplier: 'duffel', accountId })).status).toBe('unauthorised');
  stub.controlOf(TOKEN_A).set({ suspended: 'no' });
  const removed = await admin(['remove-supplier-account', '--account', accountId], { env: running });
  expect([removed.code, removed.errors]).toEqual([0, '']);
  expect((await service.app.supplierAccounts.findForSale('duffel', organizationId))?.accountId).toBe('installation');
  const again = await admin(['remove-supplier-account', '--account', accountId], { env: running });
  expect(again).toMatchObject({ code: 1, errors: expect.stringContaining('No supplier account has this id.') });
  for (const { output, errors } of [wrong, added, second, listed, checked])
    for (const secret of [UNKNOWN, TOKEN_A, TOKEN_B, 'secret-of-the-webhook'])
      expect(output + errors).not.toContain(secret);
});

test('without a process that runs the commands open the database themselves, and doctor asks about the key', async () => {
  await cli.prepareDatabase();
  const none = await admin(['add-supplier-account', '--organization', 'org_1']);
  expect([none.code, none.errors]).toEqual([2, 'No token came on standard input or in BLY_SUPPLIER_TOKEN.\n']);
  const checked = await admin(['check-supplier-account', '--account', 'installation']);
  expect([checked.code, checked.output]).toEqual([0, 'installation: the key works.\n']);
  const listed = await admin(['list-supplier-accounts']);
  expect(listed.output).toBe('installation  duffel  test  …6789  ok\n1 of them.\n');
  stub.control.set({ suspended: 'forbidden' });
  const { output } = await cli.run(['doctor']);
  expect(output).toMatch(
    /fail {2}key of duffel\s+test: the key lacks a permission at the supplier: .*\n\s+→ set BLY_DUFFEL_TOKEN/,
  );
  expect(output).not.toContain(stub.token);
});
