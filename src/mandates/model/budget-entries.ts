/** The accounts of a mandate. Of each entry debits equal credits; together they always say the same as its row. */
export type BudgetAccount = 'granted' | 'available' | 'reserved' | 'spent';
/** What moves a budget: the grant makes it available, a reservation holds a part until it is spent or released. */
type BudgetStep = 'grant' | 'reserve' | 'spend' | 'release';

/** One movement, in minor units of the mandate's currency: debits one account, credits another. */
export interface BudgetTransfer {
  readonly step: BudgetStep;
  readonly debit: BudgetAccount;
  readonly credit: BudgetAccount;
  readonly amount: number;
}

/** A person has granted the budget. */
export function grantEntry(budget: number): BudgetTransfer {
  return { step: 'grant', debit: 'available', credit: 'granted', amount: budget };
}

/** An execution is about to be paid. */
export function reserveEntry(amount: number): BudgetTransfer {
  return { step: 'reserve', debit: 'reserved', credit: 'available', amount };
}

/**
 * An execution has ended: what was taken is spent, and the rest of its reservation is available again. Never more than
 * the reservation is spent, because a payment is never captured for more than it was authorised for.
 */
export function settleEntries(reserved: number, taken: number): readonly BudgetTransfer[] {
  if (taken < 0 || taken > reserved) throw new RangeError(`Of ${reserved} reserved, ${taken} cannot be spent.`);
  const transfers: BudgetTransfer[] = [
    { step: 'spend', debit: 'spent', credit: 'reserved', amount: taken },
    { step: 'release', debit: 'available', credit: 'reserved', amount: reserved - taken },
  ];
  return transfers.filter(({ amount }) => amount > 0);
}
