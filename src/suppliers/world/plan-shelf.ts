/** Where the words of one plan lie: `words[start … end)` of the shelf. */
export interface ShelvedPlan {
  readonly key: number;
  readonly start: number;
  readonly end: number;
}

/** Plans of markets, as runs of words in one block of memory that is written round and round: a new one takes the place of the oldest. */
export interface PlanShelf {
  readonly words: Int32Array;
  /** The plans kept for a market; valid until the next `keep`. */
  plansOf(key: number): readonly ShelvedPlan[];
  /** Keeps a plan beside those its market has; undefined when it is longer than the shelf. */
  keep(key: number, plan: readonly number[]): ShelvedPlan | undefined;
  /** True when a market has been asked for before, as far as is remembered: one in a while forgets another. */
  isAskedAgain(key: number): boolean;
}

/** Markets that have been asked for once are remembered by so many places, a power of two. */
const PLACES = 1 << 12;
/** Spreads keys over the places. */
const SPREAD = 0x9e3779b1;

/** Lays out room for so many words of four bytes; the system gives the memory as it is written. */
export function createPlanShelf(wordsMax: number): PlanShelf {
  const words = new Int32Array(wordsMax);
  const asked = new Int32Array(PLACES).fill(-1);
  const held = new Map<number, ShelvedPlan[]>();
  /** From the oldest to the newest. */
  let order: ShelvedPlan[] = [];
  let next = 0;

  function forget(plan: ShelvedPlan): void {
    const others = (held.get(plan.key) ?? []).filter((other) => other !== plan);
    if (others.length > 0) held.set(plan.key, others);
    else held.delete(plan.key);
  }

  return {
    words,
    plansOf: (key) => held.get(key) ?? [],
    keep(key, plan) {
      if (plan.length > wordsMax) return undefined;
      const start = next + plan.length > wordsMax ? 0 : next;
      const end = start + plan.length;
      const isOverwritten = (other: ShelvedPlan): boolean => other.start < end && start < other.end;
      // Whatever is overwritten is among the oldest, and so is what the jump to the beginning leaves behind.
      order = order.filter((other) => {
        const isGone = isOverwritten(other) || (start < next && other.start >= next);
        if (isGone) forget(other);
        return !isGone;
      });
      words.set(plan, start);
      const kept = { key, start, end };
      order.push(kept);
      held.set(key, [...(held.get(key) ?? []), kept]);
      next = end;
      return kept;
    },
    isAskedAgain(key) {
      const place = (Math.imul(key, SPREAD) >>> 0) & (PLACES - 1);
      if (asked[place] === key) return true;
      asked[place] = key;
      return false;
    },
  };
}
