import type { Operation } from './operation.ts';

/** Retries of one call, beyond its first attempt. */
const retriesMax = 3;
/** The mean first wait where the service names none; each next one doubles. */
const baseWaitMs = 400;
/** A service that asks for a longer pause is not waited for: the error says how long it asked. */
const waitMsMax = 20_000;

/** One attempt that failed. */
export interface FailedAttempt {
  readonly repeat: Operation['repeat'];
  /** Retries already made. */
  readonly retries: number;
  /** 0 when the connection failed. */
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  /** From 0 to 1. */
  readonly chance: number;
}

/**
 * How long to wait before the next attempt; undefined when there must be none. 429 is refused before the operation
 * runs, so that anything may be sent again. What may have run is sent again only if it reads or carries an
 * Idempotency-Key; under one, 409 with Retry-After means that the first attempt is still running.
 */
export function retryWaitMs({ repeat, retries, status, retryAfterSeconds, chance }: FailedAttempt): number | undefined {
  if (retries >= retriesMax) return undefined;
  const isRepeatable = repeat !== 'write';
  if (status === 0) return isRepeatable ? baseWaitMs * 2 ** retries * (0.5 + chance) : undefined;
  if (retryAfterSeconds === undefined) return undefined;
  const isWorthIt = status === 429 || (status === 503 && isRepeatable) || (status === 409 && repeat === 'keyed');
  // The jitter comes on top: nobody is to come before the time that was asked for.
  const waitMs = retryAfterSeconds * 1_000 + baseWaitMs * chance;
  return isWorthIt && waitMs <= waitMsMax ? waitMs : undefined;
}

/** Retry-After in seconds, from either of its forms. */
export function readRetryAfter(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - nowMs) / 1_000));
}

/** Resolves after the wait; rejects with the signal's reason when it fires before. */
export function wait(waitMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave);
      resolve();
    }, waitMs);
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
}
