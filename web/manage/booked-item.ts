import { formatDay, formatMoney, formatTime } from '../kit/format.ts';
import { html, type Html } from '../kit/html.ts';
import { headingOf, titleOf } from '../checkout/item-names.ts';
import { renderCredits } from '../checkout/travel-credits.ts';
import { renderDetails } from '../checkout/itinerary.ts';
import type { BookedItemView, TermView } from './view.ts';
import type { Vocabulary } from './vocabulary.ts';
import type { Messages } from '../checkout/wording.ts';
import type { ItemStatus } from '../../src/bookings/model/item-status.ts';

/** What stands above and below an item: news about it, and what may be done with it. */
export interface ItemExtras {
  readonly news?: Html | undefined;
  readonly deeds?: Html | undefined;
  /** In the place of the item's standing, where something about it is open. */
  readonly badge?: string | undefined;
}

/** One product of a booking: how it stands, under which numbers, what it is and what giving it up brings back. */
export function renderBookedItem(
  texts: Vocabulary,
  all: readonly BookedItemView[],
  booked: BookedItemView,
  { news, deeds, badge }: ItemExtras = {},
): Html {
  const { messages, own } = texts;
  const { item, status, tickets } = booked;
  const isStanding = status === 'confirmed' || status === 'pending' || status === 'completed';
  return html`<article class="card${!isStanding && ' not-booked'}">
<div class="card-heading"><h3>${headingOf(messages, { items: all.map((one) => one.item) }, item)}</h3>${badge === undefined ? renderStatus(texts, status) : html`<span class="badge badge-open">${badge}</span>`}</div>
${news}
${
  isStanding
    ? html`${item.confirmationNumber && html`<dl class="confirmation"><dt>${messages.confirmationNumber[item.kind]}</dt><dd>${item.confirmationNumber}</dd></dl>`}
${renderDetails(messages, item, renderTerms(texts, booked))}
${renderFee(texts, booked)}
${tickets.length > 0 && html`<div class="fare"><h3>${own.tickets}</h3><ul class="plain">${tickets.map((ticket) => html`<li><span class="ticket">${ticket.number}</span> <span class="quiet">${ticket.travelerName}</span></li>`)}</ul></div>`}`
    : html`<p class="slice-route">${titleOf(messages, item)}</p>
${renderFee(texts, booked)}
${renderCredits(messages, booked.credits ?? [], { isIssued: true, heading: 'h3' })}
${status === 'exchanged' && html`<p class="quiet">${own.replaced}</p>`}`
}
${deeds}
</article>`;
}

function renderFee({ messages }: Vocabulary, { fee }: BookedItemView): Html | undefined {
  return fee && html`<p class="quiet">${feeLabel(messages, fee.isReturned)}: ${formatMoney(messages, fee.amount)}</p>`;
}

/** What a service fee is called; `isReturned` once what it was paid with was given up. */
export function feeLabel({ serviceFee }: Messages, isReturned: boolean | undefined): string {
  if (isReturned === undefined) return serviceFee.name;
  return isReturned ? serviceFee.returned : serviceFee.retained;
}

/** The item's standing, in a word. */
export function renderStatus({ own }: Vocabulary, status: ItemStatus): Html {
  return html`<span class="badge badge-${TONES[status]}">${own.itemStatus[status]}</span>`;
}

const TONES = {
  pending: 'open',
  confirmed: 'booked',
  completed: 'open',
  cancelled: 'not_booked',
  failed: 'not_booked',
  refunded: 'not_booked',
  exchanged: 'open',
} as const satisfies Record<ItemStatus, string>;

/** What giving it up brings back until when, one sentence a line. */
export function renderTerms(texts: Vocabulary, { item, terms }: BookedItemView): Html | undefined {
  if (terms.length === 0) return undefined;
  return html`<h3>${texts.own.terms.heading}</h3><ul class="plain">${terms.map((term) => html`<li>${describeTerm(texts, item.kind, term)}</li>`)}</ul>`;
}

function describeTerm(
  { messages, own }: Vocabulary,
  kind: BookedItemView['item']['kind'],
  { untilLocal, isUtc, refund, penalty }: TermView,
): string {
  const { terms } = own;
  const moment = terms.moment(
    formatDay(messages, untilLocal),
    formatTime(untilLocal),
    isUtc ? 'UTC' : terms.clock[kind],
  );
  if (refund === undefined || penalty === undefined) return terms.unknown[kind](moment);
  const [back, retained] = [formatMoney(messages, refund), formatMoney(messages, penalty)];
  if (penalty.value === 0) return refund.value === 0 ? terms.free(moment) : terms.all(moment, back);
  if (refund.value > 0) return terms.part(moment, back, retained);
  return kind === 'flight' ? terms.none(moment) : terms.costs(moment, retained);
}
