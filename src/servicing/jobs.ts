import { carryOutChangeJob } from './carry-out-change.ts';

/** Every job of this folder. */
export const servicingJobs = [carryOutChangeJob] as const;
