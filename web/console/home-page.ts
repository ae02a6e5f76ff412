import { html, type Html } from '../kit/html.ts';
import type { ConsolePage } from './frame.ts';
import { countText, dayText, emptyState, moneyText } from './parts.ts';
import type { DayView, OverviewView } from './view.ts';

/** Home: today, the last days, what waits for people, what does not work. */
export function homePage(overview: OverviewView): ConsolePage {
  const today = overview.days.at(-1);
  const body = html`<section aria-labelledby="today"><h2 id="today" class="unseen">Today</h2><div class="figures">
${figure('Revenue', today === undefined || today.revenue.length === 0 ? '–' : today.revenue.map(moneyText).join(' · '), 'Paid less given back, of bookings made today')}
${figure('Bookings', countText(today?.orders ?? 0), `${countText(sum(overview.days, ({ orders }) => orders))} in seven days`)}
${figure('Searches', countText(overview.searches_today), `${countText(overview.calls_today)} calls in all`)}
${figure('Failed', countText(today?.failed ?? 0), `${countText(sum(overview.days, ({ failed }) => failed))} in seven days`)}
</div></section>
<div class="columns"><section class="card" aria-labelledby="week"><h2 id="week">Bookings of seven days</h2>${renderWeek(overview.days)}</section>
<section class="card" aria-labelledby="waits"><h2 id="waits">What waits for people</h2>${renderWaiting(overview)}</section></div>`;
  return { section: 'home', title: 'Today', body };
}

function figure(label: string, value: string, note: string): Html {
  return html`<div class="figure"><p class="figure-label">${label}</p><p class="figure-value">${value}</p><p class="quiet">${note}</p></div>`;
}

const sum = (days: readonly DayView[], of: (day: DayView) => number): number =>
  days.reduce((total, day) => total + of(day), 0);

/** Height of the tallest bar, and the width of a day, in the units of the drawing. */
const CHART = { height: 120, day: 60, bar: 34, ground: 132 } as const;

/** Bars drawn by the server; the table beneath says the same to those who do not see them. */
function renderWeek(days: readonly DayView[]): Html {
  const top = Math.max(1, ...days.map(({ orders, failed }) => orders + failed));
  const heightOf = (count: number) => Math.round((count / top) * CHART.height);
  if (sum(days, ({ orders, failed }) => orders + failed) === 0)
    return emptyState(
      'No bookings yet',
      'The first one shows up here as soon as it is paid for.',
      html`<a class="button" href="/docs/guides/quick-start">Make a first booking</a>`,
    );
  return html`<svg class="chart" viewBox="0 0 ${days.length * CHART.day} 152" role="img" aria-label="Bookings by day; the table below holds the figures">
${days.map(({ orders, failed, date }, index) => {
  const x = index * CHART.day + (CHART.day - CHART.bar) / 2;
  const good = heightOf(orders);
  const bad = heightOf(failed);
  return html`<rect class="bar" x="${x}" y="${CHART.ground - good}" width="${CHART.bar}" height="${good}" rx="3"></rect><rect class="bar-bad" x="${x}" y="${CHART.ground - good - bad}" width="${CHART.bar}" height="${bad}" rx="3"></rect><text x="${x + CHART.bar / 2}" y="148" text-anchor="middle">${dayText(date).slice(0, 3)}</text>`;
})}<line x1="0" x2="${days.length * CHART.day}" y1="${CHART.ground}" y2="${CHART.ground}"></line></svg>
<details class="figures-table"><summary>Figures</summary><table><thead><tr><th scope="col">Day</th><th scope="col" class="number">Bookings</th><th scope="col" class="number">Failed</th><th scope="col" class="number">Revenue</th></tr></thead>
<tbody>${days.map((day) => html`<tr><th scope="row">${dayText(day.date)}</th><td class="number">${countText(day.orders)}</td><td class="number">${countText(day.failed)}</td><td class="number">${day.revenue.length === 0 ? '–' : day.revenue.map(moneyText).join(' · ')}</td></tr>`)}</tbody></table></details>`;
}

function renderWaiting({ waiting, problems }: OverviewView): Html {
  const rows = [
    [waiting.decisions, 'refunds or cancellations to decide or settle', '/console/cases', 'bad'],
    [
      waiting.slow_fulfilments,
      'bookings that have not been confirmed for six hours',
      '/console/bookings?status=pending',
      'bad',
    ],
    [
      waiting.fulfilments - waiting.slow_fulfilments,
      'bookings being confirmed',
      '/console/bookings?status=pending',
      'open',
    ],
    [waiting.supplier_people, 'refunds that a supplier decides', '/console/cases', 'open'],
    [problems.unsent_mails, 'mails that nobody received today', undefined, 'bad'],
    [problems.failing_webhooks, 'webhooks that are failing', '/console/webhooks', 'bad'],
    [problems.disabled_webhooks, 'webhooks that were switched off', '/console/webhooks', 'bad'],
  ] as const;
  const shown = rows.filter(([count]) => count > 0);
  if (shown.length === 0)
    return html`<div class="empty"><h3>All clear</h3><p>Nothing waits for you, and nothing is failing.</p></div>`;
  return html`<ul class="todo">${shown.map(
    ([count, text, path, tone]) =>
      html`<li><span class="todo-count todo-${tone}">${countText(count)}</span>${path === undefined ? html`<span>${text}</span>` : html`<a href="${path}">${text}</a>`}</li>`,
  )}</ul>`;
}
