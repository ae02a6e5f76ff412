import { type DueLater, describeDueLater } from './due-later.ts';
import { presentTotals, type TotalRow } from './totals.ts';

/** What is charged at completion, in minor units; the fee is a part of it. */
export interface ChargedNow {
  readonly amount: number;
  readonly fee: number;
  readonly currency: string;
}

/** The one way to pay: some of it now, some of it where it is collected. */
export interface PaymentTerm {
  readonly id: typeof TERM_ID;
  readonly title: string;
  readonly schedules: readonly {
    readonly id: string;
    readonly type: 'immediate' | 'at_property' | 'at_counter';
    readonly description: { readonly plain: string };
    readonly amount: number;
  }[];
}
export const TERM_ID = 'standard';

/** What a checkout or an order costs. `term` is absent where everything is charged at completion. */
export interface Cost {
  readonly totals: readonly TotalRow[];
  readonly term: PaymentTerm | undefined;
}

/**
 * Totals and the term that covers them. What is collected on the spot is a row of the totals and a payment of the term
 * where it is known and in the currency of the rest; otherwise no sum could be right, and only a warning says it.
 */
export function costOf(now: ChargedNow, dueLater: readonly DueLater[], hasTerms: boolean): Cost {
  const dues = hasTerms
    ? dueLater.flatMap((due) =>
        due.amount !== null && due.amount > 0 && due.currency === now.currency ? [{ ...due, amount: due.amount }] : [],
      )
    : [];
  if (dues.length === 0) return { totals: presentTotals(now.amount, now.fee), term: undefined };
  const rows = presentTotals(now.amount, now.fee).filter(({ type }) => type !== 'total');
  const later = dues.map((due) => ({
    type: describeDueLater(due).code,
    display_text: due.where === 'property' ? 'Paid at the property' : 'Paid at the rental counter',
    amount: due.amount,
  }));
  const total = dues.reduce((sum, { amount }) => sum + amount, now.amount);
  return {
    totals: [...rows, ...later, { type: 'total', display_text: 'Total', amount: total }],
    term: {
      id: TERM_ID,
      title: now.amount === 0 ? 'Pay on the spot' : 'Pay now, and the rest on the spot',
      schedules: [
        ...(now.amount === 0
          ? []
          : [
              {
                id: 'now',
                type: 'immediate' as const,
                description: { plain: 'Charged when the checkout is completed.' },
                amount: now.amount,
              },
            ]),
        ...dues.map((due, index) => ({
          id: `later-${index + 1}`,
          type: due.where === 'property' ? ('at_property' as const) : ('at_counter' as const),
          description: { plain: describeDueLater(due).content },
          amount: due.amount,
        })),
      ],
    },
  };
}
