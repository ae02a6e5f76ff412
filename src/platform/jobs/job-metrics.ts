import type { Metrics } from '../observability/metrics.ts';
import type { Settlement } from './model/settle-run.ts';
import type { ClaimedJob } from './store-claim.ts';

/** Counts what jobs do. */
export interface JobMetrics {
  /** Notes a start; call the answer with the end. */
  started(job: ClaimedJob, now: Date): (end: Settlement['kind'] | 'lost') => void;
}

const SECONDS_BUCKETS = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60];

/**
 * Registers the metrics of the queue. Those that ran out of attempts begin at 0 for each job of `names`: Prometheus
 * sees no increase in a series that begins at 1, and the first job to give up would go unnoticed.
 */
export function createJobMetrics(metrics: Metrics, names: readonly string[]): JobMetrics {
  const runs = metrics.counter('bly_job_runs_total', 'Runs of jobs by how they ended.', ['job', 'end']);
  for (const job of names) runs.inc({ job, end: 'exhausted' }, 0);
  const running = metrics.gauge('bly_jobs_running', 'Jobs running in this process.', ['job']);
  const seconds = metrics.histogram('bly_job_seconds', 'How long runs of jobs took.', ['job'], SECONDS_BUCKETS);
  const late = metrics.histogram(
    'bly_job_late_seconds',
    'How long after they were due jobs were started.',
    ['job'],
    SECONDS_BUCKETS,
  );
  return {
    started(job, now) {
      const labels = { job: job.name };
      late.observe(labels, Math.max(0, now.getTime() - job.dueAt.getTime()) / 1_000);
      running.inc(labels);
      const stopTimer = seconds.startTimer(labels);
      return (end) => {
        stopTimer();
        running.dec(labels);
        runs.inc({ job: job.name, end });
      };
    },
  };
}
