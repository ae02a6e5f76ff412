import type { Handle } from '../db/db.ts';
import type { JobState } from './model/job-states.ts';

type JobTables = {
  job: {
    organization_id: string;
    job_id: string;
    name: string;
    lane: string | null;
    key: string | null;
    payload: unknown;
    state: JobState;
    attempt: number;
    due_at: Date;
    claim: number;
    worker: string | null;
    leased_until: Date | null;
    last_error: string | null;
    created_at: Date;
  };
};

/** The handle narrowed to the table of jobs. */
export const jobTables = (h: Handle) => h.q.withTables<JobTables>();
