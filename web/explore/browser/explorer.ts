import { ApiFailure, ask, isAborted } from './api.ts';
import type { AudiencesAnswer, DestinationsAnswer, MarketsAnswer, TrendsAnswer } from './answers.ts';
import { Controls } from './controls.ts';
import { findKey } from './credential.ts';
import { get } from './dom.ts';
import { clearNotices, showFailure } from './notices.ts';
import { PlaceNames } from './place-names.ts';
import {
  audiencesRequest,
  type OperationRequest,
  rankingRequest,
  rowsPerPage,
  sparklinesRequest,
  subjectOfRow,
  trendsRequest,
} from './requests.ts';
import type { ListedRow } from './ranking.ts';
import { sparkValues } from './charts/sparkline.ts';
import {
  type ExploreState,
  firstState,
  isSameSubject,
  readState,
  seriesMax,
  type Subject,
  subjectsOf,
  withFilters,
  writeState,
} from './state.ts';
import type { Answered, Ranked } from './answered.ts';
import { Views } from './views.ts';
import type { ViewsHost } from './views-host.ts';

/** Changes within this time are asked about once. */
const settleMs = 120;

/** What is chosen, what was answered, and the way between the two. */
export class Explorer implements ViewsHost {
  readonly names = new PlaceNames();
  readonly #controls: Controls;
  readonly #views: Views;
  readonly #notice = get('notice', HTMLElement);
  readonly #unauthorized: (message: string) => void;
  #state: ExploreState = firstState;
  #answered: Answered = {};
  #pending: AbortController | undefined;
  #timer = 0;
  #page = 0;
  #isStopped = true;

  /** `unauthorized` is called when the API takes the credential no longer. */
  constructor(unauthorized: (message: string) => void) {
    this.#unauthorized = unauthorized;
    this.#controls = new Controls(this);
    this.#views = new Views(this);
    addEventListener('popstate', () => {
      if (!this.#isStopped) this.#restore();
    });
    addEventListener('online', () => {
      if (!this.#isStopped) this.load();
    });
    void this.#views.loadMap();
  }

  /** Shows what the address holds, for the credential in use. */
  start(): void {
    this.#isStopped = false;
    this.#restore();
  }

  /** Without a credential: asks nothing any more, and keeps and shows nothing of what the former one was answered. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#pending?.abort();
    this.#pending = undefined;
    this.#answered = {};
    this.#page = 0;
    this.#views.clear();
    clearNotices(this.#notice);
  }

  state(): ExploreState {
    return this.#state;
  }

  today(): string {
    return new Date().toISOString().slice(0, 10);
  }

  page(): number {
    return this.#page;
  }

  change(patch: Partial<ExploreState>): void {
    const next = withFilters(this.#state, patch);
    if (writeState(next) === writeState(this.#state)) return;
    const isListTheSame =
      patch.beside !== undefined ||
      patch.scale !== undefined ||
      patch.isForecast !== undefined ||
      patch.granularity !== undefined;
    this.#state = next;
    if (!isListTheSame || patch.period !== undefined) this.#page = 0;
    history.pushState(null, '', `${location.pathname}${writeState(next)}`);
    this.#settle();
  }

  /** A row or a mark on the map: chosen, or chosen no longer. */
  chooseRow(code: string): void {
    const field = this.#state.ranking === 'destinations' ? 'destination' : 'market';
    this.#keepPage(() => this.change({ [field]: this.#state[field] === code ? undefined : code }));
  }

  /** Puts a subject into the chart or takes it out. */
  compare(subject: Subject): void {
    const { beside } = this.#state;
    const rest = beside.filter((other) => !isSameSubject(other, subject));
    if (rest.length < beside.length) this.change({ beside: rest });
    else if (subjectsOf(this.#state).length < seriesMax) this.change({ beside: [...beside, subject] });
  }

  compareRow(code: string): void {
    this.compare(subjectOfRow(this.#state, code));
  }

  showPage(page: number): void {
    this.#page = page;
    this.#views.showRanking(this.#answered);
    void this.#loadLines(this.#pending?.signal ?? new AbortController().signal);
  }

  /** Asks everything the state calls for; what is asked already is dropped. */
  load(): void {
    this.#pending?.abort();
    const pending = new AbortController();
    this.#pending = pending;
    this.#views.wait(true);
    clearNotices(this.#notice);
    void this.#askAll(pending.signal);
  }

  #restore(): void {
    this.#state = readState(location.search);
    this.#page = 0;
    this.#settle();
  }

  #settle(): void {
    this.#controls.show();
    this.#views.showLead();
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.load(), settleMs);
  }

  #keepPage(run: () => void): void {
    const page = this.#page;
    run();
    this.#page = page;
  }

  async #askAll(signal: AbortSignal): Promise<void> {
    const state = this.#state;
    const today = this.today();
    const results = await Promise.allSettled([
      ...this.#askRankings(state, today, signal),
      put<AudiencesAnswer>(audiencesRequest(state, today), signal, (audiences) =>
        this.#put(signal, { audiences }, false),
      ),
      put<TrendsAnswer>(trendsRequest(state, today), signal, (trends) =>
        this.#put(signal, { trends, subjects: subjectsOf(state).slice(0, seriesMax) }, false),
      ),
      this.#findNames(signal),
    ]);
    if (signal.aborted) return;
    this.#views.wait(false);
    const failed = results.flatMap((result) =>
      result.status === 'rejected' && !isAborted(result.reason) ? [result.reason] : [],
    )[0];
    if (failed !== undefined) this.#fail(failed);
  }

  /**
   * The list in the order that is chosen, and what leads by volume for map and figures: they are the same whatever the
   * order of the list.
   */
  #askRankings(state: ExploreState, today: string, signal: AbortSignal): readonly Promise<void>[] {
    const rank = (sort: ExploreState['sort'], take: (ranked: Ranked) => void): Promise<void> => {
      const request = rankingRequest({ ...state, sort }, today);
      return state.ranking === 'destinations'
        ? put<DestinationsAnswer>(request, signal, (destinations) => take({ destinations, markets: undefined }))
        : put<MarketsAnswer>(request, signal, (markets) => take({ markets, destinations: undefined }));
    };
    if (state.sort === 'volume')
      return [rank('volume', (ranked) => this.#put(signal, { ...ranked, leaders: ranked }, true))];
    return [
      rank(state.sort, (ranked) => this.#put(signal, ranked, true)),
      rank('volume', (leaders) => this.#put(signal, { leaders }, false)),
    ];
  }

  #put(signal: AbortSignal, part: Answered, isRanking: boolean): void {
    if (signal.aborted) return;
    this.#answered = { ...this.#answered, ...part };
    this.#views.show(this.#answered, part);
    if (isRanking) void this.#loadLines(signal);
  }

  async #findNames(signal: AbortSignal): Promise<void> {
    const subjects = subjectsOf(this.#state);
    const isNew = await this.names.find(
      subjects.flatMap(({ destination, market }) => [destination, market]),
      signal,
    );
    if (!isNew || signal.aborted) return;
    this.#controls.show();
    this.#views.showLead();
    this.#views.show(this.#answered, { trends: this.#answered.trends });
  }

  async #loadLines(signal: AbortSignal): Promise<void> {
    const codes = this.#views
      .rows(this.#answered)
      .slice(this.#page * rowsPerPage, (this.#page + 1) * rowsPerPage)
      .map(({ code }: ListedRow) => code);
    if (codes.length === 0) return;
    try {
      await put<TrendsAnswer>(
        sparklinesRequest(this.#state, codes, this.today()),
        signal,
        ({ series, granularity }) => {
          if (!signal.aborted)
            this.#views.showLines(
              new Map(series.map(({ points }, index) => [codes[index] ?? '', sparkValues(points, granularity)])),
            );
        },
      );
    } catch (error) {
      // Lines are ornaments: the list stands without them, and what is wrong is described by the other questions.
      if (!(error instanceof ApiFailure) && !isAborted(error)) throw error;
    }
  }

  #fail(error: unknown): void {
    if (!(error instanceof ApiFailure)) throw error;
    if (error.status === 401) {
      this.#unauthorized(
        findKey() === undefined
          ? 'You are not signed in any more. Sign in again, or use a key.'
          : 'The server does not know this key. Check it, or use another.',
      );
    } else {
      showFailure(this.#notice, error, () => this.load());
      this.#views.giveUp(this.#answered);
    }
  }
}

async function put<T>({ path, body }: OperationRequest, signal: AbortSignal, take: (answer: T) => void): Promise<void> {
  take(await ask<T>(path, body, signal));
}
