import { yieldIfBusy } from './fair-scheduler.ts';

/** Long work that may be interrupted between its parts, each a few milliseconds; it returns the result. */
export type InParts<T> = Generator<void, T, void>;

/** The result, without letting anything else run in between. */
export function runParts<T>(parts: InParts<T>): T {
  for (;;) {
    const next = parts.next();
    if (next.done) return next.value;
  }
}

/** The result, with other requests having their turn between the parts. Rejects once the caller waits no longer. */
export async function runPartsFairly<T>(parts: InParts<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    const next = parts.next();
    if (next.done) return next.value;
    await yieldIfBusy(signal);
  }
}
