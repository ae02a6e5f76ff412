import { html, type Html } from '../kit/html.ts';
import { titleOf } from '../checkout/item-names.ts';
import { formatDay, formatTime } from '../kit/format.ts';
import type { ItemView } from '../checkout/view-item.ts';
import { describeMove, type MomentMessages } from './describe-move.ts';
import type { MovedView, MoveView } from './view.ts';
import { inLanguage, type Vocabulary } from './vocabulary.ts';

/** An item that was moved, and what its forms need. */
export interface MovedItem {
  readonly moved: MovedView;
  readonly canGiveUp: boolean;
  readonly itemId: string;
  readonly csrf: string;
}

/**
 * What the airline has moved from when to when, how bad that is, what no longer fits by it, the yes to it, and the way
 * out where that is free.
 */
export function renderMoved(texts: Vocabulary, { moved, canGiveUp, itemId, csrf }: MovedItem): Html {
  const { schedule } = texts.own;
  const form = (path: string, button: Html): Html =>
    html`<form method="post" action="${inLanguage(texts, `/manage/items/${itemId}/${path}`)}"><input type="hidden" name="csrf" value="${csrf}">${button}</form>`;
  return html`<section class="notice moved" aria-labelledby="moved-${itemId}"><h4 id="moved-${itemId}">${schedule.title}</h4>
<p>${schedule.severity[moved.severity]}</p>
${moved.moves.map((move) => renderMove(texts, move))}
${moved.affected.length > 0 && html`<h5>${schedule.affected}</h5><ul>${moved.affected.map((item) => html`<li><strong>${titleOf(texts.messages, item)}</strong><br>${whenOf(texts, item)}</li>`)}</ul><p>${schedule.affectedNote}</p>`}
<p>${moved.isFreeToLeave ? schedule.free : schedule.keep}</p>
${form('accept-schedule', html`<button class="primary" type="submit">${schedule.accept}</button>`)}
${moved.isFreeToLeave && canGiveUp && form('give-up', html`<button class="secondary grave" type="submit">${schedule.leave}</button>`)}</section>`;
}

function renderMove({ messages, own }: Vocabulary, move: MoveView): Html {
  const { flight, before, after, shift } = describeMove(messages, own.schedule, move);
  const moment = ({ day, clocks, dayShift }: MomentMessages): Html =>
    html`${day}<br><span class="clocks">${clocks}</span>${dayShift !== '' && html`<br>${dayShift}`}`;
  return html`<h5>${flight}</h5>
<dl class="moves"><div><dt>${own.schedule.before}</dt><dd>${moment(before)}</dd></div><div class="now"><dt>${own.schedule.now}</dt><dd>${moment(after)}<br><span class="moved-by">${shift}</span></dd></div></dl>`;
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
