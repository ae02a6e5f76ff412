import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { addCredits } from '../../../src/metering/change-credits.ts';
import { refuse } from '../../../src/platform/errors.ts';
import { defineRoute, type StreamEvent } from '../../../src/platform/http/route.ts';
import { openStream } from '../../support/service/event-stream.ts';
import { startService, type TestService } from '../../support/service/service.ts';

/** Events of a quarter of a megabyte: far more of them than any socket holds. */
const BIG = 'x'.repeat(256 * 1024);
const BIG_EVENTS = 120;
const PATH = '/v1/probe/stream';

/** What the source of the stream is doing, seen from outside. */
const seen = { produced: 0, isReturned: false, signal: new AbortController().signal, signals: new Set<AbortSignal>() };
let release = Promise.withResolvers<void>();

async function* tell(kind: string): AsyncGenerator<StreamEvent> {
  try {
    yield { event: 'step', data: { text: 'line\nbreak\r\u2028' } };
    if (kind === 'refusal') throw refuse('supplier_unavailable', { headers: { 'Retry-After': '7' } });
    if (kind === 'bug') throw new Error('card 4242424242424242');
    if (kind === 'undeclared') yield { event: 'other', data: {} };
    if (kind === 'misshaped') yield { event: 'step', data: { text: 5 } };
    if (kind === 'wait') await release.promise;
    for (; kind === 'big' && seen.produced < BIG_EVENTS; seen.produced += 1)
      yield { event: 'step', data: { text: BIG } };
    yield { event: 'step', data: { text: 'end' } };
  } finally {
    seen.isReturned = true;
  }
}

const streaming = defineRoute({
  operationId: 'probe_stream',
  method: 'POST',
  path: PATH,
  summary: 'A probe.',
  tag: 'Probe',
  access: 'key',
  scope: 'search',
  cost: 10,
  isWrite: false,
  refusals: [],
  body: z.object({ kind: z.string().default('plain'), refused: z.boolean().default(false) }),
  response: z.looseObject({ plain: z.boolean() }),
  stream: {
    description: 'Steps.',
    events: { step: z.looseObject({ text: z.string() }) },
    async open({ body, request }) {
      seen.signal = request.signal;
      seen.signals.add(request.signal);
      if (body.refused) throw refuse('offer_expired');
      return tell(body.kind);
    },
  },
  handle: async () => ({ plain: true }),
});

let service: TestService;
beforeAll(async () => {
  service = await startService({ routes: [streaming] });
});
afterAll(async () => {
  await service.close();
});
afterEach(() => {
  vi.useRealTimers();
  Object.assign(seen, { produced: 0, isReturned: false, signals: new Set() });
  release = Promise.withResolvers();
});
const open = (body: object = {}, headers: Readonly<Record<string, string>> = {}) =>
  openStream(service, PATH, body, headers);
const balanceOf = async (key: string): Promise<number> =>
  (await service.call('GET', '/v1/account', undefined, { 'x-api-key': key })).body.balance;

describe('before a stream begins', () => {
  test('every check answers as plain JSON, in the order of any other call', async () => {
    const poor = await service.makeKey();
    await addCredits(service.app, poor.organizationId, -100_000);
    const [booker, spent] = [await service.makeKey({ scopes: ['book'] }), await service.makeKey({ quotaCalls: 0 })];
    const calls = [
      await open({ kind: 5 }, { 'x-api-key': 'bly_s00000000000000000000000000000000' }),
      await open({ kind: 5 }, { 'x-api-key': booker.key }),
      await open({ kind: 5 }, { 'x-api-key': spent.key }),
      await open({ kind: 5 }, { 'x-api-key': poor.key }),
      await open({ kind: 5 }),
      await open({ refused: true }),
    ];
    expect(calls.map(({ status }) => status)).toEqual([401, 403, 429, 402, 422, 410]);
    for (const { headers, leave } of calls) {
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      leave();
    }
  });
  test('the head of a stream is that of any answer, and nobody may keep or collect it', async () => {
    const stream = await open({}, { 'x-request-id': 'req-7', 'x-session-id': 'ses-7' });
    await stream.rest();
    expect([
      stream.status,
      stream.headers.get('content-type'),
      stream.headers.get('cache-control'),
      stream.headers.get('x-accel-buffering'),
    ]).toEqual([200, 'text/event-stream; charset=utf-8', 'no-store', 'no']);
    expect([
      stream.headers.get('x-request-id'),
      stream.headers.get('x-session-id'),
      stream.headers.get('ratelimit-limit'),
    ]).toEqual(['req-7', 'ses-7', '100']);
    expect(stream.headers.get('x-content-type-options')).toBe('nosniff');
  });
  test('who accepts JSON as well or anything gets JSON', async () => {
    for (const accept of ['application/json, text/event-stream', '*/*'])
      expect((await service.call('POST', PATH, {}, { accept })).body).toEqual({ plain: true });
  });
});

describe('a stream', () => {
  test('tells events in order, line breaks and all', async () => {
    const events = await (await open()).rest();
    expect(events).toEqual([
      { id: '1', event: 'step', data: { text: 'line\nbreak\r\u2028' } },
      { id: '2', event: 'step', data: { text: 'end' } },
    ]);
  });
  test('costs what the plain call costs, a failed one nothing', async () => {
    const { key } = await service.makeKey();
    for (const kind of ['refusal', 'bug']) await (await open({ kind }, { 'x-api-key': key })).rest();
    expect(await balanceOf(key)).toBe(100_000);
    await (await open({}, { 'x-api-key': key })).rest();
    expect(await balanceOf(key)).toBe(99_990);
  });
  test('that fails ends with the envelope of the plain answer; a bug never shows', async () => {
    const endOf = async (kind: string) => (await (await open({ kind })).rest()).at(-1);
    expect(await endOf('refusal')).toMatchObject({
      event: 'error',
      data: { error: { code: 'UPSTREAM_UNAVAILABLE' }, http_status: 503, retry_after_seconds: 7 },
    });
    for (const kind of ['bug', 'undeclared', 'misshaped']) {
      const end = await endOf(kind);
      expect(end).toMatchObject({ event: 'error', data: { error: { code: 'INTERNAL' }, http_status: 500 } });
      expect(JSON.stringify(end)).not.toContain('4242');
    }
  });
  test('is never written faster than it is read', async () => {
    const stream = await open({ kind: 'big' });
    await stream.next();
    await service.call('GET', '/healthz');
    expect(seen.produced).toBeLessThan(BIG_EVENTS / 2);
    expect(await stream.rest()).toHaveLength(BIG_EVENTS + 1);
  });
  test('beats every 15 seconds while nothing happens', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const stream = await open({ kind: 'wait' });
    await stream.next();
    vi.advanceTimersByTime(30_000);
    release.resolve();
    await stream.rest();
    expect(stream.asides).toEqual(['retry: 3000', ': still here', ': still here']);
  });
  test('of a client that leaves is stopped at its source and charged as far as it was served', async () => {
    const { key } = await service.makeKey();
    const stream = await open({ kind: 'wait' }, { 'x-api-key': key });
    await stream.next();
    stream.leave();
    while (!seen.signal.aborted) await turn();
    release.resolve();
    while (!seen.isReturned) await turn();
    expect(await balanceOf(key)).toBe(99_990);
  });
});

test('a client that leaves is missed by every request it has under way on the connection', async () => {
  const { hostname, port } = new URL(service.url);
  const body = '{"kind":"wait"}';
  const head = `POST ${PATH} HTTP/1.1\r\nhost: bly\r\naccept: text/event-stream\r\ncontent-type: application/json\r\nx-api-key: ${service.key}\r\ncontent-length: ${body.length}\r\n\r\n`;
  const socket = connect(Number(port), hostname, () => socket.write((head + body).repeat(2)));
  while (seen.signals.size < 2) await turn();
  expect([...seen.signals].map(({ aborted }) => aborted)).toEqual([false, false]);
  socket.destroy();
  while (!seen.signal.aborted) await turn();
  expect([...seen.signals].map(({ aborted }) => aborted)).toEqual([true, true]);
  release.resolve();
  while (service.service.server.readiness.inFlight > 0) await turn();
});

test('a process that stops lets a stream end by itself for two seconds, then says why it ends', async () => {
  const other = await startService({ routes: [streaming] });
  const [patient, short] = [await openStream(other, PATH, { kind: 'wait' }), await openStream(other, PATH, {})];
  await patient.next();
  const startedAt = performance.now();
  const stopped = other.service.stop();
  expect((await short.rest()).at(-1)?.data).toEqual({ text: 'end' });
  expect(await patient.rest()).toMatchObject([
    { event: 'error', data: { error: { code: 'UPSTREAM_UNAVAILABLE' }, http_status: 503 } },
  ]);
  await stopped;
  expect(performance.now() - startedAt).toBeLessThan(30_000);
  await other.close();
});
