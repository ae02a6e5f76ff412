import type { Logger } from 'pino';
import type { RegisteredApp } from '../registered-app.ts';
import type { Clock } from '../clock.ts';
import type { Db, Tx } from '../db/db.ts';
import { isDistributed } from '../db/distribution/is-distributed.ts';
import { newId, type OrganizationId } from '../ids.ts';
import type { Metrics } from '../observability/metrics.ts';
import { organizationNow } from '../organization-clock.ts';
import type { AnyJob, JobDeclaration, Jobs, NewJob } from './job.ts';
import { createJobMetrics } from './job-metrics.ts';
import { deleteQueuedJob, droppedCte, insertJob, queuedCte, type QueuedJob } from './store-queue.ts';
import { Worker } from './worker.ts';

/** What the queue is made of. `getApp` is called when jobs run, so the app may be built after the queue. */
export interface JobsTools {
  readonly declarations: readonly AnyJob[];
  readonly getApp: () => RegisteredApp;
  readonly db: Db;
  readonly log: Logger;
  readonly clock: Clock;
  readonly metrics: Metrics;
  /** Whether organizations lie on several nodes; default: as the database says. */
  readonly isDistributed?: boolean;
}

/** Builds the queue over the database. */
export function createJobs(tools: JobsTools): Jobs {
  const worker = new Worker({
    ...tools,
    metrics: createJobMetrics(
      tools.metrics,
      tools.declarations.map(({ name }) => name),
    ),
    isDistributed: async () => tools.isDistributed ?? (await isDistributed(tools.db)),
  });
  const known = new Set(tools.declarations.map(({ name }) => name));
  const prepare = <P>(tx: Tx, job: JobDeclaration<P>, item: NewJob<P>): QueuedJob => {
    if (!known.has(job.name))
      throw new Error(`The job ${job.name} is not listed in src/jobs.ts: nobody would ever run it.`);
    const now = tools.clock.now();
    tx.afterCommit(() =>
      wakeWorker(worker, tools, { name: job.name, organizationId: item.organizationId, dueAt: item.dueAt }),
    );
    return {
      organizationId: item.organizationId,
      jobId: newId('job'),
      name: job.name,
      concurrencyKey: item.concurrencyKey,
      key: item.key,
      payload: item.payload,
      dueAt: item.dueAt ?? now,
      now,
    };
  };
  return {
    async enqueue(tx, job, item) {
      await insertJob(tx, prepare(tx, job, item));
    },
    enqueueCte: (tx, job, item) => queuedCte(prepare(tx, job, item)),
    cancelCte: (job, { organizationId, key }) => droppedCte({ organizationId, name: job.name, key }),
    cancel: (tx, job, { organizationId, key }) => deleteQueuedJob(tx, { organizationId, name: job.name, key }),
    start: () => worker.start(),
    stop: (graceMs) => worker.stop(graceMs),
    drain: () => worker.drain(),
  };
}

/** Wakes the worker for what is due now; what is due later the poll finds. */
function wakeWorker(
  worker: Worker,
  tools: JobsTools,
  job: { readonly name: string; readonly organizationId: OrganizationId; readonly dueAt: Date | undefined },
): void {
  const { dueAt } = job;
  if (dueAt === undefined || dueAt <= tools.clock.now()) {
    worker.wake(job.name, job.organizationId, false);
    return;
  }
  organizationNow(tools.getApp(), job.organizationId).then(
    (now) => {
      if (dueAt <= now) worker.wake(job.name, job.organizationId, true);
    },
    (error: unknown) => tools.log.warn({ err: error }, 'a clock could not be read; the poll finds the job'),
  );
}
