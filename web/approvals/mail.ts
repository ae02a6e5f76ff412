import { formatDate, formatMoment, vocabularyOf } from '../accounts/vocabulary.ts';
import type { PageLanguage } from '../checkout/messages.ts';
import { formatMoney } from '../kit/format.ts';
import { type Block, line, type MailDocument, type Mark, type Row } from '../mail/document.ts';
import { mailMessagesOf } from '../mail/messages.ts';
import { renderHtml } from '../mail/render-html.ts';
import type { RenderedMail } from '../mail/render-mail.ts';
import { renderText } from '../mail/render-text.ts';
import type { Money } from '../../src/travel/money.ts';
import { approvalMessagesOf } from './messages.ts';

/** What every one of these mails names. */
interface Shared {
  /** The key or program that buys, and the mandate, as they were named: quoted. */
  readonly agent: string;
  readonly mandate: string;
  /** Where the reader acts. */
  readonly url: string;
}

/** What owners are written about: a budget that is asked for, a purchase that is, and what became of a budget. */
export type ApprovalMailView = Shared &
  (
    | { readonly kind: 'mandate_waits'; readonly note: string | undefined; readonly budget: Money }
    | {
        readonly kind: 'purchase_waits';
        readonly note: string | undefined;
        readonly items: readonly string[];
        readonly total: Money;
        readonly until: Date;
      }
    | {
        readonly kind: 'mandate_granted';
        readonly budget: Money;
        readonly until: Date;
        /** Who granted it; undefined where it was nobody who signs in here. */
        readonly by: string | undefined;
      }
    | { readonly kind: 'mandate_exhausted'; readonly spent: Money }
  );

const MARKS = {
  mandate_waits: 'change',
  purchase_waits: 'change',
  mandate_granted: 'done',
  mandate_exhausted: 'stop',
} as const satisfies Record<ApprovalMailView['kind'], Mark>;
/** A mail of ours holds no more of somebody else's text than a reader needs to know what it is about. */
const nameLengthMax = 60;
const noteLengthMax = 300;

/** Writes a mail to an owner, in the looks of the mails about bookings. */
export function renderApprovalMail(
  language: PageLanguage,
  facts: { readonly isSandbox: boolean },
  view: ApprovalMailView,
): RenderedMail {
  const { mails } = approvalMessagesOf(language);
  const texts = mails[view.kind];
  const document: MailDocument = {
    language,
    subject: texts.subject,
    preview: texts.text,
    notice: facts.isSandbox ? mailMessagesOf(language).testMode : undefined,
    mark: MARKS[view.kind],
    title: texts.title,
    opening: [
      { kind: 'lines', lines: [line('plain', texts.text)] },
      { kind: 'rows', rows: rowsOf(language, view) },
      ...noteOf(language, view),
      { kind: 'button', text: texts.link, url: view.url },
    ],
    sections: [],
    footer: mails.why,
  };
  return { subject: document.subject, html: renderHtml(document), text: renderText(document) };
}

function rowsOf(language: PageLanguage, view: ApprovalMailView): readonly Row[] {
  const vocabulary = vocabularyOf(language);
  const texts = approvalMessagesOf(language);
  const { mails } = texts;
  const row = (label: string, value: string): Row => ({ label, value, weight: 'normal' });
  const amount = (of: Money) => formatMoney(vocabulary.messages, of);
  const named = [
    row(texts.agent, quoted(view.agent, nameLengthMax)),
    row(mails.mandate, quoted(view.mandate, nameLengthMax)),
  ];
  switch (view.kind) {
    case 'mandate_waits':
      return [...named, row(texts.budget, amount(view.budget))];
    case 'purchase_waits':
      return [
        ...named,
        ...view.items.map((item) => row(texts.items, item)),
        row(texts.total, amount(view.total)),
        row(texts.until, formatMoment(vocabulary, view.until)),
      ];
    case 'mandate_granted':
      return [
        ...named,
        row(texts.budget, amount(view.budget)),
        row(mails.validUntil, formatDate(vocabulary, view.until)),
        ...(view.by === undefined ? [] : [row(mails.by, quoted(view.by, nameLengthMax))]),
      ];
    case 'mandate_exhausted':
      return [...named, row(mails.spent, amount(view.spent))];
    default:
      return view satisfies never;
  }
}

/** What the requester wrote, set apart and in quotation marks. */
function noteOf(language: PageLanguage, view: ApprovalMailView): readonly Block[] {
  if (!('note' in view) || view.note === undefined) return [];
  const { note } = approvalMessagesOf(language);
  return [{ kind: 'box', lines: [line('quiet', note), line('plain', quoted(view.note, noteLengthMax))] }];
}

/**
 * Text that a stranger may have written: one line, in quotation marks, cut, and with nothing in it that programs which
 * read mail would make a link of.
 */
function quoted(text: string, lengthMax: number): string {
  const single = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/["“”]/g, "'")
    .trim();
  const short = single.length <= lengthMax ? single : `${single.slice(0, lengthMax)}…`;
  return `“${short.replaceAll(/(?<=\S)([.:@/])(?=\S)/g, '$1\u200b')}”`;
}
