import type { StubSettings } from './settings.ts';

/** What is left of a window, as the headers of every answer say it. */
export interface RateWindow {
  readonly limit: number;
  readonly remaining: number;
  readonly resetsAt: Date;
  readonly isExceeded: boolean;
}

/** Counts the calls of one key in windows of real time: limits alone do not follow the clock of the stub. */
export interface RateLimiter {
  take(rate: StubSettings['rate_limit'], now: Date): RateWindow;
}

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
      return {
        limit,
        remaining: Math.max(0, limit - used),
        // HTTP dates are whole seconds: one that is cut off would name an instant before the reset.
        resetsAt: new Date(Math.ceil(endsAt / 1_000) * 1_000),
        isExceeded: used > limit,
      };
    },
  };
}

/** The headers Duffel puts on every answer: the reset is an HTTP date. */
export function rateHeaders({ limit, remaining, resetsAt }: RateWindow): Readonly<Record<string, string>> {
  return {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': resetsAt.toUTCString(),
  };
}
