import type { Piscina } from 'piscina';
import type { Paper } from '../../../web/manage/paper.ts';
import type { drawPaper } from './paper-worker.ts';

/** Papers that wait for the thread; more are refused. A page takes a third of a second, the first of a thread one. */
const waitingMax = 50;
const idleMs = 30_000;
const deadlineMs = 15_000;
const threadMemoryMb = 256;

/** Prints papers as PDF. */
export interface Printer {
  /** A PDF; undefined while too many others wait, or where one takes far too long. */
  print(paper: Paper): Promise<Buffer | undefined>;
  /** Papers that wait for the thread. */
  waiting(): number;
  close(): Promise<void>;
}

/**
 * A printer with one worker thread, which the first paper starts and which ends when nothing is printed for a while:
 * drawing takes up to a second of Japanese, and the event loop is never held up for so long.
 */
export function createPrinter(): Printer {
  let pool: Piscina | undefined;
  return {
    async print(paper) {
      const { Piscina } = await import('piscina');
      pool ??= new Piscina({
        filename: new URL('./paper-worker.ts', import.meta.url).href,
        minThreads: 0,
        maxThreads: 1,
        idleTimeout: idleMs,
        maxQueue: waitingMax,
        resourceLimits: { maxOldGenerationSizeMb: threadMemoryMb },
      });
      if (pool.queueSize >= waitingMax) return undefined;
      try {
        const bytes: Awaited<ReturnType<typeof drawPaper>> = await pool.run(paper, {
          name: 'drawPaper',
          signal: AbortSignal.timeout(deadlineMs),
        });
        return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      } catch (error) {
        if (error instanceof Error && error.name === 'AbortError') return undefined;
        throw error;
      }
    },
    waiting: () => pool?.queueSize ?? 0,
    async close() {
      await pool?.destroy();
      pool = undefined;
    },
  };
}
