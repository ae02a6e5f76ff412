import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiKey } from '../../../src/identity/keys/create-api-key.ts';
import type { User } from '../../../src/identity/model/user.ts';
import { openTestDatabase } from '../../support/service/database.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { money } from '../../../src/travel/money.ts';
import { makeUser, signInAs, trustingUsers } from '../../support/users.ts';

let service: TestService;
/** A second process on the same database. */
let other: TestService;
beforeAll(async () => {
  const db = await openTestDatabase();
  service = await startService({ users: trustingUsers, db });
  other = await startService({ users: trustingUsers, db: { ...db, close: async () => undefined } });
});
afterAll(async () => {
  await other.close();
  await service.close();
});

const PATH = '/v1/pricing_rules';
const users = { count: 0 };
const makeOwner = async (): Promise<User> => {
  users.count += 1;
  return await makeUser(service, { email: `owner-${users.count}@example.com` });
};
const as = (user: User) => (method: string, path: string, body?: unknown) =>
  service.call(method, path, body, signInAs(user));
const put = (user: User, rules: unknown, more: object = {}) => as(user)('PUT', PATH, { rules, ...more });
const acts = async (user: User) => (await as(user)('GET', '/v1/audit_log?action=pricing_rules.changed')).body.events;
/** The fee on USD 100.00 of a hotel room in Portugal. */
const feeAt = async (at: TestService, { organizationId }: User) => {
  const fees = await at.app.pricing.feesOf(organizationId);
  const subject = { kind: 'hotel', supplierId: 'sandbox_hotels', carrier: undefined, country: 'PT', cabin: undefined };
  return fees.feeOf({ ...subject, kind: 'hotel' }, money(100_00, 'USD')).value;
};

describe('the rules of an organization', () => {
  test('are none at first, then as they were sent, count at once, and are on record', async () => {
    const owner = await makeOwner();
    expect((await as(owner)('GET', PATH)).body).toEqual({ version: 0, updated_at: null, rules: [] });
    expect(await feeAt(service, owner)).toBe(0);
    const rules = [
      {
        match: {
          kind: 'flight',
          supplier: 'sandbox',
          carrier: 'af',
          country: 'us',
          cabin: 'business',
          min_total: 1_000,
        },
        currency: 'eur',
        percent: 2.55,
        fixed: 300,
        minimum: 500,
        maximum: 9_900,
        round_to: 50,
      },
      { match: { kind: 'car' } },
      { percent: 4, currency: 'USD', round_to: 100 },
    ];
    const saved = await put(owner, rules);
    expect(saved.status).toBe(200);
    expect(saved.body).toEqual({
      version: 1,
      updated_at: expect.stringMatching(/^20/),
      rules: [
        { ...rules[0], match: { ...rules[0]?.match, carrier: 'AF', country: 'US' }, currency: 'EUR' },
        { match: { kind: 'car' }, percent: 0 },
        { match: {}, currency: 'USD', percent: 4, fixed: 0, round_to: 100 },
      ],
    });
    expect((await as(owner)('GET', PATH)).body).toEqual(saved.body);
    expect(await feeAt(service, owner)).toBe(400);
    expect(await acts(owner)).toMatchObject([
      { target: owner.organizationId, actor: { id: owner.userId }, detail: { version: 1, rules: 3 } },
    ]);
    const [first] = await acts(owner);
    expect(first.detail).toMatchObject({ removed: [], reordered: false });
    expect(first.detail.added[1]).toBe('2: {"match":{"kind":"car"},"percent":0}');
    const again = await put(owner, saved.body.rules);
    expect(again.body).toEqual(saved.body);
    expect(await acts(owner)).toHaveLength(1);
    expect((await put(owner, [])).body).toMatchObject({ version: 2, rules: [] });
    expect(await feeAt(service, owner)).toBe(0);
    const [emptied] = await acts(owner);
    expect(emptied.detail).toEqual({
      version: 2,
      rules: 0,
      added: [],
      removed: first.detail.added,
      reordered: false,
    });
  });

  test('are tried out on a price beside a draft, which is not saved; one that is switched off matches nothing', async () => {
    const owner = await makeOwner();
    const rules = [
      { match: { kind: 'hotel' }, percent: 9, enabled: false },
      { match: { country: 'US' }, percent: 3 },
    ];
    expect((await put(owner, rules)).body.rules).toEqual(rules);
    const example = { kind: 'hotel', destination: 'NYC', amount: 20_000, currency: 'USD' };
    const attempt = (body: object) => as(owner)('POST', `${PATH}/try`, body);
    const usd = (amount: number) => ({ amount, currency: 'USD', decimal_places: 2 });
    const draft = [{ match: { kind: 'hotel' }, currency: 'USD', percent: 1, minimum: 900 }, ...rules];
    expect((await attempt({ example, rules: draft })).body).toEqual({
      version: 1,
      current: { fee: usd(600), total: usd(20_600), rule: 1 },
      draft: { fee: usd(900), total: usd(20_900), rule: 0 },
    });
    expect((await attempt({ example: { ...example, destination: 'LIS' } })).body.current).toMatchObject({
      fee: usd(0),
      rule: null,
    });
    expect((await as(owner)('GET', PATH)).body).toMatchObject({ version: 1, rules });
    expect((await acts(owner))[0].detail.added[0]).toContain('"enabled":false');
    for (const [path, change] of [
      ['example.destination', { destination: 'QQQ' }],
      ['example.country', { destination: undefined, country: 'XX' }],
      ['example.amount', { amount: -1 }],
    ] as const)
      expect((await attempt({ example: { ...example, ...change } })).body.fields).toMatchObject([{ path }]);
    const nobody = await attempt({ example, rules: [{ match: { supplier: 'nobody' }, percent: 1 }] });
    expect([nobody.status, nobody.body.fields[0].path]).toEqual([422, 'rules[0].match.supplier']);
  });

  test('count in another process within seconds', async () => {
    const owner = await makeOwner();
    expect(await feeAt(other, owner)).toBe(0);
    await put(owner, [{ percent: 7 }]);
    await expect.poll(() => feeAt(other, owner)).toBe(700);
  });

  test('are nobody else’s', async () => {
    const [one, another] = [await makeOwner(), await makeOwner()];
    await put(one, [{ percent: 5 }]);
    expect((await as(another)('GET', PATH)).body.rules).toEqual([]);
    await put(another, [{ percent: 9 }]);
    expect([await feeAt(service, one), await feeAt(service, another)]).toEqual([500, 900]);
    expect(await acts(one)).toHaveLength(1);
  });

  test('are read by members, changed by owners alone, and neither by an API key', async () => {
    const owner = await makeOwner();
    const { organizationId } = owner;
    const member = await makeUser(service, { email: `member-${users.count}@example.com`, organizationId });
    const { key } = await createApiKey(service.app, { organizationId, name: 'server' });
    await put(owner, [{ percent: 1 }]);
    expect((await as(member)('GET', PATH)).body.rules).toHaveLength(1);
    expect(await put(member, [])).toMatchObject({
      status: 403,
      body: { error: { message: 'Only an owner of the organization may do this.' } },
    });
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', { rules: [] }],
    ] as const) {
      const refused = await service.call(method, PATH, body, { 'x-api-key': key });
      expect([refused.status, refused.body.error.code]).toEqual([403, 'FORBIDDEN']);
      expect((await service.call(method, PATH, body, signInAs(owner, ['search', 'book']))).status).toBe(403);
    }
    expect((await as(owner)('GET', PATH)).body.version).toBe(1);
  });

  test('are replaced by one of two who changed the same version', async () => {
    const owner = await makeOwner();
    const both = await Promise.all([
      put(owner, [{ percent: 1 }], { version: 0 }),
      put(owner, [{ percent: 2 }], { version: 0 }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = both.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({
      version: 1,
      error: {
        code: 'CONFLICT',
        message: 'The pricing rules are of version 1, not 0. Read them again, and change those.',
      },
    });
    expect((await put(owner, [{ percent: 3 }], { version: 1 })).body.version).toBe(2);
    expect(await acts(owner)).toHaveLength(2);
  });

  test('stay when the sandbox is reset', async () => {
    const owner = await makeOwner();
    const saved = await put(owner, [{ percent: 6 }]);
    const { key } = await createApiKey(service.app, { organizationId: owner.organizationId, name: 'server' });
    expect((await service.call('POST', '/v1/sandbox/reset', {}, { 'x-api-key': key })).status).toBe(200);
    expect((await as(owner)('GET', PATH)).body).toEqual(saved.body);
    expect(await feeAt(service, owner)).toBe(600);
  });
});

describe('rules that cannot be meant', () => {
  let owner: User;
  beforeAll(async () => {
    owner = await makeOwner();
  });
  test.each([
    [{ percnt: 3 }, 'rules[0].percnt', 'is no field of this'],
    [{ match: { airline: 'AF' } }, 'rules[0].match.airline', 'is no field of this'],
    [{ percent: 100.01 }, 'rules[0].percent', 'must be at most 100'],
    [{ percent: -1 }, 'rules[0].percent', 'must be at least 0'],
    [{ percent: 2.555 }, 'rules[0].percent', 'must have at most two decimals'],
    [{ currency: 'USD', fixed: -1 }, 'rules[0].fixed', 'must be at least 0'],
    [{ currency: 'USD', fixed: 1.5 }, 'rules[0].fixed', 'must be an integer'],
    [{ currency: 'USD', fixed: 1_000_000_001 }, 'rules[0].fixed', 'must be at most 1000000000'],
    [{ currency: 'USD', round_to: 0 }, 'rules[0].round_to', 'must be at least 1'],
    [{ minimum: 5 }, 'rules[0].currency', 'is required: the rule names an amount'],
    [{ match: { min_total: 5 } }, 'rules[0].currency', 'is required: the rule names an amount'],
    [{ currency: 'USD', percent: 5 }, 'rules[0].currency', 'must be left out: the rule names no amount'],
    [{ currency: 'USD', minimum: 6, maximum: 5 }, 'rules[0].minimum', 'must be at most maximum, 5'],
    [{ match: { kind: 'boat' } }, 'rules[0].match.kind', 'must be one of flight, hotel, car'],
    [
      { match: { supplier: 'sandbocks' } },
      'rules[0].match.supplier',
      'sells nothing here; must be one of sandbox, sandbox_hotels, sandbox_cars',
    ],
    [{ match: { carrier: 'ZZZ' } }, 'rules[0].match.carrier', 'is no airline of the directory'],
    [{ match: { country: 'XX' } }, 'rules[0].match.country', 'is no country of the directory'],
    [
      { match: { cabin: 'steerage' } },
      'rules[0].match.cabin',
      'must be one of economy, premium_economy, business, first',
    ],
    [{ match: { kind: 'hotel', cabin: 'first' } }, 'rules[0].match.cabin', 'only flights have one, and kind is hotel'],
  ])('%j: 422 at %s', async (rule, path, problem) => {
    const answer = await put(owner, [rule]);
    expect([answer.status, answer.body.fields]).toEqual([422, [{ path, problem }]]);
  });

  test('are refused with every unknown word, and change nothing', async () => {
    const answer = await put(owner, [{ percent: 1 }, { match: { carrier: 'ZZZ', country: 'XX' } }]);
    expect(answer.body.fields.map(({ path }: { path: string }) => path)).toEqual([
      'rules[1].match.carrier',
      'rules[1].match.country',
    ]);
    expect((await put(owner, [{ percent: 1 }], { versoin: 3 })).body.fields).toEqual([
      { path: 'versoin', problem: 'is no field of this' },
    ]);
    expect((await as(owner)('GET', PATH)).body.version).toBe(0);
  });

  test('in a currency no price can be given in: CURRENCY_UNSUPPORTED with the place', async () => {
    const answer = await put(owner, [{ percent: 1 }, { currency: 'XQZ', fixed: 1 }]);
    expect(answer).toMatchObject({
      status: 422,
      body: {
        error: {
          code: 'CURRENCY_UNSUPPORTED',
          message: 'rules[1].currency: no price can be given in it. See supported.',
        },
        supported: expect.arrayContaining(['EUR', 'USD']),
      },
    });
  });

  test('are more than a hundred', async () => {
    const rules = Array.from({ length: 101 }, () => ({ percent: 1 }));
    expect((await put(owner, rules)).body.fields).toEqual([
      { path: 'rules', problem: 'must have at most 100 entries' },
    ]);
    expect((await put(owner, rules.slice(1))).status).toBe(200);
  });
});
