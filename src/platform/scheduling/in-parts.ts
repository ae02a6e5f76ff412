import { yieldIfBusy } from './fair-scheduler.ts';

/** Long work that may be interrupted between its parts, each a few milliseconds; it returns the result. */
export type InParts<T> = Generator<void, T, void>;

/** The result; nothing else runs between the parts. */
export function runParts<T>(parts: InParts<T>): T {
  for (;;) {
    const next = parts.next();
    if (next.done) return next.value;
  }
}

/** The result; other requests run between the parts. Rejects once `signal` aborts. */
export async function runPartsFairly<T>(parts: InParts<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    const next = parts.next();
    if (next.done) return next.value;
    await yieldIfBusy(signal);
  }
}
