import type * as z from 'zod';
import type { CteAfter } from '../db/cte.ts';
import type { Tx } from '../db/db.ts';
import type { OrganizationId } from '../ids.ts';
import type { RegisteredApp } from '../registered-app.ts';

/** What a running job knows about itself. */
export interface JobRun {
  readonly organizationId: OrganizationId;
  /** The organization's clock at the start of this run. */
  readonly now: Date;
  /** 1 for the first run. */
  readonly attempt: number;
  readonly signal: AbortSignal;
  /**
   * Ends this job as a part of the statement that records its result. A run that has ended its job with that statement
   * returns `{ hasEnded: true }`, and the queue has nothing left to write.
   */
  readonly endCte?: EndCte;
}

/** Puts a job into the queue, or drops it, as a part of the statement that makes the job true or untrue. */
export type QueueCte = CteAfter<'queue', { job_id: string }>;
/** Ends a running job as a part of the statement that records its result. */
export type EndCte = CteAfter<'ended', { job_id: string }>;

/**
 * What a run may ask for: nothing (done, and perhaps ended by its own last statement) or another run later, without
 * counting as a failure.
 */
export type JobOutcome = undefined | { readonly hasEnded: true } | { readonly runAgainInSeconds: number };

/**
 * A kind of job, declared once by its folder and listed in `src/jobs.ts`. Payloads carry ids only. A job may run twice.
 */
export interface JobDeclaration<P = never> {
  /** `<folder>.<verb>`. */
  readonly name: string;
  readonly payload: z.ZodType<P>;
  /**
   * Seconds to wait before attempt 2, 3, …; its length + 1 is the number of attempts. The organization's clock rules.
   */
  readonly retryDelaysSeconds: readonly number[];
  /** Fraction of each delay added or taken at random; 0 for none. */
  readonly jitter?: number;
  /** How many jobs of this kind one process runs at once. */
  readonly concurrency: number;
  /** How many jobs of one key (one webhook endpoint, one trip) one process runs at once; default: no bound. */
  readonly concurrencyPerKey?: number;
  /** How many jobs of one organization one process runs at once, whatever their keys; default: no bound. */
  readonly organizationConcurrency?: number;
  /** Longest run; after it the job counts as failed and is tried again. */
  readonly timeoutSeconds: number;
  run(payload: P, app: RegisteredApp, run: JobRun): Promise<JobOutcome>;
  /** Called once when the last attempt has failed. */
  exhausted?(payload: P, app: RegisteredApp, run: JobRun): Promise<void>;
}

/** One job to put into the queue. */
export interface NewJob<P> {
  readonly organizationId: OrganizationId;
  readonly payload: P;
  /** On the organization's clock; omitted = at once. */
  readonly dueAt?: Date;
  /** At most one queued job of a kind has a given key in an organization: a second is silently the same job. */
  readonly key?: string;
  /** Jobs of one concurrency key do not crowd out others (see concurrencyPerKey). */
  readonly concurrencyKey?: string;
}

/** The queue. Enqueuing happens in the transaction that makes the job true. */
export interface Jobs {
  enqueue<P>(tx: Tx, job: JobDeclaration<P>, item: NewJob<P>): Promise<void>;
  /** Enqueues as a part of another statement of the transaction. */
  enqueueCte<P>(tx: Tx, job: JobDeclaration<P>, item: NewJob<P>): QueueCte;
  /** Drops the queued job of this key, in the transaction that makes it untrue. A job that is running is left alone. */
  cancel(
    tx: Tx,
    job: { readonly name: string },
    which: { readonly organizationId: OrganizationId; readonly key: string },
  ): Promise<void>;
  /** Drops the queued job of this key as a part of another statement. */
  cancelCte(
    job: { readonly name: string },
    which: { readonly organizationId: OrganizationId; readonly key: string },
  ): QueueCte;
  /** Starts the workers of this process. */
  start(): void;
  /** Takes no new jobs, waits for running ones up to `graceMs`, hands the rest back. */
  stop(graceMs: number): Promise<void>;
  /**
   * Runs everything due now in the calling process until nothing is due; answers how many ran. For tests and the demo.
   */
  drain(): Promise<number>;
}

/** A declaration with its payload's type closed over, as listed in `src/jobs.ts`. */
// biome-ignore lint/suspicious/noExplicitAny: a list of declarations of different payloads has no other element type.
export type AnyJob = JobDeclaration<any>;
