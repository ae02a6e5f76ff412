import { parentPort, Worker } from 'node:worker_threads';

/** How answers of one supplier are read. */
export interface AnswerReading<Task, Found> {
  /** Reads a body on the event loop; undefined where it is no answer. Must not throw. */
  readonly readHere: (text: string, task: Task) => Found | undefined;
  /** A module that calls `serveAnswers` with a function that reads alike. */
  readonly script: URL;
  /** What that module finds in `workerData`. */
  readonly facts?: unknown;
  /** Whose answers these are, for the error of a thread that ended. */
  readonly supplier: string;
}

/** Reads answers of a supplier, of whatever size. */
export interface AnswerReader<Task, Found> {
  /** What was found; undefined where the body is no answer. `body` may be transferred: it is not to be used again. */
  read(body: Buffer, task: Task): Promise<Found | undefined>;
}

interface ReadingJob<Task> {
  readonly id: number;
  readonly body: Uint8Array;
  readonly task: Task;
}
interface ReadingResult<Found> {
  readonly id: number;
  readonly found: Found | undefined;
}

/**
 * Larger answers are read in the thread. A megabyte takes some 5 ms to parse and map: one of this size stays well
 * within the 50 ms that a piece of work may take, while a second heap and copying would cost half as much again
 * (`npm run bench -- 19`).
 */
export const inlineBytesMax = 2 * 1024 * 1024;
/** The thread ends after this long without an answer to read; the next one starts it again. */
const idleMs = 60_000;
/** 48 MB of JSON are some 400 MB of objects. A larger answer ends the thread, not the process. */
const workerMemoryMb = 1_024;

/**
 * Reads small answers at once and large ones in a worker thread, which returns only what is stored of them: an answer
 * of 20 MB holds no other request up. The thread is started by the first large answer and never holds the process open.
 */
export function createAnswerReader<Task, Found>(reading: AnswerReading<Task, Found>): AnswerReader<Task, Found> {
  let thread: ReadingThread<Task, Found> | undefined;
  return {
    async read(body, task) {
      if (body.length <= inlineBytesMax) return reading.readHere(body.toString('utf8'), task);
      if (thread === undefined || thread.hasEnded()) thread = startThread(reading);
      return await thread.read(body, task);
    },
  };
}

/**
 * The body of a worker thread's module: takes bytes of answers, one at a time, and returns what was read of them. What
 * fails is its own answer's failure.
 */
export function serveAnswers<Task, Found>(read: (text: string, task: Task) => Found | undefined): void {
  const port = parentPort;
  port?.on('message', ({ id, body, task }: ReadingJob<Task>) => {
    const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
    const result: ReadingResult<Found> = { id, found: read(text, task) };
    port.postMessage(result);
  });
}

interface ReadingThread<Task, Found> extends AnswerReader<Task, Found> {
  hasEnded(): boolean;
}

function startThread<Task, Found>({ script, facts, supplier }: AnswerReading<Task, Found>): ReadingThread<Task, Found> {
  const worker = new Worker(script, {
    workerData: facts,
    resourceLimits: { maxOldGenerationSizeMb: workerMemoryMb },
  });
  worker.unref();
  const waiting = new Map<number, PromiseWithResolvers<Found | undefined>>();
  let hasEnded = false;
  let nextId = 0;
  let idle: NodeJS.Timeout | undefined;
  const end = (cause: unknown): void => {
    hasEnded = true;
    clearTimeout(idle);
    for (const { reject } of waiting.values())
      reject(new Error(`The thread that reads answers of ${supplier} ended.`, { cause }));
    waiting.clear();
  };
  worker.on('error', end);
  worker.on('exit', end);
  worker.on('message', ({ id, found }: ReadingResult<Found>) => {
    waiting.get(id)?.resolve(found);
    waiting.delete(id);
    if (waiting.size > 0) return;
    worker.unref();
    idle = setTimeout(() => {
      hasEnded = true;
      void worker.terminate();
    }, idleMs).unref();
  });
  return {
    hasEnded: () => hasEnded,
    read(body, task) {
      clearTimeout(idle);
      const id = nextId;
      nextId += 1;
      const pending = Promise.withResolvers<Found | undefined>();
      waiting.set(id, pending);
      worker.ref();
      const job: ReadingJob<Task> = { id, body, task };
      const { buffer } = body;
      // A body that shares its memory with others is copied instead.
      const isAlone = buffer instanceof ArrayBuffer && buffer.byteLength === body.byteLength;
      worker.postMessage(job, isAlone ? [buffer] : []);
      return pending.promise;
    },
  };
}
