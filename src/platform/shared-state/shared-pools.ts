/** What a call takes out of one pool: `amount` of what is left of `allowance` plus the pool's figures. */
export interface PoolDraw {
  readonly key: string;
  readonly allowance: number;
  readonly amount: number;
  /** The minute the figures must be of, or of the one after it: figures of another minute are read anew. */
  readonly mark: number;
}

/** What drawing came to. `unknown`: the figures must be loaded first. */
export type ReserveAnswer =
  /** `available`: what is left in each pool, in the order of the draws. */
  | { readonly kind: 'reserved'; readonly available: readonly number[] }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'short'; readonly index: number; readonly available: number };

/** A pool as its database has it, and what this process holds of it beside that. */
export interface PoolFigures {
  readonly base: number;
  readonly mark: number;
  /** Reserved or used by this process and not yet in the database. */
  readonly held: number;
  /** How often each part of the record had been written when `base` was read. */
  readonly versions: readonly PoolVersion[];
}
/** One part of the record behind a pool; its version only grows. */
export interface PoolVersion {
  readonly name: string;
  readonly version: number;
}
/** A part of what this process held, now in the database. */
export interface PoolEntry extends PoolVersion {
  readonly amount: number;
}

/**
 * Allowances that several processes draw on at once. A pool is what the database said, less what each process holds
 * beside it. The database stays the record: a pool that is lost is loaded again, and what a process held that died is
 * forgotten. Every method throws while the store behind it does not answer; the caller then decides by the database's
 * figures.
 */
export interface SharedPools {
  /** False while the store behind the pools is known not to answer. */
  isAnswering(): boolean;
  /** Takes from all of the pools, or from none. */
  reserve(draws: readonly PoolDraw[]): Promise<ReserveAnswer>;
  /** Undoes a reservation. */
  giveBack(draws: readonly Pick<PoolDraw, 'key' | 'amount'>[]): Promise<void>;
  /** Puts figures in place; false when they are older than what has been written since: read again. */
  load(key: string, figures: PoolFigures): Promise<boolean>;
  /** What this process held has been written; with no entries it only says that the process lives. */
  post(key: string, entries: readonly PoolEntry[]): Promise<void>;
  /** The figures are no longer true; what processes hold stays. */
  forget(keys: readonly string[]): Promise<void>;
}
