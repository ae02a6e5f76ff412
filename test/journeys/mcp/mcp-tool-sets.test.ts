import { readFileSync } from 'node:fs';
import { auth } from '@modelcontextprotocol/sdk/client/auth.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { estimateTokens } from '../../../src/mcp/model/tokens.ts';
import { setsOf } from '../../../src/mcp/tool-sets.ts';
import { routes } from '../../../src/routes.ts';
import { connectAgent } from '../../support/mcp.ts';
import { openVisitor, sdkProvider } from '../../support/oauth.ts';
import { startService, type TestService } from '../../support/service/service.ts';

/** Tags whose operations an agent's work seldom needs: webhooks, accounts and clocks are for programs and people. */
const ONLY_COMPLETE: ReadonlySet<string> = new Set(['Webhooks', 'Account', 'Sandbox']);

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function listAt(path: string, headers?: Readonly<Record<string, string>>) {
  const agent = await connectAgent(service.url, { path, ...(headers === undefined ? {} : { headers }) });
  const { tools } = await agent.client.listTools();
  await agent.close();
  return tools;
}
const namesAt = async (path: string, headers?: Readonly<Record<string, string>>) =>
  (await listAt(path, headers)).map(({ name }) => name);

describe('tool sets by address', () => {
  test('every operation that is a tool falls into a set by its tag, or is one of the complete list alone', () => {
    const tools = routes.filter(({ tool, path }) => tool !== undefined && path.startsWith('/v1/'));
    expect(
      tools
        .filter((route) => setsOf(route).length === 0 && !ONLY_COMPLETE.has(route.tag))
        .map(({ operationId }) => operationId),
      'give their tag a set in src/mcp/tool-sets.ts',
    ).toEqual([]);
  });

  test.each(['shop', 'book', 'service', 'demand'])('/mcp/%s has fewer than 30 tools and 9,000 tokens', async (set) => {
    const tools = await listAt(`/mcp/${set}`);
    const tokens = estimateTokens(JSON.stringify(tools));
    process.stdout.write(`tools/list at /mcp/${set}: ${tools.length} tools, ${tokens} tokens\n`);
    expect(tools.length).toBeGreaterThan(8);
    expect(tools.length).toBeLessThan(30);
    expect(tokens).toBeLessThan(9_000);
  });

  test('each is as long as the guide says', async () => {
    const guide = readFileSync(new URL('../../../docs/guides/mcp.md', import.meta.url), 'utf8');
    const rows = [...guide.matchAll(/^\| `(\/mcp[a-z/]*)` \|.*\| (\d+) tools, about ([\d,]+)/gm)];
    expect(rows.map(([, path]) => path)).toEqual(['/mcp', '/mcp/shop', '/mcp/book', '/mcp/service', '/mcp/demand']);
    for (const [, path = '', tools, tokens = ''] of rows) {
      const listed = await listAt(path);
      expect([path, String(listed.length)]).toEqual([path, tools]);
      const said = Number(tokens.replace(',', ''));
      expect(Math.abs(estimateTokens(JSON.stringify(listed)) - said), path).toBeLessThanOrEqual(100);
    }
  });

  test('each holds what its work needs, and nothing of the others', async () => {
    expect(await namesAt('/mcp/shop')).toEqual(
      expect.arrayContaining([
        'flight_search',
        'hotel_search',
        'car_search',
        'places',
        'trip',
        'checkout',
        'trip_status',
      ]),
    );
    expect(await namesAt('/mcp/book')).toEqual(
      expect.arrayContaining(['trip', 'select_ancillaries', 'checkout', 'submit_agent_payment', 'get_booking']),
    );
    expect(await namesAt('/mcp/service')).toEqual(
      expect.arrayContaining(['get_booking', 'refund_check', 'refund_commit', 'exchange_shop', 'hotel_cancel']),
    );
    expect(await namesAt('/mcp/demand')).toEqual(
      expect.arrayContaining(['demand_trends', 'price_monitoring', 'places']),
    );
    expect(await namesAt('/mcp/service')).not.toContain('checkout');
    expect(await namesAt('/mcp/shop')).not.toContain('create_webhook');
  });

  test('the complete list begins with what is used most: a host that cuts it after 40 loses no step of a trip', async () => {
    expect((await namesAt('/mcp')).slice(0, 40)).toEqual(
      expect.arrayContaining(['flight_search', 'trip', 'checkout', 'get_booking', 'refund_commit', 'exchange_commit']),
    );
  });

  test('?read_only=1 lists and runs only what changes nothing, at every address, in whatever form it is written', async () => {
    for (const path of [
      '/mcp?read_only=1',
      '/mcp/book?read_only=true',
      '/mcp/shop?read_only=yes',
      '/mcp/book?read_only=',
    ]) {
      const agent = await connectAgent(service.url, { path });
      const { tools } = await agent.client.listTools();
      expect(tools.length).toBeGreaterThan(3);
      expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
      await expect(agent.client.callTool({ name: 'trip', arguments: {} })).rejects.toThrow('no tool of this name here');
      await agent.close();
    }
    expect(await namesAt('/mcp/book?read_only=0')).toContain('trip');
  });

  test('the list follows the scopes; what is beyond them is refused with the scope that is missing', async () => {
    const { key } = await service.makeKey({ scopes: ['search'] });
    const names = await namesAt('/mcp', { 'x-api-key': key });
    expect(names).toEqual(expect.arrayContaining(['flight_search', 'places', 'account']));
    const scopes = new Map<string, string | undefined>(routes.map(({ operationId, scope }) => [operationId, scope]));
    expect(names.filter((name) => !['search', undefined].includes(scopes.get(name)))).toEqual([]);
    const agent = await connectAgent(service.url, { headers: { 'x-api-key': key } });
    const refused = await agent.call('checkout', { trip_id: 'trip_1' });
    expect(refused.data.error).toMatchObject({ code: 'FORBIDDEN', message: expect.stringContaining('book') });
    await agent.close();
  });

  test('a session goes on at another address; a tool of another set is not called there', async () => {
    const agent = await connectAgent(service.url, { path: '/mcp/shop' });
    await expect(agent.client.callTool({ name: 'refund_check', arguments: {} })).rejects.toThrow('/mcp has them all');
    const elsewhere = await service.call(
      'POST',
      '/mcp/service',
      { jsonrpc: '2.0', id: 5, method: 'tools/list' },
      { accept: 'application/json, text/event-stream', 'mcp-session-id': agent.sessionId },
    );
    expect(elsewhere.status).toBe(200);
    expect(elsewhere.body.result.tools.map(({ name }: { name: string }) => name)).toContain('refund_check');
    await agent.close();
    expect((await service.call('POST', '/mcp/everything', {})).status).toBe(404);
  });
});

describe('signing in at an address', () => {
  test.each(['', '/shop', '/book', '/service', '/demand'])(
    '/mcp%s: its 401 names its own metadata, and the metadata names it',
    async (set) => {
      const refused = await service.call('POST', `/mcp${set}?read_only=1`, {}, { 'x-api-key': '' });
      const metadata = `${service.url}/.well-known/oauth-protected-resource/mcp${set}`;
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
        401,
        `Bearer resource_metadata="${metadata}"`,
      ]);
      expect((await service.call('GET', `/.well-known/oauth-protected-resource/mcp${set}`)).body).toMatchObject({
        resource: `${service.url}/mcp${set}`,
        authorization_servers: [`${service.url}/oauth`],
      });
    },
  );

  test("the SDK's client signs in at /mcp/shop, and its token is good at every address", async () => {
    const ada = await openVisitor(service, 'ada@example.com');
    const { kept, provider } = sdkProvider('http://127.0.0.1:33418/callback');
    const serverUrl = `${service.url}/mcp/shop`;
    expect(await auth(provider, { serverUrl })).toBe('REDIRECT');
    const page = await ada.follow(await ada.get(kept.url?.href ?? ''));
    const back = await ada.follow(await ada.submit(page, { decision: 'allow' }));
    const authorizationCode = new URL(back.location ?? '').searchParams.get('code') ?? '';
    expect(await auth(provider, { serverUrl, authorizationCode })).toBe('AUTHORIZED');
    const headers = { authorization: `Bearer ${kept.tokens?.access_token ?? ''}` };
    expect(await namesAt('/mcp/shop', headers)).toContain('flight_search');
    expect(await namesAt('/mcp/service', headers)).toContain('refund_check');
    expect(await auth(provider, { serverUrl })).toBe('AUTHORIZED');
  });
});
