import { html, type Html } from '../kit/html.ts';
import type { ConsolePage } from './frame.ts';
import { badge, factList, form, hrefOf, moneyText, timeOf, wordsOf } from './parts.ts';
import { renderTimeline, titleOf } from './timeline.ts';
import type { BookingView, ConsoleFacts, EntryView, InvoiceView, ItemView, LedgerView, Notice } from './view.ts';

/** One booking, with everything that is known of it. */
export interface WholeBooking {
  readonly booking: BookingView;
  readonly entries: readonly EntryView[];
  readonly ledger: LedgerView;
  readonly invoices: readonly InvoiceView[];
  /** Names of people and keys, by id. */
  readonly people: ReadonlyMap<string, string>;
}

/** One booking: what was bought, what happened, the money, the mails, and what may be done about it. */
export function bookingPage(facts: ConsoleFacts, whole: WholeBooking, notice?: Notice): ConsolePage {
  const { booking, entries, ledger, invoices, people } = whole;
  const path = `/console/bookings/${booking.booking_ref}`;
  const body = html`<div class="pair"><div>
<section class="bought" aria-labelledby="items"><h2 id="items">What was bought</h2>${booking.items.map((item) => renderItem(facts, path, item))}</section>
<section class="card" aria-labelledby="timeline"><h2 id="timeline">Timeline</h2>${renderTimeline(entries, people)}</section>
<section class="card" aria-labelledby="money"><h2 id="money">Money</h2>${renderLedger(ledger)}</section>
</div><div>
<section class="card" aria-labelledby="about"><h2 id="about">Details</h2>${renderAbout(booking)}</section>
<section class="card" aria-labelledby="notes"><h2 id="notes">Notes</h2>${renderNotes(facts, path, whole)}</section>
<section class="card" aria-labelledby="mails"><h2 id="mails">Mails</h2>${renderMails(facts, path, entries)}</section>
<section class="card" aria-labelledby="documents"><h2 id="documents">Documents</h2>${renderDocuments(booking, invoices)}</section>
</div></div>`;
  return {
    section: 'bookings',
    title: booking.booking_ref,
    crumbs: [['/console/bookings', 'Bookings']],
    aside: renderActions(facts, path, whole),
    notice,
    body,
  };
}

function renderActions(facts: ConsoleFacts, path: string, { booking, entries }: WholeBooking): Html {
  const isOpen =
    booking.status === 'pending' || entries.some(({ kind, outcome }) => kind === 'change' && outcome === 'open');
  return html`${badge(booking.status)}${isOpen && facts.may('retry_booking') && form(facts, `${path}/retry`, html`<button class="button" type="submit">Try again now</button>`)}
${facts.may('exchange_commit') && booking.status !== 'failed' && form(facts, `${path}/as-traveler`, html`<button class="button" type="submit">Open the traveler’s page</button>`)}`;
}

const CANCELS: Readonly<Record<string, string>> = {
  refund_check: 'Refund',
  hotel_cancel: 'Cancel',
  car_cancel: 'Cancel',
};

function renderItem(facts: ConsoleFacts, path: string, item: ItemView): Html {
  const { confirmation, refund } = item;
  const cancel = item.available_actions.find((action) => CANCELS[action] !== undefined);
  const canChange = item.available_actions.some((action) => action.includes('exchange'));
  return html`<div class="card item"><div class="item-head"><div><p class="quiet">${wordsOf(item.kind)} · ${wordsOf(item.provider)}</p><h3>${confirmation.product_summary}</h3></div><div class="item-side"><span class="strong">${moneyText(confirmation.total_paid)}</span>${badge(item.status)}</div></div>
${factList([
  [
    'Confirmation',
    confirmation.confirmation_number === null ? undefined : html`<code>${confirmation.confirmation_number}</code>`,
  ],
  ['Order', item.order_id === null ? undefined : html`<code>${item.order_id}</code>`],
  ['Tickets', item.ticket_numbers.length === 0 ? undefined : html`<code>${item.ticket_numbers.join(', ')}</code>`],
  [
    'Refund',
    refund &&
      html`${badge(refund.refund_status)} ${moneyText(refund.refunded)} <code>${refund.refund_reference}</code>`,
  ],
])}
${
  (cancel !== undefined || canChange) &&
  html`<div class="item-deeds">${cancel !== undefined && facts.may('refund_commit') && html`<a class="button" href="${path}/cancel/${item.item_id}" aria-label="${CANCELS[cancel]} ${confirmation.product_summary}">${CANCELS[cancel]}…</a>`}${canChange && facts.may('exchange_commit') && form(facts, `${path}/as-traveler`, html`<button class="button" type="submit" aria-label="Change ${confirmation.product_summary}">Change…</button>`)}</div>`
}</div>`;
}

function renderAbout(booking: BookingView): Html {
  const { customer_contact: contact, travelers, personal_data_erased_at: erasedAt } = booking;
  return factList([
    ['Personal data', erasedAt === undefined ? undefined : html`erased ${timeOf(erasedAt)} UTC`],
    [
      'Contact',
      erasedAt === undefined
        ? html`${contact.first_name} ${contact.last_name}<br><a href="mailto:${contact.email}">${contact.email}</a><br>${contact.phone_number}`
        : undefined,
    ],
    [
      'Travelers',
      html`${travelers.map(({ first_name: first, last_name: last, passenger_type: type }) => html`<span class="under-line">${first} ${last} <span class="quiet">${wordsOf(type.toLowerCase())}</span></span>`)}`,
    ],
    ['Paid', moneyText(booking.total_paid)],
    ['Given back', moneyText(booking.total_refunded)],
    ['Made', html`${timeOf(booking.created_at)} UTC`],
    ['Trip', html`<code>${booking.trip_id}</code>`],
    [
      'Calls',
      html`<a href="${hrefOf('/console/requests', { path: `/v1/bookings/${booking.booking_ref}` })}">about the booking</a>, <a href="${hrefOf('/console/requests', { path: `/v1/trip/${booking.trip_id}` })}">about the trip</a>`,
    ],
    ['End user', booking.end_user_id === undefined ? undefined : html`<code>${booking.end_user_id}</code>`],
  ]);
}

function renderNotes(facts: ConsoleFacts, path: string, { entries, people }: WholeBooking): Html {
  const notes = entries.filter(({ kind }) => kind === 'note');
  return html`${notes.length === 0 ? html`<p class="quiet">No notes yet. Travelers never see them.</p>` : html`<ul class="notes">${notes.map(({ at, detail, by }) => html`<li class="note"><p class="note-text">${detail}</p><p class="quiet">${by !== undefined && (people.get(by) ?? by)} · ${timeOf(at)}</p></li>`)}</ul>`}
${facts.may('create_booking_note') && form(facts, `${path}/notes`, html`<div class="field"><label for="text">New note</label><textarea id="text" name="text" rows="3" maxlength="4000" required></textarea></div><button class="button" type="submit">Add note</button>`, 'stacked')}`;
}

function renderMails(facts: ConsoleFacts, path: string, entries: readonly EntryView[]): Html {
  const mails = entries.filter(({ kind }) => kind === 'mail');
  if (mails.length === 0) return html`<p class="quiet">No mail has gone out yet.</p>`;
  return html`<ul class="rows">${mails.map((mail) => {
    const [what = '', status = ''] = mail.what.split('.');
    return html`<li><div><p class="strong">${wordsOf(what)}</p><p class="quiet">${timeOf(mail.at)}${mail.detail !== undefined && ` · ${wordsOf(mail.detail)}`}</p></div><div class="row-side">${badge(status)}${facts.may('resend_booking_mail') && form(facts, `${path}/mails/${mail.reference ?? ''}/resend`, html`<button class="button small" type="submit" aria-label="Send again: ${titleOf(mail)}">Send again</button>`)}</div></li>`;
  })}</ul>`;
}

const INVOICE_NAMES: Readonly<Record<string, string>> = { invoice: 'Invoice', credit_note: 'Credit note' };

function renderDocuments({ documents }: BookingView, invoices: readonly InvoiceView[]): Html {
  if (documents.length === 0 && invoices.length === 0) return html`<p class="quiet">There are none.</p>`;
  return html`<ul class="rows">${documents.map(({ title, url }) => html`<li><a href="${url}">${title}</a></li>`)}${invoices.map(renderInvoice)}</ul>`;
}

function renderInvoice({ type, number, issued_at: issuedAt, total, url }: InvoiceView): Html {
  const name = `${INVOICE_NAMES[type] ?? wordsOf(type)} ${number}`;
  return html`<li><div><p>${url === undefined ? name : html`<a href="${url}">${name}</a>`}</p><p class="quiet">${timeOf(issuedAt)}</p></div><div class="row-side">${moneyText(total)}</div></li>`;
}

function renderLedger({ entries, balanced }: LedgerView): Html {
  if (entries.length === 0) return html`<p class="quiet">No money has moved.</p>`;
  return html`<div class="sheet flat"><table class="list"><thead><tr><th scope="col">Step</th><th scope="col">Account</th><th scope="col" class="number">Debit</th><th scope="col" class="number">Credit</th><th scope="col">At (UTC)</th></tr></thead>
<tbody>${entries.flatMap(({ step, at, lines }) =>
    lines.map(
      ({ account, direction, amount }) =>
        html`<tr><th scope="row" data-label="Step">${wordsOf(step)}</th><td data-label="Account">${wordsOf(account)}</td><td data-label="Debit" class="number">${direction === 'debit' ? moneyText(amount) : '–'}</td><td data-label="Credit" class="number">${direction === 'credit' ? moneyText(amount) : '–'}</td><td data-label="At (UTC)">${timeOf(at)}</td></tr>`,
    ),
  )}</tbody></table></div>
<p class="hint">${balanced ? 'Debits and credits balance.' : 'Debits and credits do not balance: see the runbook.'}</p>`;
}
