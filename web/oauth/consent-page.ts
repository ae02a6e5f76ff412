import type { Scope } from '../../src/context.ts';
import { html, type Html } from '../kit/html.ts';
import type { PageParts } from '../kit/layout.ts';
import type { PageLanguage } from '../checkout/messages.ts';
import type { ActingFor, ConsentView } from './view.ts';
import type { OAuthMessages } from './wording.ts';

/** Who asks for what. The host stands as plain as the name: the name is only what the application says of itself. */
export function renderConsentPage(texts: OAuthMessages, language: PageLanguage, view: ConsentView): PageParts {
  const { consent } = texts;
  const { client, account, csrf, action } = view;
  const title = consent.title(client.name);
  const body = html`<div class="narrow card access">
<h1>${title}</h1>
<p>${consent.text}</p>
<dl class="facts"><div><dt>${consent.sentBackTo}</dt><dd>${client.host}</dd></div>${client.site !== undefined && client.site !== client.host && html`<div><dt>${consent.saysItIs}</dt><dd>${client.site}</dd></div>`}</dl>
<div class="notice"><p>${consent.unchecked}</p></div>
${renderScopes(texts, language, view)}
${renderDecision(texts, { action: `${action}?locale=${language}`, fields: html`<input type="hidden" name="csrf" value="${csrf}">` })}
<p class="note">${texts.signedInAs(account)}. ${consent.takeBack}</p>
</div>`;
  return { title, body };
}

/** What an application may do, in plain words, and for whom: somebody may have left another organization chosen. */
export function renderScopes(
  texts: OAuthMessages,
  language: PageLanguage,
  { scopes, organization, hasOthers }: ActingFor & { readonly scopes: readonly Scope[] },
): Html {
  return html`<h2>${texts.mayDo(organization)}</h2>
<ul class="ticks">${scopes.map((scope) => html`<li>${texts.scopes[scope]}</li>`)}</ul>
${hasOthers && html`<p class="note"><a href="/account?locale=${language}" target="_blank" rel="noopener">${texts.otherOrganization}</a></p>`}`;
}

/** Yes or no; neither is done by leaving the page. */
export function renderDecision(
  texts: OAuthMessages,
  { action, fields }: { readonly action: string; readonly fields: Html },
): Html {
  return html`<form method="post" action="${action}">
${fields}
<button class="primary" type="submit" name="decision" value="allow">${texts.allow}</button>
<button class="secondary" type="submit" name="decision" value="deny">${texts.deny}</button>
</form>`;
}
