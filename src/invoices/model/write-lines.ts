import type { Booking, BookingItem } from '../../bookings/model/booking.ts';
import { isMade, type BookingChange } from '../../servicing/model/change.ts';
import { type Money, subtractMoney, sumMoney } from '../../travel/money.ts';
import { taxesInCurrency } from '../../trips/model/items/product.ts';
import type { TripItem } from '../../trips/model/trip.ts';
import type { IssuedLine, LineSubject } from './issued-document.ts';

/** The lines of what was bought first: they add up to what was charged for it. */
export function linesOfSale(
  { items }: Pick<Booking, 'items'>,
  charged: Money,
  changes: readonly BookingChange[],
): readonly IssuedLine[] {
  const later = new Set(items.flatMap(({ replacedBy }) => replacedBy ?? []));
  const sold = items.filter((item) => !later.has(item.itemId) && wasCharged(item));
  const lines = sold.flatMap((item) => {
    const total = subtractMoney(item.total, addedSince(item, changes));
    return itemLines(item, total, taxesInCurrency(item.tripItem, item.total.currency, item.rate));
  });
  return addingUpTo(charged, lines, { what: 'booking', amount: charged.value });
}

/** The lines of a change that was paid for: they add up to what was charged. */
export function linesOfCharge(
  { itemId, plan }: BookingChange,
  charged: Money,
  { items }: Booking,
): readonly IssuedLine[] {
  switch (plan.kind) {
    case 'exchange':
      return exchangeLines(itemId, plan, charged);
    case 'services':
      return [{ ...named('services', itemId, items), amount: charged.value }];
    // Giving up costs nothing beside what was paid.
    case 'cancellation':
      return [{ ...named('item', itemId, items), amount: charged.value }];
    default:
      return plan satisfies never;
  }
}

/**
 * The lines of what went back by a change: they add up to it. `sale`: the lines that were invoiced; taxes come back
 * with a line that comes back whole. Of a part of a price nobody says which part of its taxes that is.
 */
export function linesOfRefund(
  { itemId, plan }: BookingChange,
  refunded: Money,
  { booking, sale }: { readonly booking: Booking; readonly sale: readonly IssuedLine[] },
): readonly IssuedLine[] {
  if (plan.kind === 'exchange')
    return exchangeLines(itemId, plan, { ...refunded, value: -refunded.value }).map(negated);
  const fee =
    plan.kind === 'cancellation' && plan.isServiceFeeReturned === true && plan.refund?.value === refunded.value
      ? (plan.serviceFee?.value ?? 0)
      : 0;
  const amount = refunded.value - fee;
  const bought = sale.find((line) => line.what === 'item' && line.itemId === itemId);
  const item = booking.items.find((candidate) => candidate.itemId === itemId);
  // Nothing was added to it since, so that the whole of the line comes back and not a sum that happens to equal it.
  const isWhole = bought?.amount === amount && item?.total.value === amount + (item?.serviceFee?.value ?? 0);
  const taxes = isWhole ? bought.taxes : undefined;
  return [
    { ...named('item', itemId, booking.items), amount, ...(taxes !== undefined && { taxes }) },
    ...(fee > 0 ? [{ what: 'service_fee' as const, itemId, amount: fee }] : []),
  ];
}

/** Which product an item is. */
function subjectOf(item: TripItem): LineSubject {
  switch (item.kind) {
    case 'flight': {
      const [first, ...others] = item.offer.slices;
      const last = others.at(-1) ?? first;
      return {
        kind: 'flight',
        origin: first?.origin ?? '',
        destination: first?.destination ?? '',
        isReturn: item.offer.slices.length === 2,
        from: first?.departureDate ?? '',
        until: last?.departureDate ?? '',
      };
    }
    case 'hotel': {
      const { hotel, checkIn, checkOut, rates } = item.stay;
      return { kind: 'hotel', name: hotel.name, from: checkIn, until: checkOut, rooms: rates.length };
    }
    case 'car': {
      const { vehicle, pickUp, dropOff } = item.rental;
      return {
        kind: 'car',
        ...(vehicle.acrissCode !== undefined && { categoryLetter: vehicle.acrissCode.charAt(0) }),
        ...((vehicle.category ?? vehicle.acrissCode) !== undefined && {
          categoryName: vehicle.category ?? vehicle.acrissCode,
        }),
        model: vehicle.name.replace(/ or similar$/, ''),
        from: pickUp.at.slice(0, DAY_LENGTH),
        until: dropOff.at.slice(0, DAY_LENGTH),
      };
    }
    default:
      return item satisfies never;
  }
}
const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** Sold, whatever became of it since: what was never sold cost nothing. */
function wasCharged({ status, refunded }: BookingItem): boolean {
  return (
    status === 'confirmed' ||
    status === 'exchanged' ||
    status === 'refunded' ||
    (status === 'cancelled' && refunded !== undefined)
  );
}

/** What was added to an item after it was bought, and stands in its total. */
function addedSince({ itemId, total }: BookingItem, changes: readonly BookingChange[]): Money {
  return sumMoney(
    changes.flatMap((change) =>
      change.itemId === itemId && change.plan.kind === 'services' && isMade(change) && change.status === 'done'
        ? [change.plan.due]
        : [],
    ),
    total.currency,
  );
}

function itemLines(item: BookingItem, total: Money, taxes: Money | undefined): readonly IssuedLine[] {
  const fee = item.serviceFee?.value ?? 0;
  const { itemId, tripItem } = item;
  return [
    {
      what: 'item',
      itemId,
      subject: subjectOf(tripItem),
      amount: total.value - fee,
      ...(taxes !== undefined && { taxes: taxes.value }),
    },
    ...(fee > 0 ? [{ what: 'service_fee' as const, itemId, amount: fee }] : []),
  ];
}

/** `moved`: what the payer paid; below zero, what came back. */
function exchangeLines(
  itemId: string,
  plan: Extract<BookingChange['plan'], { readonly kind: 'exchange' }>,
  moved: Money,
): readonly IssuedLine[] {
  const difference = { what: 'difference', itemId, subject: subjectOf(plan.replacement) } as const;
  const { fareDifference, penalty } = plan;
  const lines: readonly IssuedLine[] = [
    ...(fareDifference.value === 0 && penalty.value > 0 ? [] : [{ ...difference, amount: fareDifference.value }]),
    ...(penalty.value > 0 ? [{ what: 'change_fee' as const, itemId, amount: penalty.value }] : []),
  ];
  return addingUpTo(moved, lines, { ...difference, amount: moved.value });
}

function negated(line: IssuedLine): IssuedLine {
  return { ...line, amount: -line.amount };
}

/** The lines, or, where they do not come to what was moved, one line that does. */
function addingUpTo(moved: Money, lines: readonly IssuedLine[], whole: IssuedLine): readonly IssuedLine[] {
  return lines.reduce((sum, { amount }) => sum + amount, 0) === moved.value ? lines : [whole];
}

function named(
  what: IssuedLine['what'],
  itemId: string,
  items: readonly BookingItem[],
): Pick<IssuedLine, 'what' | 'itemId' | 'subject'> {
  const item = items.find((candidate) => candidate.itemId === itemId);
  return { what, itemId, ...(item && { subject: subjectOf(item.tripItem) }) };
}
