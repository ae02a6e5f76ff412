import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newPkce, openVisitor, type Visit, type Visitor } from '../../support/oauth.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const REDIRECT = 'https://app.example.com/back';
const FORM = { 'x-api-key': '', 'content-type': 'application/x-www-form-urlencoded' };
let service: TestService;
let ada: Visitor;
let clientId: string;

beforeAll(async () => {
  service = await startService();
  ada = await openVisitor(service, 'ada@example.com');
  const { status, body } = await register([REDIRECT]);
  expect(status).toBe(201);
  clientId = body.client_id;
});
afterAll(() => service.close());

const register = (redirectUris: readonly string[]) =>
  service.call(
    'POST',
    '/oauth/reg',
    { client_name: 'App', redirect_uris: redirectUris, token_endpoint_auth_method: 'none' },
    { 'x-api-key': '' },
  );
const authorizePath = (changes: Readonly<Record<string, string>> = {}, challenge = 'a'.repeat(43)) =>
  `/oauth/auth?${new URLSearchParams({ client_id: clientId, response_type: 'code', redirect_uri: REDIRECT, code_challenge: challenge, code_challenge_method: 'S256', ...changes }).toString()}`;
const token = (fields: Readonly<Record<string, string>>, issuer = '/oauth') =>
  service.call('POST', `${issuer}/token`, new URLSearchParams(fields).toString(), FORM);
const unknown = (path: string) => service.call('GET', path, undefined, { 'x-api-key': '' });
const consentOf = async (path: string): Promise<Visit> => ada.follow(await ada.get(service.url + path));

/** From the consent page to the application, with the code. */
async function codeOf(page: Visit): Promise<string> {
  const back = await ada.follow(await ada.submit(page, { decision: 'allow' }));
  return new URL(back.location ?? '').searchParams.get('code') ?? '';
}

describe('an application that is up to something', () => {
  test('cannot register addresses that mean something to browsers or systems', async () => {
    for (const uri of [
      'https://x;sandbox/cb',
      'https://*.example.com/',
      'ms-msdt:/id',
      'intent://x',
      'javascript:alert(1)',
    ])
      expect([uri, (await register([uri])).status]).toEqual([uri, 400]);
  });

  test('that nobody knows, or that names an address of somebody else, is told so on a page of ours, before anybody signs in', async () => {
    for (const [changes, error] of [
      [{ client_id: 'nobody' }, 'invalid_client'],
      [{ redirect_uri: 'https://elsewhere.example.com/back' }, 'invalid_redirect_uri'],
    ] as const) {
      const answer = await unknown(authorizePath(changes));
      expect([
        answer.status,
        answer.headers.get('location'),
        answer.text.includes(error),
        answer.headers.get('content-type'),
      ]).toEqual([400, null, true, 'text/html; charset=utf-8']);
    }
  });

  test("that nobody knows is told so in the reader's language, with what to do about it", async () => {
    const page = await unknown(authorizePath({ client_id: 'nobody' }));
    expect(page.text).toContain('Remove the connection in the application and add it again.');
    const [, german = ''] = /href="(\?locale=de[^"]*)"/.exec(page.text) ?? [];
    const translated = await unknown(`/oauth/auth${german.replaceAll('&amp;', '&')}`);
    expect([
      translated.status,
      translated.text.includes('Entfernen Sie die Verbindung in der Anwendung'),
      translated.text.includes('invalid_client'),
    ]).toEqual([400, true, true]);
  });

  test.each([
    [{ code_challenge: '' }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_type: 'nonsense' }, 'unsupported_response_type'],
    [{ resource: 'https://elsewhere.example.com' }, 'invalid_target'],
    [{ prompt: 'none' }, 'login_required'],
  ] as const)(
    'that asks with %j hears %s at its own address, with its state, before anybody signs in',
    async (changes, error) => {
      const answer = await unknown(authorizePath({ state: 'of the client', ...changes }));
      const location = new URL(answer.headers.get('location') ?? '', service.url);
      expect([answer.status, location.origin + location.pathname]).toEqual([303, REDIRECT]);
      // A client that wants a token in the address reads its errors from there, too: behind the `#` (RFC 6749, section
      // 4.2.2.1).
      const heard = new URLSearchParams(location.search || location.hash.slice(1));
      expect(Object.fromEntries(heard)).toMatchObject({ error, state: 'of the client', iss: `${service.url}/oauth` });
    },
  );

  test('that asks silently for somebody who is signed in hears that a consent is missing', async () => {
    const { location = '' } = await ada.get(service.url + authorizePath({ prompt: 'none', state: 'silent' }));
    const heard = Object.fromEntries(new URL(location).searchParams);
    expect(heard).toMatchObject({ error: 'consent_required', state: 'silent', iss: `${service.url}/oauth` });
  });

  test('that asks rightly waits for the sign-in, and nothing of the request stays here meanwhile', async () => {
    const answer = await unknown(authorizePath());
    expect([answer.status, answer.headers.get('location'), answer.headers.getSetCookie()]).toEqual([
      303,
      `/sign-in?return_to=${encodeURIComponent(authorizePath())}`,
      [],
    ]);
    const left = await sql<{ n: string }>`select count(*) as n from oauth_payload where model = 'Interaction'`.execute(
      service.app.db.q,
    );
    expect(Number(left.rows[0]?.n)).toBe(0);
  });

  test('is remembered whole over the sign-in, a long state included', async () => {
    const path = authorizePath({ state: 's'.repeat(3_000) });
    const location = (await service.call('GET', path, undefined, { 'x-api-key': '' })).headers.get('location') ?? '';
    expect(new URL(location, service.url).searchParams.get('return_to')).toBe(path);
    const page = await service.call('GET', location, undefined, { 'x-api-key': '' });
    expect([page.status, page.text.includes('s'.repeat(3_000))]).toEqual([200, true]);
  });

  test('gets its answer in the query and in no other way', async () => {
    const answer = await ada.get(service.url + authorizePath({ response_mode: 'form_post' }));
    expect([answer.status, answer.location]).toEqual([400, undefined]);
    expect(answer.text).toContain('unsupported_response_mode');
  });

  test('gets one grant of one consent, however often the form is sent', async () => {
    const page = await consentOf(authorizePath());
    const answers = await Promise.all(
      ['allow', 'allow', 'deny', 'allow'].map((decision) => ada.submit(page, { decision })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 404, 404, 404]);
    const list = await ada.get(`${service.url}/account/applications`);
    expect(list.text.match(/name="grant"/g)?.length ?? 0).toBeLessThanOrEqual(1);
  });
});

describe('a resource', () => {
  test('of /v1 is served by the tokens for MCP, which work there', async () => {
    const { verifier, challenge } = newPkce();
    const code = await codeOf(await consentOf(authorizePath({ resource: `${service.url}/v1` }, challenge)));
    const { status, body } = await token({
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: REDIRECT,
      code,
      code_verifier: verifier,
    });
    expect(status).toBe(200);
    expect(
      (await service.call('GET', '/v1/account', undefined, { authorization: `Bearer ${body.access_token}` })).status,
    ).toBe(200);
    const wrong = {
      grant_type: 'refresh_token',
      client_id: clientId,
      refresh_token: body.refresh_token,
      resource: 'https://elsewhere.example.com',
    };
    const refused = await token(wrong);
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_target']);
    const { resource: _wrong, ...right } = wrong;
    expect((await token(right)).status).toBe(200);
  });
});

describe('the issuer of the command line', () => {
  test('names what it has and nothing else', async () => {
    const { body } = await service.call('GET', '/.well-known/oauth-authorization-server/oauth/cli', undefined, {
      'x-api-key': '',
    });
    expect(body).toMatchObject({
      issuer: `${service.url}/oauth/cli`,
      response_types_supported: [],
      grant_types_supported: ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
    });
    expect(Object.keys(body)).not.toContain('authorization_endpoint');
  });

  test('has a code decided once: of an approval and a refusal at the same moment one counts', async () => {
    const device = await service.call('POST', '/oauth/cli/device/auth', 'client_id=bly-cli', FORM);
    const eve = await openVisitor(service, 'eve@example.com');
    const pages = await Promise.all(
      [ada, eve, ada].map(async (visitor) =>
        visitor.submit(await visitor.get(device.body.verification_uri), { user_code: device.body.user_code }),
      ),
    );
    const decided = await Promise.all(
      pages.map((page, index) => (index === 1 ? eve : ada).submit(page, { decision: index === 2 ? 'deny' : 'allow' })),
    );
    const counted = decided.filter(
      ({ text }) => text.includes('Your device is connected') || text.includes('Not connected'),
    );
    expect(counted).toHaveLength(1);
    const polled = await token(
      {
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        client_id: 'bly-cli',
        device_code: device.body.device_code,
      },
      '/oauth/cli',
    );
    expect(polled.body.error ?? 'allowed').toBe(
      counted[0]?.text.includes('Not connected') ? 'access_denied' : 'allowed',
    );
  });
});
