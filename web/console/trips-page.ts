import { html, type Html } from '../kit/html.ts';
import type { ConsolePage } from './frame.ts';
import { badge, emptyState, hrefOf, moneyText, pager, timeOf, wordsOf } from './parts.ts';
import type { TripView } from './view.ts';

const LIST = '/console/trips';
const STATUSES = ['', 'draft', 'quoted', 'fulfilling', 'failed', 'expired'] as const;

/** Trips, newest first: what is being put together, quoted, paid for. */
export function tripsPage(view: {
  readonly trips: readonly TripView[];
  readonly next: string | undefined;
  readonly token: string;
  readonly status: string;
}): ConsolePage {
  const { trips, next, token, status } = view;
  const tabs = html`<nav class="tabs" aria-label="Trips by status"><ul>${STATUSES.map((one) => html`<li><a class="tab" href="${hrefOf(LIST, { status: one })}"${one === status && html` aria-current="true"`}>${one === '' ? 'All' : wordsOf(one)}</a></li>`)}</ul></nav>`;
  const list =
    trips.length === 0
      ? emptyState('No trips', status === '' ? 'What travelers put together shows up here.' : 'None of this status.')
      : html`<div class="sheet"><table class="list"><thead><tr><th scope="col">Trip</th><th scope="col">Holds</th><th scope="col">Status</th><th scope="col">Quote</th><th scope="col" class="number">Total</th><th scope="col">Changed (UTC)</th></tr></thead><tbody>${trips.map(renderTrip)}</tbody></table></div>`;
  return {
    section: 'trips',
    title: 'Trips',
    body: html`${tabs}${list}${pager(LIST, { status, page_token: token }, next)}`,
  };
}

function renderTrip(trip: TripView): Html {
  const { trip_id: id, items, status, quote, totals, updated_at: at, booking_ref: ref } = trip;
  return html`<tr><th scope="row" data-label="Trip">${
    ref === undefined
      ? html`<a href="${hrefOf('/console/requests', { path: `/v1/trip/${id}` })}" aria-label="Calls about ${id}"><code>${id}</code></a>`
      : html`<a href="/console/bookings/${ref}">${ref}</a><code class="under quiet">${id}</code>`
  }</th>
<td data-label="Holds">${items.length === 0 ? html`<span class="quiet">nothing</span>` : items.map(({ description }) => html`<span class="under-line">${description}</span>`)}</td>
<td data-label="Status">${badge(status)}</td>
<td data-label="Quote">${quote.status === 'none' || ref !== undefined ? '–' : html`<span>${wordsOf(quote.status)}</span>${quote.status === 'ready' && quote.expires_at !== undefined && html`<span class="under quiet">until ${timeOf(quote.expires_at)}</span>`}`}</td>
<td data-label="Total" class="number">${items.length === 0 ? '–' : moneyText({ ...totals, value: totals.total })}</td>
<td data-label="Changed (UTC)">${timeOf(at)}</td></tr>`;
}
