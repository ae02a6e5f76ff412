import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, startService, type TestService } from '../support/service/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const open = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  service.call('GET', path, undefined, { 'x-api-key': '', ...headers });
const browse = (path: string, language = 'en'): Promise<Answer> =>
  open(path, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': language });
const typeOf = ({ headers }: Answer) => headers.get('content-type');

describe('the home page', () => {
  test.each([
    ['en', 'Quick start'],
    ['fr', 'Démarrage rapide'],
    ['de', 'Schnellstart'],
    ['es', 'Inicio rápido'],
    ['ja', 'クイックスタート'],
  ])('in %s says what this is, shows a first call and leads on', async (language, quickStart) => {
    const page = await browse('/', language);
    expect([page.status, typeOf(page), page.headers.get('content-language')]).toEqual([
      200,
      'text/html; charset=utf-8',
      language,
    ]);
    expect(page.text).toContain(`<html lang="${language}">`);
    expect(page.text).toContain(quickStart);
    for (const href of [
      '/docs',
      '/docs/reference',
      '/explore',
      `/sign-up?locale=${language}`,
      `/manage?locale=${language}`,
      '/readyz',
    ])
      expect(page.text).toContain(`href="${href}"`);
    expect(page.text).toContain(`export BLY_URL=${service.url}`);
    expect(page.text).not.toMatch(/undefined|noindex|<script/);
  });

  test('leads nowhere that is not there', async () => {
    const { text } = await browse('/');
    const links = [...text.matchAll(/href="(\/[^"]*)"/g)].map(([, href = '']) => href);
    const statuses = await Promise.all(
      [...new Set(links)].map(async (href) => [href, (await browse(href.replaceAll('&amp;', '&'))).status]),
    );
    expect(statuses.filter(([, status]) => status !== 200)).toEqual([]);
    expect(statuses.length).toBeGreaterThan(7);
  });

  test('is for browsers: whoever asks for JSON, or for nothing in particular, is told that there is nothing', async () => {
    for (const headers of [{ accept: 'application/json' }, { accept: '*/*' }]) {
      const answer = await open('/', headers);
      expect([answer.status, typeOf(answer), answer.body.error.code]).toEqual([
        404,
        'application/json; charset=utf-8',
        'NOT_FOUND',
      ]);
    }
  });
});

describe('an address that is not there', () => {
  test.each([
    ['/nothing', 'en', 'Go to the home page'],
    ['/nothing', 'de', 'Zur Startseite'],
    ['/invitations/abc', 'ja', 'ホームページへ'],
    ['/checkout/a/b/c', 'fr', 'Aller à l’accueil'],
    ['/nothing?locale=es', 'en', 'Ir a la página de inicio'],
  ])('%s is a page in the looks of every other, with a way home (%s)', async (path, language, home) => {
    const page = await browse(path, language);
    expect([page.status, typeOf(page)]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.text).toContain(`>${home}</a>`);
    expect(page.text).toContain('class="bar-inner"');
  });

  test('stays JSON below the paths of the API whatever is accepted, and for programs everywhere', async () => {
    for (const path of ['/v1/nowhere', '/api/v1/nowhere', '/mcp/nowhere', '/v1'])
      expect([path, (await browse(path)).status, typeOf(await browse(path))]).toEqual([
        path,
        404,
        'application/json; charset=utf-8',
      ]);
    expect(typeOf(await open('/nothing', { accept: 'application/json' }))).toBe('application/json; charset=utf-8');
    expect(typeOf(await open('/nothing'))).toBe('application/json; charset=utf-8');
  });

  test('with a slash too many leads to the page without it, its query kept; nothing leads to another site', async () => {
    for (const [path, target] of [
      ['/docs/', '/docs'],
      ['/docs/guides/quick-start/', '/docs/guides/quick-start'],
      ['/manage/?booking_ref=BLY-AAAAAA', '/manage?booking_ref=BLY-AAAAAA'],
      ['/docs/guides', '/docs'],
    ] as const) {
      const answer = await browse(path);
      expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 308, target]);
    }
    for (const path of ['//evil.example/', '/v1/account/', '/nothing/'])
      expect([path, (await browse(path)).status]).toEqual([path, 404]);
  });
});

describe('what browsers and crawlers look for', () => {
  test('the icon holds pictures of 16, 32 and 48 pixels and may be kept', async () => {
    const answer = await fetch(`${service.url}/favicon.ico`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'image/x-icon',
      'public, max-age=86400',
    ]);
    expect(bytes.subarray(0, 6)).toEqual(Buffer.from([0, 0, 1, 0, 3, 0]));
    expect([6, 22, 38].map((at) => bytes[at])).toEqual([16, 32, 48]);
  });

  test('robots.txt keeps secret links out of lists and names the site map, every page of which is there', async () => {
    const robots = await open('/robots.txt');
    expect(robots.text).toMatch(/Disallow: \/checkout\/\n[\s\S]*Disallow: \/documents\/\n/);
    expect(robots.text).toContain(`Sitemap: ${service.url}/sitemap.xml`);
    const addresses = [...(await open('/sitemap.xml')).text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) =>
      address.slice(service.url.length),
    );
    expect(addresses).toContain('/docs/guides/quick-start');
    for (const path of addresses) expect([path, (await browse(path)).status]).toEqual([path, 200]);
  });

  test('llms.txt lists every guide with what it is about and every operation, as Markdown', async () => {
    const { text, status } = await open('/llms.txt');
    expect(status).toBe(200);
    expect(text).toMatch(/^# Bly\n\n> .+\n/);
    expect(text).toContain(`- [Quick start](${service.url}/docs/guides/quick-start.md): `);
    expect(text).toContain(`](${service.url}/docs/reference/get_trip.md): \`GET /v1/trip/{trip_id}\``);
    expect(text).toContain(`${service.url}/v1/openapi.json`);
  });

  test('agents.md says how to connect; server.json is an entry of the MCP registry', async () => {
    const { text, status } = await open('/agents.md');
    expect([status, text]).toEqual([200, expect.stringContaining(`${service.url}/mcp/shop`)]);
    const entry = JSON.parse((await open('/server.json')).text);
    expect(entry).toMatchObject({
      name: expect.stringMatching(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      remotes: expect.arrayContaining([
        expect.objectContaining({ type: 'streamable-http', url: `${service.url}/mcp/book` }),
      ]),
    });
    expect(entry.description.length).toBeLessThanOrEqual(100);
    for (const { url } of entry.remotes)
      expect((await service.call('POST', new URL(url).pathname, {}, { 'x-api-key': '' })).status).toBe(401);
  });
});
