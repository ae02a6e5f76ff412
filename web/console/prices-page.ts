import { html, type Html } from '../kit/html.ts';
import type { ConsolePage } from './frame.ts';
import { countText, emptyState, form, moneyText, timeOf, wordsOf } from './parts.ts';
import type { ConsoleFacts, Notice } from './view.ts';
import type { PriceRuleView, TriedFeeView } from './view-settings.ts';

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
<p class="spaced"><a class="button" href="${LIST}/try">Try fees out</a></p>
${isOwner ? renderForm(facts, rules.length) : html`<p class="hint spaced">Owners change fees.</p>`}`;
  return { section: 'prices', title: 'Prices', notice, body };
}

function renderRule(facts: ConsoleFacts, rule: PriceRuleView, place: number, version: number): Html {
  return html`<tr><th scope="row" data-label="Order">${place + 1}</th><td data-label="For"><span>${matchText(rule)}</span>${rule.enabled === false && html`<span class="under"><span class="badge badge-quiet">Switched off</span></span>`}</td><td data-label="Fee"><span>${feeText(rule)}</span></td>
${
  facts.role === 'owner' &&
  html`<td data-label="To do"><div class="deeds">${renderRuleSwitch(facts, rule, place, version)}${form(facts, `${LIST}/remove`, html`<input type="hidden" name="version" value="${version}"><input type="hidden" name="rule" value="${place}"><button class="button small" type="submit" aria-label="Remove rule ${place + 1}">Remove</button>`)}</div></td>`
}</tr>`;
}

function renderRuleSwitch(facts: ConsoleFacts, { enabled }: PriceRuleView, place: number, version: number): Html {
  const word = enabled === false ? 'Switch on' : 'Switch off';
  return form(
    facts,
    `${LIST}/switch`,
    html`<input type="hidden" name="version" value="${version}"><input type="hidden" name="rule" value="${place}"><input type="hidden" name="enabled" value="${enabled === false ? 'yes' : 'no'}"><button class="button small" type="submit" aria-label="${word} rule ${place + 1}">${word}</button>`,
  );
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

/** The fields of a form, holding what was typed. */
function fieldsOf(typed: Readonly<Record<string, string>>) {
  return {
    text: (name: string, label: string, hint: string) =>
      html`<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" value="${typed[name] ?? ''}" maxlength="40" autocomplete="off" aria-describedby="${name}-hint"><p class="hint" id="${name}-hint">${hint}</p></div>`,
    select: (name: string, label: string, values: readonly string[], any?: string) =>
      html`<div class="field"><label for="${name}">${label}</label><select id="${name}" name="${name}">${any !== undefined && html`<option value="">${any}</option>`}${values.map((value) => html`<option value="${value}"${typed[name] === value && html` selected`}>${wordsOf(value)}</option>`)}</select></div>`,
  };
}

/** A price to try fees on, a draft rule, and what came of them. */
export function tryPricesPage(
  facts: ConsoleFacts,
  view: {
    readonly typed: Readonly<Record<string, string>>;
    readonly tried: { readonly current: TriedFeeView; readonly draft?: TriedFeeView | undefined } | undefined;
  },
  notice?: Notice,
): ConsolePage {
  const { text, select } = fieldsOf(view.typed);
  const body = html`${view.tried && renderTried(view.tried)}<section class="card spaced" aria-labelledby="example"><h2 id="example">A price</h2><p class="hint">Nothing is saved, and no supplier is asked. Rules look at nothing else: dates and travelers count by what they cost.</p>${form(
    facts,
    `${LIST}/try`,
    html`<div class="fields">${select('kind', 'Kind', KINDS)}${text('amount', 'The supplier asks', 'For the whole party: 1200.00')}${text('currency', 'Currency', 'EUR')}${text('supplier', 'Supplier', 'As answers name it')}${text('carrier', 'Airline', 'IATA: LH')}${text('destination', 'Destination', 'Airport or city: JFK')}${select('cabin', 'Cabin', CABINS, 'Not stated')}</div>
<fieldset><legend>A draft rule, if you like</legend><div class="fields">${select('draft_kind', 'For', KINDS, 'Any')}${text('draft_supplier', 'Draft: supplier', 'As answers name it')}${text('draft_carrier', 'Draft: airline', 'IATA: LH')}${text('draft_country', 'Draft: country', 'ISO: FR')}${select('draft_cabin', 'Draft: cabin', CABINS, 'Any')}${text('draft_percent', 'Percent', '2.5')}${text('draft_currency', 'Draft: currency', 'Of its amounts: EUR')}${text('draft_fixed', 'Plus', 'An amount: 5.00')}${text('draft_minimum', 'At least', 'An amount')}${text('draft_maximum', 'At most', 'An amount')}${text('draft_round_to', 'Rounded to', 'An amount: 1.00')}${select('draft_place', 'Tried', ['first', 'last'])}</div></fieldset>
<button class="button primary" type="submit">Try</button>`,
    'stacked',
  )}</section>`;
  return { section: 'prices', title: 'Try fees out', crumbs: [[LIST, 'Prices']], notice, body };
}

function renderTried({
  current,
  draft,
}: {
  readonly current: TriedFeeView;
  readonly draft?: TriedFeeView | undefined;
}): Html {
  const row = (name: string, { fee, total, rule }: TriedFeeView) =>
    html`<tr><th scope="row" data-label="Rules">${name}</th><td data-label="Fee">${moneyText(fee)}</td><td data-label="Customers pay">${moneyText(total)}</td><td data-label="By">${rule === null ? html`<span class="quiet">no rule matches</span>` : `rule ${rule + 1}`}</td></tr>`;
  return html`<section aria-labelledby="came"><h2 id="came" class="unseen">What came of it</h2><div class="sheet"><table class="list"><thead><tr><th scope="col">Rules</th><th scope="col">Fee</th><th scope="col">Customers pay</th><th scope="col">By</th></tr></thead><tbody>${row('As they are', current)}${draft && row('With the draft', draft)}</tbody></table></div></section>`;
}

function renderForm(facts: ConsoleFacts, count: number): Html {
  const { text, select } = fieldsOf({});
  return html`<section class="card spaced" aria-labelledby="add"><h2 id="add">Add a rule</h2>${form(
    facts,
    LIST,
    html`<fieldset><legend>For</legend><div class="fields">${select('kind', 'Kind', KINDS, 'Any')}${text('supplier', 'Supplier', 'As answers name it')}${text('carrier', 'Airline', 'IATA: LH')}${text('country', 'Country', 'ISO: FR')}${select('cabin', 'Cabin', CABINS, 'Any')}</div></fieldset>
<fieldset><legend>Fee</legend><div class="fields">${text('percent', 'Percent', '2.5')}${text('currency', 'Currency', 'Of the amounts: EUR')}${text('fixed', 'Plus', 'An amount: 5.00')}${text('minimum', 'At least', 'An amount')}${text('maximum', 'At most', 'An amount')}${text('round_to', 'Rounded to', 'An amount: 1.00')}</div></fieldset>
${count > 0 && html`<div class="field"><label for="place">Tried</label><select id="place" name="place"><option value="last">After all others</option><option value="first">Before all others</option></select></div>`}
<button class="button primary" type="submit">Add rule</button>`,
    'stacked',
  )}</section>`;
}
