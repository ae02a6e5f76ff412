import type { Db } from '../db/db.ts';
import type { OrganizationId } from '../ids.ts';
import type { Slots } from './slots.ts';
import { type ClaimedJob, claimJobs } from './store-claim.ts';
import { promoteDueJobs } from './store-queue.ts';
import { reapLostJobs } from './store-runs.ts';

/** What claims are made with. */
export interface ClaimTools {
  readonly db: Db;
  readonly slots: Slots;
  readonly worker: string;
  readonly now: () => Date;
  /** Whether clocks of organizations move: in the sandbox only. */
  readonly haveClocks: () => boolean;
  /** Starts a claimed job. */
  readonly run: (job: ClaimedJob) => void;
}

/** How a worker finds due jobs and takes them. */
export interface Claims {
  /**
   * A job of this kind may wait for a place. `isDated`: it is due on its organization's clock, not yet in real time.
   */
  lookFor(name: string, organizationId: OrganizationId, isDated: boolean): void;
  /** Any job may have come due. */
  lookAtAll(): void;
  /** What has come due was not looked for yet. */
  readonly isLookDue: boolean;
  /** Takes due jobs, as many as have room, and runs them; answers how many. */
  claim(): Promise<number>;
  /** Queues jobs of lost workers again; answers how many. */
  reap(): Promise<number>;
}

/** On one server: jobs of all organizations in one statement. */
export class ClaimsAtOnce implements Claims {
  readonly #tools: ClaimTools;
  #needsPromotion = true;

  constructor(tools: ClaimTools) {
    this.#tools = tools;
  }

  get isLookDue(): boolean {
    return this.#needsPromotion;
  }

  lookFor(_name: string, _organizationId: OrganizationId, isDated: boolean): void {
    if (isDated) this.#needsPromotion = true;
  }

  lookAtAll(): void {
    this.#needsPromotion = true;
  }

  async claim(): Promise<number> {
    const { db, slots, worker, now, haveClocks, run } = this.#tools;
    if (this.#needsPromotion) {
      this.#needsPromotion = false;
      if (haveClocks()) await promoteDueJobs(db, now());
    }
    const ask = slots.ask(now());
    if (ask === undefined) return 0;
    const claimed = await claimJobs(db, { ...ask, worker, now: ask.at });
    slots.accept(ask, claimed);
    for (const job of claimed) run(job);
    return claimed.length;
  }

  async reap(): Promise<number> {
    return await reapLostJobs(this.#tools.db, false);
  }
}
