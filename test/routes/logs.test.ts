import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '../../src/platform/observability/log.ts';
import { aUser, aVisitor, linkIn, mailsTo, PASSWORD, signIn } from '../support/accounts.ts';
import { newPkce, openVisitor } from '../support/oauth.ts';
import { openPage, submitPage } from '../support/faults/page-journeys.ts';
import { echoRoute, probePages } from '../support/hostile/probe-routes.ts';
import { BOOTSTRAP_KEY, startService, type TestService } from '../support/service/service.ts';
import { CARD_3DS, CARD_DECLINED, CARD_OK, makeCheckout, NELLIE } from '../support/faults/trip-journeys.ts';

const REDIRECT = 'http://127.0.0.1:33418/callback';
const FLIGHT = { origin: 'PAR', destination: 'LON' } as const;
const WRONG_PASSWORD = 'not the right lamp at all';
const NEW_PASSWORD = 'eleven brass kites sing';
const lines: string[] = [];
/** What was shown, typed or sent along the way, by what it is. */
const secrets = new Map<string, string>();
/** What says who somebody is. It is on record where a booking needs it, and never in a log. */
const PERSONAL = new Map([
  ['first name', 'Wilhelmina'],
  ['last name', 'Quackenbush'],
  ['mail address', 'wilhelmina@example.com'],
  ['telephone', '+33698765432'],
  ['passport', 'XP7654321'],
  ['known traveler number', 'KTN998877'],
  ['user', 'Esmeralda'],
  ['address of a user', 'esmeralda@example.com'],
  ['invited', 'quasimodo@example.com'],
  ['intent', 'anniversary surprise'],
  ['end user', 'traveler-77-of-probe'],
]);

let service: TestService;
beforeAll(async () => {
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const log = createLogger({ environment: 'sandbox', logLevel: 'trace' }, destination);
  service = await startService({ log, routes: [echoRoute()], pages: probePages, config: { logLevel: 'trace' } });
});
afterAll(() => service.close());

const keep = (name: string, value: unknown): string => {
  const text = String(value);
  if (value === undefined || value === null || text.length < 8)
    throw new Error(`there is no ${name} to look for: ${text}`);
  secrets.set(name, text);
  return text;
};
const open = (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
  service.call(method, path, body, { 'x-api-key': '', ...headers });
const form = (path: string, fields: Readonly<Record<string, string>>) =>
  open('POST', path, new URLSearchParams(fields).toString(), { 'content-type': 'application/x-www-form-urlencoded' });

/**
 * Accounts: sign-up by mail, wrong and right passwords, a key on the page, a write by script, an invitation, a new
 * password by mail.
 */
async function liveAsUser(): Promise<void> {
  keep('password', PASSWORD);
  const visitor = await aUser(service, 'esmeralda@example.com');
  await signIn(service, 'esmeralda@example.com', { password: keep('wrong password', WRONG_PASSWORD) });
  const cookie = keep('session cookie', visitor.jar.get('bly_session'));
  keep(
    'form cookie',
    visitor.jar.get('bly_form') ?? (await signIn(service, 'esmeralda@example.com')).visitor.jar.get('bly_form'),
  );
  const csrf = keep('CSRF token', /name="csrf" value="([^"]+)"/.exec((await visitor.get('/account')).text)?.[1]);
  const made = await open(
    'POST',
    '/v1/api_keys',
    { name: 'laptop' },
    {
      cookie: `bly_session=${cookie}`,
      'x-csrf-token': csrf,
      'idempotency-key': keep('Idempotency-Key', 'idem-of-esmeralda-77'),
    },
  );
  expect(made.status).toBe(201);
  keep('API key', made.body.key);
  expect((await open('GET', '/v1/account', undefined, { 'x-api-key': made.body.key })).status).toBe(200);
  await visitor.get('/console/members');
  await visitor.post('/console/members/invitations', { email: 'quasimodo@example.com', role: 'member' });
  await service.drain();
  const pathOf = (email: string, page: string) => linkIn(mailsTo(service, email).at(-1), page);
  keep('invitation link', pathOf('quasimodo@example.com', '/join').split('/').at(-1));
  await open('GET', pathOf('quasimodo@example.com', '/join'));
  const forgetful = aVisitor(service);
  await forgetful.get('/forgot-password');
  await forgetful.post('/forgot-password', { email: 'esmeralda@example.com' });
  await service.drain();
  const path = pathOf('esmeralda@example.com', '/reset-password');
  keep('reset link', path.split('/').at(-1));
  await forgetful.get(path);
  expect((await forgetful.post(path, { new_password: keep('new password', NEW_PASSWORD) })).status).toBe(200);
}

/** OAuth: registration, consent, code, refresh, reuse, a device. */
async function liveAsApplication(): Promise<void> {
  const ada = await openVisitor(service, 'ada@example.com');
  const { body: client } = await open('POST', '/oauth/reg', {
    client_name: 'Probe',
    redirect_uris: [REDIRECT],
    token_endpoint_auth_method: 'none',
  });
  const { verifier, challenge } = newPkce();
  keep('PKCE verifier', verifier);
  const query = new URLSearchParams({
    client_id: client.client_id,
    response_type: 'code',
    redirect_uri: REDIRECT,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: keep('state', 'state-of-the-probe-1'),
  });
  const page = await ada.follow(await ada.get(`${service.url}/oauth/auth?${query.toString()}`));
  const back = await ada.follow(await ada.submit(page, { decision: 'allow' }));
  const code = keep('authorization code', new URL(back.location ?? '').searchParams.get('code'));
  const tokens = await form('/oauth/token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: REDIRECT,
    code_verifier: verifier,
    client_id: client.client_id,
  });
  expect(tokens.status).toBe(200);
  const refresh = {
    grant_type: 'refresh_token',
    refresh_token: keep('refresh token', tokens.body.refresh_token),
    client_id: client.client_id,
  };
  expect(
    (
      await open('GET', '/v1/account', undefined, {
        authorization: `Bearer ${keep('access token', tokens.body.access_token)}`,
      })
    ).status,
  ).toBe(200);
  await open(
    'POST',
    '/mcp',
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'probe', version: '1' } },
    },
    { authorization: `Bearer ${tokens.body.access_token}`, accept: 'application/json, text/event-stream' },
  );
  const next = await form('/oauth/token', refresh);
  keep('next refresh token', next.body.refresh_token);
  expect((await form('/oauth/token', refresh)).status).toBe(400);
  const device = await form('/oauth/cli/device/auth', {});
  keep('device code', device.body.device_code);
  keep('user code', device.body.user_code);
}

/**
 * A trip paid by the page, by an agent's token and by the sandbox's helper; a webhook told of it; the guest looks it
 * up.
 */
async function liveAsTraveler(): Promise<void> {
  const hook = await service.call('POST', '/v1/webhooks', {
    url: 'http://127.0.0.1:9/hook',
    events: ['booking.completed'],
  });
  expect(hook.status).toBe(201);
  keep('webhook secret', hook.body.secret);
  keep(
    'rotated webhook secret',
    (await service.call('POST', `/v1/webhooks/${hook.body.id}/rotate_secret`, {})).body.secret,
  );
  const end = {
    'x-end-user-id': 'traveler-77-of-probe',
    'idempotency-key': keep('Idempotency-Key of a trip', 'idem-of-the-trip-77'),
  };
  const { tripId, checkout } = await makeCheckout(service, FLIGHT);
  const traveler = {
    ...NELLIE,
    first_name: 'Wilhelmina',
    last_name: 'Quackenbush',
    known_traveler_number: 'KTN998877',
    passport_number: 'XP7654321',
    passport_expiry: '2034-01-01',
  };
  const written = await service.call(
    'POST',
    '/v1/trip',
    {
      trip_id: tripId,
      intent: { user_intent: 'anniversary surprise' },
      upsert_travelers: { travelers: [traveler], contact: { email: 'wilhelmina@example.com', phone: '+33698765432' } },
    },
    end,
  );
  expect([written.status, written.text.includes('Quackenbush')]).toEqual([200, true]);
  const again = await service.call('POST', '/v1/checkout', { trip_id: tripId });
  const path = `/checkout/${again.body.session_id ?? checkout.session_id}`;
  await submitPage(service, path, await openPage(service, path), {
    card_number: keep('mistyped card', '4242424242424241'),
  });
  await submitPage(service, path, await openPage(service, path), { card_number: keep('declined card', CARD_DECLINED) });
  expect(
    (await submitPage(service, path, await openPage(service, path), { card_number: keep('card', CARD_OK) })).status,
  ).toBe(303);
  const agent = await makeCheckout(service, FLIGHT);
  for (const token of ['spt_test_declined', 'spt_probe_of_nobody_77', 'spt_test_ok']) {
    keep(`payment token ${token}`, token);
    await service.call('POST', '/v1/submit_agent_payment', { trip_id: agent.tripId, shared_payment_token: token });
  }
  const third = await makeCheckout(service, FLIGHT);
  await service.call('POST', '/v1/sandbox/pay', { trip_id: third.tripId, card: keep('card of the helper', CARD_3DS) });
  await service.drain();
  const booked = await service.call('GET', `/v1/trip/${tripId}`);
  expect(booked.body.status).toBe('fulfilled');
  const found = await form('/manage', { booking_ref: booked.body.booking_ref, last_name: 'Quackenbush' });
  keep('guest cookie', /=([\w.-]{20,})/.exec(found.headers.get('set-cookie') ?? '')?.[1]);
}

/** Every refusal and every bug there is a way to, with secrets in it. */
async function liveInTrouble(): Promise<void> {
  const secret = {
    name: 'Esmeralda',
    travelers: [{ first_name: 'Wilhelmina' }],
    email: 'esmeralda@example.com',
    card: CARD_OK,
    intent: { user_intent: 'anniversary surprise' },
  };
  const headers = {
    'x-request-id': 'seen-request',
    'x-session-id': 'seen-session',
    'x-end-user-id': 'traveler-77-of-probe',
    'idempotency-key': keep('Idempotency-Key replayed', 'replay-key-99'),
  };
  await service.call('POST', '/v1/probe/echo', secret, headers);
  await service.call('POST', '/v1/probe/echo', { ...secret, name: 'E' }, headers);
  await service.call('POST', '/v1/probe/echo', { ...secret, fail: 'bug' }, { 'x-request-id': 'seen-bug' });
  await service.call('POST', '/v1/probe/echo?email=esmeralda@example.com', '{"name":"Esmeralda', headers);
  await service.call('POST', '/v1/probe/echo', secret, {
    'x-api-key': keep('key of nobody', 'bly_sWrongWrongWrongWrongWrongWrong1234'),
  });
  await open('GET', '/probe/bug?token=reset-link-of-esmeralda');
  await open('GET', '/v1/account', undefined, {
    authorization: `Bearer ${keep('forged token', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJlc21lcmFsZGEifQ.forged')}`,
  });
}

test('a text of any length is searched for secrets in no time, and cut', () => {
  for (const text of [
    'x'.repeat(1_000_000),
    '//a:'.repeat(250_000),
    '1 '.repeat(500_000),
    'bly_s'.repeat(200_000),
    `${'y'.repeat(500_000)} someone@example.com`,
  ]) {
    const before = lines.length;
    const startedAt = performance.now();
    service.app.log.error({ err: new Error(text) }, 'a long text');
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    const [line = ''] = lines.splice(before);
    expect([line.length < 20_000, line.includes('someone')]).toEqual([true, false]);
  }
});

describe('after journeys with every kind of secret', () => {
  beforeAll(async () => {
    keep('bootstrap key', BOOTSTRAP_KEY);
    await liveAsUser();
    await liveAsApplication();
    await liveAsTraveler();
    await liveInTrouble();
  });

  test('the log has request and session ids, and no secret, no personal data, no intent and no control character', () => {
    const all = lines.join('');
    for (const seen of [
      'seen-request',
      'seen-session',
      'seen-bug',
      'probe_echo',
      '"status":422',
      '"status":401',
      'page GET /probe/:id',
    ])
      expect(all).toContain(seen);
    expect(secrets.size).toBeGreaterThan(30);
    expect([...secrets, ...PERSONAL].filter(([, value]) => all.includes(value)).map(([name]) => name)).toEqual([]);
    for (const word of ['WrongWrong', 'jane@example.com', '4242', 'reset-link-of']) expect(all).not.toContain(word);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there.
    expect(all).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  });

  test('no table holds a card number, a password, a key, a token or the secret of a link in clear', async () => {
    const { q } = service.app.db;
    const tables = await sql<{
      name: string;
    }>`select tablename as name from pg_tables where schemaname = current_schema()`.execute(q);
    expect(tables.rows.length).toBeGreaterThan(30);
    const found: string[] = [];
    let size = 0;
    for (const { name } of tables.rows) {
      const { rows } = await sql<{ line: string }>`select t::text as line from ${sql.table(name)} t`.execute(q);
      const text = rows.map(({ line }) => line).join('\n');
      size += text.length;
      // A byte column is written as hexadecimal digits.
      const isThere = (value: string) => text.includes(value) || text.includes(Buffer.from(value).toString('hex'));
      found.push(...[...secrets].filter(([, value]) => isThere(value)).map(([secret]) => `${secret} in ${name}`));
    }
    expect(size).toBeGreaterThan(10_000);
    expect(found).toEqual([]);
  });

  test('an error page says what happened and its reference, and nothing of what was sent', async () => {
    for (const path of [
      '/probe/bug?password=nine+green',
      '/reset-password/secret-of-esmeralda',
      '/documents/secret-of-esmeralda',
      '/checkout/secret-of-esmeralda?locale=en',
    ]) {
      const { text, status } = await open('GET', path, undefined, {
        'accept-language': 'en',
        'x-request-id': 'seen-on-page',
        cookie: 'bly_session=secret-of-esmeralda',
      });
      expect([path, status >= 400]).toEqual([path, true]);
      expect(text).not.toMatch(/secret-of|nine.green|broken inside|node_modules|\.ts:| {4}at /);
    }
    expect((await open('GET', '/probe/bug')).text).toContain('Something went wrong on our side');
  });
});
