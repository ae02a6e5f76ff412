import { formatDay, formatDayShift, formatDuration, formatTime } from '../kit/format.ts';
import type { Messages } from '../checkout/wording.ts';
import type { FlownTimes, MoveView } from './view.ts';
import type { ScheduleMessages } from './wording.ts';

/** When a flight is flown, in words: the day it leaves, both clocks, and how many days later it lands. */
export interface MomentMessages {
  readonly day: string;
  readonly clocks: string;
  /** Empty where it lands on the day it leaves. */
  readonly dayShift: string;
}

/** A flight that was moved, in words; the booking page and the mail say the same. */
export interface MoveMessages {
  readonly flight: string;
  readonly before: MomentMessages;
  readonly after: MomentMessages;
  /** How much later or earlier it leaves, or, where it leaves as before, lands. */
  readonly shift: string;
}

/** Puts a move into words. */
export function describeMove(messages: Messages, texts: ScheduleMessages, move: MoveView): MoveMessages {
  const minutes = move.departMinutes === 0 ? move.arriveMinutes : move.departMinutes;
  const duration = formatDuration(messages, Math.abs(minutes));
  return {
    flight: `${move.flightNumber} · ${move.originCity} → ${move.destinationCity}`,
    before: describeMoment(messages, move, move.before),
    after: describeMoment(messages, move, move.after),
    shift: minutes < 0 ? texts.earlier(duration) : texts.later(duration),
  };
}

function describeMoment(
  messages: Messages,
  { origin, destination }: MoveView,
  { departLocal, arriveLocal }: FlownTimes,
): MomentMessages {
  return {
    day: formatDay(messages, departLocal),
    clocks: `${formatTime(departLocal)} ${origin} → ${formatTime(arriveLocal)} ${destination}`,
    dayShift: formatDayShift(messages, departLocal, arriveLocal),
  };
}
