import type { AudienceRow, RankedRow } from './answers.ts';
import { make } from './dom.ts';
import { AUDIENCE_NAMES, COMPARISON_NAMES, formatCount, formatMoney, formatShare } from './format.ts';
import type { ListedRow } from './ranking.ts';
import { showGrowth } from './charts/sparkline.ts';
import type { Comparison } from './state.ts';

/** Rows among which the fastest is looked for: of small ones growth is chance. */
const fastestOf = 20;

/** What the key figures are computed from. */
export interface FiguresView {
  /** By volume, the greatest first, whatever the list is sorted by. */
  readonly rows: readonly ListedRow[];
  readonly audiences: readonly AudienceRow[];
  readonly total: number;
  readonly growth: number | null;
  readonly metric: string;
  readonly compare: Comparison;
  readonly ranking: 'destinations' | 'markets';
  /** The chosen place where it is none of the rows. */
  readonly unlisted: UnlistedPlace | undefined;
}

/** What is known of a place beyond the rows that are at hand. */
export interface UnlistedPlace {
  readonly name: string;
  readonly volume: number;
  readonly growth: number | null;
}

/**
 * Four figures: of the place that is chosen, or of everything. Of a chosen place that is none of the rows as many as
 * are known.
 */
export function showFigures(list: Element, view: FiguresView): void {
  const place = view.rows.findIndex(({ isChosen }) => isChosen);
  const chosen = view.rows[place];
  if (chosen) list.replaceChildren(...figuresOf(chosen, place, view));
  else list.replaceChildren(...(view.unlisted ? figuresOfUnlisted(view.unlisted, view) : figuresOfAll(view)));
}

function figuresOfUnlisted(
  { name, volume, growth }: UnlistedPlace,
  { rows, audiences, total, metric, compare, ranking }: FiguresView,
): readonly HTMLElement[] {
  const share = total > 0 ? formatShare(volume / total) : '–';
  return [
    figure(`${metric}, ${name}`, formatCount(volume), changeOf(growth, compare)),
    figure(`Share of all ${ranking}`, share, `Not among the ${rows.length} listed`),
    greatestGroup(audiences),
  ];
}

function figuresOf(row: ListedRow, place: number, view: FiguresView): readonly HTMLElement[] {
  return [
    figure(`${view.metric}, ${row.name}`, formatCount(row.volume), changeOf(row.growth, view.compare)),
    figure(`Share of all ${view.ranking}`, formatShare(row.share), `No. ${place + 1} by volume`),
    figure(
      'Planned ahead',
      typeof row.median_lead_time_days === 'number' ? days(row.median_lead_time_days) : '–',
      stayOf(row),
    ),
    figure('Lowest fare', row.lowest_fare ? formatMoney(row.lowest_fare) : '–', 'One adult, by air'),
  ];
}

function figuresOfAll({
  rows,
  audiences,
  total,
  growth,
  metric,
  compare,
  ranking,
}: FiguresView): readonly HTMLElement[] {
  const [first] = rows;
  const fastest = rows
    .slice(0, fastestOf)
    .reduce<ListedRow | undefined>(
      (best, row) =>
        (row.growth ?? Number.NEGATIVE_INFINITY) > (best?.growth ?? Number.NEGATIVE_INFINITY) ? row : best,
      undefined,
    );
  return [
    figure(metric, formatCount(total), changeOf(growth, compare)),
    figure(
      ranking === 'destinations' ? 'Most wanted' : 'Greatest market',
      first?.name ?? '–',
      first ? `${formatShare(first.share)} of all` : '',
    ),
    figure(`Fastest of the top ${fastestOf}`, fastest?.name ?? '–', fastest ? changeOf(fastest.growth, compare) : ''),
    greatestGroup(audiences),
  ];
}

function greatestGroup(audiences: readonly AudienceRow[]): HTMLElement {
  const [greatest] = [...audiences].sort((a, b) => b.volume - a.volume);
  return figure(
    'Greatest group',
    greatest ? AUDIENCE_NAMES[greatest.audience] : '–',
    greatest ? `${formatShare(greatest.share)} of all` : '',
  );
}

function figure(title: string, big: string, below: string | HTMLElement): HTMLElement {
  return make(
    'div',
    { class: 'figure' },
    make('dt', {}, title),
    make('dd', { class: 'big', title: big }, big),
    make('dd', { class: 'sub' }, below),
  );
}

function changeOf(growth: number | null, compare: Comparison): HTMLElement {
  return make('span', {}, showGrowth(growth), ` vs ${COMPARISON_NAMES[compare]}`);
}

function stayOf({ median_stay_days: nights }: RankedRow): string {
  return typeof nights === 'number' ? `Median; stay ${nights} ${nights === 1 ? 'night' : 'nights'}` : 'Median';
}

function days(count: number): string {
  return `${count} ${count === 1 ? 'day' : 'days'}`;
}
