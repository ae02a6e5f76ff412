import type { PageLanguage } from '../checkout/messages.ts';

/**
 * A mail before it is HTML or plain text: both are made from this one description, so that neither says what the other
 * does not.
 */
export interface MailDocument {
  readonly language: PageLanguage;
  readonly subject: string;
  /** What a list of mails shows beside the subject. */
  readonly preview: string;
  /** Above all else; in the sandbox only. */
  readonly notice: string | undefined;
  readonly mark: Mark;
  readonly title: string;
  /** Under the title, in the middle. */
  readonly opening: readonly Block[];
  readonly sections: readonly Section[];
  readonly footer: string;
  /** Whose mail it is; the product's own unless set. */
  readonly seller?: MailSeller | undefined;
}

/** A seller as mails show one: no picture, for mails load nothing from anywhere. */
export interface MailSeller {
  readonly name: string;
  /** `#rrggbb`. */
  readonly colour: string | undefined;
  /** Over the links. */
  readonly heading: string;
  readonly links: readonly { readonly text: string; readonly url: string }[];
}
/** What differs from one kind of mail to another. */
export type MailParts = Pick<MailDocument, 'subject' | 'mark' | 'title' | 'opening' | 'sections'>;
export type Mark = 'done' | 'part' | 'stop' | 'back' | 'change' | 'join';

/** Cards under a heading. */
export interface Section {
  readonly heading: string;
  readonly cards: readonly Card[];
  readonly note?: string | undefined;
}
export interface Card {
  readonly heading?: string | undefined;
  readonly badge?: { readonly text: string; readonly tone: Tone } | undefined;
  readonly blocks: readonly Block[];
  /** No longer (or never) part of what is booked. */
  readonly isFaded?: boolean;
}

/** Our text in the mail's language, or a supplier's, which is English in every language. */
export type MailText = string | { readonly english: string };
export type Tone = 'plain' | 'quiet' | 'strong' | 'good' | 'bad';

/** One line: its parts stand beside each other with a dot between them. */
export interface Line {
  readonly tone: Tone;
  readonly parts: readonly MailText[];
}
/** One of a list, with what is said of it below in small letters. */
export interface Entry {
  readonly line: Line;
  readonly note?: Line;
}
/** What on the left, how much on the right. */
export interface Row {
  readonly label: MailText;
  readonly notes?: readonly MailText[];
  readonly value: string;
  /** `part`: of the row above. `off`: not charged. */
  readonly weight: 'normal' | 'part' | 'total' | 'off';
}
/** Where or when something begins or ends. */
export interface Place {
  readonly name: string;
  readonly lines: readonly Line[];
}
/** One end of a flight. */
interface End {
  readonly time: string;
  readonly code: string;
}

export type Block =
  | { readonly kind: 'lines'; readonly lines: readonly Line[] }
  /** Sentences or facts under a small heading; `ticks` for what is included. */
  | { readonly kind: 'list'; readonly heading: string; readonly hasTicks: boolean; readonly entries: readonly Entry[] }
  /** Lines that belong together, set apart from the others. */
  | { readonly kind: 'box'; readonly lines: readonly Line[] }
  | {
      readonly kind: 'rows';
      readonly heading?: string | undefined;
      readonly rows: readonly Row[];
      readonly note?: string | undefined;
    }
  /** A name in large letters with small ones above and below it. */
  | { readonly kind: 'title'; readonly above: readonly Line[]; readonly text: string; readonly below: readonly Line[] }
  | {
      readonly kind: 'flight';
      readonly from: End;
      readonly to: End;
      readonly duration: string;
      readonly notes: readonly Line[];
    }
  /** Groups of lines, each with a bar at its side. */
  | { readonly kind: 'steps'; readonly steps: readonly (readonly Line[])[] }
  | { readonly kind: 'places'; readonly places: readonly Place[] }
  /** A number people read out or copy. */
  | { readonly kind: 'number'; readonly label: string; readonly value: string; readonly size: 'large' | 'small' }
  /** The page where the reader acts. */
  | { readonly kind: 'button'; readonly text: string; readonly url: string }
  /** Pages of ours, under a small heading. */
  | {
      readonly kind: 'links';
      readonly heading: string;
      readonly links: readonly { readonly text: string; readonly url: string }[];
    }
  | { readonly kind: 'rule' };

/** A line of ours. */
export function line(tone: Tone, ...parts: readonly (MailText | undefined | false)[]): Line {
  return { tone, parts: parts.filter((part): part is MailText => part !== undefined && part !== false && part !== '') };
}

/** A list's entry of one line. */
export function entry(tone: Tone, ...parts: readonly (MailText | undefined | false)[]): Entry {
  return { line: line(tone, ...parts) };
}

/** A supplier's own words. */
export function english(text: string): MailText {
  return { english: text };
}
