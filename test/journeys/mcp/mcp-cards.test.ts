import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CARD_MIME_TYPE, UI_EXTENSION } from '../../../src/mcp/cards.ts';
import { daysAhead } from '../../support/faults/trip-journeys.ts';
import { type Agent, connectAgent, connectStateless, type StatelessAgent } from '../../support/mcp.ts';
import { startService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let agents: readonly (Agent | StatelessAgent)[];
beforeAll(async () => {
  service = await startService();
  agents = [await connectAgent(service.url), await connectStateless(service.url)];
});
afterAll(async () => {
  await Promise.all(agents.map((agent) => agent.close()));
  await service.close();
});

const CARDS = ['ui://bly/offers', 'ui://bly/trip', 'ui://bly/approval'];

describe('cards, to clients of both kinds of revision', () => {
  test('the tools whose answers have one name it, and every one they name can be read', async () => {
    for (const { client } of agents) {
      const { tools } = await client.listTools();
      const shown = tools.flatMap(({ name, _meta }) => (_meta === undefined ? [] : [[name, _meta['ui']]]));
      expect(Object.fromEntries(shown)).toEqual({
        flight_search: { resourceUri: 'ui://bly/offers' },
        hotel_search: { resourceUri: 'ui://bly/offers' },
        car_search: { resourceUri: 'ui://bly/offers' },
        trip: { resourceUri: 'ui://bly/trip' },
        get_trip: { resourceUri: 'ui://bly/trip' },
        checkout: { resourceUri: 'ui://bly/trip' },
        mandate_request: { resourceUri: 'ui://bly/approval' },
        propose: { resourceUri: 'ui://bly/approval' },
        approval_request: { resourceUri: 'ui://bly/approval' },
        get_proposal: { resourceUri: 'ui://bly/approval' },
        execute_proposal: { resourceUri: 'ui://bly/approval' },
      });
      const { resources } = await client.listResources();
      expect(resources.filter(({ mimeType }) => mimeType === CARD_MIME_TYPE).map(({ uri }) => uri)).toEqual(CARDS);
      expect(client.getServerCapabilities()?.extensions).toMatchObject({ [UI_EXTENSION]: {} });
    }
  });

  test.each(CARDS)('%s is one small page that asks for nothing from elsewhere', async (uri) => {
    for (const { client } of agents) {
      const { contents } = await client.readResource({ uri });
      const [page] = contents;
      expect(contents).toMatchObject([
        { uri, mimeType: CARD_MIME_TYPE, _meta: { ui: { csp: { connectDomains: [], resourceDomains: [] } } } },
      ]);
      const text = page !== undefined && 'text' in page ? page.text : '';
      expect(Buffer.byteLength(text)).toBeLessThan(20_000);
      expect(text).toMatch(/<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; /);
      expect(text.match(/<script/g)).toHaveLength(1);
      expect(text).not.toMatch(/https?:\/\/(?!\/)|src=|href=|url\(|@import|innerHTML|\bimport\b|\bexport\b/);
    }
  });

  test('a card nobody has is not found', async () => {
    for (const { client } of agents)
      await expect(client.readResource({ uri: 'ui://bly/toString' })).rejects.toThrow('Nothing is at this address');
  });

  test('a host that shows none is answered the same text as one that shows them', async () => {
    const showing = await connectAgent(service.url, {
      capabilities: { extensions: { [UI_EXTENSION]: { mimeTypes: [CARD_MIME_TYPE] } } },
    });
    const args = { origin: 'MUC', destination: 'LIS', departure_date: daysAhead(60), limit: 3 };
    const [plain, shown] = [await agents[0]?.call('flight_search', args), await showing.call('flight_search', args)];
    expect(shown.data.live_offers).toHaveLength(3);
    expect(plain?.data.live_offers.map(({ out }: { out: string }) => out)).toEqual(
      shown.data.live_offers.map(({ out }: { out: string }) => out),
    );
    await showing.close();
  });
});
