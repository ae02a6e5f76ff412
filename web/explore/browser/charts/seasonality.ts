import { make } from '../dom.ts';
import { withoutStyle } from './trend-chart.ts';

/** How much more or less than usual is wanted in each part of a week or year; 1 is usual. */
export interface Season {
  readonly title: string;
  /** What is said where nothing is known. */
  readonly unknown: string;
  /** Monday or January first. */
  readonly names: readonly string[];
  readonly shortNames: readonly string[];
  /** By series: a factor for each part; undefined where not known. */
  readonly factors: readonly (readonly (number | undefined)[])[];
}

const heightOf = 190;
/** Less than this for each part, and it is named by one letter. */
const narrowPart = 30;

/** Small charts side by side: the week and the year. */
export function showSeasons(frame: HTMLElement, seasons: readonly Season[]): void {
  frame.classList.remove('busy');
  frame.replaceChildren(
    ...seasons.map((season) => {
      const figure = make('figure', {}, make('figcaption', {}, season.title));
      const isKnown = season.factors.some((factors) => factors.some((factor) => factor !== undefined));
      queueMicrotask(() =>
        figure.append(
          isKnown
            ? plotSeason(season, Math.max(200, figure.clientWidth))
            : make('p', { class: 'empty' }, season.unknown),
        ),
      );
      return figure;
    }),
  );
}

/** `+12%` */
export function formatFactor(factor: number | undefined): string {
  if (factor === undefined) return '';
  const points = Math.round((factor - 1) * 100);
  return points > 0 ? `+${points}%` : points < 0 ? `−${-points}%` : '0%';
}

function plotSeason(season: Season, width: number): Element {
  const cells = season.factors.flatMap((factors, series) =>
    factors.flatMap((factor, part) => (factor === undefined ? [] : [{ series, part, change: factor - 1 }])),
  );
  const isLines = season.factors.length > 1;
  const reach = Math.max(0.1, ...cells.map(({ change }) => Math.abs(change)));
  const plot = Plot.plot({
    width,
    height: heightOf,
    marginLeft: 38,
    marginRight: 4,
    marginTop: 10,
    marginBottom: 22,
    className: 'plot',
    x: {
      type: isLines ? 'point' : 'band',
      domain: season.shortNames.map((_, part) => part),
      padding: isLines ? 0.3 : 0.28,
      label: null,
    },
    y: { label: null, domain: [-reach, reach], nice: true },
    marks: [
      Plot.gridY({ ticks: 4, className: 'grid' }),
      Plot.axisY({ ticks: 4, tickSize: 0, label: null, tickFormat: (value: number) => formatFactor(value + 1) }),
      Plot.axisX({
        tickSize: 0,
        tickPadding: 6,
        label: null,
        tickFormat: (part: number) =>
          (width / season.names.length < narrowPart ? season.shortNames[part]?.slice(0, 1) : season.shortNames[part]) ??
          '',
      }),
      ...(isLines
        ? season.factors.flatMap((_, series) => {
            const own = cells.filter((cell) => cell.series === series);
            return [
              Plot.lineY(own, {
                x: 'part',
                y: 'change',
                className: `s${series + 1} counted`,
                stroke: null,
                strokeWidth: null,
              }),
              Plot.dot(own, {
                x: 'part',
                y: 'change',
                r: 2.5,
                className: `f${series + 1}`,
                fill: null,
                stroke: null,
                symbol: symbolOf(series),
              }),
            ];
          })
        : [Plot.barY(cells, { x: 'part', y: 'change', className: 'f1 seasonal', fill: null, rx: 2 })]),
      Plot.ruleY([0], { className: 'usual' }),
    ],
  });
  return withoutStyle(plot, `${season.title}: ${describeSeason(season)}`);
}

const SYMBOLS = ['circle', 'square', 'triangle', 'diamond', 'times'] as const;

function symbolOf(series: number): (typeof SYMBOLS)[number] {
  return SYMBOLS[series] ?? 'circle';
}

function describeSeason({ names, factors }: Season): string {
  const [first = []] = factors;
  return names.map((name, part) => `${name} ${formatFactor(first[part]) || 'not known'}`).join(', ');
}
