import type { Logger } from 'pino';
import type { RegisteredApp } from '../registered-app.ts';
import type { Db } from '../db/db.ts';
import { batchesFor } from '../db/distribution/batches.ts';
import { newId, type OrganizationId } from '../ids.ts';
import { FinishedJobs } from './finished-jobs.ts';
import type { AnyJob } from './job.ts';
import type { JobMetrics } from './job-metrics.ts';
import { runJob } from './run-job.ts';
import { type Claims, ClaimsAtOnce, type ClaimTools } from './claims.ts';
import { ClaimsByOrganization } from './claims-by-organization.ts';
import { Slots } from './slots.ts';
import { type ClaimedJob, LEASE_SECONDS } from './store-claim.ts';
import { handBackJobs, reapLostJobs, renewLeases } from './store-runs.ts';

/** Jobs queued by other processes, retries that have come due and lost workers are noticed within this. */
const POLL_MS = 1_000;
/** How long a claim for few places waits for more to come free. */
const GATHER_MS = 4;
/** A stopping worker gives runs that it aborts this long to notice. */
const ABORT_MS = 200;
/** `drain` answers an error after so many runs: something queues itself for ever. */
const DRAIN_RUNS_MAX = 100_000;

/** On the embedded database nobody but us can have been running jobs: what is found running at start was lost. */
const reapedAtOpen = new WeakSet<object>();

interface Running {
  readonly job: ClaimedJob;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

/** What a worker needs. */
export interface WorkerTools {
  readonly declarations: readonly AnyJob[];
  readonly getApp: () => RegisteredApp;
  readonly db: Db;
  readonly log: Logger;
  readonly metrics: JobMetrics;
  /** True where organizations lie on several nodes. Asked once. */
  readonly isDistributed: () => Promise<boolean>;
}

/** Claims jobs and runs them: one per process. */
export class Worker {
  readonly #tools: WorkerTools;
  readonly #id = newId('job');
  readonly #declarations: ReadonlyMap<string, AnyJob>;
  readonly #slots: Slots;
  readonly #finished: FinishedJobs;
  readonly #running = new Map<string, Running>();
  #isStarted = false;
  #drains = 0;
  #runs = 0;
  #claims: Claims | undefined;
  #needsFirstReap: boolean;
  #claiming: Promise<void> | undefined;
  #isPumpDue = false;
  #pumpTimer: NodeJS.Timeout | NodeJS.Immediate | undefined;
  #pollTimer: NodeJS.Timeout | undefined;
  #leaseTimer: NodeJS.Timeout | undefined;

  constructor(tools: WorkerTools) {
    this.#tools = tools;
    this.#declarations = new Map(tools.declarations.map((declaration) => [declaration.name, declaration]));
    this.#slots = new Slots(tools.declarations);
    this.#finished = new FinishedJobs(tools.db);
    this.#needsFirstReap = tools.db.kind === 'embedded' && !reapedAtOpen.has(tools.db.scope);
    reapedAtOpen.add(tools.db.scope);
  }

  /**
   * A job of this kind was queued by this process. `isDated`: it is due on its organization's clock, not yet in real
   * time.
   */
  wake(name: string, organizationId: OrganizationId, isDated: boolean): void {
    this.#claims?.lookFor(name, organizationId, isDated);
    this.#slots.wake(name);
    this.#pump();
  }

  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#pollTimer = setInterval(() => this.#poll(), POLL_MS);
    this.#poll();
  }

  async stop(graceMs: number): Promise<void> {
    this.#isStarted = false;
    clearInterval(this.#pollTimer);
    await this.#claiming;
    await Promise.race([this.#allEnded(), pause(graceMs)]);
    const left = [...this.#running.values()];
    for (const { controller } of left) controller.abort(new Error('The worker is stopping.'));
    await Promise.race([this.#allEnded(), pause(ABORT_MS)]);
    await handBackJobs(
      this.#tools.db,
      left.map(({ job }) => job),
    );
    clearInterval(this.#leaseTimer);
  }

  /** Runs everything due, and what that makes due, until nothing is; answers how many runs there were. */
  async drain(): Promise<number> {
    const runsBefore = this.#runs;
    this.#drains += 1;
    try {
      for (;;) {
        this.#claims?.lookAtAll();
        this.#slots.wakeAll();
        const runsAtClaim = this.#runs;
        const claimed = await this.#claim();
        // A run that ended during the claim has made room for a concurrency key that the claim took for full.
        if (claimed === 0 && this.#running.size === 0 && this.#runs === runsAtClaim) return this.#runs - runsBefore;
        if (this.#runs - runsBefore > DRAIN_RUNS_MAX)
          throw new Error(`More than ${DRAIN_RUNS_MAX} jobs ran without an end.`);
        if (this.#running.size > 0) await Promise.race([...this.#running.values()].map(({ ended }) => ended));
      }
    } finally {
      this.#drains -= 1;
    }
  }

  #poll(): void {
    this.#reap().then(
      (count) => {
        if (count > 0) this.#tools.log.warn({ jobs: count }, 'jobs of a lost worker are back in the queue');
        this.#claims?.lookAtAll();
        this.#slots.wakeAll();
        this.#pump();
      },
      (error: unknown) => this.#tools.log.error({ err: error }, 'the job queue cannot be read'),
    );
  }

  async #reap(): Promise<number> {
    return await (await this.#openClaims()).reap();
  }

  /** What fits the database, which is asked once; until it has answered nothing has been looked for. */
  async #openClaims(): Promise<Claims> {
    if (this.#claims !== undefined) return this.#claims;
    const { db, declarations, getApp, isDistributed } = this.#tools;
    const tools: ClaimTools = {
      db,
      slots: this.#slots,
      worker: this.#id,
      now: () => this.#now(),
      haveClocks: () => getApp().config.environment === 'sandbox',
      run: (job) => this.#run(job),
    };
    const isSpread = await isDistributed();
    this.#claims ??= isSpread
      ? new ClaimsByOrganization(
          tools,
          declarations.map(({ name }) => name),
        )
      : new ClaimsAtOnce(tools);
    return this.#claims;
  }

  /** Claims soon, once for all wakes of this turn; a moment later when hardly a place is free. */
  #pump(): void {
    if (!this.#isStarted || this.#pumpTimer !== undefined) return;
    if (this.#claiming !== undefined) {
      // What was queued or came free since is not in the claim under way.
      this.#isPumpDue = true;
      return;
    }
    const ask = this.#slots.ask(this.#now());
    if (ask === undefined && this.#claims?.isLookDue === false) return;
    const claim = (): void => {
      this.#pumpTimer = undefined;
      if (!this.#isStarted || this.#claiming !== undefined) {
        this.#pump();
        return;
      }
      this.#claim().then(
        (claimed) => claimed > 0 && this.#pump(),
        (error: unknown) => this.#logUnclaimed(error),
      );
    };
    this.#pumpTimer =
      ask !== undefined && this.#slots.isNearlyFull(ask) ? setTimeout(claim, GATHER_MS) : setImmediate(claim);
  }

  /** One claim at a time; answers how many jobs it got. A failure is logged and the next poll tries again. */
  async #claim(): Promise<number> {
    while (this.#claiming !== undefined) await this.#claiming;
    const claim = this.#claimOnce();
    this.#claiming = claim.then(
      () => undefined,
      () => undefined,
    );
    try {
      return await claim;
    } catch (error) {
      if (this.#drains > 0) throw error;
      this.#logUnclaimed(error);
      return 0;
    } finally {
      this.#claiming = undefined;
      if (this.#isPumpDue) {
        this.#isPumpDue = false;
        this.#pump();
      }
    }
  }

  #logUnclaimed(error: unknown): void {
    this.#tools.log.error({ err: error }, 'jobs cannot be claimed');
  }

  async #claimOnce(): Promise<number> {
    if (this.#needsFirstReap) {
      await reapLostJobs(this.#tools.db, true);
      this.#needsFirstReap = false;
    }
    return await (await this.#openClaims()).claim();
  }

  #run(job: ClaimedJob): void {
    const controller = new AbortController();
    this.#running.set(job.jobId, { job, controller, ended: this.#runToEnd(job, controller) });
    this.#leaseTimer ??= setInterval(() => void this.#renewLeases(), (LEASE_SECONDS / 3) * 1_000).unref();
  }

  async #runToEnd(job: ClaimedJob, controller: AbortController): Promise<void> {
    const { getApp, log, metrics } = this.#tools;
    const declaration = this.#declarations.get(job.name);
    if (declaration === undefined)
      throw new Error(`A job called ${job.name} was claimed, which this process does not know.`);
    const stopTimer = metrics.started(job, this.#now());
    // The job starts in a turn of its own, so that it is in the list of running jobs before it can end.
    await new Promise((resolve) => setImmediate(resolve));
    try {
      stopTimer(await runJob(job, declaration, { app: getApp(), log, finished: this.#finished, controller }));
    } catch (error) {
      // Its end could not be written down: the lease runs out and the job comes back.
      log.error({ err: error, job: job.name, job_id: job.jobId }, 'the end of a job could not be recorded');
      stopTimer('lost');
    }
    this.#runs += 1;
    this.#running.delete(job.jobId);
    if (!this.#slots.release(job)) return;
    this.#claims?.lookFor(job.name, job.organizationId, false);
    this.#pump();
  }

  async #renewLeases(): Promise<void> {
    const running = [...this.#running.values()];
    if (running.length === 0) return;
    try {
      const jobs = running.map(({ job }) => job);
      const held = new Set<string>();
      for (const together of await batchesFor(this.#tools.db, jobs))
        for (const jobId of await renewLeases(this.#tools.db, this.#id, together)) held.add(jobId);
      for (const { job, controller } of running) {
        if (held.has(job.jobId) || !this.#running.has(job.jobId)) continue;
        controller.abort(new Error('Another worker has taken this job over.'));
      }
    } catch (error) {
      this.#tools.log.error({ err: error }, 'leases of running jobs could not be renewed');
    }
  }

  async #allEnded(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  #now(): Date {
    return this.#tools.getApp().clock.now();
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
