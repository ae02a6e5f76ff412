import type { SharedPools } from './shared-pools.ts';

/** Whose cached bytes are counted together. */
export interface BytesOwner {
  readonly name: string;
  /** Where an owner would hold more, those of its entries go that were stored, or end, first. */
  readonly bytesMax: number;
}

/** A text, and what is answered to who changed it. */
export interface TextChange<T> {
  readonly text: string;
  readonly answer: T;
}

/**
 * Fast state shared by the processes of one installation: in memory for one process, Redis for several. Losing it loses
 * no money and no booking: at most a second of counting, or a cached answer.
 */
export interface SharedState {
  readonly kind: 'memory' | 'redis';
  /** Allowances several processes draw on; a single process counts for itself and needs none. */
  readonly pools: SharedPools | undefined;
  /** Token bucket: takes `cost` from the bucket `key`; answers what is left and when the next token comes. */
  takeToken(
    key: string,
    bucket: { readonly perSecond: number; readonly burst: number },
    cost: number,
  ): Promise<{ readonly isAllowed: boolean; readonly remaining: number; readonly resetSeconds: number }>;
  /** Adds to a counter that lapses `ttlSeconds` after its first addition; answers the new value. */
  addToCounter(key: string, amount: number, ttlSeconds: number): Promise<number>;
  getCounter(key: string): Promise<number | undefined>;
  setCounter(key: string, value: number, ttlSeconds: number): Promise<void>;
  /** Sets a mark that lapses; false where only this process can see it, because the store did not answer. */
  setMark(key: string, ttlSeconds: number): Promise<boolean>;
  /**
   * Whether any process has set a mark. Undefined where that is not known: the store does not answer, or it has not
   * answered for as long as the mark lives, and may have lost it in between.
   */
  hasMark(key: string, ttlSeconds: number): Promise<boolean | undefined>;
  getBytes(key: string): Promise<Buffer | undefined>;
  /** The first `length` bytes: enough to see whether a large value is still the one that was read before. */
  getFirstBytes(key: string, length: number): Promise<Buffer | undefined>;
  /** Without an owner the value counts against no share. More than 4 MiB is not stored. */
  setBytes(key: string, value: Buffer, ttlSeconds: number, owner?: BytesOwner): Promise<void>;
  /**
   * Changes a short text, of all processes one after the other, and returns the answer of the change that took effect.
   * `change` may run several times and must do nothing else; undefined: there is no text yet. `nowMs` is the real time
   * of the store, the same clock for all processes.
   */
  changeText<T>(
    key: string,
    ttlSeconds: number,
    change: (text: string | undefined, nowMs: number) => TextChange<T>,
  ): Promise<T>;
  drop(key: string): Promise<void>;
  close(): Promise<void>;
}
