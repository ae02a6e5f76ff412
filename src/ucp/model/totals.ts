/** A row of totals, in minor units. */
export interface TotalRow {
  readonly type: string;
  readonly display_text: string;
  readonly amount: number;
}

/** A total and the service fee in it: the rows before the last come to the last. */
export function presentTotals(total: number, fee: number): readonly TotalRow[] {
  return [
    { type: 'subtotal', display_text: 'Price', amount: total - fee },
    ...(fee === 0 ? [] : [{ type: 'fee', display_text: 'Service fee', amount: fee }]),
    { type: 'total', display_text: 'Total', amount: total },
  ];
}
