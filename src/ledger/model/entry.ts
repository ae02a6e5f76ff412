import type { Money } from '../../travel/money.ts';

/** The steps of a trip's money (contract, section 7). */
export const LEDGER_STEPS = ['quote', 'authorise', 'book', 'capture', 'release', 'refund', 'penalty'] as const;
export type LedgerStep = (typeof LEDGER_STEPS)[number];

/**
 * The accounts of a trip. `payer`: what the payer owes us (debit) or has given (credit). `processor_hold`: authorised,
 * not ours yet. `processor_cash`: captured, ours at the processor. `trip_clearing`: sold to the payer but not bought,
 * or the other way round; zero once the trip has ended. `penalty_cost`: bought from a supplier and never paid for by
 * the payer. `cost_drift`: what suppliers took beyond what was quoted (credit: what they left). `service_fee_income`:
 * the organization's own fee on what was booked (credit), less what of it went back. `returned_by_hand`: what people of
 * the seller gave back past the processor, which had refused it.
 */
export type LedgerAccount =
  | 'payer'
  | 'processor_hold'
  | 'processor_cash'
  | 'trip_clearing'
  | 'penalty_cost'
  | 'penalty_income'
  | 'cost_drift'
  | 'service_fee_income'
  | 'returned_by_hand'
  | `supplier_payable:${string}`;

/** What we owe one supplier for what it has booked. */
export function supplierPayable(supplierId: string): LedgerAccount {
  return `supplier_payable:${supplierId}`;
}

/** Moves an amount: debits one account and credits another, so that it balances by construction. */
export interface LedgerTransfer {
  readonly debit: LedgerAccount;
  readonly credit: LedgerAccount;
  readonly amount: Money;
}

/** One side of a transfer, as the wire shows it. */
export interface LedgerLine {
  readonly account: string;
  readonly direction: 'debit' | 'credit';
  readonly amount: Money;
}

/** Everything that one step entered under one reference. */
export interface LedgerEntry {
  readonly entryId: string;
  readonly at: Date;
  readonly step: LedgerStep;
  readonly reference: string;
  readonly lines: readonly LedgerLine[];
}

/** Debits minus credits of one account in one currency. */
export interface AccountBalance {
  readonly account: string;
  readonly currency: string;
  readonly value: number;
}

/** True when debits equal credits, in each currency, after every single entry. */
export function isBalanced(entries: readonly LedgerEntry[]): boolean {
  return entries.every((entry) => {
    const sums = new Map<string, number>();
    for (const { direction, amount } of entry.lines) {
      sums.set(
        amount.currency,
        (sums.get(amount.currency) ?? 0) + (direction === 'debit' ? amount.value : -amount.value),
      );
    }
    return [...sums.values()].every((sum) => sum === 0);
  });
}
