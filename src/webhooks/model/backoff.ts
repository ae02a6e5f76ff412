/** Seconds waited before attempt 1, 2, … 8, each counted from the attempt before it (contract, section 9). */
const ATTEMPT_WAITS_SECONDS: readonly number[] = [0, 5, 60, 600, 1_800, 3_600, 7_200, 14_400];
/** Jitter takes up to this share off a wait, so that the nominal wait is always long enough to have been waited. */
const jitterShareMax = 0.1;
/**
 * A receiver may ask for more patience than the schedule has, for each wait up to the length of the whole schedule (7 h
 * 41 min): eight attempts that are all put off so still end before the five days after which an endpoint that only
 * fails is disabled.
 */
export const retryAfterSecondsMax = ATTEMPT_WAITS_SECONDS.reduce((sum, wait) => sum + wait, 0);

/** Seconds from a failed attempt to the next one, or `undefined` after the last. `chance` is in [0, 1). */
export function secondsToNextAttempt(
  failedAttempt: number,
  chance: number,
  retryAfterSeconds: number | undefined,
): number | undefined {
  const wait = ATTEMPT_WAITS_SECONDS[failedAttempt];
  if (wait === undefined) return undefined;
  const jittered = wait * (1 - jitterShareMax * chance);
  return Math.max(jittered, Math.min(retryAfterSeconds ?? 0, retryAfterSecondsMax));
}

/** A `Retry-After` header in either of its forms as seconds from now, or `undefined` when absent or senseless. */
export function parseRetryAfter(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const at = Date.parse(text);
  if (!/[a-z]/i.test(text) || Number.isNaN(at)) return undefined;
  return Math.max(0, Math.ceil((at - now.getTime()) / 1_000));
}
