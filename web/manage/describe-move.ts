import { formatDay, formatDayShift, formatDuration, formatTime } from '../kit/format.ts';
import type { Messages } from '../checkout/wording.ts';
import type { AffectedView, FlownView, MovedView, MoveView } from './view.ts';
import type { ScheduleMessages } from './wording.ts';

/** When a flight is flown, in words: the day it leaves, both clocks, and how many days later it lands. */
export interface MomentMessages {
  /** Its number, where the other column has another; else empty. */
  readonly number: string;
  readonly day: string;
  readonly clocks: string;
  /** Empty where it lands on the day it leaves. */
  readonly dayShift: string;
}

/** A flight that was changed, in words; the booking page and the mail say the same. */
export interface MoveMessages {
  readonly flight: string;
  /** Each with what it is called: one of them for a flight that is added or flown no longer, else both. */
  readonly moments: readonly (MomentMessages & { readonly name: string; readonly isNow: boolean })[];
  /** How much later or earlier it leaves, or, where it leaves as before, lands; or that it is flown no longer. */
  readonly shift: string;
}

/** Puts a move into words. */
export function describeMove(messages: Messages, texts: ScheduleMessages, move: MoveView): MoveMessages {
  const { before, after } = move;
  const shown = after ?? before;
  return {
    flight: shown === undefined ? '' : `${shown.flightNumber} · ${shown.originCity} → ${shown.destinationCity}`,
    moments: [
      ...(before === undefined
        ? []
        : [{ name: messages.flown.before, isNow: false, ...describeMoment(messages, before, after) }]),
      ...(after === undefined
        ? []
        : [
            {
              name: before === undefined ? texts.added : messages.flown.now,
              isNow: true,
              ...describeMoment(messages, after, before),
            },
          ]),
    ],
    shift: after === undefined ? messages.flown.gone : before === undefined ? '' : shiftText(messages, texts, move),
  };
}

/** How bad a change is, in a sentence: one that only gives flights other numbers says that. */
export function describeSeverity({ severity, numbersOnly }: ScheduleMessages, moved: MovedView): string {
  const isOnTime = moved.moves.every(({ departMinutes, arriveMinutes }) => departMinutes === 0 && arriveMinutes === 0);
  return moved.severity === 'minor' && isOnTime ? numbersOnly : severity[moved.severity];
}

function shiftText(messages: Messages, texts: ScheduleMessages, { departMinutes, arriveMinutes }: MoveView): string {
  const minutes = departMinutes === 0 ? arriveMinutes : departMinutes;
  if (minutes === 0) return texts.sameTimes;
  const duration = formatDuration(messages, Math.abs(minutes));
  return minutes < 0 ? texts.earlier(duration) : texts.later(duration);
}

/** What may be done about a change, in a sentence. */
export function describeChoice({ choice }: ScheduleMessages, moved: MovedView): string {
  const { kind, canAccept, isFreeToLeave } = moved;
  const texts = choice[canAccept ? kind : 'cancelled'];
  return isFreeToLeave === undefined ? texts.ask : isFreeToLeave ? texts.free : texts.keep;
}

/** Which nights and times of an item no longer fit, a line each; none where the whole item does not. */
export function describeMisfits(
  messages: Messages,
  texts: ScheduleMessages,
  { nights, pickUpLocal, dropOffLocal }: AffectedView,
): readonly string[] {
  const moment = (local: string): string => `${formatDay(messages, local)}, ${formatTime(local)}`;
  return [
    ...(nights.length === 0 ? [] : [texts.nights(nights.map((night) => formatDay(messages, night)).join(' · '))]),
    ...(pickUpLocal === undefined ? [] : [texts.pickUp(moment(pickUpLocal))]),
    ...(dropOffLocal === undefined ? [] : [texts.dropOff(moment(dropOffLocal))]),
  ];
}

function describeMoment(messages: Messages, flown: FlownView, other: FlownView | undefined): MomentMessages {
  const { flightNumber, origin, destination, departLocal, arriveLocal } = flown;
  return {
    number: other === undefined || other.flightNumber === flightNumber ? '' : flightNumber,
    day: formatDay(messages, departLocal),
    clocks: `${formatTime(departLocal)} ${origin} → ${formatTime(arriveLocal)} ${destination}`,
    dayShift: formatDayShift(messages, departLocal, arriveLocal),
  };
}
