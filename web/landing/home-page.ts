import { readFileSync } from 'node:fs';
import { html, type Html, ownMarkup } from '../kit/html.ts';
import { renderPage } from '../kit/layout.ts';
import type { PageLanguage } from '../checkout/messages.ts';
import { homeMessagesOf } from './messages.ts';
import type { HomeMessages } from './wording.ts';

const style = ownMarkup(readFileSync(new URL('./landing.css', import.meta.url), 'utf8'));

/** What the home page shows of this installation. */
export interface HomeView {
  readonly nonce: string;
  readonly isSandbox: boolean;
  readonly publicUrl: string;
  readonly version: string;
  /** Undefined where users come from another provider. */
  readonly account: 'sign_up' | 'sign_in' | undefined;
  /** Of the sample search. */
  readonly departureDate: string;
}

/** `/`: what this is, a first call, and where to go on. No script is needed. */
export function renderHome(language: PageLanguage, view: HomeView): string {
  const messages = homeMessagesOf(language);
  const { home } = messages;
  const body = html`<div class="hero">
<h1>${home.title}</h1>
<p>${home.text}</p>
<div class="actions"><a class="button primary" href="/docs/guides/quick-start">${home.quickStart}</a><a class="button secondary" href="/docs/reference">${home.reference}</a></div>
</div>
<section aria-labelledby="call-heading">
<h2 id="call-heading">${home.firstCall}</h2>
<p class="quiet">${home.firstCallText}</p>
<pre class="call" tabindex="0" aria-labelledby="call-heading" lang="en"><code>${firstCall(view)}</code></pre>
<p class="note">${home.explainKey}</p>
</section>
<section aria-labelledby="more-heading">
<h2 id="more-heading">${home.more}</h2>
<ul class="entries">${cardsOf(language, messages, view)}</ul>
</section>
<p class="facts"><span>${home.version} ${view.version}</span> <a href="/readyz">${home.health}</a> <a href="/v1/openapi.json">${home.contract}</a> <a href="/llms.txt">llms.txt</a></p>`;
  return renderPage(language, view, {
    title: home.tab,
    barTitle: home.tab,
    testMode: messages.testMode,
    body,
    style,
    description: home.description,
  });
}

/** The search that the banner at start prints: it finds something in every world. */
function firstCall({ publicUrl, departureDate }: HomeView): string {
  return `export BLY_URL=${publicUrl}
export BLY_API_KEY=bly_…

curl -s "$BLY_URL/v1/flight_search" \\
  -H "X-API-Key: $BLY_API_KEY" -H 'Content-Type: application/json' \\
  -d '{"origin":"PAR","destination":"TYO","departure_date":"${departureDate}"}'`;
}

function cardsOf(
  language: PageLanguage,
  { home: { cards } }: HomeMessages,
  { account, publicUrl }: HomeView,
): readonly Html[] {
  return [
    card(cards.docs, '/docs'),
    card(cards.explore, '/explore'),
    ...(account === undefined
      ? []
      : [
          account === 'sign_up'
            ? card(cards.signUp, `/sign-up?locale=${language}`)
            : card(cards.signIn, `/sign-in?locale=${language}`),
        ]),
    card(cards.manage, `/manage?locale=${language}`),
    card(cards.agents, '/docs/guides/mcp', `${publicUrl}/mcp`),
  ];
}

function card({ title, text }: HomeMessages['home']['cards']['docs'], href: string, address?: string): Html {
  return html`<li class="card"><h3><a href="${href}">${title}</a></h3><p>${text}</p>${address !== undefined && html`<p class="address"><code>${address}</code></p>`}</li>`;
}
