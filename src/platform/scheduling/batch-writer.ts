import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Rows written in one call. */
const ROWS_PER_WRITE = 500;
/** What is added is written within this. */
const WRITE_WITHIN_MS = 1_000;
/** Rows held while the database does not keep up; the oldest make room. A few MB. */
const ROWS_HELD_MAX = 10_000;
/** Longest wait at a stop for the database to take what is held: well inside the 10 s a process has to end. */
const STOP_WAIT_MS = 2_000;

/** Some rows of a batch were written. Those that are neither `written` nor `dropped` its writer counts later. */
export class PartlyWritten extends Error {
  readonly written: number;
  readonly dropped: number;

  constructor({ written, dropped }: { readonly written: number; readonly dropped: number }, cause: unknown) {
    super('Only some rows were written.', { cause });
    this.name = 'PartlyWritten';
    this.written = written;
    this.dropped = dropped;
  }
}

/** What a batch writer is made of. */
export interface BatchWriterParts<Row> {
  readonly log: Logger;
  /** The rows in words of the log, capitalised: `Fare observations`. */
  readonly name: string;
  /** Rows that were written. */
  readonly written: Count;
  /** Rows lost: too many were held, or they could not be written. */
  readonly dropped: Count;
  /** Writes a batch: it may fail, and is not tried again. All or nothing, unless it throws `PartlyWritten`. */
  write(rows: readonly Row[]): Promise<void>;
  /**
   * Called once as a row leaves what is held, to be written or lost: from then on nothing may be added to it. Answers
   * how many `written` and `dropped` count it for; where it is not given, 1.
   */
  seal?(row: Row): number;
}
interface Count {
  inc(count: number): void;
}

/**
 * Rows on their way to the database. What is lost is always counted, but for a `kill -9`: that loses the last second.
 */
export interface BatchWriter<Row> {
  /** Takes rows. Never throws and never waits. */
  add(rows: readonly Row[]): void;
  /** Rows that may not be in the database yet, oldest first. */
  unwritten(): readonly Row[];
  /** Writes what is held, now. Never throws. */
  settle(): Promise<void>;
  /**
   * Writes what is held, for at most 2 s: what is not written by then is counted as dropped. Nothing is taken any more.
   */
  stop(): Promise<void>;
}

/**
 * Builds the writer of one kind of rows. It starts its timer with the first row, and the timer keeps no process alive.
 */
export function createBatchWriter<Row>(parts: BatchWriterParts<Row>): BatchWriter<Row> {
  return new BufferedRows(parts);
}

/** Owner of the rows not written yet and of the timer that writes them. */
class BufferedRows<Row> implements BatchWriter<Row> {
  readonly #parts: BatchWriterParts<Row>;
  #held: Row[] = [];
  /** Rows at the start of `#held` that are gone: taking them out one by one would move all others each time. */
  #gone = 0;
  /** Rows that ever left what is held. */
  #taken = 0;
  #underWay: readonly Row[] = [];
  /** What the rows under way count for. */
  #countUnderWay = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  /** A write will take what is held as soon as this turn ends: thousands of rows in one turn queue one. */
  #isQueued = false;
  #isStopped = false;
  #hasGivenUp = false;

  constructor(parts: BatchWriterParts<Row>) {
    this.#parts = parts;
  }

  add(rows: readonly Row[]): void {
    if (this.#isStopped || rows.length === 0) return;
    for (const row of rows) this.#held.push(row);
    const excess = this.#size() - ROWS_HELD_MAX;
    if (excess > 0) this.#parts.dropped.inc(this.#sealAll(this.#take(excess)));
    if (this.#isQueued) return;
    if (this.#size() >= ROWS_PER_WRITE && this.#underWay.length === 0) void this.settle();
    else this.#timer ??= setTimeout(() => void this.settle(), WRITE_WITHIN_MS).unref();
  }

  unwritten(): readonly Row[] {
    return [...this.#underWay, ...this.#held.slice(this.#gone)];
  }

  settle(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isQueued = true;
    this.#writing = this.#writing.then(() => this.#writeAll());
    return this.#writing;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    const patience = new AbortController();
    await Promise.race([
      this.settle(),
      wait(STOP_WAIT_MS, undefined, { signal: patience.signal }).catch(() => undefined),
    ]);
    patience.abort();
    this.#giveUp();
  }

  /** Counts what is not written as dropped; whether the write under way ends well is not waited for. */
  #giveUp(): void {
    const rows = this.#underWay.length + this.#size();
    if (rows === 0 || this.#hasGivenUp) return;
    this.#hasGivenUp = true;
    this.#parts.dropped.inc(this.#countUnderWay + this.#sealAll(this.#take(this.#size())));
    this.#parts.log.warn({ rows }, `${this.#parts.name} were not written before the stop.`);
  }

  /**
   * Writes what is held now, and whole batches of what comes meanwhile: the rest waits for its timer. Writing that as
   * well would never end while rows keep coming, in batches of the few that came during the last. Never throws: a batch
   * that cannot be written is counted and gone, so that one bad row cannot hold up all others.
   */
  async #writeAll(): Promise<void> {
    this.#isQueued = false;
    const end = this.#taken + this.#size();
    while (this.#taken < end || this.#size() >= ROWS_PER_WRITE) {
      this.#underWay = this.#take(ROWS_PER_WRITE);
      this.#countUnderWay = this.#sealAll(this.#underWay);
      try {
        await this.#parts.write(this.#underWay);
        if (!this.#hasGivenUp) this.#parts.written.inc(this.#countUnderWay);
      } catch (err) {
        const part = err instanceof PartlyWritten ? err : { written: 0, dropped: this.#countUnderWay };
        if (!this.#hasGivenUp) {
          this.#parts.written.inc(part.written);
          this.#parts.dropped.inc(part.dropped);
        }
        if (part.dropped > 0 || (err instanceof PartlyWritten && err.cause !== undefined))
          this.#parts.log.warn({ err, rows: part.dropped }, `${this.#parts.name} could not be written.`);
      }
      this.#underWay = [];
      this.#countUnderWay = 0;
    }
  }

  #size(): number {
    return this.#held.length - this.#gone;
  }

  /** Takes out the oldest rows held, this many or all there are; their room is given back a batch at a time. */
  #take(count: number): readonly Row[] {
    const taken = this.#held.slice(this.#gone, this.#gone + count);
    this.#gone += taken.length;
    this.#taken += taken.length;
    if (this.#gone < ROWS_PER_WRITE && this.#gone < this.#held.length) return taken;
    this.#held = this.#held.slice(this.#gone);
    this.#gone = 0;
    return taken;
  }

  /** What these rows count for, from now on for good. */
  #sealAll(rows: readonly Row[]): number {
    const { seal } = this.#parts;
    return seal === undefined ? rows.length : rows.reduce((sum, row) => sum + seal(row), 0);
  }
}
