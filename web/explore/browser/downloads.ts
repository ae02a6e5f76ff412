import type { Basis, Period, TrendSeries } from './answers.ts';
import { type Cell, writeCsv } from './csv.ts';
import { make } from './dom.ts';
import { formatCount, formatPoint } from './format.ts';
import type { Granularity } from './answers.ts';
import type { ListedRow } from './ranking.ts';

/** What every figure of a file was counted from. */
export interface Provenance {
  readonly metric: string;
  readonly period: Period;
  readonly compare: string;
  readonly basis: Basis;
  readonly sampleSize: number;
}

/** The list as a file: all rows that were answered, not only the page that is shown. Growth and share as fractions. */
export function rankingCsv(rows: readonly ListedRow[], from: Provenance): string {
  const header = [
    'rank',
    'code',
    'name',
    'country',
    'volume',
    'share',
    'growth',
    'index',
    'median_lead_time_days',
    'median_stay_days',
    'lowest_fare',
    'currency',
    'metric',
    'period_start',
    'period_end',
    'compared_with',
    'basis',
    'sample_size',
  ];
  return writeCsv(
    header,
    rows.map((row, at): readonly Cell[] => [
      at + 1,
      row.code,
      row.name,
      row.where,
      row.volume,
      row.share,
      row.growth,
      row.index,
      row.median_lead_time_days,
      row.median_stay_days,
      row.lowest_fare ? row.lowest_fare.value / 10 ** row.lowest_fare.decimal_places : undefined,
      row.lowest_fare?.currency,
      from.metric,
      from.period.start,
      from.period.end,
      from.compare,
      from.basis,
      from.sampleSize,
    ]),
  );
}

/** The series as a file, one line for each point, what is expected after what was counted. */
export function seriesCsv(
  series: readonly { readonly label: string; readonly trend: TrendSeries }[],
  from: Provenance & { readonly granularity: Granularity },
): string {
  const header = [
    'series',
    'date',
    'granularity',
    'kind',
    'value',
    'index',
    'is_partial',
    'p10',
    'p50',
    'p90',
    'metric',
    'basis',
    'sample_size',
  ];
  return writeCsv(
    header,
    series.flatMap(({ label, trend }) => {
      const end = [from.metric, from.basis, trend.sample_size] as const;
      return [
        ...trend.points.map(({ date, value, index, is_partial: isPartial }): readonly Cell[] => [
          label,
          date,
          from.granularity,
          'counted',
          value,
          index,
          isPartial ? 'yes' : 'no',
          undefined,
          undefined,
          undefined,
          ...end,
        ]),
        ...trend.forecast.map(({ date, p10, p50, p90 }): readonly Cell[] => [
          label,
          date,
          from.granularity,
          'forecast',
          undefined,
          undefined,
          undefined,
          p10,
          p50,
          p90,
          ...end,
        ]),
      ];
    }),
  );
}

/** Some browsers read the text only after the click was dealt with, and slowly where the file is large. */
const revokeAfterMs = 10_000;

/** Hands a text to the browser as a file. */
export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = make('a', { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs);
}

/** The chart as a table: a line for each point, a column for each series; forecasts with the range they lie in. */
export function seriesTable(
  series: readonly { readonly label: string; readonly trend: TrendSeries }[],
  granularity: Granularity,
): HTMLTableElement {
  const dates = [
    ...new Set(series.flatMap(({ trend }) => [...trend.points, ...trend.forecast].map(({ date }) => date))),
  ].sort();
  return makeTable(
    ['Date', ...series.map(({ label }) => label)],
    dates.map((date) => [
      formatPoint(date, granularity),
      ...series.map(({ trend }) => {
        const point = trend.points.find((one) => one.date === date);
        if (point) return point.is_partial ? `${formatCount(point.value)} (cut off)` : formatCount(point.value);
        const band = trend.forecast.find((one) => one.date === date);
        return band ? `expected ${formatCount(band.p50)} (${formatCount(band.p10)}–${formatCount(band.p90)})` : '';
      }),
    ]),
  );
}

/** A table with a heading for each column and each line. */
export function makeTable(header: readonly string[], rows: readonly (readonly string[])[]): HTMLTableElement {
  return make(
    'table',
    {},
    make('thead', {}, make('tr', {}, ...header.map((text) => make('th', { scope: 'col' }, text)))),
    make(
      'tbody',
      {},
      ...rows.map(([first = '', ...others]) =>
        make('tr', {}, make('th', { scope: 'row' }, first), ...others.map((text) => make('td', {}, text))),
      ),
    ),
  );
}
