import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { User } from '../../../src/identity/model/user.ts';
import { openTestDatabase, type TestDatabase } from '../../support/service/database.ts';
import { makeUser, signInAs, trustingUsers } from '../../support/users.ts';
import { startService, type TestService } from '../../support/service/service.ts';

let db: TestDatabase;
let service: TestService;
/** A second process on the same database. */
let other: TestService;
let owner: User;
beforeAll(async () => {
  db = await openTestDatabase();
  service = await startService({ db, users: trustingUsers });
  other = await startService({ db: { ...db, close: async () => undefined }, users: trustingUsers });
  owner = await makeUser(service, { email: 'owner@example.com', name: 'Olga' });
});
afterAll(async () => {
  await other.close();
  await service.close();
});
const asOwner = (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
  service.call(method, path, body, { ...signInAs(owner), ...headers });
const statusOf = async (at: TestService, key: string, path = '/v1/account') =>
  (await at.call('GET', path, undefined, { 'x-api-key': key })).status;

describe('POST /v1/api_keys', () => {
  test('shows the key once, and it works as X-API-Key and as a Bearer token', async () => {
    const { status, body } = await asOwner('POST', '/v1/api_keys', {
      name: ' checkout server ',
      scopes: ['book', 'search', 'book'],
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      key_id: expect.stringMatching(/^key_/),
      name: 'checkout server',
      mandate_only: false,
      prefix: body.key.slice(0, 9),
      scopes: ['search', 'book'],
      quota: 1_000,
      rate: { per_second: 25, burst: 100 },
      created_at: expect.any(String),
      created_by: owner.userId,
      key: expect.stringMatching(/^bly_s[0-9A-Za-z]{32}$/),
    });
    expect(await statusOf(service, body.key)).toBe(200);
    expect((await service.call('GET', '/v1/account', undefined, { authorization: `Bearer ${body.key}` })).status).toBe(
      200,
    );
    expect(await statusOf(service, body.key, '/v1/webhooks')).toBe(403);
    const { text } = await asOwner('GET', '/v1/api_keys');
    expect(text).not.toContain(body.key);
    expect(JSON.parse(text).api_keys.at(-1)).toEqual({ ...body, key: undefined });
  });

  test('is for users with the scope to manage: a key is 403, and so is a token that may only search', async () => {
    const { key } = await service.makeKey();
    for (const [method, path] of [
      ['GET', '/v1/api_keys'],
      ['POST', '/v1/api_keys'],
      ['DELETE', '/v1/api_keys/key_0'],
      ['GET', '/v1/members'],
      ['GET', '/v1/audit_log'],
    ] as const) {
      expect(
        (await service.call(method, path, undefined, { 'x-api-key': key })).body.error,
        `${method} ${path}`,
      ).toMatchObject({
        code: 'FORBIDDEN',
        message: 'This operation needs the credential of a signed-in user, not an API key.',
      });
      expect((await service.call(method, path, undefined, signInAs(owner, ['search', 'book']))).status).toBe(403);
      expect((await service.call(method, path, undefined, { 'x-api-key': '' })).status).toBe(401);
    }
  });

  test('gives a key no more than its maker has: scopes, and the limits of a new key', async () => {
    const limited = signInAs(owner, ['search', 'manage']);
    expect((await service.call('POST', '/v1/api_keys', { name: 'x', scopes: ['book'] }, limited)).body.fields).toEqual([
      { path: 'scopes', problem: 'may not hold book, which your own credential does not have' },
    ]);
    expect((await service.call('POST', '/v1/api_keys', { name: 'x' }, limited)).body.scopes).toEqual([
      'search',
      'manage',
    ]);
    expect(
      (await asOwner('POST', '/v1/api_keys', { name: 'x', quota: 1_001, rate: { per_second: 26, burst: 101 } })).body
        .fields,
    ).toEqual([
      { path: 'quota', problem: 'may be at most 1000' },
      { path: 'rate.per_second', problem: 'may be at most 25' },
      { path: 'rate.burst', problem: 'may be at most 100' },
    ]);
    expect(
      (await asOwner('POST', '/v1/api_keys', { name: 'small', quota: 10, rate: { per_second: 1, burst: 2 } })).body,
    ).toMatchObject({ quota: 10, rate: { per_second: 1, burst: 2 } });
    for (const wrong of [
      {},
      { name: '  ' },
      { name: 'x'.repeat(101) },
      { name: 'x\u0007y' },
      { name: 'x', scopes: [] },
      { name: 'x', scopes: ['all'] },
      { name: 'x', quota: 0 },
      { name: 'x', rate: { per_second: 1 } },
    ]) {
      expect((await asOwner('POST', '/v1/api_keys', wrong)).status, JSON.stringify(wrong)).toBe(422);
    }
    const unlimited = await makeUser(service, {
      email: 'root@example.com',
      organizationId: (await service.call('GET', '/v1/account')).body.organization.organization_id,
      role: 'owner',
    });
    expect(
      (
        await service.call(
          'POST',
          '/v1/api_keys',
          { name: 'big', quota: 5_000, rate: { per_second: 100, burst: 500 } },
          signInAs(unlimited),
        )
      ).body,
    ).toMatchObject({ quota: 5_000, rate: { per_second: 100, burst: 500 } });
  });

  test('an Idempotency-Key makes one key, and answers it again after a crash before the answer', async () => {
    const user = await makeUser(service, { email: 'idem@example.com' });
    const post = () =>
      service.call('POST', '/v1/api_keys', { name: 'once' }, { ...signInAs(user), 'idempotency-key': 'k1' });
    const made = await post();
    const again = await post();
    expect([made.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 201, 'true']);
    expect(again.body).toEqual(made.body);
    // What the run left behind that died after its commit: a lock that has lapsed, and what it recorded.
    await keptRuns()
      .updateTable('idempotency_key')
      .set({ state: 'running', answer: null, locked_until: new Date(0) })
      .where('organization_id', '=', user.organizationId)
      .execute();
    const recovered = await post();
    expect([recovered.status, recovered.headers.get('idempotent-replayed')]).toEqual([201, null]);
    expect(recovered.body).toEqual(made.body);
    expect(await statusOf(service, recovered.body.key)).toBe(200);
    const [kept] = await keptRuns()
      .selectFrom('idempotency_key')
      .select('result')
      .where('organization_id', '=', user.organizationId)
      .execute();
    expect(JSON.stringify(kept)).toContain(made.body.key_id);
    expect(JSON.stringify(kept)).not.toContain(made.body.key);
    expect((await service.call('GET', '/v1/api_keys', undefined, signInAs(user))).body.api_keys).toHaveLength(1);
    // Revoked in the meantime, it is not shown again.
    await service.call('DELETE', `/v1/api_keys/${made.body.key_id}`, undefined, signInAs(user));
    await keptRuns()
      .updateTable('idempotency_key')
      .set({ state: 'running', answer: null, locked_until: new Date(0) })
      .where('organization_id', '=', user.organizationId)
      .execute();
    expect((await post()).status).toBe(404);
  });

  test('an Idempotency-Key repeats a key only to the credential that made it, and only while it works', async () => {
    const user = await makeUser(service, { email: 'repeat@example.com' });
    const colleague = await makeUser(service, { email: 'colleague@example.com', organizationId: user.organizationId });
    const post = (credential: Readonly<Record<string, string>>) =>
      service.call('POST', '/v1/api_keys', { name: 'mine' }, { ...credential, 'idempotency-key': 'mine' });
    const made = await post(signInAs(user));
    const others = [
      await post(signInAs(user, ['manage'])),
      await post(signInAs(colleague)),
      await post(signInAs(user, undefined, 'Robot')),
    ];
    expect(others.map(({ status, headers }) => [status, headers.get('idempotent-replayed')])).toEqual([
      [201, null],
      [201, null],
      [201, null],
    ]);
    expect(others[0]?.body.scopes).toEqual(['manage']);
    expect(new Set([made, ...others].map(({ body }) => body.key)).size).toBe(4);
    expect((await post(signInAs(user))).body).toEqual(made.body);
    await service.call('DELETE', `/v1/api_keys/${made.body.key_id}`, undefined, signInAs(user));
    const { status, body, text } = await post(signInAs(user));
    expect([status, body.error.message, text.includes(made.body.key)]).toEqual([
      404,
      'The API key this made has been revoked.',
      false,
    ]);
  });

  test('says which program made it for the user, in the list and in the audit log', async () => {
    const user = await makeUser(service, { email: 'programs@example.com' });
    const { body: made } = await service.call(
      'POST',
      '/v1/api_keys',
      { name: 'by robot' },
      signInAs(user, undefined, 'Robot'),
    );
    expect(made).toMatchObject({ created_by: user.userId, created_through: 'Robot' });
    await service.call('POST', '/v1/api_keys', { name: 'by hand' }, signInAs(user));
    const { api_keys: keys } = (await service.call('GET', '/v1/api_keys', undefined, signInAs(user))).body;
    expect(keys.map(({ created_through: program }: { created_through?: string }) => program)).toEqual([
      'Robot',
      undefined,
    ]);
    await service.call('DELETE', `/v1/api_keys/${made.key_id}`, undefined, signInAs(user, undefined, 'Android'));
    const { events } = (await service.call('GET', '/v1/audit_log', undefined, signInAs(user))).body;
    expect(events.slice(0, 3)).toMatchObject([
      {
        action: 'api_key.revoked',
        actor: { kind: 'user', id: user.userId },
        detail: { program: 'Android', grant: 'grant-of-Android' },
      },
      { action: 'api_key.created', detail: { name: 'by hand' } },
      {
        action: 'api_key.created',
        actor: { kind: 'user', id: user.userId },
        detail: { program: 'Robot', grant: 'grant-of-Robot' },
      },
    ]);
    expect(events[1].detail).not.toHaveProperty('program');
  });

  test('an organization has at most a hundred keys, however many are asked for at once', async () => {
    const user = await makeUser(service, { email: 'many@example.com' });
    const answers = await Promise.all(
      Array.from({ length: 103 }, () => service.call('POST', '/v1/api_keys', { name: 'one of many' }, signInAs(user))),
    );
    const limited = answers.filter(({ status }) => status === 429).length;
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(100);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3 - limited);
    const [
      {
        body: { key_id: id },
      } = { body: { key_id: '' } },
    ] = answers.filter(({ status }) => status === 201);
    // A quick machine has used up the user's calls by now: the next is there within the second.
    const statusWithinRate = async (method: string, path: string, body?: object) => {
      let status = 0;
      const ask = async () => {
        ({ status } = await service.call(method, path, body, signInAs(user)));
        return status;
      };
      await expect.poll(ask).not.toBe(429);
      return status;
    };
    expect(await statusWithinRate('DELETE', `/v1/api_keys/${id}`)).toBe(200);
    expect(await statusWithinRate('POST', '/v1/api_keys', { name: 'the next' })).toBe(201);
  });
});

describe('DELETE /v1/api_keys/{id}', () => {
  test('ends the key within a second in every process; its own id is then 404, like anybody else’s', async () => {
    const {
      body: { key, key_id: id },
    } = await asOwner('POST', '/v1/api_keys', { name: 'short' });
    expect([await statusOf(service, key), await statusOf(other, key)]).toEqual([200, 200]);
    expect((await asOwner('DELETE', `/v1/api_keys/${id}`)).body).toEqual({ key_id: id, revoked: true });
    const revokedAt = performance.now();
    // At once where it was ended.
    expect(await statusOf(service, key)).toBe(401);
    const taken: number[] = [];
    for (const at of [service, other]) {
      // Whenever a busy machine gets to it: what counts is when a request began.
      await expect
        .poll(
          async () => {
            const begunAt = performance.now();
            const status = await statusOf(at, key);
            if (status === 200) taken.push(begunAt - revokedAt);
            return status;
          },
          { timeout: 30_000, interval: 50 },
        )
        .toBe(401);
    }
    expect(taken.filter((afterMs) => afterMs > 1_000)).toEqual([]);
    const stranger = await makeUser(service, { email: 'stranger@example.com' });
    const live = (await asOwner('POST', '/v1/api_keys', { name: 'live' })).body;
    const answers = await Promise.all([
      asOwner('DELETE', `/v1/api_keys/${id}`),
      asOwner('DELETE', '/v1/api_keys/key_nobody'),
      service.call('DELETE', `/v1/api_keys/${live.key_id}`, undefined, signInAs(stranger)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await statusOf(service, live.key)).toBe(200);
  });
});

test('none of these calls is metered', async () => {
  const before = (await service.call('GET', '/v1/account', undefined, signInAs(owner))).body.balance;
  await asOwner('GET', '/v1/api_keys');
  await asOwner('GET', '/v1/members');
  await asOwner('GET', '/v1/audit_log');
  expect((await service.call('GET', '/v1/account', undefined, signInAs(owner))).body.balance).toBe(before);
});

const keptRuns = () =>
  db.q.withTables<{
    idempotency_key: {
      organization_id: string;
      state: string;
      answer: string | null;
      locked_until: Date;
      result: unknown;
    };
  }>();
