import * as z from 'zod';
import { asId } from '../platform/ids.ts';
import type { JobDeclaration } from '../platform/jobs/job.ts';
import { forgetOldEvents } from './forget-events.ts';
import type { DeliverPayload } from './record-event.ts';
import { sendDelivery } from './send-delivery.ts';

const forgetIntervalSeconds = 86_400;

/**
 * One delivery to one endpoint. The eight attempts are counted on the delivery and asked for with `runAgainInSeconds`;
 * the job's own retries are for trouble on our side (the database away, the process stopping) and cost no attempt. The
 * concurrency key is the endpoint: a slow receiver holds its own places and no one else's. An organization whose
 * receivers all hang has three eighths of the places: room for its twenty endpoints at the eight attempts of a failing
 * one, and more than half is left for everybody else.
 */
export const deliverJob: JobDeclaration<DeliverPayload> = {
  name: 'webhooks.deliver',
  payload: z.object({ delivery_id: z.string() }),
  retryDelaysSeconds: [1, 5, 30, 120, 600, 1_800, 3_600, 3_600, 3_600],
  jitter: 0.1,
  concurrency: 512,
  concurrencyPerKey: 64,
  organizationConcurrency: 192,
  timeoutSeconds: 30,
  run: (payload, app, run) => sendDelivery(app, asId('delivery', payload.delivery_id), run, deliverJob),
};

/** Deletes events that can no longer be read, day after day. */
const forgetEventsJob: JobDeclaration<Record<never, never>> = {
  name: 'webhooks.forget_events',
  payload: z.object({}),
  retryDelaysSeconds: [60, 600],
  concurrency: 1,
  timeoutSeconds: 300,
  async run(_payload, app, run) {
    await forgetOldEvents(app, run.signal);
    return { runAgainInSeconds: forgetIntervalSeconds };
  },
};

/** Jobs the installation itself needs. */
export const webhookStandingJobs = [forgetEventsJob];
/** Every job of this folder. */
export const webhookJobs = [deliverJob, ...webhookStandingJobs];
