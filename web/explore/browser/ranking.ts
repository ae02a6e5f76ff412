import type { RankedRow } from './answers.ts';
import { draw, hidden, make } from './dom.ts';
import { formatCount, formatMoney, formatShare, formatShort } from './format.ts';
import { drawSparkline, showGrowth } from './charts/sparkline.ts';

/** A row of a list, whatever it ranks. */
export interface ListedRow extends RankedRow {
  readonly code: string;
  readonly name: string;
  /** Beside the name: `France`. */
  readonly where: string | undefined;
  readonly isChosen: boolean;
  readonly isCompared: boolean;
}

/** What rows can do. */
export interface RowActions {
  choose(code: string): void;
  compare(code: string): void;
  hover(code: string | undefined): void;
  /** Whether another series still fits into the chart. */
  readonly canCompare: boolean;
}

/** A row with its place in the order (none for audiences), figures, line and the switch that puts it into the chart. */
export function makeRow(row: ListedRow, place: number | undefined, actions: RowActions): HTMLLIElement {
  const name = make(
    'button',
    {
      class: 'row-name',
      type: 'button',
      'aria-pressed': String(row.isChosen),
      'data-code': row.code,
      title: describe(row),
    },
    make('b', {}, row.name),
    row.where !== undefined && make('small', {}, row.where),
  );
  name.addEventListener('click', () => actions.choose(row.code));
  const add = make(
    'button',
    {
      class: 'add',
      type: 'button',
      'aria-pressed': String(row.isCompared),
      'aria-label': `Compare ${row.name}`,
      disabled: !row.isCompared && !actions.canCompare,
    },
    draw(
      'svg',
      { viewBox: '0 0 12 12', 'aria-hidden': 'true' },
      draw('path', { d: row.isCompared ? 'M2 6.5l2.5 2.5L10 3.5' : 'M6 1.5v9M1.5 6h9' }),
    ),
  );
  add.addEventListener('click', () => actions.compare(row.code));
  const item = make(
    'li',
    { class: row.isChosen ? 'rank chosen' : 'rank' },
    place !== undefined && make('span', { class: 'place-no' }, String(place)),
    name,
    make('span', { class: 'spark-box', 'data-spark': row.code }),
    make(
      'span',
      { class: 'numbers', title: `${formatCount(row.volume)} · ${formatShare(row.share)} of all` },
      make(
        'b',
        {},
        place === undefined ? formatShare(row.share) : formatShort(row.volume),
        place === undefined && hidden(` of all, ${formatCount(row.volume)}`),
      ),
      showGrowth(row.growth),
    ),
    add,
  );
  item.addEventListener('mouseenter', () => actions.hover(row.code));
  item.addEventListener('mouseleave', () => actions.hover(undefined));
  return item;
}

/** The share of an audience as a bar under its name. */
export function makeShareBar(share: number): HTMLElement {
  const fill = make('i');
  fill.style.width = `${Math.max(0.5, Math.min(100, share * 100))}%`;
  return make('span', { class: 'share-bar', 'aria-hidden': 'true' }, fill);
}

/** Puts lines into the rows of a list, by code. */
export function putSparklines(list: Element, lines: ReadonlyMap<string, readonly number[]>): void {
  for (const box of list.querySelectorAll('[data-spark]')) {
    const values = lines.get(box.getAttribute('data-spark') ?? '');
    if (values !== undefined) box.replaceChildren(drawSparkline(values));
  }
}

/** What else is known of a row, in a sentence. */
function describe(row: RankedRow): string {
  return [
    `${formatShare(row.share)} of all`,
    describeHabits(row),
    row.lowest_fare && `from ${formatMoney(row.lowest_fare)}`,
  ]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' · ');
}

/** How far ahead, and for how long; medians: `34 days ahead, 4 nights`. */
export function describeHabits({ median_lead_time_days: ahead, median_stay_days: nights }: RankedRow): string {
  return [
    typeof ahead === 'number' && `${ahead} ${ahead === 1 ? 'day' : 'days'} ahead`,
    typeof nights === 'number' && `${nights} ${nights === 1 ? 'night' : 'nights'}`,
  ]
    .filter((part) => part !== false)
    .join(', ');
}

/** What stands in a list without rows: why, and what to do about it. */
export function makeEmptyRow(title: string, text: string): HTMLLIElement {
  return make('li', { class: 'empty' }, make('b', {}, title), make('span', {}, text));
}
