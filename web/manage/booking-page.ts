import { renderDocumentLinks } from '../checkout/document-links.ts';
import { formatDay, formatList, formatTime } from '../checkout/format.ts';
import { html, type Html } from '../checkout/html.ts';
import { renderTravelers } from '../checkout/itinerary.ts';
import type { PageParts } from '../checkout/layout.ts';
import { renderReference } from '../checkout/marks.ts';
import { titleOf } from '../checkout/item-names.ts';
import { renderBookedItem } from './booked-item.ts';
import type { BookedItemView, BookingView, FlownTimes, ItemActions, MovedView } from './view.ts';
import { inLanguage, type Vocabulary } from './vocabulary.ts';

/** The booking, and what the guest may do with each part of it. */
export function renderBookingPage(words: Vocabulary, view: BookingView): PageParts {
  const { messages, own } = words;
  const body = html`<h1>${own.title}</h1>
<div class="columns">
<div class="column"><section aria-labelledby="trip-heading">
<h2 id="trip-heading">${messages.trip.heading}</h2>
${view.items.map((item, index) => renderBookedItem(words, view.items, item, renderActions(words, view, { item, actions: view.actions[index] })))}
<p class="note">${messages.localTimes}</p>
</section></div>
<div class="column side">
<section class="card" aria-labelledby="booking-heading">
<h2 id="booking-heading">${own.bookingStatus[view.status]}</h2>
${renderReference(messages, view.bookingRef)}
<p class="note">${own.documents.booked(formatDay(messages, view.bookedOn))}</p>
${renderDocumentLinks(messages, view.documents)}
</section>
${renderTravelers(messages, view)}
<form method="post" action="${inLanguage(words, '/manage/sign-out')}"><input type="hidden" name="csrf" value="${view.csrf}"><button class="secondary" type="submit">${own.signOut}</button></form>
</div>
</div>`;
  return { title: own.title, body };
}

interface ItemDeeds {
  readonly item: BookedItemView;
  readonly actions: ItemActions | undefined;
}

/** A change that runs is looked at; an item that nobody is changing may be changed or given up. The item's name tells the buttons of several apart. */
function renderActions(words: Vocabulary, { csrf }: BookingView, { item, actions }: ItemDeeds): Html | undefined {
  const { own, messages } = words;
  if (actions === undefined || (!actions.canChange && !actions.canGiveUp && actions.changeId === undefined && actions.moved === undefined)) return undefined;
  const { kind } = item.item;
  const title = titleOf(messages, item.item);
  return html`<div class="deeds">
${actions.moved && renderMoved(words, { moved: actions.moved, itemId: item.itemId, csrf })}
${actions.changeId && html`<p><a href="${inLanguage(words, `/manage/changes/${actions.changeId}`)}">${own.progress.link}</a></p>`}
${actions.canChange && kind !== 'hotel' && html`<a class="button secondary" href="${inLanguage(words, `/manage/items/${item.itemId}/change`)}">${own.change.action[kind]}<span class="unseen">: ${title}</span></a>`}
${actions.canGiveUp && html`<form method="post" action="${inLanguage(words, `/manage/items/${item.itemId}/give-up`)}"><input type="hidden" name="csrf" value="${csrf}">
<button class="secondary grave" type="submit">${own.giveUp.action[kind]}<span class="unseen">: ${title}</span></button></form>`}
</div>`;
}

/** What the airline has moved, what no longer fits by that, and the yes to it. */
function renderMoved(words: Vocabulary, { moved, itemId, csrf }: { readonly moved: MovedView; readonly itemId: string; readonly csrf: string }): Html {
  const { messages } = words;
  const { schedule } = words.own;
  const times = ({ departLocal, arriveLocal }: FlownTimes): string => `${formatDay(messages, departLocal)}, ${formatTime(departLocal)}–${formatTime(arriveLocal)}`;
  return html`<div class="notice"><p><strong>${schedule.title}</strong></p>
<ul>${moved.moves.map(({ flightNumber, before, after }) => html`<li>${schedule.move(flightNumber, times(before), times(after))}</li>`)}</ul>
${moved.affected.length > 0 && html`<p>${schedule.affected(formatList(messages, moved.affected.map((item) => titleOf(messages, item))))}</p>`}
<p>${moved.isFreeToLeave ? schedule.free : schedule.keep}</p>
<form method="post" action="${inLanguage(words, `/manage/items/${itemId}/accept-schedule`)}"><input type="hidden" name="csrf" value="${csrf}"><button class="primary" type="submit">${schedule.accept}</button></form></div>`;
}
