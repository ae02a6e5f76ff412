import { addMoney, type Money, subtractMoney } from '../../../travel/money.ts';
import { readAmount } from '../amounts.ts';
import type { WireChangeMoney } from './wire-changes.ts';

/** What a change costs, in the order's currency. What Duffel does not say is undefined. */
export interface ChangePrice {
  /** Paid for the change in all; negative: comes back. */
  readonly changeTotal: Money;
  /** Inside `changeTotal`; undefined where it is not said. */
  readonly penalty: Money | undefined;
  /** `changeTotal` without the penalty; undefined where the penalty is not said. */
  readonly fareDifference: Money | undefined;
  /** What the order costs from then on. Runs have shown that the penalty is not in it. */
  readonly newTotal: Money;
}

/**
 * Why a change has no price that it could be sold at. `unstated`: Duffel leaves out what it costs, or names it in
 * another currency than the order's. `credit`: what comes back is no money, but a voucher or a credit of the airline.
 */
export type Unpriced = 'unstated' | 'credit';

/** Where money goes that is money again. */
const MONEY_BACK: readonly string[] = ['balance', 'arc_bsp_cash', 'card', 'original_form_of_payment'];

/**
 * Reads what a change costs of an order whose total is `orderTotal`.
 *
 * Example: 125.00 with a penalty of 25.00 of an order of 400.00 is a fare difference of 100.00, and 500.00 in the end.
 */
export function readChangePrice(wire: WireChangeMoney, orderTotal: Money): ChangePrice | Unpriced {
  const { currency } = orderTotal;
  const changeTotal = readChangeTotal(wire, currency);
  if (typeof changeTotal === 'string') return changeTotal;
  const penalty =
    readIn(currency, wire.penalty_total_amount, wire.penalty_total_currency) ??
    readIn(currency, wire.penalty_amount, wire.penalty_currency);
  const statedPenalty = penalty !== undefined && penalty.value >= 0 ? penalty : undefined;
  const fareDifference = statedPenalty && subtractMoney(changeTotal, statedPenalty);
  const newTotal =
    readIn(currency, wire.new_total_amount, wire.new_total_currency) ??
    (fareDifference && addMoney(orderTotal, fareDifference));
  if (newTotal === undefined || newTotal.value < 0) return 'unstated';
  return { changeTotal, penalty: statedPenalty, fareDifference, newTotal };
}

/** What is paid for a change in all, in the currency of its order; negative: what comes back. */
export function readChangeTotal(wire: WireChangeMoney, currency: string): Money | Unpriced {
  const changeTotal = readIn(currency, wire.change_total_amount, wire.change_total_currency);
  if (changeTotal === undefined) return 'unstated';
  return changeTotal.value < 0 && !MONEY_BACK.includes(wire.refund_to ?? '') ? 'credit' : changeTotal;
}

function readIn(
  currency: string,
  amount: string | null | undefined,
  named: string | null | undefined,
): Money | undefined {
  return amount == null || named !== currency ? undefined : readAmount(amount, currency);
}
