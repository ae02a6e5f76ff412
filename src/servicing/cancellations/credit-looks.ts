const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** So long after a cancellation the codes of its credits are asked for; after the last one nobody does any more. */
const LOOKS_MS: readonly number[] = [
  10 * MINUTE_MS,
  HOUR_MS,
  6 * HOUR_MS,
  ...Array.from({ length: 30 }, (_, day) => (day + 1) * DAY_MS),
];

/**
 * Seconds until the codes of credits are asked for (again): 10 minutes, an hour and six hours after the cancellation,
 * then once a day for 30 days. Undefined after that: an airline that has issued none by then gives it otherwise.
 */
export function creditLookInSeconds(endedAt: Date, now: Date): number | undefined {
  const elapsedMs = now.getTime() - endedAt.getTime();
  const nextMs = LOOKS_MS.find((ms) => ms > elapsedMs);
  return nextMs === undefined ? undefined : Math.ceil((nextMs - Math.max(0, elapsedMs)) / 1_000);
}
