import type { CancellationPenalty, CancellationSchedule, PenaltyBasis } from '../../../src/travel/cancellation.ts';
import { money } from '../../../src/travel/money.ts';
import { mix } from '../../../src/reference/hash.ts';
import type { ZoneClock } from '../../../src/reference/zones.ts';
import type { CityStock } from '../content/city-columns.ts';
import type { PlanCode } from '../rooms/boards-plans.ts';

/** What a penalty is worked out from. Sums in minor units of `currency`, taxes included. */
export interface CancelledRate {
  readonly total: number;
  readonly firstNight: number;
  /** The step that the hotel's prices are rounded to. */
  readonly step: number;
  readonly currency: string;
}

/** When penalties begin: `instant` is a local hour so many days before arrival. */
export interface Arrival {
  readonly now: Date;
  instant(daysBefore: number, hour: number): Date;
}

/** The hours before arrival in the zone of a town. Each instant is computed once. */
export function arrivalOf(
  zones: ZoneClock,
  zoneIndex: number,
  { day, now }: { readonly day: number; readonly now: Date },
): Arrival {
  const known = new Map<number, Date>();
  return {
    now,
    instant: (daysBefore, hour) => {
      const localMinute = (day - daysBefore) * 1440 + hour * 60;
      const found = known.get(localMinute) ?? new Date(zones.toUtc(zoneIndex, localMinute) * 60_000);
      known.set(localMinute, found);
      return found;
    },
  };
}

/** A step before it is weighed against the others: `from` undefined is the moment it was offered. */
interface Step {
  readonly from: Date | undefined;
  readonly penalty: number;
  readonly basis: PenaltyBasis;
}

const FREE_DAYS = [1, 1, 2, 3] as const;
const RESORT_FREE_DAYS = [3, 7, 7, 14] as const;
const SEMI_DAYS = [5, 7, 10, 14] as const;
const EVENING = 18;
const FEE_SHARE = 0.08;
const RESORT = 4;

/**
 * What cancelling a rate of a plan costs when, as seen at the moment it is sold: what has passed counts from then on.
 */
export function scheduleOf(
  stock: CityStock,
  at: number,
  plan: PlanCode,
  rate: CancelledRate,
  arrival: Arrival,
): CancellationSchedule {
  // Scenario hotels are all alike: free until the eve of arrival.
  const drawn = stock.isScenario ? 0 : mix(stock.hash[at] ?? 0, 91);
  return settle(stepsOf(drawn, stock.typeId[at] === RESORT, plan, rate, arrival), rate, arrival.now);
}

function stepsOf(
  drawn: number,
  isResort: boolean,
  plan: PlanCode,
  { total, firstNight, step }: CancelledRate,
  arrival: Arrival,
): readonly Step[] {
  switch (plan) {
    case 'N':
      return [{ from: undefined, penalty: total, basis: 'percent' }];
    case 'S': {
      const days = SEMI_DAYS[drawn % SEMI_DAYS.length] ?? 7;
      const late: Step =
        (drawn & 16) === 0
          ? { from: arrival.instant(days, EVENING), penalty: Math.round(total / 2), basis: 'percent' }
          : { from: arrival.instant(days, EVENING), penalty: firstNight, basis: 'nights' };
      const last: Step = { from: arrival.instant(1, EVENING), penalty: total, basis: 'percent' };
      // Every second hotel takes a fee from the moment of booking.
      if ((drawn & 32) === 0) return [late, last];
      return [
        { from: undefined, penalty: Math.max(step, Math.round((total * FEE_SHARE) / step) * step), basis: 'amount' },
        late,
        last,
      ];
    }
    case 'F':
    case 'P': {
      const list = isResort ? RESORT_FREE_DAYS : FREE_DAYS;
      return [
        { from: arrival.instant(list[drawn % list.length] ?? 1, EVENING), penalty: firstNight, basis: 'nights' },
        { from: arrival.instant(0, EVENING), penalty: total, basis: 'percent' },
      ];
    }
    default:
      return plan satisfies never;
  }
}

/**
 * Penalties never fall and never exceed the price; steps that change nothing are dropped; all that have begun become
 * one.
 */
function settle(steps: readonly Step[], { total, currency }: CancelledRate, now: Date): CancellationSchedule {
  const settled: CancellationPenalty[] = [];
  let highest = 0;
  for (const { from, penalty, basis } of steps) {
    const owed = Math.min(total, Math.max(highest, penalty));
    if (owed <= highest) continue;
    highest = owed;
    const hasBegun = from === undefined || from <= now;
    if (hasBegun) settled.length = 0;
    settled.push({ from: hasBegun ? now : from, penalty: money(owed, currency), basis });
  }
  return settled;
}
