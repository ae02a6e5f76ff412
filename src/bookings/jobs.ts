import { fulfilTripJob } from './fulfil/fulfil-trip.ts';
import { refreshItemJob } from './refresh/refresh-item.ts';

/** Every job of this folder. */
export const bookingJobs = [fulfilTripJob, refreshItemJob] as const;
