import {
  amount,
  at,
  type Block,
  column,
  type ColumnRule,
  id,
  listAt,
  number,
  type TableRule,
  textAt,
  type Values,
} from './cells.ts';
import { isObject } from '../../platform/text/json-object.ts';

/** Points of a line that are shown: half a year of weeks. */
const POINTS_SHOWN = 26;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
const AGAINST: Readonly<Record<string, string>> = {
  year_before: 'against the year before',
  half_before: 'second half against the first',
};
const GAPS: Readonly<Record<string, string>> = {
  too_short: 'None: too few complete points are known.',
  nothing_counted: 'None: nothing was counted.',
};

const right = (header: string, read: (row: Values) => string): ColumnRule => ({
  header,
  isRight: true,
  isWhole: true,
  read,
});
const count = (header: string, path: string): ColumnRule => right(header, (row) => countOf(at(row, path)));
const percent = (header: string, path: string): ColumnRule => right(header, (row) => percentOf(at(row, path), true));
const decimal = (header: string, path: string): ColumnRule => right(header, (row) => decimalOf(at(row, path), 1));

const FIGURES: readonly ColumnRule[] = [
  count('Volume', 'volume'),
  { ...decimal('Index', 'index'), isSpare: true },
  right('Share', (row) => percentOf(at(row, 'share'), false)),
  percent('Growth', 'growth'),
  number('Days ahead', 'median_lead_time_days'),
  number('Nights', 'median_stay_days'),
  amount('Fare from', 'lowest_fare'),
];
const TRAFFIC: TableRule = {
  list: 'data',
  columns: [
    id('Destination', 'destination'),
    number('Travelers', 'analytics.travelers.score'),
    number('Flights', 'analytics.flights.score'),
  ],
  facts: trafficFacts,
  nextPage: nextTrafficPage,
};

/** How demand, and what it does to prices, is shown. */
export const DEMAND_RULES: Readonly<Record<string, TableRule>> = {
  demand_destinations: {
    list: 'destinations',
    columns: [
      column('City', 'city_name'),
      id('Code', 'city_code'),
      { ...column('Country', 'country_name'), isSpare: true },
      ...FIGURES,
    ],
    facts: rankingFacts,
  },
  demand_markets: {
    list: 'markets',
    facts: rankingFacts,
    columns: [
      { header: 'Market', read: (row) => textAt(row, 'city_name') || textAt(row, 'country_name') },
      { header: 'Code', isWhole: true, read: (row) => textAt(row, 'city_code') || textAt(row, 'country_code') },
      {
        header: 'Country',
        isSpare: true,
        read: (row) => (textAt(row, 'city_name') === '' ? '' : textAt(row, 'country_name')),
      },
      ...FIGURES,
    ],
  },
  demand_audiences: { list: 'audiences', columns: [id('Audience', 'audience'), ...FIGURES], facts: rankingFacts },
  demand_trends: { list: 'series', columns: [], blocks: blocksOfLine, facts: trendFacts },
  price_history: {
    list: 'history',
    facts: historyFacts,
    columns: [
      id('Seen', 'date'),
      column('Of a', 'granularity'),
      amount('Lowest', 'min'),
      amount('Median', 'median'),
      number('Fares', 'sample_size'),
    ],
    more: [
      {
        title: 'By month of departure',
        list: 'by_departure_month',
        columns: [
          id('Month', 'month'),
          amount('Lowest', 'min'),
          amount('Median', 'median'),
          number('Fares', 'sample_size'),
        ],
      },
      {
        title: 'By days before departure',
        list: 'by_lead_time',
        columns: [
          right('Days', (row) => `${textAt(row, 'days_ahead_from')}–${textAt(row, 'days_ahead_to')}`),
          amount('Median', 'median'),
          number('Fares', 'sample_size'),
        ],
      },
      {
        title: 'All of them',
        list: 'quantiles',
        columns: [
          amount('Lowest', 'min'),
          amount('A quarter below', 'p25'),
          amount('Median', 'median'),
          amount('A quarter above', 'p75'),
          amount('Highest', 'max'),
        ],
      },
    ],
  },
  hotel_price_index: {
    list: 'months',
    facts: priceIndexFacts,
    columns: [
      id('Month', 'month'),
      decimal('Index', 'index'),
      amount('Median night', 'nightly.median'),
      amount('A quarter below', 'nightly.p25'),
      amount('A quarter above', 'nightly.p75'),
      percent('On year', 'year_on_year'),
      { ...number('Nights', 'sample_size'), isSpare: true },
      { ...column('Basis', 'basis'), isSpare: true },
    ],
  },
  air_traffic_traveled: TRAFFIC,
  air_traffic_booked: TRAFFIC,
  air_traffic_busiest_period: {
    list: 'data',
    columns: [id('Month', 'period'), number('Travelers', 'analytics.travelers.score')],
    facts: trafficFacts,
  },
};

/** A line of demand_trends: its points, what is to come, and its seasons. */
function blocksOfLine(line: Values): readonly Block[] {
  const points = listAt(line, 'points').map((point, index) => ({
    ...point,
    before: at(line, `compared.${index}.value`),
  }));
  const earlier = points.length - POINTS_SHOWN;
  const gap = GAPS[textAt(line, 'forecast_gap')];
  const about = [growthText(line, 'growth'), changeText(line), basisOf(line)[1]]
    .filter((part) => part !== '')
    .join(' · ');
  return [
    {
      title: textAt(line, 'label'),
      notes: [
        ...(about === '' ? [] : [about]),
        ...(earlier > 0 ? [`${earlier} earlier ${earlier === 1 ? 'point' : 'points'}: --json shows all.`] : []),
      ],
      columns: [
        id('Date', 'date'),
        count('Value', 'value'),
        decimal('Index', 'index'),
        count('Compared', 'before'),
        { header: '', isWhole: true, read: (point) => (at(point, 'is_partial') === true ? 'not complete' : '') },
      ],
      rows: points.slice(-POINTS_SHOWN),
    },
    {
      title: 'Forecast',
      columns: [id('Date', 'date'), count('p10', 'p10'), count('p50', 'p50'), count('p90', 'p90')],
      rows: listAt(line, 'forecast'),
      ...(gap === undefined ? {} : { notes: [gap] }),
    },
    seasonBlock(line, { unit: 'weekday', title: 'Season by weekday (1: average)', names: WEEKDAYS }),
    seasonBlock(line, { unit: 'month', title: 'Season by month (1: average)', names: MONTHS }),
  ];
}

/** Factors in one line, each under its name. */
function seasonBlock(
  line: Values,
  { unit, title, names }: { readonly unit: string; readonly title: string; readonly names: readonly string[] },
): Block {
  const factors = listAt(line, 'seasonality').filter((factor) => at(factor, 'unit') === unit);
  const columns = names.map((name, index) =>
    right(name, () =>
      decimalOf(
        at(
          factors.find((factor) => at(factor, 'value') === index + 1),
          'factor',
        ),
        2,
      ),
    ),
  );
  return { title, columns, rows: factors.slice(0, 1) };
}

function growthText(row: Values, path: string): string {
  const growth = percentOf(at(row, path), true);
  return growth === '' ? '' : [growth, AGAINST[textAt(row, 'growth_against')] ?? ''].join(' ').trim();
}

function changeText(line: Values): string {
  const change = percentOf(at(line, 'change'), true);
  return change === '' ? '' : `${change} on Compared`;
}

function rankingFacts(answer: Values): readonly (readonly [string, string])[] {
  const growth = growthText(answer, 'growth');
  return [
    [
      textAt(answer, 'metric') || 'total',
      [countOf(at(answer, 'total')), growth].filter((part) => part !== '').join(', '),
    ],
    ['rows', countOf(at(answer, 'row_count'))],
    ['period', spanOf(answer, 'period')],
    ['growth against', spanOf(answer, 'compared_period')],
    basisOf(answer),
  ];
}

function trendFacts(answer: Values): readonly (readonly [string, string])[] {
  return [['period', spanOf(answer, 'period')], ['by', textAt(answer, 'granularity')], basisOf(answer)];
}

function historyFacts(answer: Values): readonly (readonly [string, string])[] {
  return [
    ['route', `${placeOf(answer, 'origin')} to ${placeOf(answer, 'destination')}`],
    ['fares', [textAt(answer, 'trip_kind'), textAt(answer, 'cabin_class'), 'one adult'].join(', ')],
    ['departing', textAt(answer, 'departure_month')],
    ['seen', spanOf(answer, 'period')],
    basisOf(answer),
  ];
}

function priceIndexFacts(answer: Values): readonly (readonly [string, string])[] {
  const night = textAt(answer, 'base.nightly');
  return [
    ['city', placeOf(answer, 'city')],
    ['months', spanOf(answer, 'period')],
    ['index 100', night === '' ? '' : `${night} a night`],
    basisOf(answer),
  ];
}

function trafficFacts(answer: Values): readonly (readonly [string, string])[] {
  const meta = at(answer, 'meta');
  return isObject(meta) ? [['in all', countOf(meta['count'])], basisOf(meta)] : [];
}

/** The list is paged by a place in it; quoted, for brackets mean something to shells. */
function nextTrafficPage(answer: Values): string | undefined {
  const next = URL.parse(textAt(answer, 'meta.links.next'))?.searchParams.get('page[offset]') ?? '';
  return /^\d{1,6}$/.test(next) ? `'--page[offset]' ${next}` : undefined;
}

function basisOf(answer: Values): readonly [string, string] {
  const basis = textAt(answer, 'basis');
  return [
    'basis',
    basis === '' ? '' : `${basis}; ${countOf(at(answer, 'sample_size')) || 'unknown how many'} counted here`,
  ];
}

function spanOf(answer: Values, path: string): string {
  const [start, end] = [textAt(answer, `${path}.start`), textAt(answer, `${path}.end`)];
  return start === '' ? '' : `${start} to ${end}`;
}

function placeOf(answer: Values, path: string): string {
  return `${textAt(answer, `${path}.name`)} (${textAt(answer, `${path}.code`)})`;
}

function countOf(value: unknown): string {
  return typeof value === 'number' ? value.toLocaleString('en-US', { maximumFractionDigits: 0 }) : '';
}

function decimalOf(value: unknown, decimals: number): string {
  return typeof value === 'number' ? value.toFixed(decimals) : '';
}

/** A share of 1 as a percentage; a change has its sign. */
function percentOf(value: unknown, isChange: boolean): string {
  if (typeof value !== 'number') return '';
  const size = `${(Math.abs(value) * 100).toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} %`;
  if (!isChange || size === '0.0 %') return size;
  return `${value < 0 ? '−' : '+'}${size}`;
}
