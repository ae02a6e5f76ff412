import { html, type Html } from '../kit/html.ts';
import type { ConsolePage } from './frame.ts';
import { countText, emptyState, factList, hrefOf, pager, requestHref, timeOf, wordsOf } from './parts.ts';
import type { Notice, RequestSearchView, RequestView } from './view.ts';

const LIST = '/console/requests';
const STATUSES = [
  ['', 'Any'],
  ['refused', 'Refused (4xx, 5xx)'],
  ['2xx', '2xx'],
  ['4xx', '4xx'],
  ['5xx', '5xx'],
] as const;

/** A part of the log of requests. */
export interface RequestsView {
  readonly requests: readonly RequestView[];
  readonly next: string | undefined;
  readonly token: string;
  readonly notRecorded: number;
  readonly days: number;
  /** Keys and people that may be chosen, by id. */
  readonly credentials: readonly (readonly [id: string, name: string])[];
}

/** Calls as a list, and the form that narrows it; one call alone with all that is known of it. */
export function requestsPage(search: RequestSearchView, view: RequestsView, notice?: Notice): ConsolePage {
  const isNarrowed = Object.values(search).some((value) => value !== '');
  // What was not looked for is not said to be missing.
  const wasRefused = notice?.kind === 'bad';
  const list = wasRefused
    ? html`<p><a class="button" href="${LIST}">All calls</a></p>`
    : view.requests.length === 0
      ? renderNothing(view, isNarrowed)
      : search.request_id === ''
        ? renderTable(view.requests)
        : html`<ul class="stack">${view.requests.map(renderWhole)}</ul>`;
  const body = html`${renderFilters(search, view)}
${view.notRecorded > 0 && html`<p class="notice notice-open">${countText(view.notRecorded)} ${view.notRecorded === 1 ? 'call' : 'calls'} of this time could not be recorded, because the database did not keep up. They were answered all the same.</p>`}
${list}${pager(LIST, { ...search, page_token: view.token }, view.next)}
<p class="hint spaced">Kept for ${view.days} days. Bodies, query strings and addresses are never stored. Calls without a good key are in nobody’s log.</p>`;
  return { section: 'requests', title: 'Requests', notice, body };
}

function renderNothing({ next, days }: RequestsView, isNarrowed: boolean): Html {
  if (next !== undefined)
    return emptyState('Nothing here yet', 'No call of this page matches; there are older ones to look through.');
  return isNarrowed
    ? emptyState(
        'No call found',
        `None of the last ${days} days matches. A call that was answered without an id of yours has its own in X-Request-ID.`,
        html`<a class="button" href="${LIST}">All calls</a>`,
      )
    : emptyState('No calls yet', 'What your keys and people ask for shows up here.');
}

function renderFilters(search: RequestSearchView, { credentials }: RequestsView): Html {
  const option = (value: string, label: string, chosen: string) =>
    html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`;
  const isUnlisted = search.credential !== '' && !credentials.some(([id]) => id === search.credential);
  return html`<form class="filters" method="get" action="${LIST}">
<div class="field grow"><label for="request_id">Request id</label><input id="request_id" name="request_id" value="${search.request_id}" maxlength="128" autocomplete="off" aria-describedby="id-hint"><p class="hint" id="id-hint">X-Request-ID of the answer</p></div>
<div class="field grow"><label for="path">Path begins with</label><input id="path" name="path" value="${search.path}" maxlength="200" autocomplete="off" placeholder="/v1/"></div>
<div class="field"><label for="status">Status</label><select id="status" name="status">${STATUSES.map(([value, label]) => option(value, label, search.status))}</select></div>
<div class="field"><label for="credential">Key or person</label><select id="credential" name="credential">${option('', 'Anybody', search.credential)}${credentials.map(([id, name]) => option(id, name, search.credential))}${isUnlisted && option(search.credential, search.credential, search.credential)}</select></div>
<div class="field"><label for="from">From</label><input id="from" name="from" type="date" value="${search.from}"></div>
<div class="field"><label for="to">Before</label><input id="to" name="to" type="date" value="${search.to}"></div>
<button class="button primary" type="submit">Find</button>
</form>`;
}

function renderTable(requests: readonly RequestView[]): Html {
  return html`<div class="sheet"><table class="list">
<thead><tr><th scope="col">Call</th><th scope="col">Status</th><th scope="col">Key or person</th><th scope="col" class="number">Took</th><th scope="col">Answered (UTC)</th></tr></thead>
<tbody>${requests.map(renderRow)}</tbody></table></div>`;
}

function renderRow(request: RequestView): Html {
  const { request_id: id, at, method, path, status, elapsed_ms: ms, error } = request;
  return html`<tr><th scope="row" data-label="Call"><a class="breakable" href="${requestHref(id)}">${method} ${path}</a><code class="under quiet breakable">${id}</code></th>
<td data-label="Status">${statusBadge(status)}${error !== undefined && html`<span class="under quiet">${error.code}</span>`}</td>
<td data-label="Key or person"><span>${credentialText(request)}</span></td>
<td data-label="Took" class="number">${countText(ms)} ms</td>
<td data-label="Answered (UTC)">${timeOf(at)}</td></tr>`;
}

function renderWhole(request: RequestView): Html {
  const { request_id: id, at, method, path, operation, status, elapsed_ms: ms, credential, error, limit } = request;
  return html`<li class="card"><div class="item-head"><div><p class="strong breakable">${method} ${path}</p><p class="quiet">${timeOf(at)} UTC · ${countText(ms)} ms</p></div><div class="item-side">${statusBadge(status)}</div></div>
${factList([
  ['Request', html`<code>${id}</code>`],
  ['Operation', html`<code>${operation}</code>`],
  [
    'Key or person',
    html`<a href="${hrefOf(LIST, { credential: credential.id })}">${credentialText(request)}</a> <code class="quiet">${credential.id}</code>`,
  ],
  ['Why', error && html`<span class="strong">${error.code}</span> ${error.message}`],
  ['Limit', limit && html`${limitText(limit)}`],
  ['Left then', limit?.left === undefined ? undefined : countText(limit.left)],
  ['Free again', limit?.free_at === undefined ? undefined : html`${timeOf(limit.free_at)} UTC`],
])}
${limit !== undefined && html`<div class="item-deeds"><a class="button small" href="/console/usage">What is left now</a><a class="button small" href="${hrefOf(LIST, { credential: credential.id, status: '4xx' })}">All refused calls of it</a></div>`}</li>`;
}

function limitText({ name, max }: NonNullable<RequestView['limit']>): string {
  const size = max === undefined ? '' : `: ${countText(max)}`;
  switch (name) {
    case 'rate':
      return `Calls at once${size}. This key, or one end user behind it, asks faster than it may.`;
    case 'quota':
      return `Calls in 30 days${size}. The quota of this key is used up.`;
    case 'concurrency':
      return 'Long searches at once. As many as the organization may have were under way; each that ends makes room.';
    case 'supplier':
      return 'Calls to the supplier. As many as this service allows itself were under way or used.';
    default:
      return wordsOf(name);
  }
}

function credentialText({ credential: { kind, id, name, program } }: RequestView): string {
  const who = name === undefined ? id : kind === 'api_key' ? `key “${name}”` : name;
  return program === undefined ? who : `${who} through ${program}`;
}

/** A status as a number in its colour. */
function statusBadge(status: number): Html {
  const tone = status < 400 ? 'good' : status < 500 ? 'open' : 'bad';
  return html`<span class="badge badge-${tone}">${status}</span>`;
}
