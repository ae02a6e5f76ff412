/** What a replacement of the rules has changed: each rule with its place, from 1, and its content as it is sent. */
export interface RuleChange {
  readonly added: string[];
  readonly removed: string[];
  /** True where rules that stay are tried in another order. */
  readonly isReordered: boolean;
}

/**
 * Compares rules as they are written with those that take their place. A rule that was altered is one removed and one
 * added.
 *
 * Example: `[5 %, 7 %]` replaced by `[7 %, 9 %]` removes `1: {"percent":5}` and adds `2: {"percent":9}`.
 */
export function describeRuleChange(before: readonly unknown[], after: readonly unknown[]): RuleChange {
  const [old, now] = [before.map(writeRule), after.map(writeRule)];
  const removed = without(old, now);
  const added = without(now, old);
  const staying = (texts: readonly string[], gone: readonly number[]): string =>
    texts.filter((_, index) => !gone.includes(index)).join('\n');
  const line = (texts: readonly string[]) => (index: number) => `${index + 1}: ${texts[index] ?? ''}`;
  return {
    added: added.map(line(now)),
    removed: removed.map(line(old)),
    isReordered: staying(old, removed) !== staying(now, added),
  };
}

/** Places of texts that are in no equal one of the others; of equal ones the last are left over. */
function without(texts: readonly string[], others: readonly string[]): readonly number[] {
  const left = new Map<string, number>();
  for (const other of others) left.set(other, (left.get(other) ?? 0) + 1);
  return texts.flatMap((text, index) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count > 0 ? [] : index;
  });
}

function writeRule(rule: unknown): string {
  return JSON.stringify(rule);
}
