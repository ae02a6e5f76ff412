import type { DayClock } from '../../schedule/day-clock.ts';
import type { PackedPlanDraft } from './packed-plan.ts';
import { createPlanRingBuffer, type PackedPlan } from './plan-ring-buffer.ts';

/**
 * The plans of markets, remembered: for two airports, and as the clocks of their zones stand to each other, every
 * itinerary over one connection in a week (`packed-plan`). A plan follows from the schedule alone: no day, seat or
 * price is part of it.
 */
export interface ConnectionPlanCache {
  readonly int32s: Int32Array;
  /** The plan of two airports as clocks stand on the current days; undefined where there is none. */
  find(origin: number, destination: number): PackedPlan | undefined;
  /** Whether two airports have been asked for before, and so often that a plan is worth its making. */
  isDue(origin: number, destination: number): boolean;
  /** Keeps the plan of two airports; undefined where it is longer than all plans may be together. */
  store(origin: number, destination: number, draft: PackedPlanDraft): PackedPlan | undefined;
}

/** Room for all plans together: 4 MiB, and 2.5 MB for the index of where they lie. */
const INT32S_MAX = 1 << 20;
const PLANS_MAX = 1 << 13;
/** More airports than a world holds: keeps two indexes in one number. */
const AIRPORTS_MAX = 1 << 15;

/** The plans of a world, the oldest forgotten when there is no more room. */
export function createConnectionPlanCache(zoneOf: (airport: number) => number, clock: DayClock): ConnectionPlanCache {
  const shelf = createPlanRingBuffer(INT32S_MAX, PLANS_MAX);
  const keyOf = (origin: number, destination: number): number => origin * AIRPORTS_MAX + destination;
  return {
    int32s: shelf.int32s,
    find(origin, destination) {
      const offset = clock.nearOffset(zoneOf(origin));
      if (offset === undefined) return undefined;
      for (const plan of shelf.plansOf(keyOf(origin, destination)))
        if (isOfDays(shelf.int32s, plan, clock, offset)) return plan;
      return undefined;
    },
    isDue: (origin, destination) =>
      clock.nearOffset(zoneOf(origin)) !== undefined && shelf.wasQueriedBefore(keyOf(origin, destination)),
    store(origin, destination, { ahead, int32s }) {
      const zones = [...ahead].flat();
      return shelf.store(keyOf(origin, destination), [ahead.size, ...zones, ...int32s]);
    },
  };
}

/** Where the paths of a plan begin. */
export function firstPath(int32s: Int32Array, { start }: PackedPlan): number {
  return start + 1 + (int32s[start] ?? 0) * 2;
}

/** Whether all clocks of a plan that stand still on the current days are as far ahead of the origin's as it says. */
function isOfDays(int32s: Int32Array, plan: PackedPlan, clock: DayClock, originOffset: number): boolean {
  const end = firstPath(int32s, plan);
  for (let at = plan.start + 1; at < end; at += 2) {
    const offset = clock.nearOffset(int32s[at] ?? 0);
    if (offset !== undefined && offset - originOffset !== int32s[at + 1]) return false;
  }
  return true;
}
