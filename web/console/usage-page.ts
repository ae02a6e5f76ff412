import { html, type Html } from '../kit/html.ts';
import type { ConsolePage } from './frame.ts';
import { countText, dayText, emptyState, factList, hrefOf, timeOf } from './parts.ts';
import type { ConsoleFacts, KeyView, SpentView, UsageView } from './view.ts';

/** Days that the table by day shows: the newest. */
const DAYS_SHOWN = 14;

/** What is left of credit and quotas, how fast each key may call, and what was called. */
export function usagePage(facts: ConsoleFacts, usage: UsageView): ConsolePage {
  const body = html`<section class="card" aria-labelledby="credit"><h2 id="credit">Credit</h2>${renderCredit(usage)}</section>
<section class="spaced" aria-labelledby="keys"><h2 id="keys">Keys</h2>${renderKeys(usage)}</section>
${usage.users.length > 0 && html`<section class="spaced" aria-labelledby="people"><h2 id="people">People</h2>${renderSpent('Person', usage.users)}</section>`}
<div class="columns"><section class="card" aria-labelledby="operations"><h2 id="operations">By operation, 30 days</h2>${renderOperations(usage)}</section>
<section class="card" aria-labelledby="days"><h2 id="days">By day</h2>${renderDays(usage)}</section></div>
<section class="card spaced" aria-labelledby="limits"><h2 id="limits">When a call is refused</h2>${renderLimits(facts)}</section>`;
  return { section: 'usage', title: 'Usage and limits', body };
}

function renderCredit({ account }: UsageView): Html {
  return factList([
    [
      'Credits',
      account.is_unlimited
        ? 'No limit'
        : html`<span class="strong">${countText(account.balance)}</span> left${account.balance === 0 && html` <span class="badge badge-bad">Searches are refused</span>`}`,
    ],
    ['Environment', account.environment === 'sandbox' ? 'Sandbox: nothing real is sold' : 'Production'],
    ['Calls', account.is_unlimited ? 'Neither quota nor rate: they are only counted' : undefined],
  ]);
}

function renderKeys({ keys, rates }: UsageView): Html {
  if (keys.length === 0)
    return emptyState(
      'No keys yet',
      'A program calls with a key of its own.',
      html`<a class="button" href="/console/keys">Keys</a>`,
    );
  return renderSpent('Key', keys, rates);
}

function renderSpent(
  head: string,
  spent: readonly SpentView[],
  rates: ReadonlyMap<string, KeyView['rate']> = new Map(),
): Html {
  return html`<div class="sheet"><table class="list"><thead><tr><th scope="col">${head}</th><th scope="col" class="number">Calls, 30 days</th><th scope="col">Quota left</th><th scope="col">Free again (UTC)</th><th scope="col">Calls a second</th><th scope="col">Refused</th></tr></thead>
<tbody>${spent.map((one) => {
    const rate = rates.get(one.id);
    return html`<tr><th scope="row" data-label="${head}">${one.name}${one.hasEnded && html` <span class="badge badge-quiet">Ended</span>`}${one.prefix !== undefined && html`<code class="under quiet">${one.prefix}…</code>`}</th>
<td data-label="Calls, 30 days" class="number">${countText(one.used)}</td>
<td data-label="Quota left">${renderQuota(one)}</td>
<td data-label="Free again (UTC)">${one.resetsAt === undefined ? '–' : timeOf(one.resetsAt)}</td>
<td data-label="Calls a second">${rate === undefined ? '–' : `${countText(rate.per_second)}, at once ${countText(rate.burst)}`}</td>
<td data-label="Refused"><a href="${hrefOf('/console/requests', { credential: one.id, status: 'refused' })}" aria-label="Refused calls of ${one.name}">Refused calls</a></td></tr>`;
  })}</tbody></table></div>`;
}

function renderQuota({ name, limit, remaining }: SpentView): Html {
  if (limit === undefined || remaining === undefined) return html`<span class="quiet">no quota</span>`;
  const tone = remaining === 0 ? 'bad' : 'quiet';
  return html`<span class="meter-row"><meter min="0" max="${limit}" low="${Math.ceil(limit / 10)}" optimum="${limit}" value="${remaining}" aria-label="Quota left of ${name}"></meter><span class="${tone === 'bad' ? 'strong' : ''}">${countText(remaining)} of ${countText(limit)}</span></span>`;
}

function renderOperations({ days }: UsageView): Html {
  const totals = new Map<string, { calls: number; credits: number }>();
  for (const { operation, calls, credits } of days) {
    const total = totals.get(operation) ?? { calls: 0, credits: 0 };
    totals.set(operation, { calls: total.calls + calls, credits: total.credits + credits });
  }
  if (totals.size === 0) return html`<p class="quiet">Nothing that costs credit was called.</p>`;
  const rows = [...totals].toSorted(([, one], [, other]) => other.calls - one.calls);
  return renderCounts('Operation', rows);
}

function renderDays({ days }: UsageView): Html {
  const totals = new Map<string, { calls: number; credits: number }>();
  for (const { date, calls, credits } of days) {
    const total = totals.get(date) ?? { calls: 0, credits: 0 };
    totals.set(date, { calls: total.calls + calls, credits: total.credits + credits });
  }
  if (totals.size === 0) return html`<p class="quiet">No day yet.</p>`;
  const rows = [...totals].toSorted(([one], [other]) => (one < other ? 1 : -1)).slice(0, DAYS_SHOWN);
  return renderCounts(
    'Day',
    rows.map(([date, total]) => [dayText(date), total]),
  );
}

function renderCounts(
  head: string,
  rows: readonly (readonly [string, { readonly calls: number; readonly credits: number }])[],
): Html {
  return html`<div class="sheet flat"><table class="list"><thead><tr><th scope="col">${head}</th><th scope="col" class="number">Calls</th><th scope="col" class="number">Credits</th></tr></thead>
<tbody>${rows.map(([name, { calls, credits }]) => html`<tr><th scope="row" data-label="${head}"><span class="breakable">${name}</span></th><td data-label="Calls" class="number">${countText(calls)}</td><td data-label="Credits" class="number">${countText(credits)}</td></tr>`)}</tbody></table></div>`;
}

function renderLimits(facts: ConsoleFacts): Html {
  return html`${factList([
    [
      '429 rate',
      'More calls at once than a key, or one end user behind it, may make. Free again within seconds; the answer says when.',
    ],
    ['429 quota', 'The key has used its calls of 30 days. Each call stops counting 30 days after it was made.'],
    ['429 concurrency', 'As many long searches are under way as the organization may have. One that ends makes room.'],
    ['429 supplier', 'As many calls to a supplier as this service allows itself are under way or used.'],
    ['402', 'No credit is left. What costs nothing still works.'],
  ])}
<p class="deeds"><a class="button" href="${hrefOf('/console/requests', { status: '4xx' })}">Calls that were refused</a>${facts.isSandbox && html` <a class="button" href="/docs/guides/sandbox">More credit in the sandbox</a>`}</p>`;
}
