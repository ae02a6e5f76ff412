/** Long work gives way to other requests after this much of it. */
const STRETCH_MS = 5;

/** Long work of this process, done in stretches between which other requests have their turn. */
export interface Pace {
  /** To be awaited between two pieces of work, each a few milliseconds at most. Rejects once the caller waits no longer. */
  breathe(signal: AbortSignal): Promise<void>;
}

/**
 * One pace for everything long that is done under it: however many of them are under way, one stretch is worked in each turn of
 * the event loop. Only the order of requests depends on the clock read here, never an answer.
 */
export function createPace(): Pace {
  const waiting: (() => void)[] = [];
  let begun = performance.now();

  function takeTurn(): void {
    begun = performance.now();
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(takeTurn);
  }

  return {
    async breathe(signal) {
      signal.throwIfAborted();
      if (performance.now() - begun < STRETCH_MS) return;
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (waiting.length === 1) setImmediate(takeTurn);
      });
      signal.throwIfAborted();
    },
  };
}
