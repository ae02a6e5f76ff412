import type { Charge, Identity } from '../platform/http/gate.ts';
import type { OrganizationId } from '../platform/ids.ts';
import type {
  PoolDraw,
  PoolEntry,
  PoolVersion,
  ReserveAnswer,
  SharedPools,
} from '../platform/shared-state/shared-pools.ts';
import { type CreditState, heldCalls, heldCredit, type KeyState } from './model/account-state.ts';
import { countCalls, minuteOf, type MinuteCalls, openWindow } from './model/quota-window.ts';
import type { Balance } from './store.ts';
import type { Batch, Written } from './usage-batch.ts';

/** Minutes that a batch still on its way may belong to. */
const versionedMs = 600_000;
const minuteMs = 60_000;

/** A call that wants to be set aside. */
export interface Call {
  readonly key: KeyState;
  readonly credit: CreditState;
  readonly identity: Identity;
  readonly charge: Charge;
}
/** What reserving a call came to, with the pool that is short by name. */
export type CallAnswer =
  | Exclude<ReserveAnswer, { readonly kind: 'short' }>
  | { readonly kind: 'short'; readonly of: 'quota' | 'credit'; readonly available: number };
/** Figures as the database has them. */
export interface Figures {
  readonly balance: Balance;
  readonly minutes: readonly MinuteCalls[];
  readonly nowMs: number;
}

/**
 * Quota and credit counted by several processes together: a pool for each key and one for each organization. It owns
 * the conversation with the pools; when they do not answer it throws, and what they hold for this process is doubtful
 * from then on.
 */
export class SharedAllowance {
  readonly #pools: SharedPools;
  /** Questions on their way, by organization: figures are put in place only between them. */
  readonly #requesting = new Map<OrganizationId, Set<Promise<unknown>>>();
  readonly #loading = new Map<OrganizationId, Promise<unknown>>();

  constructor(pools: SharedPools) {
    this.#pools = pools;
  }

  /** Sets a call aside in both pools, or in neither. */
  async reserve(call: Call): Promise<CallAnswer> {
    const { organizationId } = call.credit;
    while (this.#loading.has(organizationId)) await this.#loading.get(organizationId);
    if (!this.#pools.isAnswering()) throw new Error('shared counters do not answer');
    if (call.key.isDoubtful || call.credit.isDoubtful) return { kind: 'unknown' };
    const requesting = this.#requesting.get(organizationId) ?? new Set();
    this.#requesting.set(organizationId, requesting);
    const request = this.#ask(call);
    requesting.add(request);
    try {
      return await request;
    } finally {
      requesting.delete(request);
      if (requesting.size === 0) this.#requesting.delete(organizationId);
    }
  }

  /** A call that was set aside costs nothing after all. */
  giveBack({ key, credit, charge }: Pick<Call, 'key' | 'credit' | 'charge'>): void {
    if (key.sharedRemaining) key.sharedRemaining = { ...key.sharedRemaining, calls: key.sharedRemaining.calls + 1 };
    const draws = [
      ...(key.hasQuota ? [{ key: quotaPool(key), amount: 1 }] : []),
      { key: creditPool(credit), amount: charge.cost },
    ];
    this.#pools.giveBack(draws).catch(() => doubt(key, credit));
  }

  /**
   * Reads figures with `read` and puts them in place while nobody asks; false when they are older than what was written
   * since.
   */
  async load(key: KeyState, credit: CreditState, read: () => Promise<Figures>): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#loading.set(credit.organizationId, promise);
    try {
      await Promise.allSettled([...(this.#requesting.get(credit.organizationId) ?? [])]);
      return await this.#put(key, credit, await read());
    } catch (error) {
      doubt(key, credit);
      throw error;
    } finally {
      this.#loading.delete(credit.organizationId);
      resolve();
    }
  }

  /**
   * A batch is in the database: it is no longer held by this process. `written` is undefined where only that much is
   * known.
   */
  async post(
    batch: Batch | undefined,
    written: Written | undefined,
    states: { readonly keys: Iterable<KeyState>; readonly credits: Iterable<CreditState> },
  ): Promise<void> {
    const isUnsure = batch !== undefined && written === undefined;
    const entries = batch && written ? listEntries(batch, written) : new Map<string, PoolEntry[]>();
    const posts: Promise<void>[] = [];
    for (const credit of states.credits)
      posts.push(this.#post(creditPool(credit), entries, { state: credit, held: heldCredit(credit), isUnsure }));
    for (const key of states.keys)
      if (key.hasQuota) posts.push(this.#post(quotaPool(key), entries, { state: key, held: heldCalls(key), isUnsure }));
    await Promise.all(posts);
  }

  /** The organization's figures have been changed in the database. */
  forget(organizationId: OrganizationId, keys: readonly KeyState[]): void {
    this.#pools.forget([creditPool({ organizationId }), ...keys.map(quotaPool)]).catch(() => doubt(...keys));
  }

  async #ask({ key, credit, identity, charge }: Call): Promise<CallAnswer> {
    const mark = minuteOf(charge.now.getTime()) / minuteMs;
    const { quotaCalls } = identity;
    const quotaDraws: readonly PoolDraw[] =
      quotaCalls === undefined ? [] : [{ key: quotaPool(key), allowance: quotaCalls, amount: 1, mark }];
    try {
      const answer = await this.#pools.reserve([
        ...quotaDraws,
        { key: creditPool(credit), allowance: 0, amount: charge.cost, mark },
      ]);
      const of = answer.kind === 'short' && answer.index < quotaDraws.length ? 'quota' : 'credit';
      if (answer.kind === 'reserved') setAside(key, credit, charge);
      if (quotaCalls !== undefined && answer.kind === 'reserved')
        key.sharedRemaining = { calls: answer.available[0] ?? 0, atMs: performance.now() };
      if (of === 'quota') key.sharedRemaining = { calls: 0, atMs: performance.now() };
      return answer.kind === 'short' ? { kind: 'short', of, available: answer.available } : answer;
    } catch (error) {
      // It may have been carried out all the same.
      doubt(key, credit);
      throw error;
    }
  }

  async #put(key: KeyState, credit: CreditState, { balance, minutes, nowMs }: Figures): Promise<boolean> {
    const mark = minuteOf(nowMs) / minuteMs;
    const recent: readonly PoolVersion[] = minutes
      .filter(({ startMs }) => startMs > nowMs - versionedMs)
      .map(({ startMs, calls }) => ({ name: String(startMs), version: calls }));
    const [isQuotaIn, isCreditIn] = await Promise.all([
      !key.hasQuota ||
        this.#pools.load(quotaPool(key), {
          base: -countCalls(openWindow(minutes, nowMs), nowMs),
          mark,
          held: heldCalls(key),
          versions: recent,
        }),
      this.#pools.load(creditPool(credit), {
        base: balance.balance,
        mark,
        held: heldCredit(credit),
        versions: [{ name: 'balance', version: balance.version }],
      }),
    ]);
    key.isDoubtful &&= !isQuotaIn;
    credit.isDoubtful &&= !isCreditIn;
    return isQuotaIn && isCreditIn;
  }

  async #post(
    pool: string,
    entries: ReadonlyMap<string, readonly PoolEntry[]>,
    own: { readonly state: Doubtful; readonly held: number; readonly isUnsure: boolean },
  ): Promise<void> {
    if (own.isUnsure) doubt(own.state);
    const posted = entries.get(pool) ?? [];
    if (posted.length === 0 && own.held === 0) return;
    await this.#pools.post(pool, posted).catch(() => doubt(own.state));
  }
}

/** Takes a call out of this process's own figures. */
export function setAside(key: KeyState, credit: CreditState, charge: Charge): void {
  key.underWay += 1;
  credit.setAside += charge.cost;
}

function listEntries(batch: Batch, written: Written): Map<string, PoolEntry[]> {
  const entries = new Map<string, PoolEntry[]>();
  const add = (pool: string, entry: PoolEntry): void => {
    entries.set(pool, [...(entries.get(pool) ?? []), entry]);
  };
  for (const [index, { keyId, minuteMs: startMs, calls }] of batch.minutes.entries()) {
    add(quotaPool({ keyId }), {
      name: String(startMs),
      amount: calls,
      version: written.minutes[index]?.calls ?? calls,
    });
  }
  for (const [index, { organizationId, amount }] of batch.credits.entries()) {
    add(creditPool({ organizationId }), { name: 'balance', amount, version: written.balances[index]?.version ?? 0 });
  }
  return entries;
}

function quotaPool({ keyId }: Pick<KeyState, 'keyId'>): string {
  return `quota:${keyId}`;
}

function creditPool({ organizationId }: Pick<CreditState, 'organizationId'>): string {
  return `credit:${organizationId}`;
}

interface Doubtful {
  isDoubtful: boolean;
}

function doubt(...states: readonly Doubtful[]): void {
  for (const state of states) state.isDoubtful = true;
}
