import { askForCreditsJob } from './cancellations/ask-for-credits.ts';
import { executeChangeJob } from './engine/execute-change.ts';
import { lookAtFlightJob } from './schedule-changes/look-at-flight.ts';
import { watchLaneJob, watchOrganizationJob, watchSchedulesJob } from './schedule-changes/watch-schedules.ts';

/** Jobs the installation itself needs. */
export const servicingStandingJobs = [watchSchedulesJob];
/** Every job of this folder. */
export const servicingJobs = [
  executeChangeJob,
  askForCreditsJob,
  watchOrganizationJob,
  watchLaneJob,
  lookAtFlightJob,
  ...servicingStandingJobs,
] as const;
