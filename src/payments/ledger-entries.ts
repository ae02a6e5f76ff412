import type { NewLedgerEntry } from '../ledger/record-ledger.ts';
import { subtractMoney } from '../travel/money.ts';
import type { Payment } from './model/payment.ts';

/** What of a payment never changes. */
type PayerSide = Pick<Payment, 'organizationId' | 'paymentId' | 'tripId' | 'amount'>;

/** What the payer agreed to pay, and the hold that covers it. */
export function authoriseEntries(payment: PayerSide, at: Date): readonly NewLedgerEntry[] {
  const { amount } = payment;
  return [
    { ...entryOf(payment, at), step: 'quote', transfers: [{ debit: 'payer', credit: 'trip_clearing', amount }] },
    { ...entryOf(payment, at), step: 'authorise', transfers: [{ debit: 'processor_hold', credit: 'payer', amount }] },
  ];
}

/**
 * The part of the hold that became money, and the rest, which goes back to the payer together with what it was to buy.
 */
export function captureEntries(payment: Payment, at: Date): readonly NewLedgerEntry[] {
  const captured = payment.amountCaptured;
  return [
    {
      ...entryOf(payment, at),
      step: 'capture',
      transfers: [{ debit: 'processor_cash', credit: 'processor_hold', amount: captured }],
    },
    releaseEntry(payment, at),
  ];
}

/** The hold, or what a capture left of it, given back: the payer is owed nothing and has bought nothing with it. */
export function releaseEntry(payment: Payment, at: Date): NewLedgerEntry {
  const rest = subtractMoney(payment.amount, payment.amountCaptured);
  return {
    ...entryOf(payment, at),
    step: 'release',
    transfers: [
      { debit: 'payer', credit: 'processor_hold', amount: rest },
      { debit: 'trip_clearing', credit: 'payer', amount: rest },
    ],
  };
}

/** The ledger is stored per trip. */
function entryOf(payment: PayerSide, at: Date) {
  return { organizationId: payment.organizationId, tripId: payment.tripId, reference: payment.paymentId, at };
}
