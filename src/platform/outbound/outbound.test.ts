import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { createOutbound, type Outbound, type OutboundRequest } from './outbound.ts';
import type { ResolveHost } from './outbound-resolver.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let port = 0;
let answer: Answer = (_request, response) => response.end('ok');
let sockets = 0;
let hosts: string[] = [];
const open: Outbound[] = [];

beforeEach(async () => {
  sockets = 0;
  hosts = [];
  answer = (_request, response) => response.end('ok');
  server = createServer((request, response) => {
    hosts.push(request.headers.host ?? '');
    answer(request, response);
  });
  server.on('connection', () => {
    sockets += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = portOf(server);
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((outbound) => outbound.close()));
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function portOf(listening: Server): number {
  const address: AddressInfo | string | null = listening.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function openOutbound(options: { allowLocal: boolean; resolveHost?: ResolveHost }): Outbound {
  const outbound = createOutbound({ ...options, log: pino({ level: 'silent' }), clock: systemClock });
  open.push(outbound);
  return outbound;
}

function post(url: string, more: Partial<OutboundRequest> = {}): OutboundRequest {
  return {
    method: 'POST',
    url,
    body: '{}',
    headers: { 'content-type': 'application/json' },
    timeoutMs: 2_000,
    responseBytesMax: 1_000,
    ...more,
  };
}

describe('toPublic', () => {
  test("speaks to the checked address under the name's own Host, over kept-alive connections", async () => {
    const outbound = openOutbound({ allowLocal: true, resolveHost: async () => ['127.0.0.1'] });
    for (let i = 0; i < 5; i += 1) {
      expect(await outbound.toPublic(post(`http://hooks.example.com:${port}/a?b=1`))).toMatchObject({
        kind: 'answered',
        status: 200,
        body: 'ok',
      });
    }
    expect(hosts).toEqual(Array.from({ length: 5 }, () => `hooks.example.com:${port}`));
    expect(sockets).toBeLessThanOrEqual(2);
  });

  test('a name that turns to a private address after it was registered is not called', async () => {
    const answers = [['93.184.216.34'], ['127.0.0.1']];
    const outbound = openOutbound({ allowLocal: false, resolveHost: async () => answers.shift() ?? ['10.0.0.1'] });
    const url = `https://rebind.example.com:${port}/`;
    expect(await outbound.checkPublicUrl(url)).toBeUndefined();
    expect(await outbound.toPublic(post(url))).toMatchObject({ kind: 'failed', reason: 'refused_address' });
    expect(await outbound.toPublic(post(url))).toMatchObject({ kind: 'failed', reason: 'refused_address' });
    expect(sockets).toBe(0);
  });

  test('the name is resolved once per attempt: a resolver that changes its answer between check and connect gets no second say', async () => {
    let asked = 0;
    const outbound = openOutbound({
      allowLocal: true,
      resolveHost: async () => [++asked === 1 ? '127.0.0.1' : '169.254.169.254'],
    });
    expect(await outbound.toPublic(post(`http://rebind.example.com:${port}/`))).toMatchObject({
      kind: 'answered',
      status: 200,
    });
    expect(asked).toBe(1);
    expect(await outbound.toPublic(post(`http://rebind.example.com:${port}/`))).toMatchObject({
      kind: 'failed',
      reason: 'refused_address',
    });
  });

  test('one private address among public ones condemns the name', async () => {
    const outbound = openOutbound({ allowLocal: false, resolveHost: async () => ['93.184.216.34', '10.0.0.7'] });
    expect(await outbound.toPublic(post('https://mixed.example.com/'))).toMatchObject({
      kind: 'failed',
      reason: 'refused_address',
    });
    expect(await outbound.checkPublicUrl('https://mixed.example.com/')).toBe('must not resolve to a private address');
  });

  test.each(['::ffff:127.0.0.1', '64:ff9b::a9fe:a9fe', '2002:7f00:1::', 'fe80::1', '0.0.0.0', '100.64.0.1'])(
    'a name that resolves to %s is refused',
    async (address) => {
      const outbound = openOutbound({ allowLocal: false, resolveHost: async () => [address] });
      expect(await outbound.toPublic(post('https://hooks.example.com/'))).toMatchObject({
        kind: 'failed',
        reason: 'refused_address',
      });
      expect(await outbound.checkPublicUrl('https://hooks.example.com/')).toMatch(/^must not resolve to a/);
    },
  );

  test('an address literal is checked although no name is resolved', async () => {
    const outbound = openOutbound({ allowLocal: false });
    for (const host of ['127.0.0.1', '2130706433', '[::ffff:127.0.0.1]', '0x7f.1']) {
      expect(await outbound.toPublic(post(`https://${host}:${port}/`))).toMatchObject({
        kind: 'failed',
        reason: 'refused_address',
      });
    }
    expect(sockets).toBe(0);
  });

  test('the next address is tried while no connection comes about', async () => {
    const outbound = openOutbound({ allowLocal: true, resolveHost: async () => ['127.0.0.2', '127.0.0.1'] });
    expect(await outbound.toPublic(post(`http://hooks.example.com:${port}/`))).toMatchObject({
      kind: 'answered',
      status: 200,
    });
  });

  test('a redirect is an answer, never followed', async () => {
    answer = (_request, response) => response.writeHead(302, { location: `http://127.0.0.1:${port}/secret` }).end();
    const outbound = openOutbound({ allowLocal: true });
    expect(await outbound.toPublic(post(`http://127.0.0.1:${port}/`))).toMatchObject({ kind: 'answered', status: 302 });
    expect(hosts).toHaveLength(1);
  });

  test.each([301, 302, 303, 307, 308])(
    'a %i to a private address is an answer like any other, and nobody goes there',
    async (status) => {
      answer = (_request, response) =>
        response.writeHead(status, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
      const outbound = openOutbound({ allowLocal: true });
      expect(await outbound.toPublic(post(`http://127.0.0.1:${port}/`))).toMatchObject({ kind: 'answered', status });
      expect(hosts).toHaveLength(1);
    },
  );

  test('a compressed bomb is not opened, a dripping answer ends with the deadline', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000));
    answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    const outbound = openOutbound({ allowLocal: true });
    const bombed = await outbound.toPublic(post(`http://127.0.0.1:${port}/`));
    expect(bombed).toMatchObject({ kind: 'answered', isTruncated: true });
    expect(bombed.kind === 'answered' && bombed.body.length).toBeLessThanOrEqual(1_000);
    answer = (_request, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 5);
      response.on('close', () => clearInterval(drip));
    };
    expect(await outbound.toPublic(post(`http://127.0.0.1:${port}/`, { timeoutMs: 80 }))).toMatchObject({
      kind: 'failed',
      reason: 'timeout',
    });
  });

  test('a resolver that answers a public and a private address in turn never gets the private one called', async () => {
    let turn = 0;
    const outbound = openOutbound({
      allowLocal: false,
      resolveHost: async () => [turn++ % 2 === 0 ? '10.0.0.1' : '::ffff:169.254.169.254'],
    });
    for (let i = 0; i < 6; i += 1)
      expect(await outbound.toPublic(post(`https://rebind.example.com:${port}/`))).toMatchObject({
        kind: 'failed',
        reason: 'refused_address',
      });
    expect(await outbound.checkPublicUrl(`https://rebind.example.com:${port}/`)).toMatch(/^must not resolve to a/);
    expect(sockets).toBe(0);
  });

  test('lanes do not share connections: one that hangs at a host leaves the others theirs', async () => {
    answer = (request, response) => {
      if (request.url !== '/dead') response.end('ok');
    };
    const outbound = openOutbound({ allowLocal: true });
    const hanging = Array.from({ length: 70 }, () =>
      outbound.toPublic(post(`http://127.0.0.1:${port}/dead`, { lane: '1', timeoutMs: 1_500 })),
    );
    await expect.poll(() => hosts.length).toBeGreaterThanOrEqual(64);
    expect(await outbound.toPublic(post(`http://127.0.0.1:${port}/`, { lane: '2', timeoutMs: 1_000 }))).toMatchObject({
      kind: 'answered',
      status: 200,
    });
    expect((await Promise.all(hanging)).every(({ kind }) => kind === 'failed')).toBe(true);
  });

  test('an answer is read up to its bound and no further', async () => {
    answer = (_request, response) => response.end('x'.repeat(200_000));
    const outbound = openOutbound({ allowLocal: true });
    const result = await outbound.toPublic(post(`http://127.0.0.1:${port}/`, { responseBytesMax: 100 }));
    expect(result).toMatchObject({ kind: 'answered', isTruncated: true, body: 'x'.repeat(100) });
  });

  test('a host that never answers, or never ends its answer, costs no more than the deadline', async () => {
    const outbound = openOutbound({ allowLocal: true });
    answer = () => undefined;
    expect(await outbound.toPublic(post(`http://127.0.0.1:${port}/`, { timeoutMs: 60 }))).toMatchObject({
      kind: 'failed',
      reason: 'timeout',
    });
    answer = (_request, response) => response.writeHead(200).write('begun');
    expect(await outbound.toPublic(post(`http://127.0.0.1:${port}/`, { timeoutMs: 60 }))).toMatchObject({
      kind: 'failed',
      reason: 'timeout',
    });
  });

  test('a name server that never answers costs no more than the deadline', async () => {
    const outbound = openOutbound({ allowLocal: true, resolveHost: () => new Promise(() => undefined) });
    expect(await outbound.toPublic(post('http://slow.example.com/', { timeoutMs: 60 }))).toMatchObject({
      kind: 'failed',
      reason: 'timeout',
    });
  });

  test('a name that does not resolve may be registered, and fails at send', async () => {
    const outbound = openOutbound({ allowLocal: false, resolveHost: () => Promise.reject(new Error('ENOTFOUND')) });
    expect(await outbound.checkPublicUrl('https://later.example.com/')).toBeUndefined();
    expect(await outbound.toPublic(post('https://later.example.com/'))).toMatchObject({
      kind: 'failed',
      reason: 'connection',
    });
  });

  test("a refused connection and the caller's abort are data, not throws", async () => {
    const outbound = openOutbound({ allowLocal: true });
    expect(await outbound.toPublic(post('http://127.0.0.1:1/'))).toMatchObject({
      kind: 'failed',
      reason: 'connection',
      detail: 'ECONNREFUSED',
    });
    expect(await outbound.toPublic(post(`http://127.0.0.1:${port}/`, { signal: AbortSignal.abort() }))).toMatchObject({
      kind: 'failed',
      reason: 'timeout',
    });
  });
});

describe('toTrusted', () => {
  test('reaches a configured host wherever it lives, over kept-alive connections, and follows no redirect', async () => {
    const outbound = openOutbound({ allowLocal: false });
    for (let i = 0; i < 3; i += 1)
      expect(await outbound.toTrusted(post(`http://127.0.0.1:${port}/`))).toMatchObject({
        kind: 'answered',
        status: 200,
      });
    expect(sockets).toBeLessThanOrEqual(2);
    answer = (_request, response) => response.writeHead(307, { location: '/elsewhere' }).end();
    expect(await outbound.toTrusted(post(`http://127.0.0.1:${port}/`))).toMatchObject({
      kind: 'answered',
      status: 307,
    });
    expect(await outbound.toTrusted(post('ftp://127.0.0.1/'))).toMatchObject({ kind: 'failed', reason: 'bad_url' });
  });

  test('a compressed answer is unpacked, and bounded by what it unpacks to', async () => {
    const outbound = openOutbound({ allowLocal: false });
    let wanted: string | undefined;
    answer = (request, response) => {
      wanted = request.headers['accept-encoding'];
      response.writeHead(422, { 'content-encoding': 'gzip' }).end(gzipSync('{"wide":"x"}'.padEnd(100_000)));
    };
    const whole = await outbound.toTrusted(post(`http://127.0.0.1:${port}/`, { responseBytesMax: 200_000 }));
    expect(whole).toMatchObject({ kind: 'answered', status: 422, isTruncated: false });
    expect(whole.kind === 'answered' && whole.body.trim()).toBe('{"wide":"x"}');
    expect(wanted).toBe('gzip');
    expect(await outbound.toTrusted(post(`http://127.0.0.1:${port}/`))).toMatchObject({ isTruncated: true });
    answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip');
    expect(await outbound.toTrusted(post(`http://127.0.0.1:${port}/`))).toMatchObject({
      kind: 'failed',
      wasSent: true,
    });
  });

  test('bytes of an answer come as they were sent, bounded, in memory that can be transferred', async () => {
    const outbound = openOutbound({ allowLocal: false });
    const url = `http://127.0.0.1:${port}/`;
    const sent = Buffer.from(Uint8Array.from({ length: 3_000_000 }, (_, at) => at % 251));
    answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(sent));
    const whole = await outbound.toTrustedForBytes(post(url, { responseBytesMax: 3_000_000 }));
    if (whole.kind !== 'answered') throw new Error(whole.detail);
    expect(whole).toMatchObject({ status: 200, isTruncated: false });
    expect(whole.body.equals(sent)).toBe(true);
    const cut = await outbound.toTrustedForBytes(post(url, { responseBytesMax: 2_999_999 }));
    expect(cut).toMatchObject({ isTruncated: true, body: { length: 2_999_999 } });
    answer = (_request, response) => response.end(Buffer.from([0xff, 0x00, 0xfe]));
    const few = await outbound.toTrustedForBytes(post(url));
    if (few.kind !== 'answered') throw new Error(few.detail);
    expect(few.body.buffer.byteLength).toBe(3);
    const { body } = structuredClone(few, { transfer: [few.body.buffer as ArrayBuffer] });
    expect([...body]).toEqual([0xff, 0x00, 0xfe]);
    expect(few.body.length).toBe(0);
  });

  test('a failure says whether the request can have been read', async () => {
    const outbound = openOutbound({ allowLocal: false });
    expect(await outbound.toTrusted(post('http://127.0.0.1:1/'))).toMatchObject({ wasSent: false });
    expect(await outbound.toTrusted(post('http://no-such-name.invalid/'))).toMatchObject({ wasSent: false });
    expect(await outbound.toTrusted(post(`https://127.0.0.1:${port}/`))).toMatchObject({ wasSent: false });
    const url = `http://127.0.0.1:${port}/`;
    expect(await outbound.toTrusted(post(url, { signal: AbortSignal.abort() }))).toMatchObject({ wasSent: false });
    answer = (request) => request.socket.destroy();
    expect(await outbound.toTrusted(post(url))).toMatchObject({ reason: 'connection', wasSent: true });
    answer = () => undefined;
    expect(await outbound.toTrusted(post(url, { timeoutMs: 100 }))).toMatchObject({ reason: 'timeout', wasSent: true });
  });
});
