import { defineLifecycle, type StateOf } from '../../lifecycle.ts';

/**
 * The life of a job. A running job goes back to `queued` for another attempt, because it returned `runAgainInSeconds`,
 * or because its worker was lost. `done` is never stored: a finished job is deleted. `dead` (its last attempt failed)
 * stays for people to look at.
 */
export const jobLifecycle = defineLifecycle('A job', {
  queued: ['running'],
  running: ['queued', 'done', 'dead'],
  done: [],
  dead: [],
});
export type JobState = StateOf<typeof jobLifecycle>;
