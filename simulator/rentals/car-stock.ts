import { epochDayToIsoDate, weekdayOfEpochDay } from '../../src/travel/dates.ts';
import { mix, unitOf } from '../../src/reference/hash.ts';
import { seasonOf } from '../schedule/seasons.ts';
import type { RentalBranch } from './branches/rental-branch.ts';
import type { FleetClass } from './rental-tables.ts';
import { type RentalContext, soldCarsKey } from './rental-world.ts';

/** Cars a company has at a counter of each size, XL first: at an airport and in town. Modelling values. */
const CARS_AT_AIRPORT = [220, 120, 60, 30, 16] as const;
const CARS_IN_TOWN = [70, 50, 36, 22, 12] as const;
/** No display shows more. */
export const CARS_SHOWN_MAX = 9;
/** Days before which two thirds of what a day rents out in the end is still free. */
const BOOKING_DAYS = 25;
const DAY_MINUTES = 1440;

/** The local days a car is away. */
export interface DaysAway {
  readonly firstDay: number;
  readonly lastDay: number;
}

/** Every local day from a pick-up to a hand-back: what a rental takes a car of. */
export function daysAway(pickUpMinute: number, dropOffMinute: number): DaysAway {
  const firstDay = Math.floor(pickUpMinute / DAY_MINUTES);
  return { firstDay, lastDay: Math.max(firstDay, Math.floor(dropOffMinute / DAY_MINUTES)) };
}

/**
 * Counts the cars of a class left at a branch on the fullest of some days: at most CARS_SHOWN_MAX, 0 when there is none
 * for the whole time. What the classes of a branch have in common is worked out once.
 */
export function createStockCount(
  branch: RentalBranch,
  { firstDay, lastDay }: DaysAway,
  { now, sold }: RentalContext,
): (fleetClass: FleetClass) => number {
  const today = Math.floor(now.getTime() / 86_400_000);
  const days = Array.from({ length: lastDay - firstDay + 1 }, (_, index) => {
    const day = firstDay + index;
    return {
      day,
      date: epochDayToIsoDate(day),
      pull: pullOf(branch, day),
      booked: Math.exp(-Math.max(0, day - today) / BOOKING_DAYS),
    };
  });
  return (fleetClass) => {
    const capacity = carsOf(branch, fleetClass);
    let least: number = CARS_SHOWN_MAX;
    for (const { day, date, pull, booked } of days) {
      const soldHere = sold.size === 0 ? 0 : (sold.get(soldCarsKey(branch.id, fleetClass.acriss, date)) ?? 0);
      least = Math.min(
        least,
        capacity - Math.round(capacity * shareOf(branch, fleetClass, day, pull) * booked) - soldHere,
      );
      if (least <= 0) return 0;
    }
    return least;
  };
}

/** The share of a class that is rented out on a day in the end, 0 to 1. */
export function finalShare(branch: RentalBranch, fleetClass: FleetClass, day: number): number {
  return shareOf(branch, fleetClass, day, pullOf(branch, day));
}

function shareOf({ hash }: RentalBranch, fleetClass: FleetClass, day: number, pull: number): number {
  return Math.max(0, Math.min(1, pull + 0.34 * unitOf(mix(mix(hash, fleetClass.hash), day))));
}

/** More is rented out in season and, in town, in the week. */
function pullOf({ kind, latitude }: RentalBranch, day: number): number {
  const isWeekend = weekdayOfEpochDay(day) >= 5;
  return 0.63 + 0.8 * (seasonOf(latitude, latitude, day) - 1) + (isWeekend === (kind === 'airport') ? 0.05 : -0.03);
}

/** A fleet's shares are of about a hundred cars. */
function carsOf({ kind, size }: RentalBranch, { share }: FleetClass): number {
  const cars = (kind === 'airport' ? CARS_AT_AIRPORT : CARS_IN_TOWN)[size] ?? 10;
  return Math.max(2, Math.round((cars * share) / 120));
}
