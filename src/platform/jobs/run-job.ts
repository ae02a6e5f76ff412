import type { Logger } from 'pino';
import type { RegisteredApp } from '../registered-app.ts';
import { organizationNow } from '../organization-clock.ts';
import type { AnyJob, JobRun } from './job.ts';
import { attemptsMax, describeFailure, type RunEnd, type Settlement, settleRun } from './model/settle-run.ts';
import type { FinishedJobs } from './finished-jobs.ts';
import { buryJob, endedCte, requeueJob } from './store-runs.ts';
import type { ClaimedJob } from './store-claim.ts';

/** A job whose last words (`exhausted`) failed comes back for them after this. */
const EXHAUSTED_AGAIN_SECONDS = 60;

/** What one run needs. */
export interface RunTools {
  readonly app: RegisteredApp;
  readonly log: Logger;
  readonly finished: FinishedJobs;
  /** Aborted when the worker stops or has lost the job. */
  readonly controller: AbortController;
}

/** The run took longer than its declaration allows. */
class JobTimeout extends Error {
  constructor(seconds: number) {
    super(`The job did not end within ${seconds} s.`);
    this.name = 'JobTimeout';
  }
}

/** Runs a claimed job once and writes down what becomes of it. Never throws for a failure of the job itself. */
export async function runJob(
  job: ClaimedJob,
  declaration: AnyJob,
  tools: RunTools,
): Promise<Settlement['kind'] | 'lost'> {
  const isBeyondLast = job.attempt > attemptsMax(declaration);
  const end: RunEnd = isBeyondLast
    ? { kind: 'failed', error: new Error('The worker that ran the last attempt was lost.') }
    : await runOnce(job, declaration, tools);
  // Anyone who aborted it has taken the job away from us: its row is not ours to change.
  if (tools.controller.signal.aborted) return 'lost';
  const settlement = settleRun(declaration, job.attempt, end, Math.random());
  if (end.kind === 'failed') logFailure(tools.log, job, settlement, end.error);
  return await writeDown(job, declaration, tools, settlement);
}

async function runOnce(job: ClaimedJob, declaration: AnyJob, tools: RunTools): Promise<RunEnd> {
  try {
    const outcome = await withTimeout(declaration.timeoutSeconds, tools.controller.signal, async (signal) => {
      return await declaration.run(
        declaration.payload.parse(job.payload),
        tools.app,
        describeRun(job, tools.app, signal),
      );
    });
    return { kind: 'returned', outcome: outcome ?? undefined };
  } catch (error) {
    return { kind: 'failed', error };
  }
}

function describeRun(job: ClaimedJob, app: RegisteredApp, signal: AbortSignal): JobRun {
  const now = new Date(app.clock.now().getTime() + job.offsetSeconds * 1_000);
  return {
    organizationId: job.organizationId,
    now,
    attempt: job.attempt,
    signal,
    endCte: endedCte(job),
  };
}

/** The run's signal asks it to stop; whether it listens or not, its time is over. */
async function withTimeout<T>(
  seconds: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const onOuterAbort = (): void => own.abort(outer.reason);
  outer.addEventListener('abort', onOuterAbort, { once: true });
  const overtime = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const timeout = new JobTimeout(seconds);
      own.abort(timeout);
      reject(timeout);
    }, seconds * 1_000);
    own.signal.addEventListener('abort', () => reject(own.signal.reason), { once: true });
  });
  try {
    return await Promise.race([work(own.signal), overtime]);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', onOuterAbort);
  }
}

async function writeDown(
  job: ClaimedJob,
  declaration: AnyJob,
  tools: RunTools,
  settlement: Settlement,
): Promise<Settlement['kind']> {
  switch (settlement.kind) {
    case 'done':
      if (settlement.isEnded !== true) await tools.finished.remove(job);
      return 'done';
    case 'again':
      // Asked for, not a failure: the count of attempts begins anew.
      await requeueJob(tools.app.db, job, {
        dueAt: await dueIn(settlement.delaySeconds, job, tools.app),
        attempt: 0,
        lastError: null,
      });
      return 'again';
    case 'retry':
      await requeueJob(tools.app.db, job, {
        dueAt: await dueIn(settlement.delaySeconds, job, tools.app),
        attempt: job.attempt,
        lastError: settlement.lastError,
      });
      return 'retry';
    case 'exhausted':
      return await giveUp(job, declaration, tools, settlement.lastError);
    default:
      return settlement satisfies never;
  }
}

/** Says the job's last words, then buries it. When they fail it comes back for them: they may release money. */
async function giveUp(
  job: ClaimedJob,
  declaration: AnyJob,
  tools: RunTools,
  lastError: string,
): Promise<Settlement['kind']> {
  try {
    await withTimeout(declaration.timeoutSeconds, tools.controller.signal, async (signal) => {
      await declaration.exhausted?.(
        declaration.payload.parse(job.payload),
        tools.app,
        describeRun(job, tools.app, signal),
      );
    });
  } catch (error) {
    tools.log.error(
      { job: job.name, job_id: job.jobId, failure: describeFailure(error) },
      'the last words of a job failed',
    );
    await requeueJob(tools.app.db, job, {
      dueAt: await dueIn(EXHAUSTED_AGAIN_SECONDS, job, tools.app),
      attempt: job.attempt,
      lastError,
    });
    return 'retry';
  }
  await buryJob(tools.app.db, job, lastError);
  return 'exhausted';
}

/** The organization's clock may have moved while the job ran, so it is read again. */
async function dueIn(seconds: number, job: ClaimedJob, app: RegisteredApp): Promise<Date> {
  const now = await organizationNow(app, job.organizationId);
  return new Date(now.getTime() + seconds * 1_000);
}

function logFailure(log: Logger, job: ClaimedJob, settlement: Settlement, error: unknown): void {
  const facts = {
    job: job.name,
    job_id: job.jobId,
    organization_id: job.organizationId,
    attempt: job.attempt,
    failure: describeFailure(error),
    // Frames only: the first line repeats the message, which may hold somebody's data.
    at:
      error instanceof Error
        ? error.stack
            ?.split('\n')
            .filter((line) => line.startsWith('    at '))
            .slice(0, 8)
        : undefined,
  };
  if (settlement.kind === 'exhausted') log.error(facts, 'a job has failed for the last time');
  else log.warn(facts, 'a job failed and will be tried again');
}
