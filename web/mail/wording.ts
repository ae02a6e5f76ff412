import type { CounterChange } from '../../src/travel/rental-total.ts';
import type { MovedKind } from '../manage/view.ts';

/** A mail that only says something. */
interface NoticeMessages {
  readonly subject: (bookingRef: string) => string;
  readonly title: string;
  readonly text: string;
}

/**
 * Every sentence that only mails say; all others are the hosted page's. Once per language: a missing one does not
 * compile.
 */
export interface MailMessages {
  readonly subjects: {
    readonly confirmed: (bookingRef: string) => string;
    readonly partial: (bookingRef: string) => string;
    readonly failed: (bookingRef: string) => string;
    readonly refunded: (bookingRef: string, amount: string) => string;
    readonly cancelled: (bookingRef: string) => string;
    readonly changed: (bookingRef: string) => string;
    readonly rescheduled: Readonly<Record<MovedKind, (bookingRef: string) => string>>;
  };
  readonly testMode: string;
  readonly refunded: {
    readonly title: string;
    readonly text: (amount: string) => string;
    /** Where nothing comes back. */
    readonly cancelledTitle: string;
    readonly cancelledText: string;
    readonly cancelledHeading: string;
    readonly money: string;
    readonly paid: string;
    readonly retained: string;
    /** What a property charges by itself. */
    readonly collected: string;
    readonly setByPlace: string;
    readonly back: string;
    /** Where other items of the booking stay. */
    readonly rest: string;
  };
  readonly changed: {
    readonly title: string;
    readonly text: string;
    readonly now: string;
    readonly before: string;
    readonly even: string;
    /** Nothing was paid now, but the rental counter collects another amount than before. */
    readonly nothingNow: string;
    readonly atCounter: Readonly<Record<CounterChange['direction'], (amount: string) => string>>;
    readonly paid: (amount: string) => string;
    readonly refunded: (amount: string) => string;
  };
  /** A flight its airline has changed; most of it is said in the booking page's words. */
  readonly rescheduled: {
    readonly title: Readonly<Record<MovedKind, string>>;
    /** Where the travelers have said yes already. */
    readonly accepted: string;
    /** On the button, while nobody has said yes. */
    readonly link: Readonly<Record<MovedKind, string>>;
    readonly heading: Readonly<Record<MovedKind, string>>;
  };
  /** What is to be known, and nothing done: a request that was declined, a cancellation of somebody else's. */
  readonly notices: Readonly<Record<'declined' | 'cancelled_elsewhere', NoticeMessages>>;
  readonly quoted: (text: string) => string;
  /** Why somebody gets this mail. */
  readonly why: (bookingRef: string) => string;
  readonly colon: string;
}
