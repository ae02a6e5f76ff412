import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callbacks, mounts, pages, routes } from '../../src/routes.ts';
import { sendRaw } from '../support/service/raw-http.ts';
import { type Answer, startService, type TestService } from '../support/service/service.ts';

/** As it is reached behind a proxy that ends TLS: HSTS is then due on every answer. */
const PUBLIC_URL = 'https://travel.example.com';
/** A page of another site asks; whatever is not meant for other sites must not say that it is. */
const FROM_ELSEWHERE = { origin: 'https://evil.example.com' };
/** What opens in a window of an application that waits for its user to come back. */
const KEEPS_OPENER =
  /^\/(sign-up|forgot-password|sign-in|sign-out|verify\/x|reset-password\/x|join\/x|oauth\/interaction\/x)$/;
/** The same for everybody: the documentation, and what programs look for at any origin. */
const FOR_EVERYBODY = /^\/(docs(\/|$)|favicon\.ico|robots\.txt|sitemap\.xml|llms\.txt|agents\.md|server\.json)/;
const FOR_ANY_SITE = /^\/(oauth\/|\.well-known\/|ucp\/schemas\/)/;
/** What quotes are verified with: for everybody, and new a day before it is used. */
const PUBLIC_DOCUMENTS = /^GET \/(\.well-known\/(jwks\.json|ucp)|ucp\/schemas\/[\w-]+\.json)$/;

let service: TestService;
beforeAll(async () => {
  service = await startService({ config: { publicUrl: PUBLIC_URL } });
});
afterAll(() => service.close());

const pathOf = (path: string) => path.replaceAll(/:\w+/g, 'x').replace('*', 'jwks');
const call = (method: string, path: string, headers: Readonly<Record<string, string>> = {}) =>
  service.call(method, pathOf(path), method === 'GET' || method === 'OPTIONS' ? undefined : '', {
    'x-api-key': '',
    'accept-language': 'en',
    ...FROM_ELSEWHERE,
    ...headers,
  });

/** What holds of any answer, whatever gave it. */
function expectSafe(what: string, { headers }: Answer): void {
  expect([what, headers.get('x-content-type-options'), headers.get('strict-transport-security')]).toEqual([
    what,
    'nosniff',
    'max-age=31536000; includeSubDomains',
  ]);
  expect([what, headers.get('server'), headers.get('x-powered-by')]).toEqual([what, null, null]);
  expect([what, headers.get('x-request-id')]).toEqual([what, expect.stringMatching(/^req_/)]);
}

function expectApi(what: string, answer: Answer): void {
  expectSafe(what, answer);
  expect([
    what,
    answer.headers.get('access-control-allow-origin'),
    answer.headers.get('access-control-allow-credentials'),
  ]).toEqual([what, null, null]);
  if (answer.status !== 204)
    expect([what, answer.headers.get('content-type')]).toEqual([what, 'application/json; charset=utf-8']);
}

function expectPage(what: string, { headers, status }: Answer, keepsOpener: boolean): void {
  const policy = headers.get('content-security-policy') ?? '';
  for (const part of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action '"])
    expect([what, policy]).toEqual([what, expect.stringContaining(part)]);
  expect([what, policy]).toEqual([what, expect.not.stringMatching(/unsafe|\*|http:/)]);
  expect([what, headers.get('x-frame-options'), headers.get('referrer-policy')]).toEqual([
    what,
    'DENY',
    expect.stringMatching(/^(same-origin|no-referrer)$/),
  ]);
  expect([what, headers.get('permissions-policy')]).toEqual([
    what,
    'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  ]);
  expect([what, status, headers.get('cross-origin-opener-policy')]).toEqual([
    what,
    status,
    keepsOpener ? null : 'same-origin',
  ]);
  expect([what, headers.get('access-control-allow-origin')]).toEqual([what, null]);
}

describe('every answer', () => {
  test('of every operation is JSON that nobody keeps, sniffs or reads from another site: without a key and with one', async () => {
    expect(routes.length).toBeGreaterThan(70);
    for (const { method, path, operationId, access } of routes) {
      for (const key of ['', service.key]) {
        const answer = await call(method, path, { 'x-api-key': key });
        expectApi(operationId, answer);
        expect([operationId, answer.headers.get('cache-control')]).toEqual([
          operationId,
          access === 'open' ? expect.stringMatching(/^public/) : 'no-store',
        ]);
        if (key === '' && access !== 'open') expect([operationId, answer.status]).toEqual([operationId, 401]);
      }
      const unused = ['PUT', 'PATCH'].find((other) => !routes.some((one) => one.path === path && one.method === other));
      const wrong = await call(unused ?? 'none', path);
      expectApi(`${unused} ${path}`, wrong);
      expect([path, wrong.status, wrong.headers.get('cache-control')]).toEqual([path, 405, 'no-store']);
      // No operation can be asked whether another site may call it: none may.
      expectApi(`OPTIONS ${path}`, await call('OPTIONS', path, { 'access-control-request-method': method }));
    }
  });

  test('of every page has its policy, is kept by nobody, and is opened and framed by nobody else', async () => {
    expect(pages.length).toBeGreaterThan(40);
    for (const { method, path } of pages) {
      const what = `${method} ${path}`;
      const answer = await call(method, path, { accept: 'text/html' });
      expectSafe(what, answer);
      expectPage(what, answer, KEEPS_OPENER.test(pathOf(path)));
      const kept = answer.headers.get('cache-control') ?? '';
      expect([what, kept]).toEqual([
        what,
        FOR_EVERYBODY.test(path) ? expect.stringMatching(/^(public|no-store)/) : 'no-store',
      ]);
      if (kept.startsWith('public')) expect([what, answer.headers.getSetCookie()]).toEqual([what, []]);
      for (const cookie of answer.headers.getSetCookie())
        expect([what, cookie]).toEqual([what, expect.stringMatching(/; HttpOnly; SameSite=(Lax|Strict).*; Secure/)]);
    }
  });

  test('of every asset is safe to keep, and of its own type', async () => {
    for (const path of ['/assets/airlines/XX.svg', '/assets/cities/PAR.svg']) {
      const answer = await call('GET', path);
      expectSafe(path, answer);
      expectPage(path, answer, false);
      expect([answer.status, answer.headers.get('content-type'), answer.headers.getSetCookie()]).toEqual([
        200,
        expect.stringMatching(/^image\/svg\+xml/),
        [],
      ]);
      expect(answer.headers.get('cache-control')).toMatch(/^public/);
    }
  });

  test('of every mount is kept by nobody, public keys and profiles apart; other sites are let in for them and where OAuth needs it, and nowhere else', async () => {
    expect(mounts.length).toBeGreaterThan(10);
    for (const { methods, path } of mounts) {
      for (const method of methods) {
        const what = `${method} ${path}`;
        const answer = await call(method, path);
        expectSafe(what, answer);
        expect([what, answer.headers.get('cache-control')]).toEqual([
          what,
          expect.stringContaining(PUBLIC_DOCUMENTS.test(what) ? 'public, max-age=300' : 'no-store'),
        ]);
        if (path === '/oauth/*') continue;
        expect([what, answer.headers.get('access-control-allow-origin')]).toEqual([
          what,
          FOR_ANY_SITE.test(path) ? '*' : null,
        ]);
        expect([what, answer.headers.get('access-control-allow-credentials')]).toEqual([what, null]);
      }
    }
    for (const path of [
      '/oauth/token',
      '/oauth/reg',
      '/oauth/jwks',
      '/oauth/auth',
      '/oauth/cli/token',
      '/oauth/cli/device/auth',
      '/oauth/token/revocation',
      '/oauth/nowhere',
    ]) {
      for (const method of ['GET', 'POST']) {
        const answer = await call(method, path);
        expectSafe(`${method} ${path}`, answer);
        expect([path, answer.headers.get('access-control-allow-credentials')]).toEqual([path, null]);
        const origin = answer.headers.get('access-control-allow-origin');
        const isServed = path === '/oauth/jwks' || path === '/oauth/auth' ? method === 'GET' : method === 'POST';
        expect([method, path, answer.status === 405 || path.endsWith('nowhere')]).toEqual([
          method,
          path,
          !isServed || path.endsWith('nowhere'),
        ]);
        // The way in for a person, and what is not there, are for nobody's script.
        expect([method, path, origin]).toEqual([
          method,
          path,
          isServed && !/oauth\/auth|nowhere/.test(path) ? '*' : null,
        ]);
        if (answer.headers.get('content-type')?.startsWith('text/html')) expectPage(path, answer, true);
      }
    }
    const mcp = await call('POST', '/mcp', { 'x-api-key': service.key });
    expect(mcp.status).toBe(403);
  });

  test('of callbacks, health, metrics, unknown paths and broken addresses is no different', async () => {
    for (const { path } of callbacks) expectApi(path, await call('POST', path));
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      const answer = await call('GET', path);
      expectSafe(path, answer);
      expect([
        path,
        answer.status,
        answer.headers.get('cache-control'),
        answer.headers.get('access-control-allow-origin'),
      ]).toEqual([path, 200, 'no-store', null]);
      expect(answer.headers.get('content-type')).toMatch(/^(application\/json|text\/plain)/);
    }
    for (const path of [
      '/',
      '/v1/nowhere',
      '/v1/%zz',
      `/v1/trip/${'x'.repeat(600)}`,
      '/.env',
      '/constructor',
      '/v1/__proto__',
    ]) {
      const answer = await call('GET', path);
      expectApi(path, answer);
      expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 404, 'no-store']);
    }
    for (const [method, path, status] of [
      ['GET', '/checkout/x/y/z', 404],
      ['PUT', '/checkout/x', 405],
      ['GET', '/account/constructor', 404],
    ] as const) {
      const answer = await call(method, path);
      expectSafe(path, answer);
      expectPage(path, answer, false);
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
        path,
        status,
        'text/html; charset=utf-8',
      ]);
    }
  });

  test('to what is not even HTTP says the same, and nothing of what serves it', async () => {
    for (const bytes of [
      'GET / HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n',
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`,
      '\x16\x03\x01\x02\x00\x01\x00',
    ]) {
      const answer = await sendRaw(service.url, bytes);
      expect(answer).toMatch(/^HTTP\/1\.1 4(00|31) /);
      for (const header of [
        /\r\nx-content-type-options: nosniff\r\n/i,
        /\r\nstrict-transport-security: max-age=31536000; includeSubDomains\r\n/i,
        /\r\nCache-Control: no-store\r\n/i,
      ])
        expect(answer).toMatch(header);
      expect(answer).not.toMatch(/\r\n(server|x-powered-by):|fastify|node_modules|HPE_|llhttp/i);
    }
  });
});
