import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { batchesFor } from '../platform/db/distribution/batches.ts';
import type { AnsweredRequest, RequestLog } from '../platform/http/request-log.ts';
import type { OrganizationId } from '../platform/ids.ts';
import type { Metrics } from '../platform/observability/metrics.ts';
import { DatabaseUnavailable } from '../platform/db/database-failure.ts';
import { type BatchWriter, createBatchWriter, PartlyWritten } from '../platform/scheduling/batch-writer.ts';
import { loggedPath } from './model/logged-path.ts';
import type { LoggedRequest, RequestGap } from './model/logged-request.ts';
import { addGaps, insertRequests } from './store.ts';

/** Entries that a process holds for the database: below what a batch writer would let go of by itself. */
const HELD_MAX = 8_000;
/** Of these, those of one organization. */
const SHARE_MAX = 2_000;
/** The last part of a share is for calls that were refused: they are what somebody looks for. */
const SHARE_OF_ANSWERED_MAX = 1_500;
/** Hours of organizations whose losses wait to be written; beyond them only the counter of `/metrics` knows. */
const GAPS_MAX = 10_000;
const HOUR_MS = 3_600_000;
/** A batch that may be there waits so long for a database that has not answered, and is given up as lost after it. */
const DOUBTFUL_WAIT_MS = 10_000;
const DOUBTFUL_MS_MAX = 300_000;
/** Longest wait at a stop for a batch that may be there. */
const STOP_WAIT_MS = 1_000;
/** Entries are numbered from a number of chance on, so that two processes hardly ever give the same. */
const ENTRY_MAX = 2 ** 47;

/** The log of requests, and what the process that owns it does beside recording. */
export interface RequestRecorder extends RequestLog {
  /** Writes what is held, now. */
  settle(): Promise<void>;
  /** Writes what is held, for at most 3 s. Nothing is taken any more. */
  stop(): Promise<void>;
}

/** What the recorder is made of. */
export interface RequestRecorderParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Builds the recorder of a process. */
export function createRequestRecorder(parts: RequestRecorderParts): RequestRecorder {
  return new BufferedRequests(parts);
}

/** An entry, or a count of lost ones, that the database does not have yet. */
interface Unwritten {
  readonly organizationId: OrganizationId;
  readonly row: LoggedRequest | undefined;
  readonly gap: RequestGap | undefined;
}

/** Entries of a transaction of which nobody has heard whether it was committed, and the losses that went with them. */
interface Doubtful {
  readonly rows: readonly LoggedRequest[];
  readonly gaps: readonly RequestGap[];
  /** When the connection was lost, in milliseconds. */
  readonly since: number;
}

/** Owner of the entries not written yet, and of the count of those that never will be. */
class BufferedRequests implements RequestRecorder {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #written: { inc(count: number): void };
  readonly #dropped: { inc(count: number): void };
  readonly #rows: BatchWriter<LoggedRequest>;
  /** Entries held, of each organization. */
  readonly #shares = new Map<OrganizationId, number>();
  #held = 0;
  #gaps = new Map<string, RequestGap>();
  /** They keep their place among those held. */
  #doubtful: Doubtful[] = [];
  /** Entries of all doubtful batches, those being tried included. */
  #unsettled = 0;
  /** Doubtful batches are not tried before this instant, in milliseconds. */
  #retryAt = 0;
  #entry = randomInt(ENTRY_MAX);

  constructor({ db, clock, log, metrics }: RequestRecorderParts) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
    this.#dropped = metrics.counter(
      'bly_request_log_dropped_total',
      'Calls that the log of requests lacks: too many were held, or they could not be written.',
    );
    this.#written = metrics.counter('bly_request_log_written_total', 'Calls written to the log of requests.');
    this.#rows = createBatchWriter({
      log,
      name: 'Entries of the request log',
      written: this.#written,
      dropped: this.#dropped,
      write: (rows) => this.#write(rows),
    });
  }

  record(request: AnsweredRequest): void {
    const { organizationId, status, principal, limit } = request;
    const at = this.#clock.now();
    const share = this.#shares.get(organizationId) ?? 0;
    if (this.#held >= HELD_MAX || share >= (status < 400 ? SHARE_OF_ANSWERED_MAX : SHARE_MAX)) {
      this.#dropped.inc(1);
      this.#noteGap(organizationId, at, 1);
      return;
    }
    this.#shares.set(organizationId, share + 1);
    this.#held += 1;
    this.#entry += 1;
    this.#rows.add([
      {
        organizationId,
        at,
        entry: String(this.#entry),
        requestId: request.requestId,
        method: request.method,
        path: loggedPath(request.path, request.params),
        operationId: request.operationId,
        status,
        elapsedMs: request.elapsedMs,
        credential:
          principal.kind === 'user'
            ? { kind: 'user', id: principal.userId, program: principal.grant?.clientName }
            : { kind: 'api_key', id: principal.keyId, program: undefined },
        condition: request.condition,
        limit: limit && {
          name: limit.name,
          max: limit.max,
          left: limit.left,
          freeAt: limit.freeInSeconds === undefined ? undefined : new Date(at.getTime() + limit.freeInSeconds * 1_000),
        },
      },
    ]);
  }

  async settle(): Promise<void> {
    await this.#rows.settle();
    if (this.#gaps.size > 0 || this.#doubtful.length > 0)
      await this.#write([]).catch((err) => this.#log.warn({ err }, 'Losses were not written.'));
  }

  async stop(): Promise<void> {
    await this.#rows.stop();
    this.#retryAt = 0;
    await Promise.race([this.#settleDoubtful(this.#takeDoubtful()), wait(STOP_WAIT_MS, undefined, { ref: false })]);
    const rows = this.#unsettled;
    if (rows === 0) return;
    this.#dropped.inc(rows);
    this.#log.warn({ rows }, 'Whether entries of the request log were written was not known at the stop.');
  }

  /**
   * Writes a batch, with what was lost before it, and then what may be there. What cannot be written is counted as
   * lost.
   */
  async #write(rows: readonly LoggedRequest[]): Promise<void> {
    const doubtful = this.#takeDoubtful();
    const gaps = inOrder(this.#gaps);
    this.#gaps = new Map();
    const unwritten = new Set<Unwritten>([
      ...rows.map((row) => ({ organizationId: row.organizationId, row, gap: undefined })),
      ...gaps.map((gap) => ({ organizationId: gap.organizationId, row: undefined, gap })),
    ]);
    const failures: unknown[] = [];
    let written = 0;
    try {
      for (const batch of await batchesFor(this.#db, [...unwritten])) {
        try {
          written += await this.#writeBatch(batch);
          for (const one of batch) unwritten.delete(one);
        } catch (error) {
          // Entries of other organizations may lie on a node that answers.
          failures.push(error);
        }
      }
    } catch (error) {
      failures.push(error);
    }
    await this.#settleDoubtful(doubtful);
    const lost = [...unwritten].flatMap(({ row }) => row ?? []);
    for (const { gap } of unwritten) if (gap !== undefined) this.#noteGap(gap.organizationId, gap.hour, gap.calls);
    this.#lose(lost);
    if (failures.length > 0 || written < rows.length)
      throw new PartlyWritten({ written, dropped: lost.length }, failures[0]);
  }

  /**
   * All or nothing of it: what is written is not counted as lost, too. Answers how many entries were; none where the
   * connection was lost at the commit.
   */
  async #writeBatch(batch: readonly Unwritten[]): Promise<number> {
    const rows = batch.flatMap(({ row }) => row ?? []);
    const gaps = batch.flatMap(({ gap }) => gap ?? []);
    let isComplete = false;
    try {
      await this.#db.transaction(async (tx) => {
        isComplete = false;
        if (rows.length > 0) await insertRequests(tx, rows);
        if (gaps.length > 0) await addGaps(tx, gaps);
        isComplete = true;
      });
    } catch (error) {
      // Losses alone have no key that shows whether they are there: they are added again.
      if (!isComplete || rows.length === 0 || !(error instanceof DatabaseUnavailable)) throw error;
      this.#log.warn(
        { err: error, rows: rows.length },
        'Whether entries of the request log were written is not known.',
      );
      this.#doubt({ rows, gaps, since: this.#clock.now().getTime() });
      return 0;
    }
    this.#giveBack(rows);
    return rows.length;
  }

  #doubt(batch: Doubtful): void {
    this.#doubtful.push(batch);
    this.#unsettled += batch.rows.length;
  }

  /** What is to be tried again now: nothing for a while after the database did not answer. */
  #takeDoubtful(): readonly Doubtful[] {
    if (this.#clock.now().getTime() < this.#retryAt) return [];
    const taken = this.#doubtful;
    this.#doubtful = [];
    return taken;
  }

  /**
   * Writes again what may be there: the keys of its entries show it, and where they are, its losses are, too. Ends with
   * the first that the database does not answer for, which is tried last the next time: another node may answer.
   */
  async #settleDoubtful(open: readonly Doubtful[]): Promise<void> {
    for (const [index, batch] of open.entries()) {
      const { rows, gaps, since } = batch;
      try {
        await this.#db.transaction(async (tx) => {
          const inserted = await insertRequests(tx, rows);
          if (inserted > 0 && gaps.length > 0) await addGaps(tx, gaps);
        });
        this.#unsettled -= rows.length;
        this.#written.inc(rows.length);
        this.#giveBack(rows);
      } catch (error) {
        const now = this.#clock.now().getTime();
        if (error instanceof DatabaseUnavailable && now - since < DOUBTFUL_MS_MAX) {
          this.#doubtful.push(...open.slice(index + 1), batch);
          this.#retryAt = now + DOUBTFUL_WAIT_MS;
          return;
        }
        this.#log.warn({ err: error, rows: rows.length }, 'Entries of the request log could not be written.');
        this.#unsettled -= rows.length;
        this.#dropped.inc(rows.length);
        for (const gap of gaps) this.#noteGap(gap.organizationId, gap.hour, gap.calls);
        this.#lose(rows);
      }
    }
  }

  #lose(rows: readonly LoggedRequest[]): void {
    for (const { organizationId, at } of rows) this.#noteGap(organizationId, at, 1);
    this.#giveBack(rows);
  }

  #giveBack(rows: readonly LoggedRequest[]): void {
    this.#held -= rows.length;
    for (const { organizationId } of rows) {
      const share = (this.#shares.get(organizationId) ?? 1) - 1;
      if (share > 0) this.#shares.set(organizationId, share);
      else this.#shares.delete(organizationId);
    }
  }

  #noteGap(organizationId: OrganizationId, at: Date, calls: number): void {
    const hour = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
    const key = `${organizationId} ${hour.getTime()}`;
    const known = this.#gaps.get(key);
    if (known === undefined && this.#gaps.size >= GAPS_MAX) return;
    this.#gaps.set(key, { organizationId, hour, calls: (known?.calls ?? 0) + calls });
  }
}

/** Processes that add to the same rows lock them in the same order, so that none waits for another in a circle. */
function inOrder(gaps: ReadonlyMap<string, RequestGap>): readonly RequestGap[] {
  return [...gaps].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, gap]) => gap);
}
