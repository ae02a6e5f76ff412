import { fulfilTripJob } from './fulfil/fulfil-trip.ts';

/** Every job of this folder. */
export const bookingJobs = [fulfilTripJob] as const;
