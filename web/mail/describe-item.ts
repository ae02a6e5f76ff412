import type { OrderView } from '../checkout/view.ts';
import type { ItemOutcome, ItemView } from '../checkout/view-item.ts';
import { headingOf } from '../checkout/item-names.ts';
import type { Messages } from '../checkout/wording.ts';
import { describeFlight, describeFlightShortly } from './describe-flight.ts';
import { describeRental, describeRentalShortly } from './describe-rental.ts';
import { describeStay, describeStayShortly } from './describe-stay.ts';
import type { Block, Card, Tone } from './document.ts';

/** An item of a booking with all there is to know about it. */
export function describeItem(messages: Messages, order: Pick<OrderView, 'items'>, item: ItemView): Card {
  const { outcome, confirmationNumber } = item;
  const number: readonly Block[] =
    confirmationNumber === undefined
      ? []
      : [{ kind: 'number', label: messages.confirmationNumber[item.kind], value: confirmationNumber, size: 'small' }];
  return {
    heading: order.items.length > 1 ? headingOf(messages, order, item) : undefined,
    badge: outcome && { text: messages.outcome[outcome], tone: OUTCOME_TONES[outcome] },
    blocks: [...number, ...describe(messages, item)],
    isFaded: outcome === 'not_booked',
  };
}

/** An item in a few lines: which one it was, and when. */
export function describeItemShortly(messages: Messages, item: ItemView): readonly Block[] {
  switch (item.kind) {
    case 'flight':
      return describeFlightShortly(messages, item);
    case 'hotel':
      return describeStayShortly(messages, item);
    case 'car':
      return describeRentalShortly(messages, item);
    default:
      return item satisfies never;
  }
}

function describe(messages: Messages, item: ItemView): readonly Block[] {
  switch (item.kind) {
    case 'flight':
      return describeFlight(messages, item);
    case 'hotel':
      return describeStay(messages, item);
    case 'car':
      return describeRental(messages, item);
    default:
      return item satisfies never;
  }
}

/** How what became of an item is said. */
export const OUTCOME_TONES = { booked: 'good', open: 'quiet', not_booked: 'bad' } as const satisfies Record<
  ItemOutcome,
  Tone
>;
