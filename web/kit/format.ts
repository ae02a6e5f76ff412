import { decimalPlaces, majorUnits, type Money } from '../../src/travel/money.ts';
import { daysBetween } from '../../src/travel/dates.ts';
import type { Messages } from '../checkout/wording.ts';

const minutesPerHour = 60;
/** Making one takes 15 to 30 µs, using it one; there are at most as many as languages times currencies. */
const moneyFormats = new Map<string, Intl.NumberFormat>();
const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** An amount as people of the language write it; decimals are the currency's own (ISO 4217). */
export function formatMoney(messages: Messages, amount: Money): string {
  return moneyFormatOf(messages.formatLocale, amount.currency).format(majorUnits(amount));
}

/** An amount in whole units of its currency, rounded up: where there is no room for more. */
export function formatMoneyUp(messages: Messages, amount: Money): string {
  return moneyFormatOf(messages.formatLocale, amount.currency, 0).format(Math.ceil(majorUnits(amount)));
}

function moneyFormatOf(locale: string, currency: string, decimals = decimalPlaces(currency)): Intl.NumberFormat {
  const key = `${locale} ${currency} ${decimals}`;
  const known = moneyFormats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  moneyFormats.set(key, made);
  return made;
}

/** A date, or a local wall time's date, in words: `Sat 3 Oct 2026`. */
export function formatDay(messages: Messages, timeLocal: string): string {
  return dayFormatOf(messages.formatLocale).format(new Date(`${timeLocal.slice(0, 10)}T12:00:00Z`));
}

function dayFormatOf(locale: string): Intl.DateTimeFormat {
  const known = dayFormats.get(locale);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  dayFormats.set(locale, made);
  return made;
}

/** `Feb`. */
export function formatMonth(messages: Messages, date: string): string {
  return new Intl.DateTimeFormat(messages.formatLocale, { month: 'short', timeZone: 'UTC' }).format(
    new Date(`${date}T12:00:00Z`),
  );
}

/** `14:05`, the clock on the wall of the place. */
export function formatTime(timeLocal: string): string {
  return timeLocal.slice(11, 16);
}

/** `1,500`. */
export function formatCount(messages: Messages, count: number): string {
  return new Intl.NumberFormat(messages.formatLocale).format(count);
}

/** `3 and 9`. */
export function formatList(messages: Messages, parts: readonly (string | number)[]): string {
  return new Intl.ListFormat(messages.formatLocale, { type: 'conjunction' }).format(parts.map(String));
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
