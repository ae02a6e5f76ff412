import type { Messages } from '../checkout/wording.ts';
import { describeMisfits, describeMove } from '../manage/describe-move.ts';
import type { AffectedView, MovedKind, MovedView, MoveView } from '../manage/view.ts';
import type { ScheduleMessages } from '../manage/wording.ts';
import { describeItemShortly } from './describe-item.ts';
import { type Card, line, type Place } from './document.ts';

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
  const { flight, moments, shift } = describeMove(messages, schedule, move);
  const places = moments.map(
    ({ name, number, day, clocks, dayShift }, index): Place => ({
      name,
      lines: [
        ...(number === '' ? [] : [line('plain', number)]),
        line('strong', day),
        line('plain', clocks),
        ...(dayShift === '' ? [] : [line('quiet', dayShift)]),
        ...(shift !== '' && index === moments.length - 1 ? [line('plain', shift)] : []),
      ],
    }),
  );
  return { heading: flight, blocks: [{ kind: 'places', places }] };
}
