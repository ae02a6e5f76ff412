import { html, type Html } from '../kit/html.ts';
import { renderField, renderForm } from './fields.ts';
import type { KeyScope, KeyView, Member, MemberView } from './view.ts';
import { formatCount, formatDate, formatMoment, inLanguage, type Vocabulary } from './vocabulary.ts';

const SCOPES: readonly KeyScope[] = ['search', 'book', 'manage'];
const NAME_LENGTH_MAX = 100;

/** The keys of an organization with their quotas, and the form that makes another. */
export function renderKeys(
  texts: Vocabulary,
  member: Member,
  view: Extract<MemberView, { readonly kind: 'overview' }>,
): Html {
  const { keys } = texts.own;
  const list =
    view.keys.length === 0
      ? html`<p class="quiet">${keys.none}</p>`
      : html`<ul class="entries">${view.keys.map((key) => renderKey(texts, key))}</ul>`;
  const isChosen = (scope: KeyScope): boolean =>
    Object.keys(view.typed).length === 0 || view.typed[`scope_${scope}`] !== undefined;
  const scopes = SCOPES.map(
    (scope) =>
      html`<div class="check"><input type="checkbox" id="scope_${scope}" name="scope_${scope}" value="1"${isChosen(scope) && html` checked`}><label for="scope_${scope}">${keys.scopes[scope]} <code>${scope}</code></label></div>`,
  );
  const mandateOnly = html`<div class="check"><input type="checkbox" id="mandate_only" name="mandate_only" value="1"${view.typed['mandate_only'] !== undefined && html` checked`}><label for="mandate_only">${keys.mandateOnly}</label></div>`;
  const problem = view.problems['scopes'];
  const hint =
    view.newKeyQuota === undefined
      ? ''
      : html`<p class="quiet">${keys.newQuota(formatCount(texts, view.newKeyQuota))}</p>`;
  return html`<section class="card"><h2>${keys.heading}</h2>${list}</section>
<section class="card"><h2>${keys.newHeading}</h2>
${hint}
${renderForm(texts, {
  action: '/account/keys',
  csrf: member.csrf,
  body: html`${renderField(texts, { name: 'key_name', label: keys.name, hint: keys.nameHint, autocomplete: 'off', lengthMax: NAME_LENGTH_MAX }, view)}
<fieldset${problem !== undefined && html` aria-describedby="scopes-problem"`}><legend>${keys.scopesLegend}</legend>${scopes}
${problem !== undefined && html`<p class="problem" id="scopes-problem">${texts.own.fields.problems[problem]}</p>`}</fieldset>
${mandateOnly}
<button class="primary" type="submit">${keys.create}</button>`,
})}</section>`;
}

function renderKey(texts: Vocabulary, key: KeyView): Html {
  const { keys } = texts.own;
  const used = key.lastUsedAt === undefined ? keys.unused : keys.used(formatMoment(texts, key.lastUsedAt));
  const quota = key.quota
    ? keys.quota(formatCount(texts, key.quota.remaining), formatCount(texts, key.quota.limit))
    : keys.noQuota;
  return html`<li><div class="entry-text"><h3>${key.name}</h3>
<p class="quiet"><code>${key.prefix}…</code> · ${key.scopes.map((scope) => keys.scopes[scope]).join(', ')}${key.isMandateOnly && html` · ${keys.mandateOnly}`}</p>
<p class="quiet">${keys.created(formatDate(texts, key.createdAt))} · ${used}</p>
<p class="quiet">${quota}</p></div>
<a class="small" href="${inLanguage(texts, `/account/keys/${key.id}/revoke`)}" aria-label="${keys.revokeNamed(key.name)}">${keys.revoke}</a></li>`;
}
