import { html, type Html } from '../kit/html.ts';
import type { ConsolePage } from './frame.ts';
import { countText, emptyState, form, moneyText, timeOf, wordsOf } from './parts.ts';
import type { ConsoleFacts, Notice, PriceRuleView } from './view.ts';

const LIST = '/console/prices';
const KINDS = ['flight', 'hotel', 'car'] as const;
const CABINS = ['economy', 'premium_economy', 'business', 'first'] as const;

/** Service fees: the rules in the order they are tried. */
export function pricesPage(
  facts: ConsoleFacts,
  {
    rules,
    version,
    updated_at: at,
  }: { readonly rules: readonly PriceRuleView[]; readonly version: number; readonly updated_at: string | null },
  notice?: Notice,
): ConsolePage {
  const isOwner = facts.role === 'owner';
  const body = html`<p class="quiet">The first rule that matches a price adds its fee to what is paid now. Quotes and bookings keep theirs. ${at !== null && html`Last changed ${timeOf(at)} UTC, version ${countText(version)}.`}</p>
<div class="spaced">${
    rules.length === 0
      ? emptyState('No fees', 'Everything is sold for what suppliers ask.')
      : html`<div class="sheet"><table class="list"><thead><tr><th scope="col">Order</th><th scope="col">For</th><th scope="col">Fee</th>${isOwner && html`<th scope="col"><span class="unseen">To do</span></th>`}</tr></thead>
<tbody>${rules.map((rule, place) => renderRule(facts, rule, place, version))}</tbody></table></div>`
  }</div>
${isOwner ? renderForm(facts, rules.length) : html`<p class="hint spaced">Owners change fees.</p>`}`;
  return { section: 'prices', title: 'Prices', notice, body };
}

function renderRule(facts: ConsoleFacts, rule: PriceRuleView, place: number, version: number): Html {
  return html`<tr><th scope="row" data-label="Order">${place + 1}</th><td data-label="For"><span>${matchText(rule)}</span></td><td data-label="Fee"><span>${feeText(rule)}</span></td>
${
  facts.role === 'owner' &&
  html`<td data-label="To do">${form(facts, `${LIST}/remove`, html`<input type="hidden" name="version" value="${version}"><input type="hidden" name="rule" value="${place}"><button class="button small" type="submit" aria-label="Remove rule ${place + 1}">Remove</button>`)}</td>`
}</tr>`;
}

function matchText({ match, currency }: PriceRuleView): string {
  const { min_total: least, ...named } = match;
  const parts = Object.entries(named).map(([name, value]) => `${name} ${value}`);
  if (least !== undefined && currency !== undefined) parts.push(`from ${amountText(least, currency)}`);
  return parts.length === 0 ? 'Everything' : wordsOf(parts.join(', '));
}

function feeText({ currency, percent, fixed, minimum, maximum, round_to: roundTo }: PriceRuleView): string {
  const amount = (value: number) => (currency === undefined ? String(value) : amountText(value, currency));
  const parts = [
    ...(percent > 0 ? [`${percent} %`] : []),
    ...(fixed === undefined ? [] : [`${percent > 0 ? 'plus ' : ''}${amount(fixed)}`]),
  ];
  return [
    parts.length === 0 ? 'no fee' : parts.join(' '),
    ...(minimum === undefined ? [] : [`at least ${amount(minimum)}`]),
    ...(maximum === undefined ? [] : [`at most ${amount(maximum)}`]),
    ...(roundTo === undefined ? [] : [`rounded to ${amount(roundTo)}`]),
  ].join(', ');
}

/** Decimals as the currency has them; one that nobody knows is shown in its smallest unit. */
function amountText(value: number, currency: string): string {
  const decimals = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;
  return moneyText({ value, currency, decimal_places: decimals ?? 0 });
}

function renderForm(facts: ConsoleFacts, count: number): Html {
  const text = (name: string, label: string, hint: string) =>
    html`<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" maxlength="40" autocomplete="off" aria-describedby="${name}-hint"><p class="hint" id="${name}-hint">${hint}</p></div>`;
  const select = (name: string, label: string, values: readonly string[]) =>
    html`<div class="field"><label for="${name}">${label}</label><select id="${name}" name="${name}"><option value="">Any</option>${values.map((value) => html`<option value="${value}">${wordsOf(value)}</option>`)}</select></div>`;
  return html`<section class="card spaced" aria-labelledby="add"><h2 id="add">Add a rule</h2>${form(
    facts,
    LIST,
    html`<fieldset><legend>For</legend><div class="fields">${select('kind', 'Kind', KINDS)}${text('supplier', 'Supplier', 'As answers name it')}${text('carrier', 'Airline', 'IATA: LH')}${text('country', 'Country', 'ISO: FR')}${select('cabin', 'Cabin', CABINS)}</div></fieldset>
<fieldset><legend>Fee</legend><div class="fields">${text('percent', 'Percent', '2.5')}${text('currency', 'Currency', 'Of the amounts: EUR')}${text('fixed', 'Plus', 'An amount: 5.00')}${text('minimum', 'At least', 'An amount')}${text('maximum', 'At most', 'An amount')}${text('round_to', 'Rounded to', 'An amount: 1.00')}</div></fieldset>
${count > 0 && html`<div class="field"><label for="place">Tried</label><select id="place" name="place"><option value="last">After all others</option><option value="first">Before all others</option></select></div>`}
<button class="button primary" type="submit">Add rule</button>`,
    'stacked',
  )}</section>`;
}
