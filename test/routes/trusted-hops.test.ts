import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../../src/context.ts';
import { createMetrics } from '../../src/platform/observability/metrics.ts';
import { createService, type Service } from '../../src/service.ts';
import { startService, type TestService } from '../support/service/service.ts';

/** Where a visitor really is: the address of the connection, or the one the proxies in front have seen. */
const REAL = '198.51.100.7';
const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en' };
const HOPS = [0, 1, 2] as const;

let service: TestService;
let behind: Readonly<Record<(typeof HOPS)[number], Service>>;
beforeAll(async () => {
  service = await startService({ config: { publicUrl: 'https://travel.example.com' } });
  // One database and one count for all: only what is believed of a request differs.
  const trusting = (trustedHops: number): Service =>
    createService({
      ...service.app,
      metrics: createMetrics(),
      config: { ...service.app.config, publicUrl: 'https://travel.example.com', trustedHops },
    } satisfies App);
  behind = { 0: trusting(0), 1: trusting(1), 2: trusting(2) };
});
afterAll(async () => {
  for (const hops of HOPS) await behind[hops].server.fastify.close();
  await service.close();
});

/**
 * A request as it arrives after so many proxies: each adds the address it was called from to what its visitor made up.
 */
function ask(
  hops: (typeof HOPS)[number],
  request: {
    readonly method: 'GET' | 'POST';
    readonly url: string;
    readonly body?: string;
    readonly madeUp?: string;
    readonly from?: string;
    readonly headers?: Readonly<Record<string, string>>;
  },
) {
  const { method, url, body, madeUp, from = REAL, headers = {} } = request;
  const route = [from, '10.0.0.2', '10.0.0.3'].slice(0, hops + 1);
  const forwarded = [...(madeUp === undefined ? [] : [madeUp]), ...route.slice(0, hops)].join(', ');
  return behind[hops].server.fastify.inject({
    method,
    url,
    remoteAddress: route[hops] ?? from,
    ...(body === undefined ? {} : { payload: body }),
    headers: { ...FORM, ...headers, ...(forwarded === '' ? {} : { 'x-forwarded-for': forwarded }) },
  });
}

/** What a guesser writes in front of the header to look like somebody else each time. */
const MADE_UP = (turn: number): string =>
  [
    `203.0.113.${turn}`,
    `2001:db8:${turn}::1`,
    `203.0.113.${turn}, 192.0.2.${turn}`,
    `::ffff:203.0.113.${turn}`,
    `"x${turn}"`,
    `unknown-${turn}`,
  ][turn % 6] ?? '';

describe.each(HOPS)('behind %i proxies, who makes up X-Forwarded-For', (hops) => {
  test('guesses no more pairs on the page of guests', async () => {
    const guess = (turn: number, from?: string) =>
      ask(hops, {
        method: 'POST',
        url: '/manage',
        body: `booking_ref=BLY-NBDY0${hops}&last_name=Guess${turn}`,
        madeUp: MADE_UP(turn),
        ...(from === undefined ? {} : { from }),
      });
    const statuses: number[] = [];
    for (let turn = 0; turn < 12; turn += 1) statuses.push((await guess(turn)).statusCode);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 404), 429, 429]);
    // Somebody else, really elsewhere, is not kept out by that.
    expect((await guess(13, '198.51.100.200')).statusCode).toBe(404);
  });

  test('asks no more often for new passwords', async () => {
    const page = await ask(hops, { method: 'GET', url: '/sign-in' });
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
    const [cookie = ''] = [page.headers['set-cookie']].flat().map((set) => (set ?? '').split(';')[0] ?? '');
    const from = `198.51.101.${hops}`;
    const post = (turn: number) =>
      ask(hops, {
        method: 'POST',
        url: '/forgot-password',
        from,
        madeUp: MADE_UP(turn),
        headers: { cookie },
        body: new URLSearchParams({ csrf, email: `nobody-${turn}@example.com` }).toString(),
      });
    // Side by side: each of these answers takes its time.
    const statuses = (await Promise.all(Array.from({ length: 32 }, (_none, turn) => post(turn)))).map(
      ({ statusCode }) => statusCode,
    );
    expect(statuses.sort()).toEqual([...Array.from({ length: 30 }, () => 200), 429, 429]);
  });

  test('registers no more applications', async () => {
    const from = `198.51.102.${hops}`;
    const register = (turn: number, place = from) =>
      ask(hops, {
        method: 'POST',
        url: '/oauth/reg',
        from: place,
        madeUp: MADE_UP(turn),
        headers: { 'content-type': 'application/json' },
        body: '{}',
      });
    const statuses: number[] = [];
    for (let turn = 0; turn < 22; turn += 1) statuses.push((await register(turn)).statusCode);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 400), 429, 429]);
    // Of IPv6 the second half is the visitor's own to choose.
    const inOneHome: number[] = [];
    for (let turn = 0; turn < 21; turn += 1)
      inOneHome.push((await register(turn, `2001:db8:${hops}:9::${(turn + 1).toString(16)}`)).statusCode);
    expect([inOneHome.slice(0, 20).every((status) => status === 400), inOneHome.at(-1)]).toEqual([true, 429]);
  });

  test('and Host, X-Forwarded-Host or X-Forwarded-Proto decides about no link, no cookie and no issuer', async () => {
    const forged = {
      host: 'evil.example.com',
      'x-forwarded-host': 'evil.example.com',
      'x-forwarded-proto': 'http',
      forwarded: 'host=evil.example.com;proto=http',
      'x-forwarded-port': '8080',
    };
    for (const url of [
      '/.well-known/oauth-authorization-server',
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/mcp',
      '/sign-in',
      '/account',
      '/v1/account',
      '/mcp',
      '/v1/nowhere',
      '/checkout/nothing',
    ]) {
      const answer = await ask(hops, { method: 'GET', url, headers: forged });
      expect([url, `${answer.body}${JSON.stringify(answer.headers)}`.includes('evil')]).toEqual([url, false]);
      for (const cookie of [answer.headers['set-cookie'] ?? []].flat())
        expect([url, cookie]).toEqual([url, expect.stringMatching(/; Secure$|; secure/)]);
    }
    const sold = await ask(hops, {
      method: 'POST',
      url: '/v1/sandbox/bookings',
      headers: { ...forged, 'x-api-key': service.key, 'content-type': 'application/json' },
      body: '{"kind":"flight"}',
    });
    expect(sold.statusCode).toBe(200);
    expect(sold.body).not.toContain('evil');
  });
});

test('with too many hops configured a visitor may look like anybody: that is why the number must be exact', async () => {
  // Nothing stands in front, and one proxy is believed: the header is the visitor's own.
  const guess = (turn: number) =>
    behind[1].server.fastify.inject({
      method: 'POST',
      url: '/manage',
      remoteAddress: '198.51.103.1',
      payload: 'booking_ref=BLY-NBDY09&last_name=Guess',
      headers: { ...FORM, 'x-forwarded-for': `203.0.113.${turn}` },
    });
  const statuses: number[] = [];
  for (let turn = 0; turn < 12; turn += 1) statuses.push((await guess(turn)).statusCode);
  expect(new Set(statuses)).toEqual(new Set([404]));
});
