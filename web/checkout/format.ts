import { decimalPlaces, majorUnits, type Money } from '../../src/travel/money.ts';
import { daysBetween } from '../../src/travel/dates.ts';
import type { Messages } from './wording.ts';

const minutesPerHour = 60;

/** An amount as people of the language write it; decimals are the currency's own (ISO 4217). */
export function formatMoney(messages: Messages, amount: Money): string {
  const decimals = decimalPlaces(amount.currency);
  return new Intl.NumberFormat(messages.formatLocale, {
    style: 'currency', currency: amount.currency, minimumFractionDigits: decimals, maximumFractionDigits: decimals,
  }).format(majorUnits(amount));
}

/** A branch-local wall time's date in words: `Sat 3 Oct 2026`. */
export function formatDay(messages: Messages, timeLocal: string): string {
  return new Intl.DateTimeFormat(messages.formatLocale, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
    .format(new Date(`${timeLocal.slice(0, 10)}T12:00:00Z`));
}

/** `14:05`, the clock on the wall of the airport. */
export function formatTime(timeLocal: string): string {
  return timeLocal.slice(11, 16);
}

/** Hours and minutes. */
export function formatDuration(messages: Messages, minutes: number): string {
  return messages.duration(Math.floor(minutes / minutesPerHour), minutes % minutesPerHour);
}

/** `next day` where an arrival is not on the day of departure; empty otherwise. */
export function formatDayShift(messages: Messages, departLocal: string, arriveLocal: string): string {
  const days = daysBetween(departLocal.slice(0, 10), arriveLocal.slice(0, 10));
  return days > 0 ? messages.daysLater(days) : '';
}

/** What is left of the quote. */
export function formatHold(messages: Messages, seconds: number): string {
  return messages.hold.time(Math.floor(seconds / minutesPerHour), seconds % minutesPerHour);
}
