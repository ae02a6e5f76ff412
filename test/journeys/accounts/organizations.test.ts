import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findUserWithEmail } from '../../../src/identity/read-user.ts';
import {
  actionsOf,
  allowProgram,
  aUser,
  aVisitor,
  linkIn,
  mailsTo,
  PASSWORD,
  programsOf,
  signIn,
  signUp,
  type Visitor,
  wordsOf,
} from '../../support/accounts.ts';
import { openTestDatabase, type TestDatabase } from '../../support/service/database.ts';
import { type Answer, startService, type TestService } from '../../support/service/service.ts';

let db: TestDatabase;
let service: TestService;
/** A second process on the same database. */
let other: TestService;

beforeAll(async () => {
  db = await openTestDatabase();
  service = await startService({ db });
  other = await startService({ db: { ...db, close: async () => undefined } });
});
afterAll(async () => {
  await other.close();
  await service.close();
});

/** A user whose address is known to be theirs, with an organization of a name of its own. */
async function aPerson(email: string, organization: string): Promise<Visitor> {
  await signUp(service, email, { organization });
  const visitor = aVisitor(service);
  const path = linkIn(mailsTo(service, email).at(-1), '/verify');
  await visitor.get(path);
  expect((await visitor.post(path, { password: PASSWORD })).status).toBe(303);
  await visitor.get('/account');
  return visitor;
}

/** Invites an address; answers the path of the mailed link. */
async function invite(owner: Visitor, email: string, role = 'support'): Promise<string> {
  await owner.get('/console/members');
  expect((await owner.post('/console/members/invitations', { email, role })).status).toBe(303);
  await service.drain();
  const links = mailsTo(service, email).map((mail) => linkIn(mail, '/join'));
  return links.filter((link) => link !== '').at(-1) ?? '';
}

/** The form of the switcher that leads to an organization. */
function choiceOf(page: Answer, name: string): Readonly<Record<string, string>> {
  const form = page.text.split('<form').find((part) => part.includes('/account/switch') && part.includes(name)) ?? '';
  return {
    csrf: /name="csrf" value="([^"]+)"/.exec(form)?.[1] ?? '',
    organization_id: /name="organization_id" value="([^"]+)"/.exec(form)?.[1] ?? '',
  };
}
const chosenOf = async (visitor: Visitor) =>
  /<dt>Name<\/dt><dd>([^<]*)/.exec((await visitor.get('/account')).text)?.[1];
const organizationOf = async (email: string) => (await findUserWithEmail(service.app, email))?.organizationId ?? '';
const location = (answer: Answer) => answer.headers.get('location');

describe('an invitation to somebody who has an account', () => {
  test('asks them to sign in, adds the organization with its own role, and works once', async () => {
    const anna = await aPerson('anna@example.com', 'Anna Air');
    const ben = await aPerson('ben@example.com', 'Ben Bus');
    const path = await invite(anna, 'ben@example.com');
    const stranger = aVisitor(service);
    const first = await stranger.get(path);
    expect(wordsOf(first)).toContain('You have an account with this address');
    expect(first.text).toContain(`return_to=${encodeURIComponent(path)}`);
    // Nobody joins as somebody who exists by choosing another password.
    await stranger.get('/sign-in');
    expect(wordsOf(await stranger.post(path, { name: 'Not Ben', new_password: PASSWORD }))).toContain('Sign in');
    expect(wordsOf(await ben.get(path))).toContain('This organization is added to your account. Your role: Support');
    expect(location(await ben.post(path, { as_member: '1' }))).toBe('/account?locale=en');
    const page = await ben.get('/account');
    expect(await chosenOf(ben)).toBe('Anna Air');
    expect(choiceOf(page, 'Ben Bus').organization_id).toBe(await organizationOf('ben@example.com'));
    expect((await ben.get(path)).status).toBe(410);
    expect((await ben.post(path, { as_member: '1' })).status).toBe(410);
    expect(await actionsOf(service, 'anna@example.com')).toContain('user.organization_chosen');
  });

  test('is for its address alone: who is signed in as somebody else joins nothing', async () => {
    const owner = await aPerson('carl@example.com', 'Carl Cars');
    await aPerson('dora@example.com', 'Dora Days');
    const stranger = await aPerson('eve@example.com', 'Eve Events');
    const path = await invite(owner, 'dora@example.com');
    expect(wordsOf(await stranger.get(path))).toContain('This invitation is for dora@example.com');
    await stranger.post(path, { as_member: '1' });
    expect(await chosenOf(stranger)).toBe('Eve Events');
    const forged = await aVisitor(service).post(path, { as_member: '1' });
    expect(wordsOf(forged)).toContain('Sign in');
    await owner.get('/console/members');
    expect(wordsOf(await owner.get('/console/members'))).not.toContain('eve@example.com');
  });

  test('two tabs that accept at once make one membership', async () => {
    const owner = await aPerson('fay@example.com', 'Fay Ferries');
    const guest = await aPerson('gus@example.com', 'Gus Guides');
    const path = await invite(owner, 'gus@example.com', 'admin');
    await guest.get(path);
    const answers = await Promise.all([1, 2, 3].map(() => guest.post(path, { as_member: '1' })));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    const people = (await owner.get('/console/members')).text;
    expect(people.match(/gus@example\.com/g)).toHaveLength(1);
  });
});

describe('switching', () => {
  let ivy: Visitor;
  beforeAll(async () => {
    const owner = await aPerson('hal@example.com', 'Hal Hotels');
    ivy = await aPerson('ivy@example.com', 'Ivy Islands');
    const path = await invite(owner, 'ivy@example.com', 'read_only');
    await ivy.get(path);
    await ivy.post(path, { as_member: '1' });
  });

  test('who signs in looks at what they chose last, in whichever browser; other browsers stay where they are', async () => {
    const [laptop, phone] = [aVisitor(service), aVisitor(other)];
    const comeIn = async (browser: Visitor) => {
      await browser.get('/sign-in');
      expect((await browser.post('/sign-in', { email: 'ivy@example.com', password: PASSWORD })).status).toBe(303);
      return await chosenOf(browser);
    };
    const choose = async (browser: Visitor, name: string) =>
      expect((await browser.post('/account/switch', choiceOf(await browser.get('/account'), name))).status).toBe(303);
    // Joined last, and looked at since.
    expect(await comeIn(laptop)).toBe('Hal Hotels');
    await choose(laptop, 'Ivy Islands');
    expect(await comeIn(phone)).toBe('Ivy Islands');
    await choose(phone, 'Hal Hotels');
    expect([await chosenOf(laptop), await comeIn(aVisitor(service))]).toEqual(['Ivy Islands', 'Hal Hotels']);
    await choose(laptop, 'Hal Hotels');
    await choose(laptop, 'Ivy Islands');
    expect([await chosenOf(phone), await comeIn(aVisitor(other))]).toEqual(['Hal Hotels', 'Ivy Islands']);
  });

  test('a member of both never sees the one that is not chosen, in the pages, the console and the API', async () => {
    const page = await ivy.get('/account');
    await ivy.post('/account/switch', choiceOf(page, 'Ivy Islands'));
    await ivy.get('/account');
    await ivy.post('/console/keys', { name: 'islands key', scope_search: 'on' });
    const people = async () => wordsOf(await ivy.get('/console/members'));
    expect([await people(), (await ivy.get('/console/keys')).text]).toEqual([
      expect.not.stringContaining('hal@example.com'),
      expect.stringContaining('islands key'),
    ]);
    await ivy.post('/account/switch', { ...choiceOf(await ivy.get('/account'), 'Hal Hotels'), return_to: '/console' });
    expect((await ivy.get('/console/keys')).text).not.toContain('islands key');
    expect(await people()).toContain('hal@example.com');
    const home = await ivy.get('/console');
    expect(wordsOf(home)).toMatch(/Hal Hotels Read only/);
    const cookie = `bly_session=${ivy.jar.get('bly_session')}`;
    for (const process of [service, other]) {
      const { body } = await process.call('GET', '/v1/members', undefined, { 'x-api-key': '', cookie });
      const emails = body.members.map(({ email }: { email: string }) => email);
      expect(emails).toEqual(['hal@example.com', 'ivy@example.com']);
      const invited = await process.call(
        'POST',
        '/v1/members/invitations',
        { email: 'x@example.com', role: 'owner' },
        { 'x-api-key': '', cookie, 'x-csrf-token': /name="csrf" value="([^"]+)"/.exec(home.text)?.[1] ?? '' },
      );
      expect(invited.status).toBe(403);
    }
  });

  test('a form that another tab shows for the organization before changes nothing, in none', async () => {
    await ivy.post('/account/switch', choiceOf(await ivy.get('/account'), 'Ivy Islands'));
    const before = await ivy.get('/account');
    const csrf = /name="csrf" value="([^"]+)"/.exec(before.text)?.[1] ?? '';
    await ivy.post('/account/switch', choiceOf(before, 'Hal Hotels'));
    const stale = await ivy.post('/console/keys', { csrf, name: 'wrong place', scope_search: 'on' });
    expect([stale.status, wordsOf(stale)]).toEqual([403, expect.stringContaining('Please try again')]);
    const call = await service.call(
      'POST',
      '/v1/api_keys',
      { name: 'wrong place' },
      { 'x-api-key': '', cookie: `bly_session=${ivy.jar.get('bly_session')}`, 'x-csrf-token': csrf },
    );
    expect(call.status).toBe(403);
    expect((await ivy.post('/sign-out', { csrf })).status).toBe(403);
    for (const name of ['Ivy Islands', 'Hal Hotels']) {
      await ivy.post('/account/switch', choiceOf(await ivy.get('/account'), name));
      expect((await ivy.get('/console/keys')).text).not.toContain('wrong place');
    }
  });

  test('a forged choice, of nobody or of strangers, is 404 and changes nothing', async () => {
    await aPerson('jim@example.com', 'Jim Jets');
    const chosen = await chosenOf(ivy);
    for (const organization of [await organizationOf('jim@example.com'), 'org_none', '', "' or 1=1 --"]) {
      await ivy.get('/account');
      const forged = await ivy.post('/account/switch', { organization_id: organization });
      expect(forged.status, organization).toBe(404);
    }
    expect(await chosenOf(ivy)).toBe(chosen);
    expect(location(await aVisitor(service).post('/account/switch', { organization_id: 'x' }))).toContain('/sign-in');
  });

  test('it leads back to pages that every organization has, and nowhere else', async () => {
    const others = async () => choiceOf(await ivy.get('/account'), 'Ivy Islands');
    const back = async () => choiceOf(await ivy.get('/account'), 'Hal Hotels');
    await ivy.post('/account/switch', await back());
    for (const path of ['https://evil.example', '//evil.example', '/console/bookings/BLY-1']) {
      expect(location(await ivy.post('/account/switch', { ...(await others()), return_to: path }))).toMatch(
        /^\/account\?/,
      );
      await ivy.post('/account/switch', await back());
    }
    expect(location(await ivy.post('/account/switch', { ...(await others()), return_to: '/console' }))).toMatch(
      /^\/console\?/,
    );
  });
});

describe('an organization more', () => {
  test('is made by who has shown to read their mail, and is looked at from then on', async () => {
    const unproven = await aUser(service, 'kim@example.com');
    const refused = await unproven.post('/account/organizations', { organization_name: 'Second' });
    expect([refused.status, wordsOf(refused)]).toEqual([409, expect.stringContaining('Confirm your address first')]);
    const lea = await aPerson('lea@example.com', 'Lea Lodges');
    expect((await lea.post('/account/organizations', { organization_name: ' ' })).status).toBe(422);
    expect(location(await lea.post('/account/organizations', { organization_name: 'Lea <b>Two</b>' }))).toMatch(
      /^\/account/,
    );
    expect(await chosenOf(lea)).toBe('Lea &lt;b&gt;Two&lt;/b&gt;');
    expect(choiceOf(await lea.get('/account'), 'Lea Lodges').organization_id).not.toBe('');
  });
});

describe('leaving and removing', () => {
  test('the last owner stays; others leave, their programs stop, and the session goes on elsewhere', async () => {
    const max = await aPerson('max@example.com', 'Max Motels');
    await max.get('/account/leave');
    const refused = await max.post('/account/leave', {});
    expect([refused.status, wordsOf(refused)]).toEqual([409, expect.stringContaining('You are the last owner')]);
    const nia = await aPerson('nia@example.com', 'Nia Nights');
    const path = await invite(max, 'nia@example.com', 'owner');
    await nia.get(path);
    await nia.post(path, { as_member: '1' });
    expect(wordsOf(await nia.get('/account/leave'))).toContain('Leave Max Motels?');
    expect(location(await nia.post('/account/leave', {}))).toBe('/account?locale=en');
    expect(await chosenOf(nia)).toBe('Nia Nights');
    expect(wordsOf(await max.get('/console/members'))).not.toContain('nia@example.com');
    expect(await actionsOf(service, 'max@example.com')).toContain('member.removed');
  });

  test('who leaves their first organization signs in with the same password to what is left, and may come back', async () => {
    const ola = await aPerson('ola@example.com', 'Ola One');
    const pat = await aPerson('pat@example.com', 'Pat Planes');
    const joining = await invite(ola, 'pat@example.com', 'owner');
    await pat.get(joining);
    await pat.post(joining, { as_member: '1' });
    await allowProgram(service, 'pat@example.com');
    // Pat's own organization gets another owner, so that Pat may go.
    await pat.post('/account/switch', choiceOf(await pat.get('/account'), 'Pat Planes'));
    const ownersLink = await invite(pat, 'ola@example.com', 'owner');
    await ola.get(ownersLink);
    await ola.post(ownersLink, { as_member: '1' });
    await pat.get('/account/leave');
    await pat.post('/account/leave', {});
    expect(await chosenOf(pat)).toBe('Ola One');
    const { visitor: again, answer } = await signIn(service, 'pat@example.com');
    expect(answer.status).toBe(303);
    expect(await chosenOf(again)).toBe('Ola One');
    // A session of before does not come alive again with the membership.
    const back = await invite(ola, 'pat@example.com', 'support');
    await pat.get(back);
    expect(location(await pat.post(back, { as_member: '1' }))).toMatch(/^\/account/);
    expect(await chosenOf(pat)).toBe('Pat Planes');
    expect(await programsOf(service, 'pat@example.com')).toEqual([]);
  });

  test('who is removed from one organization stays in the other, and is signed out of the first everywhere', async () => {
    const owner = await aPerson('quin@example.com', 'Quin Quays');
    const rob = await aPerson('rob@example.com', 'Rob Rails');
    const path = await invite(owner, 'rob@example.com');
    await rob.get(path);
    await rob.post(path, { as_member: '1' });
    const { visitor: second } = await signIn(service, 'rob@example.com');
    await second.post('/account/switch', choiceOf(await second.get('/account'), 'Rob Rails'));
    for (const name of ['Rob Rails', 'Quin Quays'])
      await rob.post('/account/switch', choiceOf(await rob.get('/account'), name));
    const id = (await findUserWithEmail(service.app, 'rob@example.com'))?.userId ?? '';
    await owner.get(`/console/members/${id}/remove`);
    expect((await owner.post(`/console/members/${id}/remove`, {})).status).toBe(303);
    expect(location(await rob.get('/account'))).toContain('/sign-in');
    expect(await chosenOf(second)).toBe('Rob Rails');
    expect(choiceOf(await second.get('/account'), 'Quin Quays').organization_id).toBe('');
    // Chosen last, and no longer theirs: who signs in lands in what is left.
    expect(await chosenOf((await signIn(service, 'rob@example.com')).visitor)).toBe('Rob Rails');
  });

  test('a person whose only organization it was has no account any more', async () => {
    const owner = await aPerson('sue@example.com', 'Sue Ships');
    const path = await invite(owner, 'tim@example.com');
    const tim = aVisitor(service);
    await tim.get(path);
    expect((await tim.post(path, { name: 'Tim', new_password: PASSWORD })).status).toBe(303);
    expect(wordsOf(await tim.get('/account/leave'))).toContain('your account ends with it');
    expect(wordsOf(await tim.post('/account/leave', {}))).toContain('You have left');
    expect((await signIn(service, 'tim@example.com')).answer.status).toBe(401);
  });
});

describe('a password', () => {
  test('is one for all organizations: a change ends the sessions in each', async () => {
    const owner = await aPerson('uma@example.com', 'Uma Underground');
    const vic = await aPerson('vic@example.com', 'Vic Vans');
    const { visitor: elsewhere } = await signIn(service, 'vic@example.com');
    const path = await invite(owner, 'vic@example.com');
    await vic.get(path);
    await vic.post(path, { as_member: '1' });
    await vic.get('/account/security');
    const changed = { current_password: PASSWORD, new_password: 'seven quiet boats drift' };
    expect((await vic.post('/account/password', changed)).status).toBe(200);
    for (const visitor of [vic, elsewhere]) expect(location(await visitor.get('/account'))).toContain('/sign-in');
    expect((await signIn(service, 'vic@example.com', { password: 'seven quiet boats drift' })).answer.status).toBe(303);
  });
});
