import type { Granularity, TrendSeries } from '../answers.ts';
import { draw, make } from '../dom.ts';
import { formatCount, formatPoint, formatShort } from '../format.ts';
import { DASHES, drawSwatch } from './series-legend.ts';
import { Tooltip, tipLine } from './tooltip.ts';

/** What the chart is given. */
export interface TrendView {
  /** At most five; their colours follow the order. */
  readonly series: readonly TrendSeries[];
  readonly granularity: Granularity;
  readonly scale: 'volume' | 'index';
  /** `Searches` */
  readonly metric: string;
  /** `previous year`: what a series that stands alone is drawn over. */
  readonly comparison: string;
}

/** A value of a series on the chart's own scale. */
interface Shown {
  readonly date: Date;
  readonly value: number;
}
interface Band {
  readonly date: Date;
  readonly low: number;
  readonly middle: number;
  readonly high: number;
}
interface Lines {
  readonly points: readonly Shown[];
  /** At the dates of the points they are compared with. */
  readonly before: readonly Shown[];
  /** Begins with the last counted point, so that the line does not break. */
  readonly forecast: readonly Band[];
}

const marginLeft = 44;
const marginRight = 14;

/** The series over time, with what is expected of them as a band; redrawn when the page changes its width. */
export class TrendChart {
  readonly #frame: HTMLElement;
  readonly #tip: Tooltip;
  #view: TrendView | undefined;
  #width = 0;

  constructor(frame: HTMLElement) {
    this.#frame = frame;
    this.#tip = new Tooltip(frame);
    new ResizeObserver(() => {
      if (this.#view && frame.clientWidth !== this.#width) this.show(this.#view);
    }).observe(frame);
  }

  show(view: TrendView): void {
    this.#view = view;
    this.#width = this.#frame.clientWidth;
    this.#frame.classList.remove('busy');
    const lines = view.series.map((series) => linesOf(series, view.scale));
    if (lines.every(({ points }) => points.every(({ value }) => value === 0))) {
      this.#frame.replaceChildren(
        make(
          'div',
          { class: 'empty' },
          make('b', {}, 'Nothing was counted'),
          make('span', {}, 'Choose a longer period or fewer filters.'),
        ),
      );
      return;
    }
    const plot = this.#plot(view, lines);
    this.#frame.replaceChildren(plot);
    this.#follow(plot, view, lines);
  }

  /** Takes the chart away until there is something to show again. */
  clear(): void {
    this.#view = undefined;
    this.#frame.replaceChildren();
    this.#frame.classList.add('busy');
  }

  #plot(view: TrendView, lines: readonly Lines[]): SVGSVGElement | HTMLElement {
    const ends = lines.flatMap(({ points }) => points.slice(-1));
    const hasForecast = lines.some(({ forecast }) => forecast.length > 1);
    const plot = Plot.plot({
      width: this.#width,
      height: this.#frame.clientHeight,
      marginLeft,
      marginRight,
      marginTop: 12,
      marginBottom: 26,
      className: 'plot',
      x: { type: 'utc', label: null },
      y: { label: null, zero: true, nice: true },
      marks: [
        Plot.gridY({ ticks: 5, className: 'grid' }),
        Plot.axisY({ ticks: 5, tickSize: 0, label: null, tickFormat: (value: number) => formatShort(value) }),
        Plot.axisX({ ticks: Math.max(3, Math.floor(this.#width / 110)), tickSize: 0, tickPadding: 8, label: null }),
        ...(lines.length === 1 ? lines : []).map(({ before }) =>
          Plot.lineY(before, {
            x: 'date',
            y: 'value',
            className: 'before',
            stroke: null,
            strokeWidth: null,
            curve: 'monotone-x',
          }),
        ),
        hasForecast ? Plot.ruleX(ends.slice(0, 1), { x: 'date', className: 'present' }) : null,
        ...lines.map(({ forecast }, index) =>
          Plot.areaY(forecast, {
            x: 'date',
            y1: 'low',
            y2: 'high',
            className: `f${index + 1} band`,
            fill: null,
            curve: 'monotone-x',
          }),
        ),
        ...lines.map(({ forecast }, index) =>
          Plot.lineY(forecast, {
            x: 'date',
            y: 'middle',
            className: `s${index + 1} expected`,
            stroke: null,
            strokeWidth: null,
            strokeDasharray: '1 4',
            strokeLinecap: 'round',
            curve: 'monotone-x',
          }),
        ),
        ...lines.map(({ points }, index) =>
          Plot.lineY(points, {
            x: 'date',
            y: 'value',
            className: `s${index + 1} counted`,
            stroke: null,
            strokeWidth: null,
            strokeDasharray: DASHES[index] ?? 'none',
            curve: 'monotone-x',
          }),
        ),
      ],
    });
    return withoutStyle(plot, describeTrend(view));
  }

  /** A hairline at the point nearest to the pointer, and what every series is there. */
  #follow(plot: SVGSVGElement | HTMLElement, view: TrendView, lines: readonly Lines[]): void {
    const dates = [
      ...new Set(
        lines.flatMap(({ points, forecast }) => [...points, ...forecast.slice(1)].map(({ date }) => date.getTime())),
      ),
    ].sort((a, b) => a - b);
    const [first = 0] = dates;
    const last = dates.at(-1) ?? first;
    const place = d3.scaleLinear([first, last], [marginLeft, this.#width - marginRight]);
    const hair = draw('line', { class: 'hair', y1: 12, y2: this.#frame.clientHeight - 26, visibility: 'hidden' });
    plot.append(hair);
    const leave = () => {
      hair.setAttribute('visibility', 'hidden');
      this.#tip.hide();
    };
    plot.addEventListener('pointermove', (event) => {
      if (!(event instanceof PointerEvent)) return;
      const frame = this.#frame.getBoundingClientRect();
      const wanted = place.invert(event.clientX - frame.left);
      const at = dates[d3.bisectCenter(dates, wanted)];
      if (at === undefined) return leave();
      const x = place(at);
      for (const name of ['x1', 'x2']) hair.setAttribute(name, x.toFixed(1));
      hair.setAttribute('visibility', 'visible');
      this.#tip.show(x, event.clientY - frame.top, ...describePoint(view, lines, at));
    });
    plot.addEventListener('pointerleave', leave);
  }
}

/** The chart in words; every figure is in the table below it. */
function describeTrend({ series, granularity, metric }: TrendView): string {
  const parts = series.map(({ label, points }) => {
    const greatest = points.reduce<TrendSeries['points'][number] | undefined>(
      (best, point) => (best === undefined || point.value > best.value ? point : best),
      undefined,
    );
    return greatest
      ? `${label}: greatest ${formatCount(greatest.value)}, ${formatPoint(greatest.date, granularity)}`
      : label;
  });
  return `${metric} by ${granularity}. ${parts.join('. ')}. All figures are in the table below.`;
}

/**
 * Takes out the style element that Plot brings along, which the page's security policy would refuse, and names the
 * chart.
 */
export function withoutStyle<T extends Element>(plot: T, label: string): T {
  plot.querySelector('style')?.remove();
  // Parts of a picture have no names of their own: the whole has one.
  for (const part of plot.querySelectorAll('[aria-label]')) part.removeAttribute('aria-label');
  plot.setAttribute('role', 'img');
  plot.setAttribute('aria-label', label);
  return plot;
}

function describePoint(
  { series, granularity, comparison }: TrendView,
  lines: readonly Lines[],
  at: number,
): readonly HTMLElement[] {
  const day = new Date(at).toISOString().slice(0, 10);
  const title = make('strong', {}, formatPoint(day, granularity));
  const rows = lines.flatMap(({ points, before, forecast }, index) => {
    const point = points.find(({ date }) => date.getTime() === at);
    const band = point ? undefined : forecast.find(({ date }) => date.getTime() === at);
    const figure = point
      ? formatShort(point.value)
      : band
        ? `${formatShort(band.middle)} (${formatShort(band.low)}–${formatShort(band.high)})`
        : undefined;
    const name = series.length > 1 ? (series[index]?.label ?? '') : band ? 'Expected' : 'Counted';
    const then = lines.length === 1 ? before.find(({ date }) => date.getTime() === at) : undefined;
    return figure === undefined
      ? []
      : [
          tipLine(make('span', {}, drawSwatch(index), name), figure),
          ...(then ? [tipLine(sentence(comparison), formatShort(then.value))] : []),
        ];
  });
  return [title, ...rows];
}

function linesOf({ points, forecast, compared }: TrendSeries, scale: TrendView['scale']): Lines {
  const factor = scale === 'index' ? indexFactor(points) : 1;
  const shown = points
    .filter((point) => !point.is_partial)
    .map(({ date, value }) => ({ date: new Date(date), value: value * factor }));
  const before = points.flatMap(({ date, is_partial: isPartial }, index) => {
    const value = compared?.[index]?.value;
    return value === undefined || isPartial ? [] : [{ date: new Date(date), value: value * factor }];
  });
  const last = shown.at(-1);
  const bands = forecast.map(({ date, p10, p50, p90 }) => ({
    date: new Date(date),
    low: p10 * factor,
    middle: p50 * factor,
    high: p90 * factor,
  }));
  return {
    points: shown,
    before,
    forecast:
      last && bands.length > 0
        ? [{ date: last.date, low: last.value, middle: last.value, high: last.value }, ...bands]
        : [],
  };
}

/** From counts to the index of the answer, of which 100 is the mean of the complete points. */
function indexFactor(points: TrendSeries['points']): number {
  const known = points.find(({ value, index }) => value > 0 && index !== null);
  return known?.index ? known.index / known.value : 0;
}

function sentence(texts: string): string {
  return texts.charAt(0).toUpperCase() + texts.slice(1);
}
