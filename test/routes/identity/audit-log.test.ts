import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgetOldRecords } from '../../../src/identity/forget-old-records.ts';
import { AUDIT_ACTIONS } from '../../../src/identity/model/audit.ts';
import type { User } from '../../../src/identity/model/user.ts';
import { makeFundedKey } from '../../../src/metering/make-key-for-admin.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { makeUser, signInAs, trustingUsers } from '../../support/users.ts';
import { accountMessagesOf } from '../../../web/accounts/messages.ts';
import { PAGE_LANGUAGES } from '../../../web/checkout/messages.ts';

let service: TestService;
let user: User;
let log: (query?: string, by?: User) => ReturnType<TestService['call']>;
beforeAll(async () => {
  service = await startService({ users: trustingUsers });
  user = await makeUser(service, { email: 'auditor@example.com', name: 'Ada' });
  log = (query = '', by = user) => service.call('GET', `/v1/audit_log${query}`, undefined, signInAs(by));
});
afterAll(async () => {
  await service.close();
});
const actions = (body: { readonly events: readonly { readonly action: string }[] }) =>
  body.events.map(({ action }) => action);

test('who did what to what, when and from where, newest first, for every member', async () => {
  const call = (method: string, path: string, body?: unknown) =>
    service.call(method, path, body, { ...signInAs(user), 'x-request-id': 'audited' });
  const {
    body: { key, key_id: keyId, prefix },
  } = await call('POST', '/v1/api_keys', { name: 'server', scopes: ['manage'] });
  await service.call('POST', '/v1/sandbox/credits', { amount: 5 }, { 'x-api-key': key, 'x-request-id': 'by key' });
  await call('POST', '/v1/sandbox/reset', {});
  await call('DELETE', `/v1/api_keys/${keyId}`);
  const member = await makeUser(service, { email: 'reader@example.com', organizationId: user.organizationId });
  const { body, text } = await log('', member);
  const byUser = {
    actor: { kind: 'user', id: user.userId },
    request_id: 'audited',
    remote_address: '127.0.0.1',
    audit_id: expect.stringMatching(/^aud_/),
    at: expect.any(String),
  };
  expect(body.events.map(({ at }: { at: string }) => at)).toEqual(
    body.events
      .map(({ at }: { at: string }) => at)
      .sort()
      .reverse(),
  );
  // Acts of one millisecond stand in either order.
  expect(body.events).toHaveLength(7);
  expect(body.events).toEqual(
    expect.arrayContaining([
      {
        audit_id: expect.any(String),
        at: expect.any(String),
        action: 'member.joined',
        actor: { kind: 'user', id: member.userId },
        target: member.userId,
        detail: { role: 'member' },
      },
      { ...byUser, action: 'api_key.revoked', target: keyId, detail: { name: 'server', prefix } },
      { ...byUser, action: 'sandbox.reset', target: user.organizationId, detail: {} },
      {
        ...byUser,
        action: 'credits.changed',
        actor: { kind: 'api_key', id: keyId },
        request_id: 'by key',
        target: user.organizationId,
        detail: { amount: 5, balance: 100_005 },
      },
      { ...byUser, action: 'api_key.created', target: keyId, detail: { name: 'server', prefix, scopes: ['manage'] } },
      {
        audit_id: expect.any(String),
        at: expect.any(String),
        action: 'member.joined',
        actor: { kind: 'user', id: user.userId },
        target: user.userId,
        detail: { role: 'owner' },
      },
      {
        audit_id: expect.any(String),
        at: expect.any(String),
        action: 'organization.created',
        actor: { kind: 'user', id: user.userId },
        target: user.organizationId,
        detail: { name: 'Ada', is_unlimited: false },
      },
    ]),
  );
  expect(text).not.toContain(key);
});

test('in pages whose tokens belong to their list', async () => {
  const first = (await log('?limit=4')).body;
  const second = (await log(`?limit=4&page_token=${first.next_page_token}`)).body;
  expect([...actions(first), ...actions(second)]).toEqual(actions((await log('?limit=100')).body));
  expect(second).not.toHaveProperty('next_page_token');
  expect(actions((await log('?action=sandbox.reset')).body)).toEqual(['sandbox.reset']);
  const stranger = await makeUser(service, { email: 'stranger@example.com' });
  for (const refused of [
    await log(`?page_token=${first.next_page_token}`, stranger),
    await log(`?action=sandbox.reset&page_token=${first.next_page_token}`),
    await log('?page_token=x'),
  ]) {
    expect([refused.status, refused.body.fields]).toEqual([
      422,
      [{ path: 'page_token', problem: 'is not a token of this list' }],
    ]);
  }
  for (const wrong of ['?action=everything', '?limit=0', '?limit=101']) expect((await log(wrong)).status).toBe(422);
  expect((await log('', stranger)).text).not.toContain(user.organizationId);
});

test('a key of the command line, with the organization and the credit it was made with', async () => {
  const { organizationId, keyId, prefix } = await makeFundedKey(service.app, {
    name: 'ops',
    newOrganizationName: 'Ops',
  });
  const reader = await makeUser(service, { email: 'ops@example.com', organizationId });
  const { body } = await log('', reader);
  const all = [...body.events].sort((a: { action: string }, b: { action: string }) => a.action.localeCompare(b.action));
  expect(all).toMatchObject([
    {
      action: 'api_key.created',
      actor: { kind: 'admin' },
      target: keyId,
      detail: { name: 'ops', prefix, scopes: ['search', 'book', 'manage'] },
    },
    { action: 'credits.changed', actor: { kind: 'admin' }, detail: { amount: 100_000, balance: 100_000 } },
    { action: 'member.joined', actor: { kind: 'user', id: reader.userId } },
    { action: 'organization.created', actor: { kind: 'admin' }, target: organizationId },
  ]);
});

test('what was refused is not on record: nothing happened', async () => {
  const before = (await log('?limit=100')).body;
  await service.call('POST', '/v1/api_keys', { name: '' }, signInAs(user));
  await service.call('DELETE', '/v1/api_keys/key_0', undefined, signInAs(user));
  await service.call('DELETE', `/v1/members/${user.userId}`, undefined, signInAs(user));
  expect((await log('?limit=100')).body).toEqual(before);
});

test('nobody changes it; entries go after 400 days and not before', async () => {
  const insertAt = (id: string, days: number) =>
    sql`insert into audit_event (organization_id, audit_id, at, actor_kind, action)
    values (${user.organizationId}, ${id}, now() - make_interval(days => ${days}), 'system', 'sandbox.reset')`.execute(
      service.app.db.q,
    );
  await insertAt('aud_000_old', 402);
  await insertAt('aud_001_young', 399);
  for (const statement of [
    sql`update audit_event set action = 'user.signed_in' where organization_id = ${user.organizationId}`,
    sql`delete from audit_event where organization_id = ${user.organizationId}`,
    sql`delete from audit_event where audit_id = 'aud_001_young'`,
    sql`truncate audit_event`,
  ]) {
    await expect(statement.execute(service.app.db.q)).rejects.toThrow('audit_event is append-only');
  }
  await forgetOldRecords(service.app, new AbortController().signal);
  const kept = (await log('?limit=100')).body.events.map(({ audit_id: id }: { audit_id: string }) => id);
  expect(kept).toContain('aud_001_young');
  expect(kept).not.toContain('aud_000_old');
});

test('the page of recent events has its own text for every act, in every language', () => {
  const lacking = PAGE_LANGUAGES.flatMap((language) =>
    AUDIT_ACTIONS.filter((action) => accountMessagesOf(language).security.actions[action] === undefined).map(
      (action) => `${language} ${action}`,
    ),
  );
  expect(lacking).toEqual([]);
});
