import * as z from 'zod';
import { asId } from '../platform/ids.ts';
import type { JobDeclaration } from '../platform/jobs/job.ts';
import { giveUpMail, sendMail } from './send-mail.ts';

const minute = 60;
const hour = 3_600;
/**
 * Waits before tries 2 to 8: about eight hours in all, on the organization's clock. What a server refuses for good is
 * not tried again.
 */
const RETRY_DELAYS_SECONDS: readonly number[] = [
  minute,
  5 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
];

/**
 * One mail of one event. It may run twice: a settled mail is not sent again, and a second copy carries the same
 * Message-ID.
 */
export const sendMailJob: JobDeclaration<{ readonly event_id: string }> = {
  name: 'mail.send',
  payload: z.object({ event_id: z.string() }),
  retryDelaysSeconds: RETRY_DELAYS_SECONDS,
  jitter: 0.1,
  concurrency: 8,
  timeoutSeconds: 60,
  run: (payload, app, run) => sendMail(app, asId('event', payload.event_id), run),
  exhausted: (payload, app, run) => giveUpMail(app, asId('event', payload.event_id), run),
};

/** Every job of this folder. */
export const mailJobs = [sendMailJob] as const;
