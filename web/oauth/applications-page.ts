import { html, type Html } from '../kit/html.ts';
import type { FramedPage } from '../accounts/member-frame.ts';
import type { PageLanguage } from '../checkout/messages.ts';
import type { ApplicationsView, ApplicationView } from './view.ts';
import type { OAuthMessages } from './wording.ts';

/** Whom the user has given access: a page of the account. */
export function renderApplicationsPage(
  texts: OAuthMessages,
  language: PageLanguage,
  view: ApplicationsView,
): FramedPage {
  const { applications } = texts;
  const body = html`<div class="granted">
${view.hasRevoked && html`<div class="notice" role="status"><p>${applications.revoked}</p></div>`}
<p class="quiet">${view.applications.length > 0 ? applications.text : applications.none}</p>
${view.applications.map((application) => renderApplication(texts, language, { application, csrf: view.member.csrf }))}
<p class="note">${applications.keys} <a href="/console/keys">${applications.keysLink}</a></p>
</div>`;
  return { section: 'applications', title: applications.title, alert: undefined, body };
}

function renderApplication(
  texts: OAuthMessages,
  language: PageLanguage,
  { application, csrf }: { readonly application: ApplicationView; readonly csrf: string },
): Html {
  const { applications } = texts;
  const day = (at: Date) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(at);
  return html`<section class="card">
<h2>${application.name}</h2>
${application.host !== undefined && html`<p class="quiet">${application.host}</p>`}
<ul class="ticks">${application.scopes.map((scope) => html`<li>${texts.scopes[scope]}</li>`)}</ul>
<p class="note">${applications.since(day(application.since))} · ${applications.lastUsed(day(application.lastUsed))}</p>
<form method="post" action="/account/applications?locale=${language}">
<input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="grant" value="${application.grant}">
<button class="secondary" type="submit" aria-label="${applications.revokeOf(application.name)}">${applications.revoke}</button>
</form>
</section>`;
}
