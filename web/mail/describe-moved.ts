import type { Messages } from '../checkout/wording.ts';
import { describeMisfits, describeMove, type MomentMessages } from '../manage/describe-move.ts';
import type { AffectedView, MovedKind, MovedView, MoveView } from '../manage/view.ts';
import type { ScheduleMessages } from '../manage/wording.ts';
import { describeItemShortly } from './describe-item.ts';
import { type Card, line, type Line, type Place } from './document.ts';

/** The words of a flight that its airline has changed: the booking page's. */
interface MovedVocabulary {
  readonly messages: Messages;
  readonly schedule: ScheduleMessages;
}

/** A change that cannot be accepted asks for one of the other two. */
export function linkKindOf({ kind, canAccept }: MovedView): MovedKind {
  return canAccept ? kind : 'cancelled';
}

/** An item of the trip that no longer fits, with its nights and times. */
export function describeAffected({ messages, schedule }: MovedVocabulary, affected: AffectedView): Card {
  const misfits = describeMisfits(messages, schedule, affected);
  const blocks = describeItemShortly(messages, affected.item);
  return {
    blocks:
      misfits.length === 0
        ? blocks
        : [...blocks, { kind: 'lines', lines: misfits.map((misfit) => line('plain', misfit)) }],
  };
}

/** One flight before and after the airline's change. */
export function describeMoved({ messages, schedule }: MovedVocabulary, move: MoveView): Card {
  const { flight, before, after, shift } = describeMove(messages, schedule, move);
  const place = (name: string, moments: MomentMessages | string, more: readonly Line[]): Place => {
    if (typeof moments === 'string') return { name, lines: [line('plain', moments)] };
    const { number, day, clocks, dayShift } = moments;
    return {
      name,
      lines: [
        ...(number === '' ? [] : [line('plain', number)]),
        line('strong', day),
        line('plain', clocks),
        ...(dayShift === '' ? [] : [line('quiet', dayShift)]),
        ...more,
      ],
    };
  };
  return {
    heading: flight,
    blocks: [
      {
        kind: 'places',
        places: [
          place(schedule.before, before, []),
          place(schedule.now, after, shift === '' ? [] : [line('plain', shift)]),
        ],
      },
    ],
  };
}
