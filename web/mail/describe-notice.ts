import type { Messages } from '../checkout/wording.ts';
import { describeItemShortly } from './describe-item.ts';
import { line, type MailParts } from './document.ts';
import type { NoticeMailView } from './view.ts';
import type { MailMessages } from './wording.ts';

/** The words of a notice; what stands before a reason is the booking page's. */
interface NoticeVocabulary {
  readonly messages: Messages;
  readonly own: MailMessages;
  readonly reasonGiven: string;
}

/** What was declined and why, or what was cancelled by somebody else and what follows. */
export function describeNotice(
  { messages, own, reasonGiven }: NoticeVocabulary,
  { kind, bookingRef, item, reason }: NoticeMailView,
): MailParts {
  const texts = own.notices[kind];
  const said = reason === undefined ? [] : [line('strong', `${reasonGiven} ${own.quoted(reason)}`)];
  return {
    subject: texts.subject(bookingRef),
    mark: 'stop',
    title: texts.title,
    opening: [
      { kind: 'lines', lines: [line('plain', texts.text), ...said] },
      { kind: 'number', label: messages.reference, value: bookingRef, size: 'large' },
    ],
    sections: [
      {
        heading: messages.trip.heading,
        cards: [{ blocks: describeItemShortly(messages, item), isFaded: kind === 'cancelled_elsewhere' }],
        note: messages.localTimes,
      },
    ],
  };
}
