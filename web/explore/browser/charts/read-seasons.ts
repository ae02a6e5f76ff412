import type { TrendSeries } from '../answers.ts';
import type { Season } from './seasonality.ts';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** The week and the year of series, as far as they are known. */
export function readSeasons(series: readonly TrendSeries[]): readonly Season[] {
  return [
    {
      title: 'Weekday, against the average day',
      unknown: 'Choose Day above: weekdays show in days only',
      names: WEEKDAYS,
      shortNames: WEEKDAYS.map((name) => name.slice(0, 3)),
      factors: series.map((one) => factorsOf(one, 'weekday', WEEKDAYS.length)),
    },
    {
      title: 'Month, against the average month',
      unknown: 'Told where two whole years are known',
      names: MONTHS,
      shortNames: MONTHS.map((name) => name.slice(0, 3)),
      factors: series.map((one) => factorsOf(one, 'month', MONTHS.length)),
    },
  ];
}

function factorsOf(
  { seasonality }: TrendSeries,
  unit: 'weekday' | 'month',
  length: number,
): readonly (number | undefined)[] {
  return Array.from(
    { length },
    (_, index) => seasonality.find((part) => part.unit === unit && part.value === index + 1)?.factor,
  );
}
