import { html, type Html } from '../kit/html.ts';
import type { ConsolePage } from './frame.ts';
import { countText, emptyState, factList, form, timeOf, wordsOf } from './parts.ts';
import type { ConsoleFacts, KeyView, Notice } from './view.ts';

const LIST = '/console/keys';
const CRUMBS = [[LIST, 'Keys']] as const;
const SCOPES = [
  ['search', 'Search and quote'],
  ['book', 'Build trips, check out, book'],
  ['manage', 'Read and change bookings, webhooks and the rest'],
] as const;

/** The keys of an organization. */
export interface KeysView {
  readonly keys: readonly KeyView[];
  /** What the people are called who made them, by id. */
  readonly people: ReadonlyMap<string, string>;
  /** Calls that are left of a key's quota, by the key's id. */
  readonly left: ReadonlyMap<string, number | undefined>;
  /** Calls in 30 days that a new key starts with; undefined where calls are not counted. */
  readonly newQuota: number | undefined;
  /** What was sent and is wrong. */
  readonly typed: Readonly<Record<string, string>> | undefined;
}

/** The keys that work, and the form that makes another. */
export function keysPage(facts: ConsoleFacts, view: KeysView, notice?: Notice): ConsolePage {
  const { keys } = view;
  const list =
    keys.length === 0
      ? emptyState('No keys yet', 'A program calls the API with a key of its own.')
      : html`<div class="sheet"><table class="list"><thead><tr><th scope="col">Key</th><th scope="col">May</th><th scope="col">Quota, 30 days</th><th scope="col">Made (UTC)</th><th scope="col">Last used (UTC)</th><th scope="col"><span class="unseen">To do</span></th></tr></thead>
<tbody>${keys.map((key) => renderKey(facts, key, view))}</tbody></table></div>`;
  const body = html`${list}${facts.may('create_api_key') && renderForm(facts, view)}
<p class="hint spaced">Programs that people allowed to act for them, without a key: <a href="/account/applications">applications</a>.</p>`;
  return { section: 'keys', title: 'Keys', notice, body };
}

function renderKey(facts: ConsoleFacts, key: KeyView, { people, left, newQuota }: KeysView): Html {
  const { key_id: id, name, prefix, scopes, quota, created_at: at, last_used_at: used } = key;
  return html`<tr><th scope="row" data-label="Key">${name}<code class="under quiet">${prefix}…</code></th>
<td data-label="May"><span>${scopes.map(wordsOf).join(', ')}</span>${key.mandate_only && html`<span class="under quiet">buys out of mandates alone</span>`}</td>
<td data-label="Quota, 30 days">${renderQuota(quota, left.get(id), newQuota)}</td>
<td data-label="Made (UTC)">${timeOf(at)}${renderMaker(key, people)}</td>
<td data-label="Last used (UTC)">${used === undefined ? html`<span class="quiet">never</span>` : timeOf(used)}</td>
<td data-label="To do">${facts.may('delete_api_key') && html`<a class="button small" href="${LIST}/${id}/revoke" aria-label="Revoke… ${name}">Revoke…</a>`}</td></tr>`;
}

/** Who made a key, and by which application: it goes on working when either has gone. */
function renderMaker({ created_by: by, created_through: through }: KeyView, people: KeysView['people']): Html {
  return html`${by !== undefined && html`<span class="under quiet">${people.get(by) ?? 'somebody who has left'}</span>`}${through !== undefined && html`<span class="under quiet">through ${through}</span>`}`;
}

/** A key has a quota on record where calls are not counted, too: nothing holds it to that. */
function renderQuota(quota: number | null, left: number | undefined, newQuota: number | undefined): Html {
  if (quota === null || newQuota === undefined) return html`<span class="quiet">none</span>`;
  return html`<span>${left === undefined ? countText(quota) : `${countText(left)} of ${countText(quota)} left`}</span>`;
}

function renderForm(facts: ConsoleFacts, { newQuota, typed }: KeysView): Html {
  const isChosen = (name: string) => typed === undefined || typed[name] !== undefined;
  return html`<section class="card spaced" aria-labelledby="add"><h2 id="add">Make a key</h2>${form(
    facts,
    LIST,
    html`<div class="field"><label for="name">Name</label><input class="wide-input" id="name" name="name" required maxlength="100" autocomplete="off" value="${typed?.['name'] ?? ''}" aria-describedby="name-hint"><p class="hint" id="name-hint">What it is for, such as “website” or “laptop”</p></div>
<fieldset><legend>It may</legend><div class="checks">${SCOPES.map(([scope, text]) => html`<label class="check"><input class="tick" type="checkbox" name="scope_${scope}" value="on"${isChosen(`scope_${scope}`) && html` checked`}> ${text}</label>`)}</div></fieldset>
<label class="check"><input class="tick" type="checkbox" name="mandate_only" value="on"${typed?.['mandate_only'] !== undefined && html` checked`}> It buys out of mandates alone</label>
<div class="field"><label for="quota">Calls in 30 days</label><input id="quota" name="quota" inputmode="numeric" maxlength="12" autocomplete="off" value="${typed?.['quota'] ?? ''}" aria-describedby="quota-hint"><p class="hint" id="quota-hint">${newQuota === undefined ? 'This organization’s calls are not limited' : `Left empty it is ${countText(newQuota)}, the most that is possible`}</p></div>
<button class="button primary" type="submit">Make key</button>`,
    'stacked',
  )}</section>`;
}

/** The one page that ever shows a key. */
export function keyShownPage({ name, key }: { readonly name: string; readonly key: string }): ConsolePage {
  return {
    section: 'keys',
    title: 'Key made',
    crumbs: CRUMBS,
    body: html`<div class="card narrow"><p>The key <span class="strong">${name}</span>. It is shown this once: put it where your program reads it.</p><div class="field"><label for="key">Key</label><textarea id="key" class="code-field" readonly rows="2">${key}</textarea></div><p><a class="button" href="${LIST}">Done</a></p></div>`,
  };
}

/** Asks once more before a key ends. */
export function revokeKeyPage(facts: ConsoleFacts, key: KeyView): ConsolePage {
  const body = html`<div class="card narrow">${factList([
    ['Key', key.name],
    ['Begins', html`<code>${key.prefix}…</code>`],
    ['Last used', key.last_used_at === undefined ? 'never' : html`${timeOf(key.last_used_at)} UTC`],
  ])}<p>Within a second every call with it is refused. This cannot be taken back.</p>${form(
    facts,
    `${LIST}/${key.key_id}/revoke`,
    html`<div class="deeds"><button class="button grave" type="submit">Revoke now</button><a class="button" href="${LIST}">Keep it</a></div>`,
  )}</div>`;
  return { section: 'keys', title: 'Revoke this key?', crumbs: CRUMBS, body };
}
