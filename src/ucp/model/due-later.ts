/** What a property or a rental counter collects itself. */
export interface DueLater {
  /** In minor units; null where its supplier does not state it. */
  readonly amount: number | null;
  readonly currency: string;
  readonly decimal_places: number;
  readonly where: 'property' | 'desk';
}

/** What is collected on the spot, said to people. It is never a part of what is charged at completion. */
export function describeDueLater({ amount, currency, decimal_places: places, where }: DueLater): {
  readonly code: 'due_at_property' | 'due_at_counter';
  readonly content: string;
} {
  const who = where === 'property' ? 'The property' : 'The rental counter';
  const sum =
    amount === null
      ? 'further charges, and does not say how much'
      : `${currency} ${(amount / 10 ** places).toFixed(places)}`;
  return {
    code: where === 'property' ? 'due_at_property' : 'due_at_counter',
    content: `${who} collects ${sum} on the spot. This is not charged at completion.`,
  };
}
