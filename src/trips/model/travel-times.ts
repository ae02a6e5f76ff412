import type { TripItem } from './trip.ts';

/** The last instant of travel of a trip item. */
export function lastArrivalOf(item: TripItem): Date {
  return new Date(Math.max(...item.offer.slices.flatMap((slice) => slice.segments.map((segment) => segment.arrive.instant.getTime()))));
}

/** The first instant of travel of a trip item. */
export function firstDepartureOf(item: TripItem): Date {
  return new Date(Math.min(...item.offer.slices.flatMap((slice) => slice.segments.map((segment) => segment.depart.instant.getTime()))));
}
