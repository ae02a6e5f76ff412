import { createServer, type Server } from 'node:http';
import * as jose from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeUserForAdmin } from '../../../src/accounts/create-user-for-admin.ts';
import { openSession } from '../../../src/accounts/sessions/open-session.ts';
import { readSession } from '../../../src/accounts/sessions/read-session.ts';
import { bannerLines } from '../../../src/banner.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { makeUser } from '../../support/users.ts';

interface IssuerKey {
  readonly kid: string;
  readonly pair: jose.GenerateKeyPairResult;
}

/** A small OpenID Connect issuer: its discovery, its keys, and how often they were asked for. */
const issuerKeys: IssuerKey[] = [];
const issuer = { url: '', asked: 0 };
let server: Server;
let service: TestService;

beforeAll(async () => {
  await addKey('first');
  server = createServer((request, response) => {
    void (async () => {
      const isKeys = request.url === '/tenant/keys';
      issuer.asked += isKeys ? 1 : 0;
      const keys = await Promise.all(
        issuerKeys.map(async ({ kid, pair }) => ({
          ...(await jose.exportJWK(pair.publicKey)),
          kid,
          alg: 'RS256',
          use: 'sig',
        })),
      );
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(isKeys ? { keys } : { issuer: issuer.url, jwks_uri: `${issuer.url}/keys` }));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  issuer.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/tenant`;
  service = await startService({
    config: { oidc: { issuer: issuer.url, audience: 'bly-api', mcpAudience: 'bly-mcp', scopes: undefined } },
  });
});
afterAll(async () => {
  await service.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function addKey(kid: string): Promise<void> {
  issuerKeys.push({ kid, pair: await jose.generateKeyPair('RS256') });
}

async function makeToken(
  claims: jose.JWTPayload,
  header: Partial<jose.JWTHeaderParameters> = {},
  key = issuerKeys.at(-1),
): Promise<string> {
  if (key === undefined) throw new Error('the issuer has no key');
  return await new jose.SignJWT({ iss: issuer.url, aud: 'bly-api', sub: 'alice', scope: 'search manage', ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: key.kid, typ: 'at+jwt', ...header })
    .setIssuedAt()
    .setExpirationTime(claims.exp ?? '5m')
    .sign(key.pair.privateKey);
}

const callAs = (token: string) => service.call('GET', '/v1/account', undefined, { authorization: `Bearer ${token}` });
const usersOf = async (subject: string) =>
  (
    await sql<{
      email: string | null;
      organization_id: string;
    }>`select email, organization_id from user_account where subject = ${subject} and issuer = ${issuer.url}`.execute(
      service.app.db.q,
    )
  ).rows;

test('the first valid token makes a user with an organization; later ones, and many at once, find them', async () => {
  const answers = await Promise.all(
    Array.from({ length: 4 }, async (_, index) =>
      callAs(await makeToken({ email: 'alice@example.com', email_verified: true, jti: String(index) })),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const users = await usersOf('alice');
  expect(users.map(({ email }) => email)).toEqual(['alice@example.com']);
  expect(new Set(answers.map(({ body }) => body.organization.organization_id))).toEqual(
    new Set(users.map(({ organization_id: id }) => id)),
  );
  expect(issuer.asked).toBe(1);
});

test('an address that the issuer has not checked is not taken over, and scopes are read in either spelling', async () => {
  const token = await makeToken({
    sub: 'bob',
    email: 'alice@example.com',
    email_verified: false,
    scope: undefined,
    scp: ['search'],
  });
  expect((await callAs(token)).status).toBe(200);
  expect((await usersOf('bob')).map(({ email }) => email)).toEqual([null]);
  expect((await service.call('GET', '/v1/webhooks', undefined, { authorization: `Bearer ${token}` })).status).toBe(403);
});

test('tokens for somebody else, over, forged or of another kind are refused; only those for MCP open it', async () => {
  const foreign: IssuerKey = { kid: 'first', pair: await jose.generateKeyPair('RS256') };
  const secret = new jose.SignJWT({ iss: issuer.url, aud: 'bly-api', sub: 'alice' })
    .setProtectedHeader({ alg: 'HS256', kid: 'first' })
    .setExpirationTime('5m')
    .sign(new Uint8Array(32));
  const bad = [
    await makeToken({ aud: 'another' }),
    await makeToken({ iss: 'https://example.com' }),
    await makeToken({ exp: Math.floor(Date.now() / 1_000) - 60 }),
    await makeToken({}, {}, foreign),
    await makeToken({}, { typ: 'logout+jwt' }),
    await secret,
  ];
  for (const token of bad) expect((await callAs(token)).status).toBe(401);
  const show = async (aud: string, surface: 'api' | 'mcp') =>
    (await service.app.gate.authenticate({ kind: 'text', text: await makeToken({ aud }) }, surface)) !== undefined;
  expect([
    await show('bly-api', 'api'),
    await show('bly-mcp', 'api'),
    await show('bly-mcp', 'mcp'),
    await show('bly-api', 'mcp'),
  ]).toEqual([true, true, true, false]);
});

test('made-up keys do not keep the issuer busy', async () => {
  for (let attempt = 0; attempt < 5; attempt += 1)
    expect((await callAs(await makeToken({ jti: `unknown ${attempt}` }, { kid: `unknown ${attempt}` }))).status).toBe(
      401,
    );
  expect(issuer.asked).toBe(1);
});

test('nobody signs in with a password of ours: no page, no session, no first user of an administrator', async () => {
  const paths = [
    '/sign-up',
    '/sign-in',
    '/forgot-password',
    `/reset-password/${'a'.repeat(43)}`,
    `/verify/${'a'.repeat(43)}`,
    `/join/${'a'.repeat(43)}`,
    '/account',
    '/account/security',
    '/account/keys',
    '/account/members',
  ];
  for (const path of paths)
    expect([path, (await service.call('GET', path, undefined, { 'x-api-key': '' })).status]).toEqual([path, 404]);
  const form = { 'x-api-key': '', 'content-type': 'application/x-www-form-urlencoded' };
  for (const path of ['/sign-up', '/sign-in', '/sign-out', '/forgot-password', '/account/password'])
    expect([path, (await service.call('POST', path, 'email=a@example.com', form)).status]).toEqual([path, 404]);
  const user = await makeUser(service, { email: 'before@example.com' });
  const cookie =
    /bly_session=([^;]+)/.exec(
      (await openSession(
        service.app,
        { user, passwordHash: undefined },
        { requestId: 'req_1', remoteAddress: '192.0.2.1', headers: {} },
      )) ?? '',
    )?.[1] ?? '';
  const session = { kind: 'session', cookie, formToken: undefined, isSafe: true, isFromOtherSite: false } as const;
  const own = { ...service.app, config: { ...service.app.config, oidc: undefined } };
  expect([(await readSession(own, session))?.userId, await readSession(service.app, session)]).toEqual([
    user.userId,
    undefined,
  ]);
  await expect(makeUserForAdmin(service.app, { email: 'new@example.com' })).rejects.toThrow(
    "BLY_OIDC_ISSUER is set: users and their passwords are that issuer's",
  );
  const banner = bannerLines({ app: service.app, firstKey: undefined }).join('\n');
  expect([banner.includes('/sign-up'), banner.includes('/sign-in'), banner.includes(issuer.url)]).toEqual([
    false,
    false,
    true,
  ]);
  // One person can be five callers where accounts are made by whoever comes.
  const { config } = service.app;
  const warned = ([environment, signUp, oidc]: readonly [
    'sandbox' | 'production',
    'open' | 'invite',
    typeof config.oidc,
  ]) =>
    bannerLines({
      app: { ...service.app, config: { ...config, environment, signUp, oidc } },
      firstKey: undefined,
    }).filter((line) => /demand withholds what has fewer than five callers/.test(line)).length;
  expect(
    [
      ['production', 'invite', config.oidc] as const,
      ['production', 'open', undefined] as const,
      ['production', 'invite', undefined] as const,
      ['sandbox', 'open', config.oidc] as const,
    ].map(warned),
  ).toEqual([1, 1, 0, 0]);
});

test('nobody is invited: users come from the other issuer', async () => {
  const answer = await service.call(
    'POST',
    '/v1/members/invitations',
    { email: 'colleague@example.com', role: 'member' },
    { authorization: `Bearer ${await makeToken({ sub: 'owner' })}` },
  );
  expect([answer.status, answer.body.error.message]).toEqual([
    409,
    'Users come from the configured issuer: let them in there.',
  ]);
});

test('the built-in provider is gone, and the resources name the other issuer', async () => {
  const paths = [
    '/oauth/jwks',
    '/.well-known/oauth-authorization-server',
    '/oauth/cli/.well-known/openid-configuration',
    '/oauth/cli/device',
    '/account/applications',
  ];
  for (const path of paths) expect([path, (await service.call('GET', path)).status]).toEqual([path, 404]);
  expect((await service.call('POST', '/oauth/reg', { redirect_uris: ['https://example.com/'] })).status).toBe(404);
  expect((await service.call('GET', '/.well-known/oauth-protected-resource')).body).toMatchObject({
    resource: `${service.url}/mcp`,
    authorization_servers: [issuer.url],
  });
});
