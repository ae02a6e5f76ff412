/** A bucket fills at `perSecond` up to `burst`. */
export interface BucketLimits {
  readonly perSecond: number;
  readonly burst: number;
}
/** How full a bucket was, and when. */
export interface BucketLevel {
  readonly tokens: number;
  readonly atMs: number;
}
/** What taking from a bucket answers. */
export interface TokenAnswer {
  readonly isAllowed: boolean;
  readonly remaining: number;
  /** Seconds, rounded up: refused, until `cost` is there; allowed, until the next token comes; 0 when full. */
  readonly resetSeconds: number;
}

/** Takes `cost` tokens if they are there. The same rule runs as a script in Redis (shared-state-redis.ts). */
export function takeFromBucket(
  level: BucketLevel | undefined,
  limits: BucketLimits,
  cost: number,
  nowMs: number,
): { readonly level: BucketLevel; readonly answer: TokenAnswer } {
  const elapsedMs = level === undefined ? 0 : Math.max(0, nowMs - level.atMs);
  const filled =
    level === undefined ? limits.burst : Math.min(limits.burst, level.tokens + (elapsedMs * limits.perSecond) / 1_000);
  const isAllowed = filled >= cost;
  const tokens = isAllowed ? filled - cost : filled;
  return { level: { tokens, atMs: nowMs }, answer: answerFor({ isAllowed, tokens, cost, limits }) };
}

/** The answer that a level gives. */
export function answerFor(taken: {
  readonly isAllowed: boolean;
  readonly tokens: number;
  readonly cost: number;
  readonly limits: BucketLimits;
}): TokenAnswer {
  const { isAllowed, tokens, cost, limits } = taken;
  const next = Math.min(limits.burst, Math.floor(tokens) + 1);
  const missing = (isAllowed ? next : cost) - tokens;
  return {
    isAllowed,
    remaining: Math.max(0, Math.floor(tokens)),
    resetSeconds: Math.max(0, Math.ceil(missing / limits.perSecond)),
  };
}
