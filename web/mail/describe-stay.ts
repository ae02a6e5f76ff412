import { describeCancellation } from '../checkout/cancellation.ts';
import { formatDay, formatList } from '../kit/format.ts';
import { stayAddress } from '../checkout/stay-address.ts';
import { standardName } from '../checkout/cards/standard-name.ts';
import type { RoomView, StayView } from '../checkout/view-item.ts';
import type { Messages } from '../checkout/wording.ts';
import { describeSplit } from './describe-split.ts';
import { hourText } from '../checkout/cards/stay-card.ts';
import { type Block, english, type Entry, entry, type Line, line, type Place, type MailText } from './document.ts';

/**
 * A stay: where, from when until when, each room, and, unless it was not booked, what is paid when and what cancelling
 * costs.
 */
export function describeStay(messages: Messages, stay: StayView): readonly Block[] {
  const blocks: readonly Block[] = [
    ...describeStayShortly(messages, stay),
    { kind: 'steps', steps: stay.rooms.map((room) => describeRoom(messages, stay, room)) },
  ];
  if (stay.outcome === 'not_booked') return blocks;
  return [
    ...blocks,
    { kind: 'rule' },
    ...describeSplit(messages, stay),
    {
      kind: 'list',
      heading: messages.cancellation.heading,
      hasTicks: false,
      entries: cancellationEntries(
        describeCancellation(messages, 'hotel', stay.cancellation),
        stay.cancellation.now.cost === 'nothing',
      ),
    },
  ];
}

/** Which hotel and which nights. */
export function describeStayShortly(messages: Messages, stay: StayView): readonly Block[] {
  const texts = messages.stay;
  return [
    {
      kind: 'title',
      above: [line('quiet', texts.nights(stay.nights), texts.rooms(stay.rooms.length))],
      text: stay.hotelName,
      below: [
        line('quiet', ...(stay.stars === undefined ? [] : [texts.stars(stay.stars)]), stayAddress(messages, stay)),
      ],
    },
    {
      kind: 'places',
      places: [
        placeOf(messages, texts.checkIn, stay.checkIn, hourText(messages, texts.from, stay.checkInFrom)),
        placeOf(messages, texts.checkOut, stay.checkOut, hourText(messages, texts.until, stay.checkOutUntil)),
      ],
    },
  ];
}

/** Sentences about cancelling; what is free now is said in green. */
export function cancellationEntries(sentences: readonly string[], isFree: boolean): readonly Entry[] {
  return sentences.map((sentence, index) => entry(index === 0 && isFree ? 'good' : 'plain', sentence));
}

function placeOf(messages: Messages, name: string, date: string, hour: string): Place {
  return { name, lines: [line('strong', formatDay(messages, date)), line('quiet', hour)] };
}

function describeRoom(messages: Messages, stay: StayView, room: RoomView): readonly Line[] {
  const { adults, childrenAges, beds, planName } = room;
  const said = (text: string): MailText => standardName(messages, stay, text) ?? english(text);
  return [
    line('strong', said(room.name)),
    line(
      'quiet',
      messages.stay.guests(adults, childrenAges.length, formatList(messages, childrenAges)),
      ...(beds === undefined ? [] : [said(beds)]),
    ),
    line('plain', mealsOf(messages, room), ...(planName === undefined ? [] : [said(planName)])),
  ];
}

function mealsOf(messages: Messages, { boardType, boardName }: RoomView): MailText {
  if (boardType !== undefined) return messages.stay.boards[boardType];
  return boardName === undefined ? messages.unstated.meals : english(boardName);
}
