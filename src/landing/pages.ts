import { readFileSync } from 'node:fs';
import { chooseLanguage } from '../../web/checkout/messages.ts';
import { type HomeView, renderHome } from '../../web/landing/home-page.ts';
import type { App } from '../context.ts';
import { describeForAgents, describeForRegistry } from './agents.ts';
import { writeLlmsText } from './llms.ts';
import { readGuides } from '../docs/read-guides.ts';
import { contractVersion } from '../platform/api-version.ts';
import type { AnyRoute, PageAnswer, PageContext, PageDeclaration } from '../platform/http/route.ts';

const FIRST_SEARCH_DAYS_AHEAD = 30;
const DAY_MS = 86_400_000;
const KEPT_FOR_AN_HOUR = { 'cache-control': 'public, max-age=3600' };
const KEPT_FOR_A_DAY = { 'cache-control': 'public, max-age=86400' };
const favicon = readFileSync(new URL('../../web/landing/favicon.ico', import.meta.url));

/** `GET /`: for people. What does not ask for HTML gets the 404 of any path that is none of the API's. */
const homePage: PageDeclaration = {
  method: 'GET',
  path: '/',
  isForBrowsers: true,
  async handle({ app, query, request, nonce }) {
    const header = request.headers['accept-language'];
    const language = chooseLanguage(query['locale'], typeof header === 'string' ? header : header?.[0]);
    return {
      status: 200,
      html: renderHome(language, viewHome(app, nonce)),
      headers: { 'content-language': language, vary: 'accept, accept-language' },
    };
  },
};

function viewHome({ config, clock }: App, nonce: string): HomeView {
  const { environment, publicUrl, oidc, signUp } = config;
  const account = signUp === 'open' ? 'sign_up' : 'sign_in';
  return {
    nonce,
    isSandbox: environment === 'sandbox',
    publicUrl,
    version: contractVersion,
    account: oidc === undefined ? account : undefined,
    departureDate: new Date(clock.now().getTime() + FIRST_SEARCH_DAYS_AHEAD * DAY_MS)
      .toISOString()
      .slice(0, 'YYYY-MM-DD'.length),
  };
}

const faviconPage: PageDeclaration = {
  method: 'GET',
  path: '/favicon.ico',
  handle: async () => ({ status: 200, bytes: favicon, contentType: 'image/x-icon', headers: KEPT_FOR_A_DAY }),
};

/** Links of bookings and payments are secrets: no crawler that was given one should list it. */
const robotsPage = textPage('/robots.txt', 'text/plain; charset=utf-8', ({ app }) =>
  [
    'User-agent: *',
    ...['/checkout/', '/documents/', '/manage', '/account', '/oauth/', '/v1/', '/api/'].map(
      (path) => `Disallow: ${path}`,
    ),
    `Sitemap: ${app.config.publicUrl}/sitemap.xml`,
  ].join('\n'),
);

const sitemapPage = textPage('/sitemap.xml', 'application/xml; charset=utf-8', ({ app }) => {
  const paths = [
    '/',
    '/docs',
    '/docs/reference',
    '/docs/errors',
    '/docs/changelog',
    '/docs/reference/events',
    '/explore',
    ...readGuides().flatMap(({ guides }) => guides.map(({ name }) => `/docs/guides/${name}`)),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${paths.map((path) => `<url><loc>${escapeXml(`${app.config.publicUrl}${path}`)}</loc></url>`).join('\n')}
</urlset>`;
});

/** What an agent should know before it begins. */
const agentsPage = textPage('/agents.md', 'text/markdown; charset=utf-8', ({ app: { config } }) =>
  describeForAgents(config.publicUrl),
);

/** `server.json` of the MCP registry, for this installation: its operator can publish it as it is. */
const registryPage = textPage('/server.json', 'application/json; charset=utf-8', ({ app: { config } }) =>
  JSON.stringify(describeForRegistry(config.publicUrl), null, 2),
);

/** Every page of this folder; `routes` are the operations that `/llms.txt` lists. */
export function createLandingPages(routes: readonly AnyRoute[]): readonly PageDeclaration[] {
  const llmsPage = textPage('/llms.txt', 'text/markdown; charset=utf-8', ({ app: { config } }) =>
    writeLlmsText(
      config.publicUrl,
      config.environment === 'production' ? routes.filter((route) => !route.isSandboxOnly) : routes,
    ),
  );
  return [homePage, faviconPage, robotsPage, sitemapPage, llmsPage, agentsPage, registryPage];
}

function textPage(path: string, contentType: string, write: (context: PageContext) => string): PageDeclaration {
  return {
    method: 'GET',
    path,
    handle: async (context): Promise<PageAnswer> => ({
      status: 200,
      html: `${write(context)}\n`,
      contentType,
      headers: KEPT_FOR_AN_HOUR,
    }),
  };
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
