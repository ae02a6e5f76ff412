/** Counts the calls of one key in windows of real time: limits alone do not follow the clock of the stub. */
export interface RateLimiter {
  /** False where the window's calls are used up. */
  take(rate: { readonly limit: number; readonly seconds: number }, now: Date): boolean;
}

/** Makes a limiter whose first window begins with its first call. */
export function createRateLimiter(): RateLimiter {
  let endsAt = 0;
  let used = 0;
  return {
    take({ limit, seconds }, now) {
      const instant = now.getTime();
      if (instant >= endsAt || endsAt - instant > seconds * 1_000) {
        endsAt = instant + seconds * 1_000;
        used = 0;
      }
      used += 1;
      return used <= limit;
    },
  };
}
