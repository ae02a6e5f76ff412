import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiKey } from '../../../src/identity/keys/create-api-key.ts';
import { createUser } from '../../../src/identity/create-user.ts';
import { foundOrganization } from '../../../src/identity/members/organizations-of.ts';
import { acceptInvitation, findInvitation } from '../../../src/identity/members/invitations.ts';
import type { User } from '../../../src/identity/model/user.ts';
import { findLiveUser } from '../../../src/identity/read-user.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { aVisitor, linkIn } from '../../support/accounts.ts';
import { openTestDatabase, type TestDatabase } from '../../support/service/database.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { makeUser, signInAs, trustingUsers } from '../../support/users.ts';

let db: TestDatabase;
let service: TestService;
/** A second process on the same database. */
let other: TestService;
/** Added to real time: invitations live on it, not on an organization's clock. */
let aheadMs = 0;
let owner: User;
let member: User;
beforeAll(async () => {
  db = await openTestDatabase();
  const clock = { ...systemClock, now: () => new Date(systemClock.now().getTime() + aheadMs) };
  service = await startService({ db, users: trustingUsers, clock });
  other = await startService({ db: { ...db, close: async () => undefined }, users: trustingUsers, clock });
  owner = await makeUser(service, { email: 'owner@example.com', name: 'Olga' });
  member = await makeUser(service, { email: 'member@example.com', organizationId: owner.organizationId });
});
afterAll(async () => {
  await other.close();
  await service.close();
});
const as =
  (user: Pick<User, 'organizationId' | 'userId'>) =>
  (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
    service.call(method, path, body, { ...signInAs(user), ...headers });
const statusOf = async (at: TestService, user: User) =>
  (await at.call('GET', '/v1/members', undefined, signInAs(user))).status;
const acts = async (user: User, action: string) =>
  (await as(user)('GET', `/v1/audit_log?action=${action}`)).body.events;

/** The mails to an address, oldest first, as the sandbox keeps them. */
function mailsTo(address: string): readonly string[] {
  const folder = join(service.dataDir, 'outbox');
  return readdirSync(folder)
    .sort()
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((text) => text.toLowerCase().includes(`to: ${address.toLowerCase()}`));
}
/** The token in the link of a mail, whose lines are folded. */
function tokenIn(mail: string | undefined): string {
  return /\/join\/([0-9A-Za-z]{40})/.exec((mail ?? '').replace(/=\r?\n/g, ''))?.[1] ?? '';
}
async function invite(
  user: User,
  email: string,
  body: Readonly<Record<string, string>> = {},
): Promise<{ readonly id: string; readonly token: string }> {
  const { status, body: invitation } = await as(user)('POST', '/v1/members/invitations', {
    email,
    role: 'member',
    ...body,
  });
  expect(status).toBe(201);
  await service.drain();
  return { id: invitation.invitation_id, token: tokenIn(mailsTo(email).at(-1)) };
}

describe('members', () => {
  test('are seen by members and changed by owners', async () => {
    const { body } = await as(member)('GET', '/v1/members');
    expect(body.members).toEqual([
      {
        user_id: owner.userId,
        role: 'owner',
        email: 'owner@example.com',
        name: 'Olga',
        is_email_verified: true,
        joined_at: expect.any(String),
      },
      {
        user_id: member.userId,
        role: 'member',
        email: 'member@example.com',
        is_email_verified: true,
        joined_at: expect.any(String),
      },
    ]);
    for (const [method, path, sent] of [
      ['PATCH', `/v1/members/${member.userId}`, { role: 'owner' }],
      ['DELETE', `/v1/members/${owner.userId}`, undefined],
      ['POST', '/v1/members/invitations', { email: 'a@example.com', role: 'member' }],
      ['DELETE', '/v1/members/invitations/inv_0', undefined],
    ] as const) {
      expect((await as(member)(method, path, sent)).body.error, `${method} ${path}`).toMatchObject({
        code: 'FORBIDDEN',
        message: 'Only an owner of the organization may do this.',
      });
    }
    expect((await as(member)('GET', '/v1/members/invitations')).status).toBe(200);
  });

  test('the last owner neither leaves nor is demoted, even by two owners at once', async () => {
    for (const [method, sent] of [
      ['PATCH', { role: 'member' }],
      ['DELETE', undefined],
    ] as const) {
      expect((await as(owner)(method, `/v1/members/${owner.userId}`, sent)).body.error.message).toBe(
        'An organization keeps at least one owner. Make somebody else an owner first.',
      );
    }
    expect((await as(owner)('PATCH', `/v1/members/${member.userId}`, { role: 'owner' })).body.role).toBe('owner');
    const [one, two] = await Promise.all([
      as(owner)('PATCH', `/v1/members/${member.userId}`, { role: 'member' }),
      as(member)('PATCH', `/v1/members/${owner.userId}`, { role: 'member' }),
    ]);
    expect([one.status, two.status].sort()).toEqual([200, 403]);
    const { body } = await as(owner)('GET', '/v1/members');
    expect(body.members.filter(({ role }: { role: string }) => role === 'owner')).toHaveLength(1);
    if (one.status === 403) await as(member)('PATCH', `/v1/members/${owner.userId}`, { role: 'owner' });
    if (one.status === 403) await as(owner)('PATCH', `/v1/members/${member.userId}`, { role: 'member' });
    const changes = await acts(owner, 'member.role_changed');
    expect(changes.at(-1)).toMatchObject({
      actor: { kind: 'user', id: owner.userId },
      target: member.userId,
      detail: { from: 'member', to: 'owner' },
      remote_address: '127.0.0.1',
    });
  });

  test('whoever is removed is nobody within a second in every process; their keys stay, their address is free', async () => {
    const leaver = await makeUser(service, { email: 'leaver@example.com', organizationId: owner.organizationId });
    const {
      body: { key },
    } = await as(leaver)('POST', '/v1/api_keys', { name: 'stays' });
    expect([await statusOf(service, leaver), await statusOf(other, leaver)]).toEqual([200, 200]);
    expect((await as(owner)('DELETE', `/v1/members/${leaver.userId}`)).body).toEqual({
      user_id: leaver.userId,
      removed: true,
    });
    const removedAt = performance.now();
    const taken: number[] = [];
    for (const at of [service, other]) {
      await expect
        .poll(
          async () => {
            const begunAt = performance.now();
            const status = await statusOf(at, leaver);
            if (status === 200) taken.push(begunAt - removedAt);
            return status;
          },
          { timeout: 30_000, interval: 50 },
        )
        .toBe(401);
    }
    expect(taken.filter((afterMs) => afterMs > 1_000)).toEqual([]);
    expect((await service.call('GET', '/v1/account', undefined, { 'x-api-key': key })).status).toBe(200);
    expect((await as(owner)('DELETE', `/v1/members/${leaver.userId}`)).status).toBe(404);
    expect((await makeUser(service, { email: 'LEAVER@example.com' })).organizationId).not.toBe(owner.organizationId);
    expect(await acts(owner, 'member.removed')).toMatchObject([
      { target: leaver.userId, detail: { role: 'member', has_left: false } },
    ]);
  });

  test('whoever is removed makes, invites and changes nothing more, not even in the second they are still believed', async () => {
    const removed = await makeUser(service, {
      email: 'removed@example.com',
      organizationId: owner.organizationId,
      role: 'owner',
    });
    expect(await statusOf(service, removed)).toBe(200);
    expect((await as(owner)('DELETE', `/v1/members/${removed.userId}`)).status).toBe(200);
    const answers = await Promise.all([
      as(removed)('POST', '/v1/api_keys', { name: 'lasting' }),
      as(removed)('POST', '/v1/members/invitations', { email: 'lasting@example.com', role: 'owner' }),
      as(removed)('PATCH', `/v1/members/${member.userId}`, { role: 'owner' }),
      as(removed)('DELETE', `/v1/members/${removed.userId}`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  });

  test('everybody may leave', async () => {
    const leaver = await makeUser(service, { email: 'goes@example.com', organizationId: owner.organizationId });
    expect((await as(leaver)('DELETE', `/v1/members/${leaver.userId}`)).status).toBe(200);
    expect((await acts(owner, 'member.removed'))[0]).toMatchObject({
      actor: { id: leaver.userId },
      detail: { has_left: true },
    });
    for (const role of ['support', 'read_only'] as const) {
      const one = await makeUser(service, {
        email: `${role}@example.com`,
        organizationId: owner.organizationId,
        role,
      });
      const another = await as(one)('DELETE', `/v1/members/${owner.userId}`);
      expect([another.status, another.body.error.code]).toEqual([403, 'FORBIDDEN']);
      expect((await as(one)('DELETE', `/v1/members/${one.userId}`)).status).toBe(200);
    }
  });
});

describe('invitations', () => {
  test('bring a link by mail that makes one user, once', async () => {
    const { body: invitation } = await as(owner)('POST', '/v1/members/invitations', {
      email: 'Robin@Example.com',
      role: 'owner',
      locale: 'fr-CA',
    });
    expect(invitation).toEqual({
      invitation_id: expect.stringMatching(/^inv_/),
      email: 'Robin@Example.com',
      role: 'owner',
      invited_by: owner.userId,
      created_at: expect.any(String),
      expires_at: expect.any(String),
    });
    expect(Date.parse(invitation.expires_at) - Date.parse(invitation.created_at)).toBe(7 * 86_400_000);
    await service.drain();
    const [mail] = mailsTo('Robin@Example.com');
    expect(mail).toContain('Content-Language: fr');
    const token = tokenIn(mail);
    expect(await stored()).not.toContain(token);
    expect((await as(member)('GET', '/v1/members/invitations')).text).not.toContain(token);
    expect(await findInvitation(service.app, token)).toEqual({
      organizationId: owner.organizationId,
      organizationName: 'Olga',
      invitationId: invitation.invitation_id,
      email: 'Robin@Example.com',
      role: 'owner',
      expiresAt: new Date(invitation.expires_at),
    });
    const joined = await acceptInvitation(service.app, token, {
      name: 'Robin',
      request: { requestId: 'req_1', remoteAddress: '192.0.2.7' },
    });
    expect(joined).toMatchObject({
      kind: 'joined',
      user: {
        email: 'Robin@Example.com',
        name: 'Robin',
        role: 'owner',
        organizationId: owner.organizationId,
        emailVerifiedAt: expect.any(Date),
      },
    });
    expect(await acceptInvitation(service.app, token, { name: 'Robin' })).toEqual({ kind: 'gone' });
    expect((await as(owner)('GET', '/v1/members/invitations')).body.invitations).toEqual([]);
    expect((await acts(owner, 'member.joined'))[0]).toMatchObject({
      detail: { role: 'owner' },
      request_id: 'req_1',
      remote_address: '192.0.2.7',
    });
    expect((await acts(owner, 'member.invited'))[0]).toMatchObject({
      target: invitation.invitation_id,
      detail: { email: 'Robin@Example.com', role: 'owner' },
    });
  });

  test('two who follow one link at once make one user', async () => {
    const { token } = await invite(owner, 'twice@example.com');
    const accepted = await Promise.all([
      acceptInvitation(service.app, token, { name: 'One' }),
      acceptInvitation(other.app, token, { name: 'Two' }),
    ]);
    expect(accepted.filter(({ kind }) => kind === 'joined')).toHaveLength(1);
    expect(accepted.filter(({ kind }) => kind !== 'joined')).toHaveLength(1);
  });

  test('end when withdrawn, replaced or a week old, whatever the sandbox clock says', async () => {
    const withdrawn = await invite(owner, 'a@example.com');
    expect((await as(owner)('DELETE', `/v1/members/invitations/${withdrawn.id}`)).body).toEqual({
      invitation_id: withdrawn.id,
      withdrawn: true,
    });
    expect((await as(owner)('DELETE', `/v1/members/invitations/${withdrawn.id}`)).status).toBe(404);
    const first = await invite(owner, 'b@example.com');
    const second = await invite(owner, 'B@example.com');
    expect(second.token).not.toBe(first.token);
    expect(
      await Promise.all([withdrawn, first, second].map(({ token }) => findInvitation(service.app, token))),
    ).toEqual([undefined, undefined, expect.objectContaining({ invitationId: second.id })]);
    expect((await as(owner)('POST', '/v1/sandbox/clock', { advance_seconds: 30 * 86_400 })).status).toBe(200);
    expect(await findInvitation(service.app, second.token)).toBeDefined();
    aheadMs = 7 * 86_400_000 + 60_000;
    expect(await findInvitation(service.app, second.token)).toBeUndefined();
    expect(await acceptInvitation(service.app, second.token, { name: 'B' })).toEqual({ kind: 'gone' });
    expect((await as(owner)('GET', '/v1/members/invitations')).body.invitations).toEqual([]);
    aheadMs = 0;
    for (const wrong of ['', 'x', '0'.repeat(40), '%00'])
      expect(await findInvitation(service.app, wrong)).toBeUndefined();
  });

  test('an address that signs in elsewhere is told so when it follows the link, and not to whoever invites it', async () => {
    const elsewhere = await makeUser(service, { email: 'elsewhere@example.com' });
    const { token } = await invite(owner, 'ELSEWHERE@example.com');
    expect(await acceptInvitation(service.app, token, { name: 'E' })).toEqual({ kind: 'email_taken' });
    expect(await statusOf(service, elsewhere)).toBe(200);
    expect(await findInvitation(service.app, token)).toBeDefined();
    expect(
      (await as(owner)('POST', '/v1/members/invitations', { email: 'OWNER@example.com', role: 'member' })).body.error
        .message,
    ).toBe('This address is a member already.');
  });

  test('end with the power of whoever sent them: nobody comes back by a link of their own', async () => {
    for (const [name, method, sent] of [
      ['removed', 'DELETE', undefined],
      ['demoted', 'PATCH', { role: 'member' }],
    ] as const) {
      const inviter = await makeUser(service, {
        email: `inviter-${name}@example.com`,
        organizationId: owner.organizationId,
        role: 'owner',
      });
      const { id, token } = await invite(inviter, `second-${name}@example.com`, { role: 'owner' });
      expect((await as(owner)(method, `/v1/members/${inviter.userId}`, sent)).status).toBe(200);
      expect(await findInvitation(service.app, token)).toBeUndefined();
      expect(await acceptInvitation(service.app, token, { name: 'P' })).toEqual({ kind: 'gone' });
      expect((await acts(owner, 'member.invitation_withdrawn'))[0]).toMatchObject({
        actor: { id: owner.userId },
        target: id,
        detail: { email: `second-${name}@example.com`, cause: `inviter_${name}` },
      });
      // Even one that is still open, as older versions left them.
      await invitations()
        .updateTable('member_invitation')
        .set({ withdrawn_at: null })
        .where('invitation_id', '=', id)
        .execute();
      expect(await acceptInvitation(service.app, token, { name: 'P' })).toEqual({ kind: 'gone' });
    }
  });

  test('free an address from somebody who never showed that it is theirs', async () => {
    const squatter = await createUser(service.app, { email: 'victim@example.com', isEmailVerified: false });
    if (squatter === undefined) throw new Error('the address is somebody’s');
    const witness = await makeUser(service, {
      email: 'witness@example.com',
      organizationId: squatter.organizationId,
      role: 'owner',
    });
    const { token } = await invite(owner, 'Victim@example.com');
    expect(await acceptInvitation(service.app, token, { name: 'V' })).toMatchObject({
      kind: 'joined',
      user: { organizationId: owner.organizationId, email: 'Victim@example.com' },
    });
    expect(await findLiveUser(service.app, squatter.organizationId, squatter.userId)).toBeUndefined();
    expect(await acts(witness, 'member.removed')).toMatchObject([
      {
        actor: { kind: 'system' },
        target: squatter.userId,
        detail: { role: 'owner', cause: 'address_proven_by_another' },
      },
    ]);
  });

  test('the first password that is set by mail ends what a stranger made with the address', async () => {
    const email = 'squatted@example.com';
    const user = await createUser(service.app, { email, isEmailVerified: false });
    if (user === undefined) throw new Error('the address is somebody’s');
    const { body: made } = await as(user)('POST', '/v1/api_keys', { name: 'left behind' });
    const lasting = await createApiKey(service.app, {
      organizationId: user.organizationId,
      name: 'of the installation',
    });
    const { id, token } = await invite(user, 'friend@example.com', { role: 'owner' });
    const reset = async (password: string) => {
      const visitor = aVisitor(service);
      await visitor.get('/forgot-password');
      await visitor.post('/forgot-password', { email });
      await service.drain();
      const path = linkIn(mailsTo(email).at(-1), '/reset-password');
      await visitor.get(path);
      expect((await visitor.post(path, { new_password: password })).status).toBe(200);
    };
    await reset('seven quiet boats drift');
    const keysOf = async () =>
      (await as(user)('GET', '/v1/api_keys')).body.api_keys.map(({ key_id: keyId }: { key_id: string }) => keyId);
    expect(await keysOf()).toEqual([lasting.keyId]);
    expect(await acceptInvitation(service.app, token, { name: 'Friend' })).toEqual({ kind: 'gone' });
    expect(await acts(user, 'api_key.revoked')).toMatchObject([
      { actor: { kind: 'user', id: user.userId }, target: made.key_id, detail: { cause: 'address_proven' } },
    ]);
    expect(await acts(user, 'member.invitation_withdrawn')).toMatchObject([
      { target: id, detail: { cause: 'address_proven' } },
    ]);
    // From then on the address is known to be theirs, and another password ends no key.
    const { body: kept } = await as(user)('POST', '/v1/api_keys', { name: 'kept' });
    await reset('nine green lamps hum');
    expect(await keysOf()).toEqual([lasting.keyId, kept.key_id]);
  });

  test('survive a sandbox reset, mail included, and are sent once under an Idempotency-Key', async () => {
    const post = () =>
      as(owner)(
        'POST',
        '/v1/members/invitations',
        { email: 'reset@example.com', role: 'member' },
        { 'idempotency-key': 'i1' },
      );
    const { body } = await post();
    expect((await post()).body).toEqual(body);
    expect((await as(owner)('POST', '/v1/sandbox/reset', {})).status).toBe(200);
    await service.drain();
    expect(mailsTo('reset@example.com')).toHaveLength(1);
    expect(await findInvitation(service.app, tokenIn(mailsTo('reset@example.com')[0]))).toBeDefined();
  });

  test('are no way to send bulk mail, and take no list of addresses', async () => {
    for (const email of [
      'a@example.com, b@example.com',
      'a@example.com\r\nBcc: b@example.com',
      'Name <a@example.com>',
      '\u212Arobin@example.com',
      '\uFF52obin@example.com',
      '',
      `${'x'.repeat(250)}@example.com`,
    ]) {
      expect((await as(owner)('POST', '/v1/members/invitations', { email, role: 'member' })).status, email).toBe(422);
    }
    const sender = await makeUser(service, { email: 'sender@example.com' });
    const statuses: number[] = [];
    for (let n = 0; n < 51; n += 1)
      statuses.push(
        (await as(sender)('POST', '/v1/members/invitations', { email: `n${n % 5}@example.org`, role: 'member' }))
          .status,
      );
    expect(statuses.filter((status) => status === 201)).toHaveLength(50);
    expect(statuses.at(-1)).toBe(409);
  });

  test('one person sends no more than one organization may, however many they found', async () => {
    const founder = await makeUser(service, { email: 'founder@example.com' });
    const second = await foundOrganization(service.app, founder, {
      name: 'Second',
      request: { requestId: 'req_founder', remoteAddress: '127.0.0.1' },
    });
    const inSecond = { ...founder, organizationId: second };
    const send = (user: User, n: number) =>
      as(user)('POST', '/v1/members/invitations', { email: `o${n % 5}@example.org`, role: 'member' });
    for (let n = 0; n < 30; n += 1) expect((await send(founder, n)).status).toBe(201);
    for (let n = 0; n < 20; n += 1) expect((await send(inSecond, n)).status).toBe(201);
    for (const user of [founder, inSecond]) {
      const refused = await send(user, 0);
      expect([refused.status, refused.body.error.message]).toEqual([
        409,
        'One person sends at most 50 invitations in 24 hours, in all organizations together.',
      ]);
    }
  });
});

const invitations = () =>
  db.q.withTables<{ member_invitation: { invitation_id: string; withdrawn_at: Date | null } }>();
async function stored(): Promise<string> {
  return JSON.stringify(await invitations().selectFrom('member_invitation').selectAll().execute());
}
