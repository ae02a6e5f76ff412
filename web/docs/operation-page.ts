import { type Html, html } from '../kit/html.ts';
import { renderCode } from './code.ts';
import { renderFields } from './field-list.ts';
import { renderDocsPage, renderProse } from './layout.ts';
import type { DocsFrame, OperationPageView, OperationView } from './view.ts';

/** One operation: what it is beside what is sent and answered, then every field. */
export function renderOperationPage(frame: DocsFrame, view: OperationPageView): string {
  const { operation } = view;
  const body = html`<article class="operation prose">
<header class="operation-head">
<p class="eyebrow"><a href="/docs/reference#${operation.id}">${view.group}</a></p>
<h1>${operation.summary}</h1>
<p class="endpoint"><span class="method method-${operation.method}">${operation.method}</span> <code>${operation.path}</code>${operation.isDeprecated && html` <span class="badge retry-no">Deprecated</span>`}</p>
${operation.description !== '' && html`<p class="lead">${renderProse(operation.description)}</p>`}
${renderFacts(operation)}
<section class="entry" data-operation="${operation.id}" data-title="${operation.summary}"${operation.recordedBody !== undefined && html` data-body="${operation.recordedBody}"`}></section>
</header>
<div class="operation-samples">${renderSamples(operation)}${renderAnswer(operation)}</div>
<div class="operation-fields">
${renderPart('path', 'Path parameters', operation.pathParameters)}
${renderPart('query', 'Query parameters', operation.queryParameters)}
${renderPart('body', 'Body', operation.body)}
${renderPart('answer', `Answer ${operation.status}`, operation.answer)}
${renderHeaders(operation)}
${renderErrors(operation)}
</div>
</article>`;
  return renderDocsPage(frame, {
    title: operation.summary,
    description: `${operation.method} ${operation.path}: ${operation.description || operation.summary}`,
    headings: [],
    body,
    moduleHref: view.tryScriptHref,
  });
}

function renderFacts(operation: OperationView): Html {
  return html`<dl class="facts">
<div><dt>Credential</dt><dd>${credentialOf(operation)}</dd></div>
${operation.takesIdempotencyKey && html`<div><dt>Safe to repeat</dt><dd>with an <a href="/docs/guides/idempotency"><code>Idempotency-Key</code></a></dd></div>`}
${operation.streams && html`<div><dt>Stream</dt><dd>with <code>Accept: text/event-stream</code></dd></div>`}
</dl>`;
}

function credentialOf({ isOpen, isForUsers, scopes }: OperationView): Html {
  if (isOpen) return html`none is needed`;
  const scope = scopes.length > 0 && html`, scope ${scopes.map((each) => html`<code>${each}</code>`)}`;
  return isForUsers
    ? html`<a href="/docs/guides/authentication">a signed-in user’s</a>${scope}`
    : html`<a href="/docs/guides/authentication">API key or access token</a>${scope}`;
}

/** The request in every language, one under the other; scripts make tabs of them. */
function renderSamples({ samples }: OperationView): Html {
  return html`<section class="samples" aria-label="Request">
${samples.map((sample) => html`<div class="sample" data-language="${sample.language}"><h2 class="sample-title">${sample.language}</h2>${renderCode(sample)}</div>`)}
</section>`;
}

function renderAnswer(operation: OperationView): Html {
  const { recordedAnswer, status, cut } = operation;
  if (recordedAnswer === undefined)
    return html`<section class="sample-answer"><h2 class="sample-title">Answer <span class="status">${status}</span></h2><p class="note">${operation.answer.length === 0 ? 'Has no body.' : 'Is long: send the request to see it.'}</p></section>`;
  return html`<section class="sample-answer"><h2 class="sample-title">Answer <span class="status">${status}</span></h2>${renderCode(recordedAnswer)}
${cut.length > 0 && html`<details class="shortened"><summary>Recorded in the sandbox, long lists shortened</summary><ul>${cut.map(({ path, of }) => html`<li><code>${path}</code> has ${of}</li>`)}</ul></details>`}</section>`;
}

function renderPart(id: string, title: string, fields: OperationView['body']): Html | false {
  return (
    fields.length > 0 &&
    html`<section><h2 id="${id}"><a class="anchor" href="#${id}">${title}</a></h2>${renderFields(fields, id === 'answer' ? 'answered' : 'sent', id)}</section>`
  );
}

function renderHeaders({ headers, answerHeaders }: OperationView): Html {
  return html`<section><h2 id="headers"><a class="anchor" href="#headers">Headers</a></h2>
${headers.length > 0 && html`<details class="fold"><summary>Of the request</summary>${renderFields(headers, 'sent')}</details>`}
${answerHeaders.length > 0 && html`<details class="fold"><summary>Of the answer</summary><ul class="fields">${answerHeaders.map((header) => html`<li><code>${header.name}</code><p>${renderProse(header.description)}</p></li>`)}</ul></details>`}
</section>`;
}

function renderErrors({ errors }: OperationView): Html | false {
  return (
    errors.length > 0 &&
    html`<section><h2 id="errors"><a class="anchor" href="#errors">Errors</a></h2>
<ul class="error-list">${errors.map((error) => html`<li><span class="status">${error.status}</span> <span>${error.codes.map((code, index) => html`${index > 0 && ' '}<a href="/docs/errors#${code}"><code>${code}</code></a>`)}</span></li>`)}</ul></section>`
  );
}
