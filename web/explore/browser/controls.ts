import { get } from './dom.ts';
import { PlaceField } from './place-field.ts';
import type { PlaceNames } from './place-names.ts';
import {
  AUDIENCES,
  addDays,
  COMPARISONS,
  type ExploreState,
  granularityOf,
  GRANULARITIES,
  METRICS,
  periodOf,
  periodProblem,
  PRESETS,
  type Preset,
  RANKINGS,
  SCALES,
  SORTS,
} from './state.ts';

/** Days that "Choose dates…" begins with, where no dates were chosen yet. */
const customDays = 30;

/** What the controls report to the explorer. */
export interface ControlsHost {
  readonly names: PlaceNames;
  today(): string;
  state(): ExploreState;
  change(patch: Partial<ExploreState>): void;
}

/** The filters and switches of the page: they show the state and change it, and know nothing else. */
export class Controls {
  readonly #host: ControlsHost;
  readonly #destination: PlaceField;
  readonly #market: PlaceField;
  readonly #audience = get('audience', HTMLSelectElement);
  readonly #period = get('period', HTMLSelectElement);
  readonly #compare = get('compare', HTMLSelectElement);
  readonly #sort = get('sort', HTMLSelectElement);
  readonly #forecast = get('forecast', HTMLInputElement);
  readonly #start = get('start', HTMLInputElement);
  readonly #end = get('end', HTMLInputElement);

  constructor(host: ControlsHost) {
    this.#host = host;
    const { names } = host;
    this.#destination = new PlaceField('destination', ['city'], (place) => {
      if (place) names.learn(place.code, place.name);
      host.change({ destination: place?.code });
    });
    this.#market = new PlaceField('market', ['country', 'city'], (place) => {
      if (place) names.learn(place.code, place.name);
      host.change({ market: place?.code });
    });
    get('filters', HTMLFormElement).addEventListener('submit', (event) => event.preventDefault());
    onChange(this.#audience, (value) => host.change({ audience: AUDIENCES.find((name) => name === value) }));
    onChange(this.#compare, (value) =>
      host.change({ compare: COMPARISONS.find((name) => name === value) ?? 'previous_year' }),
    );
    onChange(this.#sort, (value) => host.change({ sort: SORTS.find((name) => name === value) ?? 'volume' }));
    onChange(this.#period, (value) => this.#choosePeriod(value));
    this.#forecast.addEventListener('change', () => host.change({ isForecast: this.#forecast.checked }));
    for (const date of [this.#start, this.#end]) date.addEventListener('change', () => this.#chooseDates());
    onRadio('metric', METRICS, (metric) => host.change({ metric }));
    onRadio('rank', RANKINGS, (ranking) => host.change({ ranking }));
    onRadio('by', GRANULARITIES, (granularity) => host.change({ granularity }));
    onRadio('scale', SCALES, (scale) => host.change({ scale }));
  }

  show(): void {
    const state = this.#host.state();
    const { names } = this.#host;
    const today = this.#host.today();
    this.#destination.show(
      state.destination === undefined ? undefined : { code: state.destination, name: names.of(state.destination) },
    );
    this.#market.show(state.market === undefined ? undefined : { code: state.market, name: names.of(state.market) });
    this.#audience.value = state.audience ?? '';
    this.#compare.value = state.compare;
    this.#sort.value = state.sort;
    this.#forecast.checked = state.isForecast;
    const period = periodOf(state, today);
    const isCustom = typeof state.period !== 'string';
    this.#period.value = typeof state.period === 'string' ? state.period : 'custom';
    get('dates', HTMLElement).hidden = !isCustom;
    if (isCustom) {
      this.#start.value = period.start;
      this.#end.value = period.end;
    }
    this.#start.max = today;
    this.#end.max = today;
    get('dates-problem', HTMLElement).textContent = '';
    check('metric', state.metric);
    check('rank', state.ranking);
    check('by', granularityOf(state, period));
    check('scale', state.scale);
  }

  #choosePeriod(value: string): void {
    if (isPreset(value)) {
      this.#host.change({ period: value, granularity: 'auto' });
      return;
    }
    const end = addDays(this.#host.today(), -1);
    const { period } = this.#host.state();
    this.#host.change({
      period:
        typeof period === 'string'
          ? periodOf({ period }, this.#host.today())
          : { start: addDays(end, 1 - customDays), end },
    });
    this.#start.focus();
  }

  #chooseDates(): void {
    const period = { start: this.#start.value, end: this.#end.value };
    const problem = periodProblem(period, this.#host.today());
    get('dates-problem', HTMLElement).textContent = problem ?? '';
    for (const date of [this.#start, this.#end]) {
      if (problem) date.setAttribute('aria-invalid', 'true');
      else date.removeAttribute('aria-invalid');
    }
    if (problem === undefined) this.#host.change({ period, granularity: 'auto' });
  }
}

function onChange(select: HTMLSelectElement, take: (value: string) => void): void {
  select.addEventListener('change', () => take(select.value));
}

function onRadio<T extends string>(name: string, values: readonly T[], take: (value: T) => void): void {
  for (const input of document.querySelectorAll(`input[name="${name}"]`)) {
    input.addEventListener('change', () => {
      const value = values.find((one) => input instanceof HTMLInputElement && input.checked && input.value === one);
      if (value !== undefined) take(value);
    });
  }
}

function check(name: string, value: string): void {
  for (const input of document.querySelectorAll(`input[name="${name}"]`))
    if (input instanceof HTMLInputElement) input.checked = input.value === value;
}

function isPreset(value: string): value is Preset {
  return value in PRESETS;
}
