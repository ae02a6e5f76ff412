import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createApiKey } from '../../../src/identity/keys/create-api-key.ts';
import { type Agent, connectAgent } from '../../support/mcp.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { daysAhead } from '../../support/faults/trip-journeys.ts';

let service: TestService;
let agent: Agent;
beforeAll(async () => {
  service = await startService();
  agent = await connectAgent(service.url);
});
afterAll(async () => {
  await agent.close();
  await service.close();
});

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};

test('an organization holds 32 event streams however many keys it has; a neighbour opens its own', async () => {
  const [crowd, alone] = [await service.makeKey(), await service.makeKey()];
  const keys = [
    crowd,
    ...(await Promise.all(
      ['second', 'third'].map((name) => createApiKey(service.app, { name, organizationId: crowd.organizationId })),
    )),
  ];
  const open = async (key: string) => {
    const begun = await service.call('POST', '/mcp', INITIALIZE, {
      'x-api-key': key,
      accept: 'application/json, text/event-stream',
    });
    const controller = new AbortController();
    const headers = {
      'x-api-key': key,
      accept: 'text/event-stream',
      'mcp-session-id': begun.headers.get('mcp-session-id') ?? '',
    };
    const answer = await fetch(`${service.url}/mcp`, { headers, signal: controller.signal });
    // Held on to: an answer that is collected as garbage closes its stream.
    return { status: answer.status, answer, close: () => controller.abort() };
  };
  const opened = [];
  for (const { key } of keys) for (let count = 0; count < 12; count += 1) opened.push(await open(key));
  expect(opened.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 32 }, () => 200),
    ...Array.from({ length: 4 }, () => 429),
  ]);
  const neighbour = await open(alone.key);
  expect(neighbour.status).toBe(200);
  for (const { close } of [...opened, neighbour]) close();
});

describe('a tool asks its operation for no more than it shows', () => {
  const [checkin, checkout] = [daysAhead(60), daysAhead(63)];
  /** A search, the list it answers, and how many entries a compact answer has room for. */
  const SEARCHES: readonly (readonly [string, Readonly<Record<string, unknown>>, string, number])[] = [
    ['flight_search', { origin: 'LON', destination: 'NYC', departure_date: checkin, limit: 100 }, 'live_offers', 25],
    ['hotel_search', { city_name: 'London', country_code: 'GB', checkin, checkout, max_results: 200 }, 'hotels', 10],
    [
      'car_search',
      {
        pick_up: { location: 'LIS', date_time: `${checkin}T18:00:00` },
        drop_off: { date_time: `${checkout}T10:00:00` },
        limit: 100,
      },
      'offers',
      10,
    ],
    [
      'find_destination',
      { origins: ['MUC'], departure_date: checkin, return_date: checkout, limit: 100 },
      'destinations',
      30,
    ],
  ];

  test.each(SEARCHES)('%s', async (name, args, list, keep) => {
    const asked = vi.spyOn(service.service.server.fastify, 'inject');
    const { data, isError } = await agent.call(name, args);
    const calls: readonly (readonly unknown[])[] = asked.mock.calls;
    const sent = JSON.parse(String(Object(calls[0]?.[0]).payload));
    asked.mockRestore();
    expect([isError, sent.limit ?? sent.max_results, sent.offset]).toEqual([false, keep, 0]);
    const plain = await service.call('POST', `/v1/${name}`, args);
    expect(data.total).toBe(plain.body.total);
    expect(data.not_shown[0]).toMatchObject({
      what: list,
      shown: (data[list].rows ?? data[list]).length,
      of: Math.min(plain.body.total, Number(args['limit'] ?? args['max_results'])),
    });
  });
});
