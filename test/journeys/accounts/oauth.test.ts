import { auth } from '@modelcontextprotocol/sdk/client/auth.js';
import * as jose from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { listAuditEvents } from '../../../src/identity/audit-store.ts';
import { callAdmin } from '../../../src/platform/admin/admin-socket.ts';
import { keepHouseJob } from '../../../src/oauth/jobs.ts';
import { currentKeys } from '../../../src/oauth/provider-of.ts';
import { OAUTH_KEYS } from '../../../src/oauth/model/oauth-keys.ts';
import { openSigningKey, rotateSigningKeys } from '../../../src/platform/security/signing-keys/signing-keys.ts';
import { openVisitor, sdkProvider, sessionCookie, type Visit, type Visitor } from '../../support/oauth.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { makeUser } from '../../support/users.ts';

const REDIRECT = 'http://127.0.0.1:33418/callback';
let service: TestService;
let ada: Visitor;
let agent: client.Configuration;
beforeAll(async () => {
  service = await startService();
  ada = await openVisitor(service, 'ada@example.com');
  agent = await registerClient('Test Agent');
});
afterAll(() => service.close());
const callAs = (token: string, path = '/v1/account') =>
  service.call('GET', path, undefined, { authorization: `Bearer ${token}` });
const statusAs = async (token: string) => (await callAs(token)).status;
const open = (method: string, path: string, body?: unknown, headers = {}) =>
  service.call(method, path, body, { 'x-api-key': '', ...headers });
const form = (path: string, fields: Readonly<Record<string, string>>) =>
  open('POST', path, new URLSearchParams(fields).toString(), { 'content-type': 'application/x-www-form-urlencoded' });
const audited = async (action: string) =>
  await listAuditEvents(service.app.db, ada.user.organizationId, { after: undefined, limit: 100, action });

/** A program that has just registered itself. */
function registerClient(name: string): Promise<client.Configuration> {
  const metadata = { client_name: name, redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' };
  return client.dynamicClientRegistration(new URL(`${service.url}/oauth`), metadata, client.None(), {
    execute: [client.allowInsecureRequests],
    algorithm: 'oauth2',
  });
}
interface Begun {
  readonly verifier: string;
  readonly state: string;
  readonly page: Visit;
}
/** To the consent page. */
async function begin(parameters: Readonly<Record<string, string>> = {}, visitor = ada): Promise<Begun> {
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const challenge = await client.calculatePKCECodeChallenge(verifier);
  const url = client.buildAuthorizationUrl(agent, {
    redirect_uri: REDIRECT,
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...parameters,
  });
  return { verifier, state, page: await visitor.follow(await visitor.get(url.href)) };
}

/** Through it, to the tokens. */
async function allow(parameters: Readonly<Record<string, string>> = {}, visitor = ada) {
  const { verifier, state, page } = await begin(parameters, visitor);
  const back = await visitor.follow(await visitor.submit(page, { decision: 'allow' }));
  const callback = new URL(back.location ?? '');
  return {
    tokens: await client.authorizationCodeGrant(agent, callback, { pkceCodeVerifier: verifier, expectedState: state }),
    callback,
    verifier,
  };
}

describe('a program that registers itself', () => {
  test('is allowed by its user, calls the API, and refreshes with a token that is new each time', async () => {
    const { tokens } = await allow({ scope: 'search book manage' });
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3_600, scope: 'search book manage' });
    const account = await callAs(tokens.access_token);
    expect([account.status, account.body.organization.organization_id]).toEqual([200, ada.user.organizationId]);
    expect(jose.decodeProtectedHeader(tokens.access_token)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
    expect(jose.decodeJwt(tokens.access_token)).toMatchObject({
      iss: `${service.url}/oauth`,
      aud: `${service.url}/mcp`,
      sub: ada.user.userId,
    });
    const next = await client.refreshTokenGrant(agent, tokens.refresh_token ?? '');
    expect(next.refresh_token).not.toBe(tokens.refresh_token);
    expect(await statusAs(next.access_token)).toBe(200);
    const [event] = await audited('oauth.consent_granted');
    expect(event).toMatchObject({
      actor: { kind: 'user', id: ada.user.userId },
      detail: { client: 'Test Agent', host: '127.0.0.1:33418', scopes: ['search', 'book', 'manage'] },
    });
    const made = await service.call(
      'POST',
      '/v1/api_keys',
      { name: 'made by a program' },
      { authorization: `Bearer ${next.access_token}` },
    );
    expect([made.status, made.body.created_by, made.body.created_through]).toEqual([
      201,
      ada.user.userId,
      'Test Agent',
    ]);
    expect((await audited('api_key.created'))[0]).toMatchObject({
      actor: { kind: 'user', id: ada.user.userId },
      detail: { program: 'Test Agent', grant: event?.target },
    });
    expect((await ada.get(`${service.url}/console/keys`)).text).toContain('through Test Agent');
    expect((await ada.get(`${service.url}/account/applications`)).text).toContain(
      'An API key that an application made',
    );
  });

  test('a refresh token that comes twice ends everything that came from it, and is put on record', async () => {
    const { tokens } = await allow();
    const next = await client.refreshTokenGrant(agent, tokens.refresh_token ?? '');
    expect(await statusAs(next.access_token)).toBe(200);
    const before = (await audited('oauth.token_reuse_detected')).length;
    await expect(client.refreshTokenGrant(agent, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    await expect(client.refreshTokenGrant(agent, next.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    await expect.poll(() => statusAs(next.access_token)).toBe(401);
    expect((await audited('oauth.token_reuse_detected')).length).toBe(before + 1);
  });

  test('of refreshes at the same moment one at most is answered, and nothing of it is left', async () => {
    const { tokens } = await allow();
    const storm = await Promise.allSettled(
      Array.from({ length: 5 }, () => client.refreshTokenGrant(agent, tokens.refresh_token ?? '')),
    );
    const won = storm.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(won.length).toBeLessThanOrEqual(1);
    for (const winner of won)
      await expect(client.refreshTokenGrant(agent, winner.refresh_token ?? '')).rejects.toMatchObject({
        error: 'invalid_grant',
      });
    for (const token of [tokens.access_token, ...won.map((winner) => winner.access_token)])
      await expect.poll(() => statusAs(token)).toBe(401);
  });

  test('a code that comes twice ends what came from it', async () => {
    const { tokens, callback, verifier } = await allow();
    const code = callback.searchParams.get('code') ?? '';
    const again = await form('/oauth/token', {
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT,
      code_verifier: verifier,
      client_id: agent.clientMetadata().client_id,
    });
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
    await expect.poll(() => statusAs(tokens.access_token)).toBe(401);
  });

  test('may do what it was allowed and nothing more; without a scope it is asked for all of ours', async () => {
    const { tokens } = await allow({ scope: 'search profile', resource: `${service.url}/mcp/` });
    expect(tokens.scope).toBe('search');
    expect((await callAs(tokens.access_token, '/v1/webhooks')).status).toBe(403);
    expect((await allow()).tokens.scope).toBe('search book manage');
  });

  test('with openid it also gets an ID token that says who', async () => {
    const { tokens } = await allow({ scope: 'openid search' });
    expect(jose.decodeJwt(tokens.id_token ?? '')).toMatchObject({
      sub: ada.user.userId,
      aud: agent.clientMetadata().client_id,
    });
    expect(await statusAs(tokens.id_token ?? '')).toBe(401);
  });

  test('that is not allowed hears so, and what is asked for elsewhere is not ours to give', async () => {
    const { page, state } = await begin();
    const back = await ada.follow(await ada.submit(page, { decision: 'deny' }));
    const told = new URL(back.location ?? '').searchParams;
    expect([told.get('error'), told.get('state'), told.get('iss')]).toEqual([
      'access_denied',
      state,
      `${service.url}/oauth`,
    ]);
    const elsewhere = await begin({ resource: 'https://example.com/mcp' });
    expect(new URL(elsewhere.page.location ?? '').searchParams.get('error')).toBe('invalid_target');
    const unproven = await ada.get(
      `${service.url}/oauth/auth?client_id=${agent.clientMetadata().client_id}&response_type=code&redirect_uri=${encodeURIComponent(REDIRECT)}`,
    );
    expect(new URL(unproven.location ?? '').searchParams.get('error')).toBe('invalid_request');
  });

  test('is shown for what it is on a page that nobody can frame, forge or take over', async () => {
    const { page } = await begin({ scope: 'search' });
    expect(page.text).toContain('Allow Test Agent to use your account?');
    expect(page.text).toContain('<dd>127.0.0.1:33418</dd>');
    expect(page.text).toContain('We have not checked its name');
    const policy = page.headers.get('content-security-policy');
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self' http://127.0.0.1:33418");
    expect((await ada.submit(page, { decision: 'allow', csrf: 'forged' })).status).toBe(403);
    const eve = await openVisitor(service, 'eve@example.com');
    expect((await eve.get(page.url)).status).toBe(404);
    const stranger = await fetch(page.url, { redirect: 'manual' });
    expect([stranger.status, stranger.headers.get('location')]).toEqual([
      303,
      `/sign-in?return_to=${encodeURIComponent(new URL(page.url).pathname)}&locale=en`,
    ]);
  });

  test('an application that nobody knows is told on a page of ours', async () => {
    const answer = await ada.get(
      `${service.url}/oauth/auth?client_id=nobody&response_type=code&redirect_uri=https%3A%2F%2Fexample.com%2F`,
    );
    expect([answer.status, answer.location]).toEqual([400, undefined]);
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(answer.text).toContain('This request cannot be carried out');
  });
});

describe('registration', () => {
  test.each([
    ['http elsewhere', { redirect_uris: ['http://example.com/back'] }, 'invalid_redirect_uri'],
    ['a script', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    ['none', { redirect_uris: [] }, 'invalid_redirect_uri'],
    [
      'eleven',
      { redirect_uris: Array.from({ length: 11 }, (_, index) => `https://example.com/${index}`) },
      'invalid_redirect_uri',
    ],
    ['a long name', { redirect_uris: [REDIRECT], client_name: 'a'.repeat(101) }, 'invalid_client_metadata'],
    [
      'a foreign way to prove itself',
      { redirect_uris: [REDIRECT], token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'http://169.254.169.254/' },
      'invalid_client_metadata',
    ],
    ['no JSON', 'x', 'invalid_client_metadata'],
  ])('with %s is refused', async (_what, body, error) => {
    const answer = await open('POST', '/oauth/reg', body, { 'content-type': 'application/json' });
    expect([answer.status, answer.body.error]).toEqual([400, error]);
  });

  test('always comes with refreshing, and a browser may ask from anywhere', async () => {
    const answer = await open(
      'POST',
      '/oauth/reg',
      { redirect_uris: ['cursor://anysphere.cursor-retrieval/oauth/callback'], grant_types: ['authorization_code'] },
      { origin: 'http://localhost:6274' },
    );
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      grant_types: ['authorization_code', 'refresh_token'],
      application_type: 'native',
      token_endpoint_auth_method: 'none',
    });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const asked = await open('OPTIONS', '/oauth/token', undefined, {
      origin: 'http://localhost:6274',
      'access-control-request-method': 'POST',
    });
    expect([asked.status, asked.headers.get('access-control-allow-methods')]).toEqual([204, 'POST']);
  });

  test('a client that is unknown, or has lapsed, is told so in the words that make it register anew', async () => {
    const lapsed = await registerClient('Lapsed');
    await sql`update oauth_payload set expires_at = now() - interval '1 second' where model = 'Client' and created_at = (select max(created_at) from oauth_payload where model = 'Client')`.execute(
      service.app.db.q,
    );
    for (const clientId of ['nobody', lapsed.clientMetadata().client_id]) {
      const answer = await form('/oauth/token', {
        grant_type: 'refresh_token',
        refresh_token: 'x',
        client_id: clientId,
      });
      expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client']);
    }
  });
});

describe('the command line', () => {
  async function askDevice() {
    const config = await client.discovery(new URL(`${service.url}/oauth/cli`), 'bly-cli', undefined, client.None(), {
      execute: [client.allowInsecureRequests],
      algorithm: 'oauth2',
    });
    return { config, device: await client.initiateDeviceAuthorization(config, { scope: 'search book manage' }) };
  }
  const poll = (deviceCode: string) =>
    form('/oauth/cli/token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: deviceCode,
      client_id: 'bly-cli',
    });

  test('shows a code, its user confirms it, and the token works for the API but not for MCP', async () => {
    const { device: unanswered } = await askDevice();
    expect((await poll(unanswered.device_code)).body.error).toBe('authorization_pending');
    expect((await poll(unanswered.device_code)).body.error).toBe('slow_down');
    const { config, device } = await askDevice();
    expect(device.expires_in).toBe(600);
    expect(device.verification_uri).toBe(`${service.url}/oauth/cli/device`);
    const page = await ada.get(device.verification_uri_complete ?? '');
    const confirm = await ada.submit(page, { user_code: device.user_code.toLowerCase() });
    expect(confirm.text).toContain(`<p class="device-code">${device.user_code}</p>`);
    expect(confirm.text).toContain('Allow Bly CLI to use your account?');
    expect((await ada.submit(confirm, { decision: 'allow' })).text).toMatch(
      /Your device is connected.*Bly CLI may use your account now\./s,
    );
    // Its first question comes after it was allowed: it need not wait for another.
    const tokens = await client.pollDeviceAuthorizationGrant(config, { ...device, interval: 0 });
    expect(await statusAs(tokens.access_token)).toBe(200);
    expect(jose.decodeJwt(tokens.access_token)).toMatchObject({
      iss: `${service.url}/oauth/cli`,
      aud: `${service.url}/v1`,
      client_id: 'bly-cli',
    });
    const atMcp = await service.call(
      'POST',
      '/mcp',
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      { authorization: `Bearer ${tokens.access_token}`, accept: 'application/json, text/event-stream' },
    );
    expect([atMcp.status, atMcp.body.error.message]).toEqual([401, 'unexpected iss claim']);
    expect((await client.refreshTokenGrant(config, tokens.refresh_token ?? '')).scope).toBe('search book manage');
    expect((await audited('oauth.device_approved')).length).toBe(1);
    expect((await ada.submit(page, { user_code: device.user_code })).text).toContain(
      'This code is unknown, used or older than ten minutes',
    );
  }, 20_000);

  test('hears that it was not allowed, and that it took too long', async () => {
    const refused = (await askDevice()).device;
    const page = await ada.get(refused.verification_uri);
    const confirm = await ada.submit(page, { user_code: refused.user_code });
    expect((await ada.submit(confirm, { decision: 'deny' })).text).toMatch(
      /Not connected.*Bly CLI has got no access\./s,
    );
    expect((await poll(refused.device_code)).body.error).toBe('access_denied');
    const late = (await askDevice()).device;
    await sql`update oauth_payload set expires_at = now() - interval '1 second' where model = 'DeviceCode'`.execute(
      service.app.db.q,
    );
    expect((await poll(late.device_code)).body.error).toBe('expired_token');
    expect((await ada.submit(page, { user_code: late.user_code })).status).toBe(422);
  });

  test('codes cannot be guessed at leisure', async () => {
    const eve = await openVisitor(service, 'guess@example.com');
    const page = await eve.get(`${service.url}/oauth/cli/device`);
    const statuses: number[] = [];
    for (let guess = 0; guess < 11; guess += 1)
      statuses.push((await eve.submit(page, { user_code: 'BCDFGHJK' })).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
  });
});

describe('a token', () => {
  test('that is foreign, edited, over or meant for somebody else is refused', async () => {
    const { tokens } = await allow();
    const claims = jose.decodeJwt(tokens.access_token);
    const [key] = await currentKeys(service.app);
    if (key === undefined) throw new Error('there is no key');
    const own = await jose.importJWK(openSigningKey(service.app, OAUTH_KEYS, key), 'ES256');
    const foreign = (await jose.generateKeyPair('ES256')).privateKey;
    const make = (changes: object, header: object = {}, signer: Parameters<jose.SignJWT['sign']>[0] = own) =>
      new jose.SignJWT({ ...claims, ...changes })
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: key.kid, ...header })
        .sign(signer);
    expect(await statusAs(await make({}))).toBe(200);
    const now = Math.floor(Date.now() / 1_000);
    const [head = '', body = '', signature = ''] = tokens.access_token.split('.');
    const edited = Buffer.from(JSON.stringify({ ...claims, scope: 'search book manage', sub: 'user_other' })).toString(
      'base64url',
    );
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url');
    const publicText = new TextEncoder().encode(JSON.stringify(key.publicJwk));
    const bad = [
      await make({}, {}, foreign),
      await make({ aud: 'https://example.com' }),
      await make({ aud: `${service.url}/v1` }),
      await make({ iss: 'https://example.com' }),
      await make({ iss: `${service.url}/oauth/cli` }),
      await make({ exp: now - 10 }),
      await make({ exp: undefined }),
      await make({ nbf: now + 60 }),
      await make({}, { typ: 'JWT' }),
      await make({}, { kid: 'unknown' }),
      await make({ grant: 'unknown' }),
      await make({ sub: 'user_other' }),
      await new jose.SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: key.kid }).sign(publicText),
      `${head}.${edited}.${signature}`,
      `${none}.${body}.`,
      `${head}.${body}.`,
      `${head}.${body}`,
      `${head}.${body}.${signature}.${signature}`,
    ];
    for (const token of bad) {
      const answer = await callAs(token);
      expect([answer.status, answer.body.error.code]).toEqual([401, 'AUTH_REQUIRED']);
      expect(answer.headers.get('www-authenticate')).toContain(
        `resource_metadata="${service.url}/.well-known/oauth-protected-resource/v1"`,
      );
    }
  });

  test('stays good when keys are rotated; the next one is signed with the new key, which was published at once', async () => {
    const { tokens } = await allow();
    const rotated = await callAdmin(service.dataDir, 'rotate_oauth_keys', {});
    expect(rotated?.result).toMatchObject({ generation: 2 });
    const readKeys = async () => JSON.parse((await open('GET', '/oauth/jwks')).text).keys;
    await expect.poll(async () => (await readKeys()).length).toBe(2);
    const published = await readKeys();
    expect(published.some((key: object) => 'd' in key)).toBe(false);
    const next = await client.refreshTokenGrant(agent, tokens.refresh_token ?? '');
    const [before, after] = [tokens, next].map(({ access_token: token }) => jose.decodeProtectedHeader(token).kid);
    expect(after).not.toBe(before);
    expect(published.map(({ kid }: { readonly kid: string }) => kid)).toEqual([after, before]);
    expect([await statusAs(tokens.access_token), await statusAs(next.access_token)]).toEqual([200, 200]);
  });

  test('stops when its user takes the access back on the page of applications', async () => {
    const { tokens } = await allow({ scope: 'search' });
    expect(await statusAs(tokens.access_token)).toBe(200);
    const page = await ada.get(`${service.url}/account/applications`);
    expect(page.text).toContain('<h2>Test Agent</h2>');
    const [grant] = /(?<=name="grant" value=")[^"]+/.exec(page.text) ?? [];
    const after = await ada.follow(await ada.submit(page, { grant: grant ?? '' }));
    expect(after.text).toContain('The access has been taken back.');
    await expect.poll(() => statusAs(tokens.access_token)).toBe(401);
    await expect(client.refreshTokenGrant(agent, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    expect((await audited('oauth.grant_revoked'))[0]).toMatchObject({
      actor: { kind: 'user', id: ada.user.userId },
      target: grant,
    });
  });

  test('stops when the application gives it back, and when its user is removed', async () => {
    const { tokens } = await allow();
    await client.tokenRevocation(agent, tokens.refresh_token ?? '');
    await expect.poll(() => statusAs(tokens.access_token)).toBe(401);
    const leaver = await openVisitor(service, 'leaver@example.com');
    const { tokens: other } = await allow({}, leaver);
    expect(await statusAs(other.access_token)).toBe(200);
    await sql`update user_account set removed_at = now() where user_id = ${leaver.user.userId}`.execute(
      service.app.db.q,
    );
    await expect.poll(() => statusAs(other.access_token)).toBe(401);
    await expect(client.refreshTokenGrant(agent, other.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });
});

describe('elsewhere', () => {
  const sharedDatabase = () => ({ ...service.app.db, databaseUrl: undefined, close: async () => undefined });

  test('another process takes the tokens of this one, signs with the same keys, and hears of what was taken back', async () => {
    const second = await startService({ db: sharedDatabase(), config: { publicUrl: service.url } });
    try {
      const { tokens } = await allow();
      const statusThere = async (token: string) =>
        (await second.call('GET', '/v1/account', undefined, { authorization: `Bearer ${token}` })).status;
      expect(await statusThere(tokens.access_token)).toBe(200);
      const refresh = {
        grant_type: 'refresh_token',
        refresh_token: tokens.refresh_token ?? '',
        client_id: agent.clientMetadata().client_id,
      };
      const headers = { 'x-api-key': '', 'content-type': 'application/x-www-form-urlencoded' };
      const rotated = await rotateSigningKeys(second.app, OAUTH_KEYS);
      const next = await second.call('POST', '/oauth/token', new URLSearchParams(refresh).toString(), headers);
      expect(next.status).toBe(200);
      await expect.poll(async () => JSON.parse((await open('GET', '/oauth/jwks')).text).keys[0].kid).toBe(rotated.kid);
      expect(await statusAs(next.body.access_token)).toBe(200);
      expect((await form('/oauth/token', refresh)).body.error).toBe('invalid_grant');
      await expect.poll(() => statusThere(next.body.access_token)).toBe(401);
    } finally {
      await second.close();
    }
  });

  test.each(['https://travel.example.com', 'http://travel.example.com'])(
    'behind a proxy everything is named by the public address %s, and cookies never go in clear',
    async (publicUrl) => {
      const proxied = await startService({ db: sharedDatabase(), config: { publicUrl } });
      try {
        const forged = {
          'x-api-key': '',
          'x-forwarded-host': 'evil.example.com',
          'x-forwarded-proto': 'http',
          'x-forwarded-for': '10.0.0.1',
        };
        const metadata = await proxied.call('GET', '/.well-known/oauth-authorization-server', undefined, forged);
        expect([metadata.body.issuer, metadata.body.token_endpoint, metadata.text.includes('evil')]).toEqual([
          `${publicUrl}/oauth`,
          `${publicUrl}/oauth/token`,
          false,
        ]);
        const query = {
          client_id: agent.clientMetadata().client_id,
          response_type: 'code',
          redirect_uri: REDIRECT,
          code_challenge: 'a'.repeat(43),
          code_challenge_method: 'S256',
        };
        const cookie = await sessionCookie(
          proxied,
          await makeUser(proxied, { email: `${publicUrl.length}@example.com` }),
        );
        const asked = await proxied.call('GET', `/oauth/auth?${new URLSearchParams(query).toString()}`, undefined, {
          ...forged,
          cookie,
        });
        expect([asked.status, asked.headers.get('location')]).toEqual([
          303,
          expect.stringMatching(/^\/oauth\/interaction\/[\w-]+$/),
        ]);
        expect(asked.headers.getSetCookie().length).toBeGreaterThan(1);
        for (const set of asked.headers.getSetCookie())
          expect([/; secure(?:;|$)/i.test(set), /; httponly(?:;|$)/i.test(set)]).toEqual([true, true]);
      } finally {
        await proxied.close();
      }
    },
  );
});

describe('housekeeping', () => {
  test('what is over is deleted, the next key is published a day before its use, and a client with a grant outlives its registration', async () => {
    const { q } = service.app.db;
    const { tokens } = await allow();
    const keep = () =>
      keepHouseJob.run({}, service.app, {
        organizationId: ada.user.organizationId,
        now: new Date(),
        attempt: 1,
        signal: new AbortController().signal,
      });
    const count = async (model: string) =>
      Number(
        (await sql<{ n: string }>`select count(*) as n from oauth_payload where model = ${model}`.execute(q)).rows[0]
          ?.n,
      );
    await sql`update oauth_payload set expires_at = now() - interval '2 hours' where model in ('Interaction', 'AuthorizationCode')`.execute(
      q,
    );
    const clients = await count('Client');
    await keep();
    expect([await count('Interaction'), await count('AuthorizationCode'), await count('Client')]).toEqual([
      0,
      0,
      clients,
    ]);
    await sql`update oauth_payload set expires_at = now() + interval '1 minute' where model = 'Client'`.execute(q);
    const next = await client.refreshTokenGrant(agent, tokens.refresh_token ?? '');
    const longest = await sql<{
      ok: boolean;
    }>`select max(expires_at) > now() + interval '89 days' as ok from oauth_payload where model = 'Client'`.execute(q);
    expect(longest.rows).toEqual([{ ok: true }]);
    await sql`update oauth_signing_key set signs_from = now() - interval '89 days 1 minute' where retires_at is null`.execute(
      q,
    );
    await keep();
    const keys = await sql<{
      ahead: boolean;
      retiring: boolean;
    }>`select signs_from > now() + interval '23 hours' as ahead, retires_at is not null as retiring from oauth_signing_key order by generation desc limit 2`.execute(
      q,
    );
    expect(keys.rows).toEqual([
      { ahead: true, retiring: false },
      { ahead: false, retiring: true },
    ]);
    expect(await statusAs(next.access_token)).toBe(200);
  });
});

describe('finding the way', () => {
  test('the documents name both issuers and what they are for', async () => {
    for (const path of [
      '/.well-known/oauth-authorization-server',
      '/.well-known/oauth-authorization-server/oauth',
      '/oauth/.well-known/openid-configuration',
      '/.well-known/openid-configuration/oauth',
    ]) {
      const answer = await open('GET', path, undefined, { origin: 'https://inspector.example.com' });
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
      expect(answer.body).toMatchObject({
        issuer: `${service.url}/oauth`,
        authorization_endpoint: `${service.url}/oauth/auth`,
        token_endpoint: `${service.url}/oauth/token`,
        registration_endpoint: `${service.url}/oauth/reg`,
        jwks_uri: `${service.url}/oauth/jwks`,
        code_challenge_methods_supported: ['S256'],
        response_modes_supported: ['query'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
      });
    }
    const cli = await open('GET', '/.well-known/oauth-authorization-server/oauth/cli');
    expect(cli.body).toMatchObject({
      issuer: `${service.url}/oauth/cli`,
      device_authorization_endpoint: `${service.url}/oauth/cli/device/auth`,
    });
    expect(cli.body.registration_endpoint).toBeUndefined();
    for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp']) {
      expect((await open('GET', path)).body).toMatchObject({
        resource: `${service.url}/mcp`,
        authorization_servers: [`${service.url}/oauth`],
        scopes_supported: ['search', 'book', 'manage'],
        bearer_methods_supported: ['header'],
      });
    }
    expect((await open('GET', '/.well-known/oauth-protected-resource/v1')).body).toMatchObject({
      resource: `${service.url}/v1`,
      authorization_servers: [`${service.url}/oauth`, `${service.url}/oauth/cli`],
    });
    expect([(await open('GET', '/oauth/nothing')).status, (await open('POST', '/oauth/cli/reg', {})).status]).toEqual([
      404, 404,
    ]);
  });

  test('the client of the MCP SDK gets in by itself from a 401 alone', async () => {
    const { kept, provider } = sdkProvider(REDIRECT);
    expect(await auth(provider, { serverUrl: `${service.url}/mcp` })).toBe('REDIRECT');
    const page = await ada.follow(await ada.get(kept.url?.href ?? ''));
    expect(page.text).toContain('Allow MCP SDK to use your account?');
    const back = await ada.follow(await ada.submit(page, { decision: 'allow' }));
    const authorizationCode = new URL(back.location ?? '').searchParams.get('code') ?? '';
    expect(await auth(provider, { serverUrl: `${service.url}/mcp`, authorizationCode })).toBe('AUTHORIZED');
    expect(await statusAs(kept.tokens?.access_token ?? '')).toBe(200);
    const first = kept.tokens?.access_token;
    expect(await auth(provider, { serverUrl: `${service.url}/mcp` })).toBe('AUTHORIZED');
    expect(kept.tokens?.access_token).not.toBe(first);
  });
});
