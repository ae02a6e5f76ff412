import { formatDay, formatMoney } from '../kit/format.ts';
import { headingOf, titleOf } from '../checkout/item-names.ts';
import { sizeOf } from '../checkout/cards/price-card.ts';
import type { PageLanguage } from '../checkout/messages.ts';
import { feeLabel } from './booked-item.ts';
import { customerOf, movementText, orderOf, signed, withoutFee } from './document-page.ts';
import { sellerLines } from './issued/issued-lines.ts';
import type { Paper, PaperRow } from './paper.ts';
import type { DocumentView } from './view.ts';
import { type Vocabulary, vocabularyOf } from './vocabulary.ts';

/** A receipt as it is printed: what its page says, in the same words. */
export function describeReceipt(
  language: PageLanguage,
  view: DocumentView,
  { sellerName, colour, testMode }: { sellerName: string; colour: string | undefined; testMode: string | undefined },
): Paper {
  const texts = vocabularyOf(language);
  const { messages, own } = texts;
  const { issuer, issued } = view;
  const customer = customerOf(view);
  return {
    language,
    colour,
    title: messages.documents[view.type],
    facts: [
      `${messages.reference} ${view.bookingRef} · ${own.documents.booked(formatDay(messages, view.bookedOn))} · ${own.bookingStatus[view.status]}`,
      ...issued.map(({ type, number }) => messages.issued[type](number)),
    ],
    parties: [
      { heading: own.documents.seller, lines: issuer === undefined ? [sellerName] : sellerLines(texts, issuer) },
      {
        heading: own.documents.customer,
        lines: [customer.name, customer.email].filter((line) => line !== ''),
      },
    ],
    sections: [
      { heading: own.documents.itemsHeading, rows: view.items.flatMap((_item, at) => itemRows(texts, view, at)) },
      {
        heading: own.documents.paymentsHeading,
        rows: [
          ...view.movements.map((movement) =>
            row(movementText(texts, movement), formatMoney(messages, signed(movement))),
          ),
          { ...row(own.documents.balance, formatMoney(messages, view.balance)), isTotal: true },
        ],
      },
      {
        heading: messages.travelers,
        rows: view.travelers.map(({ name, type }) => row(name, messages.travelerType[type])),
      },
    ],
    notes: [own.documents.statedTaxes, ...(testMode === undefined ? [] : [testMode])],
  };
}

function itemRows(texts: Vocabulary, view: DocumentView, at: number): readonly PaperRow[] {
  const { messages, own } = texts;
  const booked = view.items[at];
  if (booked === undefined) return [];
  const { item, tickets, status, fee } = booked;
  const taxes = view.taxes[at];
  const { confirmationNumber, serviceFee } = item;
  const notes = [
    sizeOf(messages, item),
    confirmationNumber && `${messages.confirmationNumber[item.kind]} ${confirmationNumber}`,
    ...tickets.map(({ number, travelerName }) => `${own.tickets}: ${number}, ${travelerName}`),
    taxes && `${own.documents.taxes} ${formatMoney(messages, taxes)}`,
    status === 'confirmed' ? undefined : own.itemStatus[status],
  ].flatMap((note) => (note === undefined || note === '' ? [] : [note]));
  return [
    {
      label: `${headingOf(messages, orderOf(view), item)}: ${titleOf(messages, item)}`,
      notes,
      value: formatMoney(messages, withoutFee(item)),
      isTotal: false,
    },
    ...(serviceFee === undefined ? [] : [row(feeLabel(messages, fee?.isReturned), formatMoney(messages, serviceFee))]),
  ];
}

function row(label: string, value: string): PaperRow {
  return { label, value, notes: [], isTotal: false };
}
