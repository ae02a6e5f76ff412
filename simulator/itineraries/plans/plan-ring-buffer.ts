/** Where the int32s of one plan lie: `int32s[start … end)` of the ring buffer. */
export interface PackedPlan {
  readonly key: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Plans of markets, as runs of int32s in one block of memory that is written round and round: a new one takes the place
 * of the oldest.
 */
export interface PlanRingBuffer {
  readonly int32s: Int32Array;
  /** The plans stored for a market; valid until the next `store`. */
  plansOf(key: number): readonly PackedPlan[];
  /** Keeps a plan beside those its market has; undefined when it is longer than the shelf. */
  store(key: number, plan: readonly number[]): PackedPlan | undefined;
  /**
   * Records the query; true if the market was queried before. May be false for one that was: a hash collision evicts
   * the older.
   */
  wasQueriedBefore(key: number): boolean;
}

/** Markets that have been asked for are remembered in so many places: two to the power of this. */
const PLACE_BITS = 12;
/** Spreads keys over the places. */
const SPREAD = 0x9e3779b1;

/**
 * Allocates room for so many int32s; the system gives the memory as it is written. Each of `plansMax` plans costs some
 * 300 bytes beside its int32s.
 */
export function createPlanRingBuffer(int32sMax: number, plansMax: number): PlanRingBuffer {
  const int32s = new Int32Array(int32sMax);
  const queried = new Int32Array(1 << PLACE_BITS).fill(-1);
  const held = new Map<number, PackedPlan[]>();
  /** From the oldest to the newest. */
  const order = new Set<PackedPlan>();
  let next = 0;

  function forget(plan: PackedPlan): void {
    const others = (held.get(plan.key) ?? []).filter((other) => other !== plan);
    if (others.length > 0) held.set(plan.key, others);
    else held.delete(plan.key);
    // Made again at the next question, it would take the place of one that is wanted as much.
    const place = placeOf(plan.key);
    if (queried[place] === plan.key) queried[place] = -1;
  }

  return {
    int32s,
    plansOf: (key) => held.get(key) ?? [],
    store(key, plan) {
      if (plan.length > int32sMax) return undefined;
      const start = next + plan.length > int32sMax ? 0 : next;
      const end = start + plan.length;
      // The oldest lie behind `next`, then from the beginning on; a jump to the beginning leaves behind whatever lay
      // there.
      for (const oldest of order) {
        const isLeftBehind = start < next && oldest.start >= next;
        const isOneTooMany = order.size >= plansMax;
        if (!isOneTooMany && !isLeftBehind && (oldest.start >= end || oldest.end <= start)) break;
        order.delete(oldest);
        forget(oldest);
      }
      int32s.set(plan, start);
      const stored = { key, start, end };
      order.add(stored);
      held.set(key, [...(held.get(key) ?? []), stored]);
      next = end;
      return stored;
    },
    wasQueriedBefore(key) {
      const place = placeOf(key);
      if (queried[place] === key) return true;
      queried[place] = key;
      return false;
    },
  };
}

function placeOf(key: number): number {
  return Math.imul(key, SPREAD) >>> (32 - PLACE_BITS);
}
