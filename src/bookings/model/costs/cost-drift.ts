import { type LedgerTransfer, supplierPayable } from '../../../ledger/model/entry.ts';
import { convertMoney, describeMoney, money, type Money, subtractMoney, zeroMoney } from '../../../travel/money.ts';
import type { BookingItem } from '../booking.ts';

/** What an item says of its cost. */
export type CostedItem = Pick<BookingItem, 'supplierId' | 'total' | 'originTotal' | 'rate' | 'supplierTotal'>;

/**
 * What a supplier took where it was another sum than was quoted. Undefined where it took what was quoted, and where it
 * took another currency: that cannot be compared, and the adapter has raised its alarm.
 */
export function findDrift(originTotal: Money, taken: Money): Money | undefined {
  return taken.currency === originTotal.currency && taken.value !== originTotal.value ? taken : undefined;
}

/**
 * What an item cost us more than was quoted, in the trip's currency at the quote's rate; below zero where it cost less,
 * zero where nothing is known to differ.
 *
 * Example: quoted at GBP 100.00 and USD 125.00, the supplier took GBP 104.00: USD 5.00.
 */
export function driftOf({ total, originTotal, rate, supplierTotal }: CostedItem): Money {
  if (supplierTotal === undefined) return zeroMoney(total.currency);
  const more = subtractMoney(supplierTotal, originTotal);
  const size = convertMoney(money(Math.abs(more.value), more.currency), total.currency, rate);
  return more.value < 0 ? subtractMoney(zeroMoney(total.currency), size) : size;
}

/** The difference in the ledger: our cost, owed to the supplier, or the reverse; nothing where there is none. */
export function driftTransfers(item: CostedItem): readonly LedgerTransfer[] {
  const { value, currency } = driftOf(item);
  if (value === 0) return [];
  const payable = supplierPayable(item.supplierId);
  const amount = money(Math.abs(value), currency);
  return value > 0
    ? [{ debit: 'cost_drift', credit: payable, amount }]
    : [{ debit: payable, credit: 'cost_drift', amount }];
}

/** The difference taken back out of the ledger: the supplier has returned all it took. */
export function reversedDriftTransfers(item: CostedItem): readonly LedgerTransfer[] {
  return driftTransfers(item).map(({ debit, credit, amount }) => ({ debit: credit, credit: debit, amount }));
}

/** What the ledger needs where the difference has become another one; nothing where it is as it was. */
export function changedDriftTransfers(before: CostedItem, after: CostedItem): readonly LedgerTransfer[] {
  return driftOf(before).value === driftOf(after).value
    ? []
    : [...reversedDriftTransfers(before), ...driftTransfers(after)];
}

/** As people read it: `itm_… cost GBP 104.00 where GBP 100.00 was quoted`; nothing without a difference. */
export function describeDrift({
  itemId,
  originTotal,
  supplierTotal,
}: Pick<BookingItem, 'itemId' | 'originTotal' | 'supplierTotal'>): readonly string[] {
  if (supplierTotal === undefined) return [];
  return [`${itemId} cost ${describeMoney(supplierTotal)} where ${describeMoney(originTotal)} was quoted`];
}
