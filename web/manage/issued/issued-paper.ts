import type { PageLanguage } from '../../checkout/messages.ts';
import { formatDay, formatMoney } from '../../kit/format.ts';
import { sellerLines, writeLines } from './issued-lines.ts';
import type { IssuedView } from './issued-view.ts';
import type { Paper } from '../paper.ts';
import { vocabularyOf } from '../vocabulary.ts';

/** An invoice or a credit note as it is printed: what its page says, in the same words. */
export function describeIssued(
  language: PageLanguage,
  view: IssuedView,
  { colour, testMode }: { readonly colour: string | undefined; readonly testMode: string | undefined },
): Paper {
  const texts = vocabularyOf(language);
  const { messages, own } = texts;
  const names = own.documents;
  return {
    language,
    colour,
    title: names.titles[view.type],
    facts: [
      `${messages.issued[view.type](view.number)} · ${names.issued(formatDay(messages, view.issuedOn))}`,
      ...(view.corrects.length === 0 ? [] : [names.corrects(view.corrects.join(', '))]),
      `${messages.reference} ${view.bookingRef}`,
    ],
    parties: [
      { heading: names.seller, lines: sellerLines(texts, view) },
      {
        heading: names.customer,
        lines: [view.customer.name, view.customer.email].filter((line) => line !== ''),
      },
    ],
    sections: [
      {
        heading: names.itemsHeading,
        rows: [
          ...writeLines(texts, view).map(({ label, notes, amount }) => ({
            label,
            notes,
            value: formatMoney(messages, amount),
            isTotal: false,
          })),
          { label: names.total, notes: [], value: formatMoney(messages, view.total), isTotal: true },
        ],
      },
    ],
    notes: [names.frozen, ...(testMode === undefined ? [] : [testMode])],
  };
}
