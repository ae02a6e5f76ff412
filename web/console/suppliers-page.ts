import { html, type Html } from '../kit/html.ts';
import type { ConsolePage } from './frame.ts';
import { badge, countText, emptyState, factList, form, timeOf, wordsOf } from './parts.ts';
import type { ConsoleFacts, Notice } from './view.ts';
import type { SupplierAccountView, SupplierView } from './view-settings.ts';

const LIST = '/console/suppliers';
const CRUMBS = [[LIST, 'Suppliers']] as const;
const SWITCH = 'switch_supplier_sale';

/** Who serves what is sold, and with whose accounts. */
export interface SuppliersView {
  readonly suppliers: readonly SupplierView[];
  readonly usesInstallation: boolean;
  readonly accounts: readonly SupplierAccountView[];
}

/** Suppliers that are sold through now, and the organization's own accounts with their health. */
export function suppliersPage(
  facts: ConsoleFacts,
  { suppliers, usesInstallation, accounts }: SuppliersView,
  notice?: Notice,
): ConsolePage {
  const isOwner = facts.role === 'owner';
  const body = html`<section aria-labelledby="now"><h2 id="now" class="unseen">Suppliers</h2>${
    suppliers.length === 0
      ? emptyState(
          'Nothing is sold',
          'No supplier is connected with an account that this organization may sell through.',
        )
      : html`<div class="sheet"><table class="list"><thead><tr><th scope="col">Supplier</th><th scope="col">Sells</th><th scope="col">Sale</th><th scope="col">Health</th><th scope="col">Searches today (UTC)</th>${facts.may(SWITCH) && html`<th scope="col"><span class="unseen">To do</span></th>`}</tr></thead><tbody>${suppliers.map((supplier) => renderSupplier(facts, supplier))}</tbody></table></div>`
  }</section>
<section class="spaced" aria-labelledby="own"><h2 id="own">Your own accounts</h2>${
    accounts.length === 0
      ? html`<div class="card"><p>None. One is added by API, <code>POST /v1/supplier_accounts</code>, or on the command line, <code>bly admin add-supplier-account</code>.</p></div>`
      : html`<ul class="stack">${accounts.map((account) => renderAccount(facts, account))}</ul>`
  }</section>
<section class="card spaced" aria-labelledby="installation"><h2 id="installation">Accounts of this installation</h2><p>${usesInstallation ? 'Sold through where there is no account of your own.' : 'Not sold through: only accounts of your own are.'}</p>${
    isOwner &&
    form(
      facts,
      `${LIST}/installation`,
      html`<input type="hidden" name="use" value="${usesInstallation ? 'no' : 'yes'}"><div class="deeds"><button class="button" type="submit">${usesInstallation ? 'Sell only through your own' : 'Sell through them, too'}</button></div>`,
    )
  }</section>
<p class="hint spaced">A supplier that is switched off is searched no more within a second; quotes and payments of it are refused at once. An account that is switched off counts within five seconds. Bookings made before go on being serviced.</p>`;
  return { section: 'suppliers', title: 'Suppliers', notice, body };
}

function renderSupplier(facts: ConsoleFacts, view: SupplierView): Html {
  const { supplier, kinds } = view;
  return html`<tr><th scope="row" data-label="Supplier">${wordsOf(supplier)}</th><td data-label="Sells"><span>${kinds.map(wordsOf).join(', ')}</span></td><td data-label="Sale">${renderSale(view)}</td><td data-label="Health">${renderHealth(view)}</td><td data-label="Searches today (UTC)">${renderBudget(view)}</td>${facts.may(SWITCH) && html`<td data-label="To do">${renderSwitch(facts, view)}</td>`}</tr>`;
}

/** How it does, since when, and the last call that failed, as its support wants to know it. */
function renderHealth({ status, since, last_error: failed }: SupplierView): Html {
  const parts = failed === undefined ? [] : [failed.status ?? 'no answer', failed.request_id, failed.detail];
  return html`${badge(status)}${since !== undefined && html`<span class="under quiet">since ${timeOf(since)} UTC</span>`}${
    failed !== undefined &&
    html`<span class="under quiet">Last error ${timeOf(failed.at)} UTC: ${parts.filter((part) => part !== undefined).join(' · ')}</span>`
  }`;
}

function renderBudget({ searches_today: searches, account_id: account }: SupplierView): Html {
  if (searches === undefined) return html`<span class="quiet">no budget</span>`;
  const { used, max } = searches;
  const whose = account === 'installation' ? 'yours, with the installation’s account' : 'with your own account';
  return html`${countText(used)}${max !== null && ` of ${countText(max)}`}<span class="under quiet">${whose}</span>`;
}

function renderSale({ switched_off: off }: SupplierView): Html {
  if (off === undefined) return html`<span class="badge badge-good">For sale</span>`;
  const who = off.by === 'installation' ? 'By the operator' : 'By your organization';
  return html`<span class="badge badge-bad">Switched off</span><span class="under quiet">${who}, ${timeOf(off.since)} UTC: ${off.reason}</span>`;
}

function renderSwitch(facts: ConsoleFacts, { supplier, switched_off: off }: SupplierView): Html | undefined {
  const name = wordsOf(supplier);
  if (off === undefined)
    return html`<a class="button small" href="${LIST}/${supplier}/off" aria-label="Switch off… ${name}">Switch off…</a>`;
  if (off.by === 'installation') return undefined;
  return form(
    facts,
    `${LIST}/${supplier}/on`,
    html`<button class="button small" type="submit" aria-label="Switch on ${name}">Switch on</button>`,
  );
}

/** Asks why, and once more, before nothing of a supplier is sold. */
export function switchOffPage(facts: ConsoleFacts, { supplier, kinds }: SupplierView): ConsolePage {
  const body = html`<div class="card narrow">${factList([
    ['Supplier', wordsOf(supplier)],
    ['Sells', kinds.map(wordsOf).join(', ')],
  ])}<p>Nothing of it is searched, quoted or paid until it is switched on again. Bookings made with it go on being serviced.</p>${form(
    facts,
    `${LIST}/${supplier}/off`,
    html`<div class="field"><label for="reason">Why</label><input class="wide-input" id="reason" name="reason" required maxlength="200" autocomplete="off" aria-describedby="reason-hint"><p class="hint" id="reason-hint">Your people read it wherever something is refused; travelers do not</p></div><div class="deeds"><button class="button grave" type="submit">Switch off now</button><a class="button" href="${LIST}">Keep selling</a></div>`,
    'stacked',
  )}</div>`;
  return { section: 'suppliers', title: `Switch ${wordsOf(supplier)} off?`, crumbs: CRUMBS, body };
}

function renderAccount(facts: ConsoleFacts, account: SupplierAccountView): Html {
  const { account_id: id, supplier, enabled, settings, status, status_since: since, status_detail: detail } = account;
  const name = `${wordsOf(supplier)} …${account.token_ends_in}`;
  return html`<li class="card"><div class="item-head"><div><h3>${name}</h3><p class="quiet">${account.is_live ? 'Live' : 'Test'} · <code>${id}</code></p></div><div class="item-side">${badge(status)}${!enabled && html`<span class="badge badge-bad">Not sold through</span>`}</div></div>
${factList([
  ['Sells', settings.kinds.map(wordsOf).join(', ')],
  [
    'Budget',
    settings.max_searches_per_day === null
      ? 'As many searches as the supplier allows'
      : `${countText(settings.max_searches_per_day)} searches a day (UTC)`,
  ],
  ['Paid from', settings.paid_from === undefined ? undefined : wordsOf(settings.paid_from)],
  ['Since', since === undefined ? undefined : html`${timeOf(since)} UTC`],
  ['Last error', detail],
  ['Events', account.has_webhook_secret ? 'taken' : 'not taken: no secret of its webhook is stored'],
])}
${facts.role === 'owner' && html`<div class="item-deeds">${form(facts, `${LIST}/accounts/${id}`, html`<input type="hidden" name="enabled" value="${enabled ? 'no' : 'yes'}"><button class="button" type="submit" aria-label="${enabled ? 'Switch off for sale' : 'Sell through it again'}: ${name}">${enabled ? 'Switch off for sale' : 'Sell through it again'}</button>`)}</div>`}</li>`;
}
