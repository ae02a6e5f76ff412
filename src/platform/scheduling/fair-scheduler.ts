import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Long work lets others run after this much of it. A short question that asks the database takes several ticks of the
 * event loop, each with one slice before it: at 5 ms it took twice as long beside an attack (docs/speed.md, 18).
 */
const SLICE_MS = 2;
/** Long requests of one organization that a process works on at once (contract, section 4). */
export const LONG_WORK_MAX = 4;
/** How long a question waits for a place before it is refused: most questions are over by then. */
const PLACE_WAIT_MS = 1_000;
/** Questions of one organization that wait for a place; more are refused at once. */
const PLACE_WAITERS_MAX = 200;
/** How often work past its deadline is looked for; work that is busy notices by itself at its next yield. */
const SWEEP_MS = 250;
/**
 * An organization's question works this long before another one of the same organization gets a slot: most are over by
 * then.
 */
const SLOT_MS = 250;
/** A slice that lasted longer than this was not spent working. */
const LONGEST_SLICE_MS = 250;

/** How a piece of long work is run. */
export interface WorkTerms {
  /** Whose share of the process it uses: an organization. */
  readonly key: string;
  /** Undefined: no deadline. */
  readonly deadlineMs: number | undefined;
  /** True for an organization without limits: its requests in progress are not bounded, its share of time is. */
  readonly isUnbounded: boolean;
  /** Fires when nobody waits for the work any more: the client has left, or `abort` was called. */
  readonly signal: () => AbortSignal;
  /** Called once the deadline has passed: fires `signal` with a reason that says so. */
  abort(): void;
}

/** Long work under way, from `begin` to `end`. */
export interface LongWork {
  /** Runs a part of it: `yieldIfBusy` inside, however deep, yields on its behalf. */
  run<T>(part: () => Promise<T>): Promise<T>;
  /**
   * True when most of the time since its start was spent working on it, or waiting for its share, not for a supplier or
   * a database.
   */
  isOwnTime(): boolean;
  /** True once its deadline has passed. */
  isOverdue(): boolean;
  /** Frees its slot. Repeating it does nothing. */
  end(): void;
}

/**
 * Shares the event loop of a process among organizations, round robin. Long work runs in slices of a few milliseconds,
 * one slice per tick of the event loop. Example: organization A sends a hundred long requests, B sends one; slices
 * alternate A, B, A, B, so B waits for at most one slice of A between its own. Each organization has at most
 * `LONG_WORK_MAX` requests in progress. Its slices go to one of them for `SLOT_MS`, then to the next: with another
 * request for each slice, the working memory of all of them would live long enough to reach the old generation.
 */
export interface FairScheduler {
  /** True while the organization has as many requests in progress as it may. */
  isFull(key: string): boolean;
  /**
   * Waits at most a second for a free place; returns whether there is one. A caller that sends six short searches at
   * once is served a moment later; one that floods the process gets a 429 once a second per connection.
   */
  waitForPlace(key: string): Promise<boolean>;
  /** Takes a slot; undefined where there is none. */
  begin(terms: WorkTerms): LongWork | undefined;
}

/** The scheduler of an App. */
export function createFairScheduler(): FairScheduler {
  return new Scheduler();
}

/** The work that the code being run belongs to, so that a supplier's engine need not know whom it works for. */
const current = new AsyncLocalStorage<ScheduledWork>();

/**
 * Lets others run if the work this is called in has had its slice; rejects with the signal's reason once nobody waits
 * for it, or its deadline has passed. Outside a long question (a job, a test) the work counts as that of an
 * organization of its own.
 */
export async function yieldIfBusy(signal?: AbortSignal): Promise<void> {
  const work = current.getStore() ?? unowned;
  signal?.throwIfAborted();
  if (!work.hasHadSlice()) return;
  await work.yield();
  signal?.throwIfAborted();
}

/** Work that is waiting for its next slice. */
interface Waiting {
  readonly work: ScheduledWork;
  resume(): void;
}

class Scheduler implements FairScheduler {
  /** By organization; the first of them has the next slice and then goes to the end. */
  readonly #waiting = new Map<string, Waiting[]>();
  /** By organization: requests in progress. */
  readonly #underWay = new Map<string, Set<ScheduledWork>>();
  /** By organization: those to be woken when one of its questions ends, the first first. */
  readonly #forPlace = new Map<string, Set<() => void>>();
  #isPumping = false;
  #worksBegun = 0;
  #sweep: NodeJS.Timeout | undefined;

  /** Numbers long work in the order in which it begins. */
  nextNumber(): number {
    this.#worksBegun += 1;
    return this.#worksBegun;
  }

  isFull(key: string): boolean {
    return (this.#underWay.get(key)?.size ?? 0) >= LONG_WORK_MAX;
  }

  async waitForPlace(key: string): Promise<boolean> {
    if (!this.isFull(key)) return true;
    const waiters = this.#forPlace.get(key) ?? new Set();
    if (waiters.size >= PLACE_WAITERS_MAX) return false;
    this.#forPlace.set(key, waiters);
    const { promise, resolve } = Promise.withResolvers<void>();
    waiters.add(resolve);
    const timer = setTimeout(resolve, PLACE_WAIT_MS);
    await promise;
    clearTimeout(timer);
    waiters.delete(resolve);
    if (waiters.size === 0 && this.#forPlace.get(key) === waiters) this.#forPlace.delete(key);
    return !this.isFull(key);
  }

  begin(terms: WorkTerms): ScheduledWork | undefined {
    if (!terms.isUnbounded && this.isFull(terms.key)) return undefined;
    const own = this.#underWay.get(terms.key);
    const work = new ScheduledWork(
      this,
      terms,
      own === undefined ? 0 : Math.min(...Array.from(own, (other) => other.slots())),
    );
    if (own === undefined) this.#underWay.set(terms.key, new Set([work]));
    else own.add(work);
    if (terms.deadlineMs !== undefined) this.#sweep ??= setTimeout(() => this.#abortOverdue(), SWEEP_MS).unref();
    return work;
  }

  leave(work: ScheduledWork): void {
    const own = this.#underWay.get(work.key);
    own?.delete(work);
    if (own?.size === 0) this.#underWay.delete(work.key);
    const waiters = this.#forPlace.get(work.key);
    const [wake] = waiters ?? [];
    if (wake === undefined) return;
    waiters?.delete(wake);
    wake();
  }

  wait(work: ScheduledWork): Promise<void> {
    return new Promise((resume) => {
      const own = this.#waiting.get(work.key);
      if (own === undefined) this.#waiting.set(work.key, [{ work, resume }]);
      else own.push({ work, resume });
      if (this.#isPumping) return;
      this.#isPumping = true;
      setImmediate(() => this.#grantSlice());
    });
  }

  /** One slice to the organization that has waited longest; whatever else the event loop holds runs before the next. */
  #grantSlice(): void {
    const next = this.#waiting.entries().next();
    this.#isPumping = !next.done;
    if (next.done) return;
    const [key, queue] = next.value;
    const [waiting] = queue.splice(nextOf(queue), 1);
    this.#waiting.delete(key);
    if (queue.length > 0) this.#waiting.set(key, queue);
    this.#isPumping = this.#waiting.size > 0;
    if (this.#isPumping) setImmediate(() => this.#grantSlice());
    waiting?.work.beginSlice();
    waiting?.resume();
  }

  #abortOverdue(): void {
    this.#sweep = undefined;
    for (const own of this.#underWay.values()) for (const work of own) work.abortIfOverdue();
    if (this.#underWay.size > 0) this.#sweep = setTimeout(() => this.#abortOverdue(), SWEEP_MS).unref();
  }
}

/**
 * The place of the entry that goes next: of the request with the fewest slots, of equals the oldest, the last it has
 * added, so that parts of it end one by one.
 */
function nextOf(queue: readonly Waiting[]): number {
  let next = 0;
  for (const [index, { work }] of queue.entries()) {
    const best = queue[next]?.work ?? work;
    if (work.slots() < best.slots() || (work.slots() === best.slots() && work.number <= best.number)) next = index;
  }
  return next;
}

class ScheduledWork implements LongWork {
  /** In the order in which requests began. */
  readonly number: number;
  readonly key: string;
  readonly #scheduler: Scheduler;
  readonly #terms: WorkTerms;
  readonly #beganAt = performance.now();
  #sliceBegan = this.#beganAt;
  /** Spent in slices, and waiting for them. */
  #ownMs = 0;
  readonly #slotsBefore: number;
  /** Spent in slices alone. */
  #workedMs = 0;
  /** When its deadline was found to have passed. */
  #stoppedAt: number | undefined;
  #isEnded = false;

  /** `slotsBefore`: where it joins those in progress, so that new requests cannot starve an old one. */
  constructor(scheduler: Scheduler, terms: WorkTerms, slotsBefore: number) {
    this.#scheduler = scheduler;
    this.#slotsBefore = slotsBefore;
    this.#terms = terms;
    this.key = terms.key;
    this.number = scheduler.nextNumber();
  }

  run<T>(part: () => Promise<T>): Promise<T> {
    return current.run(this, part);
  }

  hasHadSlice(): boolean {
    return performance.now() - this.#sliceBegan >= SLICE_MS;
  }

  /** Waits for the next slice. */
  async yield(): Promise<void> {
    const from = performance.now();
    // A longer gap between two yields went into waiting for something else.
    const workedMs = Math.min(from - this.#sliceBegan, LONGEST_SLICE_MS);
    this.#ownMs += workedMs;
    this.#workedMs += workedMs;
    this.#stopIfUnwanted();
    await this.#scheduler.wait(this);
    this.#ownMs += performance.now() - from;
    this.#stopIfUnwanted();
  }

  beginSlice(): void {
    this.#sliceBegan = performance.now();
  }

  /** How many turns among its organization's questions it has had. */
  slots(): number {
    return this.#slotsBefore + Math.floor(this.#workedMs / SLOT_MS);
  }

  isOwnTime(): boolean {
    return this.#ownMs >= ((this.#stoppedAt ?? performance.now()) - this.#beganAt) / 2;
  }

  isOverdue(): boolean {
    const { deadlineMs } = this.#terms;
    return deadlineMs !== undefined && performance.now() - this.#beganAt >= deadlineMs;
  }

  abortIfOverdue(): void {
    if (this.#stoppedAt !== undefined || !this.isOverdue()) return;
    this.#stoppedAt = performance.now();
    this.#terms.abort();
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#scheduler.leave(this);
  }

  /** By the clock: a timer may be late where the process is busy. */
  #stopIfUnwanted(): void {
    // What is left to do once the answer is on its way is done whether or not the client still listens.
    if (this.#isEnded) return;
    this.abortIfOverdue();
    this.#terms.signal().throwIfAborted();
  }
}

const NEVER = new AbortController().signal;
/** Work that no request waits for. */
const unowned = new ScheduledWork(
  new Scheduler(),
  { key: '', deadlineMs: undefined, isUnbounded: true, signal: () => NEVER, abort: () => undefined },
  0,
);
