import { html, type Html } from '../kit/html.ts';
import { titleOf } from '../checkout/item-names.ts';
import { formatDay, formatTime } from '../kit/format.ts';
import type { ItemView } from '../checkout/view-item.ts';
import { describeChoice, describeMisfits, describeMove, describeSeverity } from './describe-move.ts';
import type { AffectedView, MovedView, MoveView } from './view.ts';
import { inLanguage, type Vocabulary } from './vocabulary.ts';

/** An item that was changed, and what its forms need. */
export interface MovedItem {
  readonly moved: MovedView;
  readonly canGiveUp: boolean;
  readonly itemId: string;
  readonly csrf: string;
}

/**
 * What the airline has changed from what to what, how bad that is, what no longer fits by it, the yes to it where there
 * is something to take, and the way out where that is free or only the airline knows what it brings back.
 */
export function renderMoved(texts: Vocabulary, { moved, canGiveUp, itemId, csrf }: MovedItem): Html {
  const { schedule } = texts.own;
  const form = (path: string, button: Html): Html =>
    html`<form method="post" action="${inLanguage(texts, `/manage/items/${itemId}/${path}`)}"><input type="hidden" name="csrf" value="${csrf}">${button}</form>`;
  const { kind, state, isFreeToLeave } = moved;
  const leave = isFreeToLeave === true ? schedule.leave : schedule.askLeave;
  return html`<section class="notice moved" aria-labelledby="moved-${itemId}"><h4 id="moved-${itemId}">${schedule.title[kind]}</h4>
<p>${describeSeverity(schedule, moved)}</p>
${moved.moves.map((move) => renderMove(texts, move))}
${moved.affected.length > 0 && html`<h5>${schedule.affected}</h5><ul>${moved.affected.map((affected) => renderAffected(texts, affected))}</ul><p>${schedule.affectedNote}</p>`}
<p>${state === 'accepting' ? schedule.accepting : describeChoice(schedule, moved)}</p>
${state === 'accepting' && form('accept-schedule', html`<button class="secondary" type="submit">${schedule.askAgain}</button>`)}
${state === 'open' && moved.canAccept && kind !== 'cancelled' && form('accept-schedule', html`<button class="primary" type="submit">${schedule.accept[kind]}</button>`)}
${state === 'open' && isFreeToLeave !== false && canGiveUp && form('give-up', html`<button class="secondary grave" type="submit">${leave}</button>`)}</section>`;
}

function renderAffected(texts: Vocabulary, affected: AffectedView): Html {
  const { messages, own } = texts;
  const misfits = describeMisfits(messages, own.schedule, affected);
  return html`<li><strong>${titleOf(messages, affected.item)}</strong><br>${whenOf(texts, affected.item)}${misfits.map((misfit) => html`<br>${misfit}`)}</li>`;
}

function renderMove({ messages, own }: Vocabulary, move: MoveView): Html {
  const { flight, moments, shift } = describeMove(messages, own.schedule, move);
  return html`<h5>${flight}</h5>
<dl class="moves">${moments.map(
    ({ name, isNow, number, day, clocks, dayShift }, index) =>
      html`<div class="${isNow ? 'now' : 'was'}"><dt>${name}</dt><dd>${number !== '' && html`${number}<br>`}${day}<br>${isNow ? html`<span class="clocks">${clocks}</span>` : html`<s class="clocks">${clocks}</s>`}${dayShift !== '' && html`<br>${dayShift}`}${index === moments.length - 1 && shift !== '' && html`<br><span class="moved-by">${shift}</span>`}</dd></div>`,
  )}</dl>`;
}

/** From when until when an item is used. */
function whenOf({ messages }: Vocabulary, item: ItemView): string {
  const moment = (timeLocal: string): string => `${formatDay(messages, timeLocal)}, ${formatTime(timeLocal)}`;
  switch (item.kind) {
    case 'flight':
      return item.slices
        .flatMap(({ segments: [first] }) => (first === undefined ? [] : [moment(first.depart.timeLocal)]))
        .join(' · ');
    case 'hotel':
      return `${formatDay(messages, item.checkIn)} – ${formatDay(messages, item.checkOut)}`;
    case 'car':
      return `${moment(item.pickUp.timeLocal)} – ${moment(item.dropOff.timeLocal)}`;
    default:
      return item satisfies never;
  }
}
