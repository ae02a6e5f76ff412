import * as z from 'zod';
import type { JobDeclaration } from '../platform/jobs/job.ts';
import { forgetOldRequests } from '../request-log/forget-old-requests.ts';
import { archiveDueBookings } from './archive/archive-due.ts';
import { eraseDueBookings } from './erase-due.ts';

const hourSeconds = 3_600;
const daySeconds = 24 * hourSeconds;

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

/** Forgets calls that are past their days, hour after hour, so that there are never many at once. */
const forgetRequestsJob: JobDeclaration<Record<never, never>> = {
  name: 'retention.forget_requests',
  payload: z.object({}),
  retryDelaysSeconds: [60, 600, 3_600],
  concurrency: 1,
  timeoutSeconds: 600,
  async run(_payload, app, { signal }) {
    await forgetOldRequests(app, signal);
    return { runAgainInSeconds: hourSeconds };
  },
};

/** What a run has left goes on so soon; other jobs run in between. */
const moreSeconds = 60;

/** Moves items of bookings that are long over into the archive, day after day; it may be cut short anywhere. */
const archiveBookingsJob: JobDeclaration<Record<never, never>> = {
  name: 'retention.archive_bookings',
  payload: z.object({}),
  retryDelaysSeconds: [60, 600, 3_600],
  concurrency: 1,
  timeoutSeconds: 600,
  async run(_payload, app, { signal }) {
    const { bookings, hasMore } = await archiveDueBookings(app, signal);
    if (bookings > 0) app.log.info({ bookings }, 'items of bookings that are long over were moved into the archive');
    return { runAgainInSeconds: hasMore ? moreSeconds : daySeconds };
  },
};

/** Jobs the installation itself needs; all of this folder. */
export const retentionStandingJobs = [eraseTravelersJob, archiveBookingsJob, forgetRequestsJob];
