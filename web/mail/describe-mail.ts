import { formatMoney } from '../kit/format.ts';
import { titleOf } from '../checkout/item-names.ts';
import { messagesOf, type PageLanguage } from '../checkout/messages.ts';
import type { OrderView } from '../checkout/view.ts';
import type { ItemView } from '../checkout/view-item.ts';
import type { Messages } from '../checkout/wording.ts';
import { creditSections } from './describe-credits.ts';
import { describeItem, describeItemShortly, OUTCOME_TONES } from './describe-item.ts';
import { describeAffected, describeMoved, linkKindOf } from './describe-moved.ts';
import { describeNotice } from './describe-notice.ts';
import { describeLater, describePrice, settlementTexts } from './describe-price.ts';
import {
  type Block,
  type Line,
  line,
  type MailDocument,
  type MailSeller,
  type MailParts,
  type Row,
  type Section,
} from './document.ts';
import { describeChoice, describeSeverity } from '../manage/describe-move.ts';
import { manageMessagesOf } from '../manage/messages.ts';
import type { ScheduleMessages } from '../manage/wording.ts';
import type { IssuedLinkView } from '../manage/issued/issued-view.ts';
import { contactLinks } from '../kit/seller.ts';
import type { SellerView } from '../kit/seller-view.ts';
import { mailMessagesOf } from './messages.ts';
import type { ChangedMailView, MailFacts, MailView, RefundedMailView, RescheduledMailView } from './view.ts';
import type { MailMessages } from './wording.ts';

/** The words a mail is made of: the hosted page's, and its own. */
interface Vocabulary {
  readonly messages: Messages;
  readonly own: MailMessages;
  /** The booking page's, of a flight that was moved. */
  readonly schedule: ScheduleMessages;
  /** Also the booking page's. */
  readonly reasonGiven: string;
  readonly issuedHeading: string;
}
type ViewOf<K extends MailView['kind']> = Extract<MailView, { readonly kind: K }>;

/** What a mail says, in the order it says it. */
export function describeMail(language: PageLanguage, facts: MailFacts, view: MailView): MailDocument {
  const { schedule, reasonGiven, documents } = manageMessagesOf(language);
  const vocabulary = {
    messages: messagesOf(language),
    own: mailMessagesOf(language),
    schedule,
    reasonGiven,
    issuedHeading: documents.issuedHeading,
  };
  const parts = describeParts(vocabulary, view);
  const titles = itemsOf(view).map((item) => titleOf(vocabulary.messages, item));
  return {
    language,
    ...parts,
    opening: [
      ...parts.opening,
      ...describeIssued(vocabulary, language, facts.issued ?? []),
      ...describeManage(vocabulary, language, { view, manageUrl: facts.manageUrl }),
    ],
    notice: facts.isSandbox ? vocabulary.own.testMode : undefined,
    preview: [...titles, `${vocabulary.messages.reference}${vocabulary.own.colon}${view.bookingRef}`].join(' · '),
    footer: vocabulary.own.why(view.bookingRef),
    seller: facts.seller && describeSeller(vocabulary, facts.seller),
  };
}

function describeSeller({ messages }: Vocabulary, seller: SellerView): MailSeller {
  const links = contactLinks(messages, seller);
  return { name: seller.name, colour: seller.colour, heading: messages.seller.contact(seller.name), links };
}

function describeParts(vocabulary: Vocabulary, view: MailView): MailParts {
  switch (view.kind) {
    case 'confirmed':
      return describeConfirmed(vocabulary, view);
    case 'failed':
      return describeFailed(vocabulary, view);
    case 'refunded':
      return describeRefunded(vocabulary, view);
    case 'changed':
      return describeChanged(vocabulary, view);
    case 'rescheduled':
      return describeRescheduled(vocabulary, view);
    case 'declined':
    case 'cancelled_elsewhere':
      return describeNotice(vocabulary, view);
    default:
      return view satisfies never;
  }
}

function itemsOf(view: MailView): OrderView['items'] {
  switch (view.kind) {
    case 'confirmed':
    case 'failed':
      return view.order.items;
    case 'refunded':
      return view.items;
    case 'changed':
      return [view.after];
    case 'rescheduled':
    case 'declined':
    case 'cancelled_elsewhere':
      return [view.item];
    default:
      return view satisfies never;
  }
}

/** Links to the invoices and credit notes that the mail is about; they go along as files where there was room. */
function describeIssued(
  { messages, issuedHeading }: Vocabulary,
  language: PageLanguage,
  issued: readonly IssuedLinkView[],
): readonly Block[] {
  if (issued.length === 0) return [];
  const links = issued.map(({ type, number, url }) => ({
    text: messages.issued[type](number),
    url: `${url}?locale=${language}`,
  }));
  return [{ kind: 'links', heading: issuedHeading, links }];
}

/** The button to the booking's own page, named by what there is to do. */
function describeManage(
  vocabulary: Vocabulary,
  language: PageLanguage,
  { view, manageUrl }: Pick<MailFacts, 'manageUrl'> & { readonly view: MailView },
): readonly Block[] {
  return manageUrl === undefined
    ? []
    : [{ kind: 'button', text: nameManage(vocabulary, view), url: `${manageUrl}?locale=${language}` }];
}

function nameManage({ messages, own }: Vocabulary, view: MailView): string {
  switch (view.kind) {
    case 'confirmed':
    case 'changed':
      return messages.manage.change;
    case 'failed':
    case 'declined':
    case 'cancelled_elsewhere':
      return messages.manage.view;
    case 'refunded':
      return view.isWhole ? messages.manage.view : messages.manage.change;
    case 'rescheduled':
      return view.moved.state === 'open' ? own.rescheduled.link[linkKindOf(view.moved)] : messages.manage.change;
    default:
      return view satisfies never;
  }
}

/** Booked, as a whole or in part: under which numbers, what was charged, and what is still to be paid where. */
function describeConfirmed(
  { messages, own }: Vocabulary,
  { order, bookingRef, isPartial, documents = [] }: ViewOf<'confirmed'>,
): MailParts {
  const notice = isPartial ? messages.partial : messages.confirmed;
  const paid = order.needsCard
    ? line('plain', `${messages.summary.paid} ${formatMoney(messages, order.total)}`)
    : line('plain', messages.withoutCard.paid);
  const text = isPartial && !order.needsCard ? messages.withoutCard.partial : notice.text;
  return {
    subject: isPartial ? own.subjects.partial(bookingRef) : own.subjects.confirmed(bookingRef),
    mark: isPartial ? 'part' : 'done',
    title: notice.title,
    opening: [
      ...(isPartial
        ? [{ kind: 'box', lines: order.items.flatMap((item) => describeOutcome(messages, item)) } as const]
        : []),
      reference(messages, bookingRef),
      { kind: 'lines', lines: [paid, line('quiet', text)] },
      ...describeLater(messages, order),
      ...(documents.length === 0
        ? []
        : [
            {
              kind: 'links',
              heading: messages.documents.heading,
              links: documents.map(({ type, url }) => ({ text: messages.documents[type], url })),
            } as const,
          ]),
    ],
    sections: [
      {
        heading: messages.trip.heading,
        cards: order.items.map((item) => describeItem(messages, order, item)),
        note: messages.localTimes,
      },
      describeTravelers(messages, order),
      { heading: messages.summary.heading, cards: [{ blocks: describePrice(messages, order) }] },
    ],
  };
}

function describeOutcome(messages: Messages, item: ItemView): readonly Line[] {
  const { outcome } = item;
  return [
    line('plain', titleOf(messages, item)),
    ...(outcome === undefined ? [] : [line(OUTCOME_TONES[outcome], messages.outcome[outcome])]),
  ];
}

/** Not booked, and nothing taken: what happened, that it cost nothing, and what to do now. */
function describeFailed({ messages, own }: Vocabulary, { order, bookingRef, reason }: ViewOf<'failed'>): MailParts {
  const notice = messages.failed[reason];
  const hasSeveral = order.items.length > 1;
  const lost = order.items.flatMap((item) => [
    line('plain', titleOf(messages, item)),
    ...(hasSeveral && item.isRefused ? [line('bad', messages.refused[item.kind])] : []),
  ]);
  return {
    subject: own.subjects.failed(bookingRef),
    mark: 'stop',
    title: notice.title,
    opening: [
      { kind: 'lines', lines: [line('plain', notice.text)] },
      { kind: 'box', lines: lost },
      {
        kind: 'lines',
        lines: [
          line('strong', order.needsCard ? messages.nothingCharged : messages.withoutCard.nothingCharged),
          line('plain', messages.chooseAgain),
        ],
      },
      { kind: 'number', label: messages.referenceForSupport, value: bookingRef, size: 'small' },
    ],
    sections: [],
  };
}

/** Given up: what it was, what comes back and what does not. */
function describeRefunded({ messages, own }: Vocabulary, view: RefundedMailView): MailParts {
  const { bookingRef, items, refund, retained, serviceFee, credits = [], isWhole } = view;
  const texts = own.refunded;
  const amount = formatMoney(messages, refund);
  const hasRefund = refund.value > 0;
  const rest = isWhole ? [] : [line('plain', texts.rest)];
  return {
    subject: hasRefund ? own.subjects.refunded(bookingRef, amount) : own.subjects.cancelled(bookingRef),
    mark: hasRefund ? 'back' : 'stop',
    title: hasRefund ? texts.title : texts.cancelledTitle,
    opening: [
      {
        kind: 'lines',
        lines: [
          line(
            'plain',
            hasRefund ? texts.text(amount) : credits.length > 0 ? messages.travelCredit.instead : texts.cancelledText,
          ),
          ...rest,
        ],
      },
      reference(messages, bookingRef),
    ],
    sections: [
      {
        heading: texts.cancelledHeading,
        cards: items.map((item) => ({ blocks: describeItemShortly(messages, item), isFaded: true })),
      },
      {
        heading: texts.money,
        cards: [
          {
            blocks: [
              {
                kind: 'rows',
                rows: [
                  {
                    label: texts.paid,
                    value: formatMoney(messages, { ...refund, value: refund.value + retained.value }),
                    weight: 'normal',
                  },
                  ...retainedRows({ messages, own }, view),
                  { label: texts.back, notes: returnedFee(messages, serviceFee), value: amount, weight: 'total' },
                ],
              },
            ],
          },
        ],
      },
      ...creditSections(messages, credits),
    ],
  };
}

/** What does not come back: what giving it up costs, and the service fee apart from it. */
function retainedRows(
  { messages, own }: Pick<Vocabulary, 'messages' | 'own'>,
  { retained, serviceFee, collected = [] }: RefundedMailView,
): readonly Row[] {
  const fee = serviceFee?.isReturned === false ? serviceFee.amount.value : 0;
  const row = (label: string, value: number): readonly Row[] =>
    value > 0 ? [{ label, value: formatMoney(messages, { ...retained, value }), weight: 'normal' }] : [];
  return [
    ...row(own.refunded.retained, retained.value - fee),
    ...row(messages.serviceFee.retained, Math.min(fee, retained.value)),
    ...collected.map((sum): Row => {
      const value = sum === 'unknown' ? own.refunded.setByPlace : formatMoney(messages, sum);
      return { label: own.refunded.collected, value, weight: 'normal' };
    }),
  ];
}

function returnedFee(messages: Messages, fee: RefundedMailView['serviceFee']): readonly string[] {
  return fee?.isReturned === true ? [`${messages.serviceFee.returned}: ${formatMoney(messages, fee.amount)}`] : [];
}

/** Another flight, other nights, another car: how it is now, how it was, and what that cost. */
function describeChanged({ messages, own }: Vocabulary, view: ChangedMailView): MailParts {
  const { bookingRef, before, after, lostExtras } = view;
  const texts = own.changed;
  return {
    subject: own.subjects.changed(bookingRef),
    mark: 'change',
    title: texts.title,
    opening: [
      {
        kind: 'lines',
        lines: [
          line('plain', texts.text),
          ...settlementTexts({ messages, own }, view).map((text) => line('strong', text)),
          ...(lostExtras === 'none' ? [] : [line('plain', messages.exchange.extrasLost[lostExtras])]),
        ],
      },
      reference(messages, bookingRef),
    ],
    sections: [
      { heading: texts.now, cards: [describeItem(messages, { items: [after] }, after)], note: messages.localTimes },
      ...(before
        ? [{ heading: texts.before, cards: [{ blocks: describeItemShortly(messages, before), isFaded: true }] }]
        : []),
    ],
  };
}

/**
 * Moved by its airline: what from when to when, how bad that is, what no longer fits, and, while nobody has said yes,
 * where it is taken or left.
 */
function describeRescheduled(
  { messages, own, schedule }: Vocabulary,
  { bookingRef, moved }: RescheduledMailView,
): MailParts {
  const texts = own.rescheduled;
  const { kind } = moved;
  const said = {
    open: describeChoice(schedule, moved),
    accepting: schedule.accepting,
    accepted: texts.accepted,
  }[moved.state];
  return {
    subject: own.subjects.rescheduled[kind](bookingRef),
    mark: 'change',
    title: texts.title[kind],
    opening: [
      {
        kind: 'lines',
        lines: [line('strong', describeSeverity(schedule, moved)), line('plain', said)],
      },
      reference(messages, bookingRef),
    ],
    sections: [
      {
        heading: texts.heading[kind],
        cards: moved.moves.map((move) => describeMoved({ messages, schedule }, move)),
        note: messages.localTimes,
      },
      ...(moved.affected.length === 0
        ? []
        : [
            {
              heading: schedule.affected,
              cards: moved.affected.map((affected) => describeAffected({ messages, schedule }, affected)),
              note: schedule.affectedNote,
            },
          ]),
    ],
  };
}

function reference(messages: Messages, bookingRef: string): Block {
  return { kind: 'number', label: messages.reference, value: bookingRef, size: 'large' };
}

function describeTravelers(messages: Messages, { travelers }: OrderView): Section {
  const rows = travelers.map(
    ({ name, type }) => ({ label: name, value: messages.travelerType[type], weight: 'normal' }) as const,
  );
  return { heading: messages.travelers, cards: [{ blocks: [{ kind: 'rows', rows }] }] };
}
