import type { Audience, Granularity, Metric, Period } from './answers.ts';

export const AUDIENCES = ['solo', 'couple', 'family', 'group', 'business'] as const satisfies readonly Audience[];
export const METRICS = ['searches', 'trips', 'bookings'] as const satisfies readonly Metric[];
export const COMPARISONS = ['previous_period', 'previous_year'] as const;
export const SORTS = ['volume', 'growth'] as const;
export const RANKINGS = ['destinations', 'markets'] as const;
export const GRANULARITIES = ['auto', 'day', 'week', 'month'] as const;
export const SCALES = ['volume', 'index'] as const;
/** Days of the periods that are offered by name; they end with the last complete day. */
export const PRESETS = { '7d': 7, '28d': 28, '90d': 90, '365d': 365, '730d': 730 } as const;
/** Series in one chart: more cannot be distinguished. The first follows the filters. */
export const seriesMax = 5;
/** Longest period the operations take, in days. */
const periodDaysMax = 1827;
const dayMs = 86_400_000;

export type Preset = keyof typeof PRESETS;
export type Comparison = (typeof COMPARISONS)[number];
export type Sort = (typeof SORTS)[number];
export type Ranking = (typeof RANKINGS)[number];

/** Whose demand for what: the subject of a series. */
export interface Subject {
  /** City code. */
  readonly destination?: string | undefined;
  /** Country or city code. */
  readonly market?: string | undefined;
  readonly audience?: Audience | undefined;
}

/** Everything that is chosen on the page; the address holds all of it. */
export interface ExploreState extends Subject {
  readonly metric: Metric;
  readonly period: Preset | Period;
  readonly compare: Comparison;
  readonly sort: Sort;
  readonly ranking: Ranking;
  readonly granularity: (typeof GRANULARITIES)[number];
  readonly scale: (typeof SCALES)[number];
  readonly isForecast: boolean;
  /** Series beside the first. */
  readonly beside: readonly Subject[];
}

/** What a first visit shows. */
export const firstState: ExploreState = {
  metric: 'searches',
  period: '90d',
  compare: 'previous_year',
  sort: 'volume',
  ranking: 'destinations',
  granularity: 'auto',
  scale: 'volume',
  isForecast: true,
  beside: [],
};

/** The state an address holds; what it does not hold, or holds wrongly, is as on a first visit. */
export function readState(search: string): ExploreState {
  const query = new URLSearchParams(search);
  const oneOf = <T extends string>(name: string, values: readonly T[], otherwise: T): T =>
    values.find((value) => value === query.get(name)) ?? otherwise;
  return {
    ...readSubject([query.get('destination') ?? '', query.get('market') ?? '', query.get('audience') ?? '']),
    metric: oneOf('metric', METRICS, firstState.metric),
    period: readPeriod(query),
    compare: oneOf('compare', COMPARISONS, firstState.compare),
    sort: oneOf('sort', SORTS, firstState.sort),
    ranking: oneOf('rank', RANKINGS, firstState.ranking),
    granularity: oneOf('by', GRANULARITIES, firstState.granularity),
    scale: oneOf('scale', SCALES, firstState.scale),
    isForecast: query.get('forecast') !== 'off',
    beside: query
      .getAll('with')
      .slice(0, seriesMax - 1)
      .map((text) => readSubject(text.split('.'))),
  };
}

/** The query of an address that holds a state: only what differs from a first visit, always in this order. */
export function writeState(state: ExploreState): string {
  const query = new URLSearchParams();
  const put = (name: string, value: string | undefined, otherwise?: string) => {
    if (value !== undefined && value !== otherwise) query.set(name, value);
  };
  put('rank', state.ranking, firstState.ranking);
  put('destination', state.destination);
  put('market', state.market);
  put('audience', state.audience);
  put('metric', state.metric, firstState.metric);
  if (typeof state.period === 'string') put('period', state.period, '90d');
  else {
    put('start', state.period.start);
    put('end', state.period.end);
  }
  put('compare', state.compare, firstState.compare);
  put('sort', state.sort, firstState.sort);
  put('by', state.granularity, firstState.granularity);
  put('scale', state.scale, firstState.scale);
  put('forecast', state.isForecast ? undefined : 'off');
  for (const subject of state.beside)
    query.append('with', [subject.destination ?? '', subject.market ?? '', subject.audience ?? ''].join('.'));
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** The days a state is about. `today` is the UTC day it is. */
export function periodOf(state: Pick<ExploreState, 'period'>, today: string): Period {
  if (typeof state.period !== 'string') return state.period;
  const end = addDays(today, -1);
  return { start: addDays(end, 1 - PRESETS[state.period]), end };
}

/** What is wrong with a period somebody typed, in words; undefined when nothing is. */
export function periodProblem({ start, end }: Period, today: string): string | undefined {
  if (!isDate(start) || !isDate(end)) return 'Choose both a first and a last day.';
  if (start > end) return 'The first day must not be after the last.';
  if (end > today) return 'The last day must not be after today.';
  return daysIn({ start, end }) > periodDaysMax ? 'Choose at most five years.' : undefined;
}

/** What a point of a chart stands for: by the length of the period unless it was chosen. */
export function granularityOf(state: Pick<ExploreState, 'granularity'>, period: Period): Granularity {
  if (state.granularity !== 'auto') return state.granularity;
  const days = daysIn(period);
  return days <= 92 ? 'day' : days <= 731 ? 'week' : 'month';
}

/** Whether two subjects are the same. */
export function isSameSubject(a: Subject, b: Subject): boolean {
  return a.destination === b.destination && a.market === b.market && a.audience === b.audience;
}

/** The series of the chart: the filters', then those put beside it; none twice. */
export function subjectsOf(state: ExploreState): readonly Subject[] {
  const all = [{ destination: state.destination, market: state.market, audience: state.audience }, ...state.beside];
  return all.filter((subject, index) => all.findIndex((other) => isSameSubject(subject, other)) === index);
}

/**
 * The state after a change of filters. Series beside the first that differ from it in something else follow the filter
 * they had in common with it: beside Lisbon from everywhere, Tokyo from everywhere becomes Tokyo from Germany when the
 * filter does. A series of its own market keeps it.
 */
export function withFilters(state: ExploreState, patch: Partial<ExploreState>): ExploreState {
  const beside = (patch.beside ?? state.beside).map((subject): Subject => {
    const followed = FILTERS.filter(
      (name) =>
        name in patch &&
        subject[name] === state[name] &&
        FILTERS.some((other) => other !== name && subject[other] !== state[other]),
    );
    return { ...subject, ...Object.fromEntries(followed.map((name) => [name, patch[name]])) };
  });
  return { ...state, ...patch, beside };
}

const FILTERS = ['destination', 'market', 'audience'] as const satisfies readonly (keyof Subject)[];

/** Days of a period, both ends included. */
function daysIn({ start, end }: Period): number {
  return Math.round((Date.parse(end) - Date.parse(start)) / dayMs) + 1;
}

/** An ISO date so many days later. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);
}

function readSubject([destination = '', market = '', audience = '']: readonly string[]): Subject {
  const codes = { destination: destination.toUpperCase(), market: market.toUpperCase() };
  const group = AUDIENCES.find((name) => name === audience);
  return {
    ...(/^[A-Z]{3}$/.test(codes.destination) ? { destination: codes.destination } : {}),
    ...(/^[A-Z]{2,3}$/.test(codes.market) ? { market: codes.market } : {}),
    ...(group ? { audience: group } : {}),
  };
}

function readPeriod(query: URLSearchParams): Preset | Period {
  const start = query.get('start') ?? '';
  const end = query.get('end') ?? '';
  if (isDate(start) && isDate(end)) return { start, end };
  const preset = query.get('period');
  return preset === '7d' || preset === '28d' || preset === '365d' || preset === '730d' ? preset : firstState.period;
}

function isDate(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
