import { extraFor, extraName, seatFor } from '../checkout/fare.ts';
import { formatMoney } from '../kit/format.ts';
import { headingOf, titleOf } from '../checkout/item-names.ts';
import { laterItems, rentalExtraName } from '../checkout/pay-later.ts';
import { serviceFeeOf, sizeOf } from '../checkout/cards/price-card.ts';
import type { OrderView } from '../checkout/view.ts';
import type { ItemView } from '../checkout/view-item.ts';
import type { Messages } from '../checkout/wording.ts';
import { type Block, english, type Row } from './document.ts';
import type { ChangedMailView } from './view.ts';
import type { MailMessages } from './wording.ts';

/** What it cost, line by line: what was charged, and beside it what is paid on the spot. */
export function describePrice(messages: Messages, order: OrderView): readonly Block[] {
  const { summary, payLater } = messages;
  const hasLater = laterItems(order).length > 0;
  return [
    {
      kind: 'rows',
      note: hasLater ? payLater.taxesIncluded : summary.taxesIncluded,
      rows: [
        ...order.items.flatMap((item) =>
          item.outcome === 'not_booked' ? [uncharged(messages, order, item)] : chargedRows(messages, order, item),
        ),
        ...feeRows(messages, order),
        {
          label: order.isPaid ? summary.paid : summary.total,
          value: formatMoney(messages, order.total),
          weight: 'total',
        },
      ],
    },
    ...describeLater(messages, order),
  ];
}

/** What the traveler must have in mind on the way: where something is still to be paid, and how much. */
export function describeLater(messages: Messages, order: OrderView): readonly Block[] {
  const items = laterItems(order);
  if (items.length === 0) return [];
  return [
    {
      kind: 'rows',
      heading: messages.payLater.heading,
      note: messages.payLater.note,
      rows: items.map(({ item, amount }) => ({
        label: messages.payLater.atPlace[item.kind],
        notes: [item.kind === 'hotel' ? item.hotelName : english(item.pickUp.branchName)],
        value: formatMoney(messages, amount),
        weight: 'normal',
      })),
    },
  ];
}

function feeRows(messages: Messages, { items }: OrderView): readonly Row[] {
  const fee = serviceFeeOf(items);
  return fee ? [{ label: messages.serviceFee.name, value: formatMoney(messages, fee), weight: 'normal' }] : [];
}

function chargedRows(messages: Messages, order: OrderView, item: ItemView): readonly Row[] {
  const isAlone = order.items.length === 1 && item.kind === 'flight';
  return [
    {
      label: isAlone ? messages.summary.fare : headingOf(messages, order, item),
      notes: [titleOf(messages, item), sizeOf(messages, item)],
      value: formatMoney(messages, item.price),
      weight: 'normal',
    },
    ...addedRows(messages, item),
  ];
}

/** Those paid at the counter are part of what is paid later. */
function addedRows(messages: Messages, item: ItemView): readonly Row[] {
  switch (item.kind) {
    case 'flight':
      return [
        ...item.extras.map(
          (extra): Row => ({
            label: extraName(messages, extra),
            notes: [extraFor(messages, item, extra)],
            value: formatMoney(messages, extra.price),
            weight: 'normal',
          }),
        ),
        ...item.seats.map(
          (seat): Row => ({
            label: messages.seat(seat.seatNumber),
            notes: [seatFor(seat)],
            value: formatMoney(messages, seat.price),
            weight: 'normal',
          }),
        ),
      ];
    case 'hotel':
      return [];
    case 'car':
      return item.extras
        .filter(({ paidAt }) => paidAt === 'now')
        .map(
          (extra): Row => ({
            label: rentalExtraName(messages, extra),
            value: formatMoney(messages, extra.price),
            weight: 'normal',
          }),
        );
    default:
      return item satisfies never;
  }
}

function uncharged(messages: Messages, order: OrderView, item: ItemView): Row {
  return {
    label: headingOf(messages, order, item),
    notes: [titleOf(messages, item), messages.outcome.not_booked],
    value: formatMoney(messages, item.total),
    weight: 'off',
  };
}

/** What a change meant for the money: now, and at the rental counter where that differs. */
export function settlementTexts(
  texts: { readonly messages: Messages; readonly own: MailMessages },
  { settlement, atCounter }: Pick<ChangedMailView, 'settlement' | 'atCounter'>,
): readonly string[] {
  if (atCounter === undefined) return [settlementText(texts, settlement)];
  const { nothingNow, atCounter: later } = texts.own.changed;
  return [
    settlement.kind === 'even' ? nothingNow : settlementText(texts, settlement),
    later[atCounter.direction](formatMoney(texts.messages, atCounter.amount)),
  ];
}

function settlementText(
  { messages, own }: { readonly messages: Messages; readonly own: MailMessages },
  settlement: ChangedMailView['settlement'],
): string {
  switch (settlement.kind) {
    case 'even':
      return own.changed.even;
    case 'paid':
      return own.changed.paid(formatMoney(messages, settlement.amount));
    case 'refunded':
      return own.changed.refunded(formatMoney(messages, settlement.amount));
    default:
      return settlement satisfies never;
  }
}
