import type { Money } from '../../travel/money.ts';

/** Where an entry comes from. */
export const TIMELINE_KINDS = [
  'booking',
  'payment',
  'money',
  'supplier',
  'change',
  'event',
  'mail',
  'note',
  'audit',
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];
/** `failed`: somebody may have to see to it. */
export const TIMELINE_OUTCOMES = ['done', 'failed', 'open'] as const;

/** One thing that happened to a booking. */
export interface TimelineEntry {
  readonly at: Date;
  readonly kind: TimelineKind;
  readonly outcome: (typeof TIMELINE_OUTCOMES)[number];
  /** A code: `capture`, `booking.completed`, `declined`. */
  readonly what: string;
  /** In a sentence, where there is more to say. */
  readonly detail?: string | undefined;
  readonly amount?: Money | undefined;
  /** What names it: a payment, a change, an event, a mail, an item. */
  readonly reference?: string | undefined;
  /** The supplier's own id of the request, for its support. */
  readonly requestId?: string | undefined;
  /** The call it was done by, as the log of requests has it. */
  readonly callId?: string | undefined;
  /** Who did it: a user's or a key's id. */
  readonly by?: string | undefined;
}

/** Entries that an answer lists at most: the newest are left out beyond it. */
const timelineMax = 500;

/** Puts entries in the order in which they happened; of one instant in the order of `TIMELINE_KINDS`. */
export function orderTimeline(entries: readonly TimelineEntry[]): readonly TimelineEntry[] {
  const rank = (entry: TimelineEntry) => TIMELINE_KINDS.indexOf(entry.kind);
  return entries
    .toSorted((one, other) => one.at.getTime() - other.at.getTime() || rank(one) - rank(other))
    .slice(0, timelineMax);
}
