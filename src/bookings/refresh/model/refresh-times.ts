/** After so many minutes a number that was missing is asked for; later once a day. */
const FIRST_LOOKS_MINUTES: readonly number[] = [2, 10, 60];
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** When an item was booked, and when using it begins: departure, check-in. */
export interface RefreshedTimes {
  readonly bookedAt: Date;
  readonly beginsAt: Date;
}

/**
 * Seconds until the numbers of an item are asked for again: 2, 10 and 60 minutes after it was booked, then a day after
 * each look. Undefined where that would be after it has begun.
 */
export function refreshInSeconds({ bookedAt, beginsAt }: RefreshedTimes, now: Date): number | undefined {
  const elapsedMs = now.getTime() - bookedAt.getTime();
  const firstMs = FIRST_LOOKS_MINUTES.map((minutes) => minutes * MINUTE_MS).find((ms) => ms > elapsedMs);
  const waitMs = firstMs === undefined ? DAY_MS : firstMs - Math.max(0, elapsedMs);
  return now.getTime() + waitMs < beginsAt.getTime() ? Math.ceil(waitMs / 1_000) : undefined;
}
