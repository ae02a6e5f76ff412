import { type LedgerTransfer, supplierPayable } from '../../../ledger/model/entry.ts';
import { subtractMoney, zeroMoney } from '../../../travel/money.ts';
import type { BookingItem } from '../booking.ts';
import { type GivenUp, type Replacement, replacedTotal } from '../serviced-booking.ts';
import { type FeeItem, feeOf, supplierPartOf } from './service-fee.ts';

/** An item as the ledger knows it. */
type EnteredItem = FeeItem & Pick<BookingItem, 'supplierId'>;

/** A sale in the ledger: what the payer gives is its supplier's, but for the fee, which is the organization's. */
export function saleTransfers(item: EnteredItem): readonly LedgerTransfer[] {
  return [
    { debit: 'trip_clearing', credit: supplierPayable(item.supplierId), amount: supplierPartOf(item) },
    { debit: 'trip_clearing', credit: 'service_fee_income', amount: feeOf(item) },
  ];
}

/** A sale taken back out of the ledger, its fee included. */
export function reversedSaleTransfers(item: EnteredItem): readonly LedgerTransfer[] {
  return saleTransfers(item).map(({ debit, credit, amount }) => ({ debit: credit, credit: debit, amount }));
}

/** A sale that nobody has paid for: what its supplier is owed is our loss, and the fee was never earned. */
export function unpaidSaleTransfers(item: FeeItem): readonly LedgerTransfer[] {
  return [
    { debit: 'penalty_cost', credit: 'trip_clearing', amount: supplierPartOf(item) },
    { debit: 'service_fee_income', credit: 'trip_clearing', amount: feeOf(item) },
  ];
}

/** What a change enters under each of its steps. */
type ChangeTransfers = Readonly<Record<'release' | 'book' | 'penalty', readonly LedgerTransfer[]>>;

/**
 * An item that was given up: the sale is released and the supplier keeps its penalty. The fee stays where it is unless
 * it goes back.
 */
export function givenUpTransfers(
  item: EnteredItem,
  { refund, recovered, isServiceFeeReturned }: Pick<GivenUp, 'refund' | 'recovered' | 'isServiceFeeReturned'>,
): ChangeTransfers {
  const nothing = zeroMoney(item.total.currency);
  const payable = supplierPayable(item.supplierId);
  const returnedFee = isServiceFeeReturned ? feeOf(item) : nothing;
  const paidBack = subtractMoney(refund, returnedFee);
  const retained = subtractMoney(subtractMoney(supplierPartOf(item), paidBack), recovered ?? nothing);
  return {
    release: [
      { debit: payable, credit: 'trip_clearing', amount: supplierPartOf(item) },
      { debit: 'service_fee_income', credit: 'trip_clearing', amount: returnedFee },
    ],
    book: [],
    penalty: [
      { debit: 'trip_clearing', credit: payable, amount: retained },
      { debit: 'trip_clearing', credit: 'penalty_cost', amount: recovered ?? nothing },
    ],
  };
}

/** An exchanged item: the old sale is released and the new one booked. The fee stays, as the new item carries it. */
export function replacedTransfers(
  old: EnteredItem,
  change: Pick<Replacement, 'due' | 'refund' | 'penalty'>,
): ChangeTransfers {
  const payable = supplierPayable(old.supplierId);
  const cost = subtractMoney(replacedTotal(old, change), feeOf(old));
  return {
    release: [{ debit: payable, credit: 'trip_clearing', amount: supplierPartOf(old) }],
    book: [{ debit: 'trip_clearing', credit: payable, amount: subtractMoney(cost, change.penalty) }],
    penalty: [{ debit: 'trip_clearing', credit: payable, amount: change.penalty }],
  };
}
