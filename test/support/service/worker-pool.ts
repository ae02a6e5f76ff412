import { ForksPoolWorker, type PoolRunnerInitializer } from 'vitest/node';
import * as z from 'zod';

/**
 * A worker has imported the service, loaded the world and compiled the database once for all of its files; that is
 * nearly half of the time they take. Modules of files that are done stay in it, and with them what their variables
 * hold, so it is replaced after so many files, or once its heap has grown so far: twice what the largest file needs.
 */
const FILES_MAX = 120;
const HEAP_MAX_BYTES = 600 * 1_048_576;
const NAME = 'replaced-forks';

const finished = z.object({ type: z.literal('testfileFinished'), usedMemory: z.number() });

class ReplacedFork extends ForksPoolWorker {
  override readonly name = NAME;
  readonly reportMemory = true;
  #files = 0;
  #heapBytes = 0;

  override async start(): Promise<void> {
    await super.start();
    this.on('message', (message: unknown) => {
      const { data } = finished.safeParse(message);
      if (data === undefined) return;
      this.#files += 1;
      this.#heapBytes = data.usedMemory;
    });
  }

  /** Asked before each file that another could run in the same process. */
  canReuse(): boolean {
    return this.#files < FILES_MAX && this.#heapBytes < HEAP_MAX_BYTES;
  }
}

/**
 * Processes that run several files, one after the other, and are replaced before they have grown large. For `isolate:
 * false`.
 */
export const replacedForks: PoolRunnerInitializer = {
  name: NAME,
  createPoolWorker: (options) => new ReplacedFork(options),
};
