import type { BudgetAccount, BudgetTransfer } from '../../../src/mandates/model/budget-entries.ts';

/** Debits minus credits of an account. `granted` is negative: it is where the budget comes from. */
export function balanceOf(
  account: BudgetAccount,
  transfers: readonly Pick<BudgetTransfer, 'debit' | 'credit' | 'amount'>[],
): number {
  return transfers.reduce(
    (sum, { debit, credit, amount }) => sum + (debit === account ? amount : 0) - (credit === account ? amount : 0),
    0,
  );
}
