import type { Money } from '../../src/travel/money.ts';
import { renderDocumentLinks } from './document-links.ts';
import { formatMoney } from '../kit/format.ts';
import { html, type Html } from '../kit/html.ts';
import { renderLost, renderOrder, renderOutcomes } from './itinerary.ts';
import type { PageParts } from '../kit/layout.ts';
import { renderManageButton } from './manage-button.ts';
import { type Mark, renderMark, renderReference } from './marks.ts';
import { renderStillToPay } from './pay-later.ts';
import { renderPrice } from './cards/price-card.ts';
import type { CheckoutView } from './view.ts';
import type { Messages, Notice } from './wording.ts';

type ViewOf<K extends CheckoutView['kind']> = Extract<CheckoutView, { readonly kind: K }>;

const watchSeconds = 2;
const watchSlowSeconds = 20;

/** The step in which the payer's bank wants to hear from the payer. */
export function renderChallengePage(messages: Messages, view: ViewOf<'challenge'>): PageParts {
  return challengePage(messages, view.order.total, view.csrf);
}

/** Formats any amount. */
export function challengePage(messages: Messages, amount: Money, csrf: string): PageParts {
  const { challenge } = messages;
  const body = html`<div class="narrow card">
${renderMark('shield')}
<h1>${challenge.title}</h1>
<p>${challenge.text}</p>
<p class="big">${formatMoney(messages, amount)}</p>
<form method="post">
<input type="hidden" name="csrf" value="${csrf}">
<button class="primary" type="submit" name="action" value="approve">${challenge.approve}</button>
<button class="secondary" type="submit" name="action" value="reject">${challenge.reject}</button>
</form>
</div>`;
  return { title: challenge.title, body };
}

/** An attempt whose outcome is not known yet, or a trip that is being re-priced and that nobody has paid. */
export function renderProcessingPage(
  messages: Messages,
  view: ViewOf<'processing'>,
  back: Html | undefined,
): PageParts {
  const notice = view.cause === 'bank' ? messages.processing : messages.checking;
  return {
    ...noticePage(messages, notice, { mark: 'wait', hasReload: true, back }),
    watch: { state: `processing-${view.cause}`, seconds: watchSeconds },
  };
}

/** Paid for; being booked. */
export function renderBookingPage(messages: Messages, view: ViewOf<'booking'>, back: Html | undefined): PageParts {
  const { needsCard } = view.order;
  const booking = needsCard ? messages.booking : messages.withoutCard.booking;
  const body = html`<div class="narrow card">
${renderMark('wait')}
<h1>${booking.title}</h1>
<p role="status">${view.isSlow ? messages.booking.slow : booking.text}</p>
${view.isSlow && renderOutcomes(messages, view.order)}
${renderReference(messages, view.bookingRef)}
${back}
<p><a href="">${messages.reload}</a></p>
</div>`;
  return {
    title: booking.title,
    body,
    watch: view.isSlow
      ? { state: 'booking-slow', seconds: watchSlowSeconds }
      : { state: 'booking', seconds: watchSeconds },
  };
}

/**
 * Booked, as a whole or in part: what of it, under which numbers, what was charged and what is still to be paid where.
 */
export function renderConfirmedPage(messages: Messages, view: ViewOf<'confirmed'>, back: Html | undefined): PageParts {
  const { order } = view;
  const notice = view.isPartial ? messages.partial : messages.confirmed;
  const body = html`<div class="narrow card">
${renderMark(view.isPartial ? 'part' : 'done')}
<h1>${notice.title}</h1>
${view.isPartial && renderOutcomes(messages, order)}
${renderReference(messages, view.bookingRef)}
${order.needsCard ? html`<p class="paid">${messages.summary.paid} <strong>${formatMoney(messages, order.total)}</strong></p>` : html`<p class="paid">${messages.withoutCard.paid}</p>`}
${renderStillToPay(messages, order.items)}
<p role="status">${view.isPartial && !order.needsCard ? messages.withoutCard.partial : notice.text}</p>
${back}
${renderManageButton(messages, view.manageUrl, 'change', back === undefined ? 'primary' : 'secondary')}
${renderDocumentLinks(messages, view.documents ?? [])}
</div>
<div class="columns">
<div class="column">${renderOrder(messages, order)}</div>
<div class="column side">${renderPrice(messages, order)}</div>
</div>`;
  return { title: notice.title, body };
}

/** Not booked, and nothing taken: what happened, that it cost nothing, and what to do now. */
export function renderFailedPage(messages: Messages, view: ViewOf<'failed'>, back: Html | undefined): PageParts {
  const notice = messages.failed[view.reason];
  const body = html`<div class="narrow card">
${renderMark('stop')}
<h1>${notice.title}</h1>
<p role="status">${notice.text}</p>
${renderLost(messages, view.order)}
<p><strong>${view.order.needsCard ? messages.nothingCharged : messages.withoutCard.nothingCharged}</strong></p>
<p>${messages.chooseAgain}</p>
<p class="note">${messages.referenceForSupport} <span class="ref">${view.bookingRef}</span></p>
${back}
${renderManageButton(messages, view.manageUrl, 'view')}
</div>`;
  return { title: notice.title, body };
}

/** A link that leads nowhere any more, and where to get another. */
export function renderClosedPage(messages: Messages, view: ViewOf<'closed'>, back: Html | undefined): PageParts {
  const hasReload =
    view.reason === 'form_stale' || view.reason === 'too_many_attempts' || view.reason === 'supplier_silent';
  return noticePage(messages, messages.closed[view.reason], { mark: 'stop', hasReload, back });
}

/** A page that says one thing. */
export function noticePage(
  messages: Messages,
  notice: Notice,
  look: { readonly mark: Mark; readonly hasReload: boolean; readonly back?: Html | undefined },
): PageParts {
  const body = html`<div class="narrow card">
${renderMark(look.mark)}
<h1>${notice.title}</h1>
<p role="status">${notice.text}</p>
${look.hasReload && html`<p><a href="">${messages.reload}</a></p>`}
${look.back}
</div>`;
  return { title: notice.title, body };
}
