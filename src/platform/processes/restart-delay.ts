/** A process that took work for so long has shown that it can: what it died of is not its start. */
export const provenAfterMs = 60_000;
const firstDelayMs = 200;
const delayMaxMs = 30_000;

/**
 * How long to wait, in ms, before a process is started again that has now died so many times without having lived for
 * `provenAfterMs` (1 or more): at first hardly at all, then twice as long each time, at most half a minute.
 */
export function restartDelayMs(deathsInARow: number): number {
  return Math.min(delayMaxMs, firstDelayMs * 2 ** Math.max(0, deathsInARow - 1));
}
