import type { Audience, Granularity, Metric, Money, Period } from './answers.ts';
import type { Comparison } from './state.ts';

const LOCALE = 'en-GB';
const whole = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
/** English thousands are K and millions M; Britain's small m would be minutes or metres. */
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat(LOCALE, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });
const wholePercent = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 0 });
const regions = new Intl.DisplayNames('en', { type: 'region' });

export const AUDIENCE_NAMES: Readonly<Record<Audience, string>> = {
  solo: 'Solo',
  couple: 'Couples',
  family: 'Families',
  group: 'Groups',
  business: 'Business',
};
export const METRIC_NAMES: Readonly<Record<Metric, string>> = {
  searches: 'Searches',
  trips: 'Trips',
  bookings: 'Bookings',
};
export const COMPARISON_NAMES: Readonly<Record<Comparison, string>> = {
  previous_period: 'previous period',
  previous_year: 'previous year',
};

/** `12,345`. */
export function formatCount(value: number): string {
  return whole.format(value);
}

/** `12.3K`. */
export function formatShort(value: number): string {
  return Math.abs(value) < 10_000 ? whole.format(value) : compact.format(value);
}

/** `12.3%`; below a tenth of a per cent it says so. */
export function formatShare(share: number): string {
  return share > 0 && share < 0.001 ? '<0.1%' : percent.format(share);
}

/** A change without its sign: `12.3%`, large ones as `6.2×`. */
export function formatChange(growth: number): string {
  const size = Math.abs(growth);
  if (growth >= 10) return `${compact.format(growth + 1)}×`;
  return size >= 1 ? wholePercent.format(size) : percent.format(size);
}

/** Whether a change rises, falls, or is too small to be called either. */
export function directionOf(growth: number): 'up' | 'down' | 'flat' {
  return growth >= 0.0005 ? 'up' : growth <= -0.0005 ? 'down' : 'flat';
}

/** A change as a sentence has it: `up 12.3%`. */
export function sayChange(growth: number | null): string {
  if (growth === null) return 'no comparison';
  const direction = directionOf(growth);
  return direction === 'flat' ? 'unchanged' : `${direction} ${formatChange(growth)}`;
}

/** `$123`. */
export function formatMoney({ value, currency, decimal_places: decimals }: Money): string {
  return new Intl.NumberFormat(LOCALE, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: 0,
  }).format(value / 10 ** decimals);
}

/** `24 Aug – 21 Nov 2026`. */
export function formatPeriod({ start, end }: Period): string {
  const sameYear = start.slice(0, 4) === end.slice(0, 4);
  return start === end ? formatDay(end, true) : `${formatDay(start, !sameYear)} – ${formatDay(end, true)}`;
}

/** `24 Aug` or `24 Aug 2026`. */
function formatDay(date: string, isWithYear: boolean): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString(LOCALE, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
    ...(isWithYear ? { year: 'numeric' } : {}),
  });
}

/** What a point of a chart stands for: `Sun 22 Nov 2026`, `Week of 16 Nov 2026`, `November 2026`. */
export function formatPoint(date: string, granularity: Granularity): string {
  const at = new Date(`${date}T00:00:00Z`);
  if (granularity === 'week') return `Week of ${formatDay(date, true)}`;
  if (granularity === 'month')
    return at.toLocaleDateString(LOCALE, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return at.toLocaleDateString(LOCALE, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

/** A country by its code, in English. */
export function countryName(code: string): string {
  try {
    return regions.of(code) ?? code;
  } catch {
    return code;
  }
}
