import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { defineRoute, RenderedJson, type StreamEvent } from '../../../src/platform/http/route.ts';
import { openStream } from '../../support/event-stream.ts';
import { startService, type TestService } from '../../support/service.ts';

/** More than the operating system takes for a client that does not read. */
const TEXT = 'x'.repeat(24 * 1024 * 1024);
const ANSWER = `{"text":"${TEXT}"}`;
const WRITE_TIMEOUT_MS = 600;
/** A piece that a slow client reads, and how long it then does something else. */
const SLOW_PIECE_BYTES = 128 * 1024;
const SLOW_PAUSE_MS = 20;
const PATH = '/v1/probe/large';

let release = Promise.withResolvers<void>();

async function* steps(isLarge: boolean): AsyncGenerator<StreamEvent> {
  yield { event: 'step', data: { text: isLarge ? TEXT : 'begin' } };
  await release.promise;
  yield { event: 'step', data: { text: 'end' } };
}

const probe = defineRoute({
  operationId: 'probe_large', method: 'POST', path: PATH, summary: 'A probe.', tag: 'Probe', access: 'key', scope: 'search', cost: 0, isWrite: false, refusals: [],
  body: z.object({ is_large: z.boolean().default(true) }), response: z.looseObject({ text: z.string() }),
  stream: { description: 'Steps.', events: { step: z.looseObject({ text: z.string() }) }, open: async ({ body }) => steps(body.is_large) },
  handle: async () => new RenderedJson(Buffer.from(ANSWER), {}, true),
});
/** The same bytes from a page and from a library that answers by itself would take the same path: one watch looks at all connections. */
const page = { method: 'GET', path: '/probe/large', handle: async () => ({ status: 200, html: TEXT }) } as const;

let service: TestService;
beforeAll(async () => {
  service = await startService({ routes: [probe], pages: [page], limits: { writeTimeoutMs: WRITE_TIMEOUT_MS } });
});
afterAll(() => service.close());

/** Sends a request and reads nothing. Answers both ends of the connection. */
async function askOnly(request: string): Promise<{ readonly client: Socket; readonly served: Socket }> {
  const { hostname, port } = new URL(service.url);
  const served = once(service.service.server.fastify.server, 'connection');
  const client = connect(Number(port), hostname).on('error', () => undefined);
  client.write(request);
  return { client, served: (await served)[0] };
}

function post(body: string, accept = 'application/json'): string {
  return `POST ${PATH} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${service.key}\r\nContent-Type: application/json\r\nAccept: ${accept}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

test('whose client takes no byte are given up: plain, streamed or a page; a stream on which nothing happens stays', async () => {
  const quiet = await openStream(service, PATH, { is_large: false });
  expect((await quiet.next())?.data).toEqual({ text: 'begin' });
  const unread = [await askOnly(post('{}')), await askOnly(post('{}', 'text/event-stream')), await askOnly('GET /probe/large HTTP/1.1\r\nHost: x\r\n\r\n')];
  await Promise.all(unread.map(({ served }) => (served.destroyed ? undefined : once(served, 'close'))));
  release.resolve();
  expect((await quiet.next())?.data).toEqual({ text: 'end' });
  for (const { client } of unread) client.destroy();
  release = Promise.withResolvers();
  expect((await service.call('GET', '/metrics')).text).toContain('bly_http_connections_closed_total{reason="unread"} 3');
});

test('whose client reads slowly arrive whole, however long that takes', async () => {
  const { client } = await askOnly(post('{}'));
  const startedAt = performance.now();
  let length = 0;
  for (let isOver = false; !isOver && performance.now() - startedAt < 3 * WRITE_TIMEOUT_MS;) {
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
