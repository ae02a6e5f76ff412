import type { App } from '../../context.ts';
import type { Refusal } from '../../platform/errors.ts';
import type { Visitor } from '../../platform/http/gate.ts';
import {
  type NetworkBuckets,
  refuseNetwork,
  returnToNetworks,
  takeFromNetworks,
} from '../../platform/limits/network-limits.ts';
import { createLazyLru } from '../../platform/cache/lazy-lru.ts';
import { type BucketLevel, takeFromBucket } from '../../platform/limits/token-bucket.ts';

/** Look-ups of unknown keys that a network may cause in a burst, and in a minute. */
const LOOK_UPS: NetworkBuckets = {
  bursts: { '/64': 60, '/56': 120, '/48': 240, '/32': 60, '/24': 240 },
  refillSeconds: 60,
};
/**
 * A repeated key is answered from memory for this long, within its own bucket: one client with a dead key costs its
 * neighbors nothing.
 */
const KNOWN_BAD_MS = 30_000;
const REPEATS = { burst: 60, perSecond: 1 } as const;
/**
 * A key that was good once is looked up whatever its network does; other processes, and this one after a restart, learn
 * it from the shared state.
 */
const KNOWN_GOOD_SECONDS = 30 * 24 * 3_600;
const KEYS_MAX = 50_000;

/** What a look-up finds: no identity where nobody has the key. */
interface FoundKey {
  readonly identity: object | undefined;
}

/** Bounds what unknown keys cost: a look-up in the database each. */
export interface UnknownKeyGuard<Found extends FoundKey> {
  /**
   * Reads a key by its hash, unless its network has tried too many unknown keys and this one is not known to be good:
   * then it throws `rate_exceeded` before the database is asked. A key that was refused is looked up when it comes back
   * a second later, within a bucket of its own. Calls of one key at once share one look-up: the first burst of a new
   * key counts as one try.
   */
  read(hash: string, from: Visitor, look: () => Promise<Found>): Promise<Found | undefined>;
}

/** Builds the guard of a process. `nowMs` is real time. */
export function createUnknownKeyGuard<Found extends FoundKey>(
  app: Pick<App, 'shared' | 'clock'>,
  nowMs: () => number = () => performance.now(),
): UnknownKeyGuard<Found> {
  // Memory of this process alone: strangers' keys would push counters that matter out of the shared state.
  const good = createLazyLru<object>(KEYS_MAX);
  const bad = createLazyLru<{ readonly untilMs: number; level: BucketLevel | undefined }>(KEYS_MAX);
  const refusedAt = createLazyLru<{ readonly atMs: number }>(KEYS_MAX);
  const firstReads = new Map<string, Promise<Found>>();

  /** True when tokens were taken that a good key gets back. Throws once the network has none. */
  async function takeLookUp(hash: string, address: string): Promise<boolean> {
    const answer = await takeFromNetworks(app.shared, 'unknown-keys', address, LOOK_UPS);
    if (answer.isAllowed) return true;
    if ((await app.shared.getCounter(goodKey(hash))) !== undefined) return false;
    const isBack = nowMs() - (refusedAt.get(hash)?.atMs ?? nowMs()) >= 1_000;
    if (isBack && (await takeFromNetworks(app.shared, 'unknown-keys-again', address, LOOK_UPS)).isAllowed) return false;
    if (!refusedAt.has(hash)) refusedAt.set(hash, { atMs: nowMs() });
    throw tooMany(app, answer.resetSeconds);
  }

  /** Answers for a key that was unknown a moment ago. */
  function refuseKnownBad(known: { level: BucketLevel | undefined }): void {
    const { level, answer } = takeFromBucket(known.level, REPEATS, 1, nowMs());
    known.level = level;
    if (!answer.isAllowed) throw tooMany(app, answer.resetSeconds);
  }

  /** The first look-up of a key, or of one that was unknown a while ago. */
  async function readFirst(hash: string, address: string, look: () => Promise<Found>): Promise<Found> {
    const hasTaken = await takeLookUp(hash, address);
    const found = await look();
    if (found.identity === undefined) {
      bad.set(hash, { untilMs: nowMs() + KNOWN_BAD_MS, level: bad.get(hash)?.level });
      return found;
    }
    good.set(hash, {});
    refusedAt.delete(hash);
    if (hasTaken) await returnToNetworks(app.shared, 'unknown-keys', address, LOOK_UPS);
    await app.shared.setCounter(goodKey(hash), 1, KNOWN_GOOD_SECONDS);
    return found;
  }

  return {
    async read(hash, from, look) {
      if (good.has(hash)) {
        const found = await look();
        if (found.identity === undefined) good.delete(hash);
        return found;
      }
      const known = bad.get(hash);
      if (known !== undefined && nowMs() < known.untilMs) {
        refuseKnownBad(known);
        return undefined;
      }
      const call = `${from.ip} ${hash}`;
      const underWay = firstReads.get(call);
      if (underWay !== undefined) return await underWay;
      const reading = readFirst(hash, from.ip, look).finally(() => firstReads.delete(call));
      firstReads.set(call, reading);
      return await reading;
    },
  };
}

function goodKey(hash: string): string {
  return `good-key:${hash}`;
}

function tooMany({ clock }: Pick<App, 'clock'>, resetSeconds: number): Refusal {
  return refuseNetwork(
    clock,
    resetSeconds,
    'Too many requests with API keys that do not exist. Check the key, and wait for Retry-After seconds.',
  );
}
