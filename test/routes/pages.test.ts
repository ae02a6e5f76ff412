import { afterAll, beforeAll, expect, test } from 'vitest';
import { probePages } from '../support/hostile/probe-routes.ts';
import { startService, type TestService } from '../support/service/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ pages: probePages, config: { publicUrl: 'https://bly.example' } });
});
afterAll(async () => {
  await service.close();
});
const form = { 'content-type': 'application/x-www-form-urlencoded' };

test('a page carries a strict policy with a nonce of its own, and no key is asked for', async () => {
  const answers = [
    await service.call('GET', '/probe/a'),
    await service.call('GET', '/probe/a', undefined, { cookie: 'other=1; seen=yes' }),
  ];
  const nonces = answers.map(({ headers, text }) => {
    const policy = headers.get('content-security-policy') ?? '';
    const [, nonce] = /style-src 'self' 'nonce-([^']+)'/.exec(policy) ?? [];
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(text).toContain(`nonce="${nonce}"`);
    return nonce;
  });
  expect(new Set(nonces).size).toBe(2);
  expect(answers.map(({ text }) => text.split(' ').at(-1))).toEqual(['new', 'yes']);
});

test('pages are never stored, framed or sniffed, and https is insisted on where the service has it', async () => {
  const { headers } = await service.call('GET', '/probe/a');
  expect([
    headers.get('cache-control'),
    headers.get('x-frame-options'),
    headers.get('x-content-type-options'),
    headers.get('strict-transport-security'),
  ]).toEqual(['no-store', 'DENY', 'nosniff', 'max-age=31536000; includeSubDomains']);
  expect(headers.get('set-cookie')).toBe('seen=yes; HttpOnly; SameSite=Lax; Path=/');
});

test('a submitted form is read and answered with a redirect; a hostile target stays a path', async () => {
  const answer = await service.call('POST', '/probe/a', 'to=b%0d%0aX-Evil%3A1&to=c%0d%0a', form);
  expect([answer.status, answer.headers.get('location'), answer.headers.has('x-evil')]).toEqual([
    303,
    '/probe/c%0D%0A',
    false,
  ]);
  expect((await service.call('POST', '/probe/a', undefined, form)).headers.get('location')).toBe('/probe/nowhere');
});

test('a form is urlencoded and at most 64 KiB', async () => {
  expect((await service.call('POST', '/probe/a', `to=b&pad=${'x'.repeat(65_527)}`, form)).status).toBe(303);
  const answers = [
    await service.call('POST', '/probe/a', `to=b&pad=${'x'.repeat(65_528)}`, form),
    await service.call('POST', '/probe/a', { to: 'b' }),
  ];
  expect(answers.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual([
    [413, 'text/html; charset=utf-8'],
    [415, 'text/html; charset=utf-8'],
  ]);
});

test('a refusal on a page is told as a page, in the reader’s language, without its cause', async () => {
  const gone = await service.call('GET', '/probe/gone', undefined, { 'accept-language': 'de-DE,de;q=0.9' });
  expect([gone.status, gone.text.includes('<html lang="de">')]).toEqual([404, true]);
  const broken = await service.call('GET', '/probe/bug', undefined, { 'x-request-id': '<script>' });
  expect([broken.status, broken.text.includes('broken inside'), broken.text.includes('&lt;script&gt;')]).toEqual([
    500,
    false,
    true,
  ]);
});

test('a wrong link below a page’s path is a page; a wrong method says which there are', async () => {
  const unknown = await service.call('GET', '/checkout/a/b/c');
  expect([unknown.status, unknown.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  const method = await service.call('DELETE', '/probe/a');
  expect([method.status, method.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
});
