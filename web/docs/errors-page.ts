import { type Html, html } from '../kit/html.ts';
import { renderCode } from './code.ts';
import { renderDocsPage, renderProse } from './layout.ts';
import type { DocsFrame, ErrorView } from './view.ts';

const RETRY_WORDS = {
  no: 'Do not retry',
  after_change: 'Retry after a change',
  later: 'Retry later',
} as const satisfies Record<ErrorView['retry'], string>;

/** `/docs/errors`: an entry per code, at the anchor that every error's `doc_url` names. */
export function renderErrors(frame: DocsFrame, errors: readonly ErrorView[]): string {
  const body = html`<div class="prose">
<h1>Errors</h1>
<p class="lead">Every failure has one shape. Branch on <code>error.code</code>; the message is prose and may change. A code you do not know means what its HTTP status means.</p>
<p>Details stand beside <code>error</code>, never in it. Every answer carries <code>X-Request-ID</code>: include it when you report something.</p>
<h2 id="codes">All codes</h2>
<div class="wide codes" tabindex="0"><table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">What to do</th></tr></thead>
<tbody>${errors.map((error) => html`<tr><td><a href="#${error.code}"><code>${error.code}</code></a></td><td>${statusesOf(error)}</td><td>${RETRY_WORDS[error.retry]}</td></tr>`)}</tbody></table></div>
${errors.map(renderError)}
</div>`;
  const headings = errors.map(({ code }) => ({ id: code, title: code }));
  return renderDocsPage(frame, {
    title: 'Errors',
    description: 'Every error code of the API, when it happens and what to do next.',
    headings,
    body,
  });
}

function renderError(error: ErrorView): Html {
  return html`<section class="entry"><h2 id="${error.code}"><a class="anchor" href="#${error.code}">${error.code}</a></h2>
<p><span class="status">${statusesOf(error)}</span> <span class="badge retry-${error.retry}">${RETRY_WORDS[error.retry]}</span></p>
<p>${renderProse(error.meaning)}</p>
<h3>What to do</h3>
<ul class="bullets">${error.next.map((step) => html`<li>${renderProse(step)}</li>`)}</ul>
<h3>When it happens</h3>
<ul class="conditions">${error.conditions.map((condition) => html`<li><span class="status">${condition.status}</span><div><p>${renderProse(condition.when)}</p><p class="note">“${condition.message}”</p></div></li>`)}</ul>
${error.keys.length > 0 && html`<p>Beside <code>error</code>, where it says more: ${error.keys.map((key, index) => html`${index > 0 && ', '}<code>${key}</code>`)}.</p>`}
<h3>Example</h3>
${renderCode(error.example)}
</section>`;
}

function statusesOf(error: ErrorView): string {
  return [...new Set(error.conditions.map(({ status }) => status))].sort((a, b) => a - b).join(', ');
}
