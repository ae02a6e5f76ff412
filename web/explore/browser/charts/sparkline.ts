import type { Granularity, TrendPoint } from '../answers.ts';
import { draw, make } from '../dom.ts';
import { directionOf, formatChange } from '../format.ts';

const width = 64;
const height = 24;

/** More days than this are drawn as weeks: in a line of this size weekends are noise. */
const daysDrawnMax = 35;
const weekDays = 7;
/** Room under the least value, as a share of the range: a line along the bottom would look like nothing. */
const roomBelow = 0.25;

/** What a line is drawn through: complete points, weeks for many days. */
export function sparkValues(points: readonly TrendPoint[], granularity: Granularity): readonly number[] {
  const values = points.filter((point) => !point.is_partial).map(({ value }) => value);
  if (granularity !== 'day' || values.length <= daysDrawnMax) return values;
  const weeks = Math.floor(values.length / weekDays);
  const first = values.length - weeks * weekDays;
  return Array.from({ length: weeks }, (_, week) =>
    values.slice(first + week * weekDays, first + (week + 1) * weekDays).reduce((sum, value) => sum + value, 0),
  );
}

/** A line without axes, at its own scale; an ornament beside the figures it belongs to. */
export function drawSparkline(values: readonly number[]): SVGElement {
  const svg = draw('svg', {
    class: 'spark',
    viewBox: `0 -1 ${width} ${height + 2}`,
    preserveAspectRatio: 'none',
    'aria-hidden': 'true',
  });
  const top = Math.max(...values, 0);
  if (values.length < 2 || top <= 0) return svg;
  const least = Math.min(...values);
  if (least === top) return drawFlat(svg);
  const x = d3.scaleLinear([0, values.length - 1], [0, width]);
  const y = d3.scaleLinear([least - (top - least) * roomBelow, top], [height, 0]);
  const line = d3.line<number>(
    (_, index) => x(index),
    (value) => y(value),
  );
  const area = d3.area<number>(
    (_, index) => x(index),
    height,
    (value) => y(value),
  );
  svg.append(draw('path', { class: 'area', d: area(values) ?? '' }), draw('path', { d: line(values) ?? '' }));
  return svg;
}

function drawFlat(svg: SVGElement): SVGElement {
  svg.append(draw('path', { d: `M0 ${height / 2}H${width}` }));
  return svg;
}

/** A change with its sign: an arrow, the figure, and the word for those who see neither arrow nor colour. */
export function showGrowth(growth: number | null | undefined): HTMLElement {
  if (growth === null || growth === undefined)
    return make(
      'span',
      { class: 'growth', title: 'Nothing to compare with' },
      '–',
      make('span', { class: 'sr' }, ' nothing to compare with'),
    );
  const direction = directionOf(growth);
  if (direction === 'flat') return make('span', { class: 'growth' }, 'unchanged');
  const arrow = draw(
    'svg',
    { viewBox: '0 0 8 8', 'aria-hidden': 'true' },
    draw('path', { d: direction === 'up' ? 'M4 1l3.5 6h-7z' : 'M4 7L.5 1h7z' }),
  );
  return make(
    'span',
    { class: `growth ${direction}` },
    make('span', { class: 'sr' }, `${direction} `),
    arrow,
    formatChange(growth),
  );
}
