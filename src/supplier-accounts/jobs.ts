import * as z from 'zod';
import type { JobDeclaration } from '../platform/jobs/job.ts';
import { eraseDeleted } from './remove-account.ts';

const eraseIntervalSeconds = 900;

/** Erases what deleted accounts leave behind. */
const eraseDeletedJob: JobDeclaration<Record<never, never>> = {
  name: 'supplier-accounts.erase_deleted',
  payload: z.object({}),
  retryDelaysSeconds: [60, 600],
  concurrency: 1,
  timeoutSeconds: 60,
  async run(_payload, app) {
    await eraseDeleted(app);
    return { runAgainInSeconds: eraseIntervalSeconds };
  },
};

/** Jobs the installation itself needs: every job of this folder. */
export const supplierAccountJobs = [eraseDeletedJob];
