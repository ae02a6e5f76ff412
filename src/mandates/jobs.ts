import * as z from 'zod';
import type { AnyJob, JobDeclaration } from '../platform/jobs/job.ts';
import { sendApprovalMailJob } from './send-approval-mail.ts';
import { settleIfKnown } from './settle-executions.ts';
import { findExecution } from './store-budget.ts';

/** A payment is mostly known within a minute; one on request may take days. */
const askSoonSeconds = 30;
const askAgainSecondsMax = 3_600;
const SettlePayload = z.object({ execution_id: z.string() });

/** Enters what became of an execution, if nobody who looked at its mandate has done so before. */
export const settleExecutionJob: JobDeclaration<z.infer<typeof SettlePayload>> = {
  name: 'mandates.settle',
  payload: SettlePayload,
  retryDelaysSeconds: [30, 60, 300, 900, 3_600, 3_600, 21_600, 86_400, 86_400],
  concurrency: 4,
  timeoutSeconds: 60,
  async run(payload, app, { organizationId, now }) {
    const execution = await findExecution(app.db, { organizationId, executionId: payload.execution_id });
    if (execution === undefined || (await settleIfKnown(app, execution, now))) return undefined;
    const ageSeconds = (now.getTime() - execution.createdAt.getTime()) / 1_000;
    return { runAgainInSeconds: Math.min(askAgainSecondsMax, Math.max(askSoonSeconds, ageSeconds / 2)) };
  },
  async exhausted(payload, app) {
    app.log.error(
      { executionId: payload.execution_id },
      'The budget of an execution could not be settled; it stays held.',
    );
  },
};

/** Every job of this folder. */
export const mandateJobs: readonly AnyJob[] = [settleExecutionJob, sendApprovalMailJob];
