import { renderCancellation } from '../cancellation.ts';
import { formatDay, formatList } from '../../kit/format.ts';
import { html, type Html } from '../../kit/html.ts';
import { renderSplit } from '../pay-later.ts';
import { stayAddress } from '../stay-address.ts';
import { groundText } from './standard-name.ts';
import { supplierText } from '../supplier-text.ts';
import type { RoomView, StayView } from '../view-item.ts';
import type { Messages } from '../wording.ts';

/**
 * A stay: where, from when until when, each room, and, unless it was not booked, what it costs to change one's mind.
 */
export function renderStay(messages: Messages, stay: StayView, terms?: Html): Html {
  const texts = messages.stay;
  return html`${stay.photoPath !== undefined && html`<img class="stay-photo" src="${stay.photoPath}" alt="" width="96" height="72" loading="lazy">`}<p class="slice-name"><span>${texts.nights(stay.nights)}</span> ${texts.rooms(stay.rooms.length)}</p>
<p class="slice-route">${stay.hotelName}${stay.stars !== undefined && html` <span class="stars" role="img" aria-label="${texts.stars(stay.stars)}">${'★'.repeat(stay.stars)}</span>`}</p>
<p class="quiet address">${stayAddress(messages, stay)}</p>
<dl class="when">
${renderEnd(messages, texts.checkIn, stay.checkIn, hourText(messages, texts.from, stay.checkInFrom))}
${renderEnd(messages, texts.checkOut, stay.checkOut, hourText(messages, texts.until, stay.checkOutUntil))}
</dl>
<ul class="rooms">${stay.rooms.map((room) => renderRoom(messages, stay, room))}</ul>
${
  stay.outcome !== 'not_booked' &&
  html`<div class="fare">${renderSplit(messages, stay)}
${terms ?? renderCancellation(messages, 'hotel', stay.cancellation)}
</div>`
}`;
}

function renderEnd(messages: Messages, name: string, date: string, hour: string): Html {
  return html`<div><dt>${name}</dt><dd><time datetime="${date}">${formatDay(messages, date)}</time> <span class="quiet below">${hour}</span></dd></div>`;
}

function renderRoom(messages: Messages, stay: StayView, room: RoomView): Html {
  const { adults, childrenAges } = room;
  const guests = messages.stay.guests(adults, childrenAges.length, formatList(messages, childrenAges));
  return html`<li class="room"><p class="segment-name">${groundText(messages, stay, room.name)}</p>
<p class="quiet">${guests}${room.beds !== undefined && html` · ${groundText(messages, stay, room.beds)}`}</p>
<p>${mealsOf(messages, room)}${room.planName !== undefined && html` · ${groundText(messages, stay, room.planName)}`}</p></li>`;
}

/** Our word for the meals, the supplier's where it is none of ours, or that it states none. */
function mealsOf(messages: Messages, { boardType, boardName }: RoomView): string | Html {
  if (boardType !== undefined) return messages.stay.boards[boardType];
  return boardName === undefined ? messages.unstated.meals : supplierText(messages, boardName);
}

/** `from 15:00`; where the hour is not stated, that the property sets it. */
export function hourText(messages: Messages, word: (time: string) => string, hour: string | undefined): string {
  return hour === undefined ? messages.unstated.hour : word(hour);
}
