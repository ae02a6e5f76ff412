import { addDays, daysBetween, type IsoDate } from '../../travel/dates.ts';
import type { DayRange } from './demand-event.ts';

/** How far ahead people book: volumes by bin, and the inclusive upper ends of the bins in days. */
export interface LeadTimes {
  readonly bins: ArrayLike<number>;
  readonly bounds: readonly number[];
}

/**
 * Which part of what is booked on a day is for travel on the days of a range, 0 to 1: lead times spread evenly within
 * their bins. 0 where no lead time is known. An estimate, for the day of travel itself is not stored (decision 28).
 */
export function travelShareOfDay(bookedOn: IsoDate, { bins, bounds }: LeadTimes, travel: DayRange): number {
  const first = daysBetween(bookedOn, travel.from);
  const last = daysBetween(bookedOn, travel.to);
  let all = 0;
  let within = 0;
  for (const [bin, high] of bounds.entries()) {
    const low = bin === 0 ? 0 : (bounds[bin - 1] ?? 0) + 1;
    const volume = bins[bin] ?? 0;
    const days = Math.min(high, last) - Math.max(low, first) + 1;
    all += volume;
    if (days > 0) within += (volume * days) / (high - low + 1);
  }
  return all === 0 ? 0 : within / all;
}

/** The share of bookings made over some days, as many on each. */
export function travelShare(booked: DayRange, lead: LeadTimes, travel: DayRange): number {
  const days = daysBetween(booked.from, booked.to) + 1;
  let shares = 0;
  for (let day = 0; day < days; day += 1) shares += travelShareOfDay(addDays(booked.from, day), lead, travel);
  return shares / days;
}
