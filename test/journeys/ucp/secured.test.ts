import { compactVerify, importJWK } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApiKey } from '../../../src/identity/keys/create-api-key.ts';
import { mintKey } from '../../support/ap2/mint.ts';
import { CONTACT, NELLIE, searchFares } from '../../support/faults/trip-journeys.ts';
import { type Answer, startService, type TestService } from '../../support/service/service.ts';
import { expectOfficial } from '../../support/ucp/official-schemas.ts';
import { type Platform, startPlatform } from '../../support/ucp/platform.ts';
import { checkoutTokenOf, closeMandate, openMandate, type Wallet } from '../../support/ucp/secured.ts';
import { makeUser, signInAs, trustingUsers } from '../../support/users.ts';

let service: TestService;
let platform: Platform;
let wallet: Wallet;
let owner: Awaited<ReturnType<typeof makeUser>>;
let key: string;
beforeAll(async () => {
  service = await startService({ users: trustingUsers });
  platform = await startPlatform(service);
  const profile = platform.profile as { ucp: { capabilities: Record<string, unknown> } };
  profile.ucp.capabilities['dev.ucp.shopping.ap2_mandate'] = [
    { version: '2026-08-25', spec: 'https://ucp.dev/', schema: 'https://ucp.dev/schema.json' },
  ];
  wallet = { issuer: await mintKey('provider-1'), agent: await mintKey('agent-1') };
  const { organizationId, key: made } = await service.makeKey();
  key = made;
  owner = await makeUser(service, { email: 'owner@example.com', organizationId, role: 'owner' });
  expect((await trust(wallet.issuer.publicJwk)).status).toBe(200);
});
afterAll(async () => {
  await platform.close();
  await service.close();
});

/** Another key of the same organization: each has its own rate. */
const anotherKey = async () => {
  const { organizationId } = owner;
  key = (await createApiKey(service.app, { name: 'test', organizationId })).key;
};

const asOwner = (method: string, path: string, body?: unknown) => service.call(method, path, body, signInAs(owner));
const trust = (...jwks: readonly unknown[]) =>
  asOwner('PUT', '/v1/mandate_issuers', { issuers: jwks.map((jwk, index) => ({ name: `Provider ${index}`, jwk })) });
const call = (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
  platform.call(method, path, body, { 'x-api-key': key, ...headers });
const create = async () => {
  const { fares } = await searchFares(service, { origin: 'PAR', destination: 'LON' }, { 'x-api-key': key });
  return await call('POST', '/checkout-sessions', {
    line_items: [{ item: { id: fares[0]?.trip_item_token }, quantity: 1 }],
    buyer: { first_name: 'Nellie', last_name: 'Bly', email: CONTACT.email, phone_number: CONTACT.phone },
    travelers: [NELLIE],
  });
};
const payment = (token: string) => ({
  instruments: [
    {
      id: 'i1',
      handler_id: 'shared_payment_token',
      type: 'shared_payment_token',
      credential: { type: 'shared_payment_token', token },
    },
  ],
});
const complete = (id: string, mandate: unknown, token = 'spt_test_ok') =>
  call('POST', `/checkout-sessions/${id}/complete`, {
    payment: payment(token),
    ...(mandate === undefined ? {} : { ap2: { checkout_mandate: mandate } }),
  });
const close = (open: string, checkout: Answer['body'], as: 'token' | 'whole' = 'token') =>
  closeMandate(wallet, open, { checkout, audience: service.url, now: new Date(), as });
const open = (more: Readonly<Record<string, unknown>> = {}) => openMandate(wallet, new Date(), more);
const codesOf = ({ body }: Answer) => body.messages?.map(({ code }: { code: string }) => code) ?? [];

/** The claims of a receipt, whose signature the keys of the profile verify. */
async function readReceipt(receipt: string): Promise<Readonly<Record<string, unknown>>> {
  const { body } = await service.call('GET', '/.well-known/ucp');
  const kid = JSON.parse(Buffer.from(receipt.split('.')[0] ?? '', 'base64url').toString()).kid;
  const jwk = body.keys.find((one: { kid: string }) => one.kid === kid);
  const { payload } = await compactVerify(receipt, await importJWK(jwk, 'ES256'));
  return JSON.parse(Buffer.from(payload).toString());
}
async function buy(id: string, mandate: string): Promise<Answer['body']> {
  const completed = await complete(id, mandate);
  expect([completed.body.status, codesOf(completed)]).toEqual(['complete_in_progress', []]);
  await service.drain();
  const { body } = await call('GET', `/checkout-sessions/${id}`);
  expect(body.status).toBe('completed');
  return body;
}

describe('a checkout of two sides that agree on mandates', () => {
  test('is signed by its seller, and fits the official schema', async () => {
    const { body } = await create();
    expect(body.ucp.capabilities['dev.ucp.shopping.ap2_mandate']).toEqual([{ version: '2026-08-25' }]);
    expectOfficial('shopping/ap2_mandate.json#/$defs/dev.ucp.shopping.checkout', body);
    const { ap2, ...rest } = body;
    expect(await readReceipt(checkoutTokenOf(body))).toEqual(rest);
    expect(ap2.merchant).toMatchObject({ id: owner.organizationId, website: service.url });
    const profile = await service.call('GET', '/.well-known/ucp');
    expectOfficial('profile.json#/$defs/business_schema', profile.body);
  });

  test.each(['token', 'whole'] as const)('is bought with a mandate (%s), and its agent has a receipt', async (as) => {
    const { body: checkout } = await create();
    const mandate = await close(await open(), checkout, as);
    const bought = await buy(checkout.id, mandate);
    const receipt = await readReceipt(bought.ap2.checkout_receipt);
    expect(receipt).toMatchObject({ status: 'Success', iss: service.url, order_id: bought.order.id });
    // It is the same receipt ever after, and the mandate changes nothing more.
    const again = await complete(checkout.id, mandate);
    expect([again.body.status, again.body.ap2.checkout_receipt]).toEqual(['completed', bought.ap2.checkout_receipt]);
  });

  test('may be limited to this seller and these items', async () => {
    const { body: checkout } = await create();
    const item = checkout.line_items[0].item.id;
    const constraints = [
      { type: 'checkout.allowed_merchants', allowed: [{ id: owner.organizationId, name: 'Anything' }] },
      {
        type: 'checkout.line_items',
        items: [{ id: 'r1', acceptable_items: [{ id: item, title: 'Flight' }], quantity: 1 }],
      },
    ];
    await buy(checkout.id, await close(await open({ constraints }), checkout));
  });
});

describe('nothing is paid', () => {
  let checkout: Answer['body'];
  beforeEach(async () => {
    await anotherKey();
    checkout = (await create()).body;
  });
  /** Refused with a code; the checkout is as it was, and can be completed. */
  async function expectRefused(answer: Answer, code: string): Promise<Answer['body']> {
    expect([answer.status, answer.body.status, codesOf(answer)]).toEqual([200, 'ready_for_complete', [code]]);
    await service.drain();
    const { body } = await service.call('GET', `/v1/trip/${checkout.id}/ledger`, undefined, { 'x-api-key': key });
    expect(body.entries).toEqual([]);
    return answer.body;
  }

  test('without a mandate, also where the platform forgets that it agreed on them', async () => {
    await expectRefused(await complete(checkout.id, undefined), 'mandate_required');
    await expectRefused(await complete(checkout.id, ''), 'mandate_required');
    const plain = await startPlatform(service);
    const answer = await plain.call(
      'POST',
      `/checkout-sessions/${checkout.id}/complete`,
      { payment: payment('spt_test_ok') },
      { 'x-api-key': key },
    );
    await expectRefused(answer, 'mandate_required');
    await plain.close();
  });

  test('by another door with the same key, unless a person pays on the page', async () => {
    const direct = { trip_id: checkout.id, shared_payment_token: 'spt_test_ok' };
    const { status, body } = await service.call('POST', '/v1/submit_agent_payment', direct, { 'x-api-key': key });
    expect([status, body.error.code]).toEqual([403, 'FORBIDDEN']);
    await expectRefused(await complete(checkout.id, undefined), 'mandate_required');
  });

  test('when somebody else would travel than the person agreed to', async () => {
    const mandate = await close(await open(), checkout);
    const { body: changed } = await call('PUT', `/checkout-sessions/${checkout.id}`, {
      line_items: checkout.line_items.map(({ item }: { item: object }) => ({ item, quantity: 1 })),
      buyer: { first_name: 'Ida', last_name: 'Other', email: CONTACT.email, phone_number: CONTACT.phone },
      travelers: [{ ...NELLIE, first_name: 'Ida', last_name: 'Other' }],
    });
    expect([changed.status, changed.totals]).toEqual(['ready_for_complete', checkout.totals]);
    await expectRefused(await complete(checkout.id, mandate), 'mandate_scope_mismatch');
  });

  test('with garbage for a mandate', async () => {
    for (const garbage of ['x', 'a.b.c', '~~', 'é'.repeat(100)])
      await expectRefused(await complete(checkout.id, garbage), 'mandate_invalid_signature');
    expect((await complete(checkout.id, 'x'.repeat(70_000))).status).toBe(400);
    expect((await complete(checkout.id, { not: 'a text' })).status).toBe(400);
  });

  test('with a mandate of an issuer nobody trusts, or for somebody else; its agent has a receipt', async () => {
    const stranger = { ...wallet, issuer: await mintKey('provider-1') };
    const foreign = await closeMandate(stranger, await openMandate(stranger, new Date()), {
      checkout,
      audience: service.url,
      now: new Date(),
    });
    const body = await expectRefused(await complete(checkout.id, foreign), 'mandate_invalid_signature');
    expect(await readReceipt(body.ap2.checkout_receipt)).toMatchObject({
      status: 'Error',
      error: 'invalid_credential',
    });
    const elsewhere = await closeMandate(wallet, await open(), {
      checkout,
      audience: 'https://else.example',
      now: new Date(),
    });
    await expectRefused(await complete(checkout.id, elsewhere), 'mandate_invalid_signature');
  });

  test('with one that expired, or was signed long ago', async () => {
    const past = Math.floor(Date.now() / 1_000) - 600;
    await expectRefused(
      await complete(checkout.id, await close(await open({ iat: past, exp: past + 60 }), checkout)),
      'mandate_expired',
    );
  });

  test('with one for another checkout, another price, or other items', async () => {
    const { body: other } = await create();
    await expectRefused(await complete(checkout.id, await close(await open(), other)), 'mandate_scope_mismatch');
    const changed = { ...checkout, totals: [{ type: 'total', amount: 1 }] };
    for (const as of ['token', 'whole'] as const)
      await expectRefused(
        await complete(checkout.id, await close(await open(), changed, as)),
        'merchant_authorization_invalid',
      );
    const stranger = [{ type: 'checkout.allowed_merchants', allowed: [{ id: 'org_else', name: 'Bly' }] }];
    await expectRefused(
      await complete(checkout.id, await close(await open({ constraints: stranger }), checkout)),
      'mandate_scope_mismatch',
    );
  });

  test('with a constraint that nobody here knows: a person may say so on our page', async () => {
    const constraints = [{ type: 'com.example.only_on_sundays' }];
    const answer = await complete(checkout.id, await close(await open({ constraints }), checkout));
    const body = await expectRefused(answer, 'mandate_scope_mismatch');
    expect(body.messages[0].severity).toBe('requires_buyer_review');
    expect(await readReceipt(body.ap2.checkout_receipt)).toMatchObject({ error: 'unresolved_constraint' });
  });

  test('with what bought something already; what was declined may be presented again', async () => {
    const opened = await open();
    const mandate = await close(opened, checkout);
    const declined = await complete(checkout.id, mandate, 'spt_test_declined');
    expect(codesOf(declined)).toEqual(['payment_failed']);
    expect(await readReceipt(declined.body.ap2.checkout_receipt)).toMatchObject({ error: 'purchase_failed' });
    const bought = await buy(checkout.id, mandate);
    expect(await readReceipt(bought.ap2.checkout_receipt)).toMatchObject({ status: 'Success' });
    checkout = (await create()).body;
    await expectRefused(await complete(checkout.id, await close(opened, checkout)), 'mandate_scope_mismatch');
  });

  test('twice, when one mandate is presented for two checkouts at once', async () => {
    const { body: second } = await create();
    const opened = await open();
    const answers = await Promise.all(
      [checkout, second].map(async (one) => await complete(one.id, await close(opened, one))),
    );
    const taken = answers.filter(({ body }) => body.status === 'complete_in_progress');
    expect([taken.length, answers.flatMap(codesOf)]).toEqual([1, ['mandate_scope_mismatch']]);
  });
});

describe('whom an organization trusts', () => {
  const PATH = '/v1/mandate_issuers';
  test('its owner says, on record; what the mandates must name is told', async () => {
    const { body } = await asOwner('GET', PATH);
    expect(body).toMatchObject({ audience: service.url, merchant_id: owner.organizationId });
    expect(body.issuers).toEqual([{ name: 'Provider 0', jwk: wallet.issuer.publicJwk }]);
    const { body: log } = await asOwner('GET', '/v1/audit_log?action=mandate_issuers.changed');
    expect(log.events[0].detail).toEqual({ version: 1, issuers: ['Provider 0'] });
    // Equal ones change nothing; those of another version are refused.
    expect((await trust(wallet.issuer.publicJwk)).body.version).toBe(1);
    const late = { issuers: [], version: 0 };
    expect((await asOwner('PUT', PATH, late)).status).toBe(409);
  });

  test('is no private key, no other curve, no point beside it, and no member decides it', async () => {
    const good = wallet.issuer.publicJwk;
    for (const jwk of [
      { ...good, d: good.x },
      { ...good, crv: 'P-384' },
      { ...good, x: 'short' },
      { ...good, x: good.y },
      { kty: 'oct', k: 'c2VjcmV0' },
    ])
      expect((await trust(jwk)).status).toBe(422);
    const member = await makeUser(service, {
      email: 'member@example.com',
      organizationId: owner.organizationId,
      role: 'member',
    });
    const asMember = await service.call('PUT', PATH, { issuers: [] }, signInAs(member));
    expect([asMember.status, (await asOwner('GET', PATH)).body.version]).toEqual([403, 1]);
    expect((await service.call('GET', PATH, undefined, { 'x-api-key': key })).status).toBe(403);
  });

  test('is its own affair: others complete checkouts as ever', async () => {
    const { key: foreign } = await service.makeKey();
    const { fares } = await searchFares(service, { origin: 'PAR', destination: 'LON' }, { 'x-api-key': foreign });
    const created = await call(
      'POST',
      '/checkout-sessions',
      {
        line_items: [{ item: { id: fares[0]?.trip_item_token }, quantity: 1 }],
        buyer: { first_name: 'Nellie', last_name: 'Bly', email: CONTACT.email, phone_number: CONTACT.phone },
        travelers: [NELLIE],
      },
      { 'x-api-key': foreign },
    );
    expect(created.body.ap2).toBeUndefined();
    expect(created.body.ucp.capabilities['dev.ucp.shopping.ap2_mandate']).toBeUndefined();
  });
});
