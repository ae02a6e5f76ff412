import * as z from 'zod';
import type { JobDeclaration } from '../../platform/jobs/job.ts';
import { stepReconcile } from './run-reconcile.ts';

const DAY_SECONDS = 86_400;
/** Another process is at it, an administrator's perhaps. */
const BUSY_AGAIN_SECONDS = 60;
/** Problems that are named in the log; all of them stand in the run. */
const NAMED_MAX = 20;

/** Proves once a day that what has changed since the day before agrees: money = bookings. Says so in the log. */
export const reconcileNightlyJob: JobDeclaration<Record<never, never>> = {
  name: 'bookings.reconcile_nightly',
  payload: z.object({}),
  retryDelaysSeconds: [60, 600, 3_600],
  concurrency: 1,
  timeoutSeconds: 300,
  async run(_payload, app, { signal }) {
    const { isBusy, isDone, startedAt, report } = await stepReconcile(app, { kind: 'changed', isAnew: false }, signal);
    if (isBusy) return { runAgainInSeconds: BUSY_AGAIN_SECONDS };
    if (!isDone) return { runAgainInSeconds: 0 };
    const { problems, unchecked, drifted, ...counts } = report;
    const found = { problems: problems.length, unchecked: unchecked.length, drifted: drifted.length };
    if (problems.length > 0)
      app.log.error({ ...counts, ...found, first: problems.slice(0, NAMED_MAX) }, 'money and bookings do not agree');
    else app.log.info({ ...counts, ...found, startedAt }, 'money and bookings of the last day agree');
    return { runAgainInSeconds: DAY_SECONDS };
  },
};
