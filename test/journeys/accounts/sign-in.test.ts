import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AdminUserAnswer } from '../../../src/accounts/create-user-for-admin.ts';
import { changePassword } from '../../../src/accounts/passwords/change-password.ts';
import { checkPassword, hashPassword } from '../../../src/accounts/passwords/hash-password.ts';
import { closeSession, openSession } from '../../../src/accounts/sessions/open-session.ts';
import { checkSignIn } from '../../../src/accounts/sign-in.ts';
import { bannerLines } from '../../../src/banner.ts';
import { closeGuestSession } from '../../../src/manage/guest-session.ts';
import { callAdmin } from '../../../src/platform/admin/admin-socket.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import {
  getUser,
  actionsOf,
  allowProgram,
  aUser,
  aVisitor,
  linkIn,
  mailsTo,
  PASSWORD,
  plain,
  programsOf,
  signIn,
  signUp,
  wordsOf,
} from '../../support/accounts.ts';
import { type Answer, startService, type TestService } from '../../support/service/service.ts';
import { aStaffMember } from '../../support/staff.ts';

const OTHER_PASSWORD = 'seven quiet boats drift';
const hourMs = 3_600_000;
let service: TestService;
let realTimeMs = 0;

beforeAll(async () => {
  service = await startService({ clock: { now: () => new Date(systemClock.now().getTime() + realTimeMs) } });
});
afterAll(() => service.close());

describe('signing up', () => {
  test('a stranger gets a mail, signs in, and confirms the address with the link and the password', async () => {
    const page = await signUp(service, 'first@example.com');
    expect(page.status).toBe(200);
    expect(wordsOf(page)).toContain('Check your mail');
    expect(wordsOf(page)).toContain(join(service.dataDir, 'outbox'));
    const [mail] = mailsTo(service, 'first@example.com');
    const path = linkIn(mail, '/verify');
    expect(path).toMatch(/^\/verify\//);
    const visitor = aVisitor(service);
    // Programs that scan mails open links: looking uses nothing up.
    await visitor.get(path);
    expect(wordsOf(await visitor.get(path))).toContain('Confirm your address');
    expect((await visitor.post(path, { password: 'not the one it was made with' })).status).toBe(401);
    const done = await visitor.post(path, { password: PASSWORD });
    expect([done.status, done.headers.get('location')]).toEqual([303, '/account?locale=en']);
    expect(wordsOf(await visitor.get('/account'))).toContain('Signed in as first@example.com');
    const gone = await visitor.get(path);
    expect(gone.status).toBe(410);
    expect(wordsOf(gone)).toMatch(/Sign in.*Choose a new password/);
    expect(await actionsOf(service, 'first@example.com')).toEqual([
      'organization.created',
      'member.joined',
      'user.signed_up',
      'user.sign_in_failed',
      'user.email_verified',
      'user.signed_in',
    ]);
  });

  test('an address that somebody has gets the very same page, and a mail that says so', async () => {
    const fresh = await signUp(service, 'second@example.com');
    const again = await signUp(service, ' SECOND@example.com ', { name: 'Somebody Else', password: OTHER_PASSWORD });
    expect(wordsOf(again)).toBe(wordsOf(fresh));
    expect([again.status, again.headers.getSetCookie()]).toEqual([fresh.status, []]);
    const mails = mailsTo(service, 'second@example.com');
    expect(mails).toHaveLength(2);
    expect(plain(mails[1])).toContain('Subject: You already have an account');
    expect(plain(mails[1])).not.toMatch(/\/(verify|reset-password)\//);
    expect((await signIn(service, 'second@example.com', { password: OTHER_PASSWORD })).answer.status).toBe(401);
  });

  test('what is wrong with a form is said in words, and the password is never shown again', async () => {
    for (const spelling of ['\u212Aelvin@example.com', '\uFF4Belvin@example.com', 'kelvin@\uFF45xample.com'])
      expect((await signUp(service, spelling)).status, spelling).toBe(422);
    const page = await signUp(service, 'not an address', { name: ' ', password: 'password1234' });
    expect(page.status).toBe(422);
    expect(wordsOf(page)).toContain('This does not look like an email address');
    expect(wordsOf(page)).toContain('Please fill in this field');
    expect(wordsOf(page)).toContain('among those that are tried first');
    expect(page.text).not.toContain('password1234');
    expect(wordsOf(await signUp(service, 'short@example.com', { password: 'too short' }))).toContain('too short');
  });

  test('by invitation only: nobody signs up, and a user the administrator makes sets a first password by a link', async () => {
    const closed = await startService({ config: { signUp: 'invite' } });
    try {
      expect((await closed.call('GET', '/sign-up', undefined, { 'x-api-key': '' })).status).toBe(403);
      expect(
        (
          await closed.call('POST', '/sign-up', 'email=a@example.com', {
            'x-api-key': '',
            'content-type': 'application/x-www-form-urlencoded',
          })
        ).status,
      ).toBe(403);
    } finally {
      await closed.close();
    }
    const answer = await callAdmin(service.dataDir, 'create_user', { email: 'owner@example.com', name: 'Olga Owner' });
    const path = AdminUserAnswer.parse(answer?.result).link.slice(service.url.length);
    expect(path).toMatch(/^\/reset-password\/[\w-]{43}$/);
    const visitor = aVisitor(service);
    expect(wordsOf(await visitor.get(path))).toContain('Choose a password');
    expect((await visitor.post(path, { new_password: PASSWORD })).status).toBe(200);
    expect((await signIn(service, 'owner@example.com')).answer.status).toBe(303);
    await expect(callAdmin(service.dataDir, 'create_user', { email: 'owner@example.com' })).rejects.toThrow(
      'has an account already',
    );
  });

  test('in production nobody signs in before the address is confirmed; a right password brings the link again', async () => {
    await signUp(service, 'unconfirmed@example.com');
    const production = { ...service.app, config: { ...service.app.config, environment: 'production' as const } };
    const attempt = {
      email: 'unconfirmed@example.com',
      language: 'en',
      request: { requestId: 'req_1', remoteAddress: '192.0.2.1', headers: {} },
    } as const;
    expect((await checkSignIn(production, { ...attempt, password: PASSWORD })).kind).toBe('unverified');
    expect((await checkSignIn(production, { ...attempt, password: 'wrong password here' })).kind).toBe('wrong');
  });
});

describe('signing in', () => {
  test('the cookie is for this server alone, and its id is a fresh one', async () => {
    await signUp(service, 'cookie@example.com');
    const planted = aVisitor(service, [['bly_session', 'A'.repeat(43)]]);
    const { visitor, answer } = await signIn(service, 'Cookie@Example.com ', { visitor: planted });
    expect(answer.status).toBe(303);
    const [cookie = ''] = answer.headers.getSetCookie().filter((set) => set.startsWith('bly_session='));
    expect(cookie).toMatch(/^bly_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/);
    expect(visitor.jar.get('bly_session')).not.toBe('A'.repeat(43));
    const first = [...visitor.jar];
    // Off loopback it goes over https or not at all.
    const inClear = { ...service.app, config: { ...service.app.config, publicUrl: 'http://travel.example.com' } };
    const closing = [
      await closeSession(inClear, { requestId: 'req_1', remoteAddress: '192.0.2.1', headers: {} }),
      closeGuestSession(inClear),
    ];
    for (const set of closing) expect(set).toMatch(/; Secure$/);
    expect(bannerLines({ app: inClear, firstKey: undefined }).join(' ')).toContain(
      'http://travel.example.com is neither https nor loopback: cookies are Secure',
    );
    // Signing in once more in the same browser ends the session it had.
    const login = aVisitor(
      service,
      [...visitor.jar].filter(([name]) => name === 'bly_form'),
    );
    const page = await login.get('/sign-in');
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    await visitor.post('/sign-in', { csrf, email: 'cookie@example.com', password: PASSWORD });
    expect((await aVisitor(service, first).get('/account')).status).toBe(303);
    expect((await visitor.get('/account')).status).toBe(200);
  });

  test('a wrong password and an unknown address get the same page', async () => {
    await signUp(service, 'known@example.com');
    const wrong = (await signIn(service, 'known@example.com', { password: OTHER_PASSWORD })).answer;
    const unknown = (await signIn(service, 'nobody@example.com', { password: OTHER_PASSWORD })).answer;
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wordsOf(unknown)).toBe(wordsOf(wrong));
    expect(wordsOf(wrong)).toContain('do not fit together');
  });

  test('on to where one wanted to go, when it is here; anywhere else is the account', async () => {
    await signUp(service, 'onwards@example.com');
    const visitor = aVisitor(service);
    expect((await visitor.get('/sign-in?return_to=%2Foauth%2Fauth%3Fclient_id%3Dx')).text).toContain(
      'name="return_to" value="/oauth/auth?client_id=x"',
    );
    const on = await visitor.post('/sign-in', {
      email: 'onwards@example.com',
      password: PASSWORD,
      return_to: '/oauth/auth?client_id=x',
    });
    expect([on.status, on.headers.get('refresh')]).toEqual([200, '0;url=/oauth/auth?client_id=x']);
    expect(on.text).toContain('href="/oauth/auth?client_id=x"');
    for (const elsewhere of ['//elsewhere.example', 'https://elsewhere.example', '/\\elsewhere.example']) {
      const other = aVisitor(service);
      expect((await other.get(`/sign-in?return_to=${encodeURIComponent(elsewhere)}`)).text).not.toContain('elsewhere');
      const answer = await other.post('/sign-in', {
        email: 'onwards@example.com',
        password: PASSWORD,
        return_to: elsewhere,
      });
      expect(answer.headers.get('location')).toBe('/account?locale=en');
    }
    expect((await visitor.get('/sign-in?return_to=%2Faccount%2Fsecurity')).headers.get('location')).toBe(
      '/account/security',
    );
  });

  test("forms of other sites, without a token or with somebody else's change nothing", async () => {
    await signUp(service, 'forms@example.com');
    const pair = { email: 'forms@example.com', password: PASSWORD };
    const visitor = aVisitor(service);
    expect((await visitor.post('/sign-in', pair)).status).toBe(403);
    await visitor.get('/sign-in');
    expect((await visitor.post('/sign-in', pair, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await visitor.post('/sign-in', { ...pair, csrf: 'forged' })).status).toBe(403);
    const other = aVisitor(service);
    const csrf = /name="csrf" value="([^"]+)"/.exec((await other.get('/sign-in')).text)?.[1] ?? '';
    expect((await visitor.post('/sign-in', { ...pair, csrf })).status).toBe(403);
    expect((await visitor.post('/sign-up', { csrf })).status).toBe(403);
    expect((await visitor.post('/forgot-password', { ...pair, csrf })).status).toBe(403);
    expect(visitor.jar.has('bly_session')).toBe(false);
  });

  test('ten failures lock an address for a quarter of an hour, whoever has it; a new password by mail ends it', async () => {
    await signUp(service, 'locked@example.com');
    for (const email of ['locked@example.com', 'nobody-locked@example.com']) {
      const statuses: number[] = [];
      // Side by side: who guesses in parallel gains nothing.
      const visitors = await Promise.all(
        Array.from({ length: 12 }, async () => {
          const visitor = aVisitor(service);
          await visitor.get('/sign-in');
          return visitor;
        }),
      );
      for (const answer of await Promise.all(
        visitors.map((visitor) => visitor.post('/sign-in', { email, password: OTHER_PASSWORD })),
      ))
        statuses.push(answer.status);
      expect(statuses.sort()).toEqual([...Array.from({ length: 9 }, () => 401), 429, 429, 429]);
      expect((await signIn(service, email)).answer.status).toBe(429);
    }
    await service.drain();
    expect(
      (await actionsOf(service, 'locked@example.com')).filter((action) => action === 'user.locked_out'),
    ).toHaveLength(1);
    expect(plain(mailsTo(service, 'locked@example.com').at(-1))).toContain('Subject: Too many failed sign-ins');
    realTimeMs += hourMs / 4 - 10_000;
    expect((await signIn(service, 'locked@example.com')).answer.status).toBe(429);
    const owner = aVisitor(service);
    await owner.get('/forgot-password');
    await owner.post('/forgot-password', { email: 'locked@example.com' });
    await service.drain();
    const path = linkIn(mailsTo(service, 'locked@example.com').at(-1), '/reset-password');
    await owner.get(path);
    await owner.post(path, { new_password: OTHER_PASSWORD });
    expect((await signIn(service, 'locked@example.com', { password: OTHER_PASSWORD })).answer.status).toBe(303);
    expect((await signIn(service, 'nobody-locked@example.com')).answer.status).toBe(429);
    realTimeMs += 10_000;
    expect((await signIn(service, 'nobody-locked@example.com')).answer.status).toBe(401);
  });
});

describe('sessions', () => {
  test('a session is a credential of the API: reads without more, writes with its token', async () => {
    const visitor = await aUser(service, 'api@example.com');
    const cookie = `bly_session=${visitor.jar.get('bly_session') ?? ''}`;
    const csrf = /name="csrf" value="([^"]+)"/.exec((await visitor.get('/account')).text)?.[1] ?? '';
    const call = (method: string, path: string, body: unknown, headers: Readonly<Record<string, string>>) =>
      service.call(method, path, body, { 'x-api-key': '', cookie, ...headers });
    expect((await call('GET', '/v1/account', undefined, {})).status).toBe(200);
    expect((await call('GET', '/v1/account', undefined, { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    // A link on another site takes the cookie along, and would spend the user's credit.
    for (const site of ['cross-site', 'same-site'])
      expect((await call('GET', '/v1/account', undefined, { 'sec-fetch-site': site })).status).toBe(401);
    const refused = await call('POST', '/v1/api_keys', { name: 'by script' }, {});
    expect([refused.status, refused.body.error.code]).toEqual([403, 'FORBIDDEN']);
    expect((await call('POST', '/v1/api_keys', { name: 'by script' }, { 'x-csrf-token': csrf })).status).toBe(201);
    expect(
      (
        await service.call('GET', '/v1/account', undefined, {
          'x-api-key': '',
          cookie: `bly_session=${'B'.repeat(43)}`,
        })
      ).status,
    ).toBe(401);
  });

  test('twelve hours without use and thirty days whatever happens end a session', async () => {
    const idle = await aUser(service, 'idle@example.com');
    realTimeMs += 11 * hourMs;
    expect((await idle.get('/account')).status).toBe(200);
    realTimeMs += 11 * hourMs;
    expect((await idle.get('/account')).status).toBe(200);
    realTimeMs += 12 * hourMs;
    const ended = await idle.get('/account');
    expect([ended.status, ended.headers.get('location')]).toEqual([
      303,
      '/sign-in?locale=en&return_to=%2Faccount&ended=1',
    ]);
    const busy = await aUser(service, 'busy@example.com');
    for (let halfDay = 1; halfDay < 66; halfDay += 1) {
      realTimeMs += 11 * hourMs;
      expect((await busy.get('/account/security')).status).toBe(200);
    }
    realTimeMs += 11 * hourMs;
    expect((await busy.get('/account')).status).toBe(303);
  });

  test('signing out ends this session, signing out everywhere all of them, and only their own forms do', async () => {
    const visitor = await aUser(service, 'leaver@example.com');
    const second = (await signIn(service, 'leaver@example.com')).visitor;
    const third = (await signIn(service, 'leaver@example.com')).visitor;
    expect((await second.post('/sign-out', { csrf: 'forged' })).status).toBe(403);
    await second.get('/account');
    const kept = [...second.jar];
    expect((await second.post('/sign-out', {})).headers.get('location')).toBe('/sign-in?locale=en');
    expect(second.jar.has('bly_session')).toBe(false);
    expect((await aVisitor(service, kept).get('/account')).status).toBe(303);
    expect((await visitor.post('/account/sign-out-everywhere', { csrf: 'forged' })).status).toBe(403);
    await visitor.get('/account/security');
    expect(wordsOf(await visitor.post('/account/sign-out-everywhere', {}))).toContain('signed out everywhere');
    expect((await third.get('/account')).status).toBe(303);
  });
});

describe('passwords', () => {
  test('forgotten: the same page for everybody; the link works once, for an hour, and ends every session', async () => {
    const visitor = await aUser(service, 'forgetful@example.com');
    const ask = async (email: string): Promise<Answer> => {
      const other = aVisitor(service);
      await other.get('/forgot-password');
      const answer = await other.post('/forgot-password', { email });
      await service.drain();
      return answer;
    };
    const known = await ask('forgetful@example.com');
    expect(wordsOf(await ask('nobody-forgetful@example.com'))).toBe(wordsOf(known));
    expect(mailsTo(service, 'nobody-forgetful@example.com')).toEqual([]);
    const late = linkIn(mailsTo(service, 'forgetful@example.com').at(-1), '/reset-password');
    realTimeMs += hourMs;
    expect((await aVisitor(service).get(late)).status).toBe(410);
    await ask('forgetful@example.com');
    const path = linkIn(mailsTo(service, 'forgetful@example.com').at(-1), '/reset-password');
    await allowProgram(service, 'forgetful@example.com');
    expect(await programsOf(service, 'forgetful@example.com')).toEqual(['Travel Agent']);
    const other = aVisitor(service);
    expect(wordsOf(await other.get(path))).toContain('Choose a new password');
    expect((await other.post(path, { new_password: 'forgetful1234' })).status).toBe(422);
    expect(wordsOf(await other.post(path, { new_password: OTHER_PASSWORD }))).toContain('Your password is saved');
    expect((await other.post(path, { new_password: PASSWORD })).status).toBe(410);
    expect((await visitor.get('/account')).status).toBe(303);
    expect(await programsOf(service, 'forgetful@example.com')).toEqual([]);
    await service.drain();
    expect(plain(mailsTo(service, 'forgetful@example.com').at(-1))).toContain('Subject: Your password was changed');
    expect((await signIn(service, 'forgetful@example.com')).answer.status).toBe(401);
    expect((await signIn(service, 'forgetful@example.com', { password: OTHER_PASSWORD })).answer.status).toBe(303);
    expect((await actionsOf(service, 'forgetful@example.com')).filter((action) => action.includes('password'))).toEqual(
      ['user.password_reset_requested', 'user.password_reset_requested', 'user.password_reset'],
    );
  });

  test('changed: with the present one, and every session ends', async () => {
    const visitor = await aUser(service, 'changer@example.com');
    const other = (await signIn(service, 'changer@example.com')).visitor;
    await allowProgram(service, 'changer@example.com');
    await visitor.get('/account/security');
    expect(
      wordsOf(
        await visitor.post('/account/password', {
          current_password: 'not the present one',
          new_password: OTHER_PASSWORD,
        }),
      ),
    ).toContain('not your present password');
    expect(
      (await visitor.post('/account/password', { current_password: PASSWORD, new_password: 'short' })).status,
    ).toBe(422);
    expect(
      wordsOf(await visitor.post('/account/password', { current_password: PASSWORD, new_password: OTHER_PASSWORD })),
    ).toContain('Your password has been changed');
    expect((await other.get('/account')).status).toBe(303);
    expect((await visitor.get('/account')).status).toBe(303);
    expect((await signIn(service, 'changer@example.com', { password: OTHER_PASSWORD })).answer.status).toBe(303);
    expect(await programsOf(service, 'changer@example.com')).toEqual([]);
    expect(await actionsOf(service, 'changer@example.com')).toContain('oauth.grant_revoked');
  });

  test('a sign-in or a change under way with the former password, when another one is set, comes to nothing', async () => {
    await aUser(service, 'outrun@example.com');
    const request = { requestId: 'req_1', remoteAddress: '192.0.2.1', headers: {} };
    const attempt = { email: 'outrun@example.com', password: PASSWORD, language: 'en', request } as const;
    const checked = await checkSignIn(service.app, attempt);
    const again = await checkSignIn(service.app, attempt);
    if (checked.kind !== 'right' || again.kind !== 'right') throw new Error('the password was right');
    const change = (password: string) =>
      changePassword(service.app, { user: checked.user, current: PASSWORD, password, language: 'en', request });
    expect(await openSession(service.app, checked, request)).toMatch(/^bly_session=/);
    expect((await Promise.all([change(OTHER_PASSWORD), change('a third one nobody has')])).sort()).toEqual([
      'changed',
      'wrong',
    ]);
    expect(await openSession(service.app, again, request)).toBeUndefined();
    expect((await actionsOf(service, 'outrun@example.com')).slice(-3)).toEqual([
      'user.signed_in',
      'user.signed_in',
      'user.password_changed',
    ]);
  });

  test("guessed at on the account's own page: on record, and locked as at sign-in", async () => {
    const visitor = await aUser(service, 'guessed@example.com');
    await visitor.get('/account/security');
    const statuses: number[] = [];
    for (let guess = 1; guess <= 11; guess += 1) {
      statuses.push(
        (
          await visitor.post('/account/password', {
            current_password: `guess number ${guess}`,
            new_password: OTHER_PASSWORD,
          })
        ).status,
      );
    }
    expect(statuses).toEqual([...Array.from({ length: 9 }, () => 422), 429, 429]);
    await service.drain();
    expect((await actionsOf(service, 'guessed@example.com')).slice(-11)).toEqual([
      ...Array.from({ length: 10 }, () => 'user.sign_in_failed'),
      'user.locked_out',
    ]);
    expect(plain(mailsTo(service, 'guessed@example.com').at(-1))).toContain('Subject: Too many failed sign-ins');
  });

  test("are kept as argon2id with today's parameters; a flood of them waits its turn or is sent away", async () => {
    const hash = await hashPassword(service.app.db, PASSWORD);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await checkPassword(service.app.db, hash, PASSWORD)).toEqual({ isRight: true, isOutdated: false });
    const { hash: hashAs } = await import('@node-rs/argon2');
    const outdated = await hashAs(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    expect(await checkPassword(service.app.db, outdated, PASSWORD)).toEqual({ isRight: true, isOutdated: true });
    expect(await checkPassword(service.app.db, undefined, PASSWORD)).toEqual({ isRight: false, isOutdated: false });
    const flood = await Promise.allSettled(
      Array.from({ length: 50 }, () => checkPassword(service.app.db, undefined, PASSWORD)),
    );
    expect(flood.filter(({ status }) => status === 'rejected')).toHaveLength(8);
  });

  test("a hash of weaker parameters is replaced by one of today's when its user signs in", async () => {
    await aUser(service, 'outdated@example.com');
    const { hash: hashAs } = await import('@node-rs/argon2');
    const outdated = await hashAs(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    await sql`update user_password set password_hash = ${outdated}
      where user_id = (select user_id from user_account where email = 'outdated@example.com')`.execute(
      service.app.db.q,
    );
    expect((await signIn(service, 'outdated@example.com')).answer.status).toBe(303);
    const { rows } = await sql<{ hash: string }>`select password_hash as hash from user_password
      join user_account using (user_id) where email = 'outdated@example.com'`.execute(service.app.db.q);
    expect(rows).toEqual([{ hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/) }]);
    expect((await signIn(service, 'outdated@example.com')).answer.status).toBe(303);
  });
});

describe('the account', () => {
  test.each(['read_only', 'support'] as const)('lets nobody revoke a key whose role is %s', async (role) => {
    const owner = await aUser(service, `owner-of-${role}@example.com`);
    await owner.post('/console/keys', { name: 'production', scope_search: 'on' });
    const path = /\/console\/keys\/(key_\w+)\/revoke/.exec((await owner.get('/console/keys')).text)?.[0] ?? '';
    const { organizationId } = await getUser(service, `owner-of-${role}@example.com`);
    const visitor = await aStaffMember(service, role, organizationId);
    expect((await visitor.get(path)).status).toBe(403);
    await visitor.get('/console/keys');
    expect((await visitor.post(path, {})).status).toBe(403);
    expect((await owner.get('/console/keys')).text).toContain(path);
  });

  test('makes a key that is shown once, and ends it after asking', async () => {
    const visitor = await aUser(service, 'keys@example.com');
    expect(wordsOf(await visitor.get('/console/keys'))).toContain('No keys yet');
    expect((await visitor.post('/console/keys', { name: '', scope_search: 'on' })).status).toBe(422);
    expect((await visitor.post('/console/keys', { name: 'laptop' })).status).toBe(422);
    const made = await visitor.post('/console/keys', { name: 'laptop <b>', scope_search: 'on' });
    const key = />(bly_s\w{32,})</.exec(made.text)?.[1] ?? '';
    expect(made.text).not.toContain('<b>');
    expect((await service.call('GET', '/v1/account', undefined, { 'x-api-key': key })).status).toBe(200);
    const list = await visitor.get('/console/keys');
    expect(list.text).not.toContain(key);
    const path = /\/console\/keys\/(key_\w+)\/revoke/.exec(list.text)?.[0] ?? '';
    expect(wordsOf(await visitor.get(path))).toContain('Revoke this key?');
    expect((await aVisitor(service).get(path)).status).toBe(303);
    expect((await (await aUser(service, 'stranger@example.com')).get(path)).status).toBe(404);
    expect((await visitor.post(path, { csrf: 'forged' })).status).toBe(403);
    await visitor.get(path);
    expect((await visitor.post(path, {})).status).toBe(303);
    await expect
      .poll(async () => (await service.call('GET', '/v1/account', undefined, { 'x-api-key': key })).status)
      .toBe(401);
    expect((await actionsOf(service, 'keys@example.com')).slice(-2)).toEqual(['api_key.created', 'api_key.revoked']);
  });

  test('of a key, a form that is wrong holds what was typed; the list says what is left of the quota', async () => {
    const visitor = await aUser(service, 'typed@example.com');
    const wrong = await visitor.post('/console/keys', { name: 'laptop', scope_book: 'on', quota: '2000' });
    expect([wrong.status, wordsOf(wrong)]).toEqual([422, expect.stringContaining('quota: may be at most 1000')]);
    expect(wrong.text).toMatch(/name="name"[^>]* value="laptop"/);
    expect(wrong.text).toMatch(/name="quota"[^>]* value="2000"/);
    expect(wrong.text.match(/name="scope_(\w+)" value="on" checked/g)).toEqual([
      'name="scope_book" value="on" checked',
    ]);
    const made = await visitor.post('/console/keys', { name: 'laptop', scope_search: 'on' });
    const key = />(bly_s\w{32,})</.exec(made.text)?.[1] ?? '';
    await service.call('GET', '/v1/places?query=paris', undefined, { 'x-api-key': key });
    await expect
      .poll(async () => wordsOf(await visitor.get('/console/keys')), { timeout: 60_000 })
      .toContain('999 of 1,000 left');
  });

  test('keys and members lead to the console; a form of before changes nothing and says so', async () => {
    const owner = await aUser(service, 'moved@example.com');
    for (const [path, to] of [
      ['/account/keys', '/console/keys'],
      ['/account/keys/key_1/revoke', '/console/keys/key_1/revoke'],
      ['/account/members', '/console/members'],
      ['/account/members/user_1/remove', '/console/members/user_1/remove'],
      ['/account/members/..%2F..%2Fevil/remove', '/console/members/..%2F..%2Fevil/remove'],
    ] as const) {
      const { status, headers } = await owner.get(path);
      expect([path, status, headers.get('location')]).toEqual([path, 308, to]);
    }
    const { userId } = await getUser(service, 'moved@example.com');
    for (const [path, form, to] of [
      ['/account/keys', { key_name: 'laptop', scope_search: '1' }, '/console/keys'],
      ['/account/keys/key_1/revoke', {}, '/console/keys'],
      ['/account/invitations', { email: 'new@example.com', role: 'owner' }, '/console/members'],
      ['/account/invitations/inv_1/withdraw', {}, '/console/members'],
      [`/account/members/${userId}/role`, { role: 'read_only' }, '/console/members'],
      [`/account/members/${userId}/remove`, {}, '/console/members'],
    ] as const) {
      await owner.get('/account');
      const { status, headers } = await owner.post(path, form);
      expect([path, status, headers.get('location')]).toEqual([path, 303, `${to}?done=moved`]);
      const shown = await owner.get(`${to}?done=moved`);
      expect([path, shown.status, wordsOf(shown)]).toEqual([path, 200, expect.stringContaining('nothing was changed')]);
    }
    expect(wordsOf(await owner.get('/console/keys'))).toContain('No keys yet');
    expect(wordsOf(await owner.get('/console/members'))).not.toContain('new@example.com');
  });

  test('an invitation is written in the language that was chosen', async () => {
    const owner = await aUser(service, 'tongues@example.com');
    await owner.get('/console/members');
    await owner.post('/console/members/invitations', { email: 'ja@example.com', role: 'support', locale: 'ja' });
    await service.drain();
    expect(mailsTo(service, 'ja@example.com').at(-1)).toMatch(/lang=(3D)?"ja"/);
  });

  test('invites somebody, who joins, is made owner and is removed; their session ends with that', async () => {
    const owner = await aUser(service, 'boss@example.com');
    await owner.get('/console/members');
    expect(
      (await owner.post('/console/members/invitations', { email: 'boss@example.com', role: 'member' })).status,
    ).toBe(409);
    const sent = await owner.post('/console/members/invitations', { email: 'colleague@example.com', role: 'member' });
    const listed = wordsOf(await owner.get(sent.headers.get('location') ?? ''));
    for (const words of ['The invitation is on its way.', 'it lies in', 'colleague@example.com'])
      expect(listed).toContain(words);
    await service.drain();
    const path = linkIn(mailsTo(service, 'colleague@example.com').at(-1), '/join');
    const colleague = aVisitor(service);
    expect(wordsOf(await colleague.get(path))).toContain('Join Oliveira Travel');
    expect((await colleague.post(path, { name: 'Chris Colleague', new_password: 'colleague1234' })).status).toBe(422);
    expect(
      (await colleague.post(path, { name: 'Chris Colleague', new_password: OTHER_PASSWORD })).headers.get('location'),
    ).toBe('/account?locale=en');
    expect((await aVisitor(service).get(path)).status).toBe(410);
    expect(wordsOf(await colleague.get('/console/members'))).toContain('Owners invite people and give roles');
    await colleague.get('/console/members');
    expect(
      (await colleague.post('/console/members/invitations', { email: 'more@example.com', role: 'owner' })).status,
    ).toBe(403);
    await owner.get('/console/members');
    const { userId: person } = await getUser(service, 'colleague@example.com');
    expect((await colleague.post(`/console/members/${person}/role`, { role: 'owner' })).status).toBe(403);
    expect((await owner.post(`/console/members/${person}/role`, { role: 'owner' })).status).toBe(303);
    expect(wordsOf(await owner.get(`/console/members/${person}/remove`))).toContain('Remove this person?');
    expect((await owner.post(`/console/members/${person}/remove`, {})).status).toBe(303);
    expect((await colleague.get('/account')).status).toBe(303);
    const events = wordsOf(await owner.get('/account/security'));
    for (const event of ['Member removed', 'Role changed', 'Member invited', 'Account created'])
      expect(events).toContain(event);
  });
});
