import { LRUCache } from 'lru-cache';
import type { DayClock } from '../../schedule/day-clock.ts';
import type { PackedPlan, PackedPlanDraft } from './packed-plan.ts';

/**
 * The plans of markets, remembered: for two airports, and as the clocks of their zones stand to each other, every
 * itinerary over one connection in a week (`packed-plan`). A plan follows from the schedule alone: no day, seat or
 * price is part of it.
 */
export interface ConnectionPlanCache {
  /** The plan of two airports as clocks stand on the current days; undefined where there is none. */
  find(origin: number, destination: number): PackedPlan | undefined;
  /** Whether two airports have been asked for before, and so often that a plan is worth its making. */
  isDue(origin: number, destination: number): boolean;
  /** Keeps the plan of two airports; undefined where it is longer than all plans may be together. */
  store(origin: number, destination: number, draft: PackedPlanDraft): PackedPlan | undefined;
}

/** How much a cache of plans may hold. */
export interface PlanLimits {
  /** Of all plans together: 4 MiB. */
  readonly int32sMax: number;
  readonly marketsMax: number;
}

const LIMITS: PlanLimits = { int32sMax: 1 << 20, marketsMax: 1 << 13 };
/** Markets that have been asked for and have no plan yet. */
const QUERIED_MAX = 1 << 12;
/** More airports than a world holds: keeps two indexes in one number. */
const AIRPORTS_MAX = 1 << 15;

/** The plans of a world; those that were not asked for the longest are forgotten when there is no more room. */
export function createConnectionPlanCache(
  zoneOf: (airport: number) => number,
  clock: DayClock,
  { int32sMax, marketsMax }: PlanLimits = LIMITS,
): ConnectionPlanCache {
  const queried = new LRUCache<number, true>({ max: QUERIED_MAX });
  /** By market; of a market one plan for each way its clocks have stood. */
  const cached = new LRUCache<number, readonly PackedPlan[]>({
    max: marketsMax,
    maxSize: int32sMax,
    sizeCalculation: sizeOf,
    dispose: (_plans, market, reason) => {
      // Made again at the next query, it would take the place of one that is wanted as much.
      if (reason === 'evict') queried.delete(market);
    },
  });
  const marketOf = (origin: number, destination: number): number => origin * AIRPORTS_MAX + destination;
  return {
    find(origin, destination) {
      const offset = clock.nearOffset(zoneOf(origin));
      if (offset === undefined) return undefined;
      return cached.get(marketOf(origin, destination))?.find((plan) => isOfDays(plan, clock, offset));
    },
    isDue(origin, destination) {
      if (clock.nearOffset(zoneOf(origin)) === undefined) return false;
      const market = marketOf(origin, destination);
      if (queried.has(market)) return true;
      queried.set(market, true);
      return false;
    },
    store(origin, destination, { ahead, int32s }) {
      const plan = Int32Array.from([ahead.size, ...[...ahead].flat(), ...int32s]);
      if (plan.length > int32sMax) return undefined;
      const market = marketOf(origin, destination);
      const plans = [...(cached.get(market) ?? []), plan];
      cached.set(market, sizeOf(plans) > int32sMax ? [plan] : plans);
      return plan;
    },
  };
}

function sizeOf(plans: readonly PackedPlan[]): number {
  return plans.reduce((sum, { length }) => sum + length, 0);
}

/** Where the paths of a plan begin. */
export function firstPath(plan: PackedPlan): number {
  return 1 + (plan[0] ?? 0) * 2;
}

/** Whether all clocks of a plan that stand still on the current days are as far ahead of the origin's as it says. */
function isOfDays(plan: PackedPlan, clock: DayClock, originOffset: number): boolean {
  const end = firstPath(plan);
  for (let at = 1; at < end; at += 2) {
    const offset = clock.nearOffset(plan[at] ?? 0);
    if (offset !== undefined && offset - originOffset !== plan[at + 1]) return false;
  }
  return true;
}
