import * as client from 'openid-client';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkIn, mailsTo, PASSWORD, plain, signIn, signUp } from '../../support/accounts.ts';
import { callAdmin } from '../../../src/platform/admin/admin-socket.ts';
import { startMailServer } from '../../support/service/mail-server.ts';
import { aBrowser, type AnyVisitor, openVisitor, type Visit } from '../../support/oauth.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const LOOPBACK = 'http://127.0.0.1:33418/callback';
const SITE = 'https://agent.example.com/callback';
let service: TestService;
let agent: client.Configuration;
beforeAll(async () => {
  service = await startService();
  agent = await registerClient('Travel <Agent>', service);
});
afterAll(() => service.close());

/** An MCP host that has just registered itself. */
function registerClient(name: string, { url }: TestService): Promise<client.Configuration> {
  const metadata = { client_name: name, redirect_uris: [LOOPBACK, SITE], token_endpoint_auth_method: 'none' };
  return client.dynamicClientRegistration(new URL(`${url}/oauth`), metadata, client.None(), {
    execute: [client.allowInsecureRequests],
    algorithm: 'oauth2',
  });
}
interface Asked {
  readonly verifier: string;
  readonly state: string;
  readonly signInPage: Visit;
}
/** The host opens a browser in which nobody is signed in: it ends at the sign-in page. */
async function ask(visitor: AnyVisitor, redirectUri = LOOPBACK, configuration = agent): Promise<Asked> {
  const [verifier, state] = [client.randomPKCECodeVerifier(), client.randomState()];
  const challenge = await client.calculatePKCECodeChallenge(verifier);
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    scope: 'search',
  });
  return { verifier, state, signInPage: await visitor.follow(await visitor.get(url.href)) };
}
/** Clicks the link to another page of ours. */
async function click(visitor: AnyVisitor, page: Visit, path: string): Promise<Visit> {
  const [, href] = new RegExp(`href="(${path}[^"]*)"`).exec(page.text) ?? [];
  if (href === undefined) throw new Error(`no link leads to ${path}`);
  return await visitor.get(new URL(href.replaceAll('&amp;', '&'), page.url).href);
}
/** What a browser does by itself with a page that leads on at once. */
async function refreshed(visitor: AnyVisitor, page: Visit): Promise<Visit> {
  const path = /^0;url=(.+)$/.exec(page.headers.get('refresh') ?? '')?.[1];
  return path === undefined ? page : await visitor.follow(await visitor.get(new URL(path, page.url).href));
}
/** From the sign-in page through the form of sign-up, with its mail sent. */
async function signUpFrom(visitor: AnyVisitor, page: Visit, email: string): Promise<Visit> {
  const checkMail = await visitor.submit(await click(visitor, page, '/sign-up'), {
    email,
    name: 'Maria Oliveira',
    organization_name: 'Oliveira Travel',
    new_password: PASSWORD,
  });
  await service.drain();
  return checkMail;
}
/** From the consent page to what an MCP host does with its token. */
async function allow(visitor: AnyVisitor, consent: Visit, { verifier, state }: Asked): Promise<number> {
  expect(consent.text).toContain('Allow Travel &lt;Agent&gt; to use your account?');
  const back = await visitor.follow(await visitor.submit(consent, { decision: 'allow' }));
  const tokens = await client.authorizationCodeGrant(agent, new URL(back.location ?? ''), {
    pkceCodeVerifier: verifier,
    expectedState: state,
  });
  const headers = {
    'x-api-key': '',
    authorization: `Bearer ${tokens.access_token}`,
    accept: 'application/json, text/event-stream',
  };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  return (await service.call('POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'initialize', params }, headers)).status;
}
const mailedLink = (email: string, path: string) => `${service.url}${linkIn(mailsTo(service, email).at(-1), path)}`;
const isNamed = ({ text }: Visit, place = '127.0.0.1:33418') =>
  text.includes(`You are here for Travel &lt;Agent&gt; (${place}).`);

describe('the first user of an MCP host gets it its code', () => {
  test("by the sandbox's button, without the mail", async () => {
    const visitor = aBrowser(service);
    const asked = await ask(visitor);
    const checkMail = await signUpFrom(visitor, asked.signInPage, 'button@example.com');
    const signInAgain = await click(visitor, checkMail, '/sign-in');
    expect(
      [asked.signInPage, checkMail, signInAgain].map((page) => [
        page.status,
        isNamed(page) || page.text.includes('leads on to Travel &lt;Agent&gt;'),
      ]),
    ).toEqual([
      [200, true],
      [200, true],
      [200, true],
    ]);
    const consent = await refreshed(
      visitor,
      await visitor.submit(signInAgain, { email: 'button@example.com', password: PASSWORD }),
    );
    expect(await allow(visitor, consent, asked)).toBe(200);
  });

  test.each([
    ['the same browser', LOOPBACK],
    ['another browser', SITE],
  ] as const)('by the mailed link in %s, days later', async (which, redirectUri) => {
    const [first, email] = [aBrowser(service), `${which.replaceAll(' ', '-')}@example.com`];
    const asked = await ask(first, redirectUri);
    await signUpFrom(first, asked.signInPage, email);
    await sql`delete from oauth_payload where model = 'Interaction'`.execute(service.app.db.q);
    const visitor = which === 'another browser' ? aBrowser(service) : first;
    const page = await visitor.get(mailedLink(email, '/verify'));
    expect([isNamed(page, new URL(redirectUri).host), page.text.includes('waits on the device')]).toEqual([
      true,
      false,
    ]);
    const consent = await refreshed(visitor, await visitor.submit(page, { password: PASSWORD }));
    expect(await allow(visitor, consent, asked)).toBe(200);
  });

  test('by a new password', async () => {
    await signUp(service, 'forgetful@example.com');
    const visitor = aBrowser(service);
    const asked = await ask(visitor);
    const forgot = await click(visitor, asked.signInPage, '/forgot-password');
    const sent = await visitor.submit(forgot, { email: 'forgetful@example.com' });
    await service.drain();
    const reset = await visitor.get(mailedLink('forgetful@example.com', '/reset-password'));
    const done = await visitor.submit(reset, { new_password: 'seven brown kettles sing' });
    expect([forgot, reset, done].map((page) => isNamed(page))).toEqual([true, true, true]);
    expect(sent.text).toContain('The link in the mail leads on to Travel &lt;Agent&gt;.');
    const consent = await refreshed(
      visitor,
      await visitor.submit(await click(visitor, done, '/sign-in'), {
        email: 'forgetful@example.com',
        password: 'seven brown kettles sing',
      }),
    );
    expect(await allow(visitor, consent, asked)).toBe(200);
  });

  test('by the mail that says that they have an account already', async () => {
    await signUp(service, 'already@example.com');
    const visitor = aBrowser(service);
    const asked = await ask(visitor, SITE);
    await signUpFrom(visitor, asked.signInPage, 'already@example.com');
    const [, link = ''] =
      /(http:[^\s"]+\/sign-in\?return_to=[^\s"<]+)/.exec(plain(mailsTo(service, 'already@example.com').at(-1))) ?? [];
    const consent = await refreshed(
      visitor,
      await visitor.submit(await visitor.get(link.replaceAll('&amp;', '&')), {
        email: 'already@example.com',
        password: PASSWORD,
      }),
    );
    expect(await allow(visitor, consent, asked)).toBe(200);
  });

  test('by an invitation that is accepted in the same browser; the link of an administrator leads on, too', async () => {
    const closed = await startService({ config: { signUp: 'invite' } });
    try {
      const owner = await openVisitor(closed, 'owner@example.com');
      const visitor = aBrowser(closed);
      const { signInPage } = await ask(visitor, LOOPBACK, await registerClient('Travel <Agent>', closed));
      expect((await visitor.get(signInPage.url.replace('/sign-in', '/sign-up'))).text).toContain(
        'it leads on to Travel &lt;Agent&gt;',
      );
      const members = await owner.get(`${closed.url}/console/members`);
      const invite = { ...members, text: members.text.slice(members.text.indexOf('Invite somebody')) };
      await owner.submit(invite, { email: 'invited@example.com', role: 'member' });
      await closed.drain();
      const join = await visitor.get(`${closed.url}${linkIn(mailsTo(closed, 'invited@example.com').at(-1), '/join')}`);
      expect(isNamed(join)).toBe(true);
      const made = await callAdmin(closed.dataDir, 'create_user', { email: 'made@example.com' });
      const welcome = await visitor.get(/http:[^"]+\/reset-password\/[\w-]+/.exec(JSON.stringify(made))?.[0] ?? '');
      expect([welcome.status, isNamed(welcome)]).toEqual([200, true]);
      const consent = await refreshed(visitor, await visitor.submit(join, { name: 'Ida', new_password: PASSWORD }));
      expect(consent.text).toContain('Allow Travel &lt;Agent&gt; to use your account?');
    } finally {
      await closed.close();
    }
  });
});

test('in production the right password before the address is confirmed brings the link again, and that leads on, too', async () => {
  const mails = await startMailServer();
  const production = await startService({
    config: { environment: 'production', bootstrapApiKey: undefined, signUp: 'open', smtp: mails.smtp },
    flightSuppliers: [],
  });
  try {
    const visitor = aBrowser(production);
    const { signInPage } = await ask(visitor, LOOPBACK, await registerClient('Travel <Agent>', production));
    const checkMail = await visitor.submit(await click(visitor, signInPage, '/sign-up'), {
      email: 'ida@example.com',
      name: 'Ida',
      new_password: PASSWORD,
      organization_name: 'Oliveira Travel',
    });
    expect(checkMail.text).toContain('Confirmed your address on another device?');
    const unconfirmed = await visitor.submit(await click(visitor, checkMail, '/sign-in'), {
      email: 'ida@example.com',
      password: PASSWORD,
    });
    expect([
      unconfirmed.status,
      unconfirmed.text.includes('The link in the mail leads on to Travel &lt;Agent&gt;.'),
    ]).toEqual([403, true]);
    await production.drain();
    const link = /http:\S+\/verify\/[\w-]{43}/.exec(mails.received.at(-1)?.text ?? '')?.[0] ?? '';
    const consent = await refreshed(visitor, await visitor.submit(await visitor.get(link), { password: PASSWORD }));
    expect(consent.text).toContain('Allow Travel &lt;Agent&gt; to use your account?');
  } finally {
    await production.close();
    await mails.close();
  }
});

describe('what a person came for', () => {
  test('and a program that waits on another device: the page says where to go, and goes nowhere by itself', async () => {
    const first = aBrowser(service);
    const { signInPage } = await ask(first);
    await signUpFrom(first, signInPage, 'phone@example.com');
    const phone = aBrowser(service);
    const page = await phone.get(mailedLink('phone@example.com', '/verify'));
    const after = await phone.submit(page, { password: PASSWORD });
    for (const { text } of [page, after])
      expect(text).toContain('Travel &lt;Agent&gt; waits on the device where you began.');
    expect([after.headers.get('refresh'), /href="\/oauth\/auth\?/.test(after.text)]).toEqual([null, true]);
  });

  test('is named for a registered client and its own address alone, as text', async () => {
    const { signInPage } = await ask(aBrowser(service));
    expect(isNamed(signInPage)).toBe(true);
    expect(signInPage.text).not.toContain('To manage keys and members');
    const returnTo = new URL(signInPage.url).searchParams.get('return_to') ?? '';
    for (const other of [
      returnTo.replace(/client_id=[^&]+/, 'client_id=nobody'),
      returnTo.replace('127.0.0.1', 'elsewhere.example'),
      `${returnTo}&client_id=x`,
      '/account/security',
    ]) {
      const page = await aBrowser(service).get(`${service.url}/sign-in?return_to=${encodeURIComponent(other)}`);
      expect([page.status, page.text.includes('You are here for'), page.text.includes('name="return_to"')]).toEqual([
        200,
        false,
        true,
      ]);
    }
  });

  test('is a path of ours on every page, whatever the address or the form says', async () => {
    for (const path of ['/sign-up', '/forgot-password', '/sign-in']) {
      const page = await aBrowser(service).get(
        `${service.url}${path}?return_to=${encodeURIComponent('//elsewhere.example')}`,
      );
      expect([page.status, page.text.includes('elsewhere')]).toEqual([200, false]);
    }
    const visitor = aBrowser(service);
    const page = await visitor.get(`${service.url}/sign-up`);
    await visitor.submit(page, {
      email: 'hostile@example.com',
      name: 'Ida',
      new_password: PASSWORD,
      organization_name: 'Oliveira Travel',
      return_to: 'https://elsewhere.example',
    });
    await service.drain();
    const after = await visitor.submit(await visitor.get(mailedLink('hostile@example.com', '/verify')), {
      password: PASSWORD,
    });
    expect(after.location).toBe(`${service.url}/account?locale=en`);
  });

  test('starts anew from the consent page, too, when the session has ended meanwhile', async () => {
    await signUp(service, 'ended@example.com');
    const visitor = aBrowser(service);
    const asked = await ask(visitor);
    const consent = await refreshed(
      visitor,
      await visitor.submit(asked.signInPage, { email: 'ended@example.com', password: PASSWORD }),
    );
    await sql`delete from web_session`.execute(service.app.db.q);
    const signInPage = await visitor.follow(await visitor.get(consent.url));
    expect(isNamed(signInPage)).toBe(true);
    const again = await refreshed(
      visitor,
      await visitor.submit(signInPage, { email: 'ended@example.com', password: PASSWORD }),
    );
    expect(await allow(visitor, again, asked)).toBe(200);
    expect((await signIn(service, 'ended@example.com')).answer.headers.get('location')).toBe('/account?locale=en');
  });
});
