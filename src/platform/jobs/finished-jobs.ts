import type { Db } from '../db/db.ts';
import { batchesFor } from '../db/distribution/batches.ts';
import { deleteFinishedJobs } from './store-runs.ts';
import type { ClaimedJob } from './store-claim.ts';

interface Waiting {
  readonly job: ClaimedJob;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Deletes jobs that have ended; those that end while a delete is under way go together in the next. */
export class FinishedJobs {
  readonly #db: Db;
  #waiting: Waiting[] = [];
  #isFlushing = false;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Resolves when the job is gone from the queue. */
  remove(job: ClaimedJob): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject });
      if (this.#isFlushing) return;
      this.#isFlushing = true;
      // Jobs that end in the same turn of the event loop go together.
      setImmediate(() => void this.#flush());
    });
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        const jobs = batch.map(({ job }) => job);
        for (const together of await batchesFor(this.#db, jobs)) await deleteFinishedJobs(this.#db, together);
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isFlushing = false;
  }
}
