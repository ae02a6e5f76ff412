/** How long a call counts towards its key's quota (contract, section 4). */
export const quotaWindowMs = 30 * 86_400_000;
const minuteMs = 60_000;

/** Calls of one minute. */
export interface MinuteCalls {
  /** Start of the minute, epoch milliseconds. */
  readonly startMs: number;
  calls: number;
}

/**
 * The calls of one key over the last 30 days, by the minute: as exact as `resets_at` needs, and never more entries than
 * the key has calls. A counter on the request path, therefore changed in place.
 */
export interface QuotaWindow {
  readonly minutes: MinuteCalls[];
  total: number;
}

/** A window from what was stored; minutes outside it are left out. */
export function openWindow(stored: readonly Readonly<MinuteCalls>[], nowMs: number): QuotaWindow {
  const minutes = stored
    .filter(({ startMs }) => startMs > nowMs - quotaWindowMs && startMs <= nowMs)
    .toSorted((a, b) => a.startMs - b.startMs)
    .map(({ startMs, calls }) => ({ startMs, calls }));
  return { minutes, total: minutes.reduce((sum, { calls }) => sum + calls, 0) };
}

/** The start of the minute an instant lies in. */
export function minuteOf(nowMs: number): number {
  return nowMs - (nowMs % minuteMs);
}

/** Counts one call. */
export function addCall(window: QuotaWindow, nowMs: number): void {
  const startMs = minuteOf(nowMs);
  const last = window.minutes.at(-1);
  if (last?.startMs === startMs) last.calls += 1;
  else window.minutes.push({ startMs, calls: 1 });
  window.total += 1;
}

/** Replaces what is known of a minute, when another process has counted in it too. */
export function setMinute(window: QuotaWindow, startMs: number, calls: number): void {
  const minute = window.minutes.find((entry) => entry.startMs === startMs);
  window.total += calls - (minute?.calls ?? 0);
  if (minute) minute.calls = calls;
  else window.minutes.push({ startMs, calls });
}

/** Calls that count now. Minutes that have left the window are dropped. */
export function countCalls(window: QuotaWindow, nowMs: number): number {
  let first = window.minutes[0];
  while (first && first.startMs <= nowMs - quotaWindowMs) {
    window.total -= first.calls;
    window.minutes.shift();
    first = window.minutes[0];
  }
  return window.total;
}

/** When the oldest calls stop counting, so that there is room again. */
export function resetsAt(window: QuotaWindow, nowMs: number): Date {
  const oldestMs = window.minutes[0]?.startMs ?? nowMs;
  return new Date(oldestMs + quotaWindowMs);
}
