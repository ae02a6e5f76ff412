import { formatMoney } from '../kit/format.ts';
import { laterText, partText, rentalExtraName } from '../checkout/pay-later.ts';
import { standardName } from '../checkout/cards/standard-name.ts';
import type { LaterPartView, RentalView, StayView } from '../checkout/view-item.ts';
import type { Messages } from '../checkout/wording.ts';
import { type Block, english, type MailText } from './document.ts';

/** What of one item is paid when, part by part. Nothing where all of it was paid with the booking. */
export function describeSplit(messages: Messages, item: StayView | RentalView): readonly Block[] {
  const { payLater } = messages;
  if (item.dueLater === undefined) return [];
  return [
    {
      kind: 'rows',
      heading: payLater.splitHeading,
      rows: [
        { label: payLater.withBooking, value: formatMoney(messages, item.total), weight: 'normal' },
        { label: payLater.atPlace[item.kind], value: laterText(messages, item, item.dueLater), weight: 'normal' },
        ...item.laterParts.map(
          (part) =>
            ({ label: nameOf(messages, item, part), value: partText(messages, item, part), weight: 'part' }) as const,
        ),
      ],
    },
  ];
}

function nameOf(messages: Messages, item: StayView | RentalView, part: LaterPartView): MailText {
  switch (part.kind) {
    case 'rooms':
      return messages.payLater.rooms;
    case 'charge':
      return standardName(messages, item, part.name) ?? english(part.name);
    case 'extra':
      return rentalExtraName(messages, part.extra);
    default:
      return part satisfies never;
  }
}
