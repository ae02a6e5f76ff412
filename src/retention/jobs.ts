import * as z from 'zod';
import type { JobDeclaration } from '../platform/jobs/job.ts';
import { eraseDueBookings } from './erase-due.ts';

const daySeconds = 86_400;

/** Erases travelers of bookings that are long over, day after day; it may be cut short anywhere. */
const eraseTravelersJob: JobDeclaration<Record<never, never>> = {
  name: 'retention.erase_travelers',
  payload: z.object({}),
  retryDelaysSeconds: [60, 600, 3_600],
  concurrency: 1,
  timeoutSeconds: 600,
  async run(_payload, app, { signal }) {
    const bookings = await eraseDueBookings(app, signal);
    if (bookings > 0) app.log.info({ bookings }, 'personal data of bookings that are long over was erased');
    return { runAgainInSeconds: daySeconds };
  },
};

/** Jobs the installation itself needs; all of this folder. */
export const retentionStandingJobs = [eraseTravelersJob];
