import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AdminFactorAnswer } from '../../../src/accounts/second-factor/change-second-factor.ts';
import { totpCode } from '../../../src/accounts/model/totp.ts';
import { openSession } from '../../../src/accounts/sessions/open-session.ts';
import { findPasswordHash } from '../../../src/accounts/passwords/password-store.ts';
import { findUserWithEmail } from '../../../src/identity/read-user.ts';
import { callAdmin } from '../../../src/platform/admin/admin-socket.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import {
  actionsOf,
  aUser,
  aVisitor,
  getUser,
  linkIn,
  mailsTo,
  PASSWORD,
  plain,
  signIn,
  signUp,
  type Visitor,
  wordsOf,
} from '../../support/accounts.ts';
import { aStaffMember } from '../../support/staff.ts';
import { openTestDatabase, type TestDatabase } from '../../support/service/database.ts';
import { type Answer, startService, type TestService } from '../../support/service/service.ts';

const minuteMs = 60_000;
let db: TestDatabase;
let service: TestService;
/** A second process on the same database. */
let other: TestService;
let aheadMs = 0;
const now = () => new Date(systemClock.now().getTime() + aheadMs);

beforeAll(async () => {
  db = await openTestDatabase();
  service = await startService({ db, clock: { now } });
  other = await startService({ db: { ...db, close: async () => undefined }, clock: { now } });
});
afterAll(async () => {
  await other.close();
  await service.close();
});

interface Factor {
  readonly visitor: Visitor;
  readonly secret: string;
  readonly codes: readonly string[];
}
const secretIn = (page: Answer) => (/<code class="secret">([^<]+)/.exec(page.text)?.[1] ?? '').replaceAll(' ', '');
const codesIn = (page: Answer) =>
  [...page.text.matchAll(/<li><code>([a-z2-9-]{19})<\/code>/g)].map((one) => one[1] ?? '');
/** The next code that was not shown before: a program makes one every thirty seconds. */
const nextCode = (secret: string): string => {
  aheadMs += 30_000;
  return totpCode(secret, now());
};
const location = (answer: Answer) => answer.headers.get('location');
const ticketIn = (page: Answer) => /name="ticket" value="([^"]+)"/.exec(page.text)?.[1] ?? '';

async function setUp(email: string): Promise<Factor> {
  const visitor = await aUser(service, email);
  await visitor.get('/account/security');
  const page = await visitor.post('/account/second-factor', { current_password: PASSWORD });
  const secret = secretIn(page);
  expect(page.text).toContain('<svg class="qr"');
  const done = await visitor.post('/account/second-factor/confirm', { code: totpCode(secret, now()) });
  await service.drain();
  return { visitor, secret, codes: codesIn(done) };
}

/** As far as the page that asks for the code. */
async function untilCode(email: string): Promise<{ readonly visitor: Visitor; readonly ticket: string }> {
  const { visitor, answer } = await signIn(service, email);
  expect(wordsOf(answer)).toContain('Enter your code');
  expect(visitor.jar.has('bly_session')).toBe(false);
  return { visitor, ticket: ticketIn(answer) };
}

describe('setting it up', () => {
  test('takes the password, a first code, and gives ten recovery codes once; other sessions end', async () => {
    const visitor = await aUser(service, 'ann@example.com');
    const { visitor: elsewhere } = await signIn(service, 'ann@example.com');
    await visitor.get('/account/security');
    expect((await visitor.post('/account/second-factor', { current_password: 'not it' })).status).toBe(422);
    const page = await visitor.post('/account/second-factor', { current_password: PASSWORD });
    const secret = secretIn(page);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect((await visitor.post('/account/second-factor/confirm', { code: '000000' })).status).toBe(422);
    expect((await findUserWithEmail(service.app, 'ann@example.com'))?.secondFactorAt).toBeUndefined();
    const done = await visitor.post('/account/second-factor/confirm', { code: totpCode(secret, now()) });
    expect(codesIn(done)).toHaveLength(10);
    expect(location(await elsewhere.get('/account'))).toContain('/sign-in');
    const security = await visitor.get('/account/security');
    expect(wordsOf(security)).toContain('10 recovery codes left');
    expect(security.text).not.toContain(secret);
    await service.drain();
    expect(plain(mailsTo(service, 'ann@example.com').at(-1))).toContain('Your second factor is on');
    // What is stored opens nothing: sealed, and hashed.
    const stored = await db.q
      .withTables<{ user_second_factor: { secret_sealed: string } }>()
      .selectFrom('user_second_factor')
      .selectAll()
      .execute();
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(await actionsOf(service, 'ann@example.com')).toContain('user.second_factor_set_up');
  });

  test('a secret waits a quarter of an hour for its first code', async () => {
    const visitor = await aUser(service, 'bea@example.com');
    await visitor.get('/account/security');
    const secret = secretIn(await visitor.post('/account/second-factor', { current_password: PASSWORD }));
    aheadMs += 15 * minuteMs;
    const late = await visitor.post('/account/second-factor/confirm', { code: totpCode(secret, now()) });
    expect([late.status, wordsOf(late)]).toEqual([409, expect.stringContaining('Please start again')]);
  });
});

describe('signing in', () => {
  test('asks for the code after the password, and takes each code once, in every process', async () => {
    const { secret } = await setUp('cid@example.com');
    const { visitor, ticket } = await untilCode('cid@example.com');
    expect(location(await visitor.get('/account'))).toContain('/sign-in');
    await visitor.get('/sign-in');
    const code = nextCode(secret);
    const second = aVisitor(other, visitor.jar);
    await second.get('/sign-in');
    const answers = await Promise.all([visitor, second].map((one) => one.post('/sign-in/code', { ticket, code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 401]);
    const again = await untilCode('cid@example.com');
    expect((await again.visitor.post('/sign-in/code', { ticket: again.ticket, code })).status).toBe(401);
    const right = await again.visitor.post('/sign-in/code', { ticket: again.ticket, code: nextCode(secret) });
    expect([right.status, location(right)]).toEqual([303, '/account?locale=en']);
  });

  test('a recovery code lets in once, and a mail reports it', async () => {
    const { codes } = await setUp('dan@example.com');
    const first = await untilCode('dan@example.com');
    const [code = ''] = codes;
    const typed = code.replaceAll('-', ' ').toUpperCase();
    expect((await first.visitor.post('/sign-in/code', { ticket: first.ticket, code: typed })).status).toBe(303);
    await service.drain();
    expect(plain(mailsTo(service, 'dan@example.com').at(-1))).toContain('A recovery code was used');
    const second = await untilCode('dan@example.com');
    expect((await second.visitor.post('/sign-in/code', { ticket: second.ticket, code })).status).toBe(401);
    expect(wordsOf(await first.visitor.get('/account/security'))).toContain('9 recovery codes left');
  });

  test('five wrong codes from anywhere lock a quarter of an hour; a right one is not looked at until then', async () => {
    const { secret } = await setUp('eli@example.com');
    const { visitor, ticket } = await untilCode('eli@example.com');
    const guesses: number[] = [];
    for (const code of ['000000', '111111', 'aaaa-aaaa-aaaa-aaaa', '', '999999'])
      guesses.push((await visitor.post('/sign-in/code', { ticket, code })).status);
    expect(guesses).toEqual([401, 401, 401, 401, 429]);
    const elsewhere = aVisitor(other, visitor.jar);
    await elsewhere.get('/sign-in');
    expect((await elsewhere.post('/sign-in/code', { ticket, code: nextCode(secret) })).status).toBe(429);
    await service.drain();
    expect(plain(mailsTo(service, 'eli@example.com').at(-1))).toContain('Too many wrong codes');
    aheadMs += 16 * minuteMs;
    const late = await visitor.post('/sign-in/code', { ticket, code: nextCode(secret) });
    expect(location(late)).toContain('/sign-in?');
    const fresh = await untilCode('eli@example.com');
    expect((await fresh.visitor.post('/sign-in/code', { ticket: fresh.ticket, code: nextCode(secret) })).status).toBe(
      303,
    );
  });

  test('a ticket is of one browser, one password and ten minutes, and nothing without the code', async () => {
    const { secret } = await setUp('fox@example.com');
    const { visitor, ticket } = await untilCode('fox@example.com');
    const thief = aVisitor(service);
    await thief.get('/sign-in');
    for (const stolen of [ticket, `${ticket.slice(0, -4)}AAAA`, '', 'x'.repeat(5_000)])
      expect(location(await thief.post('/sign-in/code', { ticket: stolen, code: nextCode(secret) }))).toContain(
        '/sign-in?',
      );
    expect(location(await visitor.post('/sign-in/code', { ticket: '', code: nextCode(secret) }))).toContain(
      '/sign-in?',
    );
    expect((await visitor.post('/sign-in/code', { csrf: 'forged', ticket, code: nextCode(secret) })).status).toBe(403);
    aheadMs += 11 * minuteMs;
    await visitor.get('/sign-in');
    expect(location(await visitor.post('/sign-in/code', { ticket, code: nextCode(secret) }))).toContain('/sign-in?');
  });

  test('no other door opens without it: a mailed password, a confirmed address, a session opened by force', async () => {
    const { secret } = await setUp('gil@example.com');
    const user = await findUserWithEmail(service.app, 'gil@example.com');
    if (user === undefined) throw new Error('no such user');
    const passwordHash = await findPasswordHash(db, user);
    const request = { requestId: 'req_1', remoteAddress: '192.0.2.1', headers: {} };
    expect(await openSession(service.app, { user, passwordHash }, request)).toBeUndefined();
    const path = linkIn(mailsTo(service, 'gil@example.com')[0], '/verify');
    const confirming = aVisitor(service);
    await confirming.get(path);
    expect(wordsOf(await confirming.post(path, { password: PASSWORD }))).toContain('Enter your code');
    expect(confirming.jar.has('bly_session')).toBe(false);
    const forgetful = aVisitor(service);
    await forgetful.get('/forgot-password');
    await forgetful.post('/forgot-password', { email: 'gil@example.com' });
    await service.drain();
    const reset = linkIn(mailsTo(service, 'gil@example.com').at(-1), '/reset-password');
    await forgetful.get(reset);
    await forgetful.post(reset, { new_password: 'seven quiet boats drift' });
    const { visitor, answer } = await signIn(service, 'gil@example.com', { password: 'seven quiet boats drift' });
    expect(wordsOf(answer)).toContain('Enter your code');
    const right = await visitor.post('/sign-in/code', { ticket: ticketIn(answer), code: nextCode(secret) });
    expect(right.status).toBe(303);
  });
});

describe('changing it', () => {
  test('new recovery codes and turning off take a code; the old recovery codes are worth nothing', async () => {
    const { visitor, secret, codes } = await setUp('hel@example.com');
    await visitor.get('/account/security');
    expect((await visitor.post('/account/second-factor/off', { code: '000000' })).status).toBe(422);
    expect((await visitor.post('/account/second-factor/codes', { code: '' })).status).toBe(422);
    const fresh = codesIn(await visitor.post('/account/second-factor/codes', { code: nextCode(secret) }));
    expect(fresh).toHaveLength(10);
    await visitor.get('/account/security');
    expect((await visitor.post('/account/second-factor/off', { code: codes[0] ?? '' })).status).toBe(422);
    expect(location(await visitor.post('/account/second-factor/off', { code: fresh[0] ?? '' }))).toContain(
      '/account/security',
    );
    await service.drain();
    expect(plain(mailsTo(service, 'hel@example.com').at(-1))).toContain('Your second factor is off');
    expect((await signIn(service, 'hel@example.com')).answer.status).toBe(303);
  });

  test('the administrator takes it from who has lost both, on record, with a mail, and every session ends', async () => {
    const { visitor } = await setUp('ike@example.com');
    const answer = await callAdmin(service.dataDir, 'reset_second_factor', { email: ' IKE@example.com' });
    expect(AdminFactorAnswer.parse(answer?.result).userId).toMatch(/^user_/);
    expect(location(await visitor.get('/account'))).toContain('/sign-in');
    expect((await signIn(service, 'ike@example.com')).answer.status).toBe(303);
    expect((await actionsOf(service, 'ike@example.com')).at(-2)).toBe('user.second_factor_removed');
    await service.drain();
    expect(plain(mailsTo(service, 'ike@example.com').at(-1))).toContain('Your second factor is off');
    for (const email of ['ike@example.com', 'nobody@example.com'])
      await expect(callAdmin(service.dataDir, 'reset_second_factor', { email })).rejects.toThrow(
        /no second factor|nobody signs in/,
      );
  });
});

test('an organization that asks it of everybody: members without one may only set one up, by page and by API', async () => {
  const { visitor: owner, secret } = await setUp('jo@example.com');
  await owner.get('/console/members');
  await owner.post('/console/members/invitations', { email: 'kay@example.com', role: 'admin' });
  await service.drain();
  const path = linkIn(mailsTo(service, 'kay@example.com').at(-1), '/join');
  const member = aVisitor(service);
  await member.get(path);
  await member.post(path, { name: 'Kay', new_password: PASSWORD });
  await member.get('/account/security');
  expect((await member.post('/account/second-factor/required', { required: '1' })).status).toBe(403);
  await owner.get('/account/security');
  expect((await owner.post('/account/second-factor/required', { required: '1' })).status).toBe(303);
  const refused = await member.get('/console/members');
  expect([refused.status, wordsOf(refused)]).toEqual([403, expect.stringContaining('Set up a second factor first')]);
  expect((await member.get('/console')).status).toBe(403);
  const cookie = `bly_session=${member.jar.get('bly_session')}`;
  await expect
    .poll(async () => (await other.call('GET', '/v1/members', undefined, { 'x-api-key': '', cookie })).status)
    .toBe(401);
  await owner.get('/account/security');
  const kept = await owner.post('/account/second-factor/off', { code: nextCode(secret) });
  expect([kept.status, wordsOf(kept)]).toEqual([409, expect.stringContaining('cannot be turned off')]);
  await member.get('/account/security');
  const page = await member.post('/account/second-factor', { current_password: PASSWORD });
  await member.post('/account/second-factor/confirm', { code: totpCode(secretIn(page), now()) });
  expect((await member.get('/console/members')).status).toBe(200);
  expect(await actionsOf(service, 'jo@example.com')).toContain('organization.second_factor_required');
});

test('an owner without one cannot undo that it is asked of all', async () => {
  const { visitor: owner } = await setUp('ria@example.com');
  await owner.get('/account/security');
  expect((await owner.post('/account/second-factor/required', { required: '1' })).status).toBe(303);
  const { organizationId } = await getUser(service, 'ria@example.com');
  const second = await aStaffMember(service, 'owner', organizationId);
  await second.get('/account/security');
  expect((await second.post('/account/second-factor/required', {})).status).toBe(409);
  expect((await second.get('/console/members')).status).toBe(403);
});

test('of somebody who never showed that the address is theirs ends when its owner resets the password', async () => {
  await signUp(service, 'victim@example.com');
  const { visitor: squatter } = await signIn(service, 'victim@example.com');
  await squatter.get('/account/security');
  const page = await squatter.post('/account/second-factor', { current_password: PASSWORD });
  await squatter.post('/account/second-factor/confirm', { code: totpCode(secretIn(page), now()) });
  const user = await findUserWithEmail(service.app, 'victim@example.com');
  expect([user?.emailVerifiedAt, user?.secondFactorAt]).toEqual([undefined, expect.any(Date)]);
  const victim = aVisitor(service);
  await victim.get('/forgot-password');
  await victim.post('/forgot-password', { email: 'victim@example.com' });
  await service.drain();
  const path = linkIn(mailsTo(service, 'victim@example.com').at(-1), '/reset-password');
  await victim.get(path);
  await victim.post(path, { new_password: `${PASSWORD} again` });
  const after = await findUserWithEmail(service.app, 'victim@example.com');
  expect([after?.emailVerifiedAt, after?.secondFactorAt]).toEqual([expect.any(Date), undefined]);
});

test('an owner without one cannot ask it of others', async () => {
  const owner = await aUser(service, 'lou@example.com');
  await owner.get('/account/security');
  const refused = await owner.post('/account/second-factor/required', { required: '1' });
  expect([refused.status, wordsOf(refused)]).toEqual([409, expect.stringContaining('of your own first')]);
});

describe('sessions', () => {
  const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0' };
  const ids = (page: Answer) => [...page.text.matchAll(/name="session" value="([^"]+)"/g)].map((one) => one[1] ?? '');

  test('are listed with device and address; one, or all others, end at once in every process', async () => {
    const mine = await aUser(service, 'mia@example.com');
    const second = aVisitor(service);
    await second.get('/sign-in');
    await second.post('/sign-in', { email: 'mia@example.com', password: PASSWORD }, firefox);
    const { visitor: third } = await signIn(service, 'mia@example.com');
    const page = await mine.get('/account/security');
    expect(wordsOf(page)).toContain('Firefox 128 · Linux');
    expect(wordsOf(page)).toMatch(/This one .*from (127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)/);
    expect(page.text).not.toContain(mine.jar.get('bly_session') ?? 'missing');
    expect(ids(page)).toHaveLength(2);
    const row = page.text.split('<li>').find((part) => part.includes('Firefox 128')) ?? '';
    await mine.post('/account/sessions/end', { session: /name="session" value="([^"]+)"/.exec(row)?.[1] ?? '' });
    const seen = async (visitor: Visitor) => {
      const cookie = `bly_session=${visitor.jar.get('bly_session')}`;
      return (await other.call('GET', '/v1/members', undefined, { 'x-api-key': '', cookie })).status;
    };
    expect([await seen(second), await seen(third), await seen(mine)]).toEqual([401, 200, 200]);
    await mine.get('/account/security');
    await mine.post('/account/sessions/end-others', {});
    expect([await seen(third), await seen(mine)]).toEqual([401, 200]);
    expect(await actionsOf(service, 'mia@example.com')).toContain('user.session_ended');
  });

  test('nobody ends sessions of somebody else, or their own by this form', async () => {
    const mine = await aUser(service, 'nat@example.com');
    const { visitor: mineToo } = await signIn(service, 'nat@example.com');
    const id = ids(await mine.get('/account/security'))[0] ?? '';
    const stranger = await aUser(service, 'oli@example.com');
    for (const session of [id, '', 'x']) {
      await stranger.get('/account/security');
      await stranger.post('/account/sessions/end', { session });
    }
    expect((await mine.get('/account')).status).toBe(200);
    expect((await mineToo.get('/account')).status).toBe(200);
  });
});
