import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { defineRoute } from '../../../src/platform/http/route.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const secret = defineRoute({
  operationId: 'probe_key',
  method: 'GET',
  path: '/v1/probe/key',
  summary: 'A probe.',
  tag: 'Probe',
  access: 'key',
  cost: 0,
  isWrite: false,
  refusals: [],
  isIdempotentPerCredential: true,
  response: z.looseObject({ key: z.string() }),
  handle: async () => ({ key: 'x'.repeat(2_000) }),
});

let service: TestService;
beforeAll(async () => {
  service = await startService({ routes: [secret] });
});
afterAll(() => service.close());

const DECOMPRESS = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync } as const;
const dateIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const flights = { origin: 'LON', destination: 'NYC', departure_date: dateIn(60) };
const stays = { city_name: 'Paris', checkin: dateIn(60), checkout: dateIn(62), max_results: 60 };

/** The bytes as they were sent: a client that decodes nothing. */
async function ask(
  method: 'GET' | 'POST' | 'HEAD',
  path: string,
  {
    coding,
    body,
    ...headers
  }: { readonly coding?: string; readonly body?: object; readonly [header: string]: unknown } = {},
) {
  const answer = await request(service.url + path, {
    method,
    headers: {
      'x-api-key': service.key,
      'content-type': 'application/json',
      ...(coding === undefined ? {} : { 'accept-encoding': coding }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.statusCode, headers: answer.headers, bytes: Buffer.from(await answer.body.arrayBuffer()) };
}

test.each(['gzip', 'br', 'zstd'] as const)(
  'answers are sent in %s to a client that wants it: the very bytes others get, many times shorter',
  async (coding) => {
    for (const [path, search] of [
      ['/v1/flight_search', flights],
      ['/v1/hotel_search', stays],
    ] as const) {
      // Each coding asks in another language: its first answer is fresh, the second one is cached.
      const body = { ...search, locale: { gzip: 'en', br: 'fr', zstd: 'de' }[coding] };
      const [fresh, again, plain] = [
        await ask('POST', path, { coding, body }),
        await ask('POST', path, { coding, body }),
        await ask('POST', path, { body }),
      ];
      expect([
        fresh.headers['content-encoding'],
        fresh.headers['vary'],
        plain.headers['content-encoding'],
        plain.headers['vary'],
      ]).toEqual([coding, 'accept-encoding', undefined, 'accept-encoding']);
      for (const { bytes, headers } of [fresh, again]) {
        expect(headers['content-length']).toBe(String(bytes.length));
        expect(bytes.length).toBeLessThan(plain.bytes.length / 5);
      }
      expect(DECOMPRESS[coding](again.bytes).equals(plain.bytes)).toBe(true);
      expect(JSON.parse(DECOMPRESS[coding](fresh.bytes).toString())).toMatchObject({
        total: JSON.parse(plain.bytes.toString()).total,
      });
    }
  },
);

test('what everybody gets alike is compressed with a weak validator, HEAD says what GET would, and an unchanged one is 304 without a body', async () => {
  const script =
    /"(\/explore\/assets\/[^"]+\.js)"/.exec((await ask('GET', '/explore')).bytes.toString())?.[1] ?? 'none';
  for (const path of ['/docs/reference', script]) {
    const [plain, short, head] = [
      await ask('GET', path),
      await ask('GET', path, { coding: 'br' }),
      await ask('HEAD', path, { coding: 'br' }),
    ];
    expect([short.headers['content-encoding'], short.headers['vary'], short.headers['etag']]).toEqual([
      'br',
      'accept-encoding',
      `W/${plain.headers['etag']}`,
    ]);
    expect(brotliDecompressSync(short.bytes).equals(plain.bytes)).toBe(true);
    expect(['content-encoding', 'content-length', 'etag', 'vary'].map((name) => head.headers[name])).toEqual(
      ['content-encoding', 'content-length', 'etag', 'vary'].map((name) => short.headers[name]),
    );
    expect(head.bytes).toHaveLength(0);
    for (const etag of [short.headers['etag'], plain.headers['etag']]) {
      const unchanged = await ask('GET', path, { coding: 'br', 'if-none-match': etag });
      expect([
        unchanged.status,
        unchanged.bytes.length,
        unchanged.headers['content-encoding'],
        unchanged.headers['etag'],
        unchanged.headers['vary'],
      ]).toEqual([304, 0, undefined, short.headers['etag'], 'accept-encoding']);
    }
  }
  const document = await ask('GET', '/v1/openapi.json', { coding: 'gzip', 'x-api-key': '' });
  expect(JSON.parse(gunzipSync(document.bytes).toString()).openapi).toMatch(/^3\.1/);
});

test("nothing is compressed that is short, empty, an event stream, an answer that shows a key, or a page of one reader, which holds a form's token", async () => {
  const untouched = [
    await ask('GET', '/v1/account', { coding: 'gzip' }),
    await ask('GET', '/v1/probe/key', { coding: 'gzip' }),
    await ask('GET', '/sign-in?return_to=/account', { coding: 'gzip', 'x-api-key': '' }),
    await ask('GET', '/sign-up', { coding: 'gzip' }),
    await ask('GET', '/manage', { coding: 'gzip' }),
    await ask('GET', '/explore', { coding: 'gzip' }),
    await ask('GET', '/checkout/none', { coding: 'gzip' }),
    await ask('POST', '/v1/flight_search', { coding: 'gzip', accept: 'text/event-stream', body: flights }),
  ];
  for (const { headers } of untouched) expect(headers['content-encoding']).toBeUndefined();
  expect(untouched.slice(1).every(({ bytes }) => bytes.length > 1_024)).toBe(true);
});
