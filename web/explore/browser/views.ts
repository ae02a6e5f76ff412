import type { Answered, Ranked } from './answered.ts';
import type { Basis, Metric, TrendsAnswer } from './answers.ts';
import { makeBasisBadge } from './basis-badge.ts';
import { describeQuery } from './describe-query.ts';
import { get, make } from './dom.ts';
import { download, makeTable, type Provenance, rankingCsv, seriesCsv, seriesTable } from './downloads.ts';
import type { ViewsHost } from './views-host.ts';
import { showFigures, type UnlistedPlace } from './figures.ts';
import { AUDIENCE_NAMES, COMPARISON_NAMES, formatCount, formatShort, METRIC_NAMES } from './format.ts';
import { rowsPerPage, subjectOfRow } from './requests.ts';
import {
  describeHabits,
  type ListedRow,
  makeEmptyRow,
  makeRow,
  makeShareBar,
  putSparklines,
  type RowActions,
} from './ranking.ts';
import { formatFactor, type Season, showSeasons } from './charts/seasonality.ts';
import { readSeasons } from './charts/read-seasons.ts';
import { showLegend } from './charts/series-legend.ts';
import { AUDIENCES, granularityOf, isSameSubject, periodOf, seriesMax, type Subject, subjectsOf } from './state.ts';
import { TrendChart } from './charts/trend-chart.ts';
import { sparkValues } from './charts/sparkline.ts';
import { showMapKey } from './charts/map-key.ts';
import { WorldMap } from './charts/world-map.ts';

/** The parts of the page that answers are written into; map, chart and seasons are drawn and cleared by themselves. */
const ANSWERED_PARTS = [
  'lead',
  'basis',
  'figures',
  'map-key',
  'ranking',
  'pages',
  'rank-notes',
  'legend',
  'trend-note',
  'trend-table',
  'season',
  'season-table',
  'audiences',
  'audience-note',
] as const;

/** Everything the page shows of the answers. */
export class Views {
  readonly #host: ViewsHost;
  readonly #map: WorldMap;
  readonly #trend = new TrendChart(get('trend', HTMLElement));
  readonly #ranking = get('ranking', HTMLElement);
  readonly #audiences = get('audiences', HTMLElement);
  /** What stands in each part before anything is answered. */
  readonly #shell = ANSWERED_PARTS.map((id) => ({
    part: get(id, Element),
    content: [...get(id, Element).childNodes].map((node) => node.cloneNode(true)),
  }));
  #answered: Answered = {};
  #lines: ReadonlyMap<string, readonly number[]> = new Map();

  constructor(host: ViewsHost) {
    this.#host = host;
    this.#map = new WorldMap(get('map', HTMLElement), (code) => host.chooseRow(code));
    get('rank-csv', HTMLButtonElement).addEventListener('click', () => this.#downloadRanking());
    get('trend-csv', HTMLButtonElement).addEventListener('click', () => this.#downloadSeries());
    // Colours that the code reads (the shades of countries) are others in the dark.
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      if (this.#answered.leaders) this.#showMap(this.#answered.leaders);
    });
  }

  /** The shapes of the world, a file of their own. */
  async loadMap(): Promise<void> {
    const response = await fetch(`${document.body.dataset['assets']}/world.json`);
    if (response.ok) this.#map.load(await response.json());
  }

  /** Shows what has just come of an answer. */
  show(all: Answered, part: Answered): void {
    this.#answered = all;
    if (part.destinations || part.markets) {
      this.#lines = new Map();
      this.showRanking(all);
      this.#showBasis(all);
    }
    if (part.leaders) this.#showMap(part.leaders);
    if (part.audiences || part.leaders) this.#showFigures(all);
    if (part.trends) this.#showTrends(all);
    if (part.audiences || part.trends) this.#showAudiences(all);
  }

  /** Dims what is about to be replaced. */
  wait(isWaiting: boolean): void {
    for (const id of ['figures', 'map', 'ranking', 'trend', 'season', 'audiences'])
      get(id, Element).classList.toggle('waits', isWaiting);
    const explorer = get('explorer', HTMLElement);
    explorer.setAttribute('aria-busy', String(isWaiting));
    if (isWaiting) explorer.classList.remove('still');
  }

  /** Takes away all that was answered: the page is as it came. */
  clear(): void {
    this.#answered = {};
    this.#lines = new Map();
    for (const { part, content } of this.#shell) part.replaceChildren(...content.map((node) => node.cloneNode(true)));
    this.#map.clear();
    this.#trend.clear();
    get('season', Element).classList.add('busy');
    this.wait(false);
  }

  /** Nothing will come: what still only breathes is put to rest. */
  giveUp(all: Answered): void {
    get('explorer', HTMLElement).classList.add('still');
    if (!all.destinations && !all.markets)
      this.#ranking.replaceChildren(makeEmptyRow('No figures', 'They appear here once the question is answered.'));
  }

  /** The page in a sentence. */
  showLead(): void {
    get('lead', HTMLElement).textContent = describeQuery(this.#host);
  }

  /** The rows of whichever list is shown, in one shape. */
  rows(all: Ranked): readonly ListedRow[] {
    const state = this.#host.state();
    const inChart = subjectsOf(state);
    const shape = (code: string) => ({
      code,
      isChosen: code === (all.destinations ? state.destination : state.market),
      isCompared: inChart.some((subject) => isSameSubject(subject, subjectOfRow(state, code))),
    });
    if (all.destinations) {
      return all.destinations.destinations.map((row) => {
        this.#host.names.learn(row.city_code, row.city_name);
        return { ...row, ...shape(row.city_code), name: row.city_name, where: row.country_name };
      });
    }
    return (all.markets?.markets ?? []).map((row) => ({
      ...row,
      ...shape(row.country_code),
      name: row.country_name,
      where: undefined,
    }));
  }

  showRanking(all: Answered): void {
    const rows = this.rows(all);
    const answer = all.destinations ?? all.markets;
    if (rows.length === 0) {
      this.#ranking.replaceChildren(makeEmptyRow('Nothing was counted', 'Choose a longer period or fewer filters.'));
      get('pages', HTMLElement).replaceChildren();
      return;
    }
    const first = this.#host.page() * rowsPerPage;
    const focused = document.activeElement?.closest('#ranking')?.contains(document.activeElement)
      ? document.activeElement?.getAttribute('data-code')
      : undefined;
    this.#ranking.replaceChildren(
      ...rows.slice(first, first + rowsPerPage).map((row, at) => makeRow(row, first + at + 1, this.#rowActions())),
    );
    putSparklines(this.#ranking, this.#lines);
    const again = focused && this.#ranking.querySelector(`[data-code="${focused}"]`);
    if (again instanceof HTMLElement) again.focus();
    this.#showPages(rows.length, answer?.row_count ?? rows.length);
  }

  /** Lines of the rows on the page that is shown. */
  showLines(lines: ReadonlyMap<string, readonly number[]>): void {
    this.#lines = lines;
    putSparklines(this.#ranking, lines);
  }

  #rowActions(): RowActions {
    return {
      choose: (code) => this.#host.chooseRow(code),
      compare: (code) => this.#host.compareRow(code),
      hover: (code) => this.#map.point(code),
      canCompare: subjectsOf(this.#host.state()).length < seriesMax,
    };
  }

  #showPages(loaded: number, all: number): void {
    const page = this.#host.page();
    const last = Math.ceil(loaded / rowsPerPage) - 1;
    const turn = (to: number, label: string, sign: string) => {
      const button = make(
        'button',
        { class: 'tool', type: 'button', 'aria-label': label, disabled: to < 0 || to > last },
        sign,
      );
      button.addEventListener('click', () => this.#host.showPage(to));
      return button;
    };
    const texts = `${page * rowsPerPage + 1}–${Math.min(loaded, (page + 1) * rowsPerPage)} of ${formatCount(loaded)}${all > loaded ? ` (the first of ${formatCount(all)})` : ''}`;
    get('pages', HTMLElement).replaceChildren(
      make('span', {}, texts),
      make('div', {}, turn(page - 1, 'Previous rows', '‹'), turn(page + 1, 'Next rows', '›')),
    );
  }

  #showMap(all: Ranked): void {
    const rows = this.rows(all);
    const isOfDestinations = all.destinations !== undefined;
    const places = all.destinations?.destinations ?? all.markets?.markets ?? [];
    const metric = METRIC_NAMES[this.#host.state().metric];
    get('map-title', HTMLElement).textContent = isOfDestinations
      ? 'Where travelers want to go'
      : 'Where travelers come from';
    const marks = rows.map((row, at) => ({ ...row, location: places[at]?.location ?? null }));
    this.#map.show({
      kind: isOfDestinations ? 'circles' : 'countries',
      marks,
      metric,
      label: `${isOfDestinations ? 'Destinations' : 'Markets'} on the map, most first. Arrow keys go from one to the next, Enter chooses.`,
    });
    showMapKey(isOfDestinations, rows);
  }

  #showBasis(all: Answered): void {
    const answer = all.destinations ?? all.markets;
    if (!answer) return;
    get('basis', HTMLElement).replaceChildren(makeBasisBadge(answer));
    const notes = (answer.notes ?? []).map((note) => make('li', {}, note));
    get('rank-notes', HTMLElement).replaceChildren(...notes);
  }

  #showFigures(all: Answered): void {
    const { leaders = {} } = all;
    const answer = leaders.destinations ?? leaders.markets;
    const { metric, compare, ranking } = this.#host.state();
    if (!answer) return;
    const audiences = all.audiences?.audiences ?? [];
    const rows = this.rows(leaders);
    showFigures(get('figures', HTMLElement), {
      rows,
      audiences,
      total: answer.total,
      growth: answer.growth,
      metric: METRIC_NAMES[metric],
      compare,
      ranking,
      unlisted: this.#chosenPlace(all),
    });
  }

  /** The chosen place as all audiences, or the chosen one, show it: it need not be among the rows. */
  #chosenPlace({ audiences, leaders }: Answered): UnlistedPlace | undefined {
    const state = this.#host.state();
    const code = leaders?.destinations ? state.destination : state.market;
    if (code === undefined || !audiences) return undefined;
    const reported = state.audience
      ? audiences.audiences.find(({ audience }) => audience === state.audience)
      : { volume: audiences.total, growth: audiences.growth };
    return { name: this.#host.names.of(code), volume: reported?.volume ?? 0, growth: reported?.growth ?? null };
  }

  #labelled(all: Answered) {
    const { names } = this.#host;
    return (all.subjects ?? []).flatMap((subject, index) => {
      const trend = all.trends?.series[index];
      return trend ? [{ label: names.label(subject), trend, subject }] : [];
    });
  }

  #showTrends(all: Answered): void {
    const { trends } = all;
    if (!trends) return;
    const state = this.#host.state();
    const labelled = this.#labelled(all);
    const granularity = granularityOf(state, periodOf(state, this.#host.today()));
    showLegend(
      get('legend', HTMLElement),
      labelled.map(({ label, trend }) => ({
        label,
        figure: formatShort(trend.points.reduce((sum, { value }) => sum + value, 0)),
      })),
      (index) => {
        const subject = labelled[index]?.subject;
        if (subject) this.#host.compare(subject);
      },
    );
    this.#trend.show({
      series: labelled.map(({ label, trend }) => ({ ...trend, label })),
      granularity,
      scale: state.scale,
      metric: METRIC_NAMES[state.metric],
      comparison: COMPARISON_NAMES[state.compare],
    });
    get('trend-table', HTMLElement).querySelector('.wide')?.replaceChildren(seriesTable(labelled, granularity));
    const hasForecast = labelled.some(({ trend }) => trend.forecast.length > 0);
    const hint =
      labelled.length === 1 ? `Grey: ${COMPARISON_NAMES[state.compare]}. Put others beside it with + in a list. ` : '';
    get('trend-note', HTMLElement).textContent =
      `${hint}${hasForecast ? 'Dotted: what is expected; eight times in ten it lies within the band. ' : ''}${state.scale === 'index' ? 'Each series at its own scale: 100 is its mean.' : ''}`;
    this.#showSeasons(labelled);
  }

  #showSeasons(labelled: readonly { readonly label: string; readonly trend: TrendsAnswer['series'][number] }[]): void {
    const seasons = readSeasons(labelled.map(({ trend }) => trend));
    showSeasons(get('season', HTMLElement), seasons);
    const rows = seasons.flatMap((season: Season) =>
      season.names.map((name, part) => [name, ...season.factors.map((factors) => formatFactor(factors[part]) || '–')]),
    );
    get('season-table', HTMLElement)
      .querySelector('.wide')
      ?.replaceChildren(makeTable(['Part', ...labelled.map(({ label }) => label)], rows));
  }

  #showAudiences(all: Answered): void {
    const state = this.#host.state();
    const rows = all.audiences?.audiences ?? [];
    if (!all.audiences) return;
    if (rows.length === 0) {
      this.#audiences.replaceChildren(makeEmptyRow('Nothing was counted', 'Choose a longer period or fewer filters.'));
      return;
    }
    const inChart = subjectsOf(state);
    const subjectOf = (audience: (typeof AUDIENCES)[number]): Subject => ({
      destination: state.destination,
      market: state.market,
      audience,
    });
    const actions: RowActions = {
      ...this.#rowActions(),
      hover: () => undefined,
      choose: (code) =>
        this.#host.change({
          audience: state.audience === code ? undefined : AUDIENCES.find((name) => name === code),
        }),
      compare: (code) => this.#host.compare(subjectOf(AUDIENCES.find((name) => name === code) ?? 'solo')),
    };
    this.#audiences.replaceChildren(
      ...rows.map((row) => {
        const isCompared = inChart.some((subject) => isSameSubject(subject, subjectOf(row.audience)));
        const item = makeRow(
          {
            ...row,
            code: row.audience,
            name: AUDIENCE_NAMES[row.audience],
            where: undefined,
            isChosen: state.audience === row.audience,
            isCompared,
          },
          undefined,
          actions,
        );
        item.querySelector('.row-name')?.append(make('small', {}, describeHabits(row)), makeShareBar(row.share));
        return item;
      }),
    );
    const first = all.subjects?.length ?? 0;
    const granularity = granularityOf(state, periodOf(state, this.#host.today()));
    putSparklines(
      this.#audiences,
      new Map(
        AUDIENCES.flatMap((audience, index) => {
          const points = all.trends?.series[first + index]?.points;
          return points ? [[audience, sparkValues(points, granularity)] as const] : [];
        }),
      ),
    );
  }

  #downloadRanking(): void {
    const answer = this.#answered.destinations ?? this.#answered.markets;
    if (answer)
      download(
        `bly-${this.#host.state().ranking}-${answer.period.start}-${answer.period.end}.csv`,
        rankingCsv(this.rows(this.#answered), this.#provenance(answer)),
      );
  }

  #downloadSeries(): void {
    const { trends } = this.#answered;
    const state = this.#host.state();
    const period = periodOf(state, this.#host.today());
    if (trends)
      download(
        `bly-series-${period.start}-${period.end}.csv`,
        seriesCsv(this.#labelled(this.#answered), {
          ...this.#provenance(trends),
          granularity: granularityOf(state, period),
        }),
      );
  }

  #provenance({ basis, sample_size: sampleSize }: { readonly basis: Basis; readonly sample_size: number }): Provenance {
    const state = this.#host.state();
    const metric: Metric = state.metric;
    return {
      metric,
      period: periodOf(state, this.#host.today()),
      compare: COMPARISON_NAMES[state.compare],
      basis,
      sampleSize,
    };
  }
}
