import { fulfilTripJob } from './fulfil/fulfil-trip.ts';
import { reconcileNightlyJob } from './reconcile/reconcile-nightly.ts';
import { refreshItemJob } from './refresh/refresh-item.ts';

/** Jobs the installation itself needs. */
export const bookingStandingJobs = [reconcileNightlyJob];
/** Every job of this folder. */
export const bookingJobs = [fulfilTripJob, refreshItemJob, ...bookingStandingJobs] as const;
