/** `done` is never stored: a finished job is deleted. `dead` (its last attempt failed) stays for people to look at. */
export const JOB_STATES = ['queued', 'running', 'done', 'dead'] as const;
export type JobState = (typeof JOB_STATES)[number];

/**
 * The life of a job. A running job goes back to `queued` for another attempt, by its own wish, or because its worker
 * was lost.
 */
export const NEXT_JOB_STATES = {
  queued: ['running'],
  running: ['queued', 'done', 'dead'],
  done: [],
  dead: [],
} as const satisfies Record<JobState, readonly JobState[]>;

/** The state after a move, or an error: a move that is not in the table is a mistake of ours. */
export function moveJob<S extends JobState>(from: JobState, to: S): S {
  const allowed: readonly JobState[] = NEXT_JOB_STATES[from];
  if (!allowed.includes(to)) throw new Error(`A job cannot go from ${from} to ${to}.`);
  return to;
}
