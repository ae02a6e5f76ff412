import { html } from '../kit/html.ts';
import { renderFields } from './field-list.ts';
import { renderDocsPage } from './layout.ts';
import type { DocsFrame, ReferenceIndexView } from './view.ts';

/** `/docs/reference`: every operation by resource. The anchors of the one page that it used to be lead on. */
export function renderReferenceIndex(frame: DocsFrame, view: ReferenceIndexView): string {
  const formerOf = (groupId: string) =>
    view.formerAnchors.filter((former) => former.groupId === groupId).map(({ id }) => html`<span id="${id}"></span>`);
  const body = html`<div class="prose reference-index">
<h1>API reference</h1>
<p class="lead">Base address <code>${view.publicUrl}</code>. Bodies and answers are JSON. <a href="/v1/openapi.json">openapi.json</a> describes the same to programs.</p>
<div class="resources">
${view.groups.map(
  (
    group,
  ) => html`<section class="resource"><h2 id="${group.id}">${formerOf(group.id)}<a class="anchor" href="#${group.id}">${group.title}</a></h2>
<ul>${group.operations.map((operation) => html`<li id="${operation.id}"><a href="/docs/reference/${operation.id}"><span class="method method-${operation.method}">${operation.method}</span><span class="summary">${operation.summary}${operation.isDeprecated && html` <span class="badge retry-no">Deprecated</span>`}</span><code>${renderPath(operation.path)}</code></a></li>`)}</ul></section>`,
)}
<section class="resource"><h2 id="events"><a class="anchor" href="#events">Events sent to you</a></h2>
<ul>${view.events.map((event) => html`<li id="${event.name}"><a href="/docs/reference/events#${event.name}"><span class="summary">${event.name}</span></a></li>`)}</ul></section>
</div>
<h2 id="credentials">Credentials and headers</h2>
<p>Send an API key as <code>X-API-Key</code>, or a key or OAuth access token as <code>Authorization: Bearer</code>: <a href="/docs/guides/authentication">Authentication</a>. A scope, where an operation needs one, is named with it.</p>
${renderFields(view.headers, 'sent')}
</div>`;
  return renderDocsPage(frame, {
    title: 'API reference',
    description: 'Every operation of the API, by resource.',
    headings: [
      ...view.groups,
      { id: 'events', title: 'Events sent to you' },
      { id: 'credentials', title: 'Credentials and headers' },
    ],
    body,
  });
}

/** A path that breaks before its slashes, where it must. */
function renderPath(path: string) {
  return path.split('/').map((part, index) => (index === 0 ? html`${part}` : html`<wbr>/${part}`));
}
