import { afterAll, beforeAll, expect, test } from 'vitest';
import { liteapiAccount, openServer, SAND_KEY } from '../../support/suppliers/liteapi-client.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { makeUser, signInAs, trustingUsers } from '../../support/users.ts';

const PATH = '/v1/supplier_accounts';
const OWN_KEY = 'sand_ofAnOrganization';

let service: TestService;
let users = 0;
beforeAll(async () => {
  service = await startService({ users: trustingUsers });
});
afterAll(() => service.close());

/** The owner of a new organization, where LiteAPI is at an address of its own and takes these keys. */
async function makeOwner(keys: readonly string[]) {
  const { url, requests } = await openServer((request, response) => {
    const isKnown = keys.includes(String(request.headers['x-api-key']));
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isKnown ? { data: [] } : { error: { code: 401, message: 'unknown key' } }));
  });
  const { token, webhookSecret, baseUrl, isLive } = liteapiAccount(url);
  Object.assign(service.app.config.suppliers, { liteapi: { token, webhookSecret, baseUrl, isLive } });
  users += 1;
  const owner = await makeUser(service, { email: `owner-${users}@example.com` });
  const call = (method: string, path: string, body?: unknown) => service.call(method, path, body, signInAs(owner));
  const add = (body: object) => call('POST', PATH, { supplier: 'liteapi', ...body });
  return { owner, requests, call, add };
}

test('an account at LiteAPI has a key, which it is asked for, and is used in the place of the installation’s', async () => {
  const { owner, add, requests } = await makeOwner([OWN_KEY]);
  const { status, body, text } = await add({ credentials: { key: OWN_KEY, webhook_secret: 'made-up-token' } });
  expect([status, body]).toMatchObject([
    201,
    { supplier: 'liteapi', is_live: false, token_ends_in: 'tion', settings: { kinds: ['hotel'] }, status: 'ok' },
  ]);
  expect(text).not.toContain(OWN_KEY);
  expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /v3.0/data/currencies']);
  const { findForSale } = service.app.supplierAccounts;
  expect(await findForSale('liteapi', owner.organizationId)).toMatchObject({
    accountId: body.account_id,
    token: OWN_KEY,
    webhookSecret: 'made-up-token',
  });
  const { owner: other } = await makeOwner([OWN_KEY]);
  expect(await findForSale('liteapi', other.organizationId)).toMatchObject({
    accountId: 'installation',
    token: SAND_KEY,
  });
});

test('what is no key, another supplier’s word or kind, or refused is named; nothing is saved', async () => {
  const { call, add } = await makeOwner([OWN_KEY]);
  const refusalOf = async (sent: object) => {
    const { status, body } = await add(sent);
    return [status, body.error.message];
  };
  expect(await refusalOf({ credentials: {} })).toEqual([422, 'credentials.key: is required']);
  expect(await refusalOf({ credentials: { token: OWN_KEY } })).toEqual([
    422,
    'credentials.token: is for another supplier: send credentials.key',
  ]);
  expect(await refusalOf({ credentials: { key: 'with a space' } })).toEqual([
    422,
    'credentials.key: must be a key of LiteAPI: letters, digits, - and _',
  ]);
  expect(await refusalOf({ credentials: { key: 'prod_0123456789' } })).toEqual([
    422,
    'credentials.key: is a live key, and this is a sandbox: use a test key',
  ]);
  expect(await refusalOf({ credentials: { key: 'sand_unknown01' } })).toEqual([
    422,
    'credentials.key: is not known to the supplier: copy it once more, whole',
  ]);
  expect(await refusalOf({ credentials: { key: OWN_KEY }, settings: { kinds: ['flight'] } })).toEqual([
    422,
    'settings.kinds.0: is not sold by liteapi',
  ]);
  expect((await call('GET', PATH)).body.supplier_accounts).toEqual([]);
});

test('a new key replaces the old one once LiteAPI takes it; a token of Duffel’s does not', async () => {
  const { call, add } = await makeOwner([OWN_KEY, 'sand_theNextOne']);
  const { account_id: id } = (await add({ credentials: { key: OWN_KEY } })).body;
  const change = async (credentials: object) => await call('PATCH', `${PATH}/${id}`, { credentials });
  expect((await change({ token: 'duffel_test_0123456789' })).status).toBe(422);
  expect((await change({ key: 'sand_unknown01' })).status).toBe(422);
  expect((await change({ key: 'sand_theNextOne' })).body.token_ends_in).toBe('tOne');
});

test('what bookings are paid from is set and changed; a credit line needs a live key, and Duffel has no such choice', async () => {
  const { owner, call, add } = await makeOwner([OWN_KEY]);
  const { body: credit } = await add({ credentials: { key: OWN_KEY }, settings: { paid_from: 'credit' } });
  expect(credit.error.message).toContain('settings.paid_from: must be card or wallet with a test key');
  expect((await add({ credentials: { key: OWN_KEY }, settings: { paid_from: 'beans' } })).status).toBe(422);
  const { body } = await add({ credentials: { key: OWN_KEY } });
  expect(body.settings).toMatchObject({ paid_from: 'card' });
  const changed = await call('PATCH', `${PATH}/${body.account_id}`, { settings: { paid_from: 'wallet' } });
  expect(changed.body.settings).toEqual({ kinds: ['hotel'], max_searches_per_day: null, paid_from: 'wallet' });
  expect((await call('PATCH', `${PATH}/${body.account_id}`, { settings: { paid_from: 'credit' } })).status).toBe(422);
  const kept = await call('PATCH', `${PATH}/${body.account_id}`, { settings: { max_searches_per_day: 50 } });
  expect(kept.body.settings).toMatchObject({ max_searches_per_day: 50, paid_from: 'wallet' });
  expect(await service.app.supplierAccounts.findForSale('liteapi', owner.organizationId)).toMatchObject({
    paidFrom: 'wallet',
  });
});
