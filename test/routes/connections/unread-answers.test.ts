import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { defineRoute, RenderedJson, type StreamEvent } from '../../../src/platform/http/route.ts';
import { openStream } from '../../support/service/event-stream.ts';
import { type Answer, startService, type TestService } from '../../support/service/service.ts';

/** More than the operating system takes for a client that does not read. */
const TEXT = 'x'.repeat(24 * 1024 * 1024);
const ANSWER = `{"text":"${TEXT}"}`;
const WRITE_TIMEOUT_MS = 600;
/** A piece that a slow client reads, and how long it then does something else. */
const SLOW_PIECE_BYTES = 128 * 1024;
const SLOW_PAUSE_MS = 20;
const PATH = '/v1/probe/large';

let release = Promise.withResolvers<void>();
/** How often the plain answer was made. */
let made = 0;

async function* steps(isLarge: boolean): AsyncGenerator<StreamEvent> {
  yield { event: 'step', data: { text: isLarge ? TEXT : 'begin' } };
  await release.promise;
  yield { event: 'step', data: { text: 'end' } };
}

const probe = defineRoute({
  operationId: 'probe_large',
  method: 'POST',
  path: PATH,
  summary: 'A probe.',
  tag: 'Probe',
  access: 'key',
  scope: 'search',
  cost: 0,
  isWrite: false,
  refusals: [],
  body: z.object({ is_large: z.boolean().default(true) }),
  response: z.looseObject({ text: z.string() }),
  stream: {
    description: 'Steps.',
    events: { step: z.looseObject({ text: z.string() }) },
    open: async ({ body }) => steps(body.is_large),
  },
  async handle() {
    made += 1;
    return new RenderedJson(Buffer.from(ANSWER), {}, true);
  },
});
const page = { method: 'GET', path: '/probe/large', handle: async () => ({ status: 200, html: TEXT }) } as const;

let service: TestService;
beforeAll(async () => {
  service = await startService({
    routes: [probe],
    pages: [page],
    limits: { writeTimeoutMs: WRITE_TIMEOUT_MS, organizationUnsentBytesMax: 4 * TEXT.length },
  });
});
afterAll(() => service.close());

/** Sends a request and reads nothing. Answers both ends of the connection. */
async function askOnly(
  request: string,
  asked = service,
): Promise<{ readonly client: Socket; readonly served: Socket }> {
  const { hostname, port } = new URL(asked.url);
  const served = once(asked.service.server.fastify.server, 'connection');
  const client = connect(Number(port), hostname).on('error', () => undefined);
  client.write(request);
  return { client, served: (await served)[0] };
}

function post(body: string, accept = 'application/json', key = service.key): string {
  return `POST ${PATH} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nAccept: ${accept}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

test('whose client takes no byte are given up: plain, streamed or a page; a stream on which nothing happens stays', async () => {
  const quiet = await openStream(service, PATH, { is_large: false });
  expect((await quiet.next())?.data).toEqual({ text: 'begin' });
  const unread = [
    await askOnly(post('{}')),
    await askOnly(post('{}', 'text/event-stream')),
    await askOnly('GET /probe/large HTTP/1.1\r\nHost: x\r\n\r\n'),
  ];
  await Promise.all(unread.map(({ served }) => (served.destroyed ? undefined : once(served, 'close'))));
  release.resolve();
  expect((await quiet.next())?.data).toEqual({ text: 'end' });
  for (const { client } of unread) client.destroy();
  release = Promise.withResolvers();
  expect((await service.call('GET', '/metrics')).text).toContain(
    'bly_http_connections_closed_total{reason="unread"} 3',
  );
});

test('whose client reads slowly arrive whole, however long that takes', async () => {
  const { client } = await askOnly(post('{}'));
  const startedAt = performance.now();
  let length = 0;
  for (let isOver = false; !isOver && performance.now() - startedAt < 3 * WRITE_TIMEOUT_MS; ) {
    const piece: Buffer | null = client.read(SLOW_PIECE_BYTES) ?? client.read();
    length += piece?.length ?? 0;
    isOver = client.readableEnded;
    await pause(SLOW_PAUSE_MS);
  }
  for await (const piece of client) {
    length += piece.length;
    if (length > ANSWER.length) break;
  }
  expect(length).toBeGreaterThan(ANSWER.length);
});

describe('count against a budget', () => {
  const MIB = 1024 * 1024;
  const clients: Socket[] = [];
  let bounded: TestService;
  beforeAll(async () => {
    bounded = await startService({
      routes: [probe],
      limits: { organizationUnsentBytesMax: 40 * MIB, processUnsentBytesMax: 100 * MIB },
    });
  });
  afterAll(async () => {
    for (const client of clients) client.destroy();
    await bounded.close();
  });

  /** Has the head of an answer arrive, and reads no more of it. */
  async function leaveUnread(key: string, accept?: string): Promise<void> {
    const { client } = await askOnly(post('{}', accept, key), bounded);
    clients.push(client);
    await once(client, 'readable');
  }
  const ask = (key: string): Promise<Answer> => bounded.call('POST', PATH, {}, { 'x-api-key': key });

  test('of the organization: beyond it large answers are 429, without the work where none would fit; the small ones of all operations go on, and so do other organizations', async () => {
    const [greedy, neighbour] = [await bounded.makeKey(), await bounded.makeKey()];
    await leaveUnread(greedy.key);
    made = 0;
    const late = await ask(greedy.key);
    expect([late.status, late.body.error.code, late.body.limit, late.headers.get('retry-after'), made]).toEqual([
      429,
      'RATE_LIMITED',
      'concurrency',
      '5',
      1,
    ]);
    expect(Date.parse(late.body.resets_at)).toBeGreaterThan(Date.now());
    await leaveUnread(greedy.key, 'text/event-stream');
    expect([(await ask(greedy.key)).status, made]).toEqual([429, 1]);
    expect((await bounded.call('GET', '/v1/account', undefined, { 'x-api-key': greedy.key })).status).toBe(200);
    expect((await ask(neighbour.key)).status).toBe(200);
    expect((await bounded.call('GET', '/metrics')).text).toMatch(/bly_http_unsent_bytes [1-9]/);
  });

  test('of the process: beyond it large answers are 503 to everybody, until clients have read or are gone', async () => {
    const [second, neighbour] = [await bounded.makeKey(), await bounded.makeKey()];
    await leaveUnread(second.key);
    await leaveUnread(second.key, 'text/event-stream');
    const refused = await ask(neighbour.key);
    expect([refused.status, refused.body.error.code, refused.headers.get('retry-after')]).toEqual([
      503,
      'UPSTREAM_UNAVAILABLE',
      '5',
    ]);
    for (const client of clients.splice(0)) client.destroy();
    await vi.waitFor(async () =>
      expect((await bounded.call('GET', '/metrics')).text).toContain('bly_http_unsent_bytes 0'),
    );
    expect((await ask(neighbour.key)).status).toBe(200);
  });
});
