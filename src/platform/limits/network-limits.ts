import { type Refusal, refuse } from '../errors.ts';
import type { Platform } from '../platform.ts';
import type { SharedState } from '../shared-state/shared-state.ts';
import type { BucketLimits, TokenAnswer } from './token-bucket.ts';
import { networksOf, type NetworkSize } from './ip-prefix.ts';

/**
 * A bound for each size of network. The wider bounds stop a caller with many addresses, and leave room for neighbors
 * who share a network.
 */
export type NetworkBounds = Readonly<Record<NetworkSize, number>>;

/** Events counted together over a window of time, and how many there may be. */
export interface BoundedCounter {
  readonly key: string;
  readonly max: number;
}

/** The counters of an address: one for each network it belongs to. */
export function networkCounters(what: string, address: string, bounds: NetworkBounds): readonly BoundedCounter[] {
  return networksOf(address).map(({ size, key }) => ({ key: `${what}:${key}`, max: bounds[size] }));
}

type LimitsContext = Pick<Platform, 'shared' | 'clock'>;

/** Seconds until the first counter that has reached its bound starts anew; undefined while none has. Counts nothing. */
export async function findReached(
  app: LimitsContext,
  counters: readonly BoundedCounter[],
  windowSeconds: number,
): Promise<number | undefined> {
  const values = await Promise.all(counters.map(({ key }) => app.shared.getCounter(key)));
  const reached = counters.find(({ max }, index) => (values[index] ?? 0) >= max);
  return reached && (await secondsLeft(app, reached, windowSeconds));
}

/**
 * Adds one to every counter. Answers the seconds until the first that is now past its bound starts anew; undefined
 * while none is. Of many who count at the same time, each sees a number of its own.
 */
export async function countAll(
  app: LimitsContext,
  counters: readonly BoundedCounter[],
  windowSeconds: number,
): Promise<number | undefined> {
  const values = await Promise.all(
    counters.map(async (counter) => {
      const value = await app.shared.addToCounter(counter.key, 1, windowSeconds);
      if (value === 1)
        await app.shared.setCounter(
          untilKey(counter),
          app.clock.now().getTime() + windowSeconds * 1_000,
          windowSeconds,
        );
      return value;
    }),
  );
  const passed = counters.find(({ max }, index) => (values[index] ?? 0) > max);
  return passed && (await secondsLeft(app, passed, windowSeconds));
}

async function secondsLeft(app: LimitsContext, counter: BoundedCounter, windowSeconds: number): Promise<number> {
  const until = await app.shared.getCounter(untilKey(counter));
  return until === undefined ? windowSeconds : Math.max(1, Math.ceil((until - app.clock.now().getTime()) / 1_000));
}

function untilKey(counter: BoundedCounter): string {
  return `${counter.key}:until`;
}

/** Tokens of every network of an address: bursts by size of network, which come back over `refillSeconds`. */
export interface NetworkBuckets {
  readonly bursts: NetworkBounds;
  readonly refillSeconds: number;
}

/**
 * Takes a token from the bucket of each network of an address, the smallest network first. A refusal takes nothing from
 * the wider ones, so that one address that is refused does not use up what its neighbors have.
 */
export async function takeFromNetworks(
  shared: SharedState,
  what: string,
  address: string,
  { bursts, refillSeconds }: NetworkBuckets,
): Promise<TokenAnswer> {
  let tightest: TokenAnswer | undefined;
  for (const { size, key } of networksOf(address)) {
    const answer = await shared.takeToken(`${what}:${key}`, bucketOf(bursts[size], refillSeconds), 1);
    if (!answer.isAllowed) return answer;
    if (tightest === undefined || answer.remaining < tightest.remaining) tightest = answer;
  }
  return tightest ?? { isAllowed: true, remaining: 0, resetSeconds: 0 };
}

/** Returns the tokens that `takeFromNetworks` took, for an attempt that turned out to be a good one. */
export async function returnToNetworks(
  shared: SharedState,
  what: string,
  address: string,
  { bursts, refillSeconds }: NetworkBuckets,
): Promise<void> {
  await Promise.all(
    networksOf(address).map(({ size, key }) =>
      shared.takeToken(`${what}:${key}`, bucketOf(bursts[size], refillSeconds), -1),
    ),
  );
}

/** The refusal of a network that has no token left: 429 `limit: "rate"`, with when one comes back. */
export function refuseNetwork({ now }: Platform['clock'], resetSeconds: number, message: string): Refusal {
  const seconds = Math.max(1, Math.ceil(resetSeconds));
  return refuse('rate_exceeded', {
    message,
    headers: { 'Retry-After': String(seconds) },
    keys: { limit: 'rate', resets_at: new Date(now().getTime() + seconds * 1_000).toISOString() },
  });
}

function bucketOf(burst: number, refillSeconds: number): BucketLimits {
  return { burst, perSecond: burst / refillSeconds };
}
