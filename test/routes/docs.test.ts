import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { describeErrors } from '../../src/docs/describe-errors.ts';
import { ERROR_TEXTS } from '../../src/docs/error-texts.ts';
import { createDocsPages } from '../../src/docs/pages.ts';
import { readFields } from '../../src/docs/model/field-tree.ts';
import { renderGuideText } from '../../src/docs/render-markdown.ts';
import { CONDITIONS, ERROR_CODES } from '../../src/platform/errors.ts';
import { routes } from '../../src/routes.ts';
import { startService, type TestService } from '../support/service/service.ts';

let service: TestService;
/** Every page below /docs by its path, found by following links from the first. */
const pages = new Map<string, string>();
const pageBytesMax = 150_000;
/** What is no page: its text is not looked through for links and ids. */
const isFile = (path: string): boolean => /\.(?:css|js|md|json)(?:\?|$)/.test(path);

beforeAll(async () => {
  service = await startService();
  const waiting = ['/docs'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue;
    const { status, text } = await service.call('GET', path);
    expect([path, status]).toEqual([path, 200]);
    pages.set(path, text);
    if (isFile(path)) continue;
    waiting.push(
      ...linksOf(text)
        .map(({ page }) => page)
        .filter((page) => page.startsWith('/docs') && !page.includes('.css')),
      ...[...text.matchAll(/ src="([^"]*)"/g)].map((match) => match[1] ?? ''),
    );
  }
});
afterAll(async () => {
  await service.close();
});

/** Where the links of a page lead on this server. */
function linksOf(text: string): readonly { readonly page: string; readonly anchor: string }[] {
  return [...text.matchAll(/ href="([^"]*)"/g)]
    .map((match) => match[1] ?? '')
    .filter((href) => /^[/#]/.test(href))
    .map((href) => {
      const [page = '', anchor = ''] = href.split('#');
      return { page, anchor };
    });
}
function idsOf(text: string): readonly string[] {
  return [...text.matchAll(/ id="([^"]*)"/g)].map((match) => match[1] ?? '');
}

/** The page as a production process would show it. */
async function readInProduction(path: string, params: Readonly<Record<string, string>> = {}): Promise<string> {
  const app = { ...service.app, config: { ...service.app.config, environment: 'production' as const } };
  const request = {
    requestId: 'req_test',
    sessionId: undefined,
    remoteAddress: '127.0.0.1',
    headers: {},
    signal: AbortSignal.timeout(60_000),
    idempotency: undefined,
  };
  const page = createDocsPages(routes).find((declaration) => declaration.path === path);
  return String(
    (await page?.handle({ app, params, query: {}, form: {}, cookies: {}, request, nonce: '' }))?.html ?? '',
  );
}

describe('every page', () => {
  test('is reached from the first: guides, reference, errors', () => {
    expect([...pages.keys()]).toEqual(
      expect.arrayContaining([
        '/docs',
        '/docs/errors',
        '/docs/reference',
        '/docs/guides/quick-start',
        '/docs/guides/sandbox',
        '/docs/guides/trips',
        '/docs/guides/checkout',
        '/docs/guides/webhooks',
        '/docs/guides/mcp',
        '/docs/guides/authentication',
        '/docs/guides/going-live',
        '/docs/changelog',
        '/docs/reference/events',
        '/docs/reference/flight_search',
        '/docs/reference/flight_search.md',
        '/docs/guides/trips.md',
        '/docs/errors.md',
      ]),
    );
  });

  test('has no dead link, no dead anchor, and no id twice', async () => {
    const dead: string[] = [];
    const ids = new Map([...pages].map(([path, text]) => [path, new Set(idsOf(text))]));
    const others = new Set<string>();
    for (const [path, text] of pages) {
      if (isFile(path)) continue;
      const twice = idsOf(text).filter((id, at, all) => all.indexOf(id) !== at);
      expect([path, twice]).toEqual([path, []]);
      for (const { page, anchor } of linksOf(text)) {
        const target = page === '' ? path : page;
        if (!target.startsWith('/docs') || target.includes('.css')) others.add(target);
        else if (anchor !== '' && ids.get(target)?.has(anchor) !== true) dead.push(`${path}: ${target}#${anchor}`);
      }
    }
    for (const target of others) if ((await service.call('GET', target)).status !== 200) dead.push(target);
    expect(dead).toEqual([]);
  });

  test('is small: at most 150 KB', () => {
    const large = [...pages].map(([path, text]) => [path, Buffer.byteLength(text)] as const);
    expect(large.filter(([, bytes]) => bytes > pageBytesMax)).toEqual([]);
  });

  test('says nothing that differs between readers, may be kept, and is not sent again to who has it', async () => {
    const plain = { 'accept-encoding': 'identity' };
    const first = await service.call('GET', '/docs/errors', undefined, plain);
    const etag = first.headers.get('etag') ?? '';
    expect([first.headers.get('cache-control'), first.headers.has('set-cookie'), first.text.includes('nonce')]).toEqual(
      ['public, max-age=300', false, false],
    );
    const again = await service.call('GET', '/docs/errors', undefined, { ...plain, 'if-none-match': `"x", W/${etag}` });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    const head = await service.call('HEAD', '/docs/docs.css');
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
  });

  test('of a guide that does not exist is a page that says so; a path is not a file', async () => {
    for (const name of ['none', '..%2f..%2fREADME', 'constructor'])
      expect((await service.call('GET', `/docs/guides/${name}`)).status).toBe(404);
  });
});

test('the doc_url of every condition leads to an anchor of the error list, which names its status and message', () => {
  const text = pages.get('/docs/errors') ?? '';
  const anchors = new Set(idsOf(text));
  const listed = describeErrors('https://bly.example');
  expect(listed.map(({ code }) => code)).toEqual([...ERROR_CODES]);
  for (const [name, { code, status, message }] of Object.entries(CONDITIONS)) {
    expect(anchors).toContain(code);
    expect(listed.find((entry) => entry.code === code)?.conditions).toContainEqual(
      expect.objectContaining({ name, status, message, when: expect.stringMatching(/\.$/) }),
    );
  }
});

test('the examples of errors show the keys that the contract puts beside error', () => {
  const keys = Object.fromEntries(
    describeErrors('https://bly.example').map(({ code, keys: beside }) => [code, beside]),
  );
  for (const code of ERROR_CODES) {
    expect(CONDITIONS[ERROR_TEXTS[code].example].code).toBe(code);
    expect(Object.keys(ERROR_TEXTS[code].exampleKeys ?? {})).toEqual(keys[code]);
  }
});

test('the reference has a page for each operation and each event of the served document, in production without the sandbox', async () => {
  const { paths, webhooks } = (await service.call('GET', '/v1/openapi.json')).body;
  const operations = Object.values<Record<string, { operationId: string }>>(paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
  expect(operations.length).toBeGreaterThan(70);
  for (const id of operations)
    expect([id, pages.has(`/docs/reference/${id}`), pages.has(`/docs/reference/${id}.md`)]).toEqual([id, true, true]);
  expect(idsOf(pages.get('/docs/reference/events') ?? '')).toEqual(expect.arrayContaining(Object.keys(webhooks)));
  const served = await readInProduction('/docs/reference');
  expect([served.includes('id="checkout"'), served.includes('/v1/sandbox/clock')]).toEqual([true, false]);
  const isServed = async (operation: string) => await readInProduction('/docs/reference/:operation', { operation });
  expect((await isServed('checkout')).includes('data-operation="checkout"')).toBe(true);
  await expect(isServed('sandbox_clock')).rejects.toThrow();
});

test('the anchors of the one page that the reference was lead on', () => {
  const index = pages.get('/docs/reference') ?? '';
  const ids = idsOf(index);
  for (const former of ['flight_search', 'tag-servicing', 'credentials', 'events', 'booking.completed'])
    expect(ids).toContain(former);
  expect(index).toContain('<li id="flight_search"><a href="/docs/reference/flight_search">');
  expect(index).toContain('<li id="booking.completed"><a href="/docs/reference/events#booking.completed">');
});

test('fields are described to any depth, with limits, values, scope, headers and errors; a schema that holds itself ends', () => {
  const search = pages.get('/docs/reference/flight_search') ?? '';
  expect(search).toMatch(/<code>live_offers<\/code>[\s\S]*<code>fares<\/code>[\s\S]*<code>trip_item_token<\/code>/);
  for (const shown of [
    '<code>economy</code>',
    'default <code>',
    'scope <code>search</code>',
    'X-Quota-Limit',
    '#RATE_LIMITED',
  ])
    expect(search).toContain(shown);
  const document = {
    components: {
      schemas: { Node: { type: 'object', properties: { name: {}, inner: { $ref: '#/components/schemas/Node' } } } },
    },
  };
  const [, inner] = readFields(document, { $ref: '#/components/schemas/Node' });
  expect(inner).toMatchObject({ name: 'inner', isRepeated: true, fields: [] });
});

test('Markdown: raw HTML is text, links go to guides or out, other schemes and files lose their link, code is copied as written', async () => {
  const markdown =
    '# A\n\n<i>x</i>\n\nb <script>alert(1)</script> [a](b.md#c) [o](https://x.example/?a=1&b=2) [j](javascript:alert(1)) [f](../runbook.md) ![pic](x.png)\n\n## Same\n\n## Same\n\n```bash run\necho "<b>" # say\n```\n';
  const { body, headings } = await renderGuideText({ title: 'A', description: '', markdown }, new Set(['b']));
  expect(body.text).not.toMatch(/<script|<i>|<img|href="javascript|runbook/);
  expect(body.text).toContain(
    '<a href="/docs/guides/b#c">a</a> <a href="https://x.example/?a=1&amp;b=2">o</a> j f <em>pic</em>',
  );
  expect(body.text).toContain(
    'echo <span class="string">&quot;&lt;b&gt;&quot;</span> <span class="comment"># say</span>',
  );
  expect(headings).toEqual([
    { id: 'same', title: 'Same' },
    { id: 'same-1', title: 'Same' },
  ]);
});

/** What only somebody who has a trip, a booking or a token of their own can send. */
const NEEDS_STATE = /…|"(?:[a-z_]+_id|[a-z_]*token[a-z_]*|booking_ref|credentials|version)"/;

test("the samples of the reference run as printed: those that read, and those that need nothing of one's own, are not refused for what they say", async () => {
  // Nothing is searched: what is asked for is read and checked before any supplier is.
  const bare = await startService({ flightSuppliers: [], hotelSuppliers: [], carSuppliers: [] });
  onTestFinished(() => bare.close());
  const refused: unknown[] = [];
  let ran = 0;
  for (const [path, text] of pages) {
    const [, sample = ''] = /^curl:\n\n```bash\n([\s\S]*?)\n```$/m.exec(path.endsWith('.md') ? text : '') ?? [];
    const [, method = 'GET', address = ''] = /^curl (?:-X (\w+) )?"([^"]+)"/.exec(sample) ?? [];
    const [, body] = /-d '([\s\S]*)'$/.exec(sample.trim()) ?? [];
    if (
      !path.startsWith('/docs/reference/') ||
      address === '' ||
      method === 'DELETE' ||
      (method !== 'GET' && NEEDS_STATE.test(sample)) ||
      /sandbox\/reset/.test(address)
    )
      continue;
    const answer = await bare.call(
      method,
      address.slice(service.url.length),
      body === undefined ? undefined : JSON.parse(body),
    );
    ran += 1;
    if (answer.status === 422 || answer.status === 400)
      refused.push([method, address, answer.status, answer.body?.error?.message]);
  }
  expect(ran).toBeGreaterThan(40);
  expect(refused).toEqual([]);
});
