import { daysBetween } from '../../travel/dates.ts';
import { DateText } from './contract.ts';
import type { DateChoice, DateRange } from '../model/date-pairs.ts';
import type { DateField } from '../discovery/read-dates.ts';

/** Single dates beside the lists, under the names that flight_search, lowest_fare and price_monitoring use. */
export const singleDateFields = {
  departure_date: DateText.optional().describe(
    'One day, instead of departure_dates or beside it: then all of them count.',
  ),
  return_date: DateText.optional().describe('One day, instead of return_dates or beside it: then all of them count.'),
};

/** The dates of a request in every form that the surfaces accept. */
interface DatesBody {
  readonly departure_date?: string | undefined;
  readonly departure_dates?: readonly string[] | undefined;
  readonly departure_date_ranges?: readonly DateRange[] | undefined;
  readonly return_date?: string | undefined;
  readonly return_dates?: readonly string[] | undefined;
  readonly return_date_ranges?: readonly DateRange[] | undefined;
  readonly stay_days?: number | undefined;
  readonly stay_days_range?: { readonly min: number; readonly max: number } | undefined;
}

/** Joins the dates of all forms. `stay_days_range` takes precedence over `stay_days`. */
export function toDateChoice(body: DatesBody): DateChoice {
  const { stay_days: days } = body;
  return {
    departureDates: listOf(body.departure_date, body.departure_dates),
    departureRanges: body.departure_date_ranges ?? [],
    returnDates: listOf(body.return_date, body.return_dates),
    returnRanges: body.return_date_ranges ?? [],
    stayDays: body.stay_days_range ?? (days === undefined ? undefined : { min: days, max: days }),
  };
}

function listOf(single: string | undefined, list: readonly string[] = []): readonly string[] {
  return single === undefined ? list : [single, ...list];
}

/**
 * The fields in which a request names dates, so that a problem points at what was sent. `prefix` is, for example,
 * `filters.dates.`.
 */
export function dateFieldsOf(body: DatesBody, prefix: string): readonly DateField[] {
  const { stay_days: days, stay_days_range: stays } = body;
  return [
    ...singleField('departure', `${prefix}departure_date`, body.departure_date),
    ...listField('departure', `${prefix}departure_dates`, body.departure_dates),
    ...rangeFields('departure', `${prefix}departure_date_ranges`, body.departure_date_ranges),
    ...singleField('return', `${prefix}return_date`, body.return_date),
    ...listField('return', `${prefix}return_dates`, body.return_dates),
    ...rangeFields('return', `${prefix}return_date_ranges`, body.return_date_ranges),
    ...(stays === undefined
      ? []
      : [{ path: `${prefix}stay_days_range`, names: 'stay' as const, dates: [], dayCount: stays.max - stays.min + 1 }]),
    ...(days === undefined || stays !== undefined
      ? []
      : [{ path: `${prefix}stay_days`, names: 'stay' as const, dates: [], dayCount: 1 }]),
  ];
}

type DateEnd = 'departure' | 'return';

function singleField(names: DateEnd, path: string, date: string | undefined): readonly DateField[] {
  return date === undefined ? [] : [{ path, names, dates: [date], dayCount: 1 }];
}

function listField(names: DateEnd, path: string, dates: readonly string[] = []): readonly DateField[] {
  return dates.length === 0 ? [] : [{ path, names, dates, dayCount: dates.length }];
}

function rangeFields(names: DateEnd, path: string, ranges: readonly DateRange[] = []): readonly DateField[] {
  return ranges.map(({ start, end }, index) => ({
    path: `${path}[${index}]`,
    names,
    dates: [start, end],
    dayCount: daysBetween(start, end) + 1,
    isRange: true,
  }));
}
