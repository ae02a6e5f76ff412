import { readFileSync } from 'node:fs';
import { accentRules } from './accent.ts';
import { html, type Html, ownMarkup } from './html.ts';
import { renderBrand, renderContact } from './seller.ts';
import { messagesOf, PAGE_LANGUAGES, type PageLanguage } from '../checkout/messages.ts';
import type { PageFacts } from '../checkout/view.ts';

const styleSheet = ownMarkup(readFileSync(new URL('./checkout.css', import.meta.url), 'utf8'));
const watchScript = ownMarkup(readFileSync(new URL('./watch-state.js', import.meta.url), 'utf8'));
const formScript = ownMarkup(readFileSync(new URL('./form-texts.js', import.meta.url), 'utf8'));
const cardScripts = ['./card-number.js', './card-submit.js'].map((file) =>
  ownMarkup(readFileSync(new URL(file, import.meta.url), 'utf8')),
);
const printScript = ownMarkup(readFileSync(new URL('./print-page.js', import.meta.url), 'utf8'));
const countdownScript = ownMarkup(readFileSync(new URL('./countdown.js', import.meta.url), 'utf8'));

/** What one page puts into the common frame. */
export interface PageParts {
  readonly title: string;
  readonly body: Html;
  /** The page waits for news and looks for it this often: with a script quietly, without one by reloading. */
  readonly watch?: { readonly state: string; readonly seconds: number };
  /** The page shows a quote running out. */
  readonly hasCountdown?: boolean;
  /** The page has a form with required fields. */
  readonly hasForm?: boolean;
  /** The page takes a card. */
  readonly hasCard?: boolean;
  /** The page has a button that prints it; without scripts there is none. */
  readonly hasPrint?: boolean;
  /** Beside the brand; `Checkout` unless set. */
  readonly barTitle?: string;
  /** Said above all else in the sandbox; how to pay there unless set. */
  readonly testMode?: string;
  /** Rules of this page beside the family's. */
  readonly style?: Html;
  /** For search engines; a page without it asks not to be listed. */
  readonly description?: string;
  /** What of the address's query the page is still to know in another language: `date_0=2026-11-02`. */
  readonly carriedQuery?: string;
}

/** Who a page is of that no seller stands behind. */
const PRODUCT = 'Bly';

/** The frame of every hosted page. With a seller it is theirs: name or logo, colour, contact. */
export function renderPage(
  language: PageLanguage,
  facts: Pick<PageFacts, 'nonce' | 'isSandbox' | 'isRehearsal' | 'seller'>,
  parts: PageParts,
): string {
  const messages = messagesOf(language);
  const { seller } = facts;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${parts.description === undefined ? html`<meta name="robots" content="noindex">` : html`<meta name="description" content="${parts.description}">`}
<meta name="color-scheme" content="light dark">
${parts.watch && html`<noscript><meta http-equiv="refresh" content="${parts.watch.seconds}"></noscript>`}
<title>${parts.title} – ${seller?.name ?? PRODUCT}</title>
<style nonce="${facts.nonce}">${styleSheet}${parts.style}${seller?.colour !== undefined && ownMarkup(accentRules(seller.colour))}</style>
</head>
<body${parts.watch && html` data-state="${parts.watch.state}" data-watch-seconds="${parts.watch.seconds}"`}>
<header><div class="bar"><div class="bar-inner">
${seller === undefined ? html`<span class="brand">${PRODUCT}</span>` : renderBrand(seller)}<span class="bar-title">${parts.barTitle ?? messages.checkout}</span>
</div></div>
${facts.isSandbox && html`<p class="test-mode"><span>${parts.testMode ?? (facts.isRehearsal === true ? messages.rehearsalMode : messages.testMode)}</span></p>`}
</header>
<main id="main">${parts.body}</main>
<footer class="foot">
${seller && renderContact(messages, seller)}
<nav aria-label="${messages.chooseLanguage}"><ul>${PAGE_LANGUAGES.map((code) => languageLink(code, language, parts.carriedQuery))}</ul></nav>
</footer>
${parts.watch && html`<script nonce="${facts.nonce}">${watchScript}</script>`}
${parts.hasForm && html`<script nonce="${facts.nonce}">${formScript}</script>`}
${parts.hasCard && cardScripts.map((script) => html`<script nonce="${facts.nonce}">${script}</script>`)}
${parts.hasPrint && html`<script nonce="${facts.nonce}">${printScript}</script>`}
${parts.hasCountdown && html`<script nonce="${facts.nonce}">${countdownScript}</script>`}
</body>
</html>
`.text;
}

function languageLink(code: PageLanguage, current: PageLanguage, carriedQuery: string | undefined): Html {
  const name = messagesOf(code).languageName;
  return code === current
    ? html`<li><span aria-current="true" lang="${code}">${name}</span></li>`
    : html`<li><a href="?locale=${code}${carriedQuery && `&${carriedQuery}`}" hreflang="${code}" lang="${code}">${name}</a></li>`;
}
