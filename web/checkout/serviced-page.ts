import { renderDocumentLinks } from './document-links.ts';
import { formatMoney } from '../kit/format.ts';
import { html, type Html } from '../kit/html.ts';
import { headingOf, titleOf } from './item-names.ts';
import { renderDetails, renderTravelers } from './itinerary.ts';
import type { PageParts } from '../kit/layout.ts';
import { renderManageButton } from './manage-button.ts';
import { renderMark, renderReference } from './marks.ts';
import { renderStillToPay } from './pay-later.ts';
import type { ServicedView } from './view.ts';
import type { ItemStanding, StandingView } from './view-item.ts';
import type { Messages } from './wording.ts';

/** A booking that is no longer what was sold: what of it stands, what came back, and where it is looked after. */
export function renderServicedPage(messages: Messages, view: ServicedView, back: Html | undefined): PageParts {
  const { serviced } = messages;
  const notice = view.isCancelled ? serviced.cancelled : serviced.changed;
  const standing = view.items.filter(isStanding);
  const body = html`<div class="narrow card">
${renderMark(view.isCancelled ? 'stop' : 'part')}
<h1>${notice.title}</h1>
<p role="status">${notice.text}</p>
${view.items.some((item) => item.standing === 'moved') && html`<p class="notice">${serviced.moved}</p>`}
<ul class="outcomes">${view.items.map(({ item, standing: how }) => html`<li><span>${titleOf(messages, item)}</span> ${renderStanding(messages, how)}</li>`)}</ul>
${renderReference(messages, view.bookingRef)}
${renderMoney(messages, view)}
${renderStillToPay(
  messages,
  standing.map(({ item }) => item),
)}
${back}
${renderManageButton(messages, view.manageUrl, view.isCancelled ? 'view' : 'change', view.isCancelled || back !== undefined ? 'secondary' : 'primary')}
${renderDocumentLinks(messages, view.documents)}
</div>
${standing.length > 0 && renderStandingItems(messages, view, standing)}`;
  return { title: notice.title, body };
}

/** What there still is, in full: what does not stand any more has its line above and no card. */
function renderStandingItems(messages: Messages, view: ServicedView, standing: readonly StandingView[]): Html {
  return html`<div class="columns">
<div class="column"><section aria-labelledby="trip-heading">
<h2 id="trip-heading">${messages.trip.heading}</h2>
${standing.map((one) => renderItem(messages, standing, one))}
<p class="note">${messages.localTimes}</p>
</section></div>
<div class="column side">${renderTravelers(messages, view)}</div>
</div>`;
}

/**
 * What was taken, what went back, and that people see to a refund that was refused. Of a booking that nothing was paid
 * for there is nothing to give back.
 */
function renderMoney(messages: Messages, { paid, refunded, isRefundRefused, isCancelled }: ServicedView): Html {
  const { serviced, summary, withoutCard } = messages;
  if (paid.value === 0) return html`<p class="paid">${withoutCard.paid}</p>`;
  return html`<p class="paid">${summary.paid} <strong>${formatMoney(messages, paid)}</strong></p>
${
  refunded.value > 0
    ? html`<p class="paid">${serviced.refunded} <strong>${formatMoney(messages, refunded)}</strong></p>
<p class="note">${serviced.refundNote}</p>`
    : isCancelled && !isRefundRefused && html`<p>${serviced.unrefunded}</p>`
}
${isRefundRefused && html`<p class="notice">${serviced.refundByHand}</p>`}`;
}

function renderItem(messages: Messages, all: readonly StandingView[], { item, standing }: StandingView): Html {
  return html`<article class="card">
<div class="card-heading">${all.length > 1 && html`<h3>${headingOf(messages, { items: all.map((one) => one.item) }, item)}</h3>`}${renderStanding(messages, standing)}</div>
${item.confirmationNumber && html`<dl class="confirmation"><dt>${messages.confirmationNumber[item.kind]}</dt><dd>${item.confirmationNumber}</dd></dl>`}
${renderDetails(messages, item)}
</article>`;
}

function renderStanding(messages: Messages, standing: ItemStanding): Html {
  return html`<span class="badge badge-${TONES[standing]}">${messages.serviced.standing[standing]}</span>`;
}

function isStanding({ standing }: StandingView): boolean {
  return standing === 'booked' || standing === 'moved' || standing === 'rescheduled';
}

const TONES = {
  booked: 'booked',
  rescheduled: 'booked',
  moved: 'open',
  exchanged: 'open',
  refunded: 'not_booked',
  cancelled: 'not_booked',
  not_booked: 'not_booked',
} as const satisfies Record<ItemStanding, string>;
