import { type Html, html } from '../kit/html.ts';
import { renderDocsPage, renderProse } from './layout.ts';
import type { DocsFrame, FieldView, OperationView, ReferenceView, SentEventView } from './view.ts';

/**
 * `/docs/reference`: every operation of the served OpenAPI document on one page, so that the browser's own search finds
 * everything.
 */
export function renderReference(frame: DocsFrame, view: ReferenceView): string {
  const body = html`<div class="prose operations">
<h1>API reference</h1>
<p class="lead">Base address <code>${view.publicUrl}</code>. Bodies and answers are JSON. Answers are shown two levels deep; <a href="/v1/openapi.json">openapi.json</a> has every field.</p>
<h2 id="credentials">Credentials and headers</h2>
<p>Send an API key as <code>X-API-Key</code>, or a key or OAuth access token as <code>Authorization: Bearer</code>. A scope, where an operation needs one, is named with it.</p>
${fieldTable('Header', view.sharedHeaders)}
${view.groups.map(
  (group) => html`<h2 id="tag-${group.name.toLowerCase()}">${group.name}</h2>
<p>${renderProse(group.description)}</p>
<ul class="operation-list">${group.operations.map((operation) => html`<li><a href="#${operation.id}"><span class="method method-${operation.method}">${operation.method}</span> <code>${operation.path}</code></a></li>`)}</ul>
${group.operations.map(renderOperation)}`,
)}
<h2 id="events">Events sent to you</h2>
<p>${renderProse(view.webhooks.description)} How to register and verify: <a href="/docs/guides/webhooks">Webhooks</a>.</p>
${fieldTable('Header', view.webhooks.headers)}
${view.webhooks.events.map(renderEvent)}
</div>`;
  const groups = view.groups.map(({ name }) => ({ id: `tag-${name.toLowerCase()}`, title: name }));
  const headings = [
    { id: 'credentials', title: 'Credentials and headers' },
    ...groups,
    { id: 'events', title: 'Events sent to you' },
  ];
  return renderDocsPage(frame, {
    title: 'API reference',
    description: 'Every operation, field, limit and error of the API.',
    headings,
    body,
    scriptHref: view.tryScriptHref,
  });
}

function renderOperation(operation: OperationView): Html {
  return html`<section class="entry" aria-labelledby="${operation.id}"><h3 id="${operation.id}"><a class="anchor" href="#${operation.id}">${operation.summary}</a></h3>
<p class="endpoint"><span class="method method-${operation.method}">${operation.method}</span> <code>${operation.path}</code>${operation.isDeprecated && html` <span class="badge retry-no">Deprecated</span>`}</p>
<p class="note">${credentialTexts(operation)}</p>
${operation.description !== '' && html`<p>${renderProse(operation.description)}</p>`}
${operation.parameters.length > 0 && fieldTable('Parameter', operation.parameters)}
${operation.body.length > 0 && fieldTable('Body field', operation.body)}
<h4>Request</h4>
<pre tabindex="0"><code>${operation.curl}</code></pre>
${
  operation.answer.length === 0
    ? html`<p class="note">Answers ${operation.successStatus}.</p>`
    : html`<details><summary>Answer ${operation.successStatus}</summary>${fieldTable('Answer field', operation.answer)}</details>`
}
<p class="note errors-of">Errors: ${operation.errors.map((error) => html`<span>${error.status} ${error.codes.map((code, index) => html`${index > 0 && ' '}<a href="/docs/errors#${code}">${code}</a>`)}</span> `)}</p>
</section>`;
}

function credentialTexts(operation: OperationView): string {
  const credential = operation.isOpen
    ? 'Needs no credential.'
    : operation.scopes.length > 0
      ? `Scope: ${operation.scopes.join(', ')}.`
      : 'Any credential.';
  return operation.takesIdempotencyKey ? `${credential} Takes Idempotency-Key.` : credential;
}

function renderEvent(event: SentEventView): Html {
  return html`<section class="entry"><h3 id="${event.name}"><a class="anchor" href="#${event.name}">${event.name}</a></h3>
<p>${renderProse(event.summary)}</p>
${fieldTable('Body field', event.body)}
<pre tabindex="0"><code>${event.example}</code></pre></section>`;
}

function fieldTable(kind: string, fields: readonly (FieldView & { readonly place?: string })[]): Html {
  return html`<table class="fields"><thead><tr><th scope="col">${kind}</th><th scope="col">Meaning</th></tr></thead>
<tbody>${fields.map((field) => html`<tr><td><code>${field.path}</code>${field.isRequired && html` <b>required</b>`}<br><small>${field.place && `${field.place}, `}${field.type}</small></td><td>${field.description !== '' && html`<p>${renderProse(field.description)}</p>`}${field.limits.length > 0 && html`<p class="limits">${renderProse(field.limits.join('; '))}</p>`}</td></tr>`)}</tbody></table>`;
}
