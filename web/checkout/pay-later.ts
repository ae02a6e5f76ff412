import { formatMoney } from '../kit/format.ts';
import { html, type Html } from '../kit/html.ts';
import type { Money } from '../../src/travel/money.ts';
import type { OrderView } from './view.ts';
import type { ItemView, LaterPartView, RentalView, StayView } from './view-item.ts';
import { groundText } from './cards/standard-name.ts';
import { supplierText } from './supplier-text.ts';
import type { Messages } from './wording.ts';

/** Items that something is still to be paid for on the spot; those that were not booked cost nothing any more. */
export function laterItems({ items }: Pick<OrderView, 'items'>): readonly LaterItem[] {
  return items.flatMap((item) =>
    item.kind === 'flight' || item.dueLater === undefined || item.outcome === 'not_booked'
      ? []
      : [{ item, amount: item.dueLater }],
  );
}
interface LaterItem {
  readonly item: GroundItem;
  readonly amount: Money;
}
type GroundItem = StayView | RentalView;

/** What is paid on the spot, place by place, each in its own currency. Nothing where all is paid with the booking. */
export function renderPayLater(messages: Messages, order: OrderView): Html | undefined {
  const items = laterItems(order);
  if (items.length === 0) return undefined;
  return html`<div class="later">
<h3>${messages.payLater.heading}</h3>
<dl class="rows">${items.map(({ item, amount }) => html`<div><dt>${messages.payLater.atPlace[item.kind]}<span class="quiet below">${placeOf(messages, item)}</span></dt><dd>${renderWas(messages, item.previousDueLater)}${laterText(messages, item, amount)}</dd></div>`)}</dl>
<p class="note">${messages.payLater.note}</p>
</div>`;
}

/** What the traveler must have in mind on the way: where something is still to be paid, and how much. */
export function renderStillToPay(messages: Messages, items: readonly ItemView[]): Html | undefined {
  const later = laterItems({ items });
  if (later.length === 0) return undefined;
  return html`<div class="still"><p><strong>${messages.payLater.heading}</strong></p>
<ul>${later.map(({ item, amount }) => html`<li class="still-line"><span>${messages.payLater.atPlace[item.kind]}<span class="quiet below">${placeOf(messages, item)}</span></span> <span class="amount">${laterText(messages, item, amount)}</span></li>`)}</ul></div>`;
}

/** Which hotel, which rental counter. */
function placeOf(messages: Messages, item: LaterItem['item']): string | Html {
  return item.kind === 'hotel' ? item.hotelName : supplierText(messages, item.pickUp.branchName);
}

/** What of one item is paid when, part by part. Nothing where all of it is paid with the booking. */
export function renderSplit(messages: Messages, item: StayView | RentalView): Html | undefined {
  const { payLater } = messages;
  if (item.dueLater === undefined) return undefined;
  return html`<h3>${payLater.splitHeading}</h3>
<dl class="rows split">
<div><dt>${payLater.withBooking}</dt><dd>${formatMoney(messages, item.total)}</dd></div>
<div><dt>${payLater.atPlace[item.kind]}</dt><dd>${laterText(messages, item, item.dueLater)}</dd></div>
${item.laterParts.map((part) => html`<div class="part"><dt>${partName(messages, item, part)}</dt><dd>${partText(messages, item, part)}</dd></div>`)}
</dl>`;
}

/** What is collected on the spot: an amount, the least it can be, or that the place sets it. */
export function laterText(messages: Messages, item: GroundItem, stated: Money): string {
  if (!item.isDueLaterOpen) return formatMoney(messages, stated);
  const { atLeast, amount } = messages.unstated;
  return stated.value > 0 ? atLeast(formatMoney(messages, stated)) : amount[item.kind];
}

/** One part of it. */
export function partText(messages: Messages, { kind }: GroundItem, { amount }: LaterPartView): string {
  return amount === undefined ? messages.unstated.amount[kind] : formatMoney(messages, amount);
}

function partName(messages: Messages, item: GroundItem, part: LaterPartView): string | Html {
  switch (part.kind) {
    case 'rooms':
      return messages.payLater.rooms;
    case 'charge':
      return groundText(messages, item, part.name);
    case 'extra':
      return rentalExtraName(messages, part.extra);
    default:
      return part satisfies never;
  }
}

/** `2 × Child seat`. */
export function rentalExtraName(messages: Messages, { type, quantity }: RentalView['extras'][number]): string {
  const name = messages.rental.extras[type];
  return quantity === 1 ? name : `${quantity} × ${name}`;
}

/** A price that no longer holds, before the one that does. */
export function renderWas(messages: Messages, before: OrderView['total'] | undefined): Html | undefined {
  return before && html`<span class="was">${messages.summary.was} <s>${formatMoney(messages, before)}</s></span> `;
}
