import { renderFlight } from './cards/flight-card.ts';
import { html, type Html } from '../kit/html.ts';
import { headingOf, titleOf } from './item-names.ts';
import { renderRental } from './cards/rental-card.ts';
import { renderStay } from './cards/stay-card.ts';
import type { OrderView } from './view.ts';
import type { ItemOutcome, ItemView } from './view-item.ts';
import type { Messages } from './wording.ts';

/** What is bought and for whom; after the payment, what of it was booked. */
export function renderOrder(messages: Messages, order: OrderView): Html {
  return html`<section aria-labelledby="trip-heading">
<h2 id="trip-heading">${messages.trip.heading}</h2>
${order.items.map((item) => renderItem(messages, order, item))}
<p class="note">${messages.localTimes}</p>
</section>
${renderTravelers(messages, order)}`;
}

/** What became of each item, in a few lines. */
export function renderOutcomes(messages: Messages, order: OrderView): Html {
  return html`<ul class="outcomes">${order.items.map((item) => html`<li><span>${titleOf(messages, item)}</span> ${item.outcome && renderBadge(messages, item.outcome)}</li>`)}</ul>`;
}

/** A trip of which nothing was booked: its items, and of several the one that made it fail. */
export function renderLost(messages: Messages, order: OrderView): Html {
  const hasSeveral = order.items.length > 1;
  return html`<ul class="outcomes">${order.items.map(
    (item) => html`<li><span>${titleOf(messages, item)}</span>
${hasSeveral && item.isRefused && html`<span class="badge badge-not_booked">${messages.refused[item.kind]}</span>`}</li>`,
  )}</ul>`;
}

function renderBadge(messages: Messages, outcome: ItemOutcome): Html {
  return html`<span class="badge badge-${outcome}">${messages.outcome[outcome]}</span>`;
}

function renderItem(messages: Messages, order: OrderView, item: ItemView): Html {
  const { outcome, confirmationNumber } = item;
  const heading = order.items.length > 1 ? headingOf(messages, order, item) : undefined;
  return html`<article class="card${outcome === 'not_booked' && ' not-booked'}">
${(heading || outcome) && html`<div class="card-heading">${heading && html`<h3>${heading}</h3>`}${outcome && renderBadge(messages, outcome)}</div>`}
${confirmationNumber && html`<dl class="confirmation"><dt>${messages.confirmationNumber[item.kind]}</dt><dd>${confirmationNumber}</dd></dl>`}
${renderDetails(messages, item)}
</article>`;
}

/**
 * One item in full, whatever it is. `terms`: what giving it up brings by now, in place of what was said when it was
 * bought.
 */
export function renderDetails(messages: Messages, item: ItemView, terms?: Html): Html {
  switch (item.kind) {
    case 'flight':
      return renderFlight(messages, item, terms);
    case 'hotel':
      return renderStay(messages, item, terms);
    case 'car':
      return renderRental(messages, item, terms);
    default:
      return item satisfies never;
  }
}

/** Who travels. */
export function renderTravelers(messages: Messages, order: Pick<OrderView, 'travelers' | 'contact'>): Html {
  return html`<section aria-labelledby="travelers-heading">
<h2 id="travelers-heading">${messages.travelers}</h2>
<div class="card">
<ul class="rows">${order.travelers.map((traveler) => html`<li><span>${traveler.name}</span><span class="quiet">${messages.travelerType[traveler.type]}</span></li>`)}</ul>
${order.contact && html`<p class="contact"><span class="quiet">${messages.contact}</span> <span>${order.contact.email}</span> <span>${order.contact.phone}</span></p>`}
</div>
</section>`;
}
