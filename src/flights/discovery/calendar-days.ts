import type { App } from '../../context.ts';
import { type DayCoverage, NOTHING_COVERED } from '../model/day-coverage.ts';
import type { Discovery } from '../model/discovery.ts';
import { type DatePair, type DisplayOffer, lowestPrice } from '../model/flight-search.ts';
import { levelPrices, type PriceLevel } from '../model/prices/price-levels.ts';
import type { Calendar } from './search-calendar.ts';

/** One date pair of a calendar. */
export interface CalendarDay {
  readonly dates: DatePair;
  /** The cheapest fare and its level in the window; undefined where nothing matches, or nothing is known. */
  readonly fare: { readonly shown: DisplayOffer; readonly level: PriceLevel } | undefined;
  /** What is known of it; undefined where every supplier publishes its fares. */
  readonly coverage: (DayCoverage & { readonly isKnown: boolean }) | undefined;
}

/**
 * The date pairs of a calendar in the order of days: those with flights and, where nobody publishes fares, all others
 * that were asked for, too, known or not.
 */
export function calendarDays(
  { flightSuppliers }: Pick<App, 'flightSuppliers'>,
  { dates }: Discovery,
  { days, coverage }: Pick<Calendar, 'days' | 'coverage'>,
): readonly CalendarDay[] {
  const levels = levelPrices(days.map(({ shown }) => lowestPrice(shown)));
  const fares = new Map(
    days.map(({ dates: pair, shown }, index) => [pair, { shown, level: levels[index] ?? 'medium' }]),
  );
  const isPublished = flightSuppliers.some(({ publishedCalendar }) => publishedCalendar !== undefined);
  return dates.flatMap((pair, index): readonly CalendarDay[] => {
    const fare = fares.get(pair);
    if (coverage.length === 0) return fare === undefined ? [] : [{ dates: pair, fare, coverage: undefined }];
    if (fare === undefined && isPublished) return [];
    const day = coverage[index] ?? NOTHING_COVERED;
    const isKnown = fare !== undefined || day.observed + day.sampled > 0;
    return [{ dates: pair, fare, coverage: { ...day, isKnown } }];
  });
}
