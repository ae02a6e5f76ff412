import { html, type Html } from '../kit/html.ts';
import type { ConsolePage } from './frame.ts';
import { badge, emptyState, moneyText, pager, timeOf } from './parts.ts';
import type { BookingView, Notice, SearchView } from './view.ts';

const STATUSES = ['pending', 'confirmed', 'completed', 'cancelled', 'failed'] as const;

/** Bookings as a list, and the form that narrows it. */
export function bookingsPage(
  search: SearchView,
  found: { readonly bookings: readonly BookingView[]; readonly next: string | undefined; readonly token: string },
  notice?: Notice,
): ConsolePage {
  const isNarrowed = Object.values(search).some((value) => value !== '');
  const { query, status, since, until } = search;
  // What was not looked for is not said to be missing.
  const wasRefused = notice?.kind === 'bad';
  const list =
    found.bookings.length > 0
      ? html`${renderTable(found.bookings)}${pager('/console/bookings', { query, status, since, until, page_token: found.token }, found.next)}`
      : wasRefused
        ? html`<p><a class="button" href="/console/bookings">All bookings</a></p>`
        : isNarrowed
          ? emptyState(
              'Nothing found',
              'No booking matches. Try less of it: the beginning of a last name or of an address is enough.',
              html`<a class="button" href="/console/bookings">All bookings</a>`,
            )
          : emptyState(
              'No bookings yet',
              'What is sold through the API shows up here.',
              html`<a class="button" href="/docs/guides/quick-start">Make a first booking</a>`,
            );
  return { section: 'bookings', title: 'Bookings', query, notice, body: html`${renderFilters(search)}${list}` };
}

function renderFilters({ query, status, since, until }: SearchView): Html {
  return html`<form class="filters" method="get" action="/console/bookings">
<div class="field grow"><label for="query">Search</label><input id="query" name="query" value="${query}" maxlength="200" autocomplete="off" aria-describedby="query-hint"><p class="hint" id="query-hint">Reference, last name, mail, PNR, ticket, order, end user or trip</p></div>
<div class="field"><label for="status">Status</label><select id="status" name="status"><option value="">Any</option>${STATUSES.map((one) => html`<option value="${one}"${one === status && html` selected`}>${one.charAt(0).toUpperCase()}${one.slice(1)}</option>`)}</select></div>
<div class="field"><label for="since">Made from</label><input id="since" name="since" type="date" value="${since}"></div>
<div class="field"><label for="until">Made before</label><input id="until" name="until" type="date" value="${until}"></div>
<button class="button primary" type="submit">Find</button>
</form>`;
}

function renderTable(bookings: readonly BookingView[]): Html {
  return html`<div class="sheet"><table class="list">
<thead><tr><th scope="col">Reference</th><th scope="col">Traveler</th><th scope="col">Bought</th><th scope="col">Status</th><th scope="col" class="number">Paid</th><th scope="col">Made (UTC)</th></tr></thead>
<tbody>${bookings.map(renderRow)}</tbody></table></div>`;
}

function renderRow(booking: BookingView): Html {
  const { booking_ref: ref, customer_contact: contact, items, status, total_paid: paid, created_at: at } = booking;
  return html`<tr><th scope="row" data-label="Reference"><a href="/console/bookings/${ref}">${ref}</a></th>
<td data-label="Traveler">${booking.personal_data_erased_at === undefined ? html`<span class="strong">${contact.first_name} ${contact.last_name}</span><span class="quiet under">${contact.email}</span>` : html`<span class="quiet">erased</span>`}</td>
<td data-label="Bought">${items.map(({ confirmation }) => html`<span class="under-line">${confirmation.product_summary}</span>`)}</td>
<td data-label="Status">${badge(status)}</td>
<td data-label="Paid" class="number">${moneyText(paid)}</td>
<td data-label="Made (UTC)">${timeOf(at)}</td></tr>`;
}
