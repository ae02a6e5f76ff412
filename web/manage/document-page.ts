import { type Money, subtractMoney } from '../../src/travel/money.ts';
import { formatDay, formatMoney } from '../kit/format.ts';
import { html, type Html } from '../kit/html.ts';
import { headingOf, titleOf } from '../checkout/item-names.ts';
import { renderTravelers } from '../checkout/itinerary.ts';
import type { PageParts } from '../kit/layout.ts';
import { renderReference } from '../checkout/marks.ts';
import { renderPayLater } from '../checkout/pay-later.ts';
import { sizeOf } from '../checkout/cards/price-card.ts';
import type { OrderView } from '../checkout/view.ts';
import { feeLabel, renderBookedItem, renderStatus, renderTerms } from './booked-item.ts';
import { cardText } from './issued/issued-lines.ts';
import { renderDeeds, renderIssuedLinks, renderParties } from './issued/issued-page.ts';
import type { BookedItemView, DocumentView } from './view.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A booking on paper. */
export function renderDocument(texts: Vocabulary, view: DocumentView): PageParts {
  const { own, messages } = texts;
  const names = own.documents;
  const title = messages.documents[view.type];
  const body = html`<div class="paper">
<h1>${title}</h1>
<p class="quiet">${names.booked(formatDay(messages, view.bookedOn))} · ${own.bookingStatus[view.status]}</p>
${renderReference(messages, view.bookingRef)}
${view.issuer && renderParties(texts, view.issuer, customerOf(view))}
${renderDeeds(texts, view.otherForm, view.type === 'receipt' ? names.pdf : names.calendar)}
${view.issued.length > 0 && html`<div class="unprinted">${renderIssuedLinks(texts, view.issued)}</div>`}
${view.type === 'itinerary' ? renderItinerary(texts, view) : renderReceipt(texts, view)}
${renderTravelers(messages, view)}
${view.type === 'receipt' && renderAllTerms(texts, view)}
${view.type === 'receipt' && html`<p class="note">${names.statedTaxes}</p>`}
</div>`;
  return { title: `${title} ${view.bookingRef}`, body, barTitle: title, hasPrint: true };
}

/** Whom a document is made out to: the lead traveler, and where they are reached. */
export function customerOf({ travelers, contact }: Pick<DocumentView, 'travelers' | 'contact'>): {
  readonly name: string;
  readonly email: string;
} {
  return { name: travelers[0]?.name ?? '', email: contact?.email ?? '' };
}

function renderItinerary(texts: Vocabulary, { items }: DocumentView): Html {
  return html`<section aria-labelledby="trip-heading"><h2 id="trip-heading">${texts.messages.trip.heading}</h2>
${items.map((item) => renderBookedItem(texts, items, item))}
<p class="note">${texts.messages.localTimes}</p></section>`;
}

function renderReceipt(texts: Vocabulary, view: DocumentView): Html {
  const { messages, own } = texts;
  const order = orderOf(view);
  return html`<section aria-labelledby="items-heading"><h2 id="items-heading">${own.documents.itemsHeading}</h2>
<div class="card"><dl class="rows">${view.items.map(
    (booked, index) => html`<div><dt>${headingOf(messages, order, booked.item)}: ${titleOf(messages, booked.item)}
<span class="quiet below">${sizeOf(messages, booked.item)}</span>
${booked.item.confirmationNumber && html`<span class="quiet below">${messages.confirmationNumber[booked.item.kind]} ${booked.item.confirmationNumber}</span>`}
${booked.tickets.map((ticket) => html`<span class="quiet below">${own.tickets}: ${ticket.number}, ${ticket.travelerName}</span>`)}
${view.taxes[index] && html`<span class="quiet below">${own.documents.taxes} ${formatMoney(messages, view.taxes[index])}</span>`}
${booked.status !== 'confirmed' && html`<span class="below">${renderStatus(texts, booked.status)}</span>`}</dt><dd>${formatMoney(messages, withoutFee(booked.item))}</dd></div>
${renderFee(texts, booked)}`,
  )}</dl>
${renderPayLater(messages, { ...order, items: order.items.filter((_item, index) => isStanding(view, index)) })}</div></section>
<section aria-labelledby="payments-heading"><h2 id="payments-heading">${own.documents.paymentsHeading}</h2>
<div class="card"><dl class="rows">${view.movements.map((movement) => html`<div><dt>${movementText(texts, movement)}</dt><dd>${formatMoney(messages, signed(movement))}</dd></div>`)}
<div class="total"><dt>${own.documents.balance}</dt><dd>${formatMoney(messages, view.balance)}</dd></div></dl></div></section>`;
}

/** An item without its service fee, which has a line of its own. */
export function withoutFee({ total, serviceFee }: BookedItemView['item']): Money {
  return serviceFee === undefined ? total : subtractMoney(total, serviceFee);
}

/** The service fee has a line of its own, so that all lines add up to what was paid. */
function renderFee({ messages }: Vocabulary, { item: { serviceFee }, fee }: BookedItemView): Html | undefined {
  if (serviceFee === undefined) return undefined;
  return html`<div><dt>${feeLabel(messages, fee?.isReturned)}</dt><dd>${formatMoney(messages, serviceFee)}</dd></div>`;
}

function isStanding({ items }: DocumentView, index: number): boolean {
  const status = items[index]?.status;
  return status === 'confirmed' || status === 'completed';
}

/** The items as an order, of which nothing is to pay any more. */
export function orderOf({ items, travelers, contact, balance }: DocumentView): OrderView {
  return { items: items.map(({ item }) => item), travelers, contact, total: balance, isPaid: true, needsCard: true };
}

type Movement = DocumentView['movements'][number];

/** What a movement of money is called. */
export function movementText(vocabulary: Vocabulary, { kind, day, card }: Movement): string {
  const { messages, own } = vocabulary;
  const texts = {
    payment: own.documents.payment,
    refund: own.documents.refund,
    refund_open: own.documents.refundOpen,
  } as const satisfies Record<Movement['kind'], unknown>;
  const text = texts[kind](formatDay(messages, day));
  return card === undefined ? text : `${text} ${own.documents.paidWith.card(cardText(vocabulary, card))}`;
}

/** Money that went back counts down. */
export function signed({ kind, amount }: Movement): Movement['amount'] {
  return kind === 'payment' ? amount : { ...amount, value: -amount.value };
}

function renderAllTerms(texts: Vocabulary, { items }: DocumentView): Html | undefined {
  const reported = items.filter(({ terms }) => terms.length > 0);
  if (reported.length === 0) return undefined;
  return html`<section aria-labelledby="terms-heading"><h2 id="terms-heading">${texts.own.documents.termsHeading}</h2>
${reported.map((booked) => html`<div class="card terms"><p class="segment-name">${titleOf(texts.messages, booked.item)}</p>${renderTerms(texts, booked)}</div>`)}</section>`;
}
