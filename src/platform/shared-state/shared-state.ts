import type { SharedPools } from './shared-pools.ts';

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
  getBytes(key: string): Promise<Buffer | undefined>;
  setBytes(key: string, value: Buffer, ttlSeconds: number): Promise<void>;
  drop(key: string): Promise<void>;
  close(): Promise<void>;
}
