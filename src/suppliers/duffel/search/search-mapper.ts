import { Worker } from 'node:worker_threads';
import type { PlaceDirectory } from '../../../travel/place-directory.ts';
import { createLocalTimes } from '../mapping/local-times.ts';
import type { AirportFacts, MappingTools } from '../mapping/map-slices.ts';
import { type FoundJourneys, readSearchBody, type SearchTask } from './map-search.ts';

/** Maps answers to searches. */
export interface SearchMapper {
  /** For what is mapped on the event loop: one offer. */
  readonly tools: MappingTools;
  /** The journeys of an answer; undefined where it is none. `body` may be transferred: it is not to be used again. */
  map(body: Buffer, task: SearchTask): Promise<FoundJourneys | undefined>;
}

/** What the worker thread is started with. */
export interface WorkerFacts {
  readonly airports: ReadonlyMap<string, AirportFacts>;
}
/** One answer for the worker thread. */
export interface MappingJob {
  readonly id: number;
  readonly body: Uint8Array;
  readonly task: SearchTask;
}
/** What the worker thread made of it. */
export interface MappingResult {
  readonly id: number;
  readonly found: FoundJourneys | undefined;
}

/** Parsing and mapping of smaller answers takes a few milliseconds, less than sending them to a thread is worth. */
const inlineBytesMax = 256 * 1024;
/** The thread ends after this long without an answer to map; the next one starts it again. */
const idleMs = 60_000;
/** 48 MB of JSON are some 400 MB of objects. A larger answer ends the thread, not the process. */
const workerMemoryMb = 1_024;

/**
 * Maps small answers at once and large ones in a worker thread, which returns only what is stored of them: an answer of
 * 20 MB holds no other request up. The thread is started by the first large answer and never holds the process open.
 */
export function createSearchMapper(places: PlaceDirectory): SearchMapper {
  const airports = new Map(places.airports().map(({ iata, cityCode, zone }) => [iata, { cityCode, zone }]));
  const tools = { airports, times: createLocalTimes() };
  let thread: MappingThread | undefined;
  return {
    tools,
    async map(body, task) {
      if (body.length <= inlineBytesMax) return readSearchBody(body.toString('utf8'), tools, task);
      if (thread === undefined || thread.hasEnded()) thread = startThread({ airports });
      return await thread.map(body, task);
    },
  };
}

interface MappingThread {
  map(body: Buffer, task: SearchTask): Promise<FoundJourneys | undefined>;
  hasEnded(): boolean;
}

function startThread(facts: WorkerFacts): MappingThread {
  const worker = new Worker(new URL('./map-worker.ts', import.meta.url), {
    workerData: facts,
    resourceLimits: { maxOldGenerationSizeMb: workerMemoryMb },
  });
  worker.unref();
  const waiting = new Map<number, PromiseWithResolvers<FoundJourneys | undefined>>();
  let hasEnded = false;
  let nextId = 0;
  let idle: NodeJS.Timeout | undefined;
  const end = (cause: unknown): void => {
    hasEnded = true;
    clearTimeout(idle);
    for (const { reject } of waiting.values())
      reject(new Error('The thread that maps answers of Duffel ended.', { cause }));
    waiting.clear();
  };
  worker.on('error', end);
  worker.on('exit', end);
  worker.on('message', ({ id, found }: MappingResult) => {
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
    map(body, task) {
      clearTimeout(idle);
      const id = nextId;
      nextId += 1;
      const pending = Promise.withResolvers<FoundJourneys | undefined>();
      waiting.set(id, pending);
      worker.ref();
      const job: MappingJob = { id, body, task };
      const { buffer } = body;
      // A body that shares its memory with others is copied instead.
      const isAlone = buffer instanceof ArrayBuffer && buffer.byteLength === body.byteLength;
      worker.postMessage(job, isAlone ? [buffer] : []);
      return pending.promise;
    },
  };
}
