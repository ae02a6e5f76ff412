import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { createOutbound } from '../../platform/outbound/outbound.ts';
import { createPhotoProxy, type PhotoProxy } from './photo-proxy.ts';

const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100)]);

function openProxy(allowLocal = true): PhotoProxy {
  const outbound = createOutbound({ allowLocal, log: pino({ level: 'silent' }), clock: systemClock });
  onTestFinished(() => outbound.close());
  return createPhotoProxy({ outbound });
}

async function openHost(listener: RequestListener): Promise<{ readonly url: string; count(): number }> {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, count: () => requests };
}

test('a photo is fetched once for all who ask for it, and known by its bytes', async () => {
  const host = await openHost((_request, response) => response.setHeader('content-type', 'image/jpeg').end(PNG));
  const proxy = openProxy();
  const [one, other] = await Promise.all([proxy.get(`${host.url}/a`), proxy.get(`${host.url}/a`)]);
  expect(one).toMatchObject({ type: 'image/png', bytes: PNG, etag: expect.stringMatching(/^"[\w-]{27}"$/) });
  expect(other).toBe(one);
  expect(await proxy.get(`${host.url}/a`)).toBe(one);
  expect(host.count()).toBe(1);
});

test.each([
  ['a page that calls itself a photo', 200, 'image/png', '<html><script>alert(1)</script>'],
  ['an SVG, which may hold a script', 200, 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['a photo that calls itself a page', 200, 'text/html', PNG],
  ['nothing there', 404, 'image/png', PNG],
  ['a redirect, which may lead anywhere', 302, 'image/png', PNG],
  ['more than eight megabytes', 200, 'image/png', Buffer.concat([PNG, Buffer.alloc(8 * 1024 * 1024)])],
])('no photo: %s', async (_, status, type, body) => {
  const host = await openHost((_request, response) =>
    response.writeHead(status, { 'content-type': type, location: 'http://169.254.169.254/' }).end(body),
  );
  const proxy = openProxy();
  expect(await proxy.get(`${host.url}/a`)).toBe('gone');
  // For a minute it is not asked for again.
  expect(await proxy.get(`${host.url}/a`)).toBe('gone');
  expect(host.count()).toBe(1);
});

test('a host that fails is unreachable; addresses of this machine and of private networks are never called', async () => {
  const host = await openHost((_request, response) => response.writeHead(503).end());
  expect(await openProxy().get(`${host.url}/a`)).toBe('unreachable');
  const guarded = openProxy(false);
  for (const url of [
    `${host.url}/a`,
    'https://127.0.0.1/a',
    'https://169.254.169.254/latest',
    'https://10.0.0.7/a.png',
    'https://[::1]/a',
    'http://photos.example.com/a.png',
    'file:///etc/passwd',
    'nonsense',
  ])
    expect(await guarded.get(url), url).toBe('gone');
  expect(host.count()).toBe(1);
});

test('of many photos at once the last are refused for a moment', async () => {
  const waiting: (() => void)[] = [];
  const host = await openHost((_request, response) =>
    waiting.push(() => response.setHeader('content-type', 'image/png').end(PNG)),
  );
  const proxy = openProxy();
  const started = Array.from({ length: 24 }, (_, index) => proxy.get(`${host.url}/${index}`));
  expect(await proxy.get(`${host.url}/one-more`)).toBe('busy');
  while (waiting.length < 24) await new Promise((resolve) => setImmediate(resolve));
  for (const answer of waiting) answer();
  expect((await Promise.all(started)).every((photo) => typeof photo === 'object')).toBe(true);
  const later = proxy.get(`${host.url}/one-more`);
  while (waiting.length < 25) await new Promise((resolve) => setImmediate(resolve));
  waiting[24]?.();
  expect(await later).toMatchObject({ type: 'image/png' });
});
