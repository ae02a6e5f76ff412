import * as client from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OutboundAnswer } from '../../../src/platform/outbound/outbound.ts';
import { openVisitor, type Visitor } from '../../support/oauth.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const CLIENT = 'https://agent.example/oauth/client.json';
const REDIRECT = 'http://127.0.0.1:33418/callback';
const DOCUMENT = { client_id: CLIENT, client_name: 'Agent of the web', redirect_uris: [REDIRECT] };

let service: TestService;
let ada: Visitor;
/** What the internet answers in this file, and what it was asked for. */
let answer: (url: string) => OutboundAnswer | undefined;
let fetched: string[];
let outcomes: string[];
beforeAll(async () => {
  service = await startService();
  ada = await openVisitor(service, 'ada@example.com');
  const { outbound } = service.app;
  const toPublic = outbound.toPublic.bind(outbound);
  outbound.toPublic = async (request) => {
    fetched.push(request.url);
    const made = answer(request.url) ?? (await toPublic(request));
    outcomes.push(made.kind === 'failed' ? made.reason : String(made.status));
    return made;
  };
});
afterAll(() => service.close());
beforeEach(() => {
  fetched = [];
  outcomes = [];
  answer = () => undefined;
});

const says = (
  document: unknown,
  more: Partial<Extract<OutboundAnswer, { kind: 'answered' }>> = {},
): OutboundAnswer => ({
  kind: 'answered',
  status: 200,
  headers: {},
  body: typeof document === 'string' ? document : JSON.stringify(document),
  isTruncated: false,
  elapsedMs: 1,
  ...more,
});
/** The service's metadata, and a client that is known by its document. */
async function discover(clientId = CLIENT) {
  return await client.discovery(new URL(`${service.url}/oauth`), clientId, undefined, client.None(), {
    execute: [client.allowInsecureRequests],
    algorithm: 'oauth2',
  });
}
async function begin(clientId = CLIENT, redirect = REDIRECT) {
  const agent = await discover(clientId);
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const url = client.buildAuthorizationUrl(agent, {
    redirect_uri: redirect,
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return { agent, verifier, state, page: await ada.follow(await ada.get(url.href)) };
}

describe('a client that is known by its document', () => {
  test('is let in without registering; its user sees whose site it is; the token works for MCP', async () => {
    answer = () => says(DOCUMENT);
    const { agent, verifier, state, page } = await begin();
    expect(agent.serverMetadata()).toMatchObject({ client_id_metadata_document_supported: true });
    expect(page.text).toContain('Agent of the web');
    expect(page.text).toContain('<dd>agent.example</dd>');
    const back = await ada.follow(await ada.submit(page, { decision: 'allow' }));
    const tokens = await client.authorizationCodeGrant(agent, new URL(back.location ?? ''), {
      pkceCodeVerifier: verifier,
      expectedState: state,
    });
    const init = await service.call('GET', '/v1/account', undefined, {
      authorization: `Bearer ${tokens.access_token}`,
    });
    expect(init.status).toBe(200);
    // It is read once and kept.
    expect(fetched).toEqual([CLIENT]);
  });

  test.each([
    ['names another client', says({ ...DOCUMENT, client_id: 'https://agent.example/other.json' })],
    ['holds a secret', says({ ...DOCUMENT, client_secret: 'known to all' })],
    ['wants to prove itself by a secret', says({ ...DOCUMENT, token_endpoint_auth_method: 'client_secret_post' })],
    ['leads back to a place no client may have', says({ ...DOCUMENT, redirect_uris: ['javascript:alert(1)'] })],
    ['leads somewhere else than it asks to', says({ ...DOCUMENT, redirect_uris: ['https://agent.example/back'] })],
    ['is no JSON', says('<html>')],
    ['is no object', says([DOCUMENT])],
    ['is too long', says(DOCUMENT, { isTruncated: true })],
    ['is not there', says(DOCUMENT, { status: 404 })],
    ['is somewhere else', says(DOCUMENT, { status: 302, headers: { location: 'https://elsewhere.example/' } })],
    [
      'does not answer in time',
      { kind: 'failed', reason: 'timeout', wasSent: true, detail: '', elapsedMs: 2_500 } as const,
    ],
  ])('whose document %s is refused on our page, and sent nowhere', async (name, said) => {
    answer = () => said;
    const { page } = await begin(`https://agent.example/${encodeURIComponent(name)}.json`);
    expect([page.status, page.location]).toEqual([400, undefined]);
  });

  test.each(['https://10.0.0.1/client.json', 'https://169.254.169.254/client.json', 'https://intranet/client.json'])(
    '%s is not called',
    async (clientId) => {
      const { page } = await begin(clientId);
      expect([page.status, page.location, [...new Set(outcomes)]]).toEqual([400, undefined, ['refused_address']]);
    },
  );

  test.each(['http://agent.example/client.json', 'https://user@agent.example/c.json', 'https://agent.example/a/../c'])(
    '%s is no address of a document',
    async (clientId) => {
      const { page } = await begin(clientId);
      expect([page.status, fetched]).toEqual([400, []]);
    },
  );

  test('no host is called more often than it may be, whoever names it', async () => {
    answer = () => says(DOCUMENT, { status: 500 });
    for (let time = 0; time < 30; time += 1) await begin(`https://victim.example/${time}`);
    expect(fetched.length).toBeGreaterThan(5);
    expect(fetched.length).toBeLessThan(25);
  });
});
