import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOrganization } from '../../../src/identity/create-organization.ts';
import type { OrganizationId } from '../../../src/platform/ids.ts';
import { createSealer, type Sealer } from '../../../src/platform/security/crypto.ts';
import { insertNewAccount } from '../../../src/supplier-accounts/add-account.ts';
import { createSupplierAccounts } from '../../../src/supplier-accounts/find-accounts.ts';
import { openTestDatabase, type TestDatabase } from '../../support/service/database.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const LIVE = 'duffel_live_ofOrganizationA';
const TEST = 'duffel_test_ofOrganizationB';
const OLD_KEY = Buffer.alloc(32, 7).fill(1, 0, 9).fill(2, 9, 20);
const NEW_KEY = Buffer.alloc(32, 8).fill(3, 0, 9).fill(4, 9, 20);

let db: TestDatabase;
let service: TestService;
beforeAll(async () => {
  db = await openTestDatabase();
  service = await startService({ db });
});
afterAll(() => service.close());

const MODES = {
  sandbox: { environment: 'sandbox', isRehearsal: false },
  production: { environment: 'production', isRehearsal: false },
  rehearsal: { environment: 'production', isRehearsal: true },
} as const;

/** The accounts as a process of this mode and with these secret keys sees them; every call reads the database anew. */
function accountsOf(mode: keyof typeof MODES, sealer: Sealer = service.app.sealer) {
  const isLive = mode === 'production';
  const duffel = {
    token: `duffel_${isLive ? 'live' : 'test'}_ofTheInstallation`,
    isLive,
    baseUrl: 'https://duffel.example.com',
    webhookSecret: undefined,
  };
  const suppliers = { enabled: ['duffel' as const], duffel };
  return createSupplierAccounts({ config: { ...MODES[mode], suppliers }, db, sealer, log: pino({ level: 'silent' }) });
}

async function organizationWith(token: string, sealer: Sealer = service.app.sealer) {
  const { organizationId } = await createOrganization(service.app, { name: 'Test' });
  const { accountId } = await db.transaction((tx) =>
    insertNewAccount({ ...service.app, sealer }, tx, organizationId, {
      supplier: 'duffel',
      credentials: { token, webhookSecret: undefined },
      settings: {},
      isEnabled: true,
    }),
  );
  return { organizationId, accountId };
}

const usedBy = async (mode: keyof typeof MODES, organizationId: OrganizationId, sealer?: Sealer) => {
  try {
    return (await accountsOf(mode, sealer).findForSale('duffel', organizationId))?.token;
  } catch (error) {
    return error instanceof Error && 'kind' in error ? error.kind : error;
  }
};

test('two organizations with a live and a test key: neither is ever used in the wrong place, nor another in its stead', async () => {
  const a = await organizationWith(LIVE);
  const b = await organizationWith(TEST);
  const { organizationId: none } = await createOrganization(service.app, { name: 'Without' });
  const seen = async (mode: keyof typeof MODES) =>
    await Promise.all([a.organizationId, b.organizationId, none].map((id) => usedBy(mode, id)));
  expect(await seen('production')).toEqual([LIVE, 'unauthorised', 'duffel_live_ofTheInstallation']);
  expect(await seen('sandbox')).toEqual(['unauthorised', TEST, 'duffel_test_ofTheInstallation']);
  expect(await seen('rehearsal')).toEqual(['unauthorised', TEST, 'duffel_test_ofTheInstallation']);
  expect(await accountsOf('production').get('duffel', a.accountId)).toMatchObject({
    organizationId: a.organizationId,
    token: LIVE,
    isLive: true,
    baseUrl: 'https://duffel.example.com',
  });
  expect(await accountsOf('production').get('duffel', 'sac_ofNobody')).toBeUndefined();
  expect(await accountsOf('production').get('duffel', 'installation')).toMatchObject({ organizationId: undefined });
});

test('keys that are moved to another organization do not open there', async () => {
  const a = await organizationWith(TEST);
  const b = await organizationWith(`${TEST}2`);
  await sql`
    update supplier_account set credentials_sealed = (select credentials_sealed from supplier_account where account_id = ${a.accountId})
    where account_id = ${b.accountId}`.execute(db.q);
  expect(await usedBy('sandbox', a.organizationId)).toBe(TEST);
  expect(await usedBy('sandbox', b.organizationId)).toBe('unauthorised');
});

test('a new key in front of BLY_SECRET_KEYS seals, the old one still opens; without it the account is refused, not replaced', async () => {
  const sealerOf = (...keys: readonly Buffer[]) => createSealer({ environment: 'sandbox' }, keys);
  const { organizationId } = await organizationWith(TEST, sealerOf(OLD_KEY));
  const { organizationId: later } = await organizationWith(TEST, sealerOf(NEW_KEY, OLD_KEY));
  expect(await usedBy('sandbox', organizationId, sealerOf(NEW_KEY, OLD_KEY))).toBe(TEST);
  expect(await usedBy('sandbox', later, sealerOf(NEW_KEY))).toBe(TEST);
  expect(await usedBy('sandbox', organizationId, sealerOf(NEW_KEY))).toBe('unauthorised');
});
