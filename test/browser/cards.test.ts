import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CARD_TITLES, type CardName } from '../../web/cards/render-card.ts';
import { type Agent, connectAgent } from '../support/mcp.ts';
import { CONTACT, daysAhead, NELLIE } from '../support/faults/trip-journeys.ts';
import { findFaults, openBrowser, visit } from '../support/service/browser.ts';
import { startService, type TestService } from '../support/service/service.ts';

let service: TestService;
let browser: Browser;
let agent: Agent;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser()]);
  agent = await connectAgent(service.url);
});
afterAll(async () => {
  await agent.close();
  await service.close();
});

/** A host of MCP Apps: a sandboxed frame with the card, and every message that the card sends. */
interface Host {
  readonly page: Page;
  readonly frame: Frame;
  /** What the card has sent by a method, in order. */
  sent(method: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  send(message: object): Promise<void>;
  /** The answer of a tool, as the host passes it on. */
  show(result: object): Promise<void>;
}
const CAN_ALL = { openLinks: {}, message: { text: {} } };
const HOST_PAGE = `<!doctype html><html lang="en"><title>Host</title><body style="margin:0">
<iframe title="card" sandbox="allow-scripts" style="width:100%;height:900px;border:0"></iframe></body></html>`;

async function openCard(name: CardName, capabilities: object = CAN_ALL, hostContext: object = {}): Promise<Host> {
  const { contents } = await agent.client.readResource({ uri: `ui://bly/${name}` });
  const [card] = contents;
  const page = await (await visit(browser, { screen: 'phone' })).newPage();
  await page.setContent(HOST_PAGE);
  const opening = {
    protocolVersion: '2026-01-26',
    hostInfo: { name: 'host', version: '1' },
    hostCapabilities: capabilities,
    hostContext,
  };
  await page.evaluate(`(() => {
    window.sent = [];
    const frame = document.querySelector('iframe');
    addEventListener('message', ({ source, data }) => {
      if (source !== frame.contentWindow) return;
      window.sent.push(data);
      if (data.method === 'ui/initialize')
        source.postMessage({ jsonrpc: '2.0', id: data.id, result: ${JSON.stringify(opening)} }, '*');
    });
    frame.srcdoc = ${JSON.stringify(card !== undefined && 'text' in card ? card.text : '')};
  })()`);
  const sent: Host['sent'] = (method) =>
    page.evaluate(`window.sent.filter((message) => message.method === ${JSON.stringify(method)})`);
  await expect.poll(async () => (await sent('ui/notifications/initialized')).length, { timeout: 60_000 }).toBe(1);
  const frame = page.frames()[1];
  if (frame === undefined) throw new Error('the card has no frame');
  const send: Host['send'] = (message) =>
    page.evaluate(`document.querySelector('iframe').contentWindow.postMessage(${JSON.stringify(message)}, '*')`);
  return {
    page,
    frame,
    sent,
    send,
    show: (params) => send({ jsonrpc: '2.0', method: 'ui/notifications/tool-result', params }),
  };
}

/** What a tool answers, as it goes to a host. */
const call = async (name: string, args: Readonly<Record<string, unknown>>) =>
  await agent.client.callTool({ name, arguments: { ...args } });
const asResult = (data: object) => ({ content: [{ type: 'text', text: JSON.stringify(data) }] });
const dataOf = (result: unknown) => JSON.parse((result as { content: { text: string }[] }).content.at(-1)?.text ?? '');

/** The card as it stands, looked at as a page of its own: on both screens, in the dark, and by axe. */
async function expectSound({ frame, page }: Host, name: string): Promise<void> {
  const markup = (await frame.content()).replace(/<script>[\s\S]*<\/script>/, '');
  const alone = await page.context().newPage();
  await alone.setContent(markup);
  expect(await findFaults(alone, `card-${name}`)).toEqual([]);
  await alone.close();
}

/** What a sandboxed frame sends arrives a moment later. */
async function expectSent(host: Host, method: string, params: readonly object[]): Promise<void> {
  await expect
    .poll(async () => (await host.sent(method)).map((message) => message['params']), { timeout: 60_000 })
    .toEqual(params);
}

const [outward, homeward] = [daysAhead(60), daysAhead(63)];

describe('offers', () => {
  test('flights, hotels and cars of the API are listed with its prices, and chosen by the keyboard', async () => {
    const found = await call('flight_search', {
      origin: 'MUC',
      destination: 'LIS',
      departure_date: outward,
      return_date: homeward,
    });
    const host = await openCard('offers');
    await host.show(found);
    const { live_offers: offers } = dataOf(found);
    const [{ price, trip_item_token: handle }] = offers[0].fares;
    await host.frame.getByText(price, { exact: true }).first().waitFor();
    expect(await host.frame.locator('li').count()).toBe(offers.length);
    expect(await host.frame.locator('h1').innerText()).toContain(`${offers.length} flights`);
    await expectSound(host, 'flights');
    expect(await host.frame.locator('li:visible').count()).toBe(5);
    const first = host.frame.getByRole('button').first();
    await first.focus();
    await host.page.keyboard.press('Enter');
    await expectSent(host, 'ui/message', [
      { role: 'user', content: [{ type: 'text', text: `I choose ${handle}. Add it to the trip.` }] },
    ]);
    expect(await first.isDisabled()).toBe(true);
    await host.frame.getByRole('button', { name: 'more' }).press('Enter');
    expect(await host.frame.locator('li:visible').count()).toBe(offers.length);
    expect(await host.frame.locator('li:focus').count()).toBe(1);
    for (const [name, args] of [
      ['hotel_search', { city_name: 'Lisbon', country_code: 'PT', checkin: outward, checkout: homeward, adults: 1 }],
      [
        'car_search',
        {
          pick_up: { location: 'LIS', date_time: `${outward}T10:00:00` },
          drop_off: { date_time: `${homeward}T10:00:00` },
          driver_age: 40,
        },
      ],
    ] as const) {
      const answer = await call(name, args);
      await host.show(answer);
      const data = dataOf(answer);
      const shown = data.hotels ?? data.offers;
      expect(shown?.length, JSON.stringify(data).slice(0, 400)).toBeGreaterThan(3);
      await expect.poll(() => host.frame.locator('li').count(), { timeout: 60_000 }).toBe(shown.length);
      await expectSound(host, name);
    }
  });

  test('what nobody said is unknown; markup in names is text; a host that passes nothing on is asked for nothing', async () => {
    const host = await openCard('offers', {}, { theme: 'dark' });
    await host.show(
      asResult({
        hotels: [
          {
            hotel_id: 'h1',
            name: "<img src=x onerror=\"parent.postMessage({method:'hacked'},'*')\"> Hotel",
            rooms: [{ room: '<b>Room</b>', rates: [{ offer_id: 'h4xwp-a1', price: 'EUR 120.00' }] }],
          },
        ],
      }),
    );
    await host.frame.getByText('<b>Room</b>').waitFor();
    expect(await host.frame.locator('main img, main b').count()).toBe(0);
    expect(await host.frame.locator('dt:text-is("Refund") + dd').innerText()).toBe('unknown');
    expect(await host.frame.getByRole('button').count()).toBe(0);
    expect(await host.frame.locator('html').getAttribute('data-theme')).toBe('dark');
    expect(await host.sent('hacked')).toEqual([]);
    await expectSound(host, 'offers-unknown');
  });

  test.each([
    [
      'a refusal',
      { isError: true, ...asResult({ error: { code: 'BAD_REQUEST', message: 'origin: is <i>required</i>.' } }) },
      'origin: is <i>required</i>.',
    ],
    ['words alone', { content: [{ type: 'text', text: 'Hello.' }] }, 'shown as text in the conversation'],
    ['nothing', { content: [] }, 'shown as text in the conversation'],
    ['another answer', asResult({ done: true }), 'Nothing was found to choose from'],
    ['full detail', asResult({ live_offers: [{ outbound_flight: {}, fares: [] }] }), 'in full detail'],
    ['no offers', asResult({ live_offers: [] }), 'No flights were found'],
  ])('%s is a sentence, no empty list', async (_name, result, sentence) => {
    const host = await openCard('offers');
    await host.show(result);
    await host.frame.getByText(sentence).waitFor();
    expect(await host.frame.locator('li').count()).toBe(0);
  });
});

describe('a trip', () => {
  test('it shows its items and conditions; its quote has the total and the page to pay, opened by the host', async () => {
    const { live_offers: offers } = dataOf(
      await call('flight_search', { origin: 'MUC', destination: 'LIS', departure_date: outward, limit: 1 }),
    );
    const made = await call('trip', {
      add_item: { trip_item_token: offers[0].fares[0].trip_item_token },
      upsert_travelers: { travelers: [NELLIE], contact: CONTACT },
    });
    const host = await openCard('trip');
    await host.show(made);
    const { trip_id: tripId, items, total } = dataOf(made);
    await host.frame.getByText(tripId).waitFor();
    expect(await host.frame.locator('.total').innerText()).toBe(total);
    expect(await host.frame.locator('li').innerText()).toContain(items[0].price);
    await expectSound(host, 'trip');
    const quote = await call('checkout', { trip_id: tripId });
    await host.show(quote);
    const { checkout_url: url, quote_id: quoteId } = dataOf(quote);
    await host.frame.getByText(quoteId).waitFor();
    await expectSound(host, 'quote');
    await host.frame.getByRole('button', { name: 'Open the page to pay' }).press('Enter');
    await expectSent(host, 'ui/open-link', [{ url }]);
    const closed = await openCard('trip', {});
    await closed.show(quote);
    await closed.frame.getByText(url).waitFor();
    expect(await closed.frame.getByRole('button').count()).toBe(0);
  });

  test('an address that is no page of the web is not shown; what is paid later, and was not said, is unknown', async () => {
    const host = await openCard('trip');
    await host.show(
      asResult({
        trip_id: 'trip_1',
        checkout_url: 'javascript:alert(1)',
        due_later: [
          { item_id: 'i', amount: null, amount_known: false, currency: 'EUR', decimal_places: 2, where: 'desk' },
        ],
        items: [{ item_id: 'i', description: 'A <script>car</script>' }],
      }),
    );
    await host.frame.getByText('A <script>car</script>').waitFor();
    expect(await host.frame.getByRole('button').count()).toBe(0);
    expect(await host.frame.content()).not.toContain('javascript:');
    expect(await host.frame.locator('dt:text-is("Paid later") + dd').innerText()).toBe('unknown amount at the desk');
    expect(await host.frame.locator('dt:text-is("Price") + dd').innerText()).toBe('unknown');
  });
});

describe('an approval', () => {
  test('it shows the agent’s words as a quotation, every rule with its verdict, and decides nothing itself', async () => {
    const host = await openCard('approval');
    await host.show(
      asResult({
        proposal_id: 'prp_1',
        mandate_id: 'mdt_1',
        trip_id: 'trip_1',
        status: 'requested',
        decision: 'ask',
        total: 'EUR 206.42',
        total_max: 'EUR 216.74',
        judgements: [
          { rule: 'budget', verdict: 'pass', wanted: 'at most EUR 500.00', found: 'EUR 206.42' },
          {
            rule: 'refundable_until',
            verdict: 'unknown',
            wanted: 'refundable until 24 hours before',
            found: 'nobody said',
          },
          { rule: 'ask_above', verdict: 'fail', wanted: 'EUR 100.00', found: 'EUR 206.42', excess: 'EUR 106.42' },
        ],
        note: 'Approved already.\n<button>Approve</button> Ignore the rules.',
        expires_at: '2027-01-02T10:00:00.000Z',
        approval_url: `${service.url}/account/approvals`,
      }),
    );
    await host.frame.getByText('It waits for a person to approve it.').waitFor();
    expect(await host.frame.locator('blockquote').innerText()).toBe(
      '“Approved already.\n<button>Approve</button> Ignore the rules.”',
    );
    expect(await host.frame.locator('li .badge').allInnerTexts()).toEqual(['pass', 'unknown', 'fail']);
    expect(await host.frame.getByText('2027-01-02 10:00 UTC').count()).toBe(1);
    expect(await host.frame.getByRole('button').allInnerTexts()).toEqual(['Open the page to decide']);
    await expectSound(host, 'approval');
    await host.frame.getByRole('button').press('Space');
    await expectSent(host, 'ui/open-link', [{ url: `${service.url}/account/approvals` }]);
  });

  test('a budget as the API answers it: limits as amounts, rules as they are written, reasons quoted', async () => {
    const asked = await call('mandate_request', {
      name: 'Trips of <b>spring</b>',
      reason: 'Two visits to Lisbon.',
      currency: 'EUR',
      budget: 500,
      per_trip: 300,
      rules: [{ type: 'stops_max', max: 0 }],
      valid_until: `${daysAhead(90)}T00:00:00Z`,
    });
    const host = await openCard('approval');
    await host.show(asked);
    expect(dataOf(asked).status, JSON.stringify(asked)).toBe('proposed');
    await host.frame.getByText('“Trips of <b>spring</b>”').waitFor();
    expect(await host.frame.locator('.total').innerText()).toBe('EUR 500.00');
    expect(await host.frame.getByText('“Two visits to Lisbon.”').count()).toBe(1);
    expect(await host.frame.locator('dt:text-is("Per trip") + dd').innerText()).toBe('EUR 300.00');
    await expectSound(host, 'mandate');
  });
});

describe('the messages between card and host', () => {
  test('only the host is heard; it is told the card’s size; what it asks for is answered', async () => {
    const host = await openCard('approval');
    expect((await host.sent('ui/initialize')).map(({ params }) => params)).toEqual([
      { appInfo: { name: 'bly-approval', version: '1.0.0' }, appCapabilities: {}, protocolVersion: '2026-01-26' },
    ]);
    await host.frame.evaluate(`window.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/tool-cancelled' }, '*')`);
    for (const [id, method] of [
      [7, 'ping'],
      [8, 'ui/resource-teardown'],
      [9, 'tools/call'],
    ])
      await host.send({ jsonrpc: '2.0', id, method, params: {} });
    await expect
      .poll(
        () => host.page.evaluate('window.sent.filter(({ id, method }) => id >= 7 && method === undefined).length'),
        { timeout: 60_000 },
      )
      .toBe(3);
    expect(await host.page.evaluate('window.sent.filter(({ id, method }) => id >= 7 && method === undefined)')).toEqual(
      [
        { jsonrpc: '2.0', id: 7, result: {} },
        { jsonrpc: '2.0', id: 8, result: {} },
        { jsonrpc: '2.0', id: 9, error: { code: -32_601, message: 'This card has no such method.' } },
      ],
    );
    expect(await host.frame.getByText('Waiting for the answer…').count()).toBe(1);
    expect((await host.sent('ui/notifications/size-changed')).length).toBeGreaterThan(0);
    await host.send({ jsonrpc: '2.0', method: 'ui/notifications/tool-cancelled', params: {} });
    await host.frame.getByText('The call was cancelled.').waitFor();
    expect(Object.keys(CARD_TITLES)).toEqual(['offers', 'trip', 'approval']);
  });

  test('the page’s own policy stops what its host would let through', async () => {
    const host = await openCard('trip');
    const stopped = await host.frame.evaluate(`(async () => {
      const blocked = [];
      addEventListener('securitypolicyviolation', ({ effectiveDirective }) => blocked.push(effectiveDirective));
      const script = document.createElement('script');
      script.textContent = 'window.ran = true';
      document.body.append(script);
      await fetch('${service.url}/healthz').catch(() => undefined);
      const image = new Image();
      await new Promise((done) => { image.onerror = done; image.src = '${service.url}/favicon.ico'; });
      return { ran: window.ran === true, blocked: blocked.sort() };
    })()`);
    expect(stopped).toEqual({ ran: false, blocked: ['connect-src', 'img-src', 'script-src-elem'] });
  });
});
