import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiKey } from '../../src/identity/create-api-key.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const INITIALIZE = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } } };

test('an organization holds 32 event streams however many keys it has; a neighbour opens its own', async () => {
  const [crowd, alone] = [await service.makeKey(), await service.makeKey()];
  const keys = [crowd, ...(await Promise.all(['second', 'third'].map((name) => createApiKey(service.app, { name, organizationId: crowd.organizationId }))))];
  const open = async (key: string) => {
    const begun = await service.call('POST', '/mcp', INITIALIZE, { 'x-api-key': key, accept: 'application/json, text/event-stream' });
    const controller = new AbortController();
    const headers = { 'x-api-key': key, accept: 'text/event-stream', 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' };
    const { status } = await fetch(`${service.url}/mcp`, { headers, signal: controller.signal });
    return { status, close: () => controller.abort() };
  };
  const opened = [];
  for (const { key } of keys) for (let count = 0; count < 12; count += 1) opened.push(await open(key));
  expect(opened.map(({ status }) => status)).toEqual([...Array.from({ length: 32 }, () => 200), ...Array.from({ length: 4 }, () => 429)]);
  const neighbour = await open(alone.key);
  expect(neighbour.status).toBe(200);
  for (const { close } of [...opened, neighbour]) close();
});
