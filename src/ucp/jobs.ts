import * as z from 'zod';
import type { JobDeclaration } from '../platform/jobs/job.ts';
import { sendOrder } from './send-order.ts';

/** Sends a platform its order because of one event. The orders of one checkout are sent one after another. */
export const sendOrderJob: JobDeclaration<{ readonly event_id: string }> = {
  name: 'ucp.send_order',
  payload: z.object({ event_id: z.string() }),
  retryDelaysSeconds: [5, 30, 300, 1_800, 7_200, 18_000, 36_000],
  jitter: 0.1,
  concurrency: 32,
  concurrencyPerKey: 1,
  organizationConcurrency: 12,
  timeoutSeconds: 30,
  async run(payload, app, run) {
    await sendOrder(app, payload.event_id, run);
    return undefined;
  },
};

/** Every job of this folder. */
export const ucpJobs = [sendOrderJob];
