import { gzipSync } from 'node:zlib';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { createAccountChecks } from '../../../src/suppliers/calls/check-account.ts';
import { baseOf, type LargeLiteapiRequest, type LiteapiRequest } from '../../../src/suppliers/liteapi/client.ts';
import { toFailure } from '../../../src/suppliers/liteapi/replies.ts';
import {
  liteapiAccount,
  liteapiContext,
  openLiteapiClient,
  openOutbound,
  openServer,
  SAND_KEY,
} from '../../support/suppliers/liteapi-client.ts';

const readList = (data: unknown): readonly unknown[] | undefined => (Array.isArray(data) ? data : undefined);
const SEARCH: LiteapiRequest<readonly unknown[]> = {
  host: 'read',
  method: 'POST',
  path: '/hotels/rates?a=b',
  body: { checkin: '2027-01-01' },
  read: readList,
};
const LARGE: LargeLiteapiRequest<number> = {
  host: 'read',
  method: 'POST',
  path: '/hotels/rates',
  body: {},
  readBytes: async (bytes) => JSON.parse(bytes.toString('utf8')).data?.length,
};

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(status === 204 ? undefined : JSON.stringify(body));
}

test('a request carries key, path and body; the answer is unpacked', async () => {
  const bodies: string[] = [];
  const { url, requests } = await openServer((request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => bodies.push(text));
    request.on('end', () => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(gzipSync(JSON.stringify({ data: ['a'], sandbox: true })));
    });
  });
  const { client, healths } = openLiteapiClient();
  const reply = await client.request(liteapiAccount(url), liteapiContext(), SEARCH);
  expect(reply).toEqual({ kind: 'done', status: 200, value: ['a'] });
  expect(requests[0]).toMatchObject({ method: 'POST', url: '/v3.0/hotels/rates?a=b' });
  expect(requests[0]?.headers).toMatchObject({ 'x-api-key': SAND_KEY, 'accept-encoding': 'gzip' });
  expect(bodies.join('')).toBe('{"checkin":"2027-01-01"}');
  expect(healths).toEqual([{ kind: 'well' }]);
});

test('a key of the sandbox has a limit of a second, a live one has none', async () => {
  const { url } = await openServer((_request, response) => send(response, 200, { data: [] }));
  const { client, perSecond } = openLiteapiClient();
  await client.request(liteapiAccount(url), liteapiContext(), SEARCH);
  await client.requestLarge(liteapiAccount(url), liteapiContext(), LARGE);
  await client.request({ ...liteapiAccount(url), isLive: true }, liteapiContext(), SEARCH);
  expect(perSecond).toEqual([5, 5, undefined]);
});

test('bookings have a host of their own, unless one stand-in is named for all', () => {
  const real = { baseUrl: 'https://api.liteapi.travel/v3.0' };
  expect([baseOf(real, 'read'), baseOf(real, 'book')]).toEqual([
    'https://api.liteapi.travel/v3.0',
    'https://book.liteapi.travel/v3.0',
  ]);
  const standIn = { baseUrl: 'http://127.0.0.1:4012/v3.0' };
  expect([baseOf(standIn, 'read'), baseOf(standIn, 'book')]).toEqual([standIn.baseUrl, standIn.baseUrl]);
});

test('a large answer is read as bytes, a small one that is an error is known as one', async () => {
  let body: unknown = { data: Array.from({ length: 20_000 }, () => 'hotel') };
  const { url } = await openServer((_, response) => send(response, 200, body));
  const { client, healths } = openLiteapiClient();
  const ask = () => client.requestLarge(liteapiAccount(url), liteapiContext(), LARGE);
  expect(await ask()).toEqual({ kind: 'done', status: 200, value: 20_000 });
  body = { data: ['x'] };
  expect(await ask()).toMatchObject({ kind: 'done', value: 1 });
  body = { error: { code: 2_001, message: 'no availability' } };
  expect(await ask()).toMatchObject({ kind: 'error', code: 2_001 });
  body = { nothing: true };
  expect(await ask()).toMatchObject({ kind: 'unknown', reason: 'unreadable' });
  expect(healths.map(({ kind }) => kind)).toEqual(['well', 'well', 'well', 'well']);
});

test('silence until the deadline is unknown and was sent; where nobody listens nothing was sent', async () => {
  const { url } = await openServer(() => undefined);
  const { client, healths } = openLiteapiClient();
  const silent = await client.request(liteapiAccount(url), liteapiContext({ deadlineMs: 200 }), SEARCH);
  expect(silent).toMatchObject({ kind: 'unknown', reason: 'timeout', wasSent: true });
  const refused = await client.request(liteapiAccount('http://127.0.0.1:1'), liteapiContext(), SEARCH);
  expect(refused).toMatchObject({ kind: 'unknown', reason: 'connection', wasSent: false });
  expect(healths.map(({ kind }) => kind)).toEqual(['failed', 'failed']);
});

test.each([
  [400, { error: { code: 4_002 } }, 'rejected'],
  [429, { error: { code: 4_290 } }, 'rate_limited'],
  [401, { error: { code: 401 } }, 'unauthorised'],
  [502, 'gateway', 'error'],
  [504, 'gateway', 'timeout'],
])('%i %j is the failure %s of a read', async (status, body, kind) => {
  const { url } = await openServer((_, response) => send(response, status, body));
  const reply = await openLiteapiClient().client.request(liteapiAccount(url), liteapiContext(), SEARCH);
  expect(reply.kind === 'done' ? undefined : toFailure(reply).kind).toBe(kind);
});

test.each([
  [200, { data: [{ code: 'EUR' }] }, { kind: 'works' }],
  [401, { error: { code: 401, message: 'unauthorized' } }, { kind: 'refused', reason: 'wrong_key' }],
  [403, { error: { code: 40_302, message: 'suspended' } }, { kind: 'refused', reason: 'suspended' }],
  [429, { error: { code: 4_290, message: 'slow' } }, { kind: 'unreachable', retryAfterSeconds: 2 }],
  [502, 'gateway', { kind: 'unreachable' }],
])('of a key %i %j means %j', async (status, body, verdict) => {
  const { url, requests } = await openServer((_, response) => send(response, status, body));
  const checks = createAccountChecks(openOutbound());
  expect(await checks.check({ supplier: 'liteapi', token: SAND_KEY, baseUrl: url })).toMatchObject(verdict);
  expect(requests.map(({ url: path }) => path)).toEqual(['/v3.0/data/currencies']);
});

test('a booking that a key does not see is of another account', async () => {
  const { url } = await openServer((request, response) =>
    request.url?.endsWith('/known') === true
      ? send(response, 200, { data: { bookingId: 'known' } })
      : send(response, 204, undefined),
  );
  const checks = createAccountChecks(openOutbound());
  const key = { supplier: 'liteapi', token: SAND_KEY, baseUrl: url } as const;
  expect(await checks.checkOrder(key, 'known')).toEqual({ kind: 'works' });
  expect(await checks.checkOrder(key, 'other')).toEqual({ kind: 'another_account' });
});
