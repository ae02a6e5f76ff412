import { createPace } from './pace.ts';

/** Waits until it is this work's turn again. To be called between two pieces of work of a few milliseconds each. */
export type Breathe = () => Promise<void>;

/**
 * Work of this process that keeps it busy for long, shared out fairly: of each key (an organization) one piece of work at a time is
 * under way, in the order they came, and those of different keys take turns, a few milliseconds each. So who asks a hundred long
 * questions at once waits for a hundred answers, and everybody else for one stretch of each.
 */
export interface FairTurns {
  /** Rejects with the signal's reason once the caller waits no longer; work that has begun ends at its next breath. */
  run<T>(key: string, signal: AbortSignal, work: (breathe: Breathe) => Promise<T>): Promise<T>;
}

/** Turns of one process. */
export function createFairTurns(): FairTurns {
  const pace = createPace();
  /** The end of the last work of each key that has any. */
  const lastOf = new Map<string, Promise<void>>();
  return {
    run(key, signal, work) {
      const before = lastOf.get(key) ?? Promise.resolve();
      const breathe = () => pace.breathe(signal);
      const result = before.then(async () => {
        signal.throwIfAborted();
        await breathe();
        return await work(breathe);
      });
      const end = result.then(() => undefined, () => undefined);
      lastOf.set(key, end);
      void end.then(() => {
        if (lastOf.get(key) === end) lastOf.delete(key);
      });
      return result;
    },
  };
}
