import { renderDocumentLinks } from '../checkout/document-links.ts';
import { formatDay, formatMoney } from '../kit/format.ts';
import { html, type Html } from '../kit/html.ts';
import { renderTravelers } from '../checkout/itinerary.ts';
import type { PageParts } from '../kit/layout.ts';
import { renderReference } from '../checkout/marks.ts';
import { titleOf } from '../checkout/item-names.ts';
import { type ItemExtras, renderBookedItem } from './booked-item.ts';
import { renderIssuedLinks } from './issued/issued-page.ts';
import { renderMoved } from './moved-flight.ts';
import { renderReason } from './quoted-reason.ts';
import type { BookedItemView, BookingView, ItemActions } from './view.ts';
import { inLanguage, type Vocabulary } from './vocabulary.ts';

/** Whether the notice of an airline's change has the button that gives the item up. */
function offersToLeave({ moved }: ItemActions): boolean {
  return moved?.state === 'open' && moved.isFreeToLeave !== false;
}

/** The booking, and what the guest may do with each part of it. */
export function renderBookingPage(texts: Vocabulary, view: BookingView): PageParts {
  const { messages, own } = texts;
  const body = html`<h1>${own.title}</h1>
<div class="columns">
<div class="column"><section aria-labelledby="trip-heading">
<h2 id="trip-heading">${messages.trip.heading}</h2>
${view.items.map((item, index) => renderBookedItem(texts, view.items, item, renderExtras(texts, view, { item, actions: view.actions[index] })))}
<p class="note">${messages.localTimes}</p>
</section></div>
<div class="column side">
<section class="card" aria-labelledby="booking-heading">
<h2 id="booking-heading">${own.bookingStatus[view.status]}</h2>
${renderReference(messages, view.bookingRef)}
<p class="note">${own.documents.booked(formatDay(messages, view.bookedOn))}</p>
${view.givenBack && html`<p>${own.giveUp.refunded(formatMoney(messages, view.givenBack))}</p>`}
${renderDocumentLinks(messages, view.documents)}
${renderIssuedLinks(texts, view.issued)}
${renderWithdrawal(texts, view)}
</section>
${renderTravelers(messages, view)}
<form method="post" action="${inLanguage(texts, '/manage/sign-out')}"><input type="hidden" name="csrf" value="${view.csrf}"><button class="secondary" type="submit">${own.signOut}</button></form>
</div>
</div>`;
  return { title: own.title, body };
}

/** A link to a document opens it for anybody, so the guest can end those that were passed on. */
function renderWithdrawal(
  texts: Vocabulary,
  { documents, hasWithdrawnDocuments, csrf }: BookingView,
): Html | undefined {
  const { withdraw } = texts.own.documents;
  if (documents.length === 0) return undefined;
  return html`${hasWithdrawnDocuments && html`<p class="notice" role="status">${withdraw.done}</p>`}
<p class="note">${withdraw.hint}</p>
<form method="post" action="${inLanguage(texts, '/manage/documents/withdraw')}"><input type="hidden" name="csrf" value="${csrf}"><button class="secondary" type="submit">${withdraw.submit}</button></form>`;
}

/** States of a change whose item does not stand any more. */
const CANCELLED: readonly string[] = ['cancelled_elsewhere', 'partial'];

interface ItemDeeds {
  readonly item: BookedItemView;
  readonly actions: ItemActions | undefined;
}

function renderExtras(texts: Vocabulary, view: BookingView, { item, actions }: ItemDeeds): ItemExtras {
  const { moved, change } = actions ?? {};
  const { schedule, progress } = texts.own;
  const news =
    (moved &&
      renderMoved(texts, { moved, canGiveUp: actions?.canGiveUp === true, itemId: item.itemId, csrf: view.csrf })) ??
    (change && renderOpenChange(texts, actions?.changeId, change));
  // What its supplier has cancelled is cancelled, whatever of its money is still being decided.
  const isUnderWay = change !== undefined && !CANCELLED.includes(change.state) && actions?.changeId !== undefined;
  return {
    news,
    deeds: renderActions(texts, view, { item, actions }),
    badge: moved ? schedule.badge[moved.kind] : isUnderWay ? progress.badge : undefined,
  };
}

/** What the guest has asked for and how far that is: above the item, which stays as it is until then. */
function renderOpenChange(
  texts: Vocabulary,
  changeId: string | undefined,
  { state, reference, since, refusal }: NonNullable<ItemActions['change']>,
): Html {
  const { progress, change } = texts.own;
  const notice = state === 'paying' ? change.paying : progress[state];
  return html`<section class="notice open-change"><h4>${notice.title}</h4>
<p>${notice.text}</p>
${(state === 'failed' || state === 'declined') && refusal && renderReason(texts, refusal)}
<p class="quiet">${since !== undefined && html`${progress.since(formatDay(texts.messages, since))} `}${progress.reference} <span class="ref">${reference}</span></p>
${changeId !== undefined && html`<p><a href="${inLanguage(texts, `/manage/changes/${changeId}`)}">${progress.link}</a></p>`}</section>`;
}

/**
 * A change that runs is looked at; an item that nobody is changing may be changed or given up. The item's name
 * distinguishes the buttons of several apart.
 */
function renderActions(texts: Vocabulary, { csrf }: BookingView, { item, actions }: ItemDeeds): Html | undefined {
  const { own, messages } = texts;
  if (
    actions === undefined ||
    (!actions.canChange && !actions.canAdd && !actions.canGiveUp && actions.changeId === undefined)
  )
    return undefined;
  const { kind } = item.item;
  const title = titleOf(messages, item.item);
  return html`<div class="deeds">
${actions.changeId && actions.change === undefined && html`<p><a href="${inLanguage(texts, `/manage/changes/${actions.changeId}`)}">${own.progress.link}</a></p>`}
${actions.canChange && kind !== 'hotel' && html`<a class="button secondary" href="${inLanguage(texts, `/manage/items/${item.itemId}/change`)}">${own.change.action[kind]}<span class="unseen">: ${title}</span></a>`}
${actions.canAdd && html`<a class="button secondary" href="${inLanguage(texts, `/manage/items/${item.itemId}/services`)}">${own.services.action}<span class="unseen">: ${title}</span></a>`}
${
  actions.canGiveUp &&
  !offersToLeave(actions) &&
  html`<form method="post" action="${inLanguage(texts, `/manage/items/${item.itemId}/give-up`)}"><input type="hidden" name="csrf" value="${csrf}">
<button class="secondary grave" type="submit">${own.giveUp.action[kind]}<span class="unseen">: ${title}</span></button></form>`
}
</div>`;
}
