import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { defineRoute } from '../../../src/platform/http/route.ts';
import { connectAgent } from '../../support/mcp.ts';
import { startService, type TestService } from '../../support/service/service.ts';

let entered = Promise.withResolvers<AbortSignal>();
let release = Promise.withResolvers<void>();

function probe(name: string, isWrite: boolean) {
  return defineRoute({
    operationId: name,
    method: 'POST',
    path: `/v1/probe/${name}`,
    summary: 'A probe.',
    description: 'Waits.',
    tag: 'Probe',
    access: 'key',
    scope: 'search',
    cost: 0,
    isWrite,
    refusals: [],
    tool: { isReadOnly: !isWrite, isIdempotent: true, isDestructive: false },
    body: z.object({}),
    response: z.looseObject({}),
    async handle({ request }) {
      entered.resolve(request.signal);
      await release.promise;
      return {};
    },
  });
}

let service: TestService;
beforeAll(async () => {
  service = await startService({ routes: [probe('probe_read', false), probe('probe_write', true)] });
});
afterAll(() => service.close());

/** Calls a tool and leaves once it is at work. Answers what the operation is told. */
async function leave(name: string): Promise<AbortSignal> {
  entered = Promise.withResolvers();
  release = Promise.withResolvers();
  const agent = await connectAgent(service.url);
  const leaving = new AbortController();
  const call = fetch(`${service.url}/mcp`, {
    method: 'POST',
    signal: leaving.signal,
    headers: {
      'x-api-key': service.key,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-session-id': agent.sessionId,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name, arguments: {} } }),
  }).catch(() => undefined);
  const signal = await entered.promise;
  expect(signal.aborted).toBe(false);
  leaving.abort();
  await call;
  await agent.close();
  return signal;
}

test('what is read for an agent stops when the agent leaves', async () => {
  const signal = await leave('probe_read');
  if (!signal.aborted) await once(signal, 'abort');
  expect(signal.aborted).toBe(true);
  release.resolve();
});

test('what an agent writes goes on when the agent leaves', async () => {
  const signal = await leave('probe_write');
  // The service has heard of it by the time it has answered other requests.
  for (let count = 0; count < 10; count += 1) await service.call('GET', '/v1/account');
  expect(signal.aborted).toBe(false);
  release.resolve();
});
